internal import Synchronization

/// Work with a watchdog: the caller gets the first of the work's result, the watchdog's error and its own cancellation,
/// and never waits for the others. Work that lost is cancelled.
final class Supervised<Output: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Output, any Error>)
        case decided(Result<Output, any Error>)
    }

    private let state = Mutex(State.open)
    private let tasks = Mutex<[Task<Void, Never>]>([])

    /// Starts the work and the watchdog.
    ///
    /// - Parameters:
    ///   - watchdog: throws when the work takes too long; when it returns, the work goes on unwatched.
    init(
        _ work: @escaping @Sendable () async throws -> Output, watchdog: @escaping @Sendable () async throws -> Void
    ) {
        let worker = Task {
            do { decide(.success(try await work())) } catch { decide(.failure(error)) }
        }
        let watcher = Task {
            do { try await watchdog() } catch is CancellationError {} catch { decide(.failure(error)) }
        }
        tasks.withLock { $0 = [worker, watcher] }
    }

    /// The first result.
    ///
    /// - Throws: the work's or the watchdog's error, or `CancellationError` as soon as the caller is cancelled.
    func value() async throws -> Output {
        defer { for task in tasks.withLock({ $0 }) { task.cancel() } }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let decided: Result<Output, any Error>? = state.withLock { state in
                    if case .decided(let result) = state { return result }
                    state = .awaited(continuation)
                    return nil
                }
                if let decided { continuation.resume(with: decided) }
            }
        } onCancel: {
            decide(.failure(CancellationError()))
        }
    }

    /// Returns when the work has really ended.
    func ended() async { await tasks.withLock { $0.first }?.value }

    private func decide(_ result: Result<Output, any Error>) {
        let waiting: CheckedContinuation<Output, any Error>? = state.withLock { state in
            switch state {
            case .open:
                state = .decided(result)
                return nil
            case .awaited(let continuation):
                state = .decided(result)
                return continuation
            case .decided: return nil
            }
        }
        waiting?.resume(with: result)
    }
}
