public import PlatformSupport
public import Speech
internal import Synchronization

/// Any recogniser in a process of its own, still a `VoiceService`: when the process dies or hangs inside an utterance,
/// another one reads that utterance again and the consumer sees one unbroken sequence of results.
///
/// What was stable stays as it was delivered, and no audio is lost up to 30 s of it in one utterance; of longer ones
/// the successor reads the last 30 s, and the last 10 s where no word of the utterance is known yet. The host keeps no
/// other audio: frames are pulled as the child asks, so the backlog of an engine that is slower than speech stays in
/// the input, whose capacity is fixed, and a restart's length is all that waiting can add. When processes are lost too
/// often, recognitions throw `EngineHostError.lostTooOften` until a minute is over, and the guest orders by touch. An
/// error that the engine itself reports is thrown on as `EngineHostError.engine` and restarts nothing.
public final class IsolatedVoiceService: VoiceService {
    public let engineName: String
    /// Name of the model as the child gave it.
    public let modelName: String
    private let pool: ChildPool
    /// Answers of `canHear`, which do not change while a model is loaded.
    private let dictionary = Mutex<[String: Bool]>([:])
    private let unanswered = Atomic<Int>(0)

    private static let mostWords = 20_000

    /// Starts the first process and waits until its engine is loaded. Blocks; call it at start-up.
    ///
    /// - Parameters:
    ///   - command: a program that calls `EngineHostServer.serve` with a voice service.
    ///   - now: time since any fixed moment, which goes on evenly.
    ///   - log: gets what children print and why they were lost, a line each, from any thread.
    ///   - abort: ends the waiting, and the process.
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

    /// What became of the processes so far.
    public var health: EngineHostHealth { pool.health }

    public func startListening(to input: any AudioInput, vocabulary: RecognitionVocabulary?) async throws
        -> VoiceResults
    {
        let recognition = IsolatedRecognition(input: input, vocabulary: vocabulary, pool: pool)
        try await recognition.begin()
        await recognition.begun()
        return VoiceResults { try await recognition.next() }
    }

    /// How often `canHear` said no because no process could be asked: whoever asked then knows less than it looks like.
    public var unansweredWords: Int { unanswered.load(ordering: .relaxed) }

    /// Asks the child, and remembers its answer. Blocks for about 0.1 ms, longer when a process has to be started;
    /// `false` when none can be (`unansweredWords`).
    public func canHear(_ word: String) -> Bool {
        if let known = dictionary.withLock({ $0[word] }) { return known }
        guard let answer = ask(word) ?? ask(word) else {
            unanswered.add(1, ordering: .relaxed)
            return false
        }
        dictionary.withLock { dictionary in
            if dictionary.count >= Self.mostWords { dictionary.removeAll() }
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
            else { throw child.nonsense() }
            pool.release(child)
            return answer
        } catch let loss as EngineLoss {
            pool.lost(child, loss)
        } catch {
            // The word is too long for a message, and so for a dictionary.
            pool.release(child)
        }
        return nil
    }
}

/// One recognition and the children it goes through.
private actor IsolatedRecognition {
    private let input: any AudioInput
    private let vocabulary: RecognitionVocabulary?
    private let pool: ChildPool
    private let worker = SerialWorker(label: "engine-host")
    private var lease: ChildLease?
    private var recognition = HostedRecognition()
    /// When the last loss was noticed, until its successor has caught up.
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
            let fresh = try await worker.runAbortable { try ChildLease(from: pool, worker: worker, abort: $0) }
            do {
                switch try await ask(fresh, .start(task: fresh.task, vocabulary: vocabulary)) {
                case .started(fresh.task): lease = fresh
                case .failed(fresh.task, let failure): throw EngineHostError.engine(failure)
                default: throw fresh.nonsense()
                }
            } catch is EngineLoss {
                if lostAt == nil { lostAt = pool.now() }
            }
        }
    }

    /// Nothing was lost that would have to be caught up with.
    func begun() { lostAt = nil }

    func next() async throws -> VoiceTranscriptionResult? {
        do {
            return try await advance()
        } catch {
            // Whatever ended the recognition, its child is let go now and not when the consumer drops the stream.
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
                pool.recovered(in: pool.now() - lostAt)
                self.lostAt = nil
            }
            switch step {
            case .deliver(let result): return result
            case .pullInput: recognition.take(try await input.nextFrame())
            case .finish:
                lease = nil
                pool.succeeded()
                return nil
            case .askForResult: try await exchange { .next(task: $0) }
            case .giveAudio(let piece): try await exchange { .audio(task: $0, piece) }
            case .tellEnd: try await exchange { .end(task: $0) }
            }
        }
    }

    private func exchange(_ request: (UInt64) -> HostRequest) async throws {
        do {
            guard let lease else { throw CancellationError() }
            switch try await ask(lease, request(lease.task)) {
            case .audioNeeded(lease.task): recognition.audioNeeded()
            case .result(lease.task, let result): recognition.take(result)
            case .closed(lease.task): recognition.closed()
            case .failed(lease.task, let failure): throw EngineHostError.engine(failure)
            default: throw lease.nonsense()
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
