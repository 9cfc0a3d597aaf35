internal import Speech
internal import TestSupport
internal import Testing

@testable internal import WhisperEngine

struct WordGrammarTests {
    /// Whether the rules lead through a text, read as the library reads them: a set of places, moved on by each
    /// character.
    private func accepts(_ grammar: WordGrammar, _ text: String) -> Bool {
        struct Place: Hashable { var rule: Int, alternative: Int, index: Int }
        func expand(_ rule: Int, _ depth: Int = 0) -> Set<Place> {
            guard depth < 8 else { return [] }
            var places: Set<Place> = []
            for (alternative, elements) in grammar.rules[rule].enumerated() {
                if case .rule(let next) = elements[0] {
                    places.formUnion(expand(next, depth + 1))
                } else {
                    places.insert(Place(rule: rule, alternative: alternative, index: 0))
                }
            }
            return places
        }
        var places = expand(0)
        for character in text.unicodeScalars {
            var next: Set<Place> = []
            for place in places {
                let elements = grammar.rules[place.rule][place.alternative]
                guard case .anyOf(let characters) = elements[place.index], characters.contains(character.value) else {
                    continue
                }
                guard place.index + 1 < elements.count else { continue }
                if case .rule(let rule) = elements[place.index + 1] {
                    next.formUnion(expand(rule))
                } else {
                    next.insert(Place(rule: place.rule, alternative: place.alternative, index: place.index + 1))
                }
            }
            places = next
        }
        return !places.isEmpty
    }

    @Test(
        "words of the list are allowed in any order, with capitals and marks, and others are not",
        arguments: [
            (" latte", true), ("latte", true), (" a large latte", true), (" A large Latte, a tea.", true),
            (" large lattes", true), (" lat", true), (" mocha", false),
            (" lattex", false), (" large  latte", false), (" a,, tea", false),
        ])
    func language(_ text: String, _ allowed: Bool) {
        let grammar = WordGrammar(words: ["a", "large", "latte", "lattes", "tea", "i'd"])
        #expect(accepts(grammar, text) == allowed)
    }

    @Test("C8: rules refer to others only at their end, so nothing nests and nothing recurses on the left")
    func shape() {
        let grammar = WordGrammar(words: words(500))
        for rule in grammar.rules {
            for alternative in rule {
                for (index, element) in alternative.enumerated() {
                    guard case .rule(let number) = element else { continue }
                    #expect(index == alternative.count - 1 && grammar.rules.indices.contains(number))
                }
                // A rule that begins with another one must not come back to itself: only the start does so, into the
                // tree.
                if case .rule(let number)? = alternative.first { #expect(number == 2) }
            }
        }
        #expect(grammar.rules[2].allSatisfy { if case .anyOf? = $0.first { true } else { false } })
    }

    @Test("C8: a grammar of 500 items compiles in far less than 2 seconds")
    func compileTime() {
        let words = words(1_500)
        let time = ProcessorTime.least { _ = CompiledGrammar(WordGrammar(words: words), penalty: 100) }
        #expect(time < .seconds(2), "\(time.milliseconds) ms")
    }

    @Test("empty, doubled and odd words make a grammar that works")
    func oddWords() {
        #expect(WordGrammar(words: []).elements.count == 3)
        #expect(accepts(WordGrammar(words: ["", "tea", "tea", "ß", "crème", "i'd"]), " I'd crème ß TEA"))
    }

    private func words(_ count: Int) -> [String] {
        var generator = SeededGenerator(seed: 3)
        return (0..<count).map { _ in
            String(
                (0..<Int.random(in: 3...11, using: &generator)).map { _ in
                    "abcdefghijklmnopqrstuvwxyz".randomElement(using: &generator) ?? "a"
                })
        }
    }
}
