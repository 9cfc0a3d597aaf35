internal import Foundation

/// The output of a system program that is asked for facts.
public enum ProgramOutput {
    private static let mostBytes = 8 << 20

    /// Runs a program, found on the search path. Blocks.
    ///
    /// - Parameters:
    ///   - seconds: longest time; then the program is ended.
    ///   - mayFail: whether the output also counts when the program fails.
    /// - Returns: its standard output, of at most 8 MiB; `nil` when it cannot be started or fails.
    static func of(_ words: [String], atMost seconds: Int = 20, mayFail: Bool = false) -> Data? {
        let process = Process(), output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["timeout", "\(seconds)"] + words
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return nil }
        var data = Data()
        while let block = try? output.fileHandleForReading.read(upToCount: 1 << 16), !block.isEmpty {
            // What is beyond is read, so that the program can end, and dropped.
            if data.count < mostBytes { data += block }
        }
        process.waitUntilExit()
        return process.terminationStatus == 0 || mayFail ? data : nil
    }

    /// The same as text.
    public static func text(_ words: [String]) -> String? { of(words).map { String(decoding: $0, as: UTF8.self) } }
}
