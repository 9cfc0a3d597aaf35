internal import Ordering
internal import TestSupport
internal import Testing

@testable internal import Transcription

struct TranscriptNormalizerTests {
    @Test(
        "Transcripts come into the form of the menu",
        arguments: [
            ("Um, can I get a… LARGE latte?", "can i get a large latte"),
            ("i'd like you know a mocha", "i'd like a mocha"), ("a 16 oz latte", "a sixteen ounce latte"),
            ("a sixteen oz latte", "a sixteen ounce latte"), ("a 16oz latte", "a sixteen ounce latte"),
            ("a 16 fl. oz. latte", "a sixteen ounce latte"),
            ("a twenty four ounces latte", "a twenty four ounce latte"),
            ("2 lattes and 12 bagels", "two lattes and twelve bagels"), ("the 1st one", "the first one"),
            ("the 2nd and the 22nd", "the second and the twenty second"), ("two lattes", "two lattes"),
            ("100 lattes", "100 lattes"), ("2.5 lattes", "2.5 lattes"),
            ("007 lattes", "007 lattes"), ("-1 latte", "-1 latte"),
            ("a latte with 2% milk", "a latte with 2 percent milk"),
            ("a latte with two percent milk", "a latte with two percent milk"),
            ("a late with oh milk", "a latte with oat milk"), ("ex um presso", "espresso"),
            ("a blue um berry muffin", "a blueberry muffin"), ("uh huh", "uh huh"), ("uh-uh no", "uh uh no"),
            ("oh no wait", "oh no wait"),
            ("you um know a latte", "a latte"),
            ("a ca\u{301}fe\u{0301} \u{202E}latte\u{200B}", "a cafe latte"), ("", ""), ("um", ""), ("☕️", ""),
            ("٣ lattes", "٣ lattes"),
        ])
    func normal(_ text: String, _ normal: String) throws {
        #expect(try Cafe.open().normalizer.normalize(text) == normal)
    }

    @Test(
        "No word of the menu is lost, whatever it means elsewhere",
        arguments: [
            ("Well Done", "um i want it well done"), ("Oh Henry", "an oh henry"), ("Kind of Blue", "a kind of blue"),
            ("Um Ali", "an um ali"),
            ("You know what", "you know what"),
        ])
    func menuWordsStay(_ name: String, _ text: String) throws {
        let words = SpokenWords(name).words
        let normal = try TranscriptNormalizer(menu: Cafe.menu([name])).normalize(SpokenWords(text).words)
        #expect(
            normal.count >= words.count
                && (0...normal.count - words.count).contains { Array(normal[$0..<$0 + words.count]) == words },
            "\(normal)")
    }

    @Test(
        "Sizes and digits are written as the menu writes them",
        arguments: [
            ("16 Ounce", "a 16oz tea", "a sixteen ounce tea"), ("16 oz", "a sixteen ounces tea", "a sixteen oz tea"),
            ("Sixteen Ounces", "a 16 oz tea", "a sixteen ounces tea"),
            ("Small", "a 16 oz tea", "a sixteen ounce tea"), ("7 up", "a 7 up and 7 teas", "a 7 up and seven teas"),
            ("Size 2", "a size 2 tea", "a size 2 tea"),
        ])
    func asTheMenu(_ size: String, _ text: String, _ normal: String) throws {
        #expect(try TranscriptNormalizer(menu: Cafe.menu(["Tea"], sizes: [size])).normalize(text) == normal)
    }

    @Test(
        "Texts longer than a transcript may be are refused",
        arguments: [
            String(repeating: "tea ", count: 61), String(repeating: "a", count: 401),
            String(repeating: "é ", count: 1 << 19),
        ])
    func tooLong(_ text: String) throws {
        #expect(try Cafe.open().normalizer.normalize(text) == nil)
    }

    @Test("Normalising twice is normalising once", arguments: 0..<4)
    func idempotent(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let normalizer = try Cafe.open().normalizer
        let vocabulary = [
            "um", "uh", "huh", "you", "know", "oh", "milk", "ice", "late", "latte", "ex", "presso", "16", "oz",
            "ounces", "sixteen", "six", "teen", "twenty", "1st", "2",
            "percent", "16oz",
            "blue", "berry", "a", "mock", "kind", "of", "sort", "let", "me", "see", "think", "fl", "fluid", "no",
            "four", "0", "99",
        ]
        for _ in 0..<2_000 {
            let words = (0..<Int.random(in: 0...14, using: &random)).map { _ in
                vocabulary[Int.random(in: 0..<vocabulary.count, using: &random)]
            }
            let once = normalizer.normalize(words)
            #expect(normalizer.normalize(once) == once, "\(words)")
        }
    }

    @Test("Speech corrections alone change nothing else")
    func correctionsAlone() throws {
        #expect(
            try Cafe.open().normalizer.applySpeechCorrections(["um", "2", "ice", "lattes"]) == [
                "um", "2", "iced", "lattes",
            ])
    }

    @Test("Language data is whole")
    func data() throws {
        let language = try TranscriptLanguage.english.get()
        #expect(language.fillers.allSatisfy { SpokenWords($0).words.joined(separator: " ") == $0 })
        #expect(Set(OptionAmount.allCases.map(\.rawValue)) == Set(language.amountLabels.keys))
        #expect((0..<100).allSatisfy { NumberSpelling(language).spelled($0) != nil })
        #expect((1...59).allSatisfy { NumberSpelling(language).ordinal("\($0)th") != nil })
    }

    @Test("A sentence is normalised in well under a millisecond")
    func fast() throws {
        let normalizer = try Cafe.open().normalizer
        let text =
            "um can i get a large iced latte with oh milk and 2 blue berry muffins and a 16 oz cap a chino please"
        var length = 0
        let taken = ProcessorTime.least(of: 5) { for _ in 0..<50 { length += normalizer.normalize(text)?.count ?? 0 } }
        #expect(length > 0)
        #expect(taken / 50 <= .milliseconds(1), "\(taken / 50)")
    }
}
