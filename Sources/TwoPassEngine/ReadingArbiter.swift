public import Speech

/// Says how much sense words make as an order, 0…1: 0 for none at all, 1 when every word of them is understood.
///
/// Given by the composition root from the parser and the menu; pure, and safe to call from any thread.
public typealias ReadingJudge = @Sendable (_ words: [String]) -> Double

/// Decides between two readings of the same utterance by how much sense they make and how sure their engines are.
public struct ReadingArbiter: Equatable, Sendable {
    /// What counts how much.
    public struct Settings: Equatable, Sendable {
        /// From this confidence of its least sure open word on, 0…1, the first reading is not questioned at all.
        public var sureConfidence: Double
        /// Share of sense against confidence in a reading's weight, 0…1.
        public var senseShare: Double
        /// Factor on the second engine's confidences, 0…2: engines differ in how sure they say they are, and one held to a grammar says so too easily.
        /// Chosen, as the others, on recorded orders with a second reading in the model's own language: `benchmarks/README.md`.
        public var secondScale: Double
        /// How much more weight the second reading needs, 0…1. The first one was shown to the guest.
        public var margin: Double

        public init(sureConfidence: Double = 0.99, senseShare: Double = 0.7, secondScale: Double = 1, margin: Double = 0.02) {
            self.sureConfidence = sureConfidence
            self.senseShare = senseShare
            self.secondScale = secondScale
            self.margin = margin
        }
    }

    /// Which reading stands.
    public enum Choice: String, Equatable, Sendable {
        case first, second
    }

    public let settings: Settings

    public init(settings: Settings = Settings()) { self.settings = settings }

    /// Whether a second reading could change anything: words are open that the engine is not sure of.
    public func asksForSecond(_ open: [TranscribedWord]) -> Bool {
        open.contains { $0.confidence < settings.sureConfidence }
    }

    /// - Parameters:
    ///   - first: all words of the utterance as the first engine read them.
    ///   - second: all words as they would stand with the second reading, its stable beginning included.
    public func choose(first: [TranscribedWord], second: [TranscribedWord], judge: ReadingJudge) -> Choice {
        let texts = (first: first.map(\.text), second: second.map(\.text))
        guard texts.first != texts.second, !second.isEmpty else { return .first }
        let senses = (first: sense(texts.first, judge), second: sense(texts.second, judge))
        // Words that mean nothing never take the place of words that mean something.
        guard senses.second > 0 else { return .first }
        let weights = (first: weight(senses.first, first, scale: 1), second: weight(senses.second, second, scale: settings.secondScale))
        return weights.second > weights.first + settings.margin ? .second : .first
    }

    /// The closing result of an utterance with the words of the reading that stands.
    ///
    /// - Parameters:
    ///   - closing: the first engine's closing result, whose words follow the stable ones.
    ///   - stable: words of the utterance that were stable before; they stay whatever the second engine read.
    ///   - second: all words of the utterance as the second engine read them.
    public func decide(
        _ closing: VoiceTranscriptionResult, stable: [TranscribedWord], second: [TranscribedWord], judge: ReadingJudge
    ) -> (choice: Choice, closing: VoiceTranscriptionResult) {
        let rest = WordAgreement.remainder(of: second, after: stable)
        let choice = choose(first: stable + closing.words, second: stable + rest, judge: judge)
        guard choice == .second else { return (choice, closing) }
        let inside = rest.map { word in
            let start = min(max(word.span.start, closing.span.start), closing.span.end)
            return TranscribedWord(text: word.text, span: SpeechSpan(start: start, end: min(word.span.end, closing.span.end)), confidence: word.confidence)
        }
        return (choice, VoiceTranscriptionResult(span: closing.span, words: inside, isVolatile: false, utteranceEnd: closing.utteranceEnd))
    }

    private func sense(_ words: [String], _ judge: ReadingJudge) -> Double { words.isEmpty ? 0 : min(max(judge(words), 0), 1) }

    private func weight(_ sense: Double, _ words: [TranscribedWord], scale: Double) -> Double {
        settings.senseShare * sense + (1 - settings.senseShare) * min(1, Self.confidence(words) * scale)
    }

    /// Mean confidence of the words; 0 when there are none.
    static func confidence(_ words: [TranscribedWord]) -> Double {
        words.isEmpty ? 0 : words.reduce(0) { $0 + $1.confidence } / Double(words.count)
    }
}
