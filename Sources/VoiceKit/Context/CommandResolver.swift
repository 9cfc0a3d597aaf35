internal import Ordering
internal import Phonetics

/// Finds which of some phrases was heard: by its words anywhere in the text, else by sound.
struct CommandResolver: Sendable {
    private static let leastSimilarity = 0.85
    private static let margin = 0.1

    private let phrases: [(text: String, words: [String])]
    private let comparator: PhoneticComparator

    /// - Throws: a decoding error if built-in data is damaged; a test excludes that.
    init(phrases: [String]) throws {
        var seen: Set<[String]> = []
        self.phrases = phrases.map { ($0, SpokenWords($0).words) }.filter {
            !$0.1.isEmpty && seen.insert($0.1).inserted
        }
        comparator = try PhoneticComparator()
    }

    /// The phrases for a recogniser's grammar.
    var spoken: [String] { phrases.map { $0.words.joined(separator: " ") } }

    /// Each phrase with the words that say it.
    var waysOfSaying: [(answer: String, ways: [String])] {
        phrases.map { ($0.text, [$0.words.joined(separator: " ")]) }
    }

    /// The phrases that were heard, best first; one when it is certain.
    func resolve(_ heard: String) -> [String] {
        let words = SpokenWords(heard).words
        let exact = phrases.filter { words.holds($0.words) }
        // "turn it off" also contains "off".
        let whole = exact.filter { phrase in
            !exact.contains { $0.words.count > phrase.words.count && $0.words.holds(phrase.words) }
        }
        if !whole.isEmpty { return whole.map(\.text) }
        let ranked = phrases.map { (text: $0.text, similarity: comparator.similarity($0.words, words)) }.sorted {
            $0.similarity > $1.similarity
        }
        guard let best = ranked.first, best.similarity >= Self.leastSimilarity else { return [] }
        return ranked.filter { $0.similarity > best.similarity - Self.margin }.map(\.text)
    }
}

extension [String] {
    /// Whether the words stand together somewhere in these.
    fileprivate func holds(_ words: [String]) -> Bool {
        words.count <= count && (0...count - words.count).contains { self[$0..<$0 + words.count] == words[...] }
    }
}
