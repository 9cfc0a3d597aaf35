internal import Foundation

/// `brews screen`: shows the kiosk's page in a browser and restarts it when the page freezes.
enum ScreenCommand: Command {
    static let name = "screen"
    static let spec = CommandSpec(
        name: "brews screen",
        summary: "Shows a kiosk's page in Chromium, full screen, and starts it again when the page freezes.",
        operands: "[-- FLAG…]",
        options: [
            OptionSpec("port", value: "N", "of the kiosk's page on 127.0.0.1 (default: 8117)"),
            OptionSpec("browser", value: "PROGRAM", "a Chromium, by name or path (default: chromium)"),
        ],
        examples: [
            ("brews screen", "show the page of the kiosk on this machine, until it is ended"),
            ("cage -d -- brews screen -- --ozone-platform=wayland", "on an appliance, under a compositor"),
        ])

    /// Interval between health checks.
    private static let interval = Duration.seconds(1)
    /// Shortest time between two starts of the browser.
    private static let shortLife = Duration.seconds(10)
    private static let longestWait = Duration.seconds(30)

    static func run(_ arguments: Arguments, _ setup: Setup) async throws -> Int32 {
        let port = try arguments.integer("port", in: 1...65_535) ?? 8_117
        let clock = ContinuousClock(), origin = clock.now
        let log = ServiceLogger(console: setup.console, name: name, isJSON: setup.json) { clock.now - origin }
        let program = arguments.value("browser") ?? "chromium"
        // In memory where possible.
        let folders = [ProcessInfo.processInfo.environment["RUNTIME_DIRECTORY"], "/dev/shm", "/tmp"].compactMap { $0 }
        let folder = folders.first { FileManager.default.isWritableFile(atPath: $0) } ?? "/tmp"
        // Before the browser starts, so that a signal cannot leave one behind.
        let signals = StopSignals()
        let watching = Task {
            var wait = Duration.zero
            while !Task.isCancelled {
                let began = clock.now
                let browser = try ScreenBrowser(
                    program: program, address: "http://127.0.0.1:\(port)/", extra: arguments.operands, folder: folder)
                log("showing http://127.0.0.1:\(port)/")
                log(await watch(browser, program, probe: HealthProbe(port: port), now: { clock.now - origin }))
                browser.clear()
                wait = clock.now - began >= shortLife ? .zero : min(max(.seconds(1), wait * 2), longestWait)
                try await clock.sleep(for: wait)
            }
        }
        signals.whenStopped { watching.cancel() }
        defer { withExtendedLifetime(signals) {} }
        do { try await watching.value } catch is CancellationError {}
        log("closed")
        return 0
    }

    /// Waits until the browser has ended; ends it when its page freezes.
    ///
    /// - Returns: why it ended, for the log.
    private static func watch(
        _ browser: ScreenBrowser, _ program: String, probe: HealthProbe, now: @escaping @Sendable () -> Duration
    ) async -> String {
        let watching = Task {
            var watch = ScreenWatch(startedAt: now())
            while (try? await ContinuousClock().sleep(for: interval)) != nil {
                guard watch.observe(await probe.ask(), at: now()) else { continue }
                browser.end()
                return true
            }
            browser.end()
            return false
        }
        // Detached: the end of the browser is awaited also when this task is cancelled.
        let ending = Task { await browser.ending() }
        return await withTaskCancellationHandler {
            let code = await ending.value
            watching.cancel()
            return await watching.value
                ? "the page was frozen; the browser is started again"
                : "the browser has ended with code \(code)"
                    + "\(code == 127 ? "; is there a \(program)? install it with: apt-get install chromium" : "")"
        } onCancel: {
            watching.cancel()
            browser.end()
        }
    }
}
