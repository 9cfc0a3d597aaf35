internal import Ordering
internal import TestSupport
internal import Testing

@testable internal import OrderParsing

@Suite(.timeLimit(.minutes(10)))
struct CRFTaggerTests {
    @Test("plain orders are tagged as the rules read them")
    func plain() throws {
        for text in [
            "can i get [quantity:two] [option:large] [option:iced] [item:lattes] with [option:oat milk]",
            "can i get a [item:latte] with [option:oat milk]",
            "[quantity:two] [item:lattes] with [option:oat milk]",
            "i'd like a [option:large] [item:latte] with [option:soy milk] please",
            "[option:large] [item:cappuccino] with [option:almond milk]",
            "a [item:latte] and a [item:bagel] with [option:cream cheese]",
            "[quantity:two] [item:bagels] with [option:butter]",
            "do you have oat milk",
            "is there sugar in the latte",
            "a [item:latte] with [amount:two pumps of] [option:vanilla] and [amount:no] [option:foam]",
            "a [item:coffee] with [amount:two] [option:sugars] and [quantity:three] [item:blueberry muffins]",
            "[quantity:half a dozen] [item:bagels] with [option:cream cheese]",
            "can i get a [option:large] [item:mocha] no wait a [option:small] [item:mocha]",
            "make [reference:the second one] [option:decaf]",
            "that's all thanks",
            "remove the [item:latte]",
            "[item:latte]",
            "[option:large] please",
            "[amount:no] [option:foam]",
            "[option:oat milk] and [option:iced]",
            "make [reference:it] [quantity:two]",
            "a [item:croissant] plus an [item:orange juice]",
            "[quantity:one] [item:cappuccino] [quantity:two] [item:espressos] and [quantity:three] [item:croissants]",
            "a [option:large] [item:hot chocolate] with [option:whipped cream] and [option:sprinkles]",
            """
            a [option:small] [option:decaf] [item:coffee] with [option:half and half] and \
            [amount:a little bit of] [option:brown sugar]
            """,
            "start over",
            "yes please",
            "no thanks",
            "a [option:double shot] [item:espresso]",
            "can i get an [item:iced coffee] with [option:hazelnut syrup]",
        ] {
            let words = MarkedUtterance(text).words
            let found = MarkedUtterance(words, try Taggers.cafe.get().tag(words)).text
            #expect(found == text)
        }
    }

    @Test("every item and option of a menu, said plainly, is found")
    func whole() throws {
        for (menu, tagger) in [
            (try MenuLoader.builtIn(), try Taggers.cafe.get()),
            (try NoodleHouse.menu.get(), try Taggers.noodleHouse.get()),
        ] {
            var found = 0, all = 0
            for item in menu.items {
                for group in item.groups.compactMap(menu.group) {
                    for option in group.options {
                        let names = (SpokenWords(option.name).words, SpokenWords(item.name).words)
                        let isBefore = group.kind.standsBeforeNoun
                        let words = ["a"] + (isBefore ? names.0 + names.1 : names.1 + ["with"] + names.0)
                        let first = isBefore ? names.0.count : names.1.count
                        let spans = tagger.tag(["can", "i", "get"] + words).spans
                        all += 1
                        let wanted: [(SpanLabel, Range<Int>)] = [
                            (isBefore ? .option : .item, 4..<4 + first),
                            (
                                isBefore ? .item : .option,
                                words.count + 3 - (isBefore ? names.1 : names.0).count..<words.count + 3
                            ),
                        ]
                        if spans.count == 2, zip(spans, wanted).allSatisfy({ $0.label == $1.0 && $0.words == $1.1 }) {
                            found += 1
                        }
                    }
                }
            }
            #expect(Double(found) > 0.97 * Double(all), "\(menu.store.name): \(found) of \(all)")
        }
    }

