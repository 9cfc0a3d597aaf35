internal import Testing
internal import VoiceKit

/// Names in words.
struct NameResolverTests {
    private static let allowed = ["Alice", "Bob", "Christopher", "Christine", "Mary Ann Smith", "William", "Sara"]

    @Test(
        "a name is found by its words, by a part of it, and by a nickname",
        arguments: [
            ("alice", "Alice"), ("my name is Bob", "Bob"), ("robert", "Bob"), ("mary ann smith", "Mary Ann Smith"),
            ("it's mary", "Mary Ann Smith"), ("molly", "Mary Ann Smith"), ("bill", "William"), ("SARA!", "Sara"),
            ("christopher", "Christopher"),
        ])
    func found(_ text: String, _ name: String) throws {
        #expect(try NameResolver(allowed: Self.allowed).resolve(text) == .match(name, similarity: 1), "\(text)")
    }

    @Test(
        "a misheard name is found by its sound",
        arguments: [("alys", "Alice"), ("kristofer", "Christopher"), ("sarah", "Sara")])
    func misheard(_ text: String, _ name: String) throws {
        guard case .match(name, let similarity) = try NameResolver(allowed: Self.allowed).resolve(text) else {
            Issue.record("\(text): \(try NameResolver(allowed: Self.allowed).resolve(text))")
            return
        }
        #expect((0.8...1).contains(similarity))
    }

    @Test("a nickname of two names, two names, and names that sound alike are asked again")
    func ambiguous() throws {
        let names = try NameResolver(allowed: Self.allowed)
        #expect(names.resolve("chris") == .ambiguous(["Christopher", "Christine"]))
        #expect(names.resolve("alice or bob") == .ambiguous(["Alice", "Bob"]))
        // A nickname beside another name is a second name.
        #expect(names.resolve("bill alice") == .ambiguous(["William", "Alice"]))
        let alike = try NameResolver(allowed: ["Sara", "Sarah", "Tom"])
        #expect(alike.resolve("sarah") == .ambiguous(["Sarah", "Sara"]))
        // Typed, the spelling counts.
        #expect(
            try NameResolver(allowed: ["Sara", "Sarah"], spoken: false).resolve("sarah")
                == .match("Sarah", similarity: 1))
    }

    @Test(
        "other words are no name", arguments: ["", "hello", "a large latte please", "my name is", "xylophone", "?!"])
    func unknown(_ text: String) throws {
        #expect(try NameResolver(allowed: Self.allowed).resolve(text) == .unknown, "\(text)")
    }

    @Test("an own name goes before a nickname of another")
    func ownName() throws {
        let names = try NameResolver(allowed: ["Robert", "Bob", "Bob"])
        #expect(names.allowed == ["Robert", "Bob"])
        #expect(names.resolve("bob") == .match("Bob", similarity: 1))
        #expect(names.resolve("robert") == .match("Robert", similarity: 1))
        #expect(try NameResolver(allowed: ["", "?"]).resolve("bob") == .unknown)
    }

    @Test("two hundred names are found by text, as given and with a slip of spelling; none is taken for another")
    func many() throws {
        let names = try NameResolver(allowed: FrequentNames.all, spoken: false)
        var exact = 0, right = 0, unsure = 0, total = 0, wrong: [String] = []
        for name in FrequentNames.all {
            if names.resolve("my name is " + name) == .match(name, similarity: 1) { exact += 1 }
            let text = FrequentNames.misspelled(name)
            switch names.resolve(text) {
            // "Jon" for John is a name of its own.
            case .match(let other, similarity: 1): #expect(other == name || FrequentNames.areNames.contains(text))
            case .match(name, _): (right, total) = (right + 1, total + 1)
            case .match(let other, _): (wrong, total) = (wrong + ["\(text): \(other)"], total + 1)
            case .ambiguous, .unknown: (unsure, total) = (unsure + 1, total + 1)
            }
        }
        print(
            "names by text: \(exact) of 200; misspelled: \(right) right, \(unsure) not sure, \(wrong) wrong of \(total)"
        )
        #expect(FrequentNames.all.count == 200 && Set(FrequentNames.all).count == 200)
        #expect(exact == 200)
        #expect(wrong.isEmpty && right * 100 >= 65 * total)
    }
}
