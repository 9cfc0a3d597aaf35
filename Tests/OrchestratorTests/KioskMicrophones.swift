internal import Speech
internal import Synchronization
internal import TestSupport

/// A microphone in a quiet room, which is never quite silent.
actor QuietRoom: AudioInput {
    private var position = SamplePosition.zero

    func nextFrame() -> AudioFrame? {
        let samples = (0..<1_600).map { Int16(truncatingIfNeeded: ($0 &* 7_919) % 61 - 30) }
        let frame = AudioFrame(start: position, samples: samples)
        position = frame.end
        return frame
    }
}

/// A microphone that loses a little before every frame.
actor LossyRoom: AudioInput {
    private let room = QuietRoom()
    private let lost: Duration

    init(lost: Duration) { self.lost = lost }

    func nextFrame() async -> AudioFrame? {
        guard let frame = await room.nextFrame() else { return nil }
        return AudioFrame(start: frame.start, samples: frame.samples, capture: CaptureMark(heardAt: .zero, lost: lost))
    }
}

/// A microphone whose gain is far too high.
actor ClippedRoom: AudioInput {
    private let room = QuietRoom()
    private let clipped: Range<Double>

    /// - Parameter clipped: seconds in which it is so.
    init(_ clipped: Range<Double> = 0..<1_000) { self.clipped = clipped }

    func nextFrame() async -> AudioFrame? {
        guard let frame = await room.nextFrame() else { return nil }
        guard clipped.contains(frame.start.seconds) else { return frame }
        var samples = [Int16](repeating: .max, count: frame.samples.count)
        for index in samples.indices where index / 40 % 2 == 1 { samples[index] = -.max }
        return AudioFrame(start: frame.start, samples: samples)
    }
}

/// A quiet room's microphone that says when it is there, or that it is not.
final class SlowMicrophone: MonitoredAudioInput {
    private let room = QuietRoom()
    private let state = Mutex<(status: MicrophoneStatus, listeners: [AsyncStream<MicrophoneStatus>.Continuation])>((MicrophoneStatus(device: "slow"), []))

    var status: MicrophoneStatus { state.withLock(\.status) }

    func say(_ availability: MicrophoneStatus.Availability) {
        state.withLock { state in
            state.status.availability = availability
            for listener in state.listeners { listener.yield(state.status) }
        }
    }

    func statusUpdates() -> AsyncStream<MicrophoneStatus> {
        let (stream, continuation) = AsyncStream.makeStream(of: MicrophoneStatus.self, bufferingPolicy: .bufferingNewest(16))
        state.withLock {
            $0.listeners.append(continuation)
            continuation.yield($0.status)
        }
        return stream
    }

    func discardBacklog() -> SampleCount { SampleCount(0) }

    func close() {}

    func nextFrame() async throws -> AudioFrame? {
        try Task.checkCancellation()
        await Task.yield()
        return await room.nextFrame()
    }
}

/// A microphone whose consumer is four seconds late once, in the middle of the first sentence.
final class LateMicrophone: MonitoredAudioInput {
    private struct State {
        var clock: ManualClock?
        var status = MicrophoneStatus(device: "late")
        var listeners: [AsyncStream<MicrophoneStatus>.Continuation] = []
        var wasLate = false
        var isDiscarded = false
    }

    private static let backlog = SampleCount(seconds: 4)
    private let room = QuietRoom()
    private let state = Mutex(State())

    init() { state.withLock { $0.status.availability = .available } }

    func flowing(_ clock: ManualClock) -> LateMicrophone {
        state.withLock { $0.clock = clock }
        return self
    }

    var status: MicrophoneStatus { state.withLock(\.status) }

    func statusUpdates() -> AsyncStream<MicrophoneStatus> {
        let (stream, continuation) = AsyncStream.makeStream(of: MicrophoneStatus.self, bufferingPolicy: .bufferingNewest(16))
        state.withLock {
            $0.listeners.append(continuation)
            continuation.yield($0.status)
        }
        return stream
    }

    func discardBacklog() -> SampleCount {
        state.withLock {
            $0.status.backlog = SampleCount(0)
            $0.isDiscarded = true
        }
        return Self.backlog
    }

    func close() {}

    func nextFrame() async -> AudioFrame? {
        guard let frame = await room.nextFrame() else { return nil }
        let isLate = state.withLock { state in
            state.clock?.advance(by: .milliseconds(100))
            guard !state.wasLate, frame.start >= SamplePosition(seconds: 1.4) else { return false }
            state.wasLate = true
            state.status.backlog = Self.backlog
            for listener in state.listeners { listener.yield(state.status) }
            return true
        }
        for _ in 0..<50 { await Task.yield() }
        guard isLate else { return frame }
        while !Task.isCancelled, !state.withLock(\.isDiscarded) { await Task.yield() }
        return AudioFrame(start: frame.start, samples: frame.samples, capture: CaptureMark(heardAt: .zero, lost: .seconds(4)))
    }
}
