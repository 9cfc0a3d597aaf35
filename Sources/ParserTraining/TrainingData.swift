import EmbeddedFiles
internal import Foundation
internal import OrderParsing

/// Templates of spoken orders. The data is in `training-en.json`.
///
/// A template has words, `{rule}` for a sentence of a rule or a slot filled from the menu, and `[label: …]` for a
/// labelled span. A prefix `3* ` makes it three times as likely as others of its list.
struct TrainingData: Decodable, Sendable {
    /// Templates of whole utterances.
    let utterances: [String]
    let rules: [String: [String]]
    /// Out-of-vocabulary names, for guests who use their own names.
    let unknownItems: [String]
    let unknownOptions: [String]
    let unknownSizes: [String]
    /// Common words, which recognition errors insert anywhere.
    let otherWords: [String]
    let interjections: [String]

    /// - Throws: a decoding error if the built-in file is damaged; a test excludes that.
    static func english() throws -> TrainingData {
        try JSONDecoder().decode(TrainingData.self, from: Data(EmbeddedFile.parserTraining.bytes))
    }

    /// All literal words of the templates.
    var closedWords: Set<String> {
        var words: Set<String> = []
        for sentence in utterances + rules.values.joined() {
            for case .word(let word) in SentenceTemplate(sentence).pieces.flatMap(\.withInner) { words.insert(word) }
        }
        return words
    }
}

/// A parsed template.
struct SentenceTemplate: Sendable {
    indirect enum Piece: Sendable {
        case word(String)
        case slot(String)
        case span(SpanLabel, [Piece])

        /// The piece and all pieces inside it.
        var withInner: [Piece] {
            switch self {
            case .word, .slot: [self]
            case .span(_, let pieces): [self] + pieces.flatMap(\.withInner)
            }
        }
    }

    /// Relative probability in its list, 1 or more.
    let weight: Int
    let pieces: [Piece]

    init(_ text: String) {
        var rest = text[...]
        if let star = rest.firstIndex(of: "*"), let weight = Int(rest[..<star]) {
            self.weight = weight
            rest = rest[rest.index(after: star)...]
        } else {
            weight = 1
        }
        pieces = Self.read(&rest, isInner: false)
    }

    private static func read(_ rest: inout Substring, isInner: Bool) -> [Piece] {
        var pieces: [Piece] = []
        while let character = rest.first {
            switch character {
            case " ": rest.removeFirst()
            case "]" where isInner:
                rest.removeFirst()
                return pieces
            case "{":
                pieces.append(.slot(String(rest.dropFirst().prefix { $0 != "}" })))
                rest = rest.drop { $0 != "}" }.dropFirst()
            case "[":
                let name = rest.dropFirst().prefix { $0 != ":" }
                rest = rest.drop { $0 != ":" }.dropFirst()
                let inner = read(&rest, isInner: true)
                pieces += SpanLabel(rawValue: String(name)).map { [.span($0, inner)] } ?? inner
            default:
                let word = rest.prefix { !" {[]".contains($0) }
                pieces.append(.word(String(word.isEmpty ? rest.prefix(1) : word)))
                rest = rest.dropFirst(max(1, word.count))
            }
        }
        return pieces
    }
}
