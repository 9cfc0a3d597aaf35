internal import Dispatch
internal import Synchronization

/// A dedicated thread for blocking C calls, which must not run on Swift's cooperative pool.
///
/// ```swift
/// let worker = SerialWorker(label: "vosk")
/// let words = try await worker.run { try recogniser.decode(samples) }
/// ```
///
/// Bodies run one after another in the order of their calls. A cancelled caller gets `CancellationError` at once, even
/// while its body runs in C; the body then finishes and its result is dropped.
public final class SerialWorker: Sendable {
    /// Start times of the bodies running now, of all workers.
    private static let running = Mutex<[ObjectIdentifier: SuspendingClock.Instant]>([:])

    /// Running time of the longest body of all workers; zero when none runs. A call that never returns shows here even
    /// if its caller has gone. Time that the machine slept does not count.
    public static var longestRun: Duration {
        let oldest = running.withLock { $0.values.min() }
        return oldest.map { SuspendingClock().now - $0 } ?? .zero
    }

    private let queue: DispatchQueue

    /// - Parameter label: queue name in debuggers, for example `vosk`.
    public init(label: String) {
        queue = DispatchQueue(label: "brews." + label, qos: .userInitiated)
    }

    /// Runs `body` on the worker and returns its result.
    ///
    /// - Throws: what `body` throws, or `CancellationError` as soon as the calling task is cancelled.
    public func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        let reply = Reply<Result>(), work = Work(body)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard reply.await(with: continuation) else { return }
                queue.async { [self] in
                    guard reply.isAwaited, let result = finish(work) else { return }
                    reply.send(result)
                }
            }
        } onCancel: {
            reply.send(.failure(CancellationError()))
        }
    }

    /// Runs a blocking body that polls a flag, which is raised when the caller is cancelled.
    ///
    /// - Throws: as `run`.
    public func runAbortable<Result: Sendable>(_ body: @escaping @Sendable (AbortFlag) throws -> Result) async throws
        -> Result
    {
        let abort = AbortFlag()
        return try await withTaskCancellationHandler {
            try await run { try body(abort) }
        } onCancel: {
            abort.raise()
        }
    }

    /// Enqueues `body` without waiting for it, for releasing what earlier bodies used.
    public func submit(_ body: @escaping @Sendable () -> Void) { queue.async { [self] in timed(body) } }

    /// Runs the body and releases it with its captures before the caller resumes: where an engine's memory is limited,
    /// a recogniser must be freed before the next one is created.
    private func finish<Value: Sendable>(_ work: Work<Value>) -> Result<Value, any Error>? {
        work.take().map { body in Result { try timed(body) } }
    }

    private func timed<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        Self.running.withLock { $0[ObjectIdentifier(self)] = SuspendingClock().now }
        defer { Self.running.withLock { $0[ObjectIdentifier(self)] = nil } }
        return try body()
    }
}

/// A body that is run once.
private final class Work<Value: Sendable>: Sendable {
    private let body: Mutex<(@Sendable () throws -> Value)?>

    init(_ body: @escaping @Sendable () throws -> Value) { self.body = Mutex(body) }

    func take() -> (@Sendable () throws -> Value)? {
        body.withLock { body in
            defer { body = nil }
            return body
        }
    }
}

/// A continuation resumed exactly once, by the result or by cancellation.
private final class Reply<Value: Sendable>: Sendable {
    private enum State {
        case idle
        case awaited(CheckedContinuation<Value, any Error>)
        case sent
    }

    private let state = Mutex(State.idle)

    var isAwaited: Bool {
        state.withLock { if case .awaited = $0 { true } else { false } }
    }

    /// Stores the continuation; resumes it and returns `false` if the caller is already cancelled.
    func await(with continuation: CheckedContinuation<Value, any Error>) -> Bool {
        let accepted = state.withLock { state in
            switch state {
            case .idle:
                state = .awaited(continuation)
                return true
            case .awaited, .sent:
                return false
            }
        }
        if !accepted { continuation.resume(throwing: CancellationError()) }
        return accepted
    }

    func send(_ result: Result<Value, any Error>) {
        let continuation: CheckedContinuation<Value, any Error>? = state.withLock { state in
            defer { state = .sent }
            switch state {
            case .awaited(let continuation): return continuation
            case .idle, .sent: return nil
            }
        }
        continuation?.resume(with: result)
    }
}
