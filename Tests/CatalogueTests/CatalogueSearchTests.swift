internal import TestSupport
internal import Testing
internal import VoiceSearch

@testable internal import Catalogue

struct CatalogueSearchTests {
    private static let demonstration = Result { try Catalogue.demonstration().items(limit: 10_000) }

    /// A catalogue of its own for each test: catalogues are for one thread.
    private static func index() throws -> SearchIndex {
        try SearchIndex(catalogue: Catalogue.demonstration(), menu: nil)
    }

    private static func titles(_ text: String, _ limit: Int = 5) throws -> [String] {
        try index().search(text, limit: limit).map(\.item.title)
    }

    @Test("The demonstration catalogue has books, each title once")
    func demonstration() throws {
        let items = try Self.demonstration.get()
        #expect(items.count > 600)
        #expect(Set(items.map(\.title)).count == items.count)
        #expect(items.allSatisfy { $0.kind == .books && $0.year != nil && !$0.creators.isEmpty })
    }

    @Test(
        "The first result is the book that was meant",
        arguments: [
            ("great gatsby", "The Great Gatsby"), ("do you have the great gatsby please", "The Great Gatsby"),
            ("gatsbi", "The Great Gatsby"), ("the grate gats bee", "The Great Gatsby"),
            ("mow bee dick", "Moby-Dick; or, The Whale"), ("jane air", "Jane Eyre"),
            ("twenty thousand leagues", "Twenty Thousand Leagues Under the Seas"),
            ("20,000 leagues under the seas", "Twenty Thousand Leagues Under the Seas"),
            ("around the world in 80 days", "Around the World in Eighty Days"),
            ("ninety three", "Ninety-Three"), ("39 steps", "The Thirty-Nine Steps"),
            ("a room with a view", "A Room with a View"), ("notes from underground", "Notes from Underground"),
            ("emma by jane austen", "Emma"), ("from the earth to the moon", "From the Earth to the Moon"),
            ("g a t s b y", "The Great Gatsby"), ("winnie the poo", "Winnie-the-Pooh"),
            ("crime and punnishment", "Crime and Punishment"), ("les miserables", "Les Misérables"),
            ("frankenstein", "Frankenstein; or, The Modern Prometheus"), ("warandpeace", "War and Peace"),
            ("war and piece", "War and Peace"), ("wuther", "Wuthering Heights"),
            ("the thing about the whale by melville", "Moby-Dick; or, The Whale"),
        ])
    func first(_ query: String, _ title: String) throws {
        #expect(try Self.titles(query).first == title)
    }

    @Test(
        "Authors are found by their names",
        arguments: [
            ("anything by jane austen", "Jane Austen"), ("dostoyevsky", "Fyodor Dostoevsky"),
            ("books by tolstoi", "Leo Tolstoy"), ("novels by hemingway", "Ernest Hemingway"),
        ])
    func creators(_ query: String, _ author: String) throws {
        let hits = try Self.index().search(query)
        #expect(hits.first?.item.creators == [author], "\(hits.map(\.item.title))")
    }

    @Test(
        "Periods limit the results",
        arguments: [
            ("books from the eighteen fifties", 1_850...1_859), ("novels by dickens from the 1850s", 1_850...1_859),
            ("something from the twenties", 1_920...1_929), ("books from the sixteenth century", 1_500...1_599),
            ("books before 1500", -3_000...1_499), ("books between 1900 and 1905", 1_900...1_905),
            ("a book from nineteen oh one", 1_901...1_901), ("anything from the 1900s", 1_900...1_999),
        ])
    func periods(_ query: String, _ years: ClosedRange<Int>) throws {
        let hits = try Self.index().search(query)
        let certain = hits.filter { $0.score >= 0.85 }
        #expect(!certain.isEmpty)
        #expect(certain.allSatisfy { hit in hit.item.year.map(years.contains) ?? false }, "\(hits.map(\.item.title))")
    }

    @Test("A price, an allergen and what is available limit the results; unknown allergens are no promise")
    func limits() throws {
        let catalogue = try Catalogue(items: [
            CatalogueItem(kind: .things, title: "Almond cake", price: 450, currency: "USD", allergens: ["nuts"]),
            CatalogueItem(kind: .things, title: "Plain cake", price: 550, currency: "USD", allergens: []),
            CatalogueItem(kind: .things, title: "Mystery cake", price: 300, currency: "USD"),
            CatalogueItem(kind: .things, title: "Sponge cake", price: 400, currency: "USD", isAvailable: false),
        ])
        let index = try SearchIndex(catalogue: catalogue, menu: nil)
        func titles(_ text: String) throws -> [String] {
            try index.search(text).filter { $0.score > 0.8 }.map(\.item.title)
        }
        #expect(try titles("cake without nuts") == ["Plain cake"])
        #expect(try titles("something nut free") == ["Plain cake"])
        #expect(try titles("anything under five dollars") == ["Mystery cake", "Almond cake", "Sponge cake"])
        #expect(try titles("anything available under five dollars") == ["Mystery cake", "Almond cake"])
    }

    @Test("One typing error in a title: the book is first for at least 97 % of them")
    func typingErrors() throws {
        let index = try Self.index(), items = try Self.demonstration.get()
        var random = SeededGenerator(seed: 47), missed: [String] = []
        for item in items {
            let title = CatalogueWords.of(CatalogueWords.mainTitle(item.title)).joined(separator: " ")
            let typed = random.mistyped(title)
            let first = try index.search(typed, limit: 1).first?.item.title
            if first != item.title { missed.append("\(typed): \(first ?? "nothing"), not \(item.title)") }
        }
        let share = 1 - Double(missed.count) / Double(items.count)
        print("typed with one error: \((share * 1_000).rounded() / 10) % first of \(items.count)")
        #expect(share >= 0.97, "\(missed)")
    }

    @Test("Every title finds its own book first")
    func titles() throws {
        let index = try Self.index()
        let missed = try Self.demonstration.get().filter { item in
            try index.search(item.title, limit: 1).first?.item.title != item.title
        }
        #expect(missed.isEmpty, "\(missed.map(\.title))")
    }

    @Test("Queries of any text are answered without an error")
    func anyText() throws {
        let index = try Self.index()
        for text in [
            "", " ", "\"", "' OR 1=1 --", "* NEAR(a b)", "title:", "\u{0}", "<script>alert(1)</script>", "的",
            "ß", "😀",
            String(repeating: "a ", count: 5_000), String(repeating: "x", count: 10_000), "a\u{301}\u{301}\u{301}",
            "by", "by by by",
            "from from 99999999999999999999", "under -5 dollars", "between 1900 and", "before", "nut free", "the",
        ] {
            _ = try index.search(text)
        }
    }
}

extension SeededGenerator {
    /// A text with one letter left out, doubled, replaced or exchanged with its neighbour.
    mutating func mistyped(_ text: String) -> String {
        var letters = Array(text)
        let places = letters.indices.filter { letters[$0].isLetter }
        guard let place = places.randomElement(using: &self) else { return text }
        switch Int.random(in: 0..<4, using: &self) {
        case 0 where letters.count > 3: letters.remove(at: place)
        case 1: letters.insert(letters[place], at: place)
        case 2 where place + 1 < letters.count && letters[place + 1] != " ": letters.swapAt(place, place + 1)
        default:
            letters[place] =
                "abcdefghijklmnopqrstuvwxyz".filter { $0 != letters[place] }.randomElement(using: &self) ?? "x"
        }
        return String(letters)
    }
}
