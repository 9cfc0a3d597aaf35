internal import Speech
internal import Synchronization

/// How fast the second engine reads on this machine, as its last reading told: one for all recognitions of a service.
final class ReadingPace: Sendable {
    /// Of the deadline: what a reading may be expected to take.
    private static let share = 0.9
    /// How much longer than it lasted a reading would have taken that was called off at the deadline. Nobody knows.
    private static let unfinished = 2.0
    /// What was measured as too slow counts less with every utterance that is not read, so that a busy minute is forgotten.
    private static let forgetting = 0.97

    /// What a second of audio took last, in seconds; `nil` before the first reading.
    private let pace = Mutex<Double?>(nil)

    /// Whether so much audio is likely read in time.
    func allows(_ audio: SampleCount, within deadline: Duration) -> Bool {
        pace.withLock { pace in
            guard let known = pace, known * audio.seconds > Self.share * (deadline / .seconds(1)) else { return true }
            pace = known * Self.forgetting
            return false
        }
    }

    /// Takes note of a reading that ended, or was called off after the deadline.
    func take(_ time: Duration, for audio: SampleCount, deadline: Duration) {
        let seconds = time / .seconds(1) * (time < deadline ? 1 : Self.unfinished)
        pace.withLock { $0 = seconds / max(audio.seconds, 0.001) }
    }
}
