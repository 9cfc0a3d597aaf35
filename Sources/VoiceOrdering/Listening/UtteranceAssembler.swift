internal import OrderParsing
public import Ordering
internal import Speech
public import Transcription

/// Assembles utterances from a recogniser's results: stable words so far, their parse, and the preview of their items.
///
/// A value with one owner, which passes in every result in order.
struct UtteranceAssembler: Sendable {
    /// The open utterance, for display and endpointing.
    struct Preview {
        let shape: UtteranceShape
        /// The items, where they differ from the last preview; otherwise `nil`.
        let items: [PreviewItem]?
        let words: [TranscribedWord]
        /// What the words mean so far.
        let parse: OrderParseResult
    }

    /// The outcome of a closed utterance.
    enum Closing {
        /// No words, or words that the confidence gate rejects.
        case rejected
        /// A pause in mid-sentence: the next utterance continues with these words.
        case unfinished([TranscribedWord], UtteranceShape)
        case complete(Utterance, confidence: Double)
    }

    /// Off-topic speech continues after a shorter pause than a guest takes before repeating an order.
    private static let offTopicPause = SampleCount(seconds: 2)
    /// Within this pause after doubtful speech the next line may be a repeated order; it is confirmed with the guest.
    private static let doubtPause = SampleCount(seconds: 10)

    /// Answers to "Anything else?" that say nothing else.
    private static let shortAnswers: Set<OrderIntent> = [.confirm, .decline, .checkout]

    private let parser: OrderParsingPipeline
    private let confidenceGate: ConfidenceGate
    private var preview: LiveOrderPreviewGenerator
    private var pipeline: TranscriptPipeline
    /// The parser's state for the open utterance.
    private var parserMemory = ParsingMemory()
    private var stableWords: [TranscribedWord] = []
    /// Words of an utterance that was closed in mid-sentence; the next one continues them.
    private var heldWords: [TranscribedWord] = []
    private var shownItems: [LiveOrderItem] = []
    /// How the previous utterance affects the next one's confidence, and where it ended.
    private var previous = (context: ConfidenceCalibration.Context.normal, end: SamplePosition.zero)

    /// - Parameter confidenceGate: acceptance thresholds for utterances.
    init(menu: Menu, parser: OrderParsingPipeline, confidenceGate: ConfidenceGate = ConfidenceGate()) throws {
        self.parser = parser
        self.confidenceGate = confidenceGate
        preview = try LiveOrderPreviewGenerator(menu: menu)
        pipeline = TranscriptPipeline(normalizer: try TranscriptNormalizer(menu: menu))
    }

    /// The words of the open utterance that will not change.
    var settledWords: [TranscribedWord] { heldWords + stableWords }

    /// Transcript of the open utterance and of the session.
    var transcript: TranscriptState { pipeline.state }

    /// Appends a stable result to the open utterance, without words that it has already.
    mutating func append(stable result: VoiceTranscriptionResult) { stableWords += pipeline.processIncoming(result) }

    /// The open utterance with its volatile words.
    ///
    /// - Parameters:
    ///   - result: a volatile result, which replaces the previous one.
    ///   - expected: the kind of answer that is expected.
    mutating func preview(
        volatile result: VoiceTranscriptionResult, expecting expected: UtteranceShape.Expected
    ) -> Preview {
        let position = result.span.end
        let words = settledWords + pipeline.processIncoming(result)
        let parse = parser.preview(Self.text(words), memory: &parserMemory)
        let items = preview.generatePreview(parse.itemsToAdd, words: words.map(\.text), at: position)
        let isUnchanged = items.elementsEqual(shownItems) { $0.isShown(like: $1) }
        shownItems = items
        let parsed = zip(preview.items, preview.understood).map { PreviewItem(live: $0, parsed: $1) }
        return Preview(
            shape: UtteranceShape(parse, expecting: expected), items: isUnchanged ? nil : parsed, words: words,
            parse: parse)
    }

