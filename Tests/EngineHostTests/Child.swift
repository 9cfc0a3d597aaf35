internal import EngineHost
internal import Foundation
internal import Synchronization
internal import TestSupport

/// The built `engine-host-child`, and hosts over it.
enum Child {
    /// Beside the running tests.
    static let program: String = {
        let tests = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let beside = tests.appendingPathComponent("engine-host-child")
        return FileManager.default.isExecutableFile(atPath: beside.path)
            ? beside.path : Repository.root.appendingPathComponent(".build/debug/engine-host-child").path
    }()

    static func command(_ arguments: String...) -> ChildProcess.Command {
        // As in the product: a crash ends the child at once instead of printing a back trace first.
        let environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { _, new in new
        }
        return ChildProcess.Command(executable: program, arguments: arguments, environment: environment)
    }

    /// Settings under which a test may lose as many children as it likes.
    static var patient: EngineHostSettings {
        EngineHostSettings(firstDelay: .zero, longestDelay: .milliseconds(50), mostLossesPerMinute: 1_000)
    }

    static func service(
        _ engine: String, _ settings: EngineHostSettings = patient, log: @escaping @Sendable (String) -> Void = { _ in }
    ) throws -> IsolatedVoiceService {
        try IsolatedVoiceService(command: command(engine), settings: settings, log: log)
    }

    /// A process's state as in `ps`, for example `S`, `T` for stopped or `Z` for a zombie; `nil` when there is none.
    static func state(_ process: Int32) -> Character? {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return nil }
        return status.drop { $0 != ")" }.dropFirst(2).first
    }

    /// Whether a process runs: it exists and is no zombie.
    static func isRunning(_ process: Int32) -> Bool { state(process).map { $0 != "Z" } ?? false }
}

/// Lines that were logged.
final class Log: Sendable {
    private let state = Mutex<[String]>([])

    var lines: [String] { state.withLock { $0 } }

    func add(_ line: String) { state.withLock { $0.append(line) } }
}

/// Waits until something is so that another process decides, and nobody reports.
func eventually(_ seconds: Double = 20, _ condition: () -> Bool) async -> Bool {
    let clock = ContinuousClock(), end = clock.now.advanced(by: .seconds(seconds))
    while !condition() {
        guard clock.now < end else { return false }
        usleep(2_000)
        await Task.yield()
    }
    return true
}
