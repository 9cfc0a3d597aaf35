internal import Speech
internal import Synchronization

/// State shared by the capture thread and the consumer: the ring, the status, and the tasks that wait for them.
/// Thread-safe.
final class CaptureStream: Sendable {
    private struct State {
        var ring: SampleRing
        var status: MicrophoneStatus
        var consumer: CheckedContinuation<AudioFrame?, any Error>?
        var observers: [Int: AsyncStream<MicrophoneStatus>.Continuation] = [:]
        var lastObserver = 0
        /// The status that was last sent to the observers.
        var lastReported: MicrophoneStatus
        var isClosed = false

        mutating func take(_ limit: Int) -> AudioFrame? {
            guard let frame = ring.pop(limit, isLast: isClosed) else { return nil }
            if let lost = frame.capture?.lost, lost > .zero {
                status.recordGap(AudioGap(at: frame.start, length: lost))
            }
            return frame
        }

        /// The status, if it differs from the one sent last.
        mutating func changedStatus() -> MicrophoneStatus? {
            status.backlog = SampleCount(ring.count)
            status.counters.droppedSamples = ring.droppedSamples
            let isNew =
                lastReported.availability != status.availability || lastReported.counters != status.counters
                || lastReported.isBehind != status.isBehind || lastReported.format != status.format
            guard isNew else { return nil }
            lastReported = status
            return status
        }
    }

    private let frameSamples: Int
    private let state: Mutex<State>

    /// Creates an empty stream.
    ///
    /// - Parameters:
    ///   - device: the device's name, for the status.
    ///   - frameSamples: samples per frame, 1 or more.
    ///   - capacity: size of the ring in samples.
    init(device: String, frameSamples: Int, capacity: Int) {
        self.frameSamples = max(1, frameSamples)
        let status = MicrophoneStatus(device: device)
        state = Mutex(State(ring: SampleRing(capacity: capacity), status: status, lastReported: status))
    }

    var status: MicrophoneStatus {
        state.withLock { state in
            state.status.backlog = SampleCount(state.ring.count)
            state.status.counters.droppedSamples = state.ring.droppedSamples
            return state.status
        }
    }

    /// Appends captured samples.
    func push(_ samples: [Int16], capturedAt: Duration, lost: Duration) {
        change { $0.ring.push(samples, capturedAt: capturedAt, lost: lost) }
    }

    /// Updates the device's state.
    func report(_ availability: MicrophoneStatus.Availability, counters: MicrophoneStatus.Counters, format: String?) {
        change { state in
            guard !state.isClosed else { return }
            state.status.availability = availability
            // Gaps and dropped samples are counted here, everything else by the machine.
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
        let observers = state.withLock { state in
            defer { state.observers = [:] }
            return state.observers
        }
        for observer in observers.values { observer.finish() }
    }

    /// Changes the state, then resumes the consumer and informs the observers outside the lock.
    private func change(_ body: (inout State) -> Void) {
        typealias Woken = (
            consumer: CheckedContinuation<AudioFrame?, any Error>?, frame: AudioFrame?,
            changedStatus: MicrophoneStatus?,
            observers: [AsyncStream<MicrophoneStatus>.Continuation]
        )
        let woken: Woken = state.withLock { state in
            body(&state)
            var consumer: CheckedContinuation<AudioFrame?, any Error>?, frame: AudioFrame?
            if state.consumer != nil {
                frame = state.take(frameSamples)
                if frame != nil || state.isClosed { consumer = state.consumer.take() }
            }
            return (consumer, frame, state.changedStatus(), Array(state.observers.values))
        }
        woken.consumer?.resume(returning: woken.frame)
        if let changedStatus = woken.changedStatus { for observer in woken.observers { observer.yield(changedStatus) } }
    }

    func nextFrame() async throws -> AudioFrame? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<AudioFrame?, any Error>) in
                let (result, older): (Result<AudioFrame?, any Error>?, CheckedContinuation<AudioFrame?, any Error>?) =
                    state.withLock { state in
                        if Task.isCancelled { return (.failure(CancellationError()), nil) }
                        if let frame = state.take(frameSamples) { return (.success(frame), nil) }
                        if state.isClosed { return (.success(nil), nil) }
                        // There is one consumer: a later call replaces an earlier one.
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
            state.lastObserver += 1
            if !state.isClosed { state.observers[state.lastObserver] = continuation }
            // Inside the lock, so that no newer status precedes it.
            continuation.yield(state.status)
            return (state.lastObserver, state.isClosed)
        }
        if isClosed { continuation.finish() }
        continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.observers[identity] = nil } }
        return stream
    }
}
