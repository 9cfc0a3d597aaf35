internal import Glibc

/// Starts programs (`posix_spawn(3)`) in a process group of their own, which can be ended whole, with no signal ignored
/// or blocked. Callable from any thread.
public enum ProgramStart {
    /// What a program gets as a descriptor.
    public enum Descriptor: Sendable {
        /// A descriptor of this process.
        case copy(of: Int32, as: Int32)
        /// An empty input (`/dev/null`).
        case empty(as: Int32)
        /// An output that is discarded (`/dev/null`).
        case lost(as: Int32)
        /// Closed, even if a C library left the descriptor open on exec.
        case closed(Int32)
    }

    /// Why a program cannot be started, in the system's words.
    public struct Refused: Error, Equatable, Sendable {
        /// The system's message.
        public let reason: String

        /// A refusal with the system's message.
        public init(reason: String) { self.reason = reason }
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: path of the program; `PATH` is not searched.
    ///   - arguments: arguments after the program's name.
    ///   - environment: the complete environment.
    ///   - descriptors: applied in order; other descriptors are inherited unless they close on exec.
    /// - Returns: the process number, which is also its group's; the caller reaps it (`waitpid(2)`).
    public static func start(
        _ path: String, arguments: [String], environment: [String: String], descriptors: [Descriptor]
    ) throws(Refused) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in descriptors {
            switch descriptor {
            case .copy(let ours, let theirs): posix_spawn_file_actions_adddup2(&actions, ours, theirs)
            case .empty(let number): posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDONLY, 0)
            case .lost(let number): posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_WRONLY, 0)
            case .closed(let number): posix_spawn_file_actions_addclose(&actions, number)
            }
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t(), all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var identifier: pid_t = 0
        let code = posix_spawn(&identifier, path, &actions, &attributes, &words, &variables)
        guard code == 0 else { throw Refused(reason: String(cString: strerror(code))) }
        return identifier
    }
}
