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
    private let driver: Driver
    private let session: String

    /// Arguments for a browser whose pages do not move: whoever waits for a kiosk would pay for every frame.
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
        driver = try await Driver(path: Self.driverPath)
        var all = [
            "--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run",
            "--force-device-scale-factor=1",
        ]
        // Chromium's sandbox refuses to be started by root.
        if geteuid() == 0 { all.append("--no-sandbox") }
        let capabilities = Capabilities(
            capabilities: .init(
                alwaysMatch: .init(
                    chromeOptions: .init(binary: Self.browserPath, args: all + arguments),
                    timeouts: .init(script: 120_000))))
        let reply: Session = try await driver.call("POST", "/session", capabilities)
        session = reply.sessionId
        try await countClicks()
    }

    /// Ends browser and driver.
    public func quit() async {
        let _: Nothing? = try? await driver.call("DELETE", "/session/\(session)", Nothing?.none)
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
        let tab: Tab = try await driver.call("POST", "/session/\(session)/window/new", ["type": "tab"])
        let _: [String] = try await driver.call("DELETE", "/session/\(session)/window", Nothing?.none)
        let _: Nothing? = try await driver.call("POST", "/session/\(session)/window", ["handle": tab.handle])
        try await countClicks()
    }

    public func open(_ address: String) async throws {
        let _: Nothing? = try await driver.call("POST", "/session/\(session)/url", ["url": address])
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
        let _: Nothing? = try await driver.call(
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
        let _: Nothing? = try await driver.call(
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
            let target: Target = try await value(
                of:
                    """
                    !('held' in document.documentElement.dataset) && document.querySelector(arguments[0]) \
                    && {element: document.querySelector(arguments[0]), refused: window.clicksRefused ?? 0}
                    """,
                [selector])
            guard let element = target.element.values.first else { continue }
            do {
                let _: Nothing? = try await driver.call(
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
        let _: Nothing? = try await driver.call("POST", "/session/\(session)/element/\(element)/value", ["text": text])
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
        let _: Nothing? = try await driver.call(
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
        let text: String = try await driver.call("GET", "/session/\(session)/screenshot", Nothing?.none)
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

private struct Tab: Decodable {
    var handle: String
}

private struct Nothing: Codable {}

/// What a click is meant for, and how many the page has refused before.
private struct Target: Decodable {
    var element: [String: String]
    var refused: Int
}

private struct Session: Decodable {
    var sessionId: String
}

private struct Capabilities: Encodable {
    struct Match: Encodable {
        var alwaysMatch: Wanted
    }

    struct Wanted: Encodable {
        enum CodingKeys: String, CodingKey {
            case chromeOptions = "goog:chromeOptions"
            case timeouts
        }

        var chromeOptions: Options
        var timeouts: Timeouts
    }

    struct Options: Encodable {
        var binary: String
        var args: [String]
    }

    struct Timeouts: Encodable {
        var script: Int
    }

    var capabilities: Match
}

/// The running `chromedriver`.
private final class Driver: Sendable {
    private struct Child: @unchecked Sendable {
        // Sendable: only looked at under the lock once it runs.
        let process: Process
    }

    /// Seconds for an answer: more than what scripts in the page are given.
    private static let limit = 150
    private static let starts = 5

    private let child: Mutex<Child>
    private let port: Int

    /// Starts the driver on a port that it finds. It takes a free one on IPv6 and then the same on IPv4, where a test
    /// beside this one may have it: then it ends at once, and is started again.
    init(path: String) async throws {
        var said = ""
        for _ in 0..<Self.starts {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: path)
            process.arguments = ["--port=0"]
            let output = Pipe()
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            switch await Self.port(in: output.fileHandleForReading) {
            case .named(let port):
                child = Mutex(Child(process: process))
                self.port = port
                return
            case .ended(let text):
                kill(process.processIdentifier, SIGKILL)
                said = text
            }
        }
        throw Browser.Failure(
            description: "\(path) named no port in \(Self.starts) starts; the last one said: \(said.suffix(400))")
    }

    deinit { stop() }

    /// Ends the driver, and the browser where that did not end when it was asked to. Not `terminate`: the child
    /// inherits a mask that keeps that signal out.
    func stop() {
        child.withLock { child in
            guard child.process.isRunning else { return }
            let driver = child.process.processIdentifier, browsers = Self.children(of: driver)
            for process in [driver] + browsers { kill(process, SIGKILL) }
        }
    }

    /// Processes that any thread of a process started (`proc(5)`).
    private static func children(of process: pid_t) -> [pid_t] {
        let threads = "/proc/\(process)/task"
        return ((try? FileManager.default.contentsOfDirectory(atPath: threads)) ?? []).flatMap { thread in
            ((try? String(contentsOfFile: "\(threads)/\(thread)/children", encoding: .utf8)) ?? "").split(
                separator: " "
            ).compactMap { pid_t($0) }
        }
    }

    private enum Start {
        case named(Int)
        /// What it said until it ended.
        case ended(String)
    }

    /// "… started successfully on port 12345."
    private static func port(in output: FileHandle) async -> Start {
        var text = ""
        while true {
            let part = await withCheckedContinuation { continuation in
                DispatchQueue(label: "brews.test-driver").async { continuation.resume(returning: output.availableData) }
            }
            guard !part.isEmpty else { return .ended(text) }
            text += String(decoding: part, as: UTF8.self)
            if let match = text.firstMatch(of: /successfully on port (\d+)/), let port = Int(match.1) {
                return .named(port)
            }
        }
    }

    private struct Reply<Value: Decodable>: Decodable {
        var value: Value
    }

    private struct Refusal: Decodable {
        var error: String
        var message: String
    }

    func call<Value: Decodable>(_ method: String, _ path: String, _ body: (some Encodable)?) async throws -> Value {
        let json = try body.map { Array(try JSONEncoder().encode($0)) } ?? []
        let head =
            "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
            + "Content-Type: application/json\r\nContent-Length: \(json.count)\r\n\r\n"
        guard
            let reply = try await LoopbackConnection.exchange(port: port, Array(head.utf8) + json, seconds: Self.limit)
        else {
            throw Browser.Failure(
                description: "the driver did not answer within \(Self.limit) s, or closed the connection",
                isUnanswered: true)
        }
        guard reply.status == 200 else {
            let refusal = try? JSONDecoder().decode(Reply<Refusal>.self, from: Data(reply.body))
            throw Browser.Failure(
                description: refusal.map { "\($0.value.error): \($0.value.message.prefix(400))" } ?? reply.text)
        }
        return try JSONDecoder().decode(Reply<Value>.self, from: Data(reply.body)).value
    }
}
