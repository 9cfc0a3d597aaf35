internal import Glibc
internal import PlatformSupport
internal import Synchronization

/// Why nothing came through a channel.
enum ChannelError: Error, Equatable, Sendable {
    /// The other side is gone.
    case closed
    /// The time is over.
    case late
    /// The caller asked to stop waiting.
    case interrupted
    case damaged(WireError)
}

/// How long to wait, and who may end the waiting.
struct Patience: Sendable {
    /// Monotonic time; in tests any.
    let now: @Sendable () -> Duration
    /// `nil` waits for ever.
    let end: Duration?
    let abort: AbortFlag?

    /// Waits as long as it takes.
    static let endless = Patience(now: { .zero }, end: nil, abort: nil)

    init(now: @escaping @Sendable () -> Duration, end: Duration?, abort: AbortFlag?) {
        self.now = now
        self.end = end
        self.abort = abort
    }

    init(_ time: Duration, now: @escaping @Sendable () -> Duration, abort: AbortFlag?) {
        self.init(now: now, end: now() + time, abort: abort)
    }

    /// The same without a flag: only time ends it.
    var uninterrupted: Patience { Patience(now: now, end: end, abort: nil) }

    /// Longest wait between two looks at the flag and the clock.
    private static let slice: Int32 = 20

    /// Waits a while, no longer than a slice.
    ///
    /// - Parameter descriptor: what to wait for and the events that end the wait (`poll(2)`); `nil` for time alone.
    /// - Throws: `.interrupted` or `.late` when waiting is over.
    func wait(for descriptor: FileDescriptor?, _ events: Int32 = 0) throws(ChannelError) {
        if let abort, abort.isRaised { throw .interrupted }
        var milliseconds = end == nil && abort == nil ? -1 : Self.slice
        if let end {
            let left = end - now()
            guard left > .zero else { throw .late }
            // Rounded up, or the last millisecond would be spent spinning.
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
/// Sending and receiving may each be done from one thread at a time; a second waits.
final class MessageChannel: Sendable {
    private let socket: FileDescriptor
    private let assembler = Mutex(MessageAssembler())
    private let sending = Mutex(())

    init(_ socket: FileDescriptor) { self.socket = socket }

    /// Sends a whole message (`send(2)`).
    func send(_ message: [UInt8], _ patience: Patience) throws(ChannelError) {
        let result: Result<Void, ChannelError> = sending.withLock { _ in
            do throws(ChannelError) {
                try write(message, patience)
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    private func write(_ message: [UInt8], _ patience: Patience) throws(ChannelError) {
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
                // A message once begun is sent whole: what is said next would be read as its rest.
                try (sent > 0 ? patience.uninterrupted : patience).wait(for: socket, POLLOUT)
            } else if errno != EINTR {
                throw .closed
            }
        }
    }

    /// Receives the next message (`recv(2)`): type and fields.
    func receive(_ patience: Patience) throws(ChannelError) -> [UInt8] {
        let result: Result<[UInt8], ChannelError> = assembler.withLock { assembler in
            do throws(ChannelError) {
                return .success(try read(&assembler, patience))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private func read(_ assembler: inout MessageAssembler, _ patience: Patience) throws(ChannelError) -> [UInt8] {
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
                    try patience.wait(for: socket, POLLIN)
                } else if errno != EINTR {
                    throw .closed
                }
            }
        }
    }
}
