internal import Foundation

/// Turns spelling into sounds by rules, and says how far two sounds are apart. The rules are data, read from
/// `en-sounds.json`.
///
/// A sound is a small integer: an index into the file's alphabet. The idea of coarse sound classes from spelling is
/// that of Soundex and of Philips' Metaphone ("Hanging on the Metaphone", 1990); the form of the rules, letters in a
/// context of letters, is that of Elovitz et al., "Automatic Translation of English Text to Phonetics" (NRL, 1976). The
/// rules, classes and costs are our own.
struct LetterToSoundRules: Sendable {
    /// The form of the file. One character stands for a sound; strings of characters are sets of sounds.
    private struct Source: Decodable {
        /// Sets of consonants that are one class in a skeleton, at most 15. Sounds in none are left out of skeletons.
        var skeleton: [String]
        /// The alphabet, at most 32 sounds: what hearing one that was not said, or missing it, costs; 0…255.
        var weights: [String: UInt8]
        /// What taking one sound for another costs; later entries overrule earlier ones.
        var costs: [Cost]
        /// Contexts that make a word look borrowed from another language.
        var loanMarks: [String]
        /// Rules for borrowed words, tried before the others.
        var loan: [[String]]
        /// `[context, sounds]`, the first that fits is applied. See `LetterPattern`.
        var rules: [[String]]
        /// Words that people say so often that one alone is hardly ever a mishearing.
        var everyday: [String]
    }

    private struct Cost: Decodable {
        var of: String
        /// The other sounds; the same set when left out.
        var `for`: String?
        /// 0…255.
        var cost: UInt8
    }

    private struct Rule: Sendable {
        var pattern: LetterPattern
        var sounds: [UInt8]
    }

    /// How many sounds there may be.
    static let alphabet = 32

    /// `costs[a * alphabet + b]`: what taking `a` for `b` costs, in hundredths of a strong consonant.
    let costs: [UInt8]
    /// What an additional or missing sound costs, in the same unit.
    let weights: [UInt8]
    /// The class of each sound in a skeleton, 1…15, or 0 for sounds that skeletons leave out.
    let skeleton: [UInt8]
    /// The classes whose sounds are at least `solidDistance` from any other sound, one bit each.
    let solidClasses: UInt16
    static let solidDistance = 45

    /// Words that are said so often that one alone is hardly ever a mishearing.
    let everyday: Set<String>

    /// By first letter.
    private let english: [[Rule]]
    private let loan: [[Rule]]
    private let loanMarks: [[LetterPattern]]

    /// English.
    ///
    /// - Throws: a decoding error only if the built-in file is damaged, which its test excludes.
    static func english() throws -> LetterToSoundRules {
        try LetterToSoundRules(JSONDecoder().decode(Source.self, from: Data(PackageResources.en_sounds_json)))
    }

    private init(_ source: Source) throws {
        let alphabet = Set(source.weights.keys.joined()).sorted()
        guard alphabet.count <= Self.alphabet, source.skeleton.count <= 15 else {
            throw Self.damage("too many sounds or classes")
        }
        let codes = Dictionary(uniqueKeysWithValues: zip(alphabet, 0...))
        func sounds(_ text: String) throws -> [UInt8] {
            try text.map { symbol in
                guard let code = codes[symbol] else { throw Self.damage("no sound: \(symbol)") }
                return UInt8(code)
            }
        }

        var weights = [UInt8](repeating: 100, count: Self.alphabet)
        for (set, weight) in source.weights {
            for sound in try sounds(set) { weights[Int(sound)] = weight }
        }
        let weightOf = weights
        // No sounds are further apart than leaving the one out and putting the other in.
        func most(_ first: Int, _ second: Int) -> UInt8 {
            UInt8(min(255, Int(weightOf[first]) + Int(weightOf[second])))
        }
        var costs = (0..<Self.alphabet * Self.alphabet).map { pair in
            let (first, second) = pair.quotientAndRemainder(dividingBy: Self.alphabet)
            return first == second ? 0 : most(first, second)
        }
        for entry in source.costs {
            for first in try sounds(entry.of).map(Int.init) {
                for second in try sounds(entry.for ?? entry.of).map(Int.init) where first != second {
                    let cost = min(entry.cost, most(first, second))
                    costs[first * Self.alphabet + second] = cost
                    costs[second * Self.alphabet + first] = cost
                }
            }
        }
        var skeleton = [UInt8](repeating: 0, count: Self.alphabet)
        for (index, set) in source.skeleton.enumerated() {
            for sound in try sounds(set) { skeleton[Int(sound)] = UInt8(index + 1) }
        }
        func pattern(_ text: String) throws -> LetterPattern {
            guard let pattern = LetterPattern(text) else { throw Self.damage("no pattern: \(text)") }
            return pattern
        }
        func rules(_ entries: [[String]]) throws -> [[Rule]] {
            Self.byLetter(
                try entries.map { entry in
                    guard entry.count == 2 else { throw Self.damage("no rule: \(entry)") }
                    let rule = Rule(pattern: try pattern(entry[0]), sounds: try sounds(entry[1]))
                    return (rule.pattern, rule)
                })
        }
        var solid: UInt16 = 0
        for (index, set) in source.skeleton.enumerated() {
            let apart = try sounds(set).map(Int.init).flatMap { first in
                (0..<alphabet.count).filter { skeleton[$0] != index + 1 }.map { Int(costs[first * Self.alphabet + $0]) }
            }
            if apart.allSatisfy({ $0 >= Self.solidDistance }) { solid |= 1 << UInt16(index + 1) }
        }
        solidClasses = solid
        everyday = Set(source.everyday)
        self.costs = costs
        self.weights = weights
        self.skeleton = skeleton
        english = try rules(source.rules)
        loan = try rules(source.loan)
        loanMarks = Self.byLetter(try source.loanMarks.map { text in try (pattern(text), pattern(text)) })
    }

    private static func damage(_ what: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: what))
    }

    private static func byLetter<Value>(_ entries: [(LetterPattern, Value)]) -> [[Value]] {
        (0..<Letters.count).map { letter in entries.filter { $0.0.canBegin(with: UInt8(letter)) }.map(\.1) }
    }

    /// Whether a word is spelled as words borrowed from other languages are: "latte", "jalapeno".
    func looksBorrowed(_ letters: Letters) -> Bool {
        letters.range.contains { position in
            loanMarks[Int(letters[position])].contains { $0.matches(letters, at: position) }
        }
    }

    /// Appends the sounds of a word, one for a run of equal ones, across the border from the word before too.
    ///
    /// - Parameter asBorrowed: whether the rules of borrowed words go first.
    func append(_ letters: Letters, asBorrowed: Bool = false, to sounds: inout [UInt8]) {
        var position = letters.range.lowerBound
        while position < letters.range.upperBound {
            let letter = Int(letters[position])
            guard
                let rule = (asBorrowed ? Self.first(loan[letter], letters, position) : nil)
                    ?? Self.first(english[letter], letters, position)
            else {
                position += 1
                continue
            }
            for sound in rule.sounds where sound != sounds.last { sounds.append(sound) }
            position += rule.pattern.length
        }
    }

    private static func first(_ rules: [Rule], _ letters: Letters, _ position: Int) -> Rule? {
        for rule in rules where rule.pattern.matches(letters, at: position) { return rule }
        return nil
    }
}
