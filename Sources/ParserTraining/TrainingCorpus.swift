public import OrderParsing
public import Ordering

/// A training sentence as features and labels, in the form of any sequence learner.
public struct ParserTrainingSentence: Equatable, Sendable {
    /// Names and values of the features of each word.
    public let features: [[(name: String, value: Double)]]
    /// "O", "B-item", "I-item"… for each word.
    public let labels: [String]

    /// Compares labels and features.
    public static func == (a: Self, b: Self) -> Bool {
        a.labels == b.labels && a.features.elementsEqual(b.features) { $0.elementsEqual($1) { $0 == $1 } }
    }
}

/// The accuracy of a tagger on labelled sentences.
public struct TaggingAccuracy: Equatable, Sendable {
    /// Tagged sentences.
    public internal(set) var sentences = 0
    /// Sentences with all spans correct.
    public internal(set) var rightSentences = 0
    /// Tagged words.
    public internal(set) var words = 0
    /// Words with the correct label.
    public internal(set) var rightWords = 0
    /// Spans of the reference.
    public internal(set) var spans = 0
    /// Spans that the tagger found.
    public internal(set) var foundSpans = 0
    /// Spans found with the correct label and words.
    public internal(set) var rightSpans = 0

    /// The accuracy of no sentences.
    public init() {}

    /// Share of words with the correct label, 0…1; 1 for none.
    public var wordAccuracy: Double { words == 0 ? 1 : Double(rightWords) / Double(words) }
    /// Share of sentences with all spans correct, 0…1; 1 for none.
    public var sentenceAccuracy: Double { sentences == 0 ? 1 : Double(rightSentences) / Double(sentences) }
    /// F1 of spans, 0…1; 1 for none.
    public var spanAccuracy: Double {
        spans + foundSpans == 0 ? 1 : 2 * Double(rightSpans) / Double(spans + foundSpans)
    }
}

/// The training corpus of a menu and the evaluation of models trained on it. It has no side effects and can be used
/// from any thread. `CRFTraining` has the learner.
///
/// The sentences depend only on the menu, the language data and the seed; they are the same on every machine.
public struct TrainingCorpus: Sendable {
    /// Default number of sentences. 20,000 gave no better accuracy.
    public static let standardSentences = 12_000
    /// Minimum absolute weight in the model file.
    public static let smallestWeight = 0.03

    private static let trainingSeed: UInt64 = 1, heldOutSeed: UInt64 = 2

    private let menu: Menu
    private let generator: TrainingSentences
    private let extractor: FeatureExtractor
    /// Extractors with augmentation, for half of the sentences; see `WordClasses`.
    private let augmented: [FeatureExtractor]

    /// - Throws: a decoding error if the built-in data is damaged; a test excludes that.
    public init(menu: Menu) throws {
        self.menu = menu
        generator = try TrainingSentences(menu: menu)
        extractor = try FeatureExtractor(menu: menu)
        augmented = try (1...3).map { try FeatureExtractor(menu: menu, augmentation: $0) }
    }

    /// Sentences for training.
    ///
    /// - Parameter count: number of sentences, 1 or more.
    public func sentences(_ count: Int) -> [ParserTrainingSentence] {
        generator.sentences(count, seed: Self.trainingSeed).enumerated().map { index, sentence in
            featured(sentence, by: index % 2 == 0 ? extractor : augmented[index / 2 % augmented.count])
        }
    }

    /// Sentences outside the training set, for comparing taggers.
    func heldOut(_ count: Int) -> [LabelledSentence] { generator.sentences(count, seed: Self.heldOutSeed) }

    func featured(_ sentence: LabelledSentence) -> ParserTrainingSentence { featured(sentence, by: extractor) }

    private func featured(_ sentence: LabelledSentence, by extractor: FeatureExtractor) -> ParserTrainingSentence {
        var features = [[(name: String, value: Double)]](repeating: [], count: sentence.words.count)
        extractor.forEachFeature(sentence.words) { features[$0].append((CRFModel.featureName($1), $2)) }
        return ParserTrainingSentence(features: features, labels: sentence.labels.map(\.name))
    }

    /// A model of trained weights for this menu, without the smallest weights.
    ///
    /// - Throws: `CRFModelError.damaged` if the names are not those of `sentences`.
    public func model(
        states: [(feature: String, label: String, weight: Double)],
        transitions: [(from: String, to: String, weight: Double)]
    ) throws(CRFModelError) -> CRFModel {
        try CRFModel(menuDigest: CRFModel.digest(of: menu), states: states, transitions: transitions).pruned(
            below: Self.smallestWeight)
    }

    /// Measures a model on held-out sentences from the same templates.
    ///
    /// - Parameter count: number of sentences, 1 or more.
    public func accuracy(of model: CRFModel, on count: Int) -> TaggingAccuracy {
        accuracy(of: CRFTagger(extractor: extractor, model: model), on: heldOut(count))
    }

    func accuracy(of tagger: CRFTagger, on sentences: [LabelledSentence]) -> TaggingAccuracy {
        var accuracy = TaggingAccuracy()
        for sentence in sentences {
            let wanted = WordLabel.spans(sentence.labels).map { Span(label: $0.label, words: $0.words) }
            let found = tagger.tag(sentence.words).spans.map { Span(label: $0.label, words: $0.words) }
            var labels = [WordLabel](repeating: .outside, count: sentence.words.count)
            for span in found {
                for place in span.words {
                    labels[place] = place == span.words.lowerBound ? .first(of: span.label) : .inside(span.label)
                }
            }
            accuracy.sentences += 1
            accuracy.rightSentences += wanted == found ? 1 : 0
            accuracy.words += labels.count
            accuracy.rightWords += zip(labels, sentence.labels).count { $0 == $1 }
            accuracy.spans += wanted.count
            accuracy.foundSpans += found.count
            accuracy.rightSpans += Set(wanted).intersection(found).count
        }
        return accuracy
    }

    private struct Span: Hashable {
        var label: SpanLabel
        var words: Range<Int>
    }
}
