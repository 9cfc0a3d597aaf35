internal import Foundation
internal import TestSupport
internal import VoiceKit

/// Numbers as people say them, made by rules that have nothing in common with the parser's.
struct NumberSentences {
    struct Sentence: Sendable {
        let text: String
        let number: SpokenNumber
    }

    private static let small = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
        "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    ]
    private static let tens = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
    private static let places = [
        "", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
        "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth",
    ]
    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    private var random: SeededGenerator

    private init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// Three hundred of them, the same ones in every run.
    static func all() -> [Sentence] {
        var maker = NumberSentences(seed: 46)
        let kinds: [(Int, (inout NumberSentences) -> Sentence)] = [
            (90, { $0.whole() }), (45, { $0.decimal() }), (50, { $0.digits() }), (30, { $0.place() }),
            (40, { $0.date() }), (25, { $0.money() }), (10, { $0.share() }), (10, { $0.fraction() }),
        ]
        return kinds.flatMap { count, make in (0..<count).map { _ in make(&maker) } }
    }

    private mutating func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    private func below100(_ value: Int) -> String {
        value < 20 ? Self.small[value] : Self.tens[value / 10] + (value % 10 == 0 ? "" : " " + Self.small[value % 10])
    }

    private mutating func below1000(_ value: Int) -> String {
        guard value >= 100 else { return below100(value) }
        let hundreds = value / 100 == 1 && pick(0...1) == 0 ? "a hundred" : Self.small[value / 100] + " hundred"
        guard value % 100 > 0 else { return hundreds }
        return hundreds + (pick(0...1) == 0 ? " and " : " ") + below100(value % 100)
    }

    private mutating func spell(_ value: Int) -> String {
        guard value >= 1_000 else { return below1000(value) }
        let start = below1000(value / 1_000) + " thousand", rest = value % 1_000
        if rest == 0 { return start }
        return start + (rest < 100 && pick(0...1) == 0 ? " and " : " ") + below1000(rest)
    }

    private mutating func whole() -> Sentence {
        let ranges = [0...20, 21...99, 100...999, 1_000...9_999, 10_000...999_999]
        switch pick(0...9) {
        case 0:
            let value = pick(1...99)
            return Sentence(text: "minus " + below100(value), number: .number(Decimal(-value)))
        case 1:
            let (century, year) = (pick(10...20), pick(10...99))
            return Sentence(
                text: below100(century) + " " + below100(year), number: .number(Decimal(century * 100 + year)))
        case 2:
            let millions = pick(2...9)
            return Sentence(text: "\(Self.small[millions]) million", number: .number(Decimal(millions * 1_000_000)))
        case 3:
            let hundreds = pick(11...19)
            return Sentence(text: Self.small[hundreds] + " hundred", number: .number(Decimal(hundreds * 100)))
        default:
            let value = pick(ranges[pick(0...4)])
            return Sentence(text: spell(value), number: .number(Decimal(value)))
        }
    }

    private mutating func decimal() -> Sentence {
        let whole = pick(0...120), digits = (0..<pick(1...3)).map { _ in pick(0...9) }
        let negative = pick(0...5) == 0
        let zero = pick(0...1) == 0 ? "oh" : "zero"
        let said = digits.map { $0 == 0 ? zero : Self.small[$0] }.joined(separator: " ")
        let value = Decimal(string: (negative ? "-" : "") + "\(whole)." + digits.map(String.init).joined()) ?? 0
        return Sentence(
            text: (negative ? "negative " : "") + spell(whole) + " point " + said, number: .number(value))
    }

    private mutating func digits() -> Sentence {
        var text: [String] = [], digits = ""
        let zero = ["oh", "zero"][pick(0...1)]
        for _ in 0..<pick(3...6) {
            let digit = pick(0...9), name = digit == 0 ? zero : Self.small[digit]
            switch pick(0...9) {
            case 0:
                text.append("double " + name)
                digits += "\(digit)\(digit)"
            case 1:
                text.append("triple " + name)
                digits += "\(digit)\(digit)\(digit)"
            default:
                text.append(name)
                digits += "\(digit)"
            }
        }
        return Sentence(text: text.joined(separator: " "), number: .digits(digits))
    }

    private func place(_ value: Int) -> String {
        switch value {
        case 1...19: Self.places[value]
        case _ where value % 10 == 0: Self.tens[value / 10].dropLast() + "ieth"
        default: Self.tens[value / 10] + " " + Self.places[value % 10]
        }
    }

    private mutating func place() -> Sentence {
        let value = pick(0...4) == 0 ? pick(101...199) : pick(1...99)
        let text = value < 100 ? place(value) : "one hundred and " + place(value - 100)
        return Sentence(text: (pick(0...1) == 0 ? "the " : "") + text, number: .ordinal(value))
    }

    private mutating func date() -> Sentence {
        let month = pick(1...12), day = pick(1...28)
        let hasYear = pick(0...1) == 0, year = pick(0...1) == 0 ? pick(1950...1999) : pick(2000...2030)
        let said =
            switch pick(0...2) {
            case 0: Self.months[month - 1] + " " + place(day)
            case 1: Self.months[month - 1] + " the " + place(day)
            default: "the " + place(day) + " of " + Self.months[month - 1]
            }
        let saidYear =
            switch year {
            case 2000: "two thousand"
            case 2001...2009: "two thousand and " + Self.small[year - 2000]
            default: below100(year / 100) + " " + (year % 100 < 10 ? "oh " : "") + below100(year % 100)
            }
        return Sentence(
            text: said + (hasYear ? " " + saidYear : ""),
            number: .date(year: hasYear ? year : nil, month: month, day: day))
    }

    private mutating func money() -> Sentence {
        let (names, code) = [(("dollars", "cents"), "USD"), (("euros", "cents"), "EUR"), (("pounds", "pence"), "GBP")][
            pick(0...2)]
        let major = pick(2...99), minor = pick(1...99), sum = Decimal(major) + Decimal(minor) / 100
        switch pick(0...3) {
        case 0: return Sentence(text: "\(below100(major)) \(names.0)", number: .money(Decimal(major), currency: code))
        case 1:
            return Sentence(
                text: "\(below100(major)) \(names.0) \(below100(minor))", number: .money(sum, currency: code))
        case 2 where code != "EUR":
            return Sentence(
                text: "\(below100(minor)) \(names.1)", number: .money(Decimal(minor) / 100, currency: code))
        default:
            return Sentence(
                text: "\(below100(major)) \(names.0) and \(below100(minor)) " + (code == "EUR" ? "" : names.1),
                number: .money(sum, currency: code))
        }
    }

    private mutating func share() -> Sentence {
        let value = pick(1...100)
        return Sentence(text: spell(value) + [" percent", " per cent"][pick(0...1)], number: .percent(Decimal(value)))
    }

    private mutating func fraction() -> Sentence {
        let whole = pick(1...20)
        let (name, part) = [("a half", Decimal(0.5)), ("a quarter", Decimal(0.25)), ("three quarters", Decimal(0.75))][
            pick(0...2)]
        return Sentence(text: below100(whole) + " and " + name, number: .number(Decimal(whole) + part))
    }
}
