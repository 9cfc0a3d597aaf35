internal import Diagnostics
public import OrderParsing
internal import OrderSession
public import Ordering
public import Speech
public import Transcription

/// Wires recognition, understanding and cart for one guest: the sole consumer of the engine's results, and the owner of the cart.
public actor VoiceOrderingOrchestrator {
    private let service: any VoiceService
    private let vocabulary: RecognitionVocabulary?
    private let parser: OrderParsingPipeline
    private let endpointing: CompletionSettings?
    private let locale: String
    private let now: @Sendable () -> Duration

    private var dialogue: GuestDialogue
    private var live: LiveOrderPreviewGenerator
    /// What the parser has read of the utterance that is being said.
    private var memory = ParsingMemory()
    private var stableWords: [TranscribedWord] = []
    /// Words of an utterance that ended in mid-sentence; the next one goes on from here.
    private var heldWords: [TranscribedWord] = []
    private var utterances: [Utterance] = []
    private var previewed: [LiveOrderItem] = []
    private var lastReply: (prompts: [Prompt], intent: OrderIntent, confidence: Double)?
    private var latency = OrderingLatency()

    /// - Parameters:
    ///   - vocabulary: what the engine listens for, or `nil` for its model's own language.
    ///   - endpointing: when an utterance is over, by voice activity and what was said; `nil` leaves that to the recogniser alone.
    ///   - now: a monotonic clock, only for measuring.
    /// - Throws: `ConfirmationError` for a menu in a language whose yes and no are not known.
    public init(
        menu: Menu, service: any VoiceService, vocabulary: RecognitionVocabulary?, parser: OrderParsingPipeline,
        endpointing: CompletionSettings? = UtteranceEndpointer.standard, now: @escaping @Sendable () -> Duration
    ) throws {
        self.service = service
        self.vocabulary = vocabulary
        self.parser = parser
        self.endpointing = endpointing
        locale = menu.store.locale
        self.now = now
        dialogue = try GuestDialogue(menu: menu, parser: parser)
        live = try LiveOrderPreviewGenerator(menu: menu)
    }

    /// Serves one guest until the audio ends.
    ///
    /// - Parameter observe: called for every event, in order, from this actor; it must return at once.
    /// - Throws: the input's or the engine's error, or `CancellationError`.
    public func takeOrder(from input: any AudioInput, observe: @Sendable (OrderingEvent) -> Void = { _ in }) async throws -> OrderOutcome {
        let started = now()
        let timed = TimedInput(input, now: now)
        let ears = try endpointing.map { try EndpointingInput(timed, settings: $0, locale: locale) }
        for try await result in try await service.startListening(to: ears ?? timed, vocabulary: vocabulary) {
            take(result, from: ears, handedOver: timed.newestHandOver, observe)
        }
        latency.wall = now() - started
        latency.audio = timed.heard
        return outcome()
    }

    private func take(_ result: VoiceTranscriptionResult, from ears: EndpointingInput?, handedOver: Duration, _ observe: (OrderingEvent) -> Void) {
        if result.isVolatile {
            observe(.volatileText(result.text, at: result.span.end))
            preview(volatile: result.words, from: ears, at: result.span.end, handedOver: handedOver, observe)
            return
        }
        if !result.words.isEmpty {
            stableWords += result.words
            observe(.stableText(result.text, span: result.span))
        }
        guard let end = result.utteranceEnd else { return }
        complete(end, from: ears, at: result.span.end, handedOver: handedOver, observe)
    }

    /// What an utterance is taken for depends on the question that is open.
    private var expected: UtteranceShape.Expected {
        if dialogue.cart.openQuestion == .confirm { return .yesOrNo }
        return dialogue.cart.pendingClarification == nil ? .nothing : .detail
    }

    private func preview(volatile: [TranscribedWord], from ears: EndpointingInput?, at position: SamplePosition, handedOver: Duration, _ observe: (OrderingEvent) -> Void)
    {
        let began = now()
        let words = heldWords + stableWords + volatile
        let parse = parser.preview(Self.text(words), memory: &memory)
        ears?.hear(words, shape: UtteranceShape(parse, expecting: expected), at: position)
        let items = live.generatePreview(parse.items, words: words.map(\.text), at: position)
        let ended = now()
        latency.textToPreview.record(ended - began)
        latency.audioToPreview.record(ended - handedOver)
        guard !items.elementsEqual(previewed, by: { $0.isShown(like: $1) }) else { return }
        previewed = items
        observe(.preview(items))
    }

    private func complete(_ end: UtteranceEnd, from ears: EndpointingInput?, at position: SamplePosition, handedOver: Duration, _ observe: (OrderingEvent) -> Void) {
        let words = heldWords + stableWords
        let decision = ears?.takeDecision()
        stableWords = []
        guard let first = words.first, let last = words.last else {
            ears?.reset()
            return
        }
        let parse = parser.parse(Self.text(words))
        // A pause in mid-sentence is no end: "a large latte with … oat milk".
        if end == .endpoint, decision == nil, parse.isUnfinished, dialogue.cart.pendingClarification == nil {
            heldWords = words
            ears?.hear(words, shape: UtteranceShape(parse, expecting: expected), at: position)
            return
        }
        ears?.reset()
        heldWords = []
        previewed = []
        live.reset()
        memory = ParsingMemory()
        let reason = decision ?? (end == .endpoint ? .silenceTimeout : .explicitStop)
        let heard = words.reduce(0) { $0 + $1.confidence } / Double(words.count)
        let said = GuestDialogue.Heard(
            text: Self.text(words), parse: parse, confidence: heard, began: .seconds(first.span.start.seconds), ended: .seconds(position.seconds))
        guard let reply = dialogue.hear(said) else { return }
        let utterance = Utterance(
            text: Self.text(words), span: SpeechSpan(start: first.span.start, end: last.span.end), reason: reason, decidedAt: position, parse: parse)
        utterances.append(utterance)
        latency.audioToReply.record(now() - handedOver)
        // Noise after an order must not take its answer away.
        if parse.intent != .unknown || lastReply == nil {
            lastReply = (reply, parse.intent, parse.confidence * heard)
        }
        observe(.utterance(utterance, reply: reply))
    }

    private func outcome() -> OrderOutcome {
        OrderOutcome(
            utterances: utterances, lines: dialogue.cart.orderableLines, total: dialogue.cart.total,
            intent: lastReply?.intent ?? .unknown, confidence: lastReply?.confidence ?? 0, reply: lastReply?.prompts ?? [.notUnderstood],
            warnings: utterances.flatMap(\.parse.warnings), latency: latency)
    }

    private static func text(_ words: [TranscribedWord]) -> String { words.map(\.text).joined(separator: " ") }
}