    /// Closes the open utterance.
    ///
    /// - Parameters:
    ///   - decision: the endpointer's reason; `nil` where the recogniser closed the utterance itself.
    ///   - expected: the kind of answer that is expected.
    ///   - isPrompted: whether a clarification is open, to which an incomplete sentence may be a complete answer.
    ///   - position: end of the audio at this moment.
    ///   - signalToNoise: the SNR of a span in decibels, `nil` where there is no estimate.
    mutating func close(
        _ end: UtteranceEnd, decision: CompletionReason?, expecting expected: UtteranceShape.Expected, isPrompted: Bool,
        at position: SamplePosition, signalToNoise: (SpeechSpan) -> Double?
    ) -> Closing {
        let words = settledWords
        stableWords = []
        guard let first = words.first, let last = words.last else {
            discard()
            return .rejected
        }
        let span = SpeechSpan(start: first.span.start, end: last.span.end)
        let context = context(at: span.start)
        let parsed = parser.parse(Self.text(words))
        // After "Anything else?", "no" and "done" end the order, which is read back before it counts.
        let isAnswer = expected == .anythingElse && parsed.items.isEmpty && Self.shortAnswers.contains(parsed.intent)
        let verdict = confidenceGate.verdict(
            on: words, isPrompted: isPrompted || expected == .yesOrNo || isAnswer, signalToNoise: signalToNoise(span))
        guard verdict == .accepted else {
            if verdict == .lowConfidence {
                previous = (context == .offTopic ? .offTopic : .lowConfidence, span.end)
            }
            discard()
            return .rejected
        }
        let calibration = ConfidenceCalibration(words, after: context)
        let parse = calibration.calibrated(
            parsed,
            minimum: context == .offTopic ? confidenceGate.lineAfterOffTopic : confidenceGate.line)
        // A pause in mid-sentence does not end the utterance: "a large latte with … oat milk".
        if end == .endpoint, decision == nil, parse.isUnfinished, !isPrompted {
            heldWords = words
            return .unfinished(words, UtteranceShape(parse, expecting: expected))
        }
        pipeline.stabilize()
        pipeline.appendToSession()
        pipeline.markProcessed()
        clear()
        if calibration.isOffTopic(parse) {
            previous = (.offTopic, span.end)
        } else if isPrompted || !parse.items.isEmpty {
            previous = (.normal, span.end)
        }
        let reason = decision ?? (end == .endpoint ? .silenceTimeout : .explicitStop)
        let confidence = words.reduce(0) { $0 + $1.confidence } / Double(words.count)
        let utterance = Utterance(text: Self.text(words), span: span, reason: reason, decidedAt: position, parse: parse)
        return .complete(utterance, confidence: confidence)
    }

    /// The context of an utterance that starts at a position.
    private func context(at start: SamplePosition) -> ConfidenceCalibration.Context {
        switch start - previous.end {
        case ...Self.offTopicPause: previous.context
        case ...Self.doubtPause: previous.context == .normal ? .normal : .lowConfidence
        default: .normal
        }
    }

    private mutating func discard() {
        pipeline.discardUtterance()
        clear()
    }

    private mutating func clear() {
        heldWords = []
        shownItems = []
        preview.reset()
        parserMemory = ParsingMemory()
    }

    /// The words joined by spaces.
    static func text(_ words: [TranscribedWord]) -> String { words.map(\.text).joined(separator: " ") }
}

extension OrderParseResult {
    /// The items without those that the utterance only removes: the bagel of "remove the bagel".
    fileprivate var itemsToAdd: [ParsedOrderItem] {
        var removed: Set<String> = [], added: Set<String> = []
        for act in acts {
            switch act {
            case .remove(let reference): removed.formUnion(reference.itemIds)
            case .add(let items): added.formUnion(items.map(\.itemId))
            default: break
            }
        }
        removed.subtract(added)
        return removed.isEmpty ? items : items.filter { !removed.contains($0.itemId) }
    }
}

extension LineReference {
    /// Ids of the items that the reference names.
    fileprivate var itemIds: [String] {
        switch self {
        case .described(let items, _): items
        case .nth(_, let inner), .every(let inner), .part(_, let inner): inner.itemIds
        case .except, .latest, .other, .newest, .all, .gone, .nothing: []
        }
    }
}

/// An item of the open utterance with its parse.
public struct PreviewItem: Equatable, Sendable {
    /// The item as the preview shows it.
    public let live: LiveOrderItem
    /// The item as it would enter the order.
    public let parsed: ParsedOrderItem
}
