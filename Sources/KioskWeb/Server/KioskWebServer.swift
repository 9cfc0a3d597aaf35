public import Ordering
internal import PlatformSupport
internal import Speech

/// The kiosk's web server: the guest's page, the staff's page, and what watches over the kiosk, on 127.0.0.1 and
/// nowhere else.
///
/// Two threads of its own take connections (`ConnectionGate`) and speak HTTP (libmicrohttpd); the kiosk is asked from
/// tasks, and nothing here waits for it without a deadline. A server may be started and stopped again and again; each
/// start has a token of its own, and open pages load themselves anew.
public actor KioskWebServer {
    private let service: any KioskService
    private let staff: (any StaffService)?
    private let menu: Menu
    private let settings: KioskWebSettings
    private let time: MonotonicClock
    /// Stopping waits for threads, which must not happen on the cooperative pool.
    private let worker = SerialWorker(label: "web-stop")
    private var running: Running?

    private struct Running {
        let port: Int
        let gate: ConnectionGate
        let daemon: Daemon
        let hub: EventHub
        let board: ServerStatus
        let tasks: [Task<Void, Never>]
    }

    /// - Parameters:
    ///   - staff: what the staff's page shows beyond the health; without it the page has no figures of the day and no
    ///     microphone check.
    ///   - clock: by which the page's heartbeat, the staff code's lock and the answers' deadlines are measured.
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

    /// Time since the page last said that it lives; `nil` while the server rests, and before any page did. A page says
    /// so every 2 s.
    public var timeSinceHeartbeat: Duration? { running?.board.sinceHeartbeat }

    /// Pages that are open now, as event streams.
    public var openPages: Int { running?.hub.streamCount ?? 0 }

    /// Begins to serve.
    ///
    /// - Returns: the port, which is the setting's unless that is 0.
    /// - Throws: `KioskWebError`: the port is taken, the system has no more descriptors, or the server runs already.
    ///   Then nothing is left behind.
    public func start() throws(KioskWebError) -> Int {
        guard running == nil else { throw .alreadyRunning }
        let listener = try ListeningSocket(port: settings.port)
        let gate = try ConnectionGate()
        let token = Secret.random()
        let boot = Secret.random()
        let hub = EventHub(boot: boot, mostStreams: settings.eventStreams)
        let board = ServerStatus(time: time, streams: { hub.streamCount }, gate: { gate.counts })
        let desk = settings.staffCode.map { StaffEndpoint(code: $0, service: staff, time: time) }
        let router = Router(
            guards: WebGuards(port: listener.port, token: token),
            assets: Assets(
                boot: boot, token: token, hasStaffPage: desk != nil, language: PageLanguage(locale: settings.locale)),
            menu: menu,
            menuJSON: MenuDocument(menu, wakePhrase: settings.wakePhrase, hasStaffPage: desk != nil).json,
            service: service, staff: desk, board: board,
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
            port: listener.port, gate: gate, daemon: daemon, hub: hub, board: board,
            tasks: [Self.feed(hub, from: service), beat(hub)])
        return listener.port
    }

    /// Ends every connection and both threads; the port is free when this returns. Does nothing on a server that rests.
    public func stop() async {
        guard let running else { return }
        self.running = nil
        for task in running.tasks { task.cancel() }
        // First the door, then the streams that rest, then the daemon, which must not stop with connections that rest.
        // Never thrown: nothing in it throws, and a cancelled caller leaves while the worker goes on.
        try? await worker.run {
            running.gate.stop()
            running.hub.close()
            running.daemon.finishAll()
            running.gate.waitUntilEmpty()
            running.daemon.stop()
        }
    }

    /// Passes on what the kiosk tells. The stream keeps the newest updates by itself, and offering never waits.
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
