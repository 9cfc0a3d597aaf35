internal import Speech
internal import Synchronization
internal import Transcription
internal import VoiceActivity

/// Speech activity of one frame.
package struct FrameActivity: Equatable, Sendable {
    /// Whether speech is detected at the end of the frame.
    package let isSpeechDetected: Bool
    /// Starts (`true`) and ends (`false`) of speech within the frame, in order.
    package let changes: [Bool]
}

/// The recogniser's audio for one turn: the only voice-activity detector of that stream, the only place where positions
/// are counted, and the marks that end utterances.
///
/// Positions start at zero with the first frame and count the samples handed out, whatever was left out before. A frame
/// after which the utterance is complete is marked with `endsUtterance`; the recogniser then closes the utterance, as
/// at an endpoint of its own. The recogniser pulls a frame only after its previous result has been processed, so the
/// hypothesis is always that of the frames so far. One consumer calls `nextFrame`; the other members may be called from
/// any task.
final class EndpointingInput: AudioInput {
    fileprivate struct State {
        var activity: EnergyVoiceActivityDetector
        /// `nil` where the recogniser alone ends utterances.
        var endpointer: UtteranceEndpointer?
        var snr = SNREstimator()
        var clipping = ClippingRecord()
        /// Start and end of the latest speech segments; the last may still be open.
        var segments: [(start: SamplePosition, end: SamplePosition?)] = []
        /// The latest gaps in the audio.
        var gaps: [AudioGap] = []
        /// The pending end-of-utterance reason, cleared when it is taken; `spokenOver` stays until the next frame.
        var decision: CompletionReason?
        /// The end of the audio handed out.
        var end = SamplePosition.zero
        /// When the newest frame arrived.
        var newestArrival = Duration.zero
    }

    fileprivate static let storedSegments = 32
    fileprivate static let storedGaps = 32
    /// Audio before the start of speech in which a sentence may already have begun.
    private static let onset = SampleCount(seconds: 0.5)

    private let input: any AudioInput
    private let now: @Sendable () -> Duration
    private let observe: @Sendable (AudioFrame, FrameActivity) async -> Void
    private let state: Mutex<State>

    /// - Parameters:
    ///   - endpointing: settings of the endpointer; `nil` leaves the end of utterances to the recogniser.
    ///   - locale: BCP 47 tag of the phrases that end an order.
    ///   - now: a monotonic clock.
    ///   - observe: called and awaited for every frame before it is returned.
    /// - Throws: `TranscriptionError` for settings out of range.
    init(
        _ input: any AudioInput, endpointing: CompletionSettings?, locale: String,
        now: @escaping @Sendable () -> Duration,
        observe: @escaping @Sendable (AudioFrame, FrameActivity) async -> Void = { _, _ in }
    ) throws {
        self.input = input
        self.now = now
        self.observe = observe
        state = Mutex(
            State(
                activity: try EnergyVoiceActivityDetector(),
                endpointer: try endpointing.map { try UtteranceEndpointer(settings: $0, locale: locale) },
                newestArrival: now()))
    }

    func nextFrame() async throws -> AudioFrame? {
        guard let frame = try await input.nextFrame() else { return nil }
        let arrival = now()
        let (output, activity) = state.withLock { $0.process(frame, arrivedAt: arrival) }
        await observe(output, activity)
        return output
    }

    // MARK: Hypothesis

    /// Replaces the hypothesis of the open utterance.
    ///
    /// - Parameters:
    ///   - shape: what the parser says about the words.
    ///   - position: end of the audio that the words are from.
    func setHypothesis(_ words: [TranscribedWord], shape: UtteranceShape, at position: SamplePosition) {
        let text = words.map(\.text).joined(separator: " ")
        state.withLock {
            $0.endpointer?.updateHypothesis(
                text, startedAt: words.first?.span.start, endedAt: words.last?.span.end, shape: shape, at: position)
        }
    }

    /// Why the utterance that the recogniser has just closed is complete; `nil` where the recogniser decided that
    /// itself. Taking the reason clears it.
    func takeDecision() -> CompletionReason? {
        state.withLock { state in
            // Everything that was open at this mark ends there, even if that is two utterances.
            defer { if state.decision != .spokenOver { state.decision = nil } }
            return state.decision
        }
    }

