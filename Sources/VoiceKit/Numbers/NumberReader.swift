internal import Foundation
internal import OrderParsing

/// Reads one run of number words as one number.
///
/// The kinds are tried from the most specific to the most general; each must take the whole run.
struct NumberReader {
    /// Most digits of a number that is read digit by digit.
    private static let mostDigits = 40
    private static let minorPerMajor: Decimal = 100

    let words: SpokenNumberWords
    let run: [String]

    /// The number; `nil` when the run has no meaning as one.
    var number: SpokenNumber? {
        if let value = words.phrases[run] { return .number(Decimal(value)) }
        return date ?? money ?? percent ?? ordinal ?? signedAmount.map(SpokenNumber.number)
            ?? pair.map { .number(Decimal($0)) } ?? digits(from: 0).flatMap { $0.count > 1 ? .digits($0) : nil }
    }

    private func word(_ index: Int) -> String? { run.indices.contains(index) ? run[index] : nil }

    private func index(after words: Set<String>, at index: Int) -> Int {
        word(index).map(words.contains) ?? false ? index + 1 : index
    }

    // MARK: Amounts

    /// A number with its sign that takes the whole run.
    private var signedAmount: Decimal? {
        let start = index(after: words.minus, at: 0)
        guard let (value, end) = amount(at: start), end == run.count else { return nil }
        return start > 0 ? -value : value
    }

    /// A decimal, mixed or whole number, or a fraction.
    private func amount(at start: Int) -> (value: Decimal, end: Int)? {
        if let fraction = fraction(at: start) { return fraction }
        if let numeral = word(start).flatMap(Self.decimalNumeral) { return scaled((numeral, start + 1)) }
        let whole = whole(at: start)
        let end = whole?.end ?? start
        if let next = word(end), words.point.contains(next), whole != nil || start == end,
            let decimals = decimals(at: end + 1)
        {
            return scaled((Decimal(whole?.value ?? 0) + decimals.value, decimals.end))
        }
        guard let whole else { return nil }
        // "two and a half"
        if word(end) == words.and, let fraction = fraction(at: end + 1) {
            return (Decimal(whole.value) + fraction.value, fraction.end)
        }
        return (Decimal(whole.value), end)
    }

    /// A whole number in words or in numerals.
    private func whole(at start: Int) -> (value: Int, end: Int)? {
        guard let first = word(start) else { return nil }
        if first.allSatisfy({ $0.isASCII && $0.isNumber }), let value = Int(first) {
            guard let scale = word(start + 1).flatMap({ words.scales[$0] }) else { return (value, start + 1) }
            let product = value.multipliedReportingOverflow(by: scale)
            return product.overflow ? nil : (product.partialValue, start + 2)
        }
        if words.zero.contains(first), !words.silentZero.contains(first) { return (0, start + 1) }
        if let hundreds = hundreds(at: start) { return hundreds }
        return words.whole.wholeNumber(run, at: start).map { ($0.value, start + $0.count) }
    }

    /// "twelve hundred and fifty": eleven to ninety-nine hundreds.
    private func hundreds(at start: Int) -> (value: Int, end: Int)? {
        guard let (count, end) = belowHundred(at: start), count > 9, count % 10 != 0, word(end) == words.hundred else {
            return nil
        }
        let next = word(end + 1) == words.and ? end + 2 : end + 1
        guard let rest = belowHundred(at: next) else { return (count * 100, end + 1) }
        return (count * 100 + rest.value, rest.end)
    }

    private func belowHundred(at start: Int) -> (value: Int, end: Int)? {
        guard let first = word(start).flatMap({ words.small[$0] }) else { return nil }
        guard first >= 20, let unit = word(start + 1).flatMap({ words.small[$0] }), 1...9 ~= unit else {
            return (first, start + 1)
        }
        return (first + unit, start + 2)
    }

    /// The digits after a decimal point.
    private func decimals(at start: Int) -> (value: Decimal, end: Int)? {
        var text = "", end = start
        while let next = digitGroup(at: end), text.count + next.text.count <= Self.mostDigits {
            text += next.text
            end = next.end
        }
        guard end > start, let value = Decimal(string: "0." + text) else { return nil }
        return (value, end)
    }

