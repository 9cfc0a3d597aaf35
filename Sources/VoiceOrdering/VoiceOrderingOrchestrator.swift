public import OrderParsing
internal import OrderSession
public import Ordering
public import Speech
public import Transcription

/// Wires recognition, understanding and cart for one guest: the sole consumer of the engine's results, and the owner of
/// the cart.
public actor VoiceOrderingOrchestrator {
    private let service: any VoiceService
    private let vocabulary: RecognitionVocabulary?
    private let endpointing: CompletionSettings?
    private let locale: String
    private let now: @Sendable () -> Duration

    private var dialogue: GuestDialogue
    private var reader: UtteranceAssembler
    private var utterances: [Utterance] = []
    private var lastReply: (prompts: [Prompt], intent: OrderIntent, confidence: Double)?
    private var latency = OrderingLatency()

    /// - Parameters:
    ///   - vocabulary: what the engine listens for, or `nil` for its model's own language.
    ///   - endpointing: when an utterance is over, by voice activity and what was said; `nil` leaves that to the
    ///     recogniser alone.
    ///   - certainty: how sure the recogniser must be of an utterance.
    ///   - now: a monotonic clock, only for measuring.
    /// - Throws: `ConfirmationError` for a menu in a language whose yes and no are not known.
    public init(
        menu: Menu, service: any VoiceService, vocabulary: RecognitionVocabulary?, parser: OrderParsingPipeline,
        endpointing: CompletionSettings? = UtteranceEndpointer.standard, certainty: ConfidenceGate = ConfidenceGate(),
        now: @escaping @Sendable () -> Duration
    ) throws {
        self.service = service
        self.vocabulary = vocabulary
        self.endpointing = endpointing
        locale = menu.store.locale
        self.now = now
        dialogue = try GuestDialogue(menu: menu, parser: parser)
        reader = try UtteranceAssembler(menu: menu, parser: parser, certainty: certainty)
    }

    /// Serves one guest until the audio ends.
    ///
    /// - Parameter observe: called for every event, in order, from this actor; it must return at once.
    /// - Throws: the input's or the engine's error, or `CancellationError`.
    public func takeOrder(from input: any AudioInput, observe: @Sendable (OrderingEvent) -> Void = { _ in })
        async throws -> OrderOutcome
    {
        let started = now()
        let timed = TimedInput(input, now: now)
        let ears = try endpointing.map { try EndpointingInput(timed, settings: $0, locale: locale) }
        for try await result in try await service.startListening(to: ears ?? timed, vocabulary: vocabulary) {
            take(result, from: ears, timed, observe)
        }
        latency.wall = now() - started
        latency.audio = timed.end - .zero
        return try outcome()
    }

    private func take(
        _ result: VoiceTranscriptionResult, from ears: EndpointingInput?, _ timed: TimedInput,
        _ observe: (OrderingEvent) -> Void
    ) {
        if result.isVolatile {
            observe(.volatileText(result.text, at: result.span.end))
            preview(volatile: result.words, from: ears, at: result.span.end, handedOver: timed.newestHandOver, observe)
            return
        }
        if !result.words.isEmpty {
            reader.add(stable: result.words)
            observe(.stableText(result.text, span: result.span))
        }
        guard let end = result.utteranceEnd else { return }
        // The result may end earlier than it was decided, where the next utterance begins.
        complete(end, from: ears, at: timed.end, handedOver: timed.newestHandOver, observe)
    }

    private func preview(
        volatile: [TranscribedWord], from ears: EndpointingInput?, at position: SamplePosition, handedOver: Duration,
        _ observe: (OrderingEvent) -> Void
    ) {
        let began = now()
        let preview = reader.preview(volatile: volatile, expecting: dialogue.expected, at: position)
        ears?.hear(preview.words, shape: preview.shape, at: position)
        let ended = now()
        latency.textToPreview.record(ended - began)
        latency.audioToPreview.record(ended - handedOver)
        if let items = preview.items { observe(.preview(items)) }
    }

    private func complete(
        _ end: UtteranceEnd, from ears: EndpointingInput?, at position: SamplePosition, handedOver: Duration,
        _ observe: (OrderingEvent) -> Void
    ) {
        let isAsked = dialogue.cart.pendingClarification != nil
        let closing = reader.close(
            end, decision: ears?.takeDecision(), expecting: dialogue.expected, isAsked: isAsked, at: position
        ) {
            ears?.contrast(of: $0)
        }
        switch closing {
        case .empty: ears?.reset()
        case .unfinished(let words, let shape): ears?.hear(words, shape: shape, at: position)
        case .said(let utterance, let confidence):
            ears?.reset(said: utterance.span)
            answer(
                utterance, began: (ears?.voiced(utterance.span) ?? utterance.span).start, confidence: confidence,
                handedOver: handedOver, observe)
        }
    }

    private func answer(
        _ utterance: Utterance, began: SamplePosition, confidence: Double, handedOver: Duration,
        _ observe: (OrderingEvent) -> Void
    ) {
        let ended = Duration.seconds(utterance.decidedAt.seconds)
        let step = dialogue.hear(
            GuestDialogue.Heard(
                text: utterance.text, parse: utterance.parse, confidence: confidence, began: .seconds(began.seconds),
                ended: ended))
        guard let reply = step.prompts else { return }
        // In a recording the reply takes no time, and there is nowhere to place the order.
        dialogue.replyEnded(at: ended)
        if case .place = step { dialogue.placed(succeeded: true) }
        utterances.append(utterance)
        latency.audioToReply.record(now() - handedOver)
        // Noise after an order must not take its answer away.
        if utterance.parse.intent != .unknown || lastReply == nil {
            lastReply = (reply, utterance.parse.intent, utterance.parse.confidence * confidence)
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
