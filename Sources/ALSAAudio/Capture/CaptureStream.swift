internal import Speech
internal import Synchronization

/// What the capture thread and the consumer share: the ring, the status, and whoever waits for either.
final class CaptureStream: Sendable {
    private struct State {
        var ring: SampleRing
        var status: MicrophoneStatus
        var consumer: CheckedContinuation<AudioFrame?, any Error>?
        var watchers: [Int: AsyncStream<MicrophoneStatus>.Continuation] = [:]
        var lastWatcher = 0
        /// What watchers were told last.
        var told: MicrophoneStatus
        var isClosed = false

        mutating func take(_ limit: Int) -> AudioFrame? {
            guard let frame = ring.pop(limit, isLast: isClosed) else { return nil }
            if let lost = frame.capture?.lost, lost > .zero { status.recordGap(AudioGap(at: frame.start, length: lost)) }
            return frame
        }

        /// The status, if watchers should know of it.
        mutating func news() -> MicrophoneStatus? {
            status.backlog = SampleCount(ring.count)
            status.counters.droppedSamples = ring.droppedSamples
            let isNew =
                told.availability != status.availability || told.counters != status.counters
                || told.isBehind != status.isBehind || told.format != status.format
            guard isNew else { return nil }
            told = status
            return status
        }
    }

    private let frameSamples: Int
    private let state: Mutex<State>

    /// - Parameters:
    ///   - frameSamples: of each frame, 1 or more.
    ///   - capacity: of the ring, in samples.
    init(device: String, frameSamples: Int, capacity: Int) {
        self.frameSamples = max(1, frameSamples)
        let status = MicrophoneStatus(device: device)
        state = Mutex(State(ring: SampleRing(capacity: capacity), status: status, told: status))
    }

    var status: MicrophoneStatus {
        state.withLock { state in
            state.status.backlog = SampleCount(state.ring.count)
            state.status.counters.droppedSamples = state.ring.droppedSamples
            return state.status
        }
    }

    /// Takes what the capture thread has heard.
    func push(_ samples: [Int16], capturedAt: Duration, lost: Duration) {
        change { $0.ring.push(samples, capturedAt: capturedAt, lost: lost) }
    }

    /// Notes how the device is.
    func report(_ availability: MicrophoneStatus.Availability, counters: MicrophoneStatus.Counters, format: String?) {
        change { state in
            guard !state.isClosed else { return }
            state.status.availability = availability
            // Gaps and drops are counted here, the rest by the machine.
            let gaps = state.status.counters.gaps
            state.status.counters = counters
            state.status.counters.gaps = gaps
            if let format { state.status.format = format }
        }
    }

    @discardableResult
    func discard() -> SampleCount {
        var dropped = SampleCount(0)
        change { dropped = $0.ring.discard() }
        return dropped
    }

    func close() {
        change { state in
            state.isClosed = true
            state.status.availability = .closed
        }
        let watchers = state.withLock { state in
            defer { state.watchers = [:] }
            return state.watchers
        }
        for watcher in watchers.values { watcher.finish() }
    }

    /// Changes the state, then wakes whom it concerns.
    private func change(_ body: (inout State) -> Void) {
        typealias Woken = (
            consumer: CheckedContinuation<AudioFrame?, any Error>?, frame: AudioFrame?, news: MicrophoneStatus?,
            watchers: [AsyncStream<MicrophoneStatus>.Continuation]
        )
        let woken: Woken = state.withLock { state in
            body(&state)
            var consumer: CheckedContinuation<AudioFrame?, any Error>?, frame: AudioFrame?
            if state.consumer != nil {
                frame = state.take(frameSamples)
                if frame != nil || state.isClosed { consumer = state.consumer.take() }
            }
            return (consumer, frame, state.news(), Array(state.watchers.values))
        }
        woken.consumer?.resume(returning: woken.frame)
        if let news = woken.news { for watcher in woken.watchers { watcher.yield(news) } }
    }

    func nextFrame() async throws -> AudioFrame? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<AudioFrame?, any Error>) in
                let (result, older): (Result<AudioFrame?, any Error>?, CheckedContinuation<AudioFrame?, any Error>?) =
                    state.withLock { state in
                        if Task.isCancelled { return (.failure(CancellationError()), nil) }
                        if let frame = state.take(frameSamples) { return (.success(frame), nil) }
                        if state.isClosed { return (.success(nil), nil) }
                        // One consumer: whoever asks last has it.
                        let older = state.consumer
                        state.consumer = continuation
                        return (nil, older)
                    }
                older?.resume(throwing: CancellationError())
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            state.withLock { $0.consumer.take() }?.resume(throwing: CancellationError())
        }
    }

    func updates() -> AsyncStream<MicrophoneStatus> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: MicrophoneStatus.self, bufferingPolicy: .bufferingNewest(16))
        let (identity, isClosed) = state.withLock { state in
            state.lastWatcher += 1
            if !state.isClosed { state.watchers[state.lastWatcher] = continuation }
            // Inside the lock, so that nothing newer comes before it.
            continuation.yield(state.status)
            return (state.lastWatcher, state.isClosed)
        }
        if isClosed { continuation.finish() }
        continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.watchers[identity] = nil } }
        return stream
    }
}
