internal import Foundation
internal import Glibc
internal import PlatformSupport

/// One run of the program: a line of text in, samples out, within limits. It blocks and must run on a worker.
struct PiperRun: Sendable {
    let program: String
    let arguments: [String]
    let memoryMebibytes: Int
    let deadline: Duration
    let maxBytes: Int

    /// Bytes of error output kept for an error message.
    private static let maxErrorBytes = 400
    /// Interval between checks of the abort flag.
    private static let pollMilliseconds: Int32 = 20
    /// Sets the limits before the program starts, so that all of its code runs under them. Core dumps are off because
    /// they would contain orders.
    private static let limitsCommand = "ulimit -c 0 && ulimit -d \"$0\" && exec \"$@\""

    /// Runs the program.
    ///
    /// - Returns: the program's output.
    /// - Throws: `PiperError`, or `CancellationError` when the flag is raised. The program has always ended on return.
    func run(line: String, abort: AbortFlag) throws -> [UInt8] {
        let input = try Channel(), output = try Channel(), errors = try Channel()
        let child = try start(input.far, output.far, errors.far)
        defer { child.end() }
        for channel in [input, output, errors] { channel.closeFar() }
        // A line of 300 characters fits the socket's buffer. If the program has ended already, that is detected below.
        let bytes = Array((line + "\n").utf8)
        _ = bytes.withUnsafeBytes { send(input.near, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        input.closeNear()

        var speech: [UInt8] = [], errorOutput: [UInt8] = []
        var hasOutput = true, hasErrors = true
        let clock = ContinuousClock(), end = clock.now.advanced(by: deadline)
        while hasOutput || hasErrors {
            if abort.isRaised { throw CancellationError() }
            guard clock.now < end else {
                throw PiperError.timedOut(
                    seconds: Double(deadline.components.seconds) + Double(deadline.components.attoseconds) / 1e18)
            }
            var waits = [
                pollfd(fd: hasOutput ? output.near : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: hasErrors ? errors.near : -1, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&waits, 2, Self.pollMilliseconds) > 0 else { continue }
            if waits[0].revents != 0 { hasOutput = read(output.near, into: &speech, limit: maxBytes + 1) }
            if waits[1].revents != 0 { hasErrors = read(errors.near, into: &errorOutput, limit: Self.maxErrorBytes) }
            guard speech.count <= maxBytes else { throw PiperError.tooLong(bytes: maxBytes) }
        }
        let code = child.wait(until: end)
        guard code == 0, speech.count >= 2 else {
            let last = String(decoding: errorOutput, as: UTF8.self).split(separator: "\n").last.map(String.init) ?? ""
            throw PiperError.failed(last.isEmpty ? "it ended with code \(code)" : last)
        }
        return speech
    }

    /// Reads the available bytes. Returns `false` at the end.
    private func read(_ descriptor: Int32, into bytes: inout [UInt8], limit: Int) -> Bool {
        var block = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(descriptor, &block, block.count)
        if count < 0 { return errno == EINTR || errno == EAGAIN }
        bytes += block.prefix(min(count, max(0, limit - bytes.count)))
        return count > 0
    }

    private func start(_ input: Int32, _ output: Int32, _ errors: Int32) throws(PiperError) -> Child {
        do throws(ProgramStart.Refused) {
            // The shell and all processes of the program end together.
            return Child(
                try ProgramStart.start(
                    "/bin/sh",
                    arguments: ["-c", Self.limitsCommand, String(memoryMebibytes * 1_024), program] + arguments,
                    environment: ProcessInfo.processInfo.environment,
                    descriptors: [
                        .copy(of: input, as: STDIN_FILENO), .copy(of: output, as: STDOUT_FILENO),
                        .copy(of: errors, as: STDERR_FILENO),
                    ]))
        } catch {
            throw .cannotStart(error.reason)
        }
    }
}

/// The running program; `end` kills and reaps it.
private final class Child {
    private let identifier: pid_t
    private var status: Int32?

    init(_ identifier: pid_t) { self.identifier = identifier }

    /// Returns the exit code once the program has ended; −1 after a signal, or when it does not end in time.
    func wait(until end: ContinuousClock.Instant) -> Int32 {
        var status: Int32 = 0
        while ContinuousClock().now < end {
            if waitpid(identifier, &status, WNOHANG) == identifier {
                self.status = status
                return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
            }
            poll(nil, 0, 1)
        }
        return -1
    }

    func end() {
        kill(-identifier, SIGKILL)
        guard status == nil else { return }
        var ignored: Int32 = 0
        while waitpid(identifier, &ignored, 0) == -1, errno == EINTR {}
    }
}

/// A connected socket pair, because writing to an ended program must give an error instead of a signal.
private final class Channel {
    private(set) var near: Int32 = -1
    private(set) var far: Int32 = -1

    init() throws(PiperError) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw .cannotStart(String(cString: strerror(errno)))
        }
        (near, far) = (ends[0], ends[1])
    }

    deinit {
        closeNear()
        closeFar()
    }

    func closeNear() {
        if near >= 0 { close(near) }
        near = -1
    }

    func closeFar() {
        if far >= 0 { close(far) }
        far = -1
    }
}
