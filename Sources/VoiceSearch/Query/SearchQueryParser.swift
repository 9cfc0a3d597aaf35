public import Catalogue
internal import Ordering

/// Reads what somebody looks for: words, "by" somebody, periods, prices, allergens.
///
/// A phrase may be part of a title ("A Room with a View", "Stand by Me"), so a text has several readings; the catalogue
/// takes the best for each item. A value without side effects; any thread.
///
/// ```swift
/// let parser = try SearchQueryParser()
/// parser.readings("a book by jane austen from the eighteen tens")
/// ```
public struct SearchQueryParser: Sendable {
    /// Period that decades without a century belong to: "the eighties" are 1980 to 1989, "the twenties" 1920 to 1929.
    private static let decadeCentury = 1_900
    private static let fewestLetters = 3
    /// Longest text, in characters; the rest is ignored.
    private static let longestText = 200

    private let language: SearchLanguage
    private let numbers: SearchNumbers

    /// Creates a parser for English.
    ///
    /// - Throws: a decoding error if the built-in data is damaged; a test excludes that.
    public init() throws {
        language = try SearchLanguage.english()
        numbers = SearchNumbers(language: language)
    }

    /// What people say before the name of what they look for, in lower case.
    public var leadIns: [String] { language.leadInTexts }

    /// The readings of a text, likeliest first; empty for a text without words.
    public func readings(_ text: String) -> [CatalogueQuery] {
        let said = SpokenWords(String(text.prefix(Self.longestText)).replacing(",", with: "")).words
        let words = withoutFrame(joiningLetters(said))
        guard !words.isEmpty else { return said.isEmpty ? [] : [query(said)] }
        var readings: [CatalogueQuery] = []
        func add(_ query: CatalogueQuery) { if !query.isEmpty, !readings.contains(query) { readings.append(query) } }
        let limited = limited(words)
        if limited.hasLimits || !limited.creator.isEmpty || limited.words != cleaned(words) { add(limited) }
        add(query(words))
        for reading in readings {
            for words in numbers.variants(reading.words) {
                var other = reading
                other.words = words
                add(other)
            }
        }
        if words != said, limited.words.isEmpty { return readings }
        // Somebody may look for "Find Me".
        if words != said { add(query(said)) }
        return readings
    }

    private func query(_ words: [String]) -> CatalogueQuery { CatalogueQuery(words: cleaned(words)) }

    /// Without apostrophes, as the catalogue has its words.
    private func cleaned(_ words: [String]) -> [String] {
        words.map { $0.filter { $0.isLetter || $0.isNumber } }.filter { !$0.isEmpty }
    }

    /// Spelled words in one piece: "g a t s b y", "gee ay tee ess bee why".
    func joiningLetters(_ words: [String]) -> [String] {
        var joined: [String] = [], index = 0
        while index < words.count {
            let run = words[index...].prefix { language.letters[$0] != nil }
            // Some of the letters' names are words by themselves: "oh", "you", "see".
            let single = run.count { $0.count == 1 }
            if run.count >= Self.fewestLetters, single * 2 >= run.count || run.count >= Self.fewestLetters + 1 {
                joined.append(run.compactMap { language.letters[$0] }.joined())
                index += run.count
            } else {
                joined.append(words[index])
                index += 1
            }
        }
        return joined
    }

    /// Without "do you have" and "please".
    private func withoutFrame(_ words: [String]) -> [String] {
        var rest = words[...]
        while let match = language.leadIns.longestMatch(Array(rest)) { rest = rest.dropFirst(match.count) }
        for ending in language.endings where rest.count > ending.count && rest.suffix(ending.count) == ending[...] {
            rest = rest.dropLast(ending.count)
        }
        return Array(rest)
    }

    // MARK: Limits

    /// The reading in which every phrase that can limit the search does.
    private func limited(_ words: [String]) -> CatalogueQuery {
        var query = CatalogueQuery(), index = 0, isOfCreator = false
        func take(_ word: String) { if isOfCreator { query.creator.append(word) } else { query.words.append(word) } }
        if let (kind, count) = kind(words) {
            query.kinds = kind.map { [$0] } ?? []
            index = count
        }
        while index < words.count {
            if let count = limit(words, at: index, &query) {
                index += count
                continue
            }
            switch language.marks.longestMatch(words, from: index) {
            case let (mark, count)? where mark == .creator && index + count < words.count:
                isOfCreator = true
                index += count
            case let (mark, count)? where mark == .about && index > 0 && query.words.isEmpty && !isOfCreator:
                index += count
            default:
                take(words[index])
                index += 1
            }
        }
        query.words = cleaned(query.words)
        query.creator = cleaned(query.creator)
        return query
    }

