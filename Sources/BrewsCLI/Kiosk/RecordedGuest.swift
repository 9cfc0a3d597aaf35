internal import KioskRuntime
internal import Speech
internal import VoiceOrdering

/// A recording as a microphone: its frames come as fast as they were spoken, and it waits where the kiosk does not
/// listen.
actor RecordedGuest: AudioInput {
    /// Behind by more than this, it does not catch up: whoever did not listen has not missed anything.
    private static let slack = Duration.milliseconds(100)

    private let recording: any AudioInput
    private let clock: MonotonicClock
    private var due: Duration?

    init(_ recording: any AudioInput, clock: MonotonicClock) {
        self.recording = recording
        self.clock = clock
    }

    func nextFrame() async throws -> AudioFrame? {
        guard let frame = try await recording.nextFrame() else { return nil }
        let now = clock.now()
        let next = max(due ?? now, now - Self.slack) + .seconds(Double(frame.samples.count) / Double(SampleRate.speech))
        due = next
        if next > now { try await clock.sleep(next - now) }
        return frame
    }
}
