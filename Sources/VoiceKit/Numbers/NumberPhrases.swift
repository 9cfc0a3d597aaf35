/// Phrases from which a recogniser estimates how numbers are said: each pair of neighbouring words of a number is in at
/// least one of them.
enum NumberPhrases {
    /// English phrases in lower case; those of frequent patterns several times.
    ///
    /// - Throws: a decoding error if built-in data is damaged; a test excludes that.
    static func english() throws -> [String] { try made.get() }

    private static let made = Result { try make(SpokenNumberWords.english()) }

    private static func make(_ words: SpokenNumberWords) -> [String] {
        let slots = slots(words)
        var seen: Set<String> = []
        let phrases = words.patterns.flatMap { expand($0.split(separator: " ").map(String.init)[...], slots) }
        let once = (phrases + words.phrases.keys.map { $0.joined(separator: " ") }.sorted()).filter {
            seen.insert($0).inserted
        }
        let often = words.frequentPatterns.sorted { $0.key < $1.key }.flatMap { pattern, count in
            let phrases = expand(pattern.split(separator: " ").map(String.init)[...], slots)
            return (0..<count).flatMap { _ in phrases }
        }
        return once + often
    }

    /// A pattern with each slot replaced by each of its phrases.
    private static func expand(_ pattern: ArraySlice<String>, _ slots: [String: [String]]) -> [String] {
        guard let first = pattern.first else { return [] }
        let starts = slots[first] ?? [first], rest = pattern.dropFirst()
        guard !rest.isEmpty else { return starts }
        let ends = expand(rest, slots)
        return starts.flatMap { start in ends.map { start + " " + $0 } }
    }

    /// The phrases of each slot of a pattern.
    private static func slots(_ words: SpokenNumberWords) -> [String: [String]] {
        func names(_ table: [String: Int], _ range: ClosedRange<Int>) -> [String] {
            table.filter { range.contains($0.value) }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
        }
        func joined(_ first: [String], _ second: [String]) -> [String] {
            first.flatMap { start in second.map { start + " " + $0 } }
        }
        let units = names(words.small, 1...9), teens = names(words.small, 10...19), tens = names(words.small, 20...90)
        let first = names(words.ordinals, 1...9), places = names(words.ordinals, 1...90)
        let spoken = joined(tens, units), placed = joined(tens, first)
        let days = names(words.ordinals, 1...30) + joined(names(words.small, 20...20), first) + ["thirty first"]
        return [
            "{unit}": units, "{teen}": teens, "{ten}": tens, "{zero}": words.zero.sorted(),
            "{digit}": words.zero.sorted() + units, "{below}": units + teens + tens + spoken,
            "{some}": units + teens + tens + ["twenty five", "ninety nine"], "{group}": teens + tens,
            "{hundred}": [words.hundred], "{and}": [words.and], "{scale}": names(words.scales, 1...Int.max),
            "{place}": places + placed, "{tenth}": names(words.ordinals, 20...90), "{first}": first, "{day}": days,
            "{month}": names(words.months, 1...12),
            "{major}": words.major.keys.sorted(), "{minor}": words.minor.keys.sorted(),
            "{point}": words.point.sorted(), "{repeat}": words.repeats.keys.sorted(), "{minus}": words.minus.sorted(),
            "{percent}": words.percent.map { $0.joined(separator: " ") }.sorted(),
            // Rarer ones are confused with ordinals and with "cents".
            "{fraction}": names(words.fractions, 2...5), "{power}": words.powers.keys.sorted(),
            "{one}": words.one.sorted(),
        ]
    }
}
