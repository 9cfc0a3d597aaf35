internal import Foundation
internal import TestSupport

/// The `order-store-child` program in a process that can be killed.
final class Child {
    private let process = Process()
    private let output = Pipe()
    private var rest = Data()

    /// - Parameter words: arguments; see `Tests/order-store-child/main.swift`.
    init(_ words: String...) throws {
        process.executableURL = Self.program
        process.arguments = words
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { _, new in
            new
        }
        try process.run()
        try output.fileHandleForWriting.close()
    }

    deinit { kill() }

    var identifier: Int32 { process.processIdentifier }

    /// The next line of output, waiting for it; `nil` when the process has ended.
    func line() -> String? {
        while true {
            if let end = rest.firstIndex(of: 10) {
                let line = String(decoding: rest[..<end], as: UTF8.self)
                rest = Data(rest[rest.index(after: end)...])
                return line
            }
            // Whatever is available: `FileHandle` would wait until its buffer is full.
            var bytes = [UInt8](repeating: 0, count: 4_096)
            let count = read(output.fileHandleForReading.fileDescriptor, &bytes, bytes.count)
            guard count > 0 else { return nil }
            rest += Data(bytes.prefix(count))
        }
    }

    /// Kills the process (SIGKILL) and waits until it has ended.
    func kill() {
        guard process.isRunning else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    private static let program: URL = {
        let tests = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let beside = tests.appendingPathComponent("order-store-child")
        return FileManager.default.isExecutableFile(atPath: beside.path)
            ? beside : Repository.root.appendingPathComponent(".build/debug/order-store-child")
    }()
}
