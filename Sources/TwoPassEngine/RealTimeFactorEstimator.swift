internal import Speech
internal import Synchronization

/// Estimates the second engine's real-time factor from its last run; deadlineShared by all recognitions of a service.
final class RealTimeFactorEstimator: Sendable {
    /// Share of the deadline that a run may be expected to need.
    private static let deadlineShare = 0.9
    /// Factor on the elapsed time of a run that was cancelled at the deadline, whose full time is unknown.
    private static let cancelledFactor = 2.0
    /// Decay of a real-time factor that was too slow, applied for each utterance that is skipped, so that a busy minute
    /// is forgotten.
    private static let decay = 0.97

    private enum State {
        case unmeasured
        /// The first run missed the deadline.
        case missedOnce
        /// Last measured real-time factor.
        case measured(Double)
    }

    private let state = Mutex(State.unmeasured)

    /// Returns whether the engine is likely to decode this much audio before the deadline.
    func canDecode(_ audio: SampleCount, within deadline: Duration) -> Bool {
        state.withLock { state in
            guard case .measured(let factor) = state,
                factor * audio.seconds > Self.deadlineShare * (deadline / .seconds(1))
            else {
                return true
            }
            state = .measured(factor * Self.decay)
            return false
        }
    }

    /// Records a run that ended or was cancelled after the deadline. The very first miss is ignored, because it may
    /// have included start-up work.
    func record(_ time: Duration, for audio: SampleCount, deadline: Duration) {
        let seconds = time / .seconds(1) * (time < deadline ? 1 : Self.cancelledFactor)
        state.withLock { state in
            if case .unmeasured = state, time >= deadline {
                state = .missedOnce
            } else {
                state = .measured(seconds / max(audio.seconds, 0.001))
            }
        }
    }
}
