import EmbeddedFiles
internal import Foundation

/// Letter-to-sound rules and the distances between sounds. The data is in `en-sounds.json`.
///
/// A sound is an index into the file's alphabet. Coarse sound classes come from Soundex and Metaphone (Philips,
/// "Hanging on the Metaphone", 1990), the rule format from Elovitz et al., "Automatic Translation of English Text to
/// Phonetics" (NRL, 1976). The rules, classes and costs are our own.
struct LetterToSoundRules: Sendable {
    /// The file format. One character is one sound; a string is a set of sounds.
    private struct Source: Decodable {
        /// Consonant classes of phonetic keys, at most 15. Sounds in no class are left out of keys.
        var skeleton: [String]
        /// The alphabet, at most 32 sounds, with the cost of inserting or deleting each, 0…255.
        var weights: [String: UInt8]
        /// Substitution costs; later entries override earlier ones.
        var costs: [Cost]
        /// Contexts that mark a word as borrowed.
        var loanMarks: [String]
        /// Rules for borrowed words, applied before the others.
        var loan: [[String]]
        /// Pairs of `[context, sounds]`; the first match applies. See `LetterPattern`.
        var rules: [[String]]
        /// Common words, which are rarely a mishearing by themselves.
        var everyday: [String]
    }

    private struct Cost: Decodable {
        var of: String
        /// The other sounds; the same set if omitted.
        var `for`: String?
        /// 0…255.
        var cost: UInt8
    }

    private struct Rule: Sendable {
        var pattern: LetterPattern
        var sounds: [UInt8]
    }

    /// Maximum number of sounds.
    static let alphabet = 32

    /// Substitution cost of `a` by `b` at `a * alphabet + b`, in hundredths of a strong consonant.
    let costs: [UInt8]
    /// Insertion and deletion costs in the same unit.
    let weights: [UInt8]
    /// The key class of each sound, 1…15, or 0 for a sound that keys leave out.
    let skeleton: [UInt8]
    /// Classes whose sounds are at least `solidDistance` from any other sound, one bit each.
    let solidClasses: UInt16
    static let solidDistance = 45

    /// Common words, which are rarely a mishearing by themselves.
    let everyday: Set<String>

    /// Rules by first letter.
    private let english: [[Rule]]
    private let loan: [[Rule]]
    private let loanMarks: [[LetterPattern]]

    /// The English rules.
    ///
    /// - Throws: a decoding error if the built-in file is damaged; a test excludes that.
    static func english() throws -> LetterToSoundRules {
        try LetterToSoundRules(JSONDecoder().decode(Source.self, from: Data(EmbeddedFile.letterToSoundRules.bytes)))
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
        // A substitution costs at most a deletion and an insertion.
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

    /// Whether a word is spelled like a borrowed word: "latte", "jalapeno".
    func looksBorrowed(_ letters: Letters) -> Bool {
        letters.range.contains { position in
            loanMarks[Int(letters[position])].contains { $0.matches(letters, at: position) }
        }
    }

    /// Appends the sounds of a word. A run of equal sounds is one sound, also across the word border.
    ///
    /// - Parameter asBorrowed: whether the rules for borrowed words apply first.
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