    @Test("no words, one word and sixty words are tagged; a longer transcript is refused")
    func lengths() throws {
        let tagger = try Taggers.cafe.get()
        #expect(tagger.tag([]) == LearnedTagging(spans: [], probability: 1))
        #expect(tagger.tag(transcript: " !? ") == LearnedTagging(spans: [], probability: 1))
        #expect(tagger.tag(["latte"]).spans.map(\.label) == [.item])
        let sixty = [String](repeating: "latte", count: 60)
        #expect(tagger.tag(sixty).spans.last?.words.upperBound == 60)
        #expect(tagger.tag(transcript: sixty.joined(separator: " ")) == tagger.tag(sixty))
        #expect(tagger.tag(transcript: (sixty + ["latte"]).joined(separator: " ")) == nil)
        #expect(tagger.tag([String](repeating: "x", count: 1_000)).spans.allSatisfy { $0.words.upperBound <= 1_000 })
    }

    @Test("any words give ordered spans within them and likelihoods from 0 to 1")
    func anyWords() throws {
        let tagger = try Taggers.cafe.get()
        var random = SeededGenerator(seed: 11)
        let known = [
            "a", "latte", "two", "with", "no", "oat", "milk", "it", "", "ß", "漢字", "12", "i'd",
            String(repeating: "x", count: 90),
        ]
        for _ in 0..<400 {
            let words = (0..<Int.random(in: 1...25, using: &random)).map { _ in
                Bool.random(using: &random)
                    ? known.randomElement(using: &random) ?? ""
                    : String(
                        (0..<Int.random(in: 1...9, using: &random)).map { _ in
                            "abcdefghijklmnopqrstuvwxyz'".randomElement(using: &random) ?? "a"
                        })
            }
            let tagging = tagger.tag(words)
            #expect(
                (0...1).contains(tagging.probability)
                    && tagging.spans.allSatisfy { (0...1).contains($0.probability) && !$0.words.isEmpty })
            #expect(
                zip(tagging.spans, tagging.spans.dropFirst()).allSatisfy { $0.words.upperBound <= $1.words.lowerBound })
            #expect(tagging.spans.allSatisfy { $0.words.upperBound <= words.count })
            #expect(tagger.tag(words) == tagging)
        }
    }

    @Test("likelihoods of labels add up to one, and a span's lies between the labelling's and its first label's")
    func likelihoods() throws {
        let words = ["large", "franchino", "please"]
        let tagger = try Taggers.cafe.get()
        let tagging = tagger.tag(words)
        let marginals = tagger.labelling(words).marginals
        for place in marginals {
            let sum = place.values.reduce(0, +)
            #expect(abs(sum - 1) < 1e-9)
        }
        for span in tagging.spans where span.words.count == 1 {
            // A span of one word is at most as likely as its word's first label.
            let label = try #require(marginals[span.words.lowerBound]["B-" + span.label.rawValue])
            #expect(span.probability <= label + 1e-9)
            #expect(span.probability >= tagging.probability - 1e-9)
        }
    }

    @Test("sure where the menu has the words, less sure where it does not")
    func sureness() throws {
        let tagger = try Taggers.cafe.get()
        let known = try #require(tagger.tag(transcript: "can i get a large latte"))
        let unknown = try #require(tagger.tag(transcript: "wobbly grumbles of the morning dew"))
        #expect(known.probability > 0.9)
        #expect(unknown.probability < known.probability)
    }

    @Test("twenty words take less than five milliseconds, in debug builds too")
    func speed() throws {
        let tagger = try Taggers.cafe.get()
        let words = SpokenWords(
            "can i get two large iced franchinos with two pumps of vanilla and no foam and a toasted bagel please"
        ).words
        #expect(words.count == 20)
        _ = tagger.tag(words)
        let taken = ProcessorTime.least { for _ in 0..<10 { _ = tagger.tag(words) } } / 10
        #expect(taken < .milliseconds(5), "\(taken)")
    }
}
