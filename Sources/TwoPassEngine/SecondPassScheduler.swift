internal import Speech
internal import Synchronization

/// Runs the second engine under a deadline.
///
/// A slow, failing or hung engine never delays the answer beyond the deadline. When the machine is too slow for an
/// utterance, the second pass is skipped.
actor SecondPassScheduler<DeadlineClock: Clock> where DeadlineClock.Duration == Duration {
    /// Result of a second pass.
    enum Answer: Sendable {
        case words([TranscribedWord])
        case late
        case failed(any Error)
        /// A previous run missed its deadline and has not ended yet.
        case busy
        /// Skipped, because the last real-time factor predicts a missed deadline.
        case tooLong
    }

    private let engine: any UtteranceRecognizer
    private let vocabulary: RecognitionVocabulary?
    private let deadline: Duration
    private let clock: DeadlineClock
    private let realTimeFactor: RealTimeFactorEstimator
    private var isRunning = false

    init(
        engine: any UtteranceRecognizer, vocabulary: RecognitionVocabulary?, deadline: Duration, clock: DeadlineClock,
        realTimeFactor: RealTimeFactorEstimator
    ) {
        self.engine = engine
        self.vocabulary = vocabulary
        self.deadline = deadline
        self.clock = clock
        self.realTimeFactor = realTimeFactor
    }

    /// Recognises an utterance with the second engine.
    ///
    /// - Throws: `CancellationError` promptly when the caller is cancelled.
    func recognize(_ utterance: AudioFrame) async throws -> Answer {
        guard !isRunning else { return .busy }
        let audio = SampleCount(utterance.samples.count)
        guard realTimeFactor.canDecode(audio, within: deadline) else { return .tooLong }
        isRunning = true
        let begin = clock.now
        let reply = FirstReply<Answer>()
        // Unstructured, because a task group would wait for an engine that ignores its cancellation.
        let run = Task {
            let answer: Answer
            do { answer = .words(try await engine.recognize(utterance, vocabulary: vocabulary)) } catch {
                answer = .failed(error)
            }
            isRunning = false
            // A run that was cancelled before the deadline, with its recognition, gives no measurement.
            let time = begin.duration(to: clock.now)
            if !Task.isCancelled || time >= deadline { realTimeFactor.record(time, for: audio, deadline: deadline) }
            reply.send(answer)
        }
        let end = clock.now.advanced(by: deadline)
        let alarm = Task { [clock] in
            // The alarm is cancelled when the result arrives first.
            guard (try? await clock.sleep(until: end, tolerance: nil)) != nil else { return }
            reply.send(.late)
        }
        defer {
            run.cancel()
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

/// A value that is awaited once and set by the first sender only.
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
