import EmbeddedFiles
internal import Foundation
internal import OrderParsing

/// The words that numbers consist of: those of the order parser, and those of dates, money, digits and fractions from
/// `spoken-numbers-en.json`.
struct SpokenNumberWords: Sendable {
    struct Currency: Decodable, Sendable {
        let code: String
        let sign: String
        let major: [String]
        let minor: [String]
    }

    private struct File: Decodable {
        let minus: [String]
        let point: [String]
        let zero: [String]
        let silentZero: [String]
        let repeats: [String: Int]
        let glue: [String]
        let openings: [String]
        let ordinals: [String: Int]
        let powers: [String: Int]
        let fractions: [String: Int]
        let months: [String: Int]
        let daysInMonth: [Int]
        let currencies: [Currency]
        let percent: [String]
        let patterns: [String]
        let frequentPatterns: [String: Int]
    }

    /// Whole numbers in words.
    let whole: NumeralParser
    /// Words with a value below a hundred.
    let small: [String: Int]
    let hundred: String
    let scales: [String: Int]
    let and: String
    /// Words that mean one before a noun: "a hundred".
    let one: Set<String>
    /// Whole phrases with a value: "half a dozen".
    let phrases: [[String]: Int]
    let minus: Set<String>
    let point: Set<String>
    let zero: Set<String>
    /// Words for zero that are none by themselves: "oh".
    let silentZero: Set<String>
    let repeats: [String: Int]
    /// Words that may stand inside a number and are none.
    let glue: Set<String>
    /// Those with which a number may begin.
    let openings: Set<String>
    /// Ordinals below a hundred in one word.
    let ordinals: [String: Int]
    /// Ordinals that multiply: "two hundredth".
    let powers: [String: Int]
    let fractions: [String: Int]
    let months: [String: Int]
    let daysInMonth: [Int]
    let currencies: [Currency]
    let major: [String: Int]
    let minor: [String: Int]
    let percent: Set<[String]>
    /// How numbers are said, with slots for kinds of words; see `NumberPhrases`.
    let patterns: [String]
    /// Patterns that count several times more, because their words are otherwise rare beside others that sound alike:
    /// "eighty eighth" beside "eighty eight".
    let frequentPatterns: [String: Int]

    /// The English words; decoded once.
    ///
    /// - Throws: a decoding error if a built-in file is damaged; a test excludes that.
    static func english() throws -> SpokenNumberWords { try words.get() }

    private static let words = Result { try SpokenNumberWords() }

    private init() throws {
        let numbers = try Language.english().numbers
        let file = try JSONDecoder().decode(File.self, from: Data(EmbeddedFile.spokenNumbers.bytes))
        whole = NumeralParser(numbers)
        small = numbers.words
        hundred = numbers.hundred
        scales = numbers.scales
        and = numbers.and
        one = Set(numbers.one)
        phrases = Dictionary(
            numbers.phrases.map { ($0.key.split(separator: " ").map(String.init), $0.value) },
            uniquingKeysWith: { first, _ in first })
        minus = Set(file.minus)
        point = Set(file.point)
        zero = Set(file.zero)
        silentZero = Set(file.silentZero)
        repeats = file.repeats
        glue = Set(file.glue)
        openings = Set(file.openings)
        // The parser's list begins with "first" and has no gaps up to "twentieth".
        let first = numbers.ordinals.prefix(20).enumerated().map { ($0.element, $0.offset + 1) }
        ordinals = file.ordinals.merging(first) { _, new in new }
        powers = file.powers
        fractions = file.fractions
        months = file.months
        daysInMonth = file.daysInMonth
        currencies = file.currencies
        major = Self.index(file.currencies.map(\.major))
        minor = Self.index(file.currencies.map(\.minor))
        patterns = file.patterns
        frequentPatterns = file.frequentPatterns
        percent = Set(file.percent.map { $0.split(separator: " ").map(String.init) })
    }

    private static func index(_ groups: [[String]]) -> [String: Int] {
        var all: [String: Int] = [:]
        for (number, group) in groups.enumerated() { for word in group { all[word] = number } }
        return all
    }

    /// Whether a word by itself says an amount or a place.
    func hasValue(_ word: String) -> Bool {
        small[word] != nil || word == hundred || scales[word] != nil || ordinals[word] != nil || powers[word] != nil
            || fractions[word] != nil || zero.contains(word) || phrases[[word]] != nil
            || word.first.map { $0.isASCII && $0.isNumber } ?? false
    }

    /// Whether a word may belong to a number.
    func isPart(_ word: String) -> Bool {
        hasValue(word) || minus.contains(word) || point.contains(word) || repeats[word] != nil || months[word] != nil
            || major[word] != nil || minor[word] != nil || percent.contains { $0.contains(word) }
    }
}
