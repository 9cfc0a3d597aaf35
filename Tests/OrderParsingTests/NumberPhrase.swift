internal import Testing

/// Words, and what they are as a number.
struct NumberPhrase: Sendable, CustomTestStringConvertible {
    enum Sense: Equatable, Sendable {
        case value(Int)
        /// A number that is no whole one: the guest must be asked.
        case unclear
        /// Not a number at all.
        case none
    }

    let words: String
    let meaning: Sense

    init(_ words: String, _ meaning: Sense) {
        self.words = words
        self.meaning = meaning
    }

    init(_ words: String, _ value: Int) { self.init(words, .value(value)) }

    var testDescription: String { words }

    static let all = spelled + digits + idioms + unclear + notNumbers

    /// Whole numbers as people say them, made by a speller that shares nothing with the reader.
    static let spelled: [NumberPhrase] =
        (0...130).map { NumberPhrase(spell($0), $0) }
        + [
            199, 200, 201, 219, 342, 500, 680, 999, 1_000, 1_001, 1_015, 1_100, 1_234, 2_000, 9_999, 10_000, 18_000,
            54_321, 100_000, 250_000, 999_999, 1_000_000,
            2_000_001, 18_000_000, 1_000_000_000, 3_005_007_009,
        ]
        .map { NumberPhrase(spell($0), $0) }
        + [105, 250, 999, 1_005, 1_250, 100_001].map { NumberPhrase(spell($0, and: true), $0) }

    static let digits: [NumberPhrase] = [
        .init("0", 0), .init("1", 1), .init("7", 7), .init("20", 20), .init("21", 21), .init("100", 100),
        .init("007", 7), .init("1000000", 1_000_000),
        .init("1000000000000", 1_000_000_000_000),
        .init("1000000000001", .unclear), .init("99999999999999999999", .unclear),
        .init("9223372036854775808", .unclear), .init("-1", .unclear),
        .init("\u{2212}1", .unclear), .init("-0", .unclear),
        .init("1e9", .unclear), .init("2.5", .unclear), .init("0.5", .unclear), .init("1.0", .unclear),
        .init("1,000", .unclear), .init("1/2", .unclear),
        .init("2x", .unclear), .init("0x10", .unclear), .init("3rd", .unclear),
        .init("½", .unclear), .init("2½", .unclear), .init("¼", .unclear), .init("²", .unclear), .init("٣", .unclear),
        .init("۳", .unclear), .init("२", .unclear),
        .init("２", .unclear), .init("三", .unclear), .init("Ⅳ", .unclear),
        .init("+5", 5), .init("0020", 20), .init("20.", 20), .init("5-6", .unclear), .init("2/3", .unclear),
        .init("1 000", .unclear), .init("1_000", .unclear),
        .init("1e1", .unclear), .init("0b11", .unclear), .init(".5", .unclear), .init("20.0", .unclear),
        .init("1.000.000", .unclear), .init("5x", .unclear),
        .init("x5", .unclear), .init("１２", .unclear), .init("১২", .unclear), .init("๓", .unclear), .init("፪", .unclear),
        .init("𝟚", .unclear), .init("⅐", .unclear),
        .init("①", .unclear), .init("2 3", .unclear), .init("2 two", .unclear), .init("two 2", .unclear),
        .init("1st", .unclear), .init("5g", .unclear),
    ]

