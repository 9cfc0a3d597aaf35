public import Foundation
internal import Glibc
internal import Synchronization

/// Chromium without a screen, driven through `chromedriver` (W3C WebDriver over loopback). One value is one browser
/// with one page.
///
/// Waiting is done inside the page, by whatever changes there: no test sleeps.
public final class Browser: Sendable {
    /// Where Debian's packages `chromium` and `chromium-driver` put their programs.
    private static let driverPath = "/usr/bin/chromedriver"
    private static let browserPath = "/usr/bin/chromium"

    /// Whether both programs are installed.
    public static let isAvailable =
        FileManager.default.isExecutableFile(atPath: driverPath)
        && FileManager.default.isExecutableFile(atPath: browserPath)

    /// What the driver says went wrong.
    public struct Failure: Error, Sendable, CustomStringConvertible {
        public let description: String
        /// Whether driver or browser stopped answering at all, which says nothing about the page.
        var isUnanswered = false
    }

    /// Additional arguments of the browser's command line.
    fileprivate let arguments: [String]
    private let driver: WebDriver
    private let session: String

    /// Arguments for a browser whose pages do not move: a test that waits for a kiosk pays for every frame.
    public static let calm = ["--force-prefers-reduced-motion"]

    /// How many browsers `with` runs at once. Twice as many as processors, for a browser that waits for a kiosk uses
    /// none; more would slow down what the tests measure.
    public static let mostAtOnce = min(8, 2 * max(1, ProcessInfo.processInfo.activeProcessorCount))

    /// Starts driver and browser.
    ///
    /// - Parameter arguments: for the browser, in addition.
    /// - Throws: `Failure`.
    public init(arguments: [String] = []) async throws {
        self.arguments = arguments
        driver = try await WebDriver(path: Self.driverPath)
        var all = [
            "--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run",
            "--force-device-scale-factor=1",
        ]
        // Chromium's sandbox refuses to be started by root.
        if geteuid() == 0 { all.append("--no-sandbox") }
        let capabilities = WebDriverCapabilities(
            capabilities: .init(
                alwaysMatch: .init(
                    chromeOptions: .init(binary: Self.browserPath, args: all + arguments),
                    timeouts: .init(script: 120_000))))
        let reply: WebDriverSession = try await driver.call("POST", "/session", capabilities)
        session = reply.sessionId
        try await countClicks()
    }

    /// Ends browser and driver.
    public func quit() async {
        let _: WebDriverNothing? = try? await driver.call("DELETE", "/session/\(session)", WebDriverNothing?.none)
        driver.stop()
    }

    /// Kills browser and driver.
    fileprivate func kill() { driver.stop() }

    /// Runs `body` with a browser without state of earlier pages: an idle browser of the pool in a new tab, or a new
    /// one. Retries once with another browser when the first one stops answering; a page that hangs its browser each
    /// time still fails. At most `mostAtOnce` run; the caller waits for its turn.
    ///
    /// - Parameter isFirst: whether the next turn is the caller's: for a test of half a minute in real time, after
    ///   which nothing else should be left to run.
    public static func with<Result>(
        arguments: [String] = [], isFirst: Bool = false, _ body: (Browser) async throws -> Result
    ) async throws -> Result {
        do { return try await once(arguments, isFirst, body) } catch let failure as Failure where failure.isUnanswered {
            FileHandle.standardError.write(
                Data("brews: note: a browser stopped answering, another is tried: \(failure)\n".utf8))
            return try await once(arguments, isFirst, body)
        }
    }

    private static func once<Result>(
        _ arguments: [String], _ isFirst: Bool, _ body: (Browser) async throws -> Result
    ) async throws -> Result {
        let browser = try await BrowserPool.shared.take(arguments, isFirst: isFirst)
        do {
            let result = try await body(browser)
            await BrowserPool.shared.give(browser)
            return result
        } catch {
            await BrowserPool.shared.end(browser)
            throw error
        }
    }

