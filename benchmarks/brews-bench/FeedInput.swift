internal import Foundation
internal import Speech
internal import Synchronization

/// Samples as a microphone hands them out: no frame before its last sample has been spoken.
///
/// `.simulated` counts time instead of passing it. The recogniser is a server with one place in front of it: a frame is
/// there at its end, work on it begins at that moment or when the work before is done, whichever is later, and takes
/// the processor time that the process really spends. So the figures are those of one core that has nothing else to do,
/// whatever the machine does meanwhile. `.realtime` sleeps until each frame's end, and time is the clock's.
final class FeedInput: AudioInput {
    enum Pace: String, Sendable {
        case simulated, realtime
    }

    private struct State {
        var position = SamplePosition.zero
        /// Seconds since the first sample was spoken, at `mark`.
        var time = 0.0
        /// Processor time (simulated) or the clock's (real time) that `time` belongs to.
        var mark: Double?
    }

    private let samples: [Int16]
    private let frameSamples: Int
    private let pace: Pace
    private let state = Mutex(State())

    /// - Parameter frameSamples: samples in each frame, 1 or more.
    init(_ samples: [Int16], frameSamples: Int, pace: Pace) {
        self.samples = samples
        self.frameSamples = max(1, frameSamples)
        self.pace = pace
    }

    /// Seconds since the first sample was spoken.
    var now: Double { state.withLock { $0.time + (Self.spent(pace) - ($0.mark ?? Self.spent(pace))) } }

    func nextFrame() async throws -> AudioFrame? {
        let start = state.withLock { state in
            // Work that was done before the guest began to speak is no work on speech.
            if state.mark == nil { state.mark = Self.spent(pace) }
            return state.position
        }
        guard start.samples < samples.count else { return nil }
        let frame = AudioFrame(
            start: start, samples: Array(samples[start.samples..<min(start.samples + frameSamples, samples.count)]))
        let early = frame.end.seconds - now
        if pace == .realtime, early > 0 { try await ContinuousClock().sleep(for: .seconds(early)) }
        let moment = max(frame.end.seconds, now)
        state.withLock { $0 = State(position: frame.end, time: moment, mark: Self.spent(pace)) }
        return frame
    }

    /// Seconds of processor time of the whole process, or of the monotonic clock.
    private static func spent(_ pace: Pace) -> Double {
        var time = timespec()
        clock_gettime(pace == .simulated ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