    static let idioms: [NumberPhrase] = [
        .init("a couple", 2), .init("a couple of", 2), .init("couple of", 2), .init("a pair of", 2),
        .init("pair of", 2), .init("a single", 1),
        .init("a dozen", 12), .init("dozen", 12), .init("one dozen", 12),
        .init("half a dozen", 6), .init("half dozen", 6), .init("a half dozen", 6), .init("two dozen", 24),
        .init("three dozen", 36), .init("hundred", 100),
        .init("a hundred", 100),
        .init("a hundred and five", 105), .init("a hundred five", 105), .init("hundred and one", 101),
        .init("a thousand", 1_000), .init("thousand", 1_000),
        .init("million", 1_000_000), .init("a million", 1_000_000),
        .init("a thousand and one", 1_001), .init("a thousand one hundred", 1_100),
        .init("two hundred thousand", 200_000),
        .init("two hundred and fifty thousand", 250_000), .init("a hundred thousand", 100_000),
        .init("a million and one", 1_000_001), .init("twenty-two", 22), .init("Twenty Two", 22), .init("fourty", 40),
        .init("a billion", 1_000_000_000),
        .init("nine hundred ninety nine thousand", 999_000), .init("a baker's dozen", 13), .init("nil", 0),
        .init("nought", 0),
    ]

    static let unclear: [NumberPhrase] = [
        "half", "quarter", "minus one", "minus two", "negative five", "minus", "minus a hundred", "two point five",
        "zero point five", "point five", "one and a half",
        "two and a half", "two and half",
        "a dozen and a half", "ten and a quarter", "a hundred and", "one hundred and", "two hundred and",
        "two thousand and", "a million and", "several", "few", "many",
        "countless", "infinite", "unlimited", "thousands", "hundreds", "dozens",
        "millions", "a thousand million", "two thousand thousand", "one million billion", "two two", "one two three",
        "five six", "twenty twenty", "ten eleven",
        "twenty eleven", "nineteen eighty four", "twenty five hundred", "eighteen hundred",
        "ten hundred", "hundred hundred", "a hundred hundred", "four dozen", "a dozen dozen", "a couple dozen",
        "twenty first", "thirty third", "one hundredth",
        "two third", "a hundred and first",
        "two trillion", "trillion", "zillion", "gazillion", "zero zero seven", "half half", "two minus one",
        "six point", "one half", "three quarters",
        "one thousand two thousand", "five million five million",
        "zero hundred", "nine thousand billion", "twelve hundred", "two dozens", "minus a dozen", "negative zero",
        "one third", "half of two", "ten minus eight", "ninety ten", "one hundred one hundred", "a hundred a hundred",
        "twenty thousand million", "seven eleven", "twenty-one point zero", "umpteen", "quadrillion", "two googolplex",
        "eleventy",
        "three pairs of", "a hundred and a half", "two thirds", "zero point zero one", "minus minus two",
    ].map { NumberPhrase($0, .unclear) }

    /// Numbers that only the whole utterance shows to be none: the first of their words may be one.
    static let unclearInUtterance: [NumberPhrase] = [
        "two or three", "five to ten", "a dozen and one", "three and three quarters", "two plus two", "a bajillion",
        "a googol", "a quadrillion", "between two and four",
    ].map { NumberPhrase($0, .unclear) }

    static let notNumbers: [NumberPhrase] = [
        "", "a", "an", "the", "and", "and two", "latte", "first", "second", "third", "tenth", "twentieth", "hundredth",
        "seconds", "once", "twice", "lattes two",
        "a latte", "a large", "an oat", "tenner", "onesie", "for", "to", "too", "won", "ate",
        "someone", "everyone", "anyone", "a and", "of", "none",
    ].map { NumberPhrase($0, .none) }

    private static let small = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
        "thirteen", "fourteen", "fifteen", "sixteen",
        "seventeen", "eighteen", "nineteen",
    ]
    private static let tens = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]

    /// "two thousand one hundred (and) five".
    private static func spell(_ value: Int, and: Bool = false) -> String {
        for (scale, word) in [
            (1_000_000_000, "billion"), (1_000_000, "million"), (1_000, "thousand"), (100, "hundred"),
        ] where value >= scale {
            let rest = value % scale
            let joint = and && rest > 0 && (scale == 100 || rest < 100) ? " and" : ""
            return spell(value / scale) + " " + word + (rest == 0 ? "" : joint + " " + spell(rest, and: and))
        }
        return value < 20
            ? small[value] : value % 10 == 0 ? tens[value / 10] : tens[value / 10] + " " + small[value % 10]
    }
}
