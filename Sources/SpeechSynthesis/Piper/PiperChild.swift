internal import Foundation
internal import Glibc
internal import PlatformSupport

/// A running program; `end` kills and reaps it with all it started.
final class PiperChild {
    private let identifier: pid_t
    private var status: Int32?

    /// Starts a shell script, in which `$0` and `$@` are `arguments`.
    ///
    /// - Parameter channels: the program's descriptors, from 0 on.
    init(script: String, arguments: [String], channels: [PiperChannel]) throws(PiperError) {
        do throws(ProgramStart.Refused) {
            identifier = try ProgramStart.start(
                "/bin/sh", arguments: ["-c", script] + arguments,
                environment: ProcessInfo.processInfo.environment,
                descriptors: channels.enumerated().map { .copy(of: $0.element.far, as: Int32($0.offset)) })
        } catch {
            throw .cannotStart(error.reason)
        }
        for channel in channels { channel.closeFar() }
    }

    deinit { end() }

    /// Returns the exit code once the program has ended; −1 after a signal, or when it does not end in time.
    func wait(until end: ContinuousClock.Instant) -> Int32 {
        var status: Int32 = 0
        while self.status == nil, ContinuousClock().now < end {
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
        var last: Int32 = 0
        while waitpid(identifier, &last, 0) == -1, errno == EINTR {}
        status = last
    }
}

/// A connected socket pair, because writing to an ended program must give an error instead of a signal.
final class PiperChannel {
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

    /// Sends bytes without waiting. Returns whether all were sent: a line of 300 characters fits the socket's buffer.
    func send(_ bytes: [UInt8]) -> Bool {
        let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
        return bytes.withUnsafeBytes { Glibc.send(near, $0.baseAddress, $0.count, flags) } == bytes.count
    }

    /// Reads the available bytes. Returns `false` at the end.
    func read(into bytes: inout [UInt8], limit: Int) -> Bool {
        var block = [UInt8](repeating: 0, count: 65_536)
        let count = recv(near, &block, block.count, Int32(MSG_DONTWAIT))
        if count < 0 { return errno == EINTR || errno == EAGAIN }
        bytes += block.prefix(min(count, max(0, limit - bytes.count)))
        return count > 0
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
