internal import KioskRuntime
internal import Speech
internal import VoiceOrdering

/// A recording that behaves like a microphone: frames arrive at speaking speed. It pauses while the kiosk does not
/// read.
actor RecordedGuest: AudioInput {
    /// Lag beyond which the recording resumes at the current frame instead of catching up.
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