    /// "one point five million"
    private func scaled(_ amount: (value: Decimal, end: Int)) -> (value: Decimal, end: Int) {
        guard let scale = word(amount.end).flatMap({ words.scales[$0] }) else { return amount }
        return (amount.value * Decimal(scale), amount.end + 1)
    }

    /// "half", "a quarter", "three quarters".
    private func fraction(at start: Int) -> (value: Decimal, end: Int)? {
        func part(_ index: Int) -> Int? { word(index).flatMap { words.fractions[$0] } }
        if let first = word(start), words.one.contains(first), let parts = part(start + 1) {
            return (1 / Decimal(parts), start + 2)
        }
        if let parts = part(start), words.ordinals[run[start]] == nil { return (1 / Decimal(parts), start + 1) }
        guard let (count, end) = belowHundred(at: start), count > 0, let parts = part(end), count == 1 || parts > 1,
            words.ordinals[run[end]] == nil || count == 1
        else { return nil }
        return (Decimal(count) / Decimal(parts), end + 1)
    }

    private var percent: SpokenNumber? {
        guard let sign = words.percent.first(where: { run.count > $0.count && run.suffix($0.count) == $0[...] }) else {
            return nil
        }
        return NumberReader(words: words, run: Array(run.dropLast(sign.count))).signedAmount.map(SpokenNumber.percent)
    }

    /// A numeral with a decimal point or a sign: "42.5", "-3".
    private static func decimalNumeral(_ word: String) -> Decimal? {
        guard word.contains(where: { ".-".contains($0) }), word.contains(where: \.isNumber),
            word.allSatisfy({ $0.isASCII && ($0.isNumber || ".-".contains($0)) })
        else { return nil }
        return Decimal(string: word)
    }

    // MARK: Digits

    /// "nineteen eighty four", "twenty oh five", "three fifty": two groups that make one number.
    private var pair: Int? {
        guard let first = belowHundred(at: 0), first.value > 0 else { return nil }
        if let zero = word(first.end), words.zero.contains(zero), first.value > 9,
            let unit = word(first.end + 1).flatMap({ words.small[$0] }), 1...9 ~= unit, first.end + 2 == run.count
        {
            return first.value * 100 + unit
        }
        guard let second = belowHundred(at: first.end), second.value > 9, second.end == run.count else { return nil }
        return first.value * 100 + second.value
    }

    /// Digits and groups of two digits up to the end of the run.
    private func digits(from start: Int) -> String? {
        var text = "", end = start
        while end < run.count {
            guard let next = digitGroup(at: end), text.count + next.text.count <= Self.mostDigits else { return nil }
            text += next.text
            end = next.end
        }
        return text
    }

    /// One digit, "double three", "twenty five", "eight hundred" or a numeral.
    private func digitGroup(at start: Int) -> (text: String, end: Int)? {
        guard let first = word(start) else { return nil }
        if let count = words.repeats[first], let digit = digit(at: start + 1) {
            return (String(repeating: String(digit), count: count), start + 2)
        }
        if let digit = digit(at: start) {
            return word(start + 1) == words.hundred ? ("\(digit)00", start + 2) : (String(digit), start + 1)
        }
        if first.allSatisfy({ $0.isASCII && $0.isNumber }) { return (first, start + 1) }
        return belowHundred(at: start).map { ("\($0.value)", $0.end) }
    }

    private func digit(at index: Int) -> Int? {
        guard let word = word(index) else { return nil }
        if words.zero.contains(word) { return 0 }
        return words.small[word].flatMap { 0...9 ~= $0 ? $0 : nil }
    }

    // MARK: Ordinals and dates

    private var ordinal: SpokenNumber? {
        guard let (place, end) = ordinal(at: 0), end == run.count else { return nil }
        return .ordinal(place)
    }

