public import PlatformSupport
public import Speech
internal import Synchronization

/// A streaming recogniser in a child process. When the process dies or hangs within an utterance, another one decodes
/// that utterance again, and the consumer sees one continuous sequence of results.
///
/// ```
/// let service = try IsolatedVoiceService(command: command)
/// let results = try await service.startListening(to: microphone, vocabulary: nil)
/// ```
///
/// Stable results never change, and no audio of an utterance is lost up to 30 s. Of a longer one the successor decodes
/// the last 30 s, and the last 10 s if it has no word yet. The host keeps no other audio: frames are pulled on request
/// of the child, so the backlog of a slow engine stays in the input with its fixed capacity. When processes are lost
/// too often, recognitions throw `EngineHostError.lostTooOften` until a minute is over, and the guest orders by touch.
/// An error reported by the engine of a fresh process is thrown as `EngineHostError.engine`. In a process whose engine
/// has worked before, it counts as a loss and a fresh process takes over (fault C16): libvosk, for example, creates no
/// recogniser when its process has reached its memory limit.
public final class IsolatedVoiceService: VoiceService {
    /// The engine's name as reported by the child.
    public let engineName: String
    /// The model's name as reported by the child.
    public let modelName: String
    private let pool: ChildPool
    /// Cached replies of `canHear`, which are constant while a model is loaded.
    private let dictionary = Mutex<[String: Bool]>([:])
    private let unanswered = Atomic<Int>(0)

    private static let maxCachedWords = 20_000

    /// Starts the first process and waits until its engine is loaded. This blocks; call it at start-up.
    ///
    /// - Parameters:
    ///   - command: a program that calls `EngineHostServer.serve` with a voice service.
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
        pool = try ChildPool(command, settings: settings, now: now, log: log)
        let first = try pool.acquire(abort: abort)
        engineName = first.greeting?.engine ?? ""
        modelName = first.greeting?.model ?? ""
        pool.release(first)
    }

    /// The history of the processes.
    public var health: EngineHostHealth { pool.health }

    /// Starts a recognition; see `VoiceService`.
    public func startListening(to input: any AudioInput, vocabulary: RecognitionVocabulary?) async throws
        -> VoiceResults
    {
        let recognition = IsolatedRecognition(input: input, vocabulary: vocabulary, pool: pool)
        try await recognition.begin()
        await recognition.clearLoss()
        return VoiceResults { try await recognition.next() }
    }

    /// Number of times `canHear` returned `false` because no process could answer; those words may be known.
    public var unansweredWords: Int { unanswered.load(ordering: .relaxed) }

    /// Returns the child's answer, and caches it. This blocks for about 0.1 ms, longer when a process has to be
    /// started; `false` when none can be (`unansweredWords`).
    public func canHear(_ word: String) -> Bool {
        if let known = dictionary.withLock({ $0[word] }) { return known }
        guard let answer = ask(word) ?? ask(word) else {
            unanswered.add(1, ordering: .relaxed)
            return false
        }
        dictionary.withLock { dictionary in
            if dictionary.count >= Self.maxCachedWords { dictionary.removeAll() }
            dictionary[word] = answer
        }
        return answer
    }

    private func ask(_ word: String) -> Bool? {
        guard let child = try? pool.acquire() else { return nil }
        do {
            guard
                case .hears(let answer) = try child.exchange(
                    .canHear(word), deadline: pool.settings.leastDeadline, abort: nil)
            else { throw child.protocolViolation() }
            pool.release(child)
            return answer
        } catch let loss as EngineLoss {
            pool.recordLoss(of: child, loss)
        } catch {
            // The word is too long for a message, and so for a vocabulary.
            pool.release(child)
        }
        return nil
    }
}

/// One recognition and its successive children.
private actor IsolatedRecognition {
    private let input: any AudioInput
    private let vocabulary: RecognitionVocabulary?
    private let pool: ChildPool
    private let worker = SerialWorker(label: "engine-host")
    private var lease: ChildLease?
    private var recognition = HostedRecognition()
    /// Time of the last loss, until its successor has caught up.
    private var lostAt: Duration?

    init(input: any AudioInput, vocabulary: RecognitionVocabulary?, pool: ChildPool) {
        self.input = input
        self.vocabulary = vocabulary
        self.pool = pool
    }

    /// Starts the recognition in a child.
    func begin() async throws {
        lease = nil
        while lease == nil {
            let (pool, worker, vocabulary) = (pool, worker, vocabulary)
            let candidate = try await worker.runAbortable {
                try ChildLease(from: pool, worker: worker, replacesWorn: true, abort: $0)
            }
            do {
                switch try await ask(candidate, .start(task: candidate.task, vocabulary: vocabulary)) {
                case .started(candidate.task): lease = candidate
                case .failed(candidate.task, let failure): throw EngineHostError.engine(failure)
                default: throw candidate.protocolViolation()
                }
            } catch is EngineLoss {
                if lostAt == nil { lostAt = pool.now() }
            }
        }
    }

    /// Forgets a loss before the start, after which nothing has to be replayed.
    func clearLoss() { lostAt = nil }

    func next() async throws -> VoiceTranscriptionResult? {
        do {
            return try await advance()
        } catch {
            // Releases the child now, and not only when the consumer drops the stream.
            lease = nil
            throw error
        }
    }

    private func advance() async throws -> VoiceTranscriptionResult? {
        while true {
            try Task.checkCancellation()
            let recovered = recognition.recoveries
            let step = recognition.nextStep()
            if recognition.recoveries > recovered, let lostAt {
                pool.recordRecovery(in: pool.now() - lostAt)
                self.lostAt = nil
            }
            switch step {
            case .deliver(let result): return result
            case .pullInput: recognition.process(try await input.nextFrame())
            case .finish:
                lease = nil
                pool.recordSuccess()
                return nil
            case .requestResult: try await exchange { .next(task: $0) }
            case .sendAudio(let segment): try await exchange { .audio(task: $0, segment) }
            case .sendEndOfInput: try await exchange { .end(task: $0) }
            }
        }
    }

    private func exchange(_ request: (UInt64) -> HostRequest) async throws {
        do {
            guard let lease else { throw CancellationError() }
            switch try await ask(lease, request(lease.task)) {
            case .audioNeeded(lease.task): recognition.awaitAudio()
            case .result(lease.task, let result): recognition.process(result)
            case .closed(lease.task): recognition.finish()
            case .failed(lease.task, let failure): throw EngineHostError.engine(failure)
            default: throw lease.protocolViolation()
            }
        } catch is EngineLoss {
            if lostAt == nil { lostAt = pool.now() }
            recognition.restart()
            if !recognition.isFinished { try await begin() }
        }
    }

    private func ask(_ lease: ChildLease, _ request: HostRequest) async throws -> HostReply {
        let deadline = pool.settings.deadline(for: recognition.openUtterance)
        return try await worker.runAbortable { try lease.exchange(request, deadline: deadline, abort: $0) }
    }
}