    /// Replaces the tab by a new one without cookies, storage, cache and emulation of the old one.
    fileprivate func renew() async throws {
        let origin = try await evaluate("return location.origin", as: String.self)
        if origin.hasPrefix("http") {
            try await develop("Storage.clearDataForOrigin", ["origin": origin, "storageTypes": "all"])
        }
        try await develop("Network.clearBrowserCookies", [String: String]())
        try await develop("Network.clearBrowserCache", [String: String]())
        let tab: WebDriverTab = try await driver.call("POST", "/session/\(session)/window/new", ["type": "tab"])
        let _: [String] = try await driver.call("DELETE", "/session/\(session)/window", WebDriverNothing?.none)
        let _: WebDriverNothing? = try await driver.call("POST", "/session/\(session)/window", ["handle": tab.handle])
        try await countClicks()
    }

    public func open(_ address: String) async throws {
        let _: WebDriverNothing? = try await driver.call("POST", "/session/\(session)/url", ["url": address])
    }

    /// The page's size in CSS pixels, exactly, and how large a pixel of it is on pictures.
    public func resize(width: Int, height: Int, scale: Double = 1) async throws {
        struct Metrics: Encodable {
            var width: Int
            var height: Int
            var deviceScaleFactor: Double
            var mobile = false
        }
        try await develop(
            "Emulation.setDeviceMetricsOverride", Metrics(width: width, height: height, deviceScaleFactor: scale))
    }

    /// A command of Chromium's DevTools protocol.
    private func develop(_ command: String, _ parameters: some Encodable) async throws {
        let _: WebDriverNothing? = try await driver.call(
            "POST", "/session/\(session)/goog/cdp/execute", Command(cmd: command, params: parameters))
    }

    private struct Command<Parameters: Encodable>: Encodable {
        var cmd: String
        var params: Parameters
    }

    private struct Script<Argument: Encodable>: Encodable {
        var script: String
        var args: [Argument]
    }

    /// The value of a function's body (`return …`) in the page.
    public func evaluate<Value: Decodable>(
        _ script: String, _ arguments: [String] = [], as type: Value.Type = Value.self
    ) async throws -> Value {
        try await driver.call("POST", "/session/\(session)/execute/sync", Script(script: script, args: arguments))
    }

    /// Runs statements for what they do.
    public func run(_ script: String, _ arguments: [String] = []) async throws {
        let _: WebDriverNothing? = try await driver.call(
            "POST", "/session/\(session)/execute/sync", Script(script: script, args: arguments))
    }

    /// Returns as soon as an expression is true in the page; looked at with every change of the document and every
    /// frame.
    ///
    /// - Throws: `Failure` with the expression when it does not come true within two minutes.
    public func wait(for expression: String, _ arguments: [String] = []) async throws {
        let _: Bool = try await value(of: "(\(expression)) ? true : false", arguments)
    }

    /// Like `wait`, and returns the value of the expression: the first that counts as true in JavaScript.
    public func value<Value: Decodable>(of expression: String, _ arguments: [String] = []) async throws -> Value {
        let script = """
            const done = arguments[arguments.length - 1], args = arguments;
            const value = () => {
              try { return (function () { return (\(expression)); }).apply(null, args); } catch { return false; }
            };
            let over = false;
            const look = () => {
              const found = over ? null : value();
              if (!found) return;
              over = true;
              observer.disconnect();
              clearInterval(timer);
              done(found);
            };
            const observer = new MutationObserver(look);
            observer.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
            const timer = setInterval(look, 50);
            look();
            """
        do {
            return try await driver.call(
                "POST", "/session/\(session)/execute/async", Script(script: script, args: arguments))
        } catch let failure as Failure {
            throw Failure(description: "\(expression): \(failure.description)", isUnanswered: failure.isUnanswered)
        }
    }

    /// Clicks what a CSS selector finds, as a finger would: it must be visible and not covered. Again, a few times,
    /// while the page does not take the click.
    ///
    /// The page takes no touch right after what it asks has changed, and may learn of a change between a look at it and
    /// the click.
    public func click(_ selector: String) async throws {
        for _ in 0..<5 {
            let target: WebDriverTarget = try await value(
                of:
                    """
                    !('held' in document.documentElement.dataset) && document.querySelector(arguments[0]) \
                    && {element: document.querySelector(arguments[0]), refused: window.clicksRefused ?? 0}
                    """,
                [selector])
            guard let element = target.element.values.first else { continue }
            do {
                let _: WebDriverNothing? = try await driver.call(
                    "POST", "/session/\(session)/element/\(element)/click", [String: String]())
            } catch let failure as Failure where failure.description.hasPrefix("stale element reference") {
                // The page has drawn the element anew in between, so nothing was clicked.
                continue
            }
            if try await clicksRefused() == target.refused { return }
        }
        throw Failure(description: "the page takes no click on \(selector)")
    }

