internal import Foundation
internal import Glibc
internal import Synchronization

struct WebDriverTab: Decodable {
    var handle: String
}

struct WebDriverNothing: Codable {}

/// What a click is meant for, and how many the page has refused before.
struct WebDriverTarget: Decodable {
    var element: [String: String]
    var refused: Int
}

struct WebDriverSession: Decodable {
    var sessionId: String
}

struct WebDriverCapabilities: Encodable {
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
final class WebDriver: Sendable {
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
