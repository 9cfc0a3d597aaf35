internal import Glibc
internal import PlatformSupport
internal import Synchronization

/// A child process with a bidirectional channel and no other inherited descriptors.
///
/// ```
/// let command = ChildProcess.Command(
///     executable: "/proc/self/exe", arguments: ["engine", "vosk"], environment: [:])
/// let service = try IsolatedVoiceService(command: command)
/// ```
///
/// Members may be called from any thread. The process is killed and reaped at the latest when the value is released.
public final class ChildProcess: Sendable {
    /// Program, arguments and environment.
    public struct Command: Equatable, Sendable {
        /// Path of the program; `/proc/self/exe` is this binary, even if it was replaced on disk.
        public var executable: String
        /// Arguments after the program's name.
        public var arguments: [String]
        /// The child's complete environment.
        public var environment: [String: String]

        /// Creates a command.
        public init(executable: String, arguments: [String], environment: [String: String]) {
            self.executable = executable
            self.arguments = arguments
            self.environment = environment
        }
    }

    /// How a process ended.
    enum Ending: Equatable, Sendable, CustomStringConvertible {
        case exited(Int32)
        case killed(signal: Int32)

        init(status: Int32) {
            // The layout used by wait(2)'s macros, which are not visible to Swift.
            let signal = status & 0x7F
            self = signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
        }

        var description: String {
            switch self {
            case .exited(let code): "ended with code \(code)"
            case .killed(let signal):
                "was ended by signal \(signal) (\(strsignal(signal).map { String(cString: $0) } ?? "unknown"))"
            }
        }
    }

    private enum State {
        /// With the process's open `statm` file.
        case running(memory: FileDescriptor?)
        case ended(Ending)
    }

    let identifier: pid_t
    private let state: Mutex<State>

    private init(identifier: pid_t, memory: FileDescriptor?) {
        self.identifier = identifier
        state = Mutex(.running(memory: memory))
    }

    deinit { _ = end() }

    /// Starts a program in a process group of its own (`ProgramStart`), so that a terminal's Ctrl+C reaches only the
    /// host.
    ///
    /// The child has the channel at descriptor `EngineHostServer.channel`, `/dev/null` as input, and one stream for
    /// output and errors. All other descriptors of ours are closed on exec; `Confinement` closes what a C library left
    /// open.
    ///
    /// - Returns: the process, the host's end of the channel, and the descriptor of its output.
    /// - Throws: `EngineHostError.cannotStart` with the system's reason.
    static func start(_ command: Command) throws(EngineHostError) -> (
        process: ChildProcess, channel: MessageChannel, output: FileDescriptor
    ) {
        let messages = try socketPair(), output = try socketPair()
        let identifier: pid_t
        do throws(ProgramStart.Refused) {
            identifier = try withExtendedLifetime((messages, output)) { () throws(ProgramStart.Refused) in
                try ProgramStart.start(
                    command.executable, arguments: command.arguments, environment: command.environment,
                    descriptors: [
                        .empty(as: STDIN_FILENO), .copy(of: output.child.number, as: STDOUT_FILENO),
                        .copy(of: output.child.number, as: STDERR_FILENO),
                        .copy(of: messages.child.number, as: EngineHostServer.channel),
                    ])
            }
        } catch {
            throw .cannotStart(reason: "\(command.executable): \(error.reason)")
        }
        // Set now and not after its libraries are loaded: until then the kernel would choose the host, which is larger.
        Confinement.preferForOOM("\(identifier)")
        // Opened now, because with `ProtectProc=` a process that has disabled core dumps is hidden from its own user.
        let memory = open("/proc/\(identifier)/statm", O_RDONLY | O_CLOEXEC)
        return (
            ChildProcess(identifier: identifier, memory: memory < 0 ? nil : FileDescriptor(owning: memory)),
            MessageChannel(messages.host), output.host
        )
    }

    /// Resident memory in bytes, from `/proc`; `nil` if unavailable or after the process has ended.
    var residentBytes: Int? {
        state.withLock { state in
            guard case .running(let memory?) = state else { return nil }
            var text = [UInt8](repeating: 0, count: 256)
            let count = withExtendedLifetime(memory) { pread(memory.number, &text, text.count, 0) }
            guard count > 0 else { return nil }
            return String(decoding: text[..<count], as: UTF8.self).split(separator: " ").dropFirst().first.flatMap {
                Int($0)
            }.map { $0 * Int(getpagesize()) }
        }
    }

    /// Kills the process and its process group and returns how it ended. This waits for the kernel for some
    /// milliseconds.
    ///
    /// - Parameter grace: time for a process that is already exiting to do so.
    func end(grace: Duration = .zero) -> Ending {
        state.withLock { state in
            if case .ended(let ending) = state { return ending }
            var status: Int32 = 0
            var waited = Duration.zero
            var reaped = waitpid(identifier, &status, WNOHANG)
            while reaped == 0, waited < grace {
                poll(nil, 0, 1)
                waited += .milliseconds(1)
                reaped = waitpid(identifier, &status, WNOHANG)
            }
            // The group outlives its leader when the engine started processes of its own.
            kill(-identifier, SIGKILL)
            while reaped == 0 || (reaped == -1 && errno == EINTR) { reaped = waitpid(identifier, &status, 0) }
            let ending = reaped == identifier ? Ending(status: status) : .exited(0)
            state = .ended(ending)
            return ending
        }
    }

    /// Creates a connected socket pair, closed on exec, with numbers above the child's own descriptors.
    ///
    /// Sockets instead of pipes, because writing to a dead child must give an error instead of a signal.
    private static func socketPair() throws(EngineHostError) -> (host: FileDescriptor, child: FileDescriptor) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw .cannotStart(reason: "socketpair: \(String(cString: strerror(errno)))")
        }
        let host = FileDescriptor(owning: ends[0]), low = FileDescriptor(owning: ends[1])
        let high = withExtendedLifetime(low) { fcntl(low.number, F_DUPFD_CLOEXEC, 10) }
        guard high >= 0 else { throw .cannotStart(reason: "fcntl: \(String(cString: strerror(errno)))") }
        return (host, FileDescriptor(owning: high))
    }
}

/// An open descriptor, closed when the value is released. That may be right after its last use, so calls are made
/// inside `withExtendedLifetime` wherever nothing else retains it.
final class FileDescriptor: Sendable {
    let number: Int32

    init(owning number: Int32) { self.number = number }

    deinit { close(number) }
}

/// Reading and writing of small system files, such as those under `/proc`.
enum SystemFile {
    /// Returns the first 4,096 bytes; empty when the file cannot be read.
    static func read(_ path: String) -> String {
        let number = open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { return "" }
        let file = FileDescriptor(owning: number)
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = withExtendedLifetime(file) { Glibc.read(file.number, &bytes, bytes.count) }
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    /// Writes a text.
    ///
    /// - Returns: whether all of it was written.
    static func write(_ text: String, to path: String) -> Bool {
        let number = open(path, O_WRONLY | O_CLOEXEC)
        guard number >= 0 else { return false }
        let file = FileDescriptor(owning: number)
        return withExtendedLifetime(file) { Glibc.write(file.number, text, text.utf8.count) == text.utf8.count }
    }
}
