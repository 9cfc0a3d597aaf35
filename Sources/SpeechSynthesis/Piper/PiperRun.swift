internal import Foundation
internal import Glibc
internal import PlatformSupport

/// The program, its voice and its limits.
struct PiperProgram: Sendable {
    let path: String
    /// Path of the voice.
    let model: String
    /// `--length_scale`: 1 is the voice's own rate, larger is slower.
    let lengthScale: Double
    let sampleRate: Int
    let memoryMebibytes: Int
    /// Most bytes of samples for one text.
    let maxBytes: Int

    /// Command line with the options of an output, as both Piper programs know them (the C++ program of rhasspy and the
    /// Python package `piper-tts`).
    func command(_ output: [String]) -> [String] {
        [path, "--model", model] + output + ["--length_scale", String(format: "%.3f", lengthScale)]
    }
}

/// One run of the program: a line of text in, samples out, within limits. It blocks and must run on a worker.
struct PiperRun: Sendable {
    let program: PiperProgram

    /// Bytes of error output kept for an error message.
    static let maxErrorBytes = 400
    /// Interval between checks of the abort flag.
    static let pollMilliseconds: Int32 = 20
    /// Sets the limits before the program starts, so that all of its code runs under them. Core dumps are off because
    /// they would contain orders.
    private static let script = "ulimit -c 0 && ulimit -d \"$0\" && exec \"$@\""

    /// Runs the program.
    ///
    /// - Returns: the program's output.
    /// - Throws: `PiperError`, or `CancellationError` when the flag is raised. The program has always ended on return.
    func run(line: String, until limit: PiperDeadline, abort: AbortFlag) throws -> [UInt8] {
        let input = try PiperChannel(), output = try PiperChannel(), errors = try PiperChannel()
        let child = try PiperChild(
            script: Self.script,
            arguments: [String(program.memoryMebibytes * 1_024)] + program.command(["--output_raw"]),
            channels: [input, output, errors])
        defer { child.end() }
        // If the program has ended already, that is detected below.
        _ = input.send(Array((line + "\n").utf8))
        input.closeNear()

        var speech: [UInt8] = [], errorOutput: [UInt8] = []
        var hasOutput = true, hasErrors = true
        while hasOutput || hasErrors {
            if abort.isRaised { throw CancellationError() }
            guard !limit.hasPassed else { throw limit.missed }
            var waits = [
                pollfd(fd: hasOutput ? output.near : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: hasErrors ? errors.near : -1, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&waits, 2, Self.pollMilliseconds) > 0 else { continue }
            if waits[0].revents != 0 { hasOutput = output.read(into: &speech, limit: program.maxBytes + 1) }
            if waits[1].revents != 0 { hasErrors = errors.read(into: &errorOutput, limit: Self.maxErrorBytes) }
            guard speech.count <= program.maxBytes else { throw PiperError.tooLong(bytes: program.maxBytes) }
        }
        let code = child.wait(until: limit.end)
        guard code == 0, speech.count >= 2 else {
            throw PiperError.failed(lastLineOf: errorOutput, otherwise: "it ended with code \(code)")
        }
        return speech
    }
}

/// The time for one text, in one attempt or several.
struct PiperDeadline {
    let end: ContinuousClock.Instant
    private let duration: Duration

    init(_ duration: Duration) {
        self.duration = duration
        end = ContinuousClock().now.advanced(by: duration)
    }

    var hasPassed: Bool { ContinuousClock().now >= end }

    /// The error of a program that exceeded it.
    var missed: PiperError {
        .timedOut(seconds: Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18)
    }
}

extension PiperError {
    /// The last line of a program's error output as an error.
    static func failed(lastLineOf output: [UInt8], otherwise: String) -> PiperError {
        let last = String(decoding: output, as: UTF8.self).split(separator: "\n").last.map(String.init) ?? ""
        return .failed(last.isEmpty ? otherwise : last)
    }
}
