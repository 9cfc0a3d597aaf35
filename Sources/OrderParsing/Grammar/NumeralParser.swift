/// A parser of spoken numerals. Only whole numbers have a value. Other numbers are `unclear`, and the kiosk asks.
package struct NumeralParser: Sendable {
    enum Reading: Equatable, Sendable {
        case value(Int)
        /// A number without a whole value: a half, "minus two", "a hundred and", digits of another script.
        case unclear
    }

    /// Upper limit; larger numbers are `unclear`.
    private static let largest = 1_000_000_000_000

    private let numbers: Language.Numbers
    private let phrases: [[String]: Int]
    private let longestPhrase: Int
    private let unclear: Set<String>
    private let ordinals: Set<String>

    package init(_ numbers: Language.Numbers) {
        self.numbers = numbers
        unclear = Set(numbers.unclear)
        ordinals = Set(numbers.ordinals)
        phrases = Dictionary(
            numbers.phrases.map { ($0.key.split(separator: " ").map(String.init), $0.value) },
            uniquingKeysWith: { first, _ in first })
        longestPhrase = phrases.keys.map(\.count).max() ?? 0
    }

    /// Every word of a number.
    var vocabulary: Set<String> {
        Set(numbers.words.keys).union(numbers.scales.keys).union(phrases.keys.joined()).union([numbers.hundred])
    }

    /// Reads the number that begins at `start`.
    ///
    /// - Returns: the number and how many words it takes, or `nil` if no number begins there.
    func read(_ words: [String], at start: Int) -> (reading: Reading, count: Int)? {
        guard start < words.count, let first = part(words, at: start) else { return nil }
        var reading = first.reading
        var end = start + first.count
        // Words that change the number before them: "two point five", "one and a half", "two two".
        while let more = continuation(words, at: end) {
            reading = .unclear
            end = more
        }
        return (reading, end - start)
    }

    /// Reads the whole number that begins at `start`, without what may change it: "forty two" of "forty two point
    /// five".
    ///
    /// - Returns: the number and how many words it takes; `nil` where none begins.
    package func wholeNumber(_ words: [String], at start: Int) -> (value: Int, count: Int)? {
        guard start < words.count, let (reading, count) = cardinal(words, at: start), case .value(let value) = reading
        else { return nil }
        return (value, count)
    }

    private func continuation(_ words: [String], at index: Int) -> Int? {
        guard index < words.count else { return nil }
        if let next = part(words, at: index) { return index + next.count }
        // "twenty first" is an ordinal.
        if ordinals.contains(words[index]) { return index + 1 }
        guard words[index] == numbers.and else { return nil }
        let afterAnd = index + 1 < words.count && numbers.one.contains(words[index + 1]) ? index + 2 : index + 1
        return afterAnd < words.count && (unclear.contains(words[afterAnd]) || ordinals.contains(words[afterAnd]))
            ? afterAnd + 1 : nil
    }

    private func part(_ words: [String], at start: Int) -> (reading: Reading, count: Int)? {
        if let phrase = phrase(words, at: start) { return phrase }
        let word = words[start]
        if unclear.contains(word) { return (.unclear, 1) }
        if word.contains(where: \.isNumber) { return (digits(word), 1) }
        return cardinal(words, at: start)
    }

    private func phrase(_ words: [String], at start: Int) -> (reading: Reading, count: Int)? {
        for length in stride(from: min(longestPhrase, words.count - start), to: 0, by: -1) {
            if let value = phrases[Array(words[start..<start + length])] { return (.value(value), length) }
        }
        return nil
    }

    private func digits(_ word: String) -> Reading {
        guard word.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let value = Int(word),
            value <= Self.largest
        else { return .unclear }
        return .value(value)
    }

    /// Reads "twenty two", "a hundred and five", "two thousand": groups below a thousand with falling scales.
    private func cardinal(_ words: [String], at start: Int) -> (reading: Reading, count: Int)? {
        var total = 0
        var lastScale = Int.max
        var end = start
        while let group = belowThousand(words, at: end, isFirst: end == start)
            ?? bareScale(words, at: end, isFirst: end == start)
        {
            if group.reading == .unclear { return (.unclear, end + group.count - start) }
            guard case .value(let value) = group.reading else { return nil }
            let after = end + group.count
            if after < words.count, let scale = numbers.scales[words[after]] {
                guard scale < lastScale else { return (.unclear, after + 1 - start) }
                total += value * scale
                lastScale = scale
                end = after + 1
                // "two thousand and five": "and" belongs to the number only if a number follows.
                if end < words.count, words[end] == numbers.and {
                    if end + 1 == words.count { return (.unclear, end + 1 - start) }
                    if belowThousand(words, at: end + 1, isFirst: false) != nil { end += 1 }
                }
            } else {
                guard lastScale > 1 else { return (.unclear, after - start) }
                total += value
                return (.value(total), after - start)
            }
        }
        return end == start ? nil : (total <= Self.largest ? .value(total) : .unclear, end - start)
    }

    /// "thousand" alone is one thousand; its word is read as the scale.
    private func bareScale(_ words: [String], at index: Int, isFirst: Bool) -> (reading: Reading, count: Int)? {
        isFirst && index < words.count && numbers.scales[words[index]] != nil ? (.value(1), 0) : nil
    }

    private func belowThousand(_ words: [String], at start: Int, isFirst: Bool) -> (reading: Reading, count: Int)? {
        guard start < words.count else { return nil }
        var value = 0
        var end = start
        let followsHundred = { (index: Int) in index < words.count && words[index] == numbers.hundred }
        let followsScale = { (index: Int) in index < words.count && numbers.scales[words[index]] != nil }
        if numbers.one.contains(words[start]) {
            guard isFirst, followsHundred(start + 1) || followsScale(start + 1) else { return nil }
            value = 1
            end += 1
        } else if let small = belowHundred(words, at: start) {
            value = small.value
            end += small.count
        } else if followsHundred(start) {
            value = 1
        } else {
            return nil
        }
        guard followsHundred(end) else { return (.value(value), end - start) }
        guard (1...9).contains(value) else { return (.unclear, end + 1 - start) }
        value *= 100
        end += 1
        if end < words.count, words[end] == numbers.and {
            if let rest = belowHundred(words, at: end + 1) {
                return (.value(value + rest.value), end + 1 + rest.count - start)
            }
            // "a hundred and" breaks off; "a hundred and a muffin" goes on with something else.
            return end + 1 == words.count ? (.unclear, end + 1 - start) : (.value(value), end - start)
        }
        if let rest = belowHundred(words, at: end) { return (.value(value + rest.value), end + rest.count - start) }
        return (.value(value), end - start)
    }

    private func belowHundred(_ words: [String], at start: Int) -> (value: Int, count: Int)? {
        guard start < words.count, let first = numbers.words[words[start]] else { return nil }
        guard first >= 20, start + 1 < words.count, let second = numbers.words[words[start + 1]],
            (1...9).contains(second)
        else { return (first, 1) }
        return (first + second, 2)
    }

    /// A whole number below a hundred in words, for menu names written with digits.
    package func spelled(_ value: Int) -> [String]? {
        guard (0..<100).contains(value) else { return nil }
        func word(_ wanted: Int) -> String? { numbers.words.filter { $0.value == wanted }.keys.min() }
        if let whole = word(value) { return [whole] }
        guard let tens = word(value / 10 * 10), let units = word(value % 10) else { return nil }
        return [tens, units]
    }
}
