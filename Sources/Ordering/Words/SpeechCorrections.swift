internal import Foundation

/// Turns what recognisers write into what was said: "expresso" into "espresso", "oh milk" into "oat milk", "blue berry"
/// into "blueberry".
///
/// A correction serves a menu only when the menu has all words of its outcome and does not have what it replaces, so a
/// menu with "moka" keeps its moka. Corrections come from data (`en-corrections.json`) and from the menu's own
/// compounds, joined ("coldbrew") and split ("blue berry"). Made once per menu; all members are pure and may be called
/// from any thread.
public struct SpeechCorrections: Sendable {
    /// Most other spellings that `variants(of:)` gives.
    public static let mostVariants = 64
    /// Shortest part of a compound, in letters: shorter ones make words of the language ("to day").
    private static let shortestPart = 3

    package let spelling: MenuSpelling
    private var outcomes = WordTrie<[String]>()
    /// Phrases of the language that look like something to correct: "how late".
    private var kept = WordTrie<Bool>()
    /// What is replaced, by its outcome.
    private var sources = WordTrie<[[String]]>()
    /// Menu words that corrections take away, and those that they bring. A word is never in both: so each correction
    /// leaves fewer words that the menu does not have, or as many and fewer of those taken away, and correcting comes
    /// to an end.
    private var taken: Set<String> = []
    private var brought: Set<String> = []

    /// The corrections that serve a menu.
    ///
    /// - Throws: a decoding error only if the built-in data is damaged, which its test excludes.
    public init(menu: Menu) throws { self.init(menu: menu, data: try CorrectionData.english.get()) }

    init(menu: Menu, data: CorrectionData) {
        spelling = MenuSpelling(
            menu: menu, plurals: data.plurals, longestPart: data.listed.map(\.source.count).max() ?? 2)
        for phrase in data.kept { kept[phrase] = true }
        for (source, outcome) in data.listed where outcome.allSatisfy(spelling.words.contains) {
            add(source, outcome)
            add(data.plurals.plural(of: source), data.plurals.plural(of: outcome))
        }
        addCompounds()
    }

    /// What was said, by what the recogniser wrote.
    ///
    /// The longest source of the leftmost place comes first, and nothing correctable is left: applying twice is
    /// applying once. What belongs to a longer phrase of the menu stays ("mock a la mode"), and so do phrases of the
    /// language ("how late").
    ///
    /// - Parameter words: as `SpokenWords` gives them.
    /// - Returns: the words themselves when nothing needs correction. Takes a few microseconds for a sentence.
    public func apply(_ words: [String]) -> [String] {
        var corrected = words
        var index = 0, isBlocked = false
        while index < corrected.count {
            guard let match = match(in: corrected, at: index, isBlocked: &isBlocked) else {
                index += 1
                continue
            }
            corrected.replaceSubrange(index..<index + match.count, with: match.value)
            // What stands before may now be part of a source, or free of a phrase of the menu.
            index = max(0, index - outcomes.longest - (isBlocked ? max(spelling.trie.longest, kept.longest) : 0))
        }
        return corrected
    }

    /// How a recogniser may write a phrase of the menu: with these phrases beside it, a lexicon finds the phrase and
    /// keeps the words that were heard.
    ///
    /// - Parameter words: a phrase of the menu, or any words.
    /// - Returns: spellings that `apply` turns into `words`, with one or two places changed, nearest first, without
    ///   `words` itself and without repetition; at most `mostVariants`.
    public func variants(of words: [String]) -> [[String]] {
        var found: [[String]] = [], seen: Set<[String]> = [words]
        var edge = [words]
        for _ in 0..<2 {
            var next: [[String]] = []
            for phrase in edge {
                for spelled in spellings(of: phrase) where seen.insert(spelled).inserted && apply(spelled) == words {
                    guard found.count < Self.mostVariants else { return found }
                    found.append(spelled)
                    next.append(spelled)
                }
            }
            edge = next
        }
        return found
    }

    /// Every phrase with one outcome in it replaced by one of its sources.
    private func spellings(of phrase: [String]) -> [[String]] {
        var spellings: [[String]] = []
        for start in phrase.indices {
            for end in start + 1..<min(phrase.count, start + sources.longest) + 1 {
                for source in sources[phrase[start..<end]] ?? [] {
                    spellings.append(phrase[..<start] + source + phrase[end...])
                }
            }
        }
        return spellings
    }

