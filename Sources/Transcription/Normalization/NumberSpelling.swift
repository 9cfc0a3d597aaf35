/// Conversion of whole numbers below one hundred to words and back.
struct NumberSpelling: Sendable {
    /// A number read from the words.
    struct Reading: Equatable, Sendable {
        /// The number in words.
        var spelled: [String]
        /// The number in digits, as a menu may write it.
        var digits: String
        /// Number of words read.
        var count: Int
    }

    private let values: [String: Int]
    private let names: [Int: String]
    private let ordinals: [Int: String]
    private let ordinalEndings: [String]

    init(_ language: TranscriptLanguage) {
        values = language.numbers
        names = Dictionary(language.numbers.map { ($0.value, $0.key) }, uniquingKeysWith: min)
        ordinals = Dictionary(language.ordinals.map { ($0.value, $0.key) }, uniquingKeysWith: min)
        ordinalEndings = language.ordinalEndings
    }

    /// A number of 0…99 in words, or `nil`.
    func spelled(_ value: Int) -> [String]? { compound(value, last: names) }

    /// "1st" as "first", "22nd" as "twenty second"; `nil` if the word is not an ordinal in digits below one hundred.
    func ordinal(_ word: String) -> [String]? {
        guard let ending = ordinalEndings.first(where: word.hasSuffix),
            let value = Self.value(word.dropLast(ending.count))
        else { return nil }
        return compound(value, last: ordinals)
    }

    /// The number at `start`: digits, or one or two words.
    func read(_ words: [String], at start: Int) -> Reading? {
        if let value = Self.value(words[start]), let spelled = spelled(value) {
            return Reading(spelled: spelled, digits: String(value), count: 1)
        }
        guard let first = values[words[start]] else { return nil }
        guard first >= 20, start + 1 < words.count, let second = values[words[start + 1]], (1...9).contains(second)
        else {
            return Reading(spelled: [words[start]], digits: String(first), count: 1)
        }
        return Reading(spelled: [words[start], words[start + 1]], digits: String(first + second), count: 2)
    }

    /// Leading digits of a word and the rest: "16oz".
    static func leadingDigits(_ word: String) -> (digits: String, rest: String)? {
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        return digits.isEmpty || digits.count == word.count
            ? nil : (String(digits), String(word.dropFirst(digits.count)))
    }

    private func compound(_ value: Int, last: [Int: String]) -> [String]? {
        guard (0..<100).contains(value) else { return nil }
        if let whole = last[value] { return [whole] }
        guard let tens = names[value / 10 * 10], value >= 20, let units = last[value % 10] else { return nil }
        return [tens, units]
    }

    /// Value of one or two digits without a leading zero, which spelling would lose.
    private static func value(_ word: some StringProtocol) -> Int? {
        guard (1...2).contains(word.utf8.count),
            word.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let value = Int(word)
        else { return nil }
        return word.utf8.count == 2 && value < 10 ? nil : value
    }
}
