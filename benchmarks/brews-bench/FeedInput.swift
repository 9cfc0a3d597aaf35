internal import Foundation
internal import Speech
internal import Synchronization

/// Samples at the pace of a microphone: no frame is available before the time of its last sample.
///
/// `.simulated` counts time instead of waiting. The recogniser is a server with a queue of one: a frame arrives at its
/// end; processing begins at that time or when the previous frame is done, whichever is later, and takes the processor
/// time that the process spends. The figures are therefore those of one idle core, whatever the load of the machine.
/// `.realtime` sleeps until each frame's end and uses the clock's time.
final class FeedInput: AudioInput {
    enum Pace: String, Sendable {
        case simulated, realtime
    }

    private struct State {
        var position = SamplePosition.zero
        /// Seconds since the first sample was spoken, at `mark`.
        var time = 0.0
        /// Processor time (simulated) or clock time (real time) at `time`.
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
            // Processing before the first sample is not counted.
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