    /// How many clicks the page has kept from its elements.
    private func clicksRefused() async throws -> Int { try await evaluate("return window.clicksRefused ?? 0") }

    /// Counts, in every page to come, the clicks that arrive and those that are let through, before the page's own code
    /// can stop them.
    private func countClicks() async throws {
        let source = """
            window.clicksRefused = 0;
            window.addEventListener("click", () => window.clicksRefused++, true);
            document.addEventListener("click", () => window.clicksRefused--, true);
            """
        try await develop("Page.addScriptToEvaluateOnNewDocument", ["source": source])
    }

    /// Types keys into what a CSS selector finds.
    public func type(_ text: String, into selector: String) async throws {
        let element = try await find(selector)
        let _: WebDriverNothing? = try await driver.call(
            "POST", "/session/\(session)/element/\(element)/value", ["text": text])
    }

    /// Presses and lets go of a key, wherever the focus is; `\u{E004}` is Tab.
    public func press(_ key: String) async throws {
        struct Actions: Encodable {
            struct Source: Encodable {
                var type = "key"
                var id = "keys"
                var actions: [[String: String]]
            }
            var actions: [Source]
        }
        let strokes = [["type": "keyDown", "value": key], ["type": "keyUp", "value": key]]
        let _: WebDriverNothing? = try await driver.call(
            "POST", "/session/\(session)/actions", Actions(actions: [.init(actions: strokes)]))
    }

    private func find(_ selector: String) async throws -> String {
        let found: [String: String] = try await driver.call(
            "POST", "/session/\(session)/element", ["using": "css selector", "value": selector])
        guard let element = found.values.first else { throw Failure(description: "nothing is \(selector)") }
        return element
    }

    /// The visible text of what a CSS selector finds.
    public func text(_ selector: String) async throws -> String {
        try await evaluate("return document.querySelector(arguments[0]).innerText", [selector])
    }

    /// The page as a PNG file.
    public func screenshot() async throws -> Data {
        let text: String = try await driver.call("GET", "/session/\(session)/screenshot", WebDriverNothing?.none)
        guard let data = Data(base64Encoded: text) else { throw Failure(description: "not a picture") }
        return data
    }
}

/// Browsers that tests use one after another, because starting one costs a second of processor time.
private actor BrowserPool {
    static let shared = BrowserPool(most: Browser.mostAtOnce)

    /// Browsers between two tests; killed when the test process exits.
    private static let idle = Mutex<[Browser]>([])
    private static let killsAtExit: Void = {
        atexit { BrowserPool.idle.withLock { $0 }.forEach { $0.kill() } }
    }()

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(most: Int) {
        free = most
        Self.killsAtExit
    }

    /// Returns an idle browser, or starts one, once fewer than the limit are in use.
    func take(_ arguments: [String], isFirst: Bool) async throws -> Browser {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.insert($0, at: isFirst ? 0 : waiting.count) }
        }
        do {
            while let browser = Self.idle.withLock({ idle in
                idle.lastIndex { $0.arguments == arguments }.map { idle.remove(at: $0) }
            }) {
                // One that opens no new tab is replaced.
                if (try? await browser.renew()) != nil { return browser }
                await browser.quit()
            }
            // One with other arguments makes room where there are as many as may run.
            let free = free
            let surplus = Self.idle.withLock { idle in idle.count > free ? idle.removeFirst() : nil }
            await surplus?.quit()
            return try await Browser(arguments: arguments)
        } catch {
            pass()
            throw error
        }
    }

    func give(_ browser: Browser) {
        Self.idle.withLock { $0.append(browser) }
        pass()
    }

    func end(_ browser: Browser) async {
        await browser.quit()
        pass()
    }

    /// Hands the turn to the next waiting caller.
    private func pass() { if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() } }
}
