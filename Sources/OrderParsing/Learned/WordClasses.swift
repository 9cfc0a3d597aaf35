internal import Ordering

/// Classes of words and phrases of the menu and the language.
///
/// Features use classes instead of words, so that a model trained on one menu works on another.
struct WordClasses: Sendable {
    /// The classes of a phrase, a bit each.
    struct Mask: OptionSet, Hashable, Sendable {
        var rawValue: UInt32

        static let item = Mask(rawValue: 1 << 0)
        static let without = Mask(rawValue: 1 << 11)
        static let light = Mask(rawValue: 1 << 12)
        static let regular = Mask(rawValue: 1 << 13)
        static let extra = Mask(rawValue: 1 << 14)
        static let number = Mask(rawValue: 1 << 15)
        static let unit = Mask(rawValue: 1 << 16)
        static let article = Mask(rawValue: 1 << 17)
        static let join = Mask(rawValue: 1 << 18)
        static let with = Mask(rawValue: 1 << 19)
        static let of = Mask(rawValue: 1 << 20)
        static let filler = Mask(rawValue: 1 << 21)
        static let asking = Mask(rawValue: 1 << 22)
        static let editing = Mask(rawValue: 1 << 23)
        static let otherIntent = Mask(rawValue: 1 << 24)
        /// An option with amounts or counts.
        static let measured = Mask(rawValue: 1 << 25)
        static let standsBefore = Mask(rawValue: 1 << 26)
        static let standsAfter = Mask(rawValue: 1 << 27)

        static let options = Mask(rawValue: 0b11_1111_1111 << 1)
        static let ofMenu: Mask = [.item, .options]

        static func option(_ kind: OptionGroup.Kind) -> Mask {
            Mask(rawValue: 1 << UInt32(1 + (OptionGroup.Kind.allCases.firstIndex(of: kind) ?? 0)))
        }

        /// Without the kinds of options, which few sentences distinguish.
        var coarse: UInt32 { subtracting([.options, .measured]).rawValue }
    }

    private struct Node: Sendable {
        var children: [Int32: Int32] = [:]
        var mask: Mask = []
    }

    /// The properties of a single word.
    struct Word: Sendable {
        var id: Int32
        /// Whether it is a closed-class word, which is a feature itself.
        var isClosed = false
        /// Whether it occurs in the name of an item, of an option.
        var isOfItem = false
        var isOfOption = false
        var hash: UInt32
    }

    private var words: [String: Word] = [:]
    private var nodes = [Node()]
    private(set) var similarity = WordSimilarity()

    /// - Parameter augmentation: a number other than 0 permutes the kinds and amounts of option groups (data
    ///   augmentation): a model trained on several permutations relies on neither and works on menus with other groups.
    init(menu: Menu, language: Language, closedWords: Set<String>, augmentation: Int = 0) {
        let numbers = NumeralParser(language.numbers)
        for item in menu.items { addThing([item.name] + item.aliases, .item, numbers) }
        for group in menu.optionGroups {
            let kinds = OptionGroup.Kind.allCases, place = kinds.firstIndex(of: group.kind) ?? 0
            var mask = Mask.option(kinds[(place + 3 * augmentation) % kinds.count])
            mask.insert(group.kind.standsBeforeNoun ? .standsBefore : .standsAfter)
            if group.amounts != (augmentation > 0 && (place + augmentation) % 3 == 0) { mask.insert(.measured) }
            for option in group.options { addThing([option.name] + option.aliases, mask, numbers) }
        }
        let intents: [(Mask, [OrderIntent])] = [
            (.asking, [.order, .add]), (.editing, [.remove, .change, .replace, .clear, .cancel]),
            (.otherIntent, [.readCart, .repeat, .help, .confirm, .decline, .checkout]),
        ]
        for (mask, kinds) in intents {
            for intent in kinds { add(language.intents[intent.rawValue] ?? [], mask) }
        }
        for (mask, amount) in [
            (Mask.without, OptionAmount.without), (.light, .light), (.regular, .regular), (.extra, .extra),
        ] {
            add(language.amounts[amount.rawValue] ?? [], mask)
        }
        let kinds: [([String], Mask)] = [
            (language.units, .unit), (language.articles, .article), (language.conjunctions, .join),
            (language.with, .with),
            (language.of, .of), (language.fillers, .filler),
            (
                Array(language.numbers.words.keys) + Array(language.numbers.phrases.keys) + language.numbers.unclear,
                .number
            ),
            ([language.numbers.hundred] + Array(language.numbers.scales.keys), .number),
        ]
        for (phrases, mask) in kinds { add(phrases, mask) }
        for word in closedWords.union(language.numbers.ordinals) { _ = intern(word) { $0.isClosed = true } }
        similarity = WordSimilarity(words.map { ($0.key, $0.value.id, $0.value.isOfItem, $0.value.isOfOption) })
    }

    /// The properties of a word; `nil` for an unknown word.
    func word(_ word: String) -> Word? { words[word] }

    /// The longest phrase that begins at `start`: its classes and number of words.
    func longest(_ ids: [Int32], at start: Int) -> (mask: Mask, count: Int)? {
        var node: Int32 = 0
        var end = start
        var best: (Mask, Int)?
        while end < ids.count, ids[end] >= 0, let next = nodes[Int(node)].children[ids[end]] {
            node = next
            end += 1
            if !nodes[Int(node)].mask.isEmpty { best = (nodes[Int(node)].mask, end - start) }
        }
        return best
    }

    private mutating func addThing(_ phrases: [String], _ mask: Mask, _ numbers: NumeralParser) {
        for phrase in phrases {
            let words = SpokenWords(phrase).words
            let spelled = words.flatMap { word in Int(word).flatMap(numbers.spelled) ?? [word] }
            for form in [words, spelled] {
                for variant in [form] + Pluralizer.plurals(form) {
                    add(variant, mask) { word in
                        if mask.contains(.item) { word.isOfItem = true } else { word.isOfOption = true }
                    }
                }
            }
        }
    }

    private mutating func add(_ phrases: [String], _ mask: Mask) {
        for phrase in phrases { add(SpokenWords(phrase).words, mask) { $0.isClosed = true } }
    }

    private mutating func add(_ phrase: [String], _ mask: Mask, mark: (inout Word) -> Void) {
        guard !phrase.isEmpty else { return }
        var node = 0
        for word in phrase {
            let id = intern(word, mark)
            if let next = nodes[node].children[id] {
                node = Int(next)
            } else {
                nodes.append(Node())
                nodes[node].children[id] = Int32(nodes.count - 1)
                node = nodes.count - 1
            }
        }
        nodes[node].mask.formUnion(mask)
    }

    private mutating func intern(_ word: String, _ mark: (inout Word) -> Void) -> Int32 {
        var known = words[word] ?? Word(id: Int32(words.count), hash: FeatureHash.word(word))
        mark(&known)
        words[word] = known
        return known.id
    }
}
