internal import OrderParsing
internal import Ordering
internal import Phonetics

/// A word or phrase of a question or an answer.
struct NoteTerm: Hashable, Sendable {
    /// The stems, separated by spaces.
    let text: String
    /// Groups of words of the same meaning; empty for a word that is in none.
    let groups: [Int]
    /// How much it says about what is asked: 1, or less.
    let weight: Double
}

/// A text as terms, and the aspects that it asks for.
struct NoteReading: Sendable {
    var terms: [NoteTerm] = []
    /// Indices of aspects: where, when, how much.
    var aspects: Set<Int> = []
    /// Words that exclude others, as family and member.
    var apart: Set<ApartWord> = []

    /// Whether this question names a word that excludes those of a note, which answers another question then: when the
    /// house opens, and not when it closes.
    func isApart(from wording: NoteReading, answer: NoteReading) -> Bool {
        apart.contains { asked in
            let others = wording.apart.filter { $0.family == asked.family }
            return !others.isEmpty && !others.contains(asked) && !answer.apart.contains(asked)
        }
    }
}

/// A word of a family whose words exclude each other.
struct ApartWord: Hashable, Sendable {
    let family: Int
    let member: Int
}

/// Splits texts into terms and compares terms. Pure; safe on any thread.
struct NoteLexicon: Sendable {
    /// Similarity of two phrases of one group.
    private static let sameGroup = 0.95
    /// Similarity of phrases whose groups have to do with each other.
    private static let relatedGroups = 0.55
    /// Least similarity in sound and spelling of a misheard or mistyped word.
    private static let leastSound = 0.88
    /// Weight of a word that says little.
    private static let weakWeight = 0.25
    private static let longestPhrase = 5
    /// Most letters that only one of two similar words has.
    private static let mostOtherLetters = 3

    let words: NoteWords
    private let comparator: PhoneticComparator
    private let ignored: Set<String>
    private let weak: Set<String>
    private let phrases: [String: [Int]]
    private let askedAspects: [String: Int]
    private let answeredAspects: [(phrase: [String], aspect: Int)]
    private let related: Set<[Int]>
    /// Single words of the groups, for words that were misheard.
    private let spellings: [String]

    init() throws {
        let words = try NoteWords.english()
        self.words = words
        comparator = try PhoneticComparator()
        func key(_ phrase: String) -> String { words.stems(phrase).joined(separator: " ") }
        ignored = Set(words.ignored.map(key))
        weak = Set(words.weak.map(key))
        var phrases: [String: [Int]] = [:]
        for (group, members) in words.groups.enumerated() {
            for member in members where phrases[key(member)]?.last != group {
                phrases[key(member), default: []].append(group)
            }
        }
        self.phrases = phrases
        var asked: [String: Int] = [:]
        for (index, aspect) in words.aspects.enumerated() {
            for phrase in aspect.question { asked[key(phrase)] = index }
        }
        askedAspects = asked
        answeredAspects = words.aspects.enumerated().flatMap { index, aspect in
            aspect.answer.map { (words.stems($0), index) }
        }
        related = Set(
            words.related.flatMap { pair in
                pair.count == 2
                    ? (phrases[key(pair[0])] ?? []).flatMap { first in
                        (phrases[key(pair[1])] ?? []).flatMap { [[first, $0], [$0, first]] }
                    } : []
            })
        spellings = phrases.keys.filter { !$0.contains(" ") && $0.count >= 4 }.sorted()
    }

    /// Reads a question, or the question of a note.
    ///
    /// - Parameter vocabulary: words of the notes, which a misheard word may stand for.
    func read(_ text: String, vocabulary: Set<String> = []) -> NoteReading {
        let stems = words.stems(text)
        var reading = NoteReading(), index = 0
        reading.apart = apart(in: text)
        while index < stems.count {
            let phrase = longest(stems, at: index) { phrases[$0] != nil }
            let aspect = longest(stems, at: index) { askedAspects[$0] != nil }
            if aspect > 0, aspect >= phrase {
                askedAspects[Self.joined(stems, index, aspect)].map { _ = reading.aspects.insert($0) }
            }
            if phrase > 0, phrase >= aspect {
                append(Self.joined(stems, index, phrase), to: &reading)
            } else if aspect == 0, !ignored.contains(stems[index]) {
                append(corrected(stems[index], vocabulary), to: &reading)
            }
            index += max(phrase, aspect, 1)
        }
        return reading
    }

    /// Reads an answer.
    func read(answer text: String) -> NoteReading {
        var reading = read(text)
        let stems = words.stems(text)
        reading.aspects = []
        for (phrase, aspect) in answeredAspects
        where stems.indices.contains(where: { stems[$0...].starts(with: phrase) }) { reading.aspects.insert(aspect) }
        if text.contains("$") || text.contains("€") || text.contains("£") {
            words.aspects.firstIndex { $0.name == "price" }.map { _ = reading.aspects.insert($0) }
        }
        return reading
    }

    private func apart(in text: String) -> Set<ApartWord> {
        let spoken = Set(SpokenWords(text).words)
        var found: Set<ApartWord> = []
        for (family, members) in words.apart.enumerated() {
            for (member, words) in members.enumerated() where words.contains(where: spoken.contains) {
                found.insert(ApartWord(family: family, member: member))
            }
        }
        return found
    }

    private func append(_ text: String, to reading: inout NoteReading) {
        guard !reading.terms.contains(where: { $0.text == text }) else { return }
        let groups = phrases[text] ?? []
        let isWeak = weak.contains(text)
        reading.terms.append(NoteTerm(text: text, groups: groups, weight: isWeak ? Self.weakWeight : 1))
    }

    /// Number of stems of the longest phrase at a position that satisfies `isKnown`; 0 if there is none.
    private func longest(_ stems: [String], at index: Int, _ isKnown: (String) -> Bool) -> Int {
        var count = min(Self.longestPhrase, stems.count - index)
        while count > 0, !isKnown(Self.joined(stems, index, count)) { count -= 1 }
        return count
    }

    private static func joined(_ stems: [String], _ index: Int, _ count: Int) -> String {
        stems[index..<index + count].joined(separator: " ")
    }

    /// The known word that an unknown one sounds like, or the word itself.
    private func corrected(_ word: String, _ vocabulary: Set<String>) -> String {
        guard !vocabulary.isEmpty, word.count >= 4, !vocabulary.contains(word), !weak.contains(word) else {
            return word
        }
        var best = (word: word, similarity: Self.leastSound)
        let letters = Self.letters(word)
        for other in spellings + vocabulary.sorted()
        where abs(other.count - word.count) <= 2
            && (Self.letters(other) ^ letters).nonzeroBitCount <= Self.mostOtherLetters
        {
            let similarity = comparator.similarity([word], [other])
            if similarity > best.similarity { best = (other, similarity) }
        }
        return best.word
    }

    /// The letters of a word, one bit each.
    private static func letters(_ word: String) -> UInt32 {
        word.utf8.reduce(0) { $0 | 1 << UInt32($1 & 31) }
    }

    /// Similarity of two terms, 0…1.
    func similarity(_ first: NoteTerm, _ second: NoteTerm) -> Double {
        if first.text == second.text { return 1 }
        var best = 0.0
        for group in first.groups {
            for other in second.groups {
                if group == other { return Self.sameGroup }
                if related.contains([group, other]) { best = Self.relatedGroups }
            }
        }
        return best
    }
}
