internal import Speech
internal import Synchronization

/// How fast the second engine reads on this machine, as its last reading told: one for all recognitions of a service.
final class RealTimeFactorEstimator: Sendable {
    /// Of the deadline: what a reading may be expected to take.
    private static let share = 0.9
    /// How much longer than it lasted a reading would have taken that was called off at the deadline. Nobody knows.
    private static let unfinished = 2.0
    /// What was measured as too slow counts less with every utterance that is not read, so that a busy minute is
    /// forgotten.
    private static let forgetting = 0.97

    private enum State {
        case new
        /// The first reading was late.
        case ready
        /// What a second of audio took last, in seconds.
        case known(Double)
    }

    private let state = Mutex(State.new)

    /// Whether so much audio is likely read in time.
    func allows(_ audio: SampleCount, within deadline: Duration) -> Bool {
        state.withLock { state in
            guard case .known(let pace) = state, pace * audio.seconds > Self.share * (deadline / .seconds(1)) else {
                return true
            }
            state = .known(pace * Self.forgetting)
            return false
        }
    }

    /// Takes note of a reading that ended, or was called off after the deadline. The very first may have been late
    /// because the engine made itself ready.
    func take(_ time: Duration, for audio: SampleCount, deadline: Duration) {
        let seconds = time / .seconds(1) * (time < deadline ? 1 : Self.unfinished)
        state.withLock { state in
            if case .new = state, time >= deadline {
                state = .ready
            } else {
                state = .known(seconds / max(audio.seconds, 0.001))
            }
        }
    }
}
