package import OrderParsing
package import Ordering
package import Speech
package import Transcription

/// Speech input of one guest's turn: drives one recognition from audio frames to judged utterances.
///
/// The kiosk and `brews order` both use it, so both recognise alike. It owns everything between recogniser and
/// dialogue: endpointing, early-stable words, previews, confidence gate and calibration, signal-to-noise ratio,
/// clipping, lost audio, and utterances that the kiosk interrupts by speaking. The owner passes `audio` to the
/// recogniser and every result to `process`, in order:
///
/// ```swift
/// var session = try ListeningSession(microphone, menu: menu, parser: parser, now: clock.now)
/// for try await result in try await service.startListening(to: session.audio, vocabulary: vocabulary) {
///     switch session.process(result, question: .init(expected: dialogue.expected, isOpen: isAsking)) {
///     case .utterance(let recognized): answer(recognized)
///     …
///     }
/// }
/// ```
///
/// A value with one owner; the recogniser reads `audio` from its own task.
package struct ListeningSession: Sendable {
    /// The question that the kiosk has asked.
    package struct Question: Sendable {
        /// The kind of answer that is expected.
        package let expected: UtteranceShape.Expected
        /// Whether a clarification is open, to which an incomplete sentence may be a complete answer.
        package let isOpen: Bool

        package init(expected: UtteranceShape.Expected, isOpen: Bool) {
            self.expected = expected
            self.isOpen = isOpen
        }

        /// No question.
        package static let none = Question(expected: .nothing, isOpen: false)
    }

    /// An accepted utterance.
    package struct Recognized: Sendable {
        package let utterance: Utterance
        /// Mean confidence of its words, 0…1; at most 0.5 where its audio was clipped.
        package let confidence: Double
        /// Where the guest began to speak, by voice activity.
        package let speechStart: SamplePosition
    }

    /// The effect of one result.
    package enum Event: Sendable {
        /// The open utterance reads differently.
        case preview(Preview)
        /// Words became stable; the utterance goes on.
        case stableWords
        /// The utterance is closed and nothing was said: no words, or words that the confidence gate rejects.
        case rejected
        /// The recogniser closed the utterance in mid-sentence; the next one continues it.
        case unfinished
        /// A complete utterance for the dialogue.
        case utterance(Recognized)
        /// Too much audio of the utterance is missing to be sure of its meaning (fault A1): the guest should repeat it.
        case lostAudio(Recognized)
        /// The kiosk began to speak during the utterance, and it does more than add items: it is dropped, because it
        /// may be half a sentence.
        case interrupted(Recognized)
    }

    /// The changed items of the open utterance.
    package struct Preview: Sendable {
        /// The items, where they differ from the last preview; otherwise `nil`.
        package let items: [PreviewItem]?
        /// What the open utterance means so far.
        package let parse: OrderParseResult
    }

    /// Longest loss of audio within an utterance that is still accepted.
    private static let toleratedLoss = Duration.milliseconds(200)
    /// Highest confidence of an utterance whose audio was clipped: below what a yes needs (fault A8).
    private static let clippedConfidence = 0.5

    /// The audio for the recogniser.
    package var audio: any AudioInput { input }

    /// The endpointer's reason for the last closed utterance; `nil` where the recogniser closed it itself.
    package private(set) var lastDecision: CompletionReason?

    private let input: EndpointingInput
    private var assembler: UtteranceAssembler

    /// - Parameters:
    ///   - source: the guest's audio; this session becomes its one consumer.
    ///   - confidenceGate: acceptance thresholds for utterances.
    ///   - endpointing: settings of the endpointer; `nil` leaves the end of utterances to the recogniser.
    ///   - now: a monotonic clock.
    ///   - observe: called and awaited for every frame before the recogniser gets it.
    /// - Throws: `TranscriptionError` for settings out of range.
    package init(
        _ source: any AudioInput, menu: Menu, parser: OrderParsingPipeline,
        confidenceGate: ConfidenceGate = ConfidenceGate(),
        endpointing: CompletionSettings? = UtteranceEndpointer.standard,
        now: @escaping @Sendable () -> Duration,
        observe: @escaping @Sendable (AudioFrame, FrameActivity) async -> Void = { _, _ in }
    ) throws {
        input = try EndpointingInput(
            source, endpointing: endpointing, locale: menu.store.locale, now: now, observe: observe)
        assembler = try UtteranceAssembler(menu: menu, parser: parser, confidenceGate: confidenceGate)
    }

    /// Transcript of the open utterance and of the session.
    package var transcript: TranscriptState { assembler.transcript }

    /// The end of the audio that the recogniser has got.
    package var end: SamplePosition { input.end }

    /// When the newest frame arrived, on the clock passed in.
    package var newestArrival: Duration { input.newestArrival }

    /// When the audio at a position arrived, on the clock passed in.
    package func time(of position: SamplePosition) -> Duration { input.time(of: position) }

    /// Signal-to-noise ratio of a span in decibels; `nil` where there is no estimate.
    package func signalToNoise(of span: SpeechSpan) -> Double? { input.signalToNoise(of: span) }

    /// Processes the recogniser's next result.
    ///
    /// - Parameter question: the question that is open at this moment.
    package mutating func process(_ result: VoiceTranscriptionResult, question: Question) -> Event {
        guard !result.isVolatile else { return .preview(preview(result, expecting: question.expected)) }
        assembler.append(stable: result)
        guard let end = result.utteranceEnd else { return .stableWords }
        return close(end, at: result.span.end, question)
    }

    private mutating func preview(_ result: VoiceTranscriptionResult, expecting expected: UtteranceShape.Expected)
        -> Preview
    {
        let preview = assembler.preview(volatile: result, expecting: expected)
        input.setHypothesis(preview.words, shape: preview.shape, at: result.span.end)
        return Preview(items: preview.items, parse: preview.parse)
    }

    private mutating func close(_ end: UtteranceEnd, at position: SamplePosition, _ question: Question) -> Event {
        let decision = input.takeDecision()
        lastDecision = decision
        // An utterance that the kiosk interrupted was spoken before the question that is open now.
        let isSpokenOver = decision == .spokenOver
        let closing = assembler.close(
            end, decision: decision, expecting: isSpokenOver ? .nothing : question.expected,
            isPrompted: !isSpokenOver && question.isOpen, at: input.end, signalToNoise: input.signalToNoise(of:))
        switch closing {
        case .rejected:
            input.beginUtterance()
            return .rejected
        case .unfinished(let words, let shape):
            input.setHypothesis(words, shape: shape, at: position)
            return .unfinished
        case .complete(let utterance, let confidence):
            input.beginUtterance(excludingFromNoise: utterance.span)
            let recognized = Recognized(
                utterance: utterance,
                confidence: input.isClipped(utterance.span) ? min(confidence, Self.clippedConfidence) : confidence,
                speechStart: input.trimmedToSpeech(utterance.span).start)
            if isSpokenOver, !utterance.parse.onlyAddsItems { return .interrupted(recognized) }
            if input.lostAudio(in: utterance.span) > Self.toleratedLoss { return .lostAudio(recognized) }
            return .utterance(recognized)
        }
    }
}

extension OrderParseResult {
    /// Whether it adds items and otherwise at most ends the order.
    fileprivate var onlyAddsItems: Bool {
        !items.isEmpty && acts.allSatisfy { act in if case .add = act { true } else { act == .say(.checkout) } }
    }
}