    /// Starts the next utterance.
    ///
    /// - Parameter span: where the guest spoke; excluded from the noise estimate. `nil` where nothing was accepted.
    func beginUtterance(excludingFromNoise span: SpeechSpan? = nil) {
        state.withLock { state in
            state.endpointer?.reset()
            if let span { state.snr.exclude(span) }
        }
    }

    // MARK: Signal

    /// The end of the audio handed out.
    var end: SamplePosition { state.withLock { $0.end } }

    /// When the newest frame arrived, on the clock passed in.
    var newestArrival: Duration { state.withLock { $0.newestArrival } }

    /// When the audio at a position arrived, on the clock passed in.
    func time(of position: SamplePosition) -> Duration {
        state.withLock { max(.zero, $0.newestArrival - .seconds(($0.end - position).seconds)) }
    }

    /// A span without the silence before the first speech in it. Recognisers assign the silence before an utterance to
    /// its first word; when the guest began to speak is decided by voice activity.
    func trimmedToSpeech(_ span: SpeechSpan) -> SpeechSpan { state.withLock { $0.trimmedToSpeech(span) } }

    /// Duration of audio lost from shortly before the start of speech to the end of a span: what is lost may be the
    /// beginning of the sentence.
    func lostAudio(in span: SpeechSpan) -> Duration {
        state.withLock { state in
            let onset = SamplePosition(state.trimmedToSpeech(span).start.samples - Self.onset.samples)
            let start = max(span.start, onset)
            return state.gaps.filter { $0.at >= start && $0.at <= span.end }.reduce(.zero) { $0 + $1.length }
        }
    }

    /// Signal-to-noise ratio of a span in decibels; `nil` where there is no estimate.
    func signalToNoise(of span: SpeechSpan) -> Double? { state.withLock { $0.snr.estimate(for: span) } }

    /// Whether so much of the speech in a span was clipped that the words are unreliable (fault A8).
    func isClipped(_ span: SpeechSpan) -> Bool {
        state.withLock { $0.clipping.share(of: $0.trimmedToSpeech(span)) > SignalLimits().clippedShare }
    }
}

extension EndpointingInput.State {
    /// Renumbers a frame, measures it, and marks it where the utterance is complete.
    fileprivate mutating func process(_ input: AudioFrame, arrivedAt time: Duration) -> (AudioFrame, FrameActivity) {
        let frame = AudioFrame(start: end, samples: input.samples, endsUtterance: input.endsUtterance)
        if let lost = input.capture?.lost, lost > .zero {
            gaps = gaps.suffix(EndpointingInput.storedGaps - 1) + [AudioGap(at: frame.start, length: lost)]
        }
        end = frame.end
        newestArrival = time
        snr.add(frame)
        clipping.add(frame)
        let activity = detectActivity(frame)
        // The kiosk begins to speak: everything open ends here.
        if frame.endsUtterance {
            decision = .spokenOver
            return (frame, activity)
        }
        guard let analysis = endpointer?.decide(at: frame.end) else {
            decision = nil
            return (frame, activity)
        }
        // A recogniser that ignored the mark goes on; with new words the earlier decision is void.
        if decision == .spokenOver || analysis.reason != .alreadyProcessed { decision = nil }
        guard analysis.isComplete else { return (frame, activity) }
        decision = analysis.reason
        return (AudioFrame(start: frame.start, samples: frame.samples, endsUtterance: true), activity)
    }

    private mutating func detectActivity(_ frame: AudioFrame) -> FrameActivity {
        let events = activity.process(frame)
        for event in events {
            switch event {
            case .speechStarted(let position, _):
                segments = segments.suffix(EndpointingInput.storedSegments - 1) + [(position, nil)]
            case .speechEnded(let position, _):
                if let last = segments.indices.last {
                    segments[last].end = position
                    endpointer?.endSpeech(SpeechSpan(start: segments[last].start, end: position))
                }
            }
        }
        if let position = activity.lastSpeech { endpointer?.extendSpeech(to: position) }
        if activity.isSpeechPossible { endpointer?.extendSpeech(to: frame.end) }
        return FrameActivity(
            isSpeechDetected: activity.isSpeechDetected, changes: events.map(\.result.speechDetected))
    }

    fileprivate func trimmedToSpeech(_ span: SpeechSpan) -> SpeechSpan {
        let isInSpeech = segments.contains { $0.start <= span.start && ($0.end ?? span.end) > span.start }
        let first = isInSpeech ? nil : segments.first { $0.start > span.start && $0.start < span.end }
        return SpeechSpan(start: first?.start ?? span.start, end: span.end)
    }
}
