public import Speech
internal import Synchronization

/// A microphone that does what a test tells it: gives audio, loses some, goes away and comes back.
public final class ScriptedMicrophone: MonitoredAudioInput {
    private struct State {
        var status: MicrophoneStatus
        var frames: [AudioFrame] = []
        var position = SamplePosition.zero
        var lost = Duration.zero
        var isClosed = false
        var consumer: CheckedContinuation<AudioFrame?, any Error>?
        var watchers: [AsyncStream<MicrophoneStatus>.Continuation] = []
        /// Tests that wait until all was taken.
        var waiting: [CheckedContinuation<Void, Never>] = []

        mutating func take() -> AudioFrame? {
            guard !frames.isEmpty else { return nil }
            let frame = frames.removeFirst()
            status.backlog = SampleCount(frames.reduce(0) { $0 + $1.samples.count })
            if let lost = frame.capture?.lost, lost > .zero {
                status.recordGap(AudioGap(at: frame.start, length: lost))
            }
            return frame
        }
    }

    private let frameSamples: Int
    private let state: Mutex<State>

    public init(frameSamples: Int = 320, device: String = "scripted") {
        self.frameSamples = max(1, frameSamples)
        state = Mutex(State(status: MicrophoneStatus(device: device, availability: .available)))
    }

    /// Hears samples, the last frame as short as they leave it.
    public func hear(_ samples: [Int16]) {
        change { state in
            var rest = samples[...]
            while !rest.isEmpty {
                let piece = rest.prefix(frameSamples)
                rest = rest.dropFirst(piece.count)
                let mark = CaptureMark(capturedAt: .seconds(state.position.seconds), lost: state.lost)
                state.frames.append(AudioFrame(start: state.position, samples: Array(piece), capture: mark))
                state.position = state.position + SampleCount(piece.count)
                state.lost = .zero
            }
            state.status.backlog = SampleCount(state.frames.reduce(0) { $0 + $1.samples.count })
        }
    }

    /// Samples heard so far.
    public var heard: Int { state.withLock { $0.position.samples } }

    /// Audio is missing before what is heard next.
    public func lose(_ duration: Duration) {
        change { state in
            state.lost += duration
            state.status.counters.overruns += 1
        }
    }

    /// The device goes away.
    public func fail(_ fault: MicrophoneFault, at time: Duration = .zero) {
        change { state in
            state.status.availability = .unavailable(fault, since: time)
            state.status.counters.losses += 1
        }
    }

    /// It is back; `lost` is what nobody heard meanwhile.
    public func recover(lost: Duration = .seconds(1)) {
        change { state in
            state.status.availability = .available
            state.status.counters.reopenings += 1
            state.lost += lost
        }
    }

    public func close() {
        let watchers = change { state in
            state.isClosed = true
            state.status.availability = .closed
        }
        for watcher in watchers { watcher.finish() }
    }

    public var status: MicrophoneStatus { state.withLock { $0.status } }

    public func statusUpdates() -> AsyncStream<MicrophoneStatus> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: MicrophoneStatus.self, bufferingPolicy: .bufferingNewest(16))
        let isClosed = state.withLock { state in
            continuation.yield(state.status)
            state.watchers.append(continuation)
            return state.isClosed
        }
        if isClosed { continuation.finish() }
        return stream
    }

    @discardableResult
    public func discardBacklog() -> SampleCount {
        var dropped = SampleCount(0)
        change { state in
            dropped = SampleCount(state.frames.reduce(0) { $0 + $1.samples.count })
            state.position = state.frames.first?.start ?? state.position
            state.frames = []
            state.lost += .seconds(dropped.seconds)
            state.status.counters.droppedSamples += dropped.samples
            state.status.backlog = SampleCount(0)
        }
        return dropped
    }

    public func nextFrame() async throws -> AudioFrame? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<AudioFrame?, any Error>) in
                let result: Result<AudioFrame?, any Error>? = state.withLock { state in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if let frame = state.take() { return .success(frame) }
                    if state.isClosed { return .success(nil) }
                    state.consumer = continuation
                    return nil
                }
                if let result { continuation.resume(with: result) }
                noteAsked()
            }
        } onCancel: {
            state.withLock { $0.consumer.take() }?.resume(throwing: CancellationError())
        }
    }

    /// Returns when everything that was heard has been taken and the consumer has asked for more.
    public func drained() async {
        await withCheckedContinuation { continuation in
            state.withLock { $0.waiting.append(continuation) }
            noteAsked()
        }
    }

    private func noteAsked() {
        let waiting: [CheckedContinuation<Void, Never>] = state.withLock { state in
            guard state.consumer != nil, state.frames.isEmpty else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for test in waiting { test.resume() }
    }

    @discardableResult
    private func change(_ body: (inout State) -> Void) -> [AsyncStream<MicrophoneStatus>.Continuation] {
        let (consumer, frame, watchers, status) = state.withLock { state in
            let before = state.status
            body(&state)
            var consumer: CheckedContinuation<AudioFrame?, any Error>?, frame: AudioFrame?
            if state.consumer != nil {
                frame = state.take()
                if frame != nil || state.isClosed { consumer = state.consumer.take() }
            }
            let isNews =
                before.availability != state.status.availability || before.counters != state.status.counters
                || before.isBehind != state.status.isBehind
            return (consumer, frame, state.watchers, isNews ? state.status : nil)
        }
        consumer?.resume(returning: frame)
        if let status { for watcher in watchers { watcher.yield(status) } }
        return watchers
    }
}
