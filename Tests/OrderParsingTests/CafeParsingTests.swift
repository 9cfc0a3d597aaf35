internal import Ordering
internal import TestSupport
internal import Testing

@testable internal import OrderParsing

struct CafeParsingTests {
    @Test("One item with its options, before it and after", arguments: Understanding.cafeItems)
    func items(_ expected: Understanding) throws { try expect(expected) }

    @Test("Amounts and counts belong to the option they are said with", arguments: Understanding.cafeAmounts)
    func amounts(_ expected: Understanding) throws { try expect(expected) }

    @Test("Several items in one utterance, each with its own words", arguments: Understanding.cafeOrders)
    func orders(_ expected: Understanding) throws { try expect(expected) }

    @Test("What the guest wants to do", arguments: Understanding.cafeIntents)
    func intents(_ expected: Understanding) throws { try expect(expected) }

    private func expect(_ expected: Understanding, sourceLocation: SourceLocation = #_sourceLocation) throws {
        expected.check(try Parsers.cafe.get().parse(expected.text), sourceLocation: sourceLocation)
    }

    @Test(
        "An utterance that ends in its middle says so",
        arguments: [
            "a large latte with", "a large latte and", "can i get", "can i get a", "can i get a large",
            "can i get a large iced", "i'd like two", "a latte with a little",
            "a latte with two pumps of", "add", "a latte and two", "a large",
            "a latte with two", "um can i get a um", "remove",
        ])
    func unfinished(_ text: String) throws {
        #expect(try Parsers.cafe.get().parse(text).isUnfinished)
    }

    @Test(
        "An utterance that is whole says so",
        arguments: [
            "a large latte", "a large latte with oat milk", "can i get a large latte please", "large", "oat milk",
            "two", "yes", "no", "that's all", "no foam",
            "the large one", "remove the latte", "help", "", "what lovely weather",
        ])
    func finished(_ text: String) throws {
        #expect(try !Parsers.cafe.get().parse(text).isUnfinished)
    }

    @Test(
        "The words of the item alone are kept apart from those of its line",
        arguments: [
            ("two large iced lattes with oat milk", "lattes"), ("a cup of coffee", "cup of coffee"),
            ("a skinny vanilla latte", "vanilla latte"),
        ])
    func nameSpoken(_ text: String, _ name: String) throws {
        #expect(try Parsers.cafe.get().parse(text).items.map(\.nameSpoken) == [name])
    }

    @Test(
        "Pieces named after their item quote all the words that gave them",
        arguments: [
            ("two small lattes one with oat one with soy", "two small lattes one with oat one with soy"),
            ("two large mochas one with whip one without", "two large mochas one with whip one without"),
            ("a chai latte add one sugar and two sprinkles", "chai latte add one sugar and two sprinkles"),
        ])
    func piecesSpoken(_ text: String, _ spoken: String) throws {
        for item in try Parsers.cafe.get().parse(text).items { #expect(item.spoken == spoken) }
    }

    @Test(
        "Confidence is the share of the words that were understood",
        arguments: [
            ("a large latte", 1), ("um a large latte please", 1), ("purple latte", 0.5), ("a purple wobbly latte", 0.5),
            ("nothing of this means much", 0), ("", 0),
        ] as [(String, Double)])
    func confidence(_ text: String, _ confidence: Double) throws {
        #expect(try Parsers.cafe.get().parse(text).confidence == confidence)
    }
}

extension Understanding {
    /// Compares a result with what was expected, and holds it to the contract of `spoken` in design/cli.md.
    func check(_ result: OrderParseResult, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(result.intent == intent, sourceLocation: sourceLocation)
        #expect(Self.describe(result) == meaning, sourceLocation: sourceLocation)
        #expect(
            result.warnings.count == warnings.count && zip(result.warnings, warnings).allSatisfy { $0.contains($1) },
            "\(result.warnings)", sourceLocation: sourceLocation
        )
        #expect(result.source == .rules, sourceLocation: sourceLocation)
        // Exactly the words that were said, in their order, lower case.
        let said = " " + SpokenWords(text).words.joined(separator: " ") + " "
        for item in result.items {
            #expect(said.contains(" \(item.spoken) "), sourceLocation: sourceLocation)
            for part in item.options.map(\.spoken) + [item.nameSpoken] {
                #expect(" \(item.spoken) ".contains(" \(part) "), sourceLocation: sourceLocation)
            }
        }
        for option in result.looseChange.options {
            #expect(said.contains(" \(option.spoken) "), sourceLocation: sourceLocation)
        }
    }
}
