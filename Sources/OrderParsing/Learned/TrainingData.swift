internal import Foundation

/// How people talk to a kiosk, as sentences with slots: data, read from `training-en.json`.
///
/// A sentence is words, `{rule}` for one of a rule's sentences or a slot that the menu fills, and `[label: …]` for what
/// is a span; `3* ` before it makes it three times as likely as others of its list.
struct TrainingData: Decodable, Sendable {
    /// Whole utterances.
    let utterances: [String]
    let rules: [String: [String]]
    /// Words that no menu has, for where guests name things in their own way.
    let unknownItems: [String]
    let unknownOptions: [String]
    let unknownSizes: [String]
    /// Common words, which mishearing puts anywhere.
    let otherWords: [String]
    let interjections: [String]

    /// - Throws: a decoding error only if the built-in file is damaged, which its test excludes.
    static func english() throws -> TrainingData {
        try JSONDecoder().decode(TrainingData.self, from: Data(PackageResources.training_en_json))
    }

    /// Every word that stands in a sentence as it is.
    var closedWords: Set<String> {
        var words: Set<String> = []
        for sentence in utterances + rules.values.joined() {
            for case .word(let word) in SentenceTemplate(sentence).pieces.flatMap(\.withInner) { words.insert(word) }
        }
        return words
    }
}

/// A sentence with slots, taken apart.
struct SentenceTemplate: Sendable {
    indirect enum Piece: Sendable {
        case word(String)
        case slot(String)
        case span(SpanLabel, [Piece])

        /// The piece and all pieces within it.
        var withInner: [Piece] {
            switch self {
            case .word, .slot: [self]
            case .span(_, let pieces): [self] + pieces.flatMap(\.withInner)
            }
        }
    }

    /// How likely it is among others of its list, 1 or more.
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
