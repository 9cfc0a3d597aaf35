internal import Foundation
internal import Glibc
internal import PlatformSupport

/// A running program that keeps its voice loaded: it reads lines of text and writes each as a file into a folder in
/// memory, whose path it prints when the file is written. One text at a time; it blocks and must run on a worker.
///
/// The program ends with this value, or with this process even when that is killed: a shell beside the program waits
/// for the end of a channel, then kills the program and removes the folder.
final class LoadedPiper {
    /// A dropped text that is not worth waiting for.
    struct Overdue: Error {}

    /// Bytes that the program may print for one text.
    private static let maxPrintedBytes = 1 << 20
    /// Time for the shell to end the program and remove the folder.
    private static let grace = Duration.milliseconds(500)
    /// Longest time for the rest of a file that was named as written.
    private static let writing = Duration.seconds(1)
    /// `$0` to `$2` are the limits of memory and file size and the folder. The program is what the kernel ends when
    /// memory runs out, not the kiosk. Commands in the background have no input, hence descriptor 4.
    private static let script = """
        ulimit -c 0 && ulimit -d "$0" && ulimit -f "$1" || exit 1
        folder=$2
        shift 2
        { echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null
        exec 4<&0
        "$@" <&4 3<&- 4<&- &
        exec 0<&3 >/dev/null 2>&1 3<&- 4<&-
        read -r end
        kill -9 $!
        wait
        rm -rf "$folder"
        kill -9 0
        """

    private let program: PiperProgram
    private let folder: PiperFolder
    private let input: PiperChannel
    private let life: PiperChannel
    private let child: PiperChild
    private var printed: [PrintedLines]
    private let clock = ContinuousClock()
    private let started: ContinuousClock.Instant
    /// Time from the start to the first speech; `nil` while the voice is being loaded.
    private var loadTime: Duration?
    /// Most time per byte of text so far.
    private var pace = Duration.zero

    /// Starts the program, which begins to load its voice.
    ///
    /// - Throws: `PiperError.cannotStart`, also where there is no file system in memory.
    init(_ program: PiperProgram) throws(PiperError) {
        self.program = program
        folder = try PiperFolder()
        input = try PiperChannel()
        life = try PiperChannel()
        let output = try PiperChannel(), errors = try PiperChannel()
        printed = [PrintedLines(output), PrintedLines(errors)]
        started = clock.now
        // In blocks of 512 bytes.
        let blocks = (program.maxBytes + PiperWave.maxHeaderBytes) / 512
        child = try PiperChild(
            script: Self.script,
            arguments: [String(program.memoryMebibytes * 1_024), String(blocks), folder.path]
                + program.command(["--output_dir", folder.path]),
            channels: [input, output, errors, life])
    }

    deinit { end() }

    /// Ends the program.
    func end() {
        life.closeNear()
        _ = child.wait(until: clock.now.advanced(by: Self.grace))
        child.end()
    }

    /// Synthesises a line. After an error, the program must not be used again.
    ///
    /// Raising the flag drops the speech: the program may finish it where that takes less time than a new start.
    ///
    /// - Returns: the samples' bytes.
    /// - Throws: `PiperError`, or `Overdue` for a dropped text that takes longer.
    func speak(_ line: String, until limit: PiperDeadline, abort: AbortFlag) throws -> [UInt8] {
        let bytes = Array((line + "\n").utf8), began = clock.now
        var end = limit.end, isDropped = false
        // Messages that followed the last text.
        for index in printed.indices {
            _ = printed[index].read()
            printed[index].bytes = 0
        }
        guard input.send(bytes) else { throw ended() }
        while true {
            if abort.isRaised, !isDropped {
                isDropped = true
                end = min(end, clock.now.advanced(by: patience(bytes: bytes.count, since: began)))
            }
            guard clock.now < end else {
                if isDropped { throw Overdue() }
                throw limit.missed
            }
            guard let name = try nextFile() else { continue }
            let speech = try folder.take(
                name, sampleRate: program.sampleRate, maxBytes: program.maxBytes,
                until: min(end, clock.now.advanced(by: Self.writing)))
            let now = clock.now
            if loadTime == nil { loadTime = now - started } else { pace = max(pace, (now - began) / bytes.count) }
            return speech
        }
    }

    /// Longest time to let the program finish a dropped text. The next text waits for this time and a new start at
    /// worst, and is expected to be served sooner than by a new start.
    private func patience(bytes: Int, since began: ContinuousClock.Instant) -> Duration {
        // A program that is still loading its voice is ahead of a new one.
        guard let loadTime else { return .seconds(60) }
        return pace * bytes - (clock.now - began) <= loadTime / 2 ? loadTime / 2 : .zero
    }

    /// Waits briefly for output, and returns the name of the file that it says is written.
    private func nextFile() throws(PiperError) -> String? {
        var waits = printed.map { pollfd(fd: $0.isOpen ? $0.channel.near : -1, events: Int16(POLLIN), revents: 0) }
        guard poll(&waits, nfds_t(waits.count), PiperRun.pollMilliseconds) > 0 else { return nil }
        for index in waits.indices where waits[index].revents != 0 {
            for line in printed[index].read() {
                if let name = folder.file(namedBy: line) { return name }
            }
            guard printed[index].bytes <= Self.maxPrintedBytes else { throw .tooLong(bytes: Self.maxPrintedBytes) }
        }
        guard printed.contains(where: \.isOpen) else { throw ended() }
        return nil
    }

    private func ended() -> PiperError {
        .failed(lastLineOf: printed[1].lastLine, otherwise: "it ended")
    }
}

/// Lines that a program prints.
private struct PrintedLines {
    /// Longer lines are cut.
    private static let maxLineBytes = 4_096

    let channel: PiperChannel
    private(set) var isOpen = true
    /// Bytes since this was last set to zero.
    var bytes = 0
    private(set) var lastLine: [UInt8] = []
    private var line: [UInt8] = []

    init(_ channel: PiperChannel) { self.channel = channel }

    /// Reads what is there and returns the lines that it completes.
    mutating func read() -> [[UInt8]] {
        var block: [UInt8] = [], lines: [[UInt8]] = []
        guard isOpen else { return [] }
        isOpen = channel.read(into: &block, limit: .max)
        bytes += block.count
        for byte in block {
            if byte != UInt8(ascii: "\n") {
                if line.count < Self.maxLineBytes { line.append(byte) }
            } else if !line.isEmpty {
                lines.append(line)
                line = []
            }
        }
        if !isOpen, !line.isEmpty {
            lines.append(line)
            line = []
        }
        if let last = lines.last { lastLine = Array(last.prefix(PiperRun.maxErrorBytes)) }
        return lines
    }
}
