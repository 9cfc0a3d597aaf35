public import Ordering
internal import Synchronization

/// A microphone that hears what a test says.
public final class ScriptedDictation: DictationService {
    private struct State {
        var gates: DictationGates
        var readers: [AsyncStream<DictationGates>.Continuation] = []
        var requests: [DictationRequest] = []
        var current: (id: Int, events: AsyncStream<DictationEvent>.Continuation)?
        var words = ""
        var waiting: [(isOn: Bool, continuation: CheckedContinuation<Void, Never>)] = []

        /// Those whose wait is over.
        mutating func takeWaiting() -> [CheckedContinuation<Void, Never>] {
            let isOn = current != nil
            defer { waiting.removeAll { $0.isOn == isOn } }
            return waiting.filter { $0.isOn == isOn }.map(\.continuation)
        }
    }

    /// What is heard each time: half a second.
    public static let sound = (0..<8_000).map { Int16($0 % 100) }

    private let state: Mutex<State>

    public init(_ gates: DictationGates = .all) { state = Mutex(State(gates: gates)) }

    /// What was asked for so far.
    public var requests: [DictationRequest] { state.withLock { $0.requests } }
    /// Whether somebody is listened to.
    public var isListening: Bool { state.withLock { $0.current != nil } }

    /// Waits until somebody is listened to, or nobody is any more.
    public func waits(forListening isOn: Bool) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if (state.current != nil) != isOn { state.waiting.append((isOn, continuation)) }
                return (state.current != nil) == isOn
            }
            if isThere { continuation.resume() }
        }
    }

    private func wake() { for waiting in state.withLock({ $0.takeWaiting() }) { waiting.resume() } }

    /// Changes the conditions. A dictation that has lost one ends.
    public func set(_ gates: DictationGates) {
        let isLost = state.withLock { state in
            state.gates = gates
            for reader in state.readers { reader.yield(gates) }
            return state.current != nil && gates != .all
        }
        if isLost { end(gates.contains(.microphone) ? .guest : .microphone) }
    }

    /// The person says words; the transcript is all of it.
    public func say(_ transcript: String) {
        state.withLock { state in
            state.words = transcript
            state.current?.events.yield(.partial(transcript))
        }
    }

    public func send(level: Double) { state.withLock { _ = $0.current?.events.yield(.level(level)) } }

    /// Ends the dictation, with the transcript so far.
    public func end(_ reason: DictationEnding.Reason = .silence) {
        let ended = state.withLock { state in
            defer { state.current = nil }
            return (events: state.current?.events, words: state.words, keepsSound: state.requests.last?.keepsSound)
        }
        let sound = ended.keepsSound == true ? Self.sound : []
        // Not under the lock: the stream's end calls back.
        ended.events?.yield(.ended(DictationEnding(reason, words: ended.words, sound: sound)))
        ended.events?.finish()
        wake()
    }

    public func dictationGates() -> AsyncStream<DictationGates> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: DictationGates.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { state in
            state.readers.append(continuation)
            continuation.yield(state.gates)
        }
        return stream
    }

    public func dictate(_ request: DictationRequest) -> Dictation {
        let (stream, continuation) = AsyncStream.makeStream(
            of: DictationEvent.self, bufferingPolicy: .bufferingNewest(64))
        let (id, _) = state.withLock { state in
            state.requests.append(request)
            state.words = ""
            defer { state.current = (state.requests.count, continuation) }
            return (state.requests.count, state.current?.events)
        }
        continuation.onTermination = { [weak self] _ in
            // What is released after the lock may call back.
            _ = self?.state.withLock { state in
                defer { if state.current?.id == id { state.current = nil } }
                return state.current?.events
            }
            self?.wake()
        }
        continuation.yield(.began)
        wake()
        return Dictation(id: id, events: stream)
    }

    public func stopDictation(_ id: Int) {
        if state.withLock({ $0.current?.id == id }) { end(.stopped) }
    }
}
