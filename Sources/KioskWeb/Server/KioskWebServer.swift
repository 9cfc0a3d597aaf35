public import Ordering
internal import PlatformSupport
internal import Speech

/// The kiosk's web server: the guest page, the staff page and the health endpoints, on 127.0.0.1 only.
///
/// One thread accepts connections and processes HTTP (`HTTPServer`). The kiosk is called from tasks, always with a
/// deadline. A server can be started and stopped repeatedly. Each start has its own token, and open pages reload.
///
/// ```swift
/// let server = try KioskWebServer(service: kiosk, menu: menu)
/// let port = try await server.start()
/// print("http://127.0.0.1:\(port)/")
/// ```
public actor KioskWebServer {
    private let service: any KioskService
    private let staff: (any StaffService)?
    private let voices: (any VoiceChoice)?
    private let notebook: (any NoteService)?
    private let owner: (any OwnerService)?
    private let welcome: WelcomeBoard
    private let desks: KioskWebDesks
    private let menu: Menu
    private let money: @Sendable (Money) -> String
    private let term: @Sendable (String) -> String
    private let settings: KioskWebSettings
    private let time: MonotonicClock
    /// Stops threads, which blocks, outside the cooperative pool.
    private let worker = SerialWorker(label: "web-stop")
    private var running: Running?

    private struct Running {
        let port: Int
        let server: HTTPServer
        let hub: EventHub
        let status: ServerStatus
        let sessions: [String: PageSessions]
        let tasks: [Task<Void, Never>]
    }

    /// Creates a stopped server.
    ///
    /// - Parameters:
    ///   - service: the kiosk.
    ///   - menu: menu shown on the page.
    ///   - money: formats an amount as the kiosk's sentences write it; `nil` for the English form.
    ///   - term: the word for an allergen in the language of the page; `nil` for the menu's word.
    ///   - staff: figures and microphone check of the staff page; `nil` for a staff page with the health only.
    ///   - voices: the choice of the voice on the staff page; `nil` for a kiosk that does not speak.
    ///   - notebook: notes and open questions on the staff page; `nil` for a kiosk without a notebook.
    ///   - owner: the menu and the day's orders on the staff page; `nil` for a kiosk that keeps neither.
    ///   - welcome: what the welcome page shows at first; `nil` for what the menu itself says.
    ///   - desks: serve the pages that have a state of their own; none by default.
    ///   - settings: port, limits and deadlines.
    ///   - clock: clock of the heartbeat, the staff lock and the deadlines.
    /// - Throws: `KioskWebError.badSetting`.
    public init(
        service: any KioskService, menu: Menu, money: (@Sendable (Money) -> String)? = nil,
        term: (@Sendable (String) -> String)? = nil, staff: (any StaffService)? = nil,
        voices: (any VoiceChoice)? = nil, notebook: (any NoteService)? = nil, owner: (any OwnerService)? = nil,
        welcome: WelcomeContent? = nil, desks: KioskWebDesks = KioskWebDesks(),
        settings: KioskWebSettings = KioskWebSettings(),
        clock: some Clock<Duration> = ContinuousClock()
    ) throws(KioskWebError) {
        try settings.validate()
        self.service = service
        self.menu = menu
        let currency = menu.store.currency
        self.money = money ?? { $0.formatted(currency: currency) }
        self.term = term ?? { $0 }
        self.staff = staff
        self.voices = voices
        self.notebook = notebook
        self.owner = owner
        self.welcome = WelcomeBoard(welcome)
        self.desks = desks
        self.settings = settings
        time = MonotonicClock(clock)
    }

    /// Replaces what the welcome page shows; pages ask for it between guests, every ten minutes at most.
    public nonisolated func show(_ content: WelcomeContent) { welcome.show(content) }

    /// Starts the server.
    ///
    /// - Returns: the port; it differs from the setting only if that is 0.
    /// - Throws: `KioskWebError`: the port is in use, descriptors are exhausted, or the server is running. All
    ///   resources are released then.
    public func start() throws(KioskWebError) -> Int {
        guard running == nil else { throw .alreadyRunning }
        let listener = try ListeningSocket(port: settings.port)
        let server = try HTTPServer()
        let token = Secret.random()
        let boot = Secret.random()
        let hub = EventHub(boot: boot, mostStreams: settings.eventStreams)
        let status = ServerStatus(time: time, streams: { hub.streamCount }, connections: { server.counts })
        let desk = settings.staffCode.map {
            StaffEndpoint(code: $0, service: staff, voices: voices, notebook: notebook, owner: owner, time: time)
        }
        let sessions = desks.sessions(boot: boot)
        let router = Router(
            guards: WebGuards(port: listener.port, token: token),
            assets: Assets(
                boot: boot, token: token, hasStaffPage: desk != nil, hasSearchPage: desks.search != nil,
                hasAssistantPage: desks.assistant != nil, language: PageLanguage(locale: settings.locale)),
            menu: menu,
            menuDocument: MenuDocument(
                menu, wakePhrase: settings.wakePhrase, hasStaffPage: desk != nil, hasSearchPage: desks.search != nil,
                money: money, term: term
            ),
            welcome: welcome,
            money: money,
            service: service, staff: desk, desks: sessions, status: status,
            time: time, answerDeadline: settings.answerDeadline,
            pictures: PictureFiles(menu: menu, folder: settings.pictureFolder))
        let serverSettings = HTTPServer.Settings(
            waiting: settings.waitingConnections, connections: settings.connections,
            requestSeconds: settings.requestSeconds)
        try server.run(listener, serverSettings, hub: hub) { router.route($0) }
        running = Running(
            port: listener.port, server: server, hub: hub, status: status, sessions: sessions,
            tasks: [Self.feed(hub, from: service), beat(hub, sessions)])
        return listener.port
    }

    /// Closes all connections and stops the thread. The port is free when this returns. Has no effect on a stopped
    /// server.
    public func stop() async {
        guard let running else { return }
        self.running = nil
        for task in running.tasks { task.cancel() }
        for sessions in running.sessions.values { await sessions.close() }
        // Errors are ignored: the closure throws nothing, and if the caller is cancelled the worker still finishes.
        try? await worker.run { running.server.stop() }
    }

    /// Forwards the kiosk's updates to the hub. The stream keeps only the latest updates, and offering one never waits.
    private static func feed(_ hub: EventHub, from service: any KioskService) -> Task<Void, Never> {
        Task {
            for await update in await service.updates() { hub.publish(update) }
        }
    }

    private func beat(_ hub: EventHub, _ sessions: [String: PageSessions]) -> Task<Void, Never> {
        let time = time
        let interval = settings.beatInterval
        return Task {
            while (try? await time.sleep(interval)) != nil {
                hub.beat()
                for sessions in sessions.values { await sessions.beat() }
            }
        }
    }
}
