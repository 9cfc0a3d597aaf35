internal import Testing

@testable internal import Phonetics

struct LetterToSoundRulesTests {
    private static let rules = Result { try LetterToSoundRules.english() }

    private func sounds(_ text: String, asBorrowed: Bool = false) throws -> [UInt8] {
        var sounds: [UInt8] = []
        for word in text.split(separator: " ") {
            try Self.rules.get().append(Letters(String(word)), asBorrowed: asBorrowed, to: &sounds)
        }
        return sounds
    }

    @Test(
        "Different spellings of the same sounds are read alike",
        arguments: [
            ("knight", "nite"), ("phone", "fone"), ("wrap", "rap"), ("queen", "kween"), ("box", "bocks"),
            ("city", "sity"), ("cheese", "cheeze"),
            ("earl grey", "earl gray"),
            ("muffin", "mufin"), ("black", "blak"), ("bagel", "bagel"), ("oatmeal", "oat meal"),
            ("lemonade", "lemon ade"), ("whole", "hole"), ("catch", "kach"),
            ("juice", "juse"),
        ])
    func alike(_ first: String, _ second: String) throws {
        // Vowels and s or z may differ a little.
        let rules = try Self.rules.get()
        let (a, b) = (try sounds(first), try sounds(second))
        #expect(
            a.count == b.count
                && zip(a, b).allSatisfy { rules.costs[Int($0) * LetterToSoundRules.alphabet + Int($1)] <= 20 })
    }

    @Test(
        "Borrowed words have a reading of their own",
        arguments: [
            ("latte", "latay"), ("quesadilla", "kesadiya"), ("jalapeno", "halapenyo"), ("mocha", "moka"),
            ("macchiato", "makiato"),
        ])
    func borrowed(_ word: String, _ sounding: String) throws {
        let rules = try Self.rules.get()
        #expect(rules.looksBorrowed(Letters(word)))
        let (a, b) = (try sounds(word, asBorrowed: true), try sounds(sounding))
        #expect(
            a.count == b.count
                && zip(a, b).allSatisfy { rules.costs[Int($0) * LetterToSoundRules.alphabet + Int($1)] <= 20 })
    }

    @Test(
        "English words are no borrowed ones", arguments: ["milk", "bread", "large", "toast", "sandwich", "jam", "tea"])
    func native(_ word: String) throws {
        #expect(try !Self.rules.get().looksBorrowed(Letters(word)))
    }

    @Test("Costs are the same both ways, nothing for the same sound, and no more than leaving out and putting in")
    func costs() throws {
        let rules = try Self.rules.get()
        for first in 0..<LetterToSoundRules.alphabet {
            for second in 0..<LetterToSoundRules.alphabet {
                let cost = rules.costs[first * LetterToSoundRules.alphabet + second]
                #expect(
                    cost == rules.costs[second * LetterToSoundRules.alphabet + first]
                        && (cost == 0) == (first == second))
                #expect(Int(cost) <= Int(rules.weights[first]) + Int(rules.weights[second]))
            }
        }
    }

    @Test(
        "Patterns that cannot be read are refused",
        arguments: ["", "a", "[]", "]a[", "[a", "[A]", "abcdefg[h]", "[abcdefg]", "[a]é"])
    func badPattern(_ text: String) {
        #expect(LetterPattern(text) == nil)
    }

    @Test("Skeletons that differ by one class have a thinned form in common")
    func skeletons() throws {
        let rules = try Self.rules.get()
        func forms(_ text: String) throws -> Set<UInt64> {
            var forms: Set<UInt64> = []
            PhoneticKey(try sounds(text), classes: rules.skeleton).forEachThinned { forms.insert($0) }
            return forms
        }
        for (first, second) in [
            ("muffin", "muffins"), ("decaf", "decalf"), ("espresso", "exbresso"),
            ("blueberry muffin", "blueberry muffing"), ("cinnamon", "cimamon"),
        ] {
            #expect(try !forms(first).isDisjoint(with: forms(second)), "\(first) \(second)")
        }
        #expect(try forms("tea").isDisjoint(with: forms("latte")))
        #expect(try forms(String(repeating: "latim", count: 20)).count > 1)
    }
}
