internal import OrderSession
internal import Ordering
internal import Testing

@testable internal import OrderParsing

/// Fault D2: a number is read right or asked about, never guessed and never clamped.
struct NumeralParserTests {
    @Test("D2: The corpus has at least 300 phrases, none twice")
    func corpusIsWhole() {
        #expect(NumberPhrase.all.count >= 300)
        let repeated = Dictionary(grouping: NumberPhrase.all, by: \.words).filter { $1.count > 1 }.keys.sorted()
        #expect(repeated.isEmpty)
    }

    @Test("D2: Words are the number they mean, unclear, or none", arguments: NumberPhrase.all)
    func reading(_ phrase: NumberPhrase) throws {
        let words = SpokenWords(phrase.words).words
        let read = try Parsers.numbers.get().read(words, at: 0)
        switch phrase.meaning {
        case .value(let value):
            #expect(read?.reading == .value(value))
            #expect(read?.count == words.count, "all of the words belong to it")
        case .unclear:
            #expect(read?.reading == .unclear)
        case .none:
            #expect(read == nil)
        }
    }

    @Test(
        "D2: As the quantity of an order, a number comes out as it is, or as one that is asked about",
        arguments: NumberPhrase.all)
    func quantity(_ phrase: NumberPhrase) throws {
        guard phrase.meaning != .none else { return }
        let result = try Parsers.cafe.get().parse("can i get \(phrase.words) waters please")
        #expect(result.intent == .order)
        #expect(result.items.map(\.itemId) == ["water"])
        switch phrase.meaning {
        case .value(let value): #expect(result.items.map(\.quantity) == [value])
        // "a hundred and waters" is 100, beyond every line's limit.
        case .unclear:
            #expect(
                result.items.allSatisfy { $0.quantity == 0 || $0.quantity >= 100 && phrase.words.hasSuffix(" and") })
        case .none: break
        }
    }

    @Test(
        "D2: In the cart, a number within the limits is taken as it is, any other is asked about; none is clamped",
        arguments: NumberPhrase.all + NumberPhrase.unclearInUtterance)
    func inTheCart(_ phrase: NumberPhrase) throws {
        guard phrase.meaning != .none else { return }
        let menu = try MenuLoader.builtIn()
        var cart = CartCoordinator(menu: menu)
        _ = cart.apply(try Parsers.cafe.get().parse("can i get \(phrase.words) waters please"))
        if case .value(let value) = phrase.meaning, (1...menu.limits.perLine).contains(value) {
            #expect(cart.orderableLines.map(\.quantity) == [value] && cart.pendingClarification == nil)
        } else {
            #expect(cart.orderableLines.isEmpty && cart.total == .zero)
            guard case .quantity = cart.pendingClarification?.topic else {
                Issue.record("\(phrase.words) was not asked about: \(cart.lines)")
                return
            }
        }
    }

    @Test(
        "D2: A number ends where something else begins",
        arguments: [
            ("two lattes", 2, 1), ("twenty two large lattes", 22, 2), ("a hundred and five waters", 105, 4),
            ("a hundred and a muffin", 100, 2),
            ("two and a muffin", 2, 1), ("a thousand and a muffin", 1_000, 2),
            ("half a dozen bagels", 6, 3), ("a couple of cookies", 2, 3), ("a couple cookies", 2, 2),
            ("a dozen", 12, 2), ("one latte", 1, 1), ("3 teas", 3, 1),
        ])
    func ends(_ words: String, _ value: Int, _ count: Int) throws {
        let read = try #require(Parsers.numbers.get().read(SpokenWords(words).words, at: 0))
        #expect(read.reading == .value(value))
        #expect(read.count == count)
    }

    @Test("Reading may begin at any word, and past the end there is nothing")
    func positions() throws {
        let reader = try Parsers.numbers.get()
        let words = ["get", "twenty", "two", "teas"]
        #expect(words.indices.map { reader.read(words, at: $0)?.count } == [nil, 2, 1, nil])
        #expect(reader.read(words, at: 4) == nil)
        #expect(reader.read([], at: 0) == nil)
    }

    @Test(
        "Numbers below a hundred are spelled, for menu names with digits in them",
        arguments: [(0, "zero"), (2, "two"), (12, "twelve"), (20, "twenty"), (42, "forty two"), (99, "ninety nine")])
    func spelling(_ value: Int, _ words: String) throws {
        #expect(try Parsers.numbers.get().spelled(value)?.joined(separator: " ") == words)
    }

    @Test("Other numbers are not spelled", arguments: [-1, 100, Int.max, Int.min])
    func notSpelled(_ value: Int) throws {
        #expect(try Parsers.numbers.get().spelled(value) == nil)
    }
}
