internal import OrderParsing
public import Ordering

/// Phrases of a menu for a recogniser that estimates its bigram model from them at run time.
///
/// Such a recogniser uses only the counts of adjacent words. The counts are computed from `PhraseClassModel`, and the
/// phrases are walks whose adjacent words have these counts. There is no random sampling, so the phrases are
/// reproducible. A menu of forty items takes about ten milliseconds.
public struct MenuPhrases: Sendable {
    /// Approximate number of words in all phrases. More make rare pairs more precise and the recogniser slower to
    /// create.
    private static let words = 12_000
    private static let longestPhrase = 200

    /// Lower-case words separated by single spaces.
    public let phrases: [String]

    /// - Parameters:
    ///   - canHear: whether the recogniser's dictionary has a word; names with unknown words are left out.
    /// - Throws: a decoding error if the built-in language data is damaged; a test excludes that.
    public init(menu: Menu, canHear: @escaping (String) -> Bool) throws {
        let language = try Language.builtIn(menu.store.spoken)
        let model = ClassGrammar(menu: menu, language: language, canHear: canHear).model
        let vowels = language.articleBeforeVowel
        let counts = model.pairCounts { word, next in
            guard let form = vowels[word], ClassGrammar.wantsVowelForm(next) else { return word }
            return form
        }
        phrases = Self.walks(counts)
    }

    /// Phrases whose adjacent words have the given counts, scaled to `words` in total. Each walk takes the successor
    /// with the largest remaining count, first from the start of an utterance, then from any word with a remainder.
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