    /// "third", "twenty first", "one hundred and first", "two hundredth", "21st".
    private func ordinal(at start: Int) -> (place: Int, end: Int)? {
        guard let first = word(start) else { return nil }
        if let place = words.ordinals[first] ?? words.powers[first] ?? Self.numeralPlace(first) {
            return (place, start + 1)
        }
        guard let (count, end) = whole(at: start), count > 0 else { return nil }
        let next = word(end) == words.and ? end + 1 : end
        guard let last = word(next) else { return nil }
        if let power = words.powers[last], next == end, count < power {
            let product = count.multipliedReportingOverflow(by: power)
            return product.overflow ? nil : (product.partialValue, next + 1)
        }
        guard let place = words.ordinals[last] else { return nil }
        let fits = count % 100 == 0 || (next == end && count % 100 >= 20 && count % 10 == 0 && place < 10)
        return fits ? (count + place, next + 1) : nil
    }

    private static func numeralPlace(_ word: String) -> Int? {
        guard ["st", "nd", "rd", "th"].contains(where: word.hasSuffix) else { return nil }
        return Int(word.dropLast(2)).flatMap { $0 > 0 ? $0 : nil }
    }

    private var date: SpokenNumber? {
        let start = index(after: words.glue, at: 0)
        var month: Int, day: Int, end: Int
        if let number = word(start).flatMap({ words.months[$0] }) {
            guard let found = self.day(at: index(after: words.glue, at: start + 1)) else { return nil }
            (month, day, end) = (number, found.day, found.end)
        } else {
            guard let found = self.day(at: start) else { return nil }
            let next = index(after: words.glue, at: found.end)
            guard let number = word(next).flatMap({ words.months[$0] }) else { return nil }
            (month, day, end) = (number, found.day, next + 1)
        }
        guard words.daysInMonth.indices.contains(month - 1), 1...words.daysInMonth[month - 1] ~= day else { return nil }
        guard end < run.count else { return .date(year: nil, month: month, day: day) }
        let rest = NumberReader(words: words, run: Array(run[end...]))
        guard let year = rest.year, 1_000...2_999 ~= year else { return nil }
        return .date(year: year, month: month, day: day)
    }

    private func day(at start: Int) -> (day: Int, end: Int)? {
        if let (place, end) = ordinal(at: start) { return (place, end) }
        if let (value, end) = belowHundred(at: start) { return (value, end) }
        return word(start).flatMap { Int($0) }.map { ($0, start + 1) }
    }

    private var year: Int? {
        if let pair { return pair }
        return whole(at: 0).flatMap { $0.end == run.count ? $0.value : nil }
    }

    // MARK: Money

    /// "four dollars", "four dollars and fifty cents", "four dollars fifty", "fifty cents", "a buck fifty".
    private var money: SpokenNumber? {
        let start = index(after: words.minus, at: 0)
        var total: Decimal = 0, end = start
        if let (value, next) = amount(at: start) { (total, end) = (value, next) }
        let isAlone = end == start
        guard let name = word(end) else { return nil }
        if !isAlone, let currency = words.minor[name], end + 1 == run.count {
            return signed(total / Self.minorPerMajor, currency, start)
        }
        guard let currency = words.major[name] else { return nil }
        if isAlone { total = 1 }
        end += 1
        guard end < run.count else { return signed(total, currency, start) }
        let next = word(end) == words.and ? end + 1 : end
        guard let (minor, after) = belowHundred(at: next) ?? numeralBelowHundred(at: next), minor > 0 else {
            return nil
        }
        let hasName = word(after).flatMap { words.minor[$0] } == currency
        guard after + (hasName ? 1 : 0) == run.count else { return nil }
        return signed(total + Decimal(minor) / Self.minorPerMajor, currency, start)
    }

    private func numeralBelowHundred(at index: Int) -> (value: Int, end: Int)? {
        word(index).flatMap { Int($0) }.flatMap { 1...99 ~= $0 ? ($0, index + 1) : nil }
    }

    private func signed(_ amount: Decimal, _ currency: Int, _ start: Int) -> SpokenNumber {
        .money(start > 0 ? -amount : amount, currency: words.currencies[currency].code)
    }
}
