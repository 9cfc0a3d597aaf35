internal import Glibc
internal import PlatformSupport
internal import Synchronization

/// An error of a message channel.
enum ChannelError: Error, Equatable, Sendable {
    /// The other side has closed the channel.
    case closed
    /// The deadline has passed.
    case late
    /// The caller's abort flag was raised.
    case interrupted
    /// The message is invalid.
    case damaged(WireError)
}

/// The limits of a wait: a deadline and an abort flag.
struct WaitLimit: Sendable {
    /// Monotonic time; any clock in tests.
    let now: @Sendable () -> Duration
    /// Deadline; `nil` waits without a limit.
    let end: Duration?
    let abort: AbortFlag?

    /// Waits without a limit.
    static let endless = WaitLimit(now: { .zero }, end: nil, abort: nil)

    init(now: @escaping @Sendable () -> Duration, end: Duration?, abort: AbortFlag?) {
        self.now = now
        self.end = end
        self.abort = abort
    }

    init(_ time: Duration, now: @escaping @Sendable () -> Duration, abort: AbortFlag?) {
        self.init(now: now, end: now() + time, abort: abort)
    }

    /// The same deadline without an abort flag.
    var uninterrupted: WaitLimit { WaitLimit(now: now, end: end, abort: nil) }

    /// Longest time between two checks of flag and clock, in milliseconds.
    private static let slice: Int32 = 20

    /// Waits for at most one slice.
    ///
    /// - Parameters:
    ///   - descriptor: the descriptor to poll; `nil` for time alone.
    ///   - events: the events that end the wait (`poll(2)`).
    /// - Throws: `.interrupted` or `.late` when the limit is reached.
    func wait(for descriptor: FileDescriptor?, _ events: Int32 = 0) throws(ChannelError) {
        if let abort, abort.isRaised { throw .interrupted }
        var milliseconds = end == nil && abort == nil ? -1 : Self.slice
        if let end {
            let left = end - now()
            guard left > .zero else { throw .late }
            // Rounded up, or the last millisecond would be a busy wait.
            milliseconds = min(
                milliseconds,
                Int32(
                    clamping: left.components.seconds * 1_000 + left.components.attoseconds / 1_000_000_000_000_000 + 1)
            )
        }
        guard let descriptor else {
            poll(nil, 0, milliseconds)
            return
        }
        var entry = pollfd(fd: descriptor.number, events: Int16(events), revents: 0)
        poll(&entry, 1, milliseconds)
    }
}

/// Messages over a socket.
///
/// One thread at a time may send and one may receive; a second one waits.
final class MessageChannel: Sendable {
    private let socket: FileDescriptor
    private let assembler = Mutex(MessageAssembler())
    private let sending = Mutex(())

    init(_ socket: FileDescriptor) { self.socket = socket }

    /// Sends a complete message (`send(2)`).
    func send(_ message: [UInt8], _ limit: WaitLimit) throws(ChannelError) {
        let result: Result<Void, ChannelError> = sending.withLock { _ in
            do throws(ChannelError) {
                try write(message, limit)
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    private func write(_ message: [UInt8], _ limit: WaitLimit) throws(ChannelError) {
        var sent = 0
        while sent < message.count {
            let count = message.withUnsafeBytes { bytes in
                Glibc.send(
                    socket.number, bytes.baseAddress?.advanced(by: sent), bytes.count - sent,
                    Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            if count >= 0 {
                sent += count
            } else if errno == EAGAIN || errno == EWOULDBLOCK {
                // A message that was begun is sent completely, because the next one would be read as its rest.
                try (sent > 0 ? limit.uninterrupted : limit).wait(for: socket, POLLOUT)
            } else if errno != EINTR {
                throw .closed
            }
        }
    }

    /// Receives the next message (`recv(2)`): type and fields.
    func receive(_ limit: WaitLimit) throws(ChannelError) -> [UInt8] {
        let result: Result<[UInt8], ChannelError> = assembler.withLock { assembler in
            do throws(ChannelError) {
                return .success(try read(&assembler, limit))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private func read(_ assembler: inout MessageAssembler, _ limit: WaitLimit) throws(ChannelError) -> [UInt8] {
        while true {
            do {
                if let message = try assembler.next() { return message }
            } catch {
                throw .damaged(error)
            }
            let count = withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { block in
                let count = recv(socket.number, block.baseAddress, block.count, Int32(MSG_DONTWAIT))
                if count > 0 { assembler.append(UnsafeRawBufferPointer(rebasing: block[..<count])) }
                return count
            }
            if count == 0 { throw .closed }
            if count < 0 {
                if errno == EAGAIN || errno == EWOULDBLOCK {
                    try limit.wait(for: socket, POLLIN)
                } else if errno != EINTR {
                    throw .closed
                }
            }
        }
    }
}
