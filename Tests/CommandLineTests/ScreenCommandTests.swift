internal import Foundation
internal import TestSupport
internal import Testing

@testable internal import BrewsCLI
@testable internal import KioskWeb

#if canImport(Glibc)
    internal import Glibc
#endif

private let noBrowser = Comment(rawValue: "needs chromium and chromium-driver; install them with: scripts/setup")

/// `brews screen`: the page is there, or is there again soon.
struct ScreenWatchTests {
    @Test("G10: a page that is silent for more than 10 s is frozen; one that has just been started may take 20 s")
    func silence() {
        var watch = ScreenWatch(startedAt: .seconds(100))
        func isFrozen(_ silence: Duration?, at second: Int) -> Bool {
            watch.observe(PageHealth(silence: silence), at: .seconds(second))
        }
        #expect(!isFrozen(nil, at: 120))
        #expect(isFrozen(nil, at: 121))
        // The last word of the browser before is none of this one.
        #expect(isFrozen(.seconds(22), at: 121))
        #expect(!isFrozen(.seconds(1), at: 121))
        #expect(!isFrozen(.seconds(10), at: 130))
        #expect(isFrozen(.seconds(11), at: 131))
    }

    @Test("A kiosk that does not answer is no fault of the page's: its silence counts from when the kiosk is back")
    func kioskAway() {
        var watch = ScreenWatch(startedAt: .zero)
        func isFrozen(_ health: PageHealth?, at second: Int) -> Bool { watch.observe(health, at: .seconds(second)) }
        #expect(!isFrozen(PageHealth(silence: .zero), at: 5))
        for second in 6...600 { #expect(!isFrozen(nil, at: second)) }
        #expect(!isFrozen(PageHealth(silence: nil), at: 610))
        #expect(isFrozen(PageHealth(silence: nil), at: 611))
    }

    @Test(
        "The kiosk is asked by a name that it answers to, also on port 80, which addresses leave out",
        arguments: [80, 8_117])
    func host(_ port: Int) {
        #expect(WebGuards(port: port, token: "").hosts.contains(HealthProbe(port: port).host))
    }
}

/// The same with a real browser on a real kiosk.
@Suite(.serialized, .timeLimit(.minutes(60)))
struct ScreenCommandTests {
    /// Stops and kills; 50 and 100 with `BREWS_SCREEN_ROUNDS=50`.
    private static let rounds = ProcessInfo.processInfo.environment["BREWS_SCREEN_ROUNDS"].flatMap(Int.init) ?? 1

    @Test(
        "G9, G10: a browser that is killed, or stands still, is there again within 20 s, with the same page",
        .enabled(if: Browser.isAvailable, noBrowser))
    func comesBack() async throws {
        // Two kills for every stop, each kind on a screen of its own: a stop is noticed after ten seconds only.
        async let killed = Self.comeBack(from: SIGKILL, times: 2 * Self.rounds)
        async let stopped = Self.comeBack(from: SIGSTOP, times: Self.rounds)
        let longest = try await max(killed, stopped)
        print("screen: \(Self.rounds * 3) rounds, back within \(longest)")
        #expect(longest <= .seconds(20))
    }

    /// Sends a signal to the browser of a screen, again once the page is there again.
    ///
    /// - Returns: the longest time from a signal to the page's next word.
    private static func comeBack(from signal: Int32, times: Int) async throws -> Duration {
        let kiosk = try await KioskProcess(["--touch-only", "--ephemeral", "--port", "0"])
        let port = try #require(URL(string: kiosk.address)?.port)
        let screen = Process()
        screen.executableURL = URL(fileURLWithPath: Brews.path)
        // Sound and sandbox are not what is tested, and a container has neither.
        screen.arguments = ["screen", "--port", "\(port)", "--", "--headless=new", "--no-sandbox", "--mute-audio"]
        screen.standardError = FileHandle.nullDevice
        try screen.run()
        defer { if screen.isRunning { kill(screen.processIdentifier, SIGKILL) } }
        let probe = HealthProbe(port: port), clock = ContinuousClock()
        try await wait(for: probe) { $0 < .seconds(3) }
        var longest = Duration.zero
        for _ in 0..<times {
            let browser = try #require(child(of: screen.processIdentifier))
            let began = clock.now
            #expect(kill(-browser, signal) == 0)
            while [nil, browser].contains(child(of: screen.processIdentifier)) {
                try await clock.sleep(for: .milliseconds(50))
            }
            let started = clock.now
            try await wait(for: probe) { $0 < clock.now - started }
            longest = max(longest, clock.now - began)
            #expect(kill(browser, 0) == -1, "the browser before is gone")
        }
        let last = try #require(child(of: screen.processIdentifier))
        screen.terminate()
        screen.waitUntilExit()
        #expect(screen.terminationStatus == 0)
        #expect(kill(last, 0) == -1, "nothing of the browser is left")
        #expect(kiosk.stop() == 0)
        return longest
    }

    @Test("A browser that is not there is said in a sentence, and tried again later")
    func noProgram() async throws {
        let output = Pipe()
        let screen = Process()
        screen.executableURL = URL(fileURLWithPath: Brews.path)
        screen.arguments = ["screen", "--json", "--browser", "no-such-browser"]
        screen.standardOutput = output
        try screen.run()
        defer { if screen.isRunning { kill(screen.processIdentifier, SIGKILL) } }
        var said = ""
        while !said.contains("ended with code 127"), case let data = output.fileHandleForReading.availableData,
            !data.isEmpty
        {
            said += String(decoding: data, as: UTF8.self)
        }
        #expect(said.contains("no-such-browser"))
        screen.terminate()
        screen.waitUntilExit()
        #expect(screen.terminationStatus == 0)
    }

    private static func wait(for probe: HealthProbe, _ wanted: (Duration) -> Bool) async throws {
        while true {
            if let silence = await probe.ask()?.silence, wanted(silence) { return }
            try await ContinuousClock().sleep(for: .milliseconds(100))
        }
    }

    /// The browser of a screen: its only child.
    private static func child(of parent: pid_t) -> pid_t? {
        let path = "/proc/\(parent)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return threads.lazy.compactMap { FileManager.default.contents(atPath: "\(path)/\($0)/children") }
            .flatMap { String(decoding: $0, as: UTF8.self).split(separator: " ").compactMap { pid_t($0) } }.first
    }
}
