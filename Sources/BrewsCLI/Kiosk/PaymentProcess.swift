internal import Foundation
internal import PlatformSupport

#if canImport(Glibc)
    internal import Glibc
#endif

/// A payment program while it runs. Whoever starts it takes in its end with `reap`, once.
struct PaymentProcess: Sendable {
    /// Leader of a group of its own: what it starts ends with it.
    private let identifier: pid_t

    /// Starts a program that finds a text on its standard input and has nothing else of ours open.
    ///
    /// - Parameters:
    ///   - program: its path.
    ///   - input: at most some thousand bytes, which fit any socket's buffer.
    init(program: String, input: [UInt8]) throws(ProgramStart.Refused) {
        // A socket, not a pipe: a program that has ended before it read must not end the kiosk with SIGPIPE.
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw .init(reason: String(cString: strerror(errno)))
        }
        defer { for end in ends { close(end) } }
        // Ours are closed on exec; a C library's need not be.
        let open = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).compactMap {
            Int32($0)
        }.filter { $0 > STDERR_FILENO }
        identifier = try ProgramStart.start(
            program, arguments: [], environment: ProcessInfo.processInfo.environment,
            descriptors: [.copy(of: ends[1], as: STDIN_FILENO), .lost(as: STDOUT_FILENO)] + open.map { .closed($0) })
        _ = send(ends[0], input, input.count, Int32(MSG_NOSIGNAL))
    }

    /// Sends a signal to it and to what it has started. Not after `reap`: its number may be another's then.
    func signal(_ number: Int32) { kill(-identifier, number) }

    /// Waits until it has ended, and leaves that to be taken in. Blocks; for a worker.
    func wait() {
        var information = siginfo_t()
        while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
    }

    /// Takes in its end.
    ///
    /// - Returns: its exit code; `nil` where a signal ended it.
    func reap() -> Int32? {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) == -1 { guard errno == EINTR else { return nil } }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
    }
}