    /// "books", "any novels", "something", when a limit follows or nothing.
    private func kind(_ words: [String]) -> (kind: CatalogueKind?, count: Int)? {
        let start = words.prefix { language.any.contains($0) }.count
        var kind: CatalogueKind?, count = start
        if start < words.count, let found = language.kinds[words[start]] { (kind, count) = (found, start + 1) }
        guard count > 0 else { return nil }
        if count == words.count { return kind == nil ? nil : (kind, count) }
        var probe = CatalogueQuery()
        guard language.marks.longestMatch(words, from: count) != nil || limit(words, at: count, &probe) != nil else {
            return nil
        }
        return (kind, count)
    }

    /// Reads a limit that begins at a word.
    ///
    /// - Returns: how many words it takes; `nil` for none.
    private func limit(_ words: [String], at index: Int, _ query: inout CatalogueQuery) -> Int? {
        if let allergen = language.allergens[words[index]], index + 1 < words.count,
            language.free.contains(words[index + 1])
        {
            query.withoutAllergens.insert(allergen)
            return 2
        }
        for (mark, length) in language.marks.matches(words, from: index).reversed() {
            let rest = words[(index + length)...]
            switch mark {
            case .from:
                guard let (years, count) = period(rest) else { continue }
                query.years = years
                return length + count
            case .before, .after:
                guard let (years, count) = period(rest) else { continue }
                query.years = mark == .before ? -3_000...years.lowerBound - 1 : years.upperBound + 1...3_000
                return length + count
            case .between:
                guard let (first, count) = period(rest), rest.dropFirst(count).first == language.and,
                    let (last, more) = period(rest.dropFirst(count + 1)), first.lowerBound <= last.upperBound
                else { continue }
                query.years = first.lowerBound...last.upperBound
                return length + count + 1 + more
            case .under:
                guard let (value, count) = numbers.number(rest) else { continue }
                let isNamed = rest.dropFirst(count).first.map(language.money.contains) ?? false
                query.highestPrice = value * 100
                return length + count + (isNamed ? 1 : 0)
            case .without:
                guard let allergen = rest.first.flatMap({ language.allergens[$0] }) else { continue }
                query.withoutAllergens.insert(allergen)
                return length + 1
            case .available:
                query.onlyAvailable = true
                return length
            case .about, .creator: continue
            }
        }
        return nil
    }

    /// "the eighties", "eighteen nineties", "1890s", "the nineteenth century", "1984".
    private func period(_ words: ArraySlice<String>) -> (years: ClosedRange<Int>, count: Int)? {
        let skipped = words.first == "the" ? 1 : 0
        let rest = words.dropFirst(skipped)
        guard let first = rest.first else { return nil }
        func decade(_ start: Int, _ count: Int) -> (ClosedRange<Int>, Int) { (start...start + 9, skipped + count) }
        if let tens = language.decades[first] { return decade(Self.decadeCentury + tens, 1) }
        if first.hasSuffix("s"), let value = Int(first.dropLast()) {
            switch value {
            case 0...90 where value % 10 == 0: return decade(Self.decadeCentury + value, 1)
            case 1_000...2_990 where value % 100 == 0: return (value...value + 99, skipped + 1)
            case 1_000...2_990 where value % 10 == 0: return decade(value, 1)
            default: return nil
            }
        }
        let next = rest.dropFirst().first
        if let century = language.centuries[first], next.map(language.century.contains) ?? false {
            return ((century - 1) * 100...century * 100 - 1, skipped + 2)
        }
        if let hundreds = language.small[first], 10...20 ~= hundreds, let next {
            if let tens = language.decades[next] { return decade(hundreds * 100 + tens, 2) }
            if language.hundreds.contains(next) { return (hundreds * 100...hundreds * 100 + 99, skipped + 2) }
        }
        guard let (value, count) = numbers.number(rest), 1_000...2_999 ~= value else { return nil }
        return (value...value, skipped + count)
    }
}
