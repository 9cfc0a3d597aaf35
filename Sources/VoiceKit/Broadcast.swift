internal import Synchronization

/// Values for any number of readers, each with a stream of its own that keeps the newest ones.
final class Broadcast<Value: Sendable>: Sendable {
    private struct State {
        var readers: [Int: AsyncStream<Value>.Continuation] = [:]
        var last = 0
        var isFinished = false
    }

    private let kept: Int
    private let state = Mutex(State())

    /// - Parameter kept: unread values that a stream keeps.
    init(kept: Int) { self.kept = kept }

    /// Number of readers.
    var readers: Int { state.withLock { $0.readers.count } }

    /// A new stream, which begins with `first` and ends when the reader lets go of it or at `finish`.
    func stream(first: Value? = nil) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(kept))
        let (number, isFinished) = state.withLock { state in
            state.last += 1
            if !state.isFinished { state.readers[state.last] = continuation }
            return (state.last, state.isFinished)
        }
        continuation.onTermination = { [weak self] _ in self?.remove(number) }
        if let first { continuation.yield(first) }
        if isFinished { continuation.finish() }
        return stream
    }

    /// Gives a value to every reader.
    func send(_ value: Value) {
        for reader in state.withLock({ Array($0.readers.values) }) { reader.yield(value) }
    }

    /// Ends every stream.
    func finish() {
        let readers = state.withLock { state in
            state.isFinished = true
            defer { state.readers = [:] }
            return Array(state.readers.values)
        }
        for reader in readers { reader.finish() }
    }

    private func remove(_ number: Int) { state.withLock { $0.readers[number] = nil } }
}
