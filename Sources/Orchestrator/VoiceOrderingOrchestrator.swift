internal import Diagnostics
public import OrderParsing
internal import OrderSession
public import Ordering
public import Speech
internal import Transcription

/// Wires recognition, understanding and cart for one guest: the sole consumer of the engine's results, and the owner of the cart.
public actor VoiceOrderingOrchestrator {
    private let service: any VoiceService
    private let vocabulary: RecognitionVocabulary?
    private let parser: OrderParsingPipeline
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
    ///   - now: a monotonic clock, only for measuring.
    /// - Throws: `ConfirmationError` for a menu in a language whose yes and no are not known.
    public init(menu: Menu, service: any VoiceService, vocabulary: RecognitionVocabulary?, parser: OrderParsingPipeline, now: @escaping @Sendable () -> Duration) throws {
        self.service = service
        self.vocabulary = vocabulary
        self.parser = parser
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
        for try await result in try await service.startListening(to: timed, vocabulary: vocabulary) {
            take(result, handedOver: timed.newestHandOver, observe)
        }
        latency.wall = now() - started
        latency.audio = timed.heard
        return outcome()
    }

    private func take(_ result: VoiceTranscriptionResult, handedOver: Duration, _ observe: (OrderingEvent) -> Void) {
        if result.isVolatile {
            observe(.volatileText(result.text, at: result.span.end))
            preview(volatile: result.words, at: result.span.end, handedOver: handedOver, observe)
            return
        }
        if !result.words.isEmpty {
            stableWords += result.words
            observe(.stableText(result.text, span: result.span))
        }
        guard let end = result.utteranceEnd else { return }
        complete(end, at: result.span.end, handedOver: handedOver, observe)
    }

    private func preview(volatile: [TranscribedWord], at position: SamplePosition, handedOver: Duration, _ observe: (OrderingEvent) -> Void) {
        let began = now()
        let words = heldWords + stableWords + volatile
        let items = live.generatePreview(parser.preview(Self.text(words), memory: &memory).items, words: words.map(\.text), at: position)
        let ended = now()
        latency.textToPreview.record(ended - began)
        latency.audioToPreview.record(ended - handedOver)
        guard !items.elementsEqual(previewed, by: { $0.isShown(like: $1) }) else { return }
        previewed = items
        observe(.preview(items))
    }

    private func complete(_ end: UtteranceEnd, at position: SamplePosition, handedOver: Duration, _ observe: (OrderingEvent) -> Void) {
        let words = heldWords + stableWords
        stableWords = []
        guard let first = words.first, let last = words.last else { return }
        let parse = parser.parse(Self.text(words))
        // A pause in mid-sentence is no end: "a large latte with … oat milk".
        if end == .endpoint, parse.isUnfinished, dialogue.cart.pendingClarification == nil {
            heldWords = words
            return
        }
        heldWords = []
        previewed = []
        live.reset()
        memory = ParsingMemory()
        let reason: CompletionReason = end == .endpoint ? .silenceTimeout : .explicitStop
        let heard = words.reduce(0) { $0 + $1.confidence } / Double(words.count)
        let said = GuestDialogue.Heard(
            text: Self.text(words), parse: parse, confidence: heard, began: .seconds(first.span.start.seconds), ended: .seconds(position.seconds))
        guard let reply = dialogue.hear(said) else { return }
        let utterance = Utterance(text: Self.text(words), span: SpeechSpan(start: first.span.start, end: last.span.end), reason: reason, parse: parse)
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
