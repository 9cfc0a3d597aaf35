internal import Ordering
internal import TestSupport
internal import Testing

@testable internal import Phonetics

struct PhoneticMatcherTests {
    private typealias House = (matcher: PhoneticMatcher, names: [String])

    private static let house = Result {
        let (names, phrases) = try SoundTables.phrases()
        return (
            matcher: try PhoneticMatcher(phrases: phrases, protectedWords: SoundTables.protectedWords()), names: names
        )
    }

    private static func words(_ text: String) -> [String] { SpokenWords(text).words }

    private static func found(_ text: String, isKnown: (Int) -> Bool = { _ in false }) throws -> [String] {
        let (matcher, names) = try house.get()
        return matcher.matches(words(text), at: 0, isKnown: isKnown).map { "\(names[$0.payload]), \($0.count)" }
    }

    @Test(
        "Of the misheard words, at least 85 % are taken for the phrase that was meant, with all their words",
        arguments: [SoundTables.misheard, SoundTables.unseen])
    func recall(_ table: [SoundTables.Misheard]) throws {
        let (matcher, names) = try Self.house.get()
        let missed = table.filter { misheard in
            let first = matcher.matches(misheard.heard, at: 0).first
            return first.map { names[$0.payload] } != misheard.meant || first?.count != misheard.heard.count
        }
        #expect(table.count >= 120)
        #expect(missed.count * 100 <= table.count * 15, "\(missed)")
    }

    @Test("Of small talk, at most 2 % are taken for a phrase, wherever one begins to read")
    func falseAlarms() throws {
        let (matcher, names) = try Self.house.get()
        let taken = SoundTables.harmless.compactMap { words in
            words.indices.lazy.compactMap { matcher.matches(words, at: $0).first }.first.map {
                (words.joined(separator: " "), names[$0.payload])
            }
        }
        #expect(SoundTables.harmless.count >= 350)
        #expect(taken.count * 50 <= SoundTables.harmless.count, "\(taken)")
    }

    @Test(
        "Menu words, protected words and everyday words are never misheard by themselves",
        arguments: ["latte", "milk", "a", "two", "yes", "ten", "better", "weather", "no thanks"])
    func meaningful(_ text: String) throws {
        #expect(try Self.found(text).isEmpty)
    }

    @Test(
        "Words with a meaning of their own are read along with others",
        arguments: [("a spresso", "espresso, 2"), ("mock a", "mocha, 2"), ("cap a chino", "cappuccino, 3")])
    func alongWithOthers(_ heard: String, _ first: String) throws {
        #expect(try Self.found(heard).first == first)
    }

    @Test("Words that the caller knows are read as they are")
    func known() throws {
        #expect(try Self.found("moca").first == "mocha, 1")
        #expect(try Self.found("moca", isKnown: { _ in true }).isEmpty)
        #expect(try Self.found("cross aunt", isKnown: { $0 == 0 }).first == "croissant, 2")
        #expect(try Self.found("cross aunt", isKnown: { _ in true }).isEmpty)
    }

    @Test(
        "What follows is not drawn in",
        arguments: [("late a muffin", "latte, 1"), ("bagle and a tea", "bagel, 1"), ("moca please", "mocha, 1")])
    func following(_ text: String, _ first: String) throws {
        #expect(try Self.found(text).first == first)
    }

    @Test("Words of up to three sounds match only when next to nothing differs")
    func short() throws {
        let matcher = try PhoneticMatcher(
            phrases: ["tea", "jam", "soy", "ice", "pho", "egg"].enumerated().map { ([$1], $0) }, protectedWords: [])
        for word in [
            "bee", "toe", "tie", "jab", "gum", "sea", "sow", "as", "us", "ease", "pea", "fee", "ago", "edge", "leg",
        ] {
            #expect(matcher.matches([word], at: 0).isEmpty, "\(word)")
        }
        for (word, payload) in [("tee", 0), ("jamm", 1), ("soi", 2), ("foe", 4), ("eg", 5)] {
            #expect(matcher.matches([word], at: 0).first?.payload == payload, "\(word)")
        }
    }

    @Test("Likeness is 1 for the same words, the same both ways, and within 0…1")
    func likeness() throws {
        let (matcher, _) = try Self.house.get()
        let phrases = SoundTables.misheard.prefix(60).flatMap { [$0.heard, Self.words($0.meant)] }
        for (first, second) in zip(phrases, phrases.dropFirst()) {
            #expect(matcher.similarity(first, first) == 1)
            let likeness = matcher.similarity(first, second)
            #expect((0...1).contains(likeness) && likeness == matcher.similarity(second, first))
        }
        #expect(matcher.similarity(["cross", "aunt"], ["croissant"]) > matcher.similarity(["cross"], ["croissant"]))
        #expect(matcher.similarity([], ["latte"]) == 0 && matcher.similarity([], []) == 0)
    }

    @Test(
        "Nothing is found where there is nothing to read",
        arguments: [[], [""], ["12"], ["é"], ["'"], ["\u{0}"]] as [[String]])
    func nothing(_ words: [String]) throws {
        let (matcher, _) = try Self.house.get()
        for start in -1...2 { #expect(matcher.matches(words, at: start).isEmpty) }
        #expect(try PhoneticMatcher(phrases: [], protectedWords: []).matches(["latte"], at: 0).isEmpty)
        #expect(
            try PhoneticMatcher(phrases: [([], 0), (["%"], 1)], protectedWords: []).matches(["latte"], at: 0).isEmpty)
    }

    @Test("Random letters give matches within their bounds, and words without end are answered", arguments: 0..<4)
    func random(_ seed: Int) throws {
        let (matcher, names) = try Self.house.get()
        var random = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<250 {
            let words = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                String(
                    (0..<Int.random(in: 0...9, using: &random)).compactMap { _ in
                        "aeioulntsrckhqxyg'é2".randomElement(using: &random)
                    })
            }
            for start in words.indices {
                let found = matcher.matches(words, at: start)
                #expect(
                    found.allSatisfy {
                        names.indices.contains($0.payload) && (1...4).contains($0.count)
                            && start + $0.count <= words.count
                    })
                #expect(found.allSatisfy { (PhoneticMatcher.defaultThreshold...1).contains($0.similarity) })
            }
        }
        #expect(matcher.matches([String(repeating: "lat", count: 100_000)], at: 0).isEmpty)
    }

    @Test("Sixty misheard words are read in less than 50 ms")
    func speed() throws {
        let (matcher, _) = try Self.house.get()
        let words = Array(SoundTables.misheard.flatMap(\.heard).prefix(60))
        let taken = ProcessorTime.least { for start in words.indices { _ = matcher.matches(words, at: start) } }
        #expect(taken < .milliseconds(50), "\(taken)")
    }
}
