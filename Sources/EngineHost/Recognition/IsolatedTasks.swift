public import PlatformSupport
public import Speech

/// A task that a child answers with one message, tried again once with another child when the first is lost.
private struct IsolatedTask {
    private static let attempts = 2

    let pool: ChildPool
    let worker: SerialWorker

    func perform(deadline: Duration, _ request: @escaping @Sendable (UInt64) -> HostRequest) async throws -> HostReply {
        let (pool, worker) = (pool, worker)
        return try await worker.runAbortable { abort in
            var last: EngineLoss?
            for _ in 0..<Self.attempts {
                let lease = try ChildLease(from: pool, worker: worker, abort: abort)
                do {
                    let reply = try lease.exchange(request(lease.task), deadline: deadline, abort: abort)
                    guard reply.endedTask == lease.task else { throw lease.nonsense() }
                    if case .failed(_, let failure) = reply { throw EngineHostError.engine(failure) }
                    pool.succeeded()
                    return reply
                } catch let loss as EngineLoss {
                    last = loss
                }
            }
            throw last?.error ?? EngineHostError.lostTooOften(reason: "")
        }
    }
}

/// Any speech synthesiser in a process of its own, still a `SpeechSynthesizer`.
///
/// A text that the engine dies of is tried once more and then an error; the host goes on, and the prompt is shown as
/// text.
public final class IsolatedSynthesizer: SpeechSynthesizer {
    /// Characters spoken in a second at the least, from which the length of the speech and so the deadline is
    /// estimated.
    private static let charactersPerSecond = 10.0

    private let task: IsolatedTask

    /// Starts the first process and waits until its engine is loaded. Blocks; call it at start-up.
    ///
    /// - Parameters:
    ///   - command: a program that calls `EngineHostServer.serve` with a synthesiser.
    ///   - abort: ends the waiting, and the process.
    /// - Throws: `EngineHostError`, or `CancellationError` when `abort` is raised.
    public init(
        command: ChildProcess.Command, settings: EngineHostSettings = EngineHostSettings(),
        now: @escaping @Sendable () -> Duration = MonotonicClock.awake.now,
        log: @escaping @Sendable (String) -> Void = { _ in }, abort: AbortFlag? = nil
    ) throws {
        let pool = try ChildPool(command, settings: settings, now: now, log: log)
        pool.release(try pool.acquire(abort: abort))
        task = IsolatedTask(pool: pool, worker: SerialWorker(label: "engine-host"))
    }

    /// What became of the processes so far.
    public var health: EngineHostHealth { task.pool.health }

    public func synthesize(_ text: String) async throws -> SynthesizedSpeech {
        let expected = SampleCount(seconds: Double(min(text.count, 1_000)) / Self.charactersPerSecond)
        let reply = try await task.perform(deadline: task.pool.settings.deadline(for: expected)) {
            .synthesize(task: $0, text: text)
        }
        guard case .speech(_, let speech) = reply else { throw CancellationError() }
        return speech
    }
}

/// Any reader of whole utterances in a process of its own, still an `UtteranceRecognizer`.
public final class IsolatedUtteranceRecognizer: UtteranceRecognizer {
    public let engineName: String
    private let task: IsolatedTask

    /// Starts the first process and waits until its engine is loaded. Blocks; call it at start-up.
    ///
    /// - Parameter command: a program that calls `EngineHostServer.serve` with an utterance recogniser.
    /// - Throws: `EngineHostError`.
    public init(
        command: ChildProcess.Command, settings: EngineHostSettings = EngineHostSettings(),
        now: @escaping @Sendable () -> Duration = MonotonicClock.awake.now,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) throws {
        let pool = try ChildPool(command, settings: settings, now: now, log: log)
        let first = try pool.acquire()
        engineName = first.greeting?.engine ?? ""
        pool.release(first)
        task = IsolatedTask(pool: pool, worker: SerialWorker(label: "engine-host"))
    }

    /// What became of the processes so far.
    public var health: EngineHostHealth { task.pool.health }

    public func recognize(_ utterance: AudioFrame, vocabulary: RecognitionVocabulary?) async throws -> [TranscribedWord]
    {
        let deadline = task.pool.settings.deadline(for: SampleCount(utterance.samples.count))
        let reply = try await task.perform(deadline: deadline) {
            .recognize(task: $0, utterance, vocabulary: vocabulary)
        }
        guard case .words(_, let words) = reply else { throw CancellationError() }
        return words
    }
}