    /// - Parameter isBlocked: set when a phrase of the menu or the language was in the way.
    private func match(in words: [String], at start: Int, isBlocked: inout Bool) -> (value: [String], count: Int)? {
        for match in outcomes.matches(words, from: start).reversed() {
            let range = start..<start + match.count
            if !isKept(words, range), match.count == 1 || !breaksPhrase(words, range, match.value) { return match }
            isBlocked = true
        }
        return nil
    }

    /// Whether a phrase of the language that is no mistake reaches into the range or begins in it.
    private func isKept(_ words: [String], _ range: Range<Int>) -> Bool {
        (max(0, range.lowerBound - kept.longest)..<range.upperBound).contains { start in
            kept.longestMatch(words, from: start).map { start + $0.count > range.lowerBound } ?? false
        }
    }

    /// Whether a phrase of the menu reaches into the range, or out of it with nothing as long in the corrected words.
    private func breaksPhrase(_ words: [String], _ range: Range<Int>, _ outcome: [String]) -> Bool {
        let phrases = spelling.trie
        for start in max(0, range.lowerBound - phrases.longest)..<range.lowerBound {
            if let phrase = phrases.longestMatch(words, from: start), start + phrase.count > range.lowerBound {
                return true
            }
        }
        for start in range.dropFirst() {
            guard let phrase = phrases.longestMatch(words, from: start), start + phrase.count > range.upperBound else {
                continue
            }
            let beyond = start + phrase.count - range.upperBound
            let covered =
                phrases.longestMatch(outcome + words[range.upperBound..<range.upperBound + beyond])?.count ?? 0
            if covered < outcome.count + beyond { return true }
        }
        return false
    }
}

extension SpeechCorrections {
    /// Takes a correction unless the menu says otherwise or another one has its source.
    private mutating func add(_ source: [String], _ outcome: [String]) {
        guard !source.isEmpty, !outcome.isEmpty, outcomes[source] == nil, outcome.allSatisfy(spelling.words.contains),
            !spelling.contains(source)
        else { return }
        if source.allSatisfy(spelling.words.contains) {
            let away = Set(source).subtracting(outcome), new = Set(outcome).subtracting(source)
            let isRepeated = Set(source).count < source.count || Set(outcome).count < outcome.count
            guard !away.isEmpty, !isRepeated, brought.isDisjoint(with: away), taken.isDisjoint(with: new) else {
                return
            }
            taken.formUnion(away)
            brought.formUnion(new)
        }
        outcomes[source] = outcome
        sources[outcome] = (sources[outcome] ?? []) + [source]
    }

    /// The menu's compounds in their other spelling.
    private mutating func addCompounds() {
        for phrase in spelling.phrases {
            for (first, second) in zip(phrase, phrase.dropFirst()) where Self.isPart(first) && Self.isPart(second) {
                add([first + second], [first, second])
            }
            for word in phrase where Self.isPart(word) {
                for length in Self.shortestPart..<max(Self.shortestPart, word.count - Self.shortestPart + 1) {
                    let (first, second) = (word.prefix(length), word.dropFirst(length))
                    guard Self.isSpeakable(first), Self.isSpeakable(second) else { continue }
                    add([String(first), String(second)], [word])
                }
            }
        }
    }

    private static func isPart(_ word: String) -> Bool { word.count >= shortestPart && word.allSatisfy(\.isLetter) }

    /// Every word of the language has a vowel; parts without one cannot be heard.
    private static func isSpeakable(_ part: Substring) -> Bool { part.contains { "aeiouy".contains($0) } }
}

/// Corrections as they are listed for a language.
struct CorrectionData: Sendable {
    /// What recognisers write and what was said, always in the same order.
    let listed: [(source: [String], outcome: [String])]
    let plurals: PluralEndings
    let kept: [[String]]

    /// Those of `en-corrections.json`.
    static let english = Result {
        CorrectionData(try JSONDecoder().decode(File.self, from: Data(PackageResources.en_corrections_json)))
    }

    init(_ file: File) {
        plurals = PluralEndings(file.plurals)
        kept = file.kept.map { SpokenWords($0).words }
        listed = file.corrections.sorted { $0.key < $1.key }.flatMap { outcome, sources in
            sources.map { (SpokenWords($0).words, SpokenWords(outcome).words) }
        }
    }

    struct File: Decodable, Sendable {
        var locale: String
        /// Endings of words and what they become in the plural.
        var plurals: [String: String]
        /// Phrases that are left as they are.
        var kept: [String]
        /// What recognisers write, by what was said.
        var corrections: [String: [String]]
    }
}
