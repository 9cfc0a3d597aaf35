package import OrderParsing
public import Ordering
package import Speech
public import Transcription

/// Makes utterances of a recogniser's results: the words so far, what grammar says of them, the items they speak of.
///
/// A value with one owner, who hands it every result in order.
package struct UtteranceAssembler: Sendable {
    /// What there is to show while the guest speaks.
    package struct Preview {
        package let shape: UtteranceShape
        /// The items, where they are shown otherwise than before; else `nil`.
        package let items: [LiveOrderItem]?
        package let words: [TranscribedWord]
    }

    /// The items shown last, as they would stand in the order.
    package var understood: [PreviewItem] { zip(live.items, live.understood).map { PreviewItem(live: $0, parsed: $1) } }

    /// What a closed utterance was.
    package enum Closing {
        /// No words, or none that anybody can have said.
        case empty
        /// A pause in mid-sentence: the next utterance goes on with these words.
        case unfinished([TranscribedWord], UtteranceShape)
        case said(Utterance, confidence: Double)
    }

    private let parser: OrderParsingPipeline
    private let certainty: ConfidenceGate
    private var live: LiveOrderPreviewGenerator
    private var pipeline: TranscriptPipeline
    /// What the parser has read of the utterance that is being said.
    private var memory = ParsingMemory()
    package private(set) var stableWords: [TranscribedWord] = []
    /// Words of an utterance that ended in mid-sentence; the next one goes on from here.
    private var heldWords: [TranscribedWord] = []
    private var shown: [LiveOrderItem] = []
    /// What was heard last that makes the next utterance doubtful or plain, and where it ended.
    private var before = (was: ConfidenceCalibration.Before.plain, end: SamplePosition.zero)

    /// Who talks of something else goes on sooner than who was asked to say an order again.
    private static let talkPause = SampleCount(seconds: 2)
    /// After a longer pause the next line may be the order said again, and is asked about.
    private static let doubtPause = SampleCount(seconds: 10)

    package init(menu: Menu, parser: OrderParsingPipeline, certainty: ConfidenceGate = ConfidenceGate()) throws {
        self.parser = parser
        self.certainty = certainty
        live = try LiveOrderPreviewGenerator(menu: menu)
        pipeline = TranscriptPipeline(normalizer: try TranscriptNormalizer(menu: menu))
    }

    /// Words that will not change, in front of the volatile ones.
    package var settledWords: [TranscribedWord] { heldWords + stableWords }

    /// Transcript of the open utterance and of the session.
    package var transcript: TranscriptState { pipeline.state }

    /// Adds a stable result to the open utterance, without words already heard.
    package mutating func add(stable result: VoiceTranscriptionResult) {
        stableWords += pipeline.processIncoming(result)
    }

    /// Shows a volatile result, which replaces the previous one.
    package mutating func preview(
        volatile result: VoiceTranscriptionResult, expecting expected: UtteranceShape.Expected
    ) -> Preview {
        let position = result.span.end
        let words = settledWords + pipeline.processIncoming(result)
        let parse = parser.preview(Self.text(words), memory: &memory)
        let items = live.generatePreview(parse.items, words: words.map(\.text), at: position)
        let isShownAlready = items.elementsEqual(shown) { $0.isShown(like: $1) }
        shown = items
        return Preview(
            shape: UtteranceShape(parse, expecting: expected), items: isShownAlready ? nil : items, words: words)
    }

    /// Closes the utterance.
    ///
    /// - Parameters:
    ///   - decision: why it was found to be over by whoever listens for that; `nil` where the recogniser closed it by
    ///     itself.
    ///   - isAsked: whether a question is open, to which half a sentence may be a whole answer.
    ///   - contrast: decibels by which a span stands out of the room; `nil` where that cannot be told.
    package mutating func close(
        _ end: UtteranceEnd, decision: CompletionReason?, expecting expected: UtteranceShape.Expected, isAsked: Bool,
        at position: SamplePosition,
        contrast: (SpeechSpan) -> Double?
    ) -> Closing {
        let words = settledWords
        stableWords = []
        guard let first = words.first, let last = words.last else {
            discard()
            return .empty
        }
        let span = SpeechSpan(start: first.span.start, end: last.span.end)
        let before = heard(before: span.start)
        let hearing = certainty.hearing(of: words, isAsked: isAsked || expected == .yesOrNo, contrast: contrast(span))
        guard hearing == .said else {
            if hearing == .unclear { self.before = (before == .talk ? .talk : .unclear, span.end) }
            discard()
            return .empty
        }
        let lines = ConfidenceCalibration(words, after: before)
        let parse = lines.weighed(
            parser.parse(Self.text(words)), least: before == .talk ? certainty.lineAmidTalk : certainty.line)
        // A pause in mid-sentence is no end: "a large latte with … oat milk".
        if end == .endpoint, decision == nil, parse.isUnfinished, !isAsked {
            heldWords = words
            return .unfinished(words, UtteranceShape(parse, expecting: expected))
        }
        pipeline.stabilize()
        pipeline.appendToSession()
        pipeline.markProcessed()
        forget()
        if lines.isTalk(parse) {
            self.before = (.talk, span.end)
        } else if isAsked || !parse.items.isEmpty {
            self.before = (.plain, span.end)
        }
        let reason = decision ?? (end == .endpoint ? .silenceTimeout : .explicitStop)
        let confidence = words.reduce(0) { $0 + $1.confidence } / Double(words.count)
        let utterance = Utterance(text: Self.text(words), span: span, reason: reason, decidedAt: position, parse: parse)
        return .said(utterance, confidence: confidence)
    }

    /// What an utterance that begins here comes after.
    private func heard(before start: SamplePosition) -> ConfidenceCalibration.Before {
        switch start - before.end {
        case ...Self.talkPause: before.was
        case ...Self.doubtPause: before.was == .plain ? .plain : .unclear
        default: .plain
        }
    }

    /// Clears all words, as when the guest has gone.
    package mutating func reset() {
        stableWords = []
        pipeline.reset()
        forget()
    }

    private mutating func discard() {
        pipeline.discardUtterance()
        forget()
    }

    private mutating func forget() {
        heldWords = []
        shown = []
        live.reset()
        memory = ParsingMemory()
    }

    package static func text(_ words: [TranscribedWord]) -> String { words.map(\.text).joined(separator: " ") }
}

/// An item that is being said, with what it would be in the order.
public struct PreviewItem: Equatable, Sendable {
    public let live: LiveOrderItem
    public let parsed: ParsedOrderItem
}
