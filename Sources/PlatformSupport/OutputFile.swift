#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Why an output file cannot be written, in the system's words, for example `No space left on device`.
public struct OutputFileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The system's message.
    public let reason: String

    /// Describes the failure of the last C call (`errno`).
    init() { reason = String(cString: strerror(errno)) }

    /// The system's message.
    public var description: String { reason }
}

/// The system calls that make a file durable. Tests of power cuts replace them.
public struct DurableCalls: Sendable {
    /// `write(2)`.
    public var write: @Sendable (_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int
    /// `fsync(2)` of a file or folder.
    public var synchronize: @Sendable (_ descriptor: Int32) -> Int32
    /// `rename(2)`.
    public var rename: @Sendable (_ from: String, _ to: String) -> Int32

    /// Replaces all calls.
    public init(
        write: @escaping @Sendable (Int32, UnsafeRawBufferPointer) -> Int,
        synchronize: @escaping @Sendable (Int32) -> Int32, rename: @escaping @Sendable (String, String) -> Int32
    ) {
        self.write = write
        self.synchronize = synchronize
        self.rename = rename
    }

    /// The system's own.
    public static let system = DurableCalls(
        write: { put($0, $1.baseAddress, $1.count) }, synchronize: { fsync($0) }, rename: { move($0, $1) })
}

/// An output file named by a person, of any kind that a path can name.
///
/// A regular or new file is replaced atomically once all bytes are on the medium: its path holds the old contents or
/// the new. Symbolic links are followed and kept. Devices, pipes and descriptors of a process (`/dev/stdout`) are
/// written to directly.
///
/// ```swift
/// let file = try OutputFile(path: "orders.csv")
/// try file.write(bytes)
/// try file.finish()
/// ```
public final class OutputFile {
    private static let mostLinks = 40
    private static let mostLeftOver = 100

    private let calls: DurableCalls
    private let descriptor: Int32
    /// Temporary path and target of the final rename; `nil` for a file that is written to directly.
    private var replacement: (temporary: String, target: String)?

    /// Opens a path. A pipe is opened once it has a reader.
    ///
    /// - Parameter mode: permissions of the file; `nil` for those of the replaced file, or the default for a new one.
    /// - Throws: `OutputFileError` for a path that cannot be written.
    public init(path: String, mode: UInt32? = nil, calls: DurableCalls = .system) throws(OutputFileError) {
        self.calls = calls
        var status = stat()
        let isThere = stat(path, &status) == 0
        if isThere, status.st_mode & S_IFMT != S_IFREG {
            descriptor = try Self.opened(path, O_WRONLY | O_NOCTTY)
            return
        }
        guard let target = try Self.target(of: path) else {
            descriptor = try Self.opened(path, O_WRONLY | O_APPEND)
            return
        }
        let (made, temporary) = try Self.made(beside: target, mode ?? 0o666)
        // The umask is for new files that nobody has an opinion on.
        if let wanted = mode ?? (isThere ? UInt32(status.st_mode) & 0o777 : nil) { fchmod(made, mode_t(wanted)) }
        descriptor = made
        replacement = (temporary, target)
    }

    deinit {
        close(descriptor)
        if let replacement { unlink(replacement.temporary) }
    }

    /// Writes all bytes.
    public func write(_ bytes: [UInt8]) throws(OutputFileError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { calls.write(descriptor, UnsafeRawBufferPointer(rebasing: $0[done...])) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw OutputFileError() }
            done += count
        }
    }

    /// Moves the file to its path. A file that is released without it leaves the old contents.
    public func finish() throws(OutputFileError) {
        guard let (temporary, target) = replacement else { return }
        guard calls.synchronize(descriptor) == 0, calls.rename(temporary, target) == 0 else { throw OutputFileError() }
        replacement = nil
        // The name survives a power cut after this; where the folder cannot be opened, the file is there all the same.
        let folder = open(Self.folder(of: target), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        _ = calls.synchronize(folder)
        close(folder)
    }

    /// Writes a whole file.
    public static func write(
        _ bytes: [UInt8], to path: String, mode: UInt32? = nil, calls: DurableCalls = .system
    ) throws(OutputFileError) {
        let file = try OutputFile(path: path, mode: mode, calls: calls)
        try file.write(bytes)
        try file.finish()
    }

    private static func opened(_ path: String, _ flags: Int32) throws(OutputFileError) -> Int32 {
        let descriptor = open(path, flags | O_CLOEXEC)
        guard descriptor >= 0 else { throw OutputFileError() }
        return descriptor
    }

    /// Creates a temporary file beside another.
    private static func made(beside target: String, _ mode: UInt32) throws(OutputFileError) -> (
        descriptor: Int32, path: String
    ) {
        // Of a process of this number that was killed, some may be left.
        for number in 0..<mostLeftOver {
            let path = "\(target).\(getpid())-\(number).new"
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_t(mode))
            if descriptor >= 0 { return (descriptor, path) }
            guard errno == EEXIST else { throw OutputFileError() }
        }
        throw OutputFileError()
    }

    /// The path with its links resolved; `nil` when a link is a descriptor of a process.
    private static func target(of path: String) throws(OutputFileError) -> String? {
        let processes = device(of: "/proc/self/fd")
        var path = path
        for _ in 0..<mostLinks {
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return path }
            // The links of `/proc` lead to open files and not to paths.
            guard status.st_dev != processes else { return nil }
            var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(path, &bytes, bytes.count)
            guard count > 0 else { throw OutputFileError() }
            let link = String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            path = link.hasPrefix("/") ? link : folder(of: path) + "/" + link
        }
        errno = ELOOP
        throw OutputFileError()
    }

    private static func device(of path: String) -> dev_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_dev : nil
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}

/// `write(2)`, whose name a member of the types hides.
private func put(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

/// `rename(2)`, whose name a member of the types hides.
private func move(_ from: String, _ to: String) -> Int32 { rename(from, to) }
