internal import Foundation
internal import Ordering

/// Reads numbers as people say them: whole and decimal numbers, ordinals, dates, money, shares and digits one by one.
///
/// Numerals are read too, because some recognisers write them: "42.5", "$4.50", "21st". Words that sound alike are put
/// right where only one of them makes a number: "fifteen nine" is 59. A text with two different
/// numbers has none: "five or six" is asked again. A value without side effects; any thread.
///
/// ```swift
/// let parser = try SpokenNumberParser()
/// parser.parse("my number is oh seven double three")  // .digits("0733")
/// parser.parse("forty two point five")?.value         // 42.5
/// ```
public struct SpokenNumberParser: Sendable {
    /// Longest text that is read, in words.
    public static let mostWords = SpokenWords.mostWords

    private let words: SpokenNumberWords

    /// Creates a parser for English.
    ///
    /// - Throws: a decoding error if the built-in data is damaged; a test excludes that.
    public init() throws { words = try SpokenNumberWords.english() }

    /// The number in a text; `nil` without one, with several, or with one that makes no sense.
    public func parse(_ text: String) -> SpokenNumber? {
        let found = numbers(in: text)
        return found.count == 1 ? found[0] : nil
    }

    /// The different numbers in a text, in order; empty when one of them makes no sense, such as "two hundred hundred".
    public func numbers(in text: String) -> [SpokenNumber] {
        var found: [SpokenNumber] = []
        for run in runs(in: text) {
            guard let number = MisheardNumber(words: words).number(plain(run)) else { return [] }
            if !found.contains(number) { found.append(number) }
        }
        return found
    }

    /// Whether a text begins or ends inside a number: "and thirty five", "may the seventh of". A recogniser that is
    /// confined to numbers makes such of other speech.
    func isFragment(_ text: String) -> Bool {
        let all = tokens(text)
        let first = all.drop { words.openings.contains($0) }.first
        return [first, all.last].contains { $0.map(words.glue.contains) ?? false }
    }

    /// The stretches of words that may be a number.
    private func runs(in text: String) -> [[String]] {
        var runs: [[String]] = []
        var run: [String] = []
        func close() {
            let trimmed = trimmed(run)
            if trimmed.contains(where: words.hasValue) { runs.append(trimmed) }
            run = []
        }
        for word in tokens(text).prefix(Self.mostWords) {
            if words.isPart(word) || words.glue.contains(word) || words.one.contains(word) {
                run.append(word)
            } else {
                close()
            }
        }
        close()
        return runs
    }

    /// A run without the words at its ends that belong to the sentence around it.
    private func trimmed(_ run: [String]) -> [String] {
        var rest = run[...]
        while let first = rest.first {
            let next = rest.dropFirst().first
            if words.glue.contains(first) {
                rest.removeFirst()
            } else if words.one.contains(first), next.flatMap({ words.fractions[$0] }) == nil {
                rest.removeFirst()
            } else if words.silentZero.contains(first), rest.count == 1 || next.map(isSpelledOut) ?? false {
                // "Oh, forty two": an exclamation, unless single digits follow.
                rest.removeFirst()
            } else {
                break
            }
        }
        while let last = rest.last, words.glue.contains(last) || words.one.contains(last) { rest.removeLast() }
        return Array(rest)
    }

    /// A run without the article in "two thousand a hundred".
    private func plain(_ run: [String]) -> [String] {
        run.indices.filter { index in
            !(words.one.contains(run[index]) && index > 0 && run.dropFirst(index + 1).first == words.hundred)
        }.map { run[$0] }
    }

    /// Whether a word is of a number that is not said digit by digit.
    private func isSpelledOut(_ word: String) -> Bool {
        words.small[word].map { $0 > 9 } ?? !(words.zero.contains(word) || words.repeats[word] != nil)
    }

    /// The words of a text, with a currency's sign as its word after the amount.
    private func tokens(_ text: String) -> [String] {
        var plain = text
        for (sign, name) in words.currencies.compactMap({ currency in currency.major.last.map { (currency.sign, $0) } })
        where plain.contains(sign) {
            var result = ""
            for part in plain.split(separator: " ", omittingEmptySubsequences: true) {
                result += part.hasPrefix(sign) ? "\(part.dropFirst(sign.count)) \(name) " : "\(part) "
            }
            plain = result
        }
        // "1,200" is one number; a comma before a space separates.
        let withoutGroups = plain.enumerated().filter { index, character in
            guard character == "," else { return true }
            let next = plain.dropFirst(index + 1).prefix(3)
            return !(next.count == 3 && next.allSatisfy { $0.isASCII && $0.isNumber })
        }
        return SpokenWords(String(withoutGroups.map(\.element))).words
    }
}
