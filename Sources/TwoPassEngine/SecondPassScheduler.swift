internal import Speech
internal import Synchronization

/// Asks the second engine under a deadline. Its lateness, its errors and its hanging all end in an answer in time; and
/// where the machine is too slow for an utterance, nobody waits for what would come too late.
actor SecondPassScheduler<ReadingClock: Clock> where ReadingClock.Duration == Duration {
    enum Answer: Sendable {
        case words([TranscribedWord])
        case late
        case failed(any Error)
        /// The reading before this one was late and still goes on.
        case busy
        /// It would have been late by the pace of the reading before.
        case tooLong
    }

    private let engine: any UtteranceRecognizer
    private let vocabulary: RecognitionVocabulary?
    private let deadline: Duration
    private let clock: ReadingClock
    private let pace: RealTimeFactorEstimator
    private var isReading = false

    init(
        engine: any UtteranceRecognizer, vocabulary: RecognitionVocabulary?, deadline: Duration, clock: ReadingClock,
        pace: RealTimeFactorEstimator
    ) {
        self.engine = engine
        self.vocabulary = vocabulary
        self.deadline = deadline
        self.clock = clock
        self.pace = pace
    }

    /// - Throws: `CancellationError` promptly when the caller is cancelled.
    func read(_ utterance: AudioFrame) async throws -> Answer {
        guard !isReading else { return .busy }
        let audio = SampleCount(utterance.samples.count)
        guard pace.allows(audio, within: deadline) else { return .tooLong }
        isReading = true
        let begin = clock.now
        let reply = FirstReply<Answer>()
        // Unstructured, because a group would wait for an engine that does not heed its cancellation.
        let reading = Task {
            let answer: Answer
            do { answer = .words(try await engine.recognize(utterance, vocabulary: vocabulary)) } catch {
                answer = .failed(error)
            }
            isReading = false
            // One that was called off before the deadline, with its recognition, tells nothing.
            let time = begin.duration(to: clock.now)
            if !Task.isCancelled || time >= deadline { pace.take(time, for: audio, deadline: deadline) }
            reply.send(answer)
        }
        let end = clock.now.advanced(by: deadline)
        let alarm = Task { [clock] in
            // A cancelled alarm is one that nobody needs any more.
            guard (try? await clock.sleep(until: end, tolerance: nil)) != nil else { return }
            reply.send(.late)
        }
        defer {
            reading.cancel()
            alarm.cancel()
        }
        let answer = await withTaskCancellationHandler {
            await reply.value()
        } onCancel: {
            reply.send(.failed(CancellationError()))
        }
        try Task.checkCancellation()
        return answer
    }
}

/// A value that is waited for once and that only the first sender sets.
private final class FirstReply<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Value, Never>)
        case sent(Value)
        case taken
    }

    private let state = Mutex(State.open)

    func value() async -> Value {
        await withCheckedContinuation { continuation in
            let ready: Value? = state.withLock { state in
                if case .sent(let value) = state {
                    state = .taken
                    return value
                }
                state = .awaited(continuation)
                return nil
            }
            if let ready { continuation.resume(returning: ready) }
        }
    }

    func send(_ value: Value) {
        let waiting: CheckedContinuation<Value, Never>? = state.withLock { state in
            switch state {
            case .open:
                state = .sent(value)
                return nil
            case .awaited(let continuation):
                state = .taken
                return continuation
            case .sent, .taken: return nil
            }
        }
        waiting?.resume(returning: value)
    }
}
