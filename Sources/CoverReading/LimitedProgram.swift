internal import Foundation
internal import PlatformSupport
internal import Speech

#if canImport(Glibc)
    internal import Glibc
#endif

/// A program that reads a file from strangers: with a deadline, a memory limit, and nothing of this process.
struct LimitedProgram: Sendable {
    /// Why a program gave no result.
    enum Problem: Error, Equatable {
        /// It is not installed.
        case missing
        /// It failed, or was ended at a limit.
        case failed(String)
    }

    /// Sets the limits before it becomes the program (util-linux, part of every Debian).
    private static let limiter = "/usr/bin/prlimit"
    /// The picture is in memory only, also where ImageMagick would rather have it on a disk.
    private static let environment = [
        "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "OMP_THREAD_LIMIT": "1", "MAGICK_DISK_LIMIT": "0",
        "MAGICK_MAP_LIMIT": "0",
    ]
    private static let mostMemory = 1 << 30, mostOutput = 1 << 16

    /// Path of the program.
    let path: String
    /// Time for its work.
    var deadline = Duration.seconds(15)

    /// Runs the program. Blocks; call it on a worker.
    ///
    /// - Parameter input: its standard input.
    /// - Returns: its output, at most 64 KiB.
    /// - Throws: `Problem`.
    func output(_ arguments: [String], _ input: borrowing MemoryInput) throws(Problem) -> String {
        guard access(path, X_OK) == 0, access(Self.limiter, X_OK) == 0 else { throw .missing }
        input.rewind()
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .failed(String(cString: strerror(errno))) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        let identifier: pid_t
        do {
            identifier = try ProgramStart.start(
                Self.limiter,
                arguments: ["--as=\(Self.mostMemory)", "--cpu=\(deadline.components.seconds)", "--core=0", path]
                    + arguments,
                environment: Self.environment,
                descriptors: [
                    .copy(of: input.descriptor, as: STDIN_FILENO), .copy(of: ends[1], as: STDOUT_FILENO),
                    .lost(as: STDERR_FILENO),
                ]
            )
        } catch {
            close(ends[1])
            throw .failed(error.reason)
        }
        close(ends[1])
        let (bytes, isLate) = read(ends[0])
        if isLate || bytes.count >= Self.mostOutput { kill(-identifier, SIGKILL) }
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) == -1, errno == EINTR {}
        kill(-identifier, SIGKILL)
        if isLate { throw .failed("it took longer than \(deadline.components.seconds) s") }
        // Both programs say "nothing found" with a code of their own; what they printed counts.
        guard status & 0x7F == 0 else { throw .failed("it was ended by signal \(status & 0x7F)") }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Everything up to the end, the limit or the deadline.
    private func read(_ descriptor: Int32) -> (bytes: [UInt8], isLate: Bool) {
        let clock = ContinuousClock(), end = clock.now + deadline
        var bytes: [UInt8] = [], block = [UInt8](repeating: 0, count: 4_096)
        while bytes.count < Self.mostOutput {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let left = Int32(max(0, (end - clock.now).milliseconds))
            let ready = poll(&waiting, 1, left)
            if ready == -1, errno == EINTR { continue }
            guard ready > 0 else { return (bytes, true) }
            let count = Glibc.read(descriptor, &block, block.count)
            if count == -1, errno == EINTR { continue }
            guard count > 0 else { return (bytes, false) }
            bytes += block[..<count]
        }
        return (bytes, false)
    }
}
