public import Ordering

/// Phrases of a menu for a recogniser that estimates its language model from them at run time.
///
/// Such a recogniser keeps the counts of adjacent words and nothing else. So the counts are computed from a small model
/// of how people order (`PhraseClassModel`) and the menu's words, and the phrases are walks whose adjacent words have
/// these counts: no random sampling, the same phrases every time. Making them takes some ten milliseconds for a menu of
/// forty items.
public struct MenuPhrases: Sendable {
    /// Words in all phrases together, about. More make rare pairs finer and the recogniser slower to make.
    private static let words = 12_000
    private static let longestPhrase = 200

    /// Lower-case words separated by single spaces.
    public let phrases: [String]

    /// - Parameters:
    ///   - canHear: whether the recogniser's dictionary holds a word; names with other words are left out.
    /// - Throws: a decoding error only if the built-in language data is damaged, which its test excludes.
    public init(menu: Menu, canHear: @escaping (String) -> Bool) throws {
        let language = try Language.english()
        let net = ClassGrammar(menu: menu, language: language, canHear: canHear).net
        let vowels = language.articleBeforeVowel
        let counts = net.pairCounts { word, next in
            guard let form = vowels[word], ClassGrammar.wantsVowelForm(next) else { return word }
            return form
        }
        phrases = Self.walks(counts)
    }

    /// Phrases whose adjacent words have the wanted counts, scaled to `words` in all. Each walk takes the successor
    /// that is most wanted still, from the start of an utterance first, then from wherever something is left.
    private static func walks(_ wanted: [WordPair: Double]) -> [String] {
        let total = wanted.values.reduce(0, +)
        guard total > 0 else { return [] }
        var successors: [String: [(word: String, left: Int)]] = [:]
        for pair in wanted.keys.sorted() {
            let count = max(1, Int(((wanted[pair] ?? 0) / total * Double(words)).rounded()))
            successors[pair.first, default: []].append((pair.second, count))
        }
        var phrases: [String] = []
        func walk(from start: String) -> [String] {
            var words = start == PhraseClassModel.start ? [] : [start]
            var word = start
            while words.count < longestPhrase,
                let next = successors[word]?.indices.max(by: { a, b in
                    let (left, right) = (successors[word]?[a].left ?? 0, successors[word]?[b].left ?? 0)
                    return left == right ? a > b : left < right
                }), let choice = successors[word]?[next], choice.left > 0
            {
                successors[word]?[next].left -= 1
                word = choice.word
                if word == PhraseClassModel.end { break }
                words.append(word)
            }
            return words
        }
        for start in [PhraseClassModel.start] + successors.keys.filter({ $0 != PhraseClassModel.start }).sorted() {
            while successors[start]?.contains(where: { $0.left > 0 }) ?? false {
                let words = walk(from: start)
                if !words.isEmpty { phrases.append(words.joined(separator: " ")) }
            }
        }
        return phrases
    }
}
