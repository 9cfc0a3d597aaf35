public import Ordering

/// A sentence to train the learned parser with, in the terms of any learner of sequences.
public struct ParserTrainingSentence: Equatable, Sendable {
    /// Names and values of the features of each word.
    public let features: [[(name: String, value: Double)]]
    /// "O", "B-item", "I-item"… for each word.
    public let labels: [String]

    public static func == (a: Self, b: Self) -> Bool {
        a.labels == b.labels && a.features.elementsEqual(b.features) { $0.elementsEqual($1) { $0 == $1 } }
    }
}

/// How well a tagger does on sentences whose labels are known.
public struct TaggingAccuracy: Equatable, Sendable {
    public internal(set) var sentences = 0
    /// Sentences with every span right and no other.
    public internal(set) var rightSentences = 0
    public internal(set) var words = 0
    /// Words with the right label.
    public internal(set) var rightWords = 0
    /// Spans that there are, that were found, and that were found rightly.
    public internal(set) var spans = 0
    public internal(set) var foundSpans = 0
    public internal(set) var rightSpans = 0

    public init() {}

    /// Share of words with the right label, 0…1; 1 for none.
    public var wordAccuracy: Double { words == 0 ? 1 : Double(rightWords) / Double(words) }
    /// Share of sentences with every span right, 0…1; 1 for none.
    public var sentenceAccuracy: Double { sentences == 0 ? 1 : Double(rightSentences) / Double(sentences) }
    /// Harmonic mean of the shares of found and of existing spans that are right, 0…1; 1 for none.
    public var spanAccuracy: Double {
        spans + foundSpans == 0 ? 1 : 2 * Double(rightSpans) / Double(spans + foundSpans)
    }
}

/// Everything for training the learned parser on a menu but the learner itself. Pure; safe from any thread.
///
/// The sentences depend on the menu, the language data and the seed alone: the same ones on every machine.
public struct ParserTraining: Sendable {
    /// 20,000 made the model no more accurate.
    public static let standardSentences = 12_000
    /// Weights smaller than this are left out of the model file.
    public static let smallestWeight = 0.03

    private static let trainingSeed: UInt64 = 1, heldOutSeed: UInt64 = 2

    private let menu: Menu
    private let generator: TrainingSentences
    private let extractor: FeatureExtractor
    /// What half of the sentences are seen through; see `WordClasses`.
    private let disguised: [FeatureExtractor]

    /// - Throws: a decoding error only if the built-in data is damaged, which its test excludes.
    public init(menu: Menu) throws {
        self.menu = menu
        generator = try TrainingSentences(menu: menu)
        extractor = try FeatureExtractor(menu: menu)
        disguised = try (1...3).map { try FeatureExtractor(menu: menu, disguise: $0) }
    }

    /// Sentences to train with.
    ///
    /// - Parameter count: how many, 1 or more.
    public func sentences(_ count: Int) -> [ParserTrainingSentence] {
        generator.sentences(count, seed: Self.trainingSeed).enumerated().map { index, sentence in
            featured(sentence, by: index % 2 == 0 ? extractor : disguised[index / 2 % disguised.count])
        }
    }

    /// Sentences that are not among those to train with; for comparing taggers.
    func heldOut(_ count: Int) -> [LabelledSentence] { generator.sentences(count, seed: Self.heldOutSeed) }

    func featured(_ sentence: LabelledSentence) -> ParserTrainingSentence { featured(sentence, by: extractor) }

    private func featured(_ sentence: LabelledSentence, by extractor: FeatureExtractor) -> ParserTrainingSentence {
        var features = [[(name: String, value: Double)]](repeating: [], count: sentence.words.count)
        extractor.forEachFeature(sentence.words) { features[$0].append((CRFModel.featureName($1), $2)) }
        return ParserTrainingSentence(features: features, labels: sentence.labels.map(\.name))
    }

    /// The model of learned weights, for the training's menu, without the smallest ones.
    ///
    /// - Throws: `CRFModelError.damaged` when the names are not those of `sentences`.
    public func model(
        states: [(feature: String, label: String, weight: Double)],
        transitions: [(from: String, to: String, weight: Double)]
    ) throws(CRFModelError) -> CRFModel {
        try CRFModel(menuDigest: CRFModel.digest(of: menu), states: states, transitions: transitions).pruned(
            below: Self.smallestWeight)
    }

    /// Measures a model on sentences of the menu that are not among those to train with, though made by the same
    /// templates.
    ///
    /// - Parameter count: how many, 1 or more.
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

extension FeatureExtractor {
    /// - Throws: a decoding error only if the built-in data is damaged, which its test excludes.
    init(menu: Menu, disguise: Int = 0) throws {
        let closedWords = try TrainingData.english().closedWords
        self.init(
            classes: WordClasses(
                menu: menu, language: try Language.english(), closedWords: closedWords, disguise: disguise))
    }
}
