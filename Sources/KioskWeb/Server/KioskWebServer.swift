public import Ordering
internal import PlatformSupport
internal import Speech

/// The kiosk's web server: the guest page, the staff page and the health endpoints, on 127.0.0.1 only.
///
/// Two threads accept connections (`ConnectionGate`) and process HTTP (libmicrohttpd). The kiosk is called from tasks,
/// always with a deadline. A server can be started and stopped repeatedly. Each start has its own token, and open pages
/// reload.
///
/// ```swift
/// let server = try KioskWebServer(service: kiosk, menu: menu)
/// let port = try await server.start()
/// print("http://127.0.0.1:\(port)/")
/// ```
public actor KioskWebServer {
    private let service: any KioskService
    private let staff: (any StaffService)?
    private let menu: Menu
    private let settings: KioskWebSettings
    private let time: MonotonicClock
    /// Stops threads, which blocks, outside the cooperative pool.
    private let worker = SerialWorker(label: "web-stop")
    private var running: Running?

    private struct Running {
        let port: Int
        let gate: ConnectionGate
        let daemon: Daemon
        let hub: EventHub
        let status: ServerStatus
        let tasks: [Task<Void, Never>]
    }

    /// Creates a stopped server.
    ///
    /// - Parameters:
    ///   - service: the kiosk.
    ///   - menu: menu shown on the page.
    ///   - staff: figures and microphone check of the staff page; `nil` for a staff page with the health only.
    ///   - settings: port, limits and deadlines.
    ///   - clock: clock of the heartbeat, the staff lock and the deadlines.
    /// - Throws: `KioskWebError.badSetting`.
    public init(
        service: any KioskService, menu: Menu, staff: (any StaffService)? = nil,
        settings: KioskWebSettings = KioskWebSettings(),
        clock: some Clock<Duration> = ContinuousClock()
    ) throws(KioskWebError) {
        try settings.validate()
        self.service = service
        self.menu = menu
        self.staff = staff
        self.settings = settings
        time = MonotonicClock(clock)
    }

    /// Time since the page's last heartbeat; `nil` while the server is stopped and before the first heartbeat. A page
    /// sends one every 2 s.
    public var timeSinceHeartbeat: Duration? { running?.status.sinceHeartbeat }

    /// Number of open pages (event streams).
    public var openPages: Int { running?.hub.streamCount ?? 0 }

    /// Starts the server.
    ///
    /// - Returns: the port; it differs from the setting only if that is 0.
    /// - Throws: `KioskWebError`: the port is in use, descriptors are exhausted, or the server is running. All
    ///   resources are released then.
    public func start() throws(KioskWebError) -> Int {
        guard running == nil else { throw .alreadyRunning }
        let listener = try ListeningSocket(port: settings.port)
        let gate = try ConnectionGate()
        let token = Secret.random()
        let boot = Secret.random()
        let hub = EventHub(boot: boot, mostStreams: settings.eventStreams)
        let status = ServerStatus(time: time, streams: { hub.streamCount }, gate: { gate.counts })
        let desk = settings.staffCode.map { StaffEndpoint(code: $0, service: staff, time: time) }
        let router = Router(
            guards: WebGuards(port: listener.port, token: token),
            assets: Assets(
                boot: boot, token: token, hasStaffPage: desk != nil, language: PageLanguage(locale: settings.locale)),
            menu: menu,
            menuJSON: MenuDocument(menu, wakePhrase: settings.wakePhrase, hasStaffPage: desk != nil).json,
            service: service, staff: desk, status: status,
            time: time, answerDeadline: settings.answerDeadline)
        let gateSettings = ConnectionGate.Settings(
            waiting: settings.waitingConnections, connections: settings.connections,
            requestSeconds: settings.requestSeconds)
        let daemon = try Daemon(
            connections: settings.connections, idleSeconds: settings.requestSeconds,
            mostBodyBytes: gateSettings.limits.body, hub: hub,
            route: { router.route($0) }, connectionEnded: { gate.connectionEnded() })
        do throws(KioskWebError) {
            try gate.run(listener, gateSettings) { daemon.take($0, from: &$1) }
        } catch {
            daemon.stop()
            throw error
        }
        running = Running(
            port: listener.port, gate: gate, daemon: daemon, hub: hub, status: status,
            tasks: [Self.feed(hub, from: service), beat(hub)])
        return listener.port
    }

    /// Closes all connections and stops both threads. The port is free when this returns. Has no effect on a stopped
    /// server.
    public func stop() async {
        guard let running else { return }
        self.running = nil
        for task in running.tasks { task.cancel() }
        // Order: stop accepting, resume the suspended streams, then stop the daemon, which must not stop with suspended
        // connections. Errors are ignored: the closure throws nothing, and if the caller is cancelled the worker still
        // finishes.
        try? await worker.run {
            running.gate.stop()
            running.hub.close()
            running.daemon.finishAll()
            running.gate.waitUntilEmpty()
            running.daemon.stop()
        }
    }

    /// Forwards the kiosk's updates to the hub. The stream keeps only the latest updates, and offering one never waits.
    private static func feed(_ hub: EventHub, from service: any KioskService) -> Task<Void, Never> {
        Task {
            for await update in await service.updates() { hub.publish(update) }
        }
    }

    private func beat(_ hub: EventHub) -> Task<Void, Never> {
        let time = time
        let interval = settings.beatInterval
        return Task {
            while (try? await time.sleep(interval)) != nil { hub.beat() }
        }
    }
}
