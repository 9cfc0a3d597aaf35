internal import Ordering
internal import TestSupport
internal import Testing

@testable internal import OrderParsing

/// Faults D4 and D5, through the parser.
struct ParserRobustnessTests {
    @Test(
        "D4: A transcript past 400 characters or 60 words is refused with a warning, and nothing of it is read",
        arguments: [
            Array(repeating: "latte", count: 61).joined(separator: " "),
            "two lattes" + String(repeating: "!", count: 400), String(repeating: "a", count: 401),
            String(repeating: "🍜", count: 401),
        ])
    func tooLong(_ text: String) throws {
        let result = try Parsers.cafe.get().parse(text)
        #expect(result.intent == .unknown && result.items.isEmpty && result.confidence == 0)
        #expect(result.warnings == ["longer than 400 characters or 60 words: nothing was read"])
    }

    @Test("D4: 400 characters and 60 words are read")
    func longest() throws {
        let drinks = try Parsers.cafe.get().parse(Array(repeating: "latte mocha", count: 30).joined(separator: " "))
        #expect(drinks.items.count == 60 && drinks.warnings.isEmpty)
        let padded = "two lattes" + String(repeating: " ", count: 390)
        #expect(try Parsers.cafe.get().parse(padded).items.map(\.quantity) == [2])
    }

    @Test("An item named twice in a row is ordered once; with an article or a conjunction between, twice")
    func repetition() throws {
        func quantities(_ text: String) throws -> [Int] { try Parsers.cafe.get().parse(text).items.map(\.quantity) }
        #expect(try quantities("a large latte latte with oat milk") == [1])
        #expect(try quantities("a latte a latte") == [1, 1] && quantities("a latte and a latte") == [1, 1])
    }

    @Test("D4: A transcript of 1 MiB is answered within 50 ms", arguments: ["latte ", "é", "\u{200D}", "no "])
    func huge(_ piece: String) throws {
        let parser = try Parsers.cafe.get()
        let text = String(repeating: piece, count: (1 << 20) / piece.utf8.count + 1)
        var result: OrderParseResult?
        let taken = ProcessorTime.least { result = parser.parse(text) }
        #expect(result?.warnings.count == 1)
        #expect(taken <= .milliseconds(50), "\(taken)")
    }

    @Test("An utterance of 30 words is understood in less than 5 ms")
    func speed() throws {
        let parser = try Parsers.cafe.get()
        let text =
            """
            can i get two large iced lattes with oat milk and three pumps of vanilla no foam please and a toasted \
            bagel with cream cheese and a small decaf mocha
            """
        #expect(SpokenWords(text).words.count == 30)
        #expect(parser.parse(text).items.map(\.itemId) == ["latte", "bagel", "mocha"])
        let taken = ProcessorTime.median(of: 51) { _ = parser.parse(text) }
        #expect(taken < .milliseconds(5), "\(taken)")
    }

    @Test(
        "D4: 60 words without any meaning, or all of one, take no longer than 20 ms",
        arguments: ["blah", "two", "and", "with", "a", "no", "half", "extra", "latte", "milk", "one hundred"])
    func worstCase(_ word: String) throws {
        let parser = try Parsers.cafe.get()
        let text = Array(repeating: word, count: 60 / word.split(separator: " ").count).joined(separator: " ")
        let taken = ProcessorTime.least { _ = parser.parse(text) }
        #expect(taken < .milliseconds(20), "\(taken)")
    }

    @Test(
        "D5: Random byte strings, decoded with repair, give results that only name what the menu has",
        arguments: 0..<4)
    func randomBytes(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<Repository.rounds(500, full: 2_500) {
            let bytes = (0..<Int.random(in: 0...100, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            try expectSound(String(decoding: bytes, as: UTF8.self))
        }
    }

    @Test(
        "D5: Random sentences of menu words, small words and noise give results that only name what the menu has",
        arguments: 0..<4)
    func randomWords(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let menu = try MenuLoader.builtIn()
        let ofItems = menu.items.flatMap { [$0.name] + $0.aliases }
        let ofOptions = menu.optionGroups.flatMap(\.options).flatMap { [$0.name] + $0.aliases }
        let names = ofItems + ofOptions
        let small = [
            "a", "an", "the", "and", "with", "no", "without", "extra", "a little", "two", "three", "half", "a dozen",
            "hundred", "million", "minus", "of", "pumps",
            "shot", "please", "um", "remove", "add", "yes", "no", "cancel",
            "that's all", "it", "for me", "0", "-1", "2.5", "١", "\u{202E}", "e\u{301}", "🍜", "purple", "\u{0}",
        ]
        for _ in 0..<Repository.rounds(150, full: 500) {
            let words = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                Bool.random(using: &random)
                    ? names[Int.random(in: 0..<names.count, using: &random)]
                    : small[Int.random(in: 0..<small.count, using: &random)]
            }
            try expectSound(words.joined(separator: " "))
        }
    }

    /// Only ids of the menu leave the parser; what is quoted was said; nothing is out of its range.
    private func expectSound(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let menu = Self.menu
        let result = try Parsers.cafe.get().parse(text)
        let said = " " + SpokenWords(text).words.joined(separator: " ") + " "
        var isSound = (0...1).contains(result.confidence)
        for item in result.items {
            guard let known = menu?.item(item.itemId) else { isSound = false; continue }
            isSound =
                isSound && item.quantity >= 0 && said.contains(" \(item.spoken) ")
                && item.spoken.contains(item.nameSpoken) && !item.nameSpoken.isEmpty
            for option in item.options {
                isSound =
                    isSound && known.groups.contains(option.option.group) && menu?.option(option.option) != nil
                    && item.spoken.contains(option.spoken)
                    && !option.spoken.isEmpty
            }
        }
        for option in result.looseChange.options {
            isSound = isSound && menu?.option(option.option) != nil && said.contains(" \(option.spoken) ")
        }
        if result.intent == .unknown { isSound = isSound && result.items.isEmpty }
        #expect(isSound, "\(text.debugDescription) gave \(result)", sourceLocation: sourceLocation)
    }

    private static let menu = try? MenuLoader.builtIn()
}
