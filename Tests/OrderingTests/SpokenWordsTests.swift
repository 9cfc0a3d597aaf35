internal import Foundation
internal import TestSupport
internal import Testing

@testable internal import Ordering

struct SpokenWordsTests {
    @Test(
        "Text becomes the words people say",
        arguments: [
            ("Two LARGE lattes, please!", ["two", "large", "lattes", "please"]),
            ("I'd like that's", ["i'd", "like", "that's"]),
            ("I\u{2019}ll don\u{2018}t", ["i'll", "don't"]),
            ("'quoted' dogs' o'clock", ["quoted", "dogs", "o'clock"]), ("half-and-half", ["half", "and", "half"]),
            ("twenty\u{2011}two", ["twenty", "two"]),
            ("Café CRÈME brûlée", ["cafe", "creme", "brulee"]), ("Cafe\u{301}", ["cafe"]),
            ("2% milk", ["2", "percent", "milk"]),
            ("mac & cheese", ["mac", "and", "cheese"]),
            ("2.5 lattes", ["2.5", "lattes"]), ("lattes 2.", ["lattes", "2"]), (".5 lattes", [".5", "lattes"]),
            ("lattes.2 muffins", ["lattes", "2", "muffins"]),
            ("-1 latte", ["-1", "latte"]), ("\u{2212}1 latte", ["-1", "latte"]), ("a-1", ["a", "1"]),
            ("1,000", ["1", "000"]),
            ("½ latte", ["½", "latte"]), ("٣ latte", ["٣", "latte"]), ("a\tb\nc\r\nd", ["a", "b", "c", "d"]),
            ("a\u{0}b", ["a", "b"]),
            ("é\u{0}b\u{85}c\rd", ["e", "b", "c", "d"]), ("a\u{A0}b\u{2003}c\u{2028}d", ["a", "b", "c", "d"]),
            ("la\u{200B}t\u{AD}te\u{FEFF}", ["latte"]), ("\u{202E}ettal\u{202C} mocha", ["ettal", "mocha"]),
            ("☕️ latte 👩‍🍳🏽", ["latte"]), ("…?!—", []), ("", []),
            ("   ", []), ("'''", []),
            ("Straße", ["straße"]), ("İced", ["iced"]), ("ＬＡＴＴＥ", ["ｌａｔｔｅ"]), ("ラテ", ["ラテ"]), ("한국", ["한국"]),
        ])
    func words(_ text: String, _ words: [String]) {
        #expect(SpokenWords(text).words == words)
    }

    @Test(
        "A word looks the same however its accents were written, and is in composed form",
        arguments: ["Crème", "Ångström", "Piña", "Phở", "한국 커피", "Żubrówka"])
    func composed(_ text: String) {
        let composed = SpokenWords(text), decomposed = SpokenWords(text.decomposedStringWithCanonicalMapping)
        #expect(composed == decomposed)
        #expect(composed.words.map { Array($0.unicodeScalars) } == decomposed.words.map { Array($0.unicodeScalars) })
    }
}

/// Faults D4 and D5: what may come from a recogniser, or from someone who is not one.
struct TranscriptTests {
    @Test(
        "D4: 400 characters and 60 words are read, one more is not",
        arguments: [
            (String(repeating: "a", count: 400), true), (String(repeating: "a", count: 401), false),
            (Array(repeating: "tea", count: 60).joined(separator: " "), true),
            (Array(repeating: "tea", count: 61).joined(separator: " "), false),
            (String(repeating: "é", count: 400), true), (String(repeating: "é", count: 401), false),
            (String(repeating: "🍜", count: 400), true), (String(repeating: " ", count: 401), false),
            (String(repeating: "% ", count: 61), false),
            ("a" + String(repeating: "\u{301}", count: 2_000), false),
        ])
    func limits(_ text: String, _ isRead: Bool) {
        #expect((SpokenWords(transcript: text) != nil) == isRead)
    }

    @Test(
        "D4: Nothing and blanks are read as no words", arguments: ["", " ", "\n\t\r", "\u{200B}\u{202E}\u{0}", "!?…"])
    func blank(_ text: String) throws {
        #expect(try #require(SpokenWords(transcript: text)).words.isEmpty)
    }

    @Test(
        "D4: A transcript of 1 MiB is answered within 50 ms",
        arguments: ["a", "latte ", "é", "a\u{301}", "\u{200D}", "👩‍🍳"])
    func huge(_ piece: String) {
        let text = String(repeating: piece, count: (1 << 20) / piece.utf8.count + 1)
        var words: SpokenWords?
        let taken = ProcessorTime.least { words = SpokenWords(transcript: text) }
        #expect(words == nil)
        #expect(taken <= .milliseconds(50), "\(taken)")
    }

    @Test(
        "D5: 10,000 random byte strings give words without control, bidirectional or zero-width characters",
        arguments: [0, 1])
    func randomBytes(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var words = 0, bad: [String] = []
        for _ in 0..<5_000 {
            let text = RandomText.transcript(&random)
            guard let spoken = SpokenWords(transcript: text) else { continue }
            words += spoken.words.count
            bad += spoken.words.filter { word in
                word.isEmpty || word.unicodeScalars.contains(where: RandomText.isForbidden)
            }
        }
        #expect(bad.isEmpty, "\(bad.prefix(5).map(\.debugDescription))")
        #expect(words > 10_000)
    }
}

/// Text as it never should come.
private enum RandomText {
    /// Scalars that do harm in a display, a log or a comparison.
    private static let nasty: [Unicode.Scalar] = [
        "\u{0}", "\u{1B}", "\u{7F}", "\u{85}", "\u{A0}", "\u{AD}", "\u{61C}", "\u{200B}", "\u{200C}", "\u{200D}",
        "\u{200E}", "\u{200F}", "\u{2028}", "\u{202A}",
        "\u{202E}", "\u{2066}", "\u{2069}", "\u{FEFF}", "\u{FE0F}", "\u{FFFD}", "\u{E000}", "\u{E0041}", "\u{10FFFF}",
        "\u{301}", "\u{20E3}", "\u{1160}", "\u{1F468}",
        "\u{1F3FD}", "\u{600}", "\u{180E}", "'", "-", ".", "%", "1", "½", "٣",
    ]

    /// Raw bytes, decoded with repair as from a C string, or letters among scalars that do harm.
    static func transcript(_ random: inout SeededGenerator) -> String {
        let length = Int.random(in: 0...120, using: &random)
        if Bool.random(using: &random) {
            return String(decoding: (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }, as: UTF8.self)
        }
        var scalars = String.UnicodeScalarView()
        for _ in 0..<length {
            let letter = Unicode.Scalar(UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: "z"), using: &random))
            scalars.append(
                Bool.random(using: &random) ? letter : nasty[Int.random(in: 0..<nasty.count, using: &random)])
        }
        return String(scalars)
    }

    static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .privateUse, .surrogate, .unassigned, .spaceSeparator, .lineSeparator,
            .paragraphSeparator:
            true
        default: scalar.properties.isBidiControl || scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
