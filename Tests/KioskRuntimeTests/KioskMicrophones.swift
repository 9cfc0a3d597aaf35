internal import Speech
internal import Synchronization
internal import TestSupport

/// A microphone in a quiet room with a little noise.
actor QuietRoom: AudioInput {
    private static let samples = (0..<1_600).map { Int16(truncatingIfNeeded: ($0 &* 7_919) % 61 - 30) }
    private var position = SamplePosition.zero

    func nextFrame() -> AudioFrame? {
        let frame = AudioFrame(start: position, samples: Self.samples)
        position = frame.end
        return frame
    }
}

/// A microphone that loses audio before every frame.
actor LossyRoom: AudioInput {
    private let room = QuietRoom()
    private let lost: Duration

    init(lost: Duration) { self.lost = lost }

    func nextFrame() async -> AudioFrame? {
        guard let frame = await room.nextFrame() else { return nil }
        return AudioFrame(
            start: frame.start, samples: frame.samples, capture: CaptureMark(capturedAt: .zero, lost: lost))
    }
}

/// A microphone whose gain is much too high.
actor ClippedRoom: AudioInput {
    private let room = QuietRoom()
    private let clipped: Range<Double>

    /// - Parameter clipped: the seconds in which the audio is clipped.
    init(_ clipped: Range<Double> = 0..<1_000) { self.clipped = clipped }

    func nextFrame() async -> AudioFrame? {
        guard let frame = await room.nextFrame() else { return nil }
        guard clipped.contains(frame.start.seconds) else { return frame }
        var samples = [Int16](repeating: .max, count: frame.samples.count)
        for index in samples.indices where index / 40 % 2 == 1 { samples[index] = -.max }
        return AudioFrame(start: frame.start, samples: samples)
    }
}

/// The status of a microphone and its updates.
private struct FollowedStatus {
    var now: MicrophoneStatus
    private var followers: [AsyncStream<MicrophoneStatus>.Continuation] = []

    init(_ now: MicrophoneStatus) { self.now = now }

    mutating func updates() -> AsyncStream<MicrophoneStatus> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: MicrophoneStatus.self, bufferingPolicy: .bufferingNewest(16))
        followers.append(continuation)
        continuation.yield(now)
        return stream
    }

    func tell() { for follower in followers { follower.yield(now) } }
}

/// A microphone in a quiet room that reports its availability when told to.
final class SlowMicrophone: MonitoredAudioInput {
    private let room = QuietRoom()
    private let followed = Mutex(FollowedStatus(MicrophoneStatus(device: "slow")))

    var status: MicrophoneStatus { followed.withLock(\.now) }

    func say(_ availability: MicrophoneStatus.Availability) {
        followed.withLock {
            $0.now.availability = availability
            $0.tell()
        }
    }

    func statusUpdates() -> AsyncStream<MicrophoneStatus> { followed.withLock { $0.updates() } }

    func discardBacklog() -> SampleCount { SampleCount(0) }

    func close() {}

    func nextFrame() async throws -> AudioFrame? {
        try Task.checkCancellation()
        await Task.yield()
        return await room.nextFrame()
    }
}

/// A microphone in a quiet room that can be unplugged, or report that its consumer is late.
final class UnpluggedMicrophone: MonitoredAudioInput {
    private let room = QuietRoom()
    private let clock: ManualClock
    private let followed = Mutex(FollowedStatus(MicrophoneStatus(device: "loose")))

    init(clock: ManualClock) {
        self.clock = clock
        followed.withLock { $0.now.availability = .available }
    }

    var status: MicrophoneStatus { followed.withLock(\.now) }

    func unplug() { change { $0.availability = .unavailable(.missing, since: .zero) } }

    /// Reports a backlog of this length.
    func isLate(by backlog: Duration) { change { $0.backlog = SampleCount(seconds: backlog.seconds) } }

    private func change(_ body: (inout MicrophoneStatus) -> Void) {
        followed.withLock {
            body(&$0.now)
            $0.tell()
        }
    }

    func statusUpdates() -> AsyncStream<MicrophoneStatus> { followed.withLock { $0.updates() } }

    func discardBacklog() -> SampleCount { SampleCount(0) }

    func close() {}

    func nextFrame() async throws -> AudioFrame? {
        while !status.isAvailable {
            try Task.checkCancellation()
            await Task.yield()
        }
        clock.advance(by: .milliseconds(100))
        for _ in 0..<50 { await Task.yield() }
        return await room.nextFrame()
    }
}

/// A microphone whose consumer is four seconds late once, in the middle of the first sentence.
final class LateMicrophone: MonitoredAudioInput {
    private struct State {
        var clock: ManualClock?
        var followed = FollowedStatus(MicrophoneStatus(device: "late"))
        var wasLate = false
        var isDiscarded = false
    }

    private static let backlog = SampleCount(seconds: 4)
    private let room = QuietRoom()
    private let state = Mutex(State())

    init() { state.withLock { $0.followed.now.availability = .available } }

    func flowing(_ clock: ManualClock) -> LateMicrophone {
        state.withLock { $0.clock = clock }
        return self
    }

    var status: MicrophoneStatus { state.withLock(\.followed.now) }

    func statusUpdates() -> AsyncStream<MicrophoneStatus> { state.withLock { $0.followed.updates() } }

    func discardBacklog() -> SampleCount {
        state.withLock {
            $0.followed.now.backlog = SampleCount(0)
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
            state.followed.now.backlog = Self.backlog
            state.followed.tell()
            return true
        }
        for _ in 0..<50 { await Task.yield() }
        guard isLate else { return frame }
        while !Task.isCancelled, !state.withLock(\.isDiscarded) { await Task.yield() }
        return AudioFrame(
            start: frame.start, samples: frame.samples, capture: CaptureMark(capturedAt: .zero, lost: .seconds(4)))
    }
}
