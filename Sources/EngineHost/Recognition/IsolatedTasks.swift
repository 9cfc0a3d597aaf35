public import PlatformSupport
public import Speech

/// A task with a single reply. It is repeated once with another child when the first is lost.
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
                    guard reply.endedTask == lease.task else { throw lease.protocolViolation() }
                    if case .failed(_, let failure) = reply { throw EngineHostError.engine(failure) }
                    pool.recordSuccess()
                    return reply
                } catch let loss as EngineLoss {
                    last = loss
                }
            }
            throw last?.error ?? EngineHostError.lostTooOften(reason: "")
        }
    }
}

/// A speech synthesiser in a child process.
///
/// ```
/// let synthesizer = try IsolatedSynthesizer(command: command)
/// let speech = try await synthesizer.synthesize("One latte. Anything else?")
/// ```
///
/// A text that crashes the engine is tried once more and then gives an error. The host continues, and the prompt is
/// shown as text.
public final class IsolatedSynthesizer: SpeechSynthesizer {
    /// Slowest speaking rate, in characters per second, from which the length of the speech and the deadline are
    /// estimated.
    private static let charactersPerSecond = 10.0

    private let task: IsolatedTask

    /// Starts the first process and waits until its engine is loaded. This blocks; call it at start-up.
    ///
    /// - Parameters:
    ///   - command: a program that calls `EngineHostServer.serve` with a synthesiser.
    ///   - settings: deadlines, restarts and limits.
    ///   - now: time since any fixed moment, monotonic.
    ///   - log: receives the children's output and the reasons of losses, one line per call, from any thread.
    ///   - abort: ends the wait and the process.
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

    /// The history of the processes.
    public var health: EngineHostHealth { task.pool.health }

    /// Synthesises `text`; see `SpeechSynthesizer`.
    public func synthesize(_ text: String) async throws -> SynthesizedSpeech {
        let expected = SampleCount(seconds: Double(min(text.count, 1_000)) / Self.charactersPerSecond)
        let reply = try await task.perform(deadline: task.pool.settings.deadline(for: expected)) {
            .synthesize(task: $0, text: text)
        }
        guard case .speech(_, let speech) = reply else { throw CancellationError() }
        return speech
    }
}

/// An utterance recogniser in a child process.
///
/// Brews itself runs its recognisers in child processes as voice services. This class is for packages that embed
/// `EngineHost` and recognise one recording at a time.
public final class IsolatedUtteranceRecognizer: UtteranceRecognizer {
    /// The engine's name as reported by the child.
    public let engineName: String
    private let task: IsolatedTask

    /// Starts the first process and waits until its engine is loaded. This blocks; call it at start-up.
    ///
    /// - Parameters:
    ///   - command: a program that calls `EngineHostServer.serve` with an utterance recogniser.
    ///   - settings: deadlines, restarts and limits.
    ///   - now: time since any fixed moment, monotonic.
    ///   - log: receives the children's output and the reasons of losses, one line per call, from any thread.
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

    /// The history of the processes.
    public var health: EngineHostHealth { task.pool.health }

    /// Recognises one utterance; see `UtteranceRecognizer`.
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
