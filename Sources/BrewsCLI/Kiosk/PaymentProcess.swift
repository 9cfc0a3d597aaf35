internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#endif

/// A payment program while it runs. Whoever starts it takes in its end with `reap`, once.
struct PaymentProcess: Sendable {
    /// Why it does not run, in the system's words.
    struct CannotStart: Error { let reason: String }

    /// Leader of a group of its own: what it starts ends with it.
    private let identifier: pid_t

    /// Starts a program (`posix_spawn(3)`) that finds a text on its standard input and has nothing else of ours open.
    ///
    /// - Parameters:
    ///   - program: its path.
    ///   - input: at most some thousand bytes, which fit any socket's buffer.
    init(program: String, input: [UInt8]) throws(CannotStart) {
        // A socket, not a pipe: a program that has ended before it read must not end the kiosk with SIGPIPE.
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else { throw CannotStart(reason: String(cString: strerror(errno))) }
        defer { for end in ends { close(end) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        // Ours are closed on exec; a C library's need not be.
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? [] {
            if let open = Int32(name), open > STDERR_FILENO { posix_spawn_file_actions_addclose(&actions, open) }
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Signals are as in a fresh program: the kiosk ignores SIGTERM, and its threads have it blocked.
        var none = sigset_t(), all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), nil]
        var environment: [UnsafeMutablePointer<CChar>?] = ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + environment { free(text) } }
        var identifier: pid_t = 0
        let code = posix_spawn(&identifier, program, &actions, &attributes, &arguments, &environment)
        guard code == 0 else { throw CannotStart(reason: String(cString: strerror(code))) }
        self.identifier = identifier
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
