internal import Foundation
internal import TestSupport
internal import Testing

#if canImport(Glibc)
    internal import Glibc
#endif

/// G11 with a real browser on a screen of its own, and a keyboard that somebody has plugged in.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct BreakOutTests {
    private static let tools = ["/usr/bin/Xvfb", "/usr/bin/xdotool"]
    private static let isPossible =
        Browser.isAvailable && tools.allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
    private static let missing = Comment(rawValue: "needs chromium, xvfb and xdotool; install them with: scripts/setup")

    /// The built-in menu's café.
    private static let title = "Brews Café"

    /// What opens, closes or leaves something in Chromium, by its list of shortcuts, and what window managers and
    /// keyboards for media add.
    private static let keys = [
        "ctrl+t", "ctrl+n", "ctrl+shift+n", "ctrl+shift+t", "ctrl+w", "ctrl+F4", "ctrl+shift+w", "ctrl+q",
        "ctrl+shift+q", "alt+F4", "ctrl+Tab", "ctrl+1", "F11", "F12",
        "ctrl+shift+i", "ctrl+shift+j", "ctrl+shift+c", "ctrl+u", "ctrl+o", "ctrl+s", "ctrl+p", "ctrl+l", "alt+d", "F6",
        "ctrl+k", "alt+Home", "alt+Left", "ctrl+h",
        "ctrl+j",
        "ctrl+d", "ctrl+shift+o", "ctrl+shift+b", "ctrl+shift+Delete", "ctrl+shift+m", "shift+Escape", "F1", "F3", "F5",
        "ctrl+r", "F7", "F10", "alt+f", "alt+e",
        "ctrl+f",
        "ctrl+plus", "Menu", "shift+F10", "super", "alt+Tab", "ctrl+alt+t", "XF86HomePage", "XF86Back", "XF86Search",
        "XF86WWW", "Escape",
    ]

    @Test("G11: no key leads out of the page on a kiosk's screen", .enabled(if: isPossible, missing))
    func keyboard() async throws {
        let display = try await Display()
        let kiosk = try await KioskProcess(["--touch-only", "--ephemeral", "--port", "0"])
        let port = try #require(URL(string: kiosk.address)?.port)
        let screen = Process()
        screen.executableURL = URL(fileURLWithPath: Brews.path)
        screen.arguments = [
            "screen", "--port", "\(port)", "--", "--no-sandbox", "--mute-audio", "--ozone-platform=x11",
        ]
        screen.environment = ProcessInfo.processInfo.environment.merging(display.environment) { _, new in new }
        screen.standardError = FileHandle.nullDevice
        try screen.run()
        defer { if screen.isRunning { kill(screen.processIdentifier, SIGKILL) } }
        let clock = ContinuousClock()
        while try display.windows() != [Self.title] { try await clock.sleep(for: .milliseconds(200)) }
        let browser = try display.browsers()
        for key in Self.keys { #expect(try display.windows(after: key) == [Self.title], "\(key)") }
        // A window takes its time, the more so beside other tests.
        try await clock.sleep(for: .seconds(5))
        #expect(try display.windows() == [Self.title])
        #expect(try !browser.isEmpty && display.browsers() == browser, "it is the same window as before")
        screen.terminate()
        screen.waitUntilExit()
        #expect(kiosk.stop() == 0)
    }

    @Test("The search for windows finds one that a key has opened", .enabled(if: isPossible, missing))
    func control() async throws {
        let display = try await Display(), folder = try TemporaryFolder()
        let browser = Process()
        browser.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        browser.arguments = [
            "chromium", "--kiosk", "--no-sandbox", "--no-first-run", "--ozone-platform=x11",
            "--user-data-dir=\(folder.path("profile"))", "about:blank",
        ]
        browser.environment = ProcessInfo.processInfo.environment.merging(display.environment) { _, new in new }
        browser.standardError = FileHandle.nullDevice
        try browser.run()
        defer { kill(-browser.processIdentifier, SIGKILL) }
        let clock = ContinuousClock()
        while try display.windows().isEmpty { try await clock.sleep(for: .milliseconds(200)) }
        _ = try display.windows(after: "ctrl+n")
        while try display.windows().count < 2 { try await clock.sleep(for: .milliseconds(200)) }
    }
}

/// A screen that nobody sees, with a keyboard.
private final class Display {
    private let server = Process()
    let environment: [String: String]

    init() async throws {
        let output = Pipe()
        server.executableURL = URL(fileURLWithPath: "/usr/bin/Xvfb")
        server.arguments = ["-displayfd", "1", "-screen", "0", "1080x1920x24", "-nolisten", "tcp"]
        server.standardOutput = output
        server.standardError = FileHandle.nullDevice
        try server.run()
        var said = ""
        while !said.contains("\n"), case let data = output.fileHandleForReading.availableData, !data.isEmpty {
            said += String(decoding: data, as: UTF8.self)
        }
        environment = ["DISPLAY": ":" + said.trimmingCharacters(in: .whitespacesAndNewlines)]
    }

    deinit { kill(server.processIdentifier, SIGKILL) }

    private static let search = ["search", "--onlyvisible", "--class", "chromium"]
    private static let titles = search + ["getwindowname", "%@"]

    /// Titles of the browser's windows that are to be seen.
    func windows() throws -> [String] { try run(Self.titles) }

    /// The same, a moment after a key was pressed.
    func windows(after key: String) throws -> [String] {
        try run(["key", "--clearmodifiers", key, "sleep", "0.05"] + Self.titles)
    }

    /// Their numbers.
    func browsers() throws -> [String] { try run(Self.search) }

    /// The lines that a chain of xdotool's commands prints.
    private func run(_ words: [String]) throws -> [String] {
        try Brews.capture("/usr/bin/xdotool", words, environment: environment).split(separator: "\n").map(String.init)
    }
}
