public import OrderParsing
internal import OrderSession
public import Ordering
public import Speech
public import Transcription

/// Voice ordering for one guest: recognition, understanding and cart, from audio to an order.
///
/// It is the only consumer of the recogniser's results and the owner of the cart.
///
/// ```swift
/// let guest = try VoiceOrderingOrchestrator(
///     menu: menu, service: service, vocabulary: nil, parser: OrderParsingPipeline(menu: menu)) { .zero }
/// let outcome = try await guest.takeOrder(from: try RecordedAudio.open(path: "guest.wav"))
/// print(outcome.lines, outcome.total)
/// ```
public actor VoiceOrderingOrchestrator {
    private let service: any VoiceService
    private let vocabulary: RecognitionVocabulary?
    private let now: @Sendable () -> Duration
    private let makeSession: @Sendable (any AudioInput) throws -> ListeningSession

    private var dialogue: GuestDialogue
    private var utterances: [Utterance] = []
    private var lastReply: (prompts: [Prompt], intent: OrderIntent, confidence: Double)?
    private var latency = OrderingLatency()

    /// - Parameters:
    ///   - vocabulary: the phrases that the recogniser expects; `nil` for its model's own language.
    ///   - locale: language of the kiosk's sentences, whose yes and no count beside the English ones; `nil` for the
    ///     menu's.
    ///   - endpointing: settings of the endpointer; `nil` leaves the end of utterances to the recogniser.
    ///   - confidenceGate: acceptance thresholds for utterances.
    ///   - now: a monotonic clock, used only for measuring.
    /// - Throws: `ConfirmationError` for a language without words for yes and no.
    public init(
        menu: Menu, service: any VoiceService, vocabulary: RecognitionVocabulary?, parser: OrderParsingPipeline,
        locale: String? = nil,
        endpointing: CompletionSettings? = UtteranceEndpointer.standard,
        confidenceGate: ConfidenceGate = ConfidenceGate(),
        now: @escaping @Sendable () -> Duration
    ) throws {
        self.service = service
        self.vocabulary = vocabulary
        self.now = now
        dialogue = try GuestDialogue(menu: menu, parser: parser, locale: locale)
        makeSession = {
            try ListeningSession(
                $0, menu: menu, parser: parser, confidenceGate: confidenceGate, endpointing: endpointing, now: now)
        }
    }

    /// Serves one guest until the audio ends.
    ///
    /// - Parameter observe: called for every event, in order, from this actor; it must return at once.
    /// - Throws: the input's or the recogniser's error, or `CancellationError`.
    public func takeOrder(from input: any AudioInput, observe: @Sendable (OrderingEvent) -> Void = { _ in })
        async throws -> OrderOutcome
    {
        let started = now()
        var session = try makeSession(input)
        for try await result in try await service.startListening(to: session.audio, vocabulary: vocabulary) {
            process(result, in: &session, observe)
        }
        latency.wall = now() - started
        latency.audio = session.end - .zero
        return try outcome()
    }

    private func process(
        _ result: VoiceTranscriptionResult, in session: inout ListeningSession, _ observe: (OrderingEvent) -> Void
    ) {
        if result.isVolatile {
            observe(.volatileText(result.text, at: result.span.end))
        } else if !result.words.isEmpty {
            observe(.stableText(result.text, span: result.span))
        }
        let began = now()
        let question = ListeningSession.Question(
            expected: dialogue.expected, isOpen: dialogue.cart.pendingClarification != nil)
        switch session.process(result, question: question) {
        case .preview(let preview):
            let ended = now()
            latency.textToPreview.record(ended - began)
            latency.audioToPreview.record(ended - session.newestArrival)
            if let items = preview.items { observe(.preview(items.map(\.live))) }
        case .stableWords, .rejected, .unfinished, .interrupted: break
        case .lostAudio: dialogue.recordUnrecognizedTurn()
        case .utterance(let recognized): answer(recognized, arrived: session.newestArrival, observe)
        }
    }

    private func answer(
        _ recognized: ListeningSession.Recognized, arrived: Duration, _ observe: (OrderingEvent) -> Void
    ) {
        let utterance = recognized.utterance
        let ended = Duration.seconds(utterance.decidedAt.seconds)
        let step = dialogue.process(
            RecognizedTurn(
                text: utterance.text, parse: utterance.parse, confidence: recognized.confidence,
                began: .seconds(recognized.speechStart.seconds), ended: ended))
        guard let reply = step.prompts else { return }
        // In a recording the reply takes no time, and there is no store for the order.
        dialogue.replyEnded(at: ended)
        if case .place = step { dialogue.placed(succeeded: true) }
        utterances.append(utterance)
        latency.audioToReply.record(now() - arrived)
        // Noise after an order must not replace its reply.
        if utterance.parse.intent != .unknown || lastReply == nil {
            lastReply = (reply, utterance.parse.intent, utterance.parse.confidence * recognized.confidence)
        }
        observe(.utterance(utterance, reply: reply))
    }

    private func outcome() throws(MoneyOverflow) -> OrderOutcome {
        OrderOutcome(
            utterances: utterances, lines: try dialogue.cart.pricedLines, total: dialogue.cart.total,
            intent: lastReply?.intent ?? .unknown, confidence: lastReply?.confidence ?? 0,
            reply: lastReply?.prompts ?? [.notUnderstood],
            warnings: utterances.flatMap(\.parse.warnings), latency: latency)
    }
}
