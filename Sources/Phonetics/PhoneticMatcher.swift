/// A menu phrase that words may be a mishearing of.
package struct PhoneticMatch: Equatable, Sendable {
    /// The caller's number of the phrase.
    package var payload: Int
    /// Number of words it takes: 1…4.
    package var count: Int
    /// Similarity, 0…1; 1 for equal sounds and letters.
    package var similarity: Double

    /// Sort key: of two phrases with about equal similarity, the one that takes more words.
    fileprivate var rank: Double { similarity + 0.03 * Double(count) }
}

/// An index of menu phrases by sound and spelling for misrecognised or mistyped words: "cross aunt", "lah tay",
/// "expresso".
///
/// Created once per menu; every method has no side effects and can be called from any thread. Similarity is a weighted
/// edit distance of sounds (`LetterToSoundRules`) and of spelling. Candidates come from an index by consonant classes
/// (`PhoneticKeyTable`), so that a query costs about the same for forty and for a thousand items.
package struct PhoneticMatcher: Sendable {
    /// Maximum words that one phrase may be misheard as.
    package static let mostWords = 4
    /// Minimum similarity for `matches`. On the test tables, 0.66 finds 97 % of the mishearings and 1.4 % of the small
    /// talk, 0.70 finds 94 % and 0.6 %, 0.80 finds 88 % and 0.6 %.
    package static let defaultThreshold = 0.7

    /// Penalty for each function word or common word in a match, so that "late a muffin" is a latte and not "late a".
    private static let handicap = 0.04

    /// A transcription of a phrase; its sounds and letters are stored in the flat arrays.
    private struct Entry: Sendable {
        var payload: Int
        var sounds: Range<Int>
        var letters: Range<Int>
        var profile: PhoneticProfile
    }

    private typealias Query = (
        sounds: UnsafeBufferPointer<UInt8>, letters: UnsafeBufferPointer<UInt8>, profile: PhoneticProfile
    )

    private let rules: LetterToSoundRules
    private let threshold: Double
    private let protectedWords: Set<String>
    private let menuWords: Set<String>
    private var entries: [Entry] = []
    private var sounds: [UInt8] = []
    private var letters: [UInt8] = []
    private let table: PhoneticKeyTable

    /// - Parameters:
    ///   - phrases: words as of `SpokenWords`; several phrases may share a payload.
    ///   - protectedWords: words with a sense in the language. These, the words of the phrases and common words are
    ///     never misheard by themselves, only together with others: "a spresso".
    ///   - threshold: minimum similarity of a match, 0…1.
    /// - Throws: a decoding error if the built-in sound data is damaged; a test excludes that.
    package init(
        phrases: [(words: [String], payload: Int)], protectedWords: Set<String>, threshold: Double = defaultThreshold
    ) throws {
        let rules = try LetterToSoundRules.english()
        var menuWords: Set<String> = []
        var skeletons: [PhoneticKey] = []
        for phrase in phrases {
            menuWords.formUnion(phrase.words)
            for reading in PhoneticTranscription.all(phrase.words, rules: rules) {
                skeletons.append(PhoneticKey(reading.sounds, classes: rules.skeleton))
                entries.append(
                    Entry(
                        payload: phrase.payload, sounds: sounds.count..<sounds.count + reading.sounds.count,
                        letters: letters.count..<letters.count + reading.letters.count,
                        profile: PhoneticProfile(reading.sounds, rules: rules)))
                sounds += reading.sounds
                letters += reading.letters
            }
        }
        self.rules = rules
        self.threshold = threshold
        self.protectedWords = protectedWords
        self.menuWords = menuWords
        table = PhoneticKeyTable(skeletons)
    }

    /// The phrases that one to four words from `start` on may be a mishearing of, most similar first, one entry per
    /// number of words.
    ///
    /// - Parameters:
    ///   - words: as of `SpokenWords`.
    ///   - start: position of the first word; past the end, nothing is found.
    ///   - isKnown: whether the word at a position is in the lexicon. Words that are all known are no mishearing, so
    ///     exact phrases are not found here.
    package func matches(_ words: [String], at start: Int, isKnown: (Int) -> Bool = { _ in false }) -> [PhoneticMatch] {
        guard words.indices.contains(start) else { return [] }
        var found: [PhoneticMatch] = []
        var reading = PhoneticTranscription()
        var word = Letters()
        var hasUnknown = false
        var ownMeaning = 0
        for end in start..<min(words.count, start + Self.mostWords) {
            word.read(words[end])
            if word.range.isEmpty { break }
            reading.append(word, rules: rules)
            let isEveryday = rules.everyday.contains(words[end])
            if protectedWords.contains(words[end]) {
                ownMeaning += 1
            } else if !menuWords.contains(words[end]), !isKnown(end) {
                hasUnknown = true
                if isEveryday { ownMeaning += 1 }
            }
            guard hasUnknown, end > start || !isEveryday else { continue }
            collect(reading, count: end - start + 1, handicap: Self.handicap * Double(ownMeaning), into: &found)
        }
        return found.sorted { ($1.rank, $0.count, $0.payload) < ($0.rank, $1.count, $1.payload) }
    }

    /// Similarity of two phrases in sound and spelling, 0…1.
    package func similarity(_ first: [String], _ second: [String]) -> Double {
        var best = 0.0
        for a in PhoneticTranscription.all(first, rules: rules) {
            for b in PhoneticTranscription.all(second, rules: rules) {
                withQuery(a) { a in
                    withQuery(b) { b in best = max(best, PhoneticSimilarity(rules: rules).of(a, b, least: 0)) }
                }
            }
        }
        return best
    }

    private func collect(
        _ reading: PhoneticTranscription, count: Int, handicap: Double, into found: inout [PhoneticMatch]
    ) {
        let skeleton = PhoneticKey(reading.sounds, classes: rules.skeleton)
        withQuery(reading) { query in
            withUnsafeTemporaryAllocation(of: UInt64.self, capacity: entries.count / 64 + 1) { seen in
                seen.initialize(repeating: 0)
                skeleton.forEachThinned { key in
                    for index in table[key] {
                        let bit: UInt64 = 1 << UInt64(index & 63)
                        guard seen[Int(index >> 6)] & bit == 0 else { continue }
                        seen[Int(index >> 6)] |= bit
                        let entry = entries[Int(index)]
                        let value = similarity(query, entry, least: threshold + handicap) - handicap
                        guard value >= threshold else { continue }
                        if let other = found.firstIndex(where: { $0.payload == entry.payload && $0.count == count }) {
                            found[other].similarity = max(found[other].similarity, value)
                        } else {
                            found.append(PhoneticMatch(payload: entry.payload, count: count, similarity: value))
                        }
                    }
                }
            }
        }
    }

    private func similarity(_ query: Query, _ entry: Entry, least: Double) -> Double {
        sounds.withUnsafeBufferPointer { sounds in
            letters.withUnsafeBufferPointer { letters in
                let phrase = (
                    UnsafeBufferPointer(rebasing: sounds[entry.sounds]),
                    UnsafeBufferPointer(rebasing: letters[entry.letters]), entry.profile
                )
                return PhoneticSimilarity(rules: rules).of(query, phrase, least: least)
            }
        }
    }

    private func withQuery(_ reading: PhoneticTranscription, _ body: (Query) -> Void) {
        let profile = PhoneticProfile(reading.sounds, rules: rules)
        reading.sounds.withUnsafeBufferPointer { sounds in
            reading.letters.withUnsafeBufferPointer { letters in body((sounds, letters, profile)) }
        }
    }
}
