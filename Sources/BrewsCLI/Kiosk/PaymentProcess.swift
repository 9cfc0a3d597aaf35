internal import Foundation
internal import PlatformSupport

#if canImport(Glibc)
    internal import Glibc
#endif

/// A running payment program. Its starter calls `reap` once.
struct PaymentProcess: Sendable {
    /// Process and group number; children of the program belong to the group.
    private let identifier: pid_t

    /// Starts a program with a text on its standard input and no other descriptors of this process.
    ///
    /// - Parameters:
    ///   - program: path.
    ///   - input: at most a few thousand bytes, which fit any socket buffer.
    init(program: String, input: [UInt8]) throws(ProgramStart.Refused) {
        // A socket, not a pipe: a program that ends before reading must not end the kiosk with SIGPIPE.
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw .init(reason: String(cString: strerror(errno)))
        }
        defer { for end in ends { close(end) } }
        // Descriptors of this project close on exec; those of a C library may not.
        let open = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).compactMap {
            Int32($0)
        }.filter { $0 > STDERR_FILENO }
        identifier = try ProgramStart.start(
            program, arguments: [], environment: ProcessInfo.processInfo.environment,
            descriptors: [.copy(of: ends[1], as: STDIN_FILENO), .lost(as: STDOUT_FILENO)] + open.map { .closed($0) })
        _ = send(ends[0], input, input.count, Int32(MSG_NOSIGNAL))
    }

    /// Sends a signal to the program and its children. Not after `reap`, when the number may be reused.
    func signal(_ number: Int32) { kill(-identifier, number) }

    /// Waits until the program has ended, without reaping it. Blocks; call it on a worker.
    func wait() {
        var information = siginfo_t()
        while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
    }

    /// Reaps the ended program.
    ///
    /// - Returns: the exit code; `nil` when a signal ended it.
    func reap() -> Int32? {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) == -1 { guard errno == EINTR else { return nil } }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
    }
}
