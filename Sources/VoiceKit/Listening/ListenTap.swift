internal import Speech
internal import Synchronization
internal import VoiceActivity

/// The recogniser's audio of one listening: counts positions from zero, measures the level, decides when the listening
/// ends, and keeps the samples where a recording was asked for.
///
/// One consumer calls `nextFrame`; the other members may be called from any task.
final class ListenTap: AudioInput {
    /// What a listening waits for, and since when.
    enum Progress: Equatable, Sendable {
        /// The microphone.
        case audio(since: Duration)
        /// The recogniser.
        case recognition(since: Duration)
    }

    fileprivate struct State {
        var machine: ListenMachine
        var meter = LevelMeter()
        var samples: [Int16] = []
        /// Samples still to be left out: the end of the voice's own speech.
        var skipped: Int
        var progress: Progress
        var failure: VoiceKitError?
    }

    private let input: any AudioInput
    private let keepsSamples: Bool
    private let now: @Sendable () -> Duration
    private let levels: Broadcast<AudioLevel>
    private let state: Mutex<State>

    /// - Parameters:
    ///   - skipping: audio at the beginning that is left out.
    ///   - now: a monotonic clock.
    /// - Throws: `VoiceActivityError` never, because the settings are the defaults.
    init(
        _ input: any AudioInput, request: ListenRequest, skipping: SampleCount, levels: Broadcast<AudioLevel>,
        now: @escaping @Sendable () -> Duration
    ) throws {
        self.input = input
        self.now = now
        self.levels = levels
        keepsSamples = request.recording != .none
        state = Mutex(
            State(
                machine: try ListenMachine(request), skipped: skipping.samples, progress: .recognition(since: now())))
    }

    func nextFrame() async throws -> AudioFrame? {
        while true {
            let isOver = state.withLock { state in
                if state.machine.ending == nil { state.progress = .audio(since: now()) }
                return state.machine.ending != nil
            }
            guard !isOver else { return nil }
            let frame: AudioFrame?
            do { frame = try await input.nextFrame() } catch let error as CancellationError { throw error } catch {
                state.withLock { $0.failure = .input("\(error)") }
                throw error
            }
            let (output, readings) = state.withLock { state in
                state.progress = .recognition(since: now())
                guard let frame else {
                    state.machine.endInput()
                    return (AudioFrame?.none, [AudioLevel]())
                }
                return state.take(frame, keepsSamples)
            }
            for reading in readings { levels.send(reading) }
            if output != nil || frame == nil { return output }
        }
    }

    /// The speaker let go of the button of push-to-talk.
    func release() { state.withLock { $0.machine.release() } }

    /// The recogniser has words.
    func noteWords() { state.withLock { $0.machine.hasWords = true } }

    /// What the listening waits for.
    var progress: Progress { state.withLock { $0.progress } }

    /// Why the listening is over; `nil` while it goes on.
    var ending: ListenEnding? { state.withLock { $0.machine.ending } }

    /// The input's error, if it failed.
    var failure: VoiceKitError? { state.withLock { $0.failure } }

    /// Speech by voice activity.
    var segments: [SpeechSpan] { state.withLock { $0.machine.segments } }

    /// End of the audio so far.
    var end: SamplePosition { state.withLock { $0.machine.end } }

    /// The kept samples, from position zero on; they are forgotten here.
    func takeSamples() -> [Int16] {
        state.withLock { state in
            defer { state.samples = [] }
            return state.samples
        }
    }
}

extension ListenTap.State {
    fileprivate mutating func take(_ frame: AudioFrame, _ keepsSamples: Bool) -> (AudioFrame?, [AudioLevel]) {
        let left = min(skipped, frame.samples.count)
        skipped -= left
        guard left < frame.samples.count else { return (nil, []) }
        let output = AudioFrame(start: machine.end, samples: left == 0 ? frame.samples : Array(frame.samples[left...]))
        machine.process(output)
        if keepsSamples { samples += output.samples }
        return (output, meter.process(output))
    }
}
