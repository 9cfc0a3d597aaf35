internal import Synchronization

/// A clock that stands still until a test moves it, so that nothing that waits on it takes real time.
public final class ManualClock: Clock {
    public struct Instant: InstantProtocol {
        /// Time since the clock was made.
        public let offset: Duration

        public init(offset: Duration) { self.offset = offset }

        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
    }

    private struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Watcher {
        let count: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var lastIdentity = 0
        var cancelled: Set<Int> = []
        var sleepers: [Int: Sleeper] = [:]
        var watchers: [Watcher] = []

        /// Takes out the watchers that have waited long enough.
        mutating func satisfiedWatchers() -> [Watcher] {
            let satisfied = watchers.filter { sleepers.count >= $0.count }
            watchers.removeAll { sleepers.count >= $0.count }
            return satisfied
        }
    }

    private let state = Mutex(State())

    public init() {}

    public var now: Instant { state.withLock { $0.now } }
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// How many tasks wait on the clock now.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let identity = state.withLock { state in
            state.lastIdentity += 1
            return state.lastIdentity
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                enter(Sleeper(deadline: deadline, continuation: continuation), identity: identity)
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.cancelled.insert(identity)
                return state.sleepers.removeValue(forKey: identity)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Moves the clock forward and wakes whoever has slept long enough.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for identity in due.keys { state.sleepers[identity] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Returns as soon as `count` tasks wait on the clock, or when the caller is cancelled.
    public func sleepers(_ count: Int = 1) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let satisfied = state.withLock { state in
                    state.watchers.append(Watcher(count: count, continuation: continuation))
                    return state.satisfiedWatchers()
                }
                for watcher in satisfied { watcher.continuation.resume() }
                if Task.isCancelled { releaseWatchers() }
            }
        } onCancel: {
            releaseWatchers()
        }
    }

    /// One test watches one clock, so releasing every watcher releases the right one.
    private func releaseWatchers() {
        let watchers = state.withLock { state in
            defer { state.watchers = [] }
            return state.watchers
        }
        for watcher in watchers { watcher.continuation.resume() }
    }

    private func enter(_ sleeper: Sleeper, identity: Int) {
        let (end, satisfied): (Result<Void, any Error>?, [Watcher]) = state.withLock { state in
            if state.cancelled.contains(identity) { return (.failure(CancellationError()), []) }
            if sleeper.deadline <= state.now { return (.success(()), []) }
            state.sleepers[identity] = sleeper
            return (nil, state.satisfiedWatchers())
        }
        if let end { sleeper.continuation.resume(with: end) }
        for watcher in satisfied { watcher.continuation.resume() }
    }
}
