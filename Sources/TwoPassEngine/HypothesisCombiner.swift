public import Speech

/// Says how much sense words make as an order, 0…1: 0 for none at all, 1 when every word of them is understood.
///
/// Given by the composition root from the parser and the menu; pure, and safe to call from any thread.
public typealias ReadingJudge = @Sendable (_ words: [String]) -> Double

/// Decides between two readings of the same utterance, wherever they differ, by how much sense they make and how sure
/// their engines are.
public struct HypothesisCombiner: Equatable, Sendable {
    /// What is decided on at once.
    public enum Unit: String, Equatable, Sendable {
        /// The whole utterance: one of the readings stands. For engines whose confidences are of different kinds.
        case reading
        /// Each place where the readings differ, so that one may mend what the other lost.
        case words
    }

    /// What counts how much.
    public struct Settings: Equatable, Sendable {
        /// From this confidence of its least sure open word on, 0…1, the first reading is not questioned at all.
        public var sureConfidence: Double
        /// Share of sense against confidence in a reading's weight, 0…1.
        public var senseShare: Double
        /// Factor on the second engine's confidences, 0…2: engines differ in how sure they say they are, and one held
        /// to a grammar says so too easily. Chosen, as the others, on recorded orders with a second reading in the
        /// model's own language: `benchmarks/README.md`.
        public var secondScale: Double
        /// How much more weight it needs to take anything from the second reading, 0…1. The first one was shown to the
        /// guest.
        public var margin: Double
        public var unit: Unit
        /// How sure a reading is counted to be, 0…1, that nothing was said where only the other one has words.
        public var absentConfidence: Double
        /// Word by word: factor on the doubt that stays in a word which both readings have, 0…1. What two readings
        /// agree on is seldom wrong.
        public var agreedDoubt: Double
        /// Word by word: factor on the confidence of words which only one of the readings has, 0…1. However sure that
        /// one is, it is seldom right.
        public var aloneScale: Double

        public init(
            sureConfidence: Double = 0.99, senseShare: Double = 0.7, secondScale: Double = 1, margin: Double = 0.02,
            unit: Unit = .reading,
            absentConfidence: Double = 0.5, agreedDoubt: Double = 0.5, aloneScale: Double = 0.7
        ) {
            self.sureConfidence = sureConfidence
            self.senseShare = senseShare
            self.secondScale = secondScale
            self.margin = margin
            self.unit = unit
            self.absentConfidence = absentConfidence
            self.agreedDoubt = agreedDoubt
            self.aloneScale = aloneScale
        }
    }

    /// Whose words stand where the readings differ.
    public enum Choice: String, Equatable, Sendable {
        case first, second
        /// In some places the first reading's, in others the second's.
        case mixed
    }

    public let settings: Settings

    public init(settings: Settings = Settings()) { self.settings = settings }

    /// Whether a second reading could change anything: words are open that the engine is not sure of.
    public func needsSecondPass(_ open: [TranscribedWord]) -> Bool {
        open.contains { $0.confidence < settings.sureConfidence }
    }

    /// The closing result of an utterance with the words that stand.
    ///
    /// - Parameters:
    ///   - closing: the first engine's closing result, whose words follow the stable ones.
    ///   - stable: words of the utterance that were stable before; they stay whatever the second engine read.
    ///   - second: all words of the utterance as the second engine read them.
    /// - Returns: the words that stand, one after the other in the span of the first engine's result. By whole readings
    ///   it is that result itself where its reading stands; word by word what both read is surer, and the rest less
    ///   sure, than the engines thought.
    public func decide(
        _ closing: VoiceTranscriptionResult, stable: [TranscribedWord], second: [TranscribedWord], judge: ReadingJudge
    ) -> (choice: Choice, closing: VoiceTranscriptionResult) {
        let rest = LocalAgreement.remainder(of: second, after: stable)
        let isByWords = settings.unit == .words
        let alignment =
            isByWords
            ? HypothesisAlignment(
                after: stable.last?.text, first: closing.words, second: rest, agreedDoubt: settings.agreedDoubt)
            : HypothesisAlignment(whole: closing.words, rest)
        let places = places(alignment, after: stable, judge)
        guard isByWords || !places.isEmpty else { return (.first, closing) }
        let standing = alignment.words(secondAt: places, aloneScale: isByWords ? settings.aloneScale : 1)
        let words = Self.inOrder(standing, within: closing.span)
        let result = VoiceTranscriptionResult(
            span: closing.span, words: words, isVolatile: false, utteranceEnd: closing.utteranceEnd)
        guard !places.isEmpty else { return (.first, result) }
        return (places.count == alignment.differences.count ? .second : .mixed, result)
    }

    /// Where the second reading stands. The whole readings are compared first, then in each place the other side with
    /// the better of them: readings seldom differ in more than two places, and on recorded orders trying every mixture
    /// found nothing else.
    private func places(_ alignment: HypothesisAlignment, after stable: [TranscribedWord], _ judge: ReadingJudge)
        -> Set<Int>
    {
        func weight(_ places: Set<Int>) -> (sense: Double, whole: Double) {
            let texts = (stable + alignment.words(secondAt: places)).map(\.text)
            let sense = texts.isEmpty ? 0 : min(max(judge(texts), 0), 1)
            return (
                sense,
                settings.senseShare * sense + (1 - settings.senseShare) * confidence(alignment, places, after: stable)
            )
        }
        var best = (places: Set<Int>(), weight: weight([]).whole + settings.margin)
        func compare(_ places: Set<Int>) {
            let weight = weight(places)
            // Words that mean nothing never take the place of words that mean something.
            if weight.sense > 0, weight.whole > best.weight { best = (places, weight.whole) }
        }
        compare(Set(alignment.differences))
        if alignment.differences.count > 1 {
            for place in alignment.differences { compare(best.places.symmetricDifference([place])) }
        }
        return best.places
    }

    /// Mean confidence of the words at all places. A place has as many as the longer of the readings has there, so that
    /// words are not left out for being less sure than those beside them.
    private func confidence(_ alignment: HypothesisAlignment, _ places: Set<Int>, after stable: [TranscribedWord])
        -> Double
    {
        var sum = stable.reduce(0) { $0 + $1.confidence }, count = stable.count
        for (place, part) in alignment.parts.enumerated() {
            switch part {
            case .agreed(let word):
                sum += word.confidence
                count += 1
            case .differing(let first, let second):
                let length = max(first.count, second.count)
                let confidence = places.contains(place) ? min(1, mean(second) * settings.secondScale) : mean(first)
                sum += confidence * Double(length)
                count += length
            }
        }
        return count == 0 ? 0 : sum / Double(count)
    }

    private func mean(_ words: [TranscribedWord]) -> Double {
        words.isEmpty ? settings.absentConfidence : words.reduce(0) { $0 + $1.confidence } / Double(words.count)
    }

    /// Words of two readings, whose times differ a little, one after the other.
    private static func inOrder(_ words: [TranscribedWord], within span: SpeechSpan) -> [TranscribedWord] {
        var last = span.start
        return words.map { word in
            let start = min(max(word.span.start, last), span.end), end = min(max(word.span.end, start), span.end)
            last = end
            return TranscribedWord(
                text: word.text, span: SpeechSpan(start: start, end: end), confidence: word.confidence)
        }
    }
}
