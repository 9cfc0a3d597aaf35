internal import Synchronization

/// What a page is told as it happens, in the form of server-sent events.
enum PageEvent {
    /// Which server this is: a page of another one loads itself anew.
    static func hello(boot: String) -> [UInt8] { Array("event: hello\ndata: {\"boot\":\"\(boot)\"}\n\n".utf8) }

    static func snapshot(_ json: [UInt8], revision: Int) -> [UInt8] {
        Array("event: snapshot\nid: \(revision)\ndata: ".utf8) + json + Array("\n\n".utf8)
    }

    /// dBFS in tenths; what is no number is silence.
    static func level(_ decibels: Double) -> [UInt8] {
        let tenths = decibels.isFinite ? (max(-120, min(0, decibels)) * 10).rounded() / 10 : -120
        return Array("event: level\ndata: \(tenths)\n\n".utf8)
    }

    static let beat = Array("event: beat\ndata: \n\n".utf8)
}

/// One reader of events: holds at most a greeting, the newest snapshot, the newest level and a beat, whatever the
/// reader does.
///
/// Writers never wait: `offer…` replaces what has not been sent. The server's thread takes bytes with `read`; when
/// there are none the stream rests, and the next offer wakes that thread.
final class EventStream: Sendable {
    private struct State {
        var greeting: [UInt8]?
        var snapshot: [UInt8]?
        var level: [UInt8]?
        var isBeatDue = false
        /// Bytes under way, and how many of them are gone.
        var current: [UInt8] = []
        var sent = 0
        /// Wakes the server's thread; `nil` without a connection.
        var wake: (@Sendable () -> Void)?
        var isResting = false
        var isEnded = false
        /// Snapshots and levels that were replaced before they were sent.
        var dropped = 0
    }

    private let state: Mutex<State>

    init(greeting: [UInt8], snapshot: [UInt8]?) {
        state = Mutex(State(greeting: greeting, snapshot: snapshot))
    }

    /// Snapshots and levels that a newer one has replaced.
    var dropped: Int { state.withLock { $0.dropped } }

    /// Begins to be read by a connection.
    ///
    /// - Parameter wake: called, from any thread, when there are bytes again for a stream that rests.
    func attach(_ wake: @escaping @Sendable () -> Void) { state.withLock { $0.wake = wake } }

    /// The connection is gone: nothing is kept, nothing wakes it any more.
    func detach() {
        state.withLock { state in
            state.wake = nil
            state.isEnded = true
            state.isResting = false
            state.greeting = nil
            state.snapshot = nil
            state.level = nil
            state.current = []
            state.sent = 0
        }
    }

    func offer(snapshot: [UInt8]) {
        change { state in
            if state.snapshot != nil { state.dropped += 1 }
            state.snapshot = snapshot
        }
    }

    func offer(level: [UInt8]) {
        change { state in
            if state.level != nil { state.dropped += 1 }
            state.level = level
        }
    }

    func offerBeat() { change { $0.isBeatDue = true } }

    /// The reader gets what is under way and then the end.
    func end() { change { $0.isEnded = true } }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            guard !state.isEnded else { return }
            body(&state)
            guard state.isResting, let wake = state.wake else { return }
            state.isResting = false
            wake()
        }
    }

    /// Takes bytes; called by the server's thread alone.
    ///
    /// - Returns: how many bytes were put into `buffer`; 0 when there are none and the stream rests; `nil` at the
    ///   end.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        state.withLock { state in
            if state.sent == state.current.count {
                state.current = Self.takeNext(&state)
                state.sent = 0
            }
            guard !state.current.isEmpty else {
                guard !state.isEnded, state.wake != nil else { return nil }
                state.isResting = true
                return 0
            }
            let count = min(buffer.count, state.current.count - state.sent)
            buffer.copyBytes(from: state.current[state.sent..<state.sent + count])
            state.sent += count
            return count
        }
    }

    private static func takeNext(_ state: inout State) -> [UInt8] {
        var next = state.greeting ?? []
        next += state.snapshot ?? []
        next += state.level ?? []
        if state.isBeatDue { next += PageEvent.beat }
        state.greeting = nil
        state.snapshot = nil
        state.level = nil
        state.isBeatDue = false
        return next
    }
}
