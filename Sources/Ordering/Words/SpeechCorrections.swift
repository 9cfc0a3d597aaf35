import EmbeddedFiles
internal import Foundation

/// Corrections of a recogniser's output: "expresso" to "espresso", "oh milk" to "oat milk", "blue berry" to
/// "blueberry".
///
/// A correction applies to a menu only if the menu has all words of its outcome and not the phrase it replaces: a menu
/// with "moka" keeps its moka. Corrections come from data (`en-corrections.json`) and from the menu's compounds, joined
/// ("coldbrew") and split ("blue berry").
///
///     let corrections = try SpeechCorrections(menu: menu)
///     corrections.apply(["an", "expresso"])   // ["an", "espresso"]
///
/// Created once per menu. All members are pure and can be called from any thread.
public struct SpeechCorrections: Sendable {
    /// Largest number of spellings that `variants(of:)` returns.
    public static let mostVariants = 64
    /// Shortest part of a compound, in letters: shorter parts are common words ("to day").
    private static let shortestPart = 3

    package let spelling: MenuSpelling
    private var outcomes = WordTrie<[String]>()
    /// Phrases of the language that are never corrected: "how late".
    private var kept = WordTrie<Bool>()
    /// Replaced phrases by their outcome.
    private var sources = WordTrie<[[String]]>()
    /// Menu words that corrections remove, and those that they add. No word is in both sets, which guarantees that
    /// `apply` terminates.
    private var taken: Set<String> = []
    private var brought: Set<String> = []

    /// Creates the corrections for a menu.
    ///
    /// - Throws: A decoding error if the built-in data is damaged.
    public init(menu: Menu) throws {
        self.init(menu: menu, data: menu.store.spoken == .english ? try CorrectionData.english.get() : .none)
    }

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

    /// Corrects the words of a transcript, in a few microseconds per sentence.
    ///
    /// The leftmost longest match is replaced first, until none is left: applying twice equals applying once. Parts of
    /// longer phrases of the menu are kept ("mock a la mode"), and so are phrases of the language ("how late").
    ///
    /// - Parameter words: Words as `SpokenWords` returns them.
    public func apply(_ words: [String]) -> [String] {
        var corrected = words
        var index = 0, isBlocked = false
        while index < corrected.count {
            guard let match = match(in: corrected, at: index, isBlocked: &isBlocked) else {
                index += 1
                continue
            }
            corrected.replaceSubrange(index..<index + match.count, with: match.value)
            // Earlier words may match now, or be no longer blocked by a phrase of the menu.
            index = max(0, index - outcomes.longest - (isBlocked ? max(spelling.trie.longest, kept.longest) : 0))
        }
        return corrected
    }

    /// Spellings of a phrase that `apply` corrects to it, for lexicons that keep the words as they were recognised.
    ///
    /// - Parameter words: A phrase of the menu, or any words.
    /// - Returns: Spellings that differ in one or two places, nearest first, without `words` itself and without
    ///   repetition; at most `mostVariants`.
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

    /// - Parameter isBlocked: Set when a phrase of the menu or the language prevented a correction.
    private func match(in words: [String], at start: Int, isBlocked: inout Bool) -> (value: [String], count: Int)? {
        for match in outcomes.matches(words, from: start).reversed() {
            let range = start..<start + match.count
            if !isKept(words, range), match.count == 1 || !breaksPhrase(words, range, match.value) { return match }
            isBlocked = true
        }
        return nil
    }

    /// Whether a kept phrase of the language overlaps the range.
    private func isKept(_ words: [String], _ range: Range<Int>) -> Bool {
        (max(0, range.lowerBound - kept.longest)..<range.upperBound).contains { start in
            kept.longestMatch(words, from: start).map { start + $0.count > range.lowerBound } ?? false
        }
    }

    /// Whether a correction would break a phrase of the menu that overlaps the range and leave no phrase of the same
    /// length.
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
    /// Adds a correction unless the menu has the phrase it replaces or another correction replaces it already.
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

    /// Adds corrections of the menu's compounds, joined and split.
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

    /// Whether a part has a vowel. No word of the language is without one.
    private static func isSpeakable(_ part: Substring) -> Bool { part.contains { "aeiouy".contains($0) } }
}

/// Corrections of one language, from its data file.
struct CorrectionData: Sendable {
    /// Recognised phrases and what was said, in a fixed order.
    let listed: [(source: [String], outcome: [String])]
    let plurals: PluralEndings
    let kept: [[String]]

    /// English corrections, from `en-corrections.json`.
    static let english = Result {
        CorrectionData(try JSONDecoder().decode(File.self, from: Data(EmbeddedFile.speechCorrections.bytes)))
    }

    /// No corrections, for languages without data.
    static let none = CorrectionData(File(locale: "", plurals: [:], kept: [], corrections: [:]))

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
        /// Phrases that are never corrected.
        var kept: [String]
        /// Recognised phrases by what was said.
        var corrections: [String: [String]]
    }
}
