import KioskWeb
import Ordering
import TestSupport
import Testing

/// A server with a scripted kiosk, for one test.
struct Site {
    let menu: Menu
    let kiosk: ScriptedKiosk
    let server: KioskWebServer
    let port: Int

    var address: String { "http://127.0.0.1:\(port)" }

    /// Starts a server on a free port, runs `body`, and always stops the server.
    static func with<Result>(
        menu: Menu? = nil, money: (@Sendable (Money) -> String)? = nil, keepsCart: Bool = false,
        staff: (any StaffService)? = nil, voices: (any VoiceChoice)? = nil, notebook: (any NoteService)? = nil,
        owner: (any OwnerService)? = nil, welcome: WelcomeContent? = nil,
        desks: (ScriptedKiosk) -> KioskWebDesks = { _ in KioskWebDesks() },
        clock: any Clock<Duration> = ContinuousClock(),
        _ change: (inout KioskWebSettings) -> Void = { _ in }, _ body: (Site) async throws -> Result
    ) async throws -> Result {
        let menu = try menu ?? MenuLoader.builtIn()
        let kiosk = ScriptedKiosk(menu: menu, keepsCart: keepsCart)
        var settings = KioskWebSettings()
        settings.port = 0
        settings.staffCode = "4711"
        // A machine busy with other tests must not count as a slow client; tests of slow clients set their own limits.
        settings.requestSeconds = 60
        settings.answerDeadline = .seconds(60)
        change(&settings)
        let server = try KioskWebServer(
            service: kiosk, menu: menu, money: money, staff: staff, voices: voices, notebook: notebook, owner: owner,
            welcome: welcome, desks: desks(kiosk),
            settings: settings, clock: clock)
        let port = try await server.start()
        do {
            let result = try await body(Site(menu: menu, kiosk: kiosk, server: server, port: port))
            await server.stop()
            return result
        } catch {
            await server.stop()
            throw error
        }
    }

    /// A request as a well-behaved program writes it.
    func get(_ path: String, _ headers: [String: String] = [:]) async throws -> LoopbackConnection.Reply {
        try #require(
            try await exchange("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n" + lines(headers) + "\r\n"))
    }

    /// A change as the page requests it; `headers` replaces or adds headers.
    func post(_ path: String, _ json: String, _ headers: [String: String] = [:]) async throws
        -> LoopbackConnection.Reply
    {
        let token = try await token()
        let standard = [
            "Origin": address, "X-Brews-Token": token, "Content-Type": "application/json",
            "Content-Length": String(json.utf8.count),
        ]
        let all = standard.merging(headers) { _, own in own }.filter { !$0.value.isEmpty }
        return try #require(
            try await exchange("POST \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n" + lines(all) + "\r\n" + json))
    }

    /// Sends raw bytes and returns one response.
    func exchange(_ request: String) async throws -> LoopbackConnection.Reply? {
        try await LoopbackConnection.exchange(port: port, Array(request.utf8))
    }

    /// The token of the page's document.
    func token() async throws -> String {
        let page = try await get("/").text
        let match = try #require(page.firstMatch(of: /brews-token" content="([0-9a-f]{64})"/))
        return String(match.1)
    }

    private func lines(_ headers: [String: String]) -> String {
        headers.sorted { $0.key < $1.key }.map { "\($0): \($1)\r\n" }.joined()
    }
}

/// Reports a test that was skipped, and why.
enum BrowserTests {
    static let isPossible = Browser.isAvailable
    static let reason: Comment = "chromium and chromium-driver are not installed"
}
