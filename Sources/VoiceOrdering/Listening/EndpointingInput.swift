package import Speech
internal import Synchronization
package import Transcription
internal import VoiceActivity

/// Hands frames on and marks the one in which the guest has finished, so that the recogniser closes the utterance
/// there.
///
/// The recogniser pulls a frame only after its last result has been taken, so `hear` has always been told what the
/// frames so far said.
package final class EndpointingInput: AudioInput {
    private struct State {
        var activity: EnergyVoiceActivityDetector
        var endpointer: UtteranceEndpointer
        var room = SNREstimator()
        var clipping = ClippingRecord()
        /// Where voices began and ended, the newest few; the last may still be there.
        var voices: [(start: SamplePosition, end: SamplePosition?)] = []
        /// Why the utterance was found to be over, until somebody asks, or where the kiosk speaks until the next frame.
        var decision: CompletionReason?
    }

    private static let rememberedVoices = 32
    /// What may be missing of a sentence's beginning.
    private static let beginning = SampleCount(seconds: 0.5)

    private let input: any AudioInput
    private let state: Mutex<State>

    /// - Throws: `TranscriptionError` for settings out of range.
    package init(_ input: any AudioInput, settings: CompletionSettings, locale: String) throws {
        self.input = input
        state = Mutex(
            State(
                activity: try EnergyVoiceActivityDetector(),
                endpointer: try UtteranceEndpointer(settings: settings, locale: locale)))
    }

    package func nextFrame() async throws -> AudioFrame? {
        guard let frame = try await input.nextFrame() else { return nil }
        return state.withLock { state in
            state.room.take(frame)
            state.clipping.take(frame)
            for event in state.activity.process(frame) {
                switch event {
                case .speechStarted(let position, _):
                    state.voices = state.voices.suffix(Self.rememberedVoices - 1) + [(position, nil)]
                case .speechEnded(let position, _):
                    state.endpointer.hearVoice(until: position)
                    if let last = state.voices.indices.last { state.voices[last].end = position }
                }
            }
            if let position = state.activity.lastSpeech { state.endpointer.hearVoice(until: position) }
            if state.activity.isSpeechPossible { state.endpointer.hearVoice(until: frame.end) }
            // The kiosk's ears have ended the utterance.
            if frame.endsUtterance {
                state.decision = .spokenOver
                return frame
            }
            let analysis = state.endpointer.decide(at: frame.end)
            // A recogniser that pulls on has not taken the mark; once the guest says more the decision is void.
            if state.decision == .spokenOver || analysis.reason != .alreadyProcessed { state.decision = nil }
            guard analysis.isComplete else { return frame }
            state.decision = analysis.reason
            return AudioFrame(start: frame.start, samples: frame.samples, endsUtterance: true, capture: frame.capture)
        }
    }

    /// What the open utterance is by now.
    package func hear(_ words: [TranscribedWord], shape: UtteranceShape, at position: SamplePosition) {
        let text = words.map(\.text).joined(separator: " ")
        state.withLock {
            $0.endpointer.hear(
                text, startedAt: words.first?.span.start, endedAt: words.last?.span.end, shape: shape, at: position)
        }
    }

    /// Why the utterance that the recogniser has closed was found to be over; `nil` when that was the recogniser's own
    /// doing.
    package func takeDecision() -> CompletionReason? {
        state.withLock { state in
            // All that was open at the mark ends there, be it two utterances.
            defer { if state.decision != .spokenOver { state.decision = nil } }
            return state.decision
        }
    }

    /// What a recogniser found in a span, from where somebody began to say it. Recognisers give the silence before an
    /// utterance to its first word; whether an answer came before its question, and what is missing of a sentence, is
    /// decided by the voice.
    package func voiced(_ span: SpeechSpan) -> SpeechSpan {
        state.withLock { state in
            let isVoiced = state.voices.contains { $0.start <= span.start && ($0.end ?? span.end) > span.start }
            let first = isVoiced ? nil : state.voices.first { $0.start > span.start && $0.start < span.end }
            return SpeechSpan(start: first?.start ?? span.start, end: span.end)
        }
    }

    /// The stretch of which nothing may be missing for what was said in a span to be sure: from a little before the
    /// voice on, because what is missing may be how the sentence began.
    package func whole(_ span: SpeechSpan) -> SpeechSpan {
        let start = SamplePosition(voiced(span).start.samples - Self.beginning.samples)
        return SpeechSpan(start: max(span.start, start), end: span.end)
    }

    /// Decibels by which a span stands out of the room before it; `nil` where that cannot be told.
    package func contrast(of span: SpeechSpan) -> Double? { state.withLock { $0.room.contrast(of: span) } }

    /// Whether so much of what was said in a span was cut off at full scale that the words may be others (fault A8).
    package func isClipped(_ span: SpeechSpan) -> Bool {
        let voiced = self.voiced(span)
        return state.withLock { $0.clipping.share(of: voiced) > SignalLimits().clippedShare }
    }

    /// The utterance was understood: begin the next. What was said there is not the room.
    package func reset(said span: SpeechSpan) {
        state.withLock { state in
            state.endpointer.reset()
            state.room.leaveOut(span)
        }
    }

    /// Nobody said anything: begin anew.
    package func reset() { state.withLock { $0.endpointer.reset() } }
}
