internal import OrderParsing

/// Numbers in the words of a search: years and counts, in words or in digits.
struct SearchNumbers {
    let language: SearchLanguage

    /// The number that begins at a word: "twenty thousand", "nineteen eighty four", "1984".
    ///
    /// - Returns: the value and how many words it takes.
    func number(_ words: ArraySlice<String>) -> (value: Int, count: Int)? {
        guard let first = words.first else { return nil }
        if let value = Int(first), first.count < 10 { return (value, 1) }
        let list = Array(words)
        guard let whole = language.numbers.wholeNumber(list, at: 0) else { return nil }
        // "nineteen eighty four", "eighteen oh one" and "nineteen hundred" are years.
        if 10...99 ~= whole.value, whole.count < list.count {
            if list[whole.count] == language.hundred { return (whole.value * 100, whole.count + 1) }
            if language.letters[list[whole.count]] == "o", whole.count + 1 < list.count,
                let unit = language.small[list[whole.count + 1]], 1...9 ~= unit
            {
                return (whole.value * 100 + unit, whole.count + 2)
            }
            if let rest = language.numbers.wholeNumber(list, at: whole.count), 10...99 ~= rest.value {
                return (whole.value * 100 + rest.value, whole.count + rest.count)
            }
        }
        return (whole.value, whole.count)
    }

    /// The words with their numbers in digits, and the words with their numbers in words; `nil` where that changes
    /// nothing.
    func variants(_ words: [String]) -> [[String]] {
        var digits: [String] = [], spelled: [String] = [], index = 0
        while index < words.count {
            guard let (value, count) = number(words[index...]) else {
                digits.append(words[index])
                spelled.append(words[index])
                index += 1
                continue
            }
            digits.append(String(value))
            spelled +=
                count == 1 && Int(words[index]) != nil ? self.spelled(value) : Array(words[index..<index + count])
            index += count
        }
        return [digits, spelled].filter { $0 != words }
    }

    /// A number below a million in words; years as they are said. Larger numbers remain digits.
    func spelled(_ value: Int) -> [String] {
        guard value >= 0, value < 1_000_000 else { return [String(value)] }
        if value < 100 { return language.numbers.spelled(value) ?? [String(value)] }
        if 1_100..<2_000 ~= value, value % 100 >= 10 { return spelled(value / 100) + spelled(value % 100) }
        let (unit, name) = value < 1_000 ? (100, language.hundred) : (1_000, scale(1_000))
        let rest = value % unit
        return spelled(value / unit) + [name] + (rest > 0 ? spelled(rest) : [])
    }

    private func scale(_ value: Int) -> String { language.scales.first { $0.value == value }?.key ?? "" }
}
