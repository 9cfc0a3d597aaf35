internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#endif

/// Reads input files named on the command line, regular ones or pipes.
enum InputFile {
    /// Reason for the failure, to follow a colon.
    struct Unreadable: Error, Equatable {
        let reason: String
    }

    /// Largest input in bytes; a pipe may be endless. Menus of 10,000 items have 5 MB.
    private static let mostBytes = 256 << 20
    private static let blockBytes = 1 << 16

    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - path: path; `-` means standard input where `takesInput` is set.
    ///   - what: name of the input in messages, for example `the menu`.
    /// - Throws: `CLIError.input` with path and reason.
    static func read(_ path: String, _ what: String, takesInput: Bool = false) throws(CLIError) -> [UInt8] {
        if takesInput, path == "-" {
            do { return try bytes(STDIN_FILENO) } catch { throw input(error) }
        }
        do { return try bytes(path) } catch { throw .input("\(what) \(path) cannot be read: \(error.reason)") }
    }

    /// The whole of a file.
    private static func bytes(_ path: String) throws(Unreadable) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        return try bytes(descriptor)
    }

    /// Reads what standard input has, waiting for at least one byte; empty at the end.
    ///
    /// - Throws: `CLIError.input`.
    static func standardInputBlock() throws(CLIError) -> [UInt8] {
        do { return try block(STDIN_FILENO) } catch { throw input(error) }
    }

    /// Whether a path is a pipe or device, which can be read only once.
    static func isStream(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    }

    private static func bytes(_ descriptor: Int32) throws(Unreadable) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let block = try block(descriptor)
            guard !block.isEmpty else { return bytes }
            bytes += block
            guard bytes.count <= mostBytes else { throw Unreadable(reason: "it is longer than \(mostBytes >> 20) MiB") }
        }
    }

    /// `read(2)`, once.
    private static func block(_ descriptor: Int32) throws(Unreadable) -> [UInt8] {
        var failed: Int32 = 0
        let block = [UInt8](unsafeUninitializedCapacity: blockBytes) { buffer, count in
            var found: Int
            repeat {
                found = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                if found < 0, errno == EAGAIN { wait(for: descriptor) }
            } while found < 0 && (errno == EINTR || errno == EAGAIN)
            failed = found < 0 ? errno : 0
            count = max(0, found)
        }
        guard failed == 0 else { throw failure(failed) }
        return block
    }

    /// Waits for input on a non-blocking descriptor.
    private static func wait(for descriptor: Int32) {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&request, 1, -1)
        errno = EAGAIN
    }

    private static func input(_ error: Unreadable) -> CLIError {
        .input("standard input cannot be read: \(error.reason)")
    }

    private static func failure(_ code: Int32 = errno) -> Unreadable {
        switch code {
        case ENOENT, ENOTDIR: Unreadable(reason: "there is no such file")
        case EACCES, EPERM: Unreadable(reason: "there is no permission")
        case EISDIR: Unreadable(reason: "it is a folder")
        case EBADF: Unreadable(reason: "it is closed")
        default: Unreadable(reason: String(cString: strerror(code)))
        }
    }
}
