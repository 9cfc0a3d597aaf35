internal import Ordering

@testable internal import OrderParsing
@testable internal import ParserTraining

/// Taggers with the built-in model, each made once.
enum Taggers {
    static let model = Result { try CRFModel.builtIn() }
    static let cafe = Result { try CRFTagger(menu: MenuLoader.builtIn(), model: model.get()) }
    static let noodleHouse = Result { try CRFTagger(menu: NoodleHouse.menu.get(), model: model.get()) }
    static let training = Result { try TrainingCorpus(menu: MenuLoader.builtIn()) }

    /// A model small enough for trying every damage to its file.
    static func smallModel() throws -> CRFModel {
        var random = TrainingRandom(seed: 7)
        let states = (0..<30).map { _ in
            (
                feature: CRFModel.featureName(UInt32(truncatingIfNeeded: random.next())),
                label: WordLabel.names[random.below(WordLabel.count)],
                weight: Double(random.below(4_000)) / 1_000 - 2
            )
        }
        let transitions = WordLabel.names.map { (from: $0, to: "I-item", weight: 0.25) }
        return try CRFModel(menuDigest: 42, states: states, transitions: transitions)
    }
}

/// Words with marked spans, written as "a [option:large] [item:latte]".
struct MarkedUtterance {
    let words: [String]
    let spans: [(label: SpanLabel, words: Range<Int>)]

    init(_ text: String) {
        var words: [String] = [], spans: [(label: SpanLabel, words: Range<Int>)] = []
        for piece in SentenceTemplate(text).pieces {
            switch piece {
            case .word(let word): words.append(word)
            case .slot: continue
            case .span(let label, let inner):
                let start = words.count
                for case .word(let word) in inner { words.append(word) }
                spans.append((label, start..<words.count))
            }
        }
        self.words = words
        self.spans = spans
    }

    init(_ words: [String], _ tagging: LearnedTagging) {
        self.words = words
        spans = tagging.spans.map { ($0.label, $0.words) }
    }

    /// The notation again.
    var text: String {
        words.indices.map { place in
            let opening = spans.first { $0.words.lowerBound == place }.map { "[\($0.label.rawValue):" } ?? ""
            return opening + words[place] + (spans.contains { $0.words.upperBound == place + 1 } ? "]" : "")
        }.joined(separator: " ")
    }
}
