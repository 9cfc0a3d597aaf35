internal import Ordering

/// The lexicon: every phrase of the menu and the language with its senses, in one trie over words. Built once per menu.
struct Lexicon: Sendable {
    struct Match: Equatable, Sendable {
        /// Index of the phrase; `senses(_:)` gives its senses.
        var phrase: Int
        /// Number of words, 1 or more.
        var count: Int
    }

    private static let root: UInt32 = 0

    private var ids: [String: UInt32] = [:]
    /// Child of a node by word: the node in the upper half of the key, the word in the lower.
    private var edges: [UInt64: UInt32] = [:]
    /// The phrase that ends in a node, −1 for none.
    private var ends: [Int32] = [-1]
    private var phraseSenses: [[Sense]] = []
    /// The singular of each word, or the word itself, by word id.
    private var singulars: [UInt32] = [0]
    /// Fillers that contain a menu word: "cup of", where a cup is a size.
    private var menuFillers: Set<Int> = []
    /// Number of word ids from the menu and the language; larger ids belong to out-of-menu items.
    private var knownWords = 0
    /// Longest phrase in words.
    private(set) var longest = 0

    /// - Throws: a decoding error if the built-in corrections are damaged; a test excludes that.
    init(menu: Menu, language: Language, numbers: NumeralParser) throws {
        corrections = try SpeechCorrections(menu: menu)
        numberWords = Set(language.numbers.words.keys).union(language.numbers.unclear).union(language.numbers.ordinals)
        for (index, item) in menu.items.enumerated() {
            for phrase in [item.name] + item.aliases { addThing(phrase, .item(index), numbers) }
        }
        for group in menu.optionGroups {
            for option in group.options {
                let sense = Sense.option(OptionReference(group: group.id, option: option.id))
                for phrase in [option.name] + option.aliases { addThing(phrase, sense, numbers) }
            }
            addThing(group.name, .group(group.id), numbers)
            // A word of the group's name: "sauces" of "Sauces and dips".
            let words = SpokenWords(group.name).words
            for word in words where words.count > 1 && word.count > 3 { addThing(word, .group(group.id), numbers) }
        }
        for category in Set(menu.items.map(\.category)).sorted() {
            addThing(category, .category(category), numbers)
            addHypernyms(of: category, language)
        }
        addAllergens(menu, language, numbers)
        addLanguage(language)
        let shots = menu.optionGroups.filter { $0.kind == .shots }.flatMap {
            $0.options.flatMap { SpokenWords($0.name).words }
        }
        for unit in language.units where shots.contains(unit) { add(unit, .shot) }
        for group in menu.optionGroups where !group.amounts {
            for option in group.options {
                for phrase in [option.name] + option.aliases {
                    addGrades(phrase, option: OptionReference(group: group.id, option: option.id), language)
                }
            }
        }
        addInflections(language.forms.endings)
        addPlurals()
        addShortForms(try ShortForms.builtIn(menu.store.spoken), language.genericNouns.filter { $0.count > 1 })
        addSingulars()
        for (words, phrase) in spelled
        where words.count > 1 && senses(phrase) == [.filler] && words.contains(where: isMenuWord) {
            menuFillers.insert(phrase)
        }
        addHints(menu)
        addShortOptionNames(menu, language)
        addShortNames(menu)
        addImperatives(language)
        addFamilies(menu, language)
        addExcluded(menu, language)
        addGenericNouns(menu, language)
        addSplitNames()
        knownWords = ids.count
        addOutOfMenuItems(menu, language)
        addSingulars()
    }

    /// Item names of several words, by their first word; for names with an option said inside them.
    private var splitNames: [String: [(words: [String], items: [Int])]] = [:]

    /// Moves options said inside an item's name before it: "matcha iced latte" becomes "iced matcha latte".
    func reordered(_ words: [String], menu: Menu) -> [String] {
        var words = words
        for start in words.indices {
            for name in splitNames[words[start]] ?? [] {
                guard let inner = insertion(words, at: start, in: name.words) else { continue }
                let ids = ids(Array(words[inner]))
                var groups: Set<String> = []
                forEachMatch(ids, at: 0) { match in
                    if match.count == inner.count, senses(match.phrase).items.isEmpty {
                        groups.formUnion(senses(match.phrase).options.map(\.group))
                    }
                }
                guard name.items.contains(where: { !groups.isDisjoint(with: menu.items[$0].groups) }) else { continue }
                let option = Array(words[inner])
                words.removeSubrange(inner)
                words.insert(contentsOf: option, at: start)
                break
            }
        }
        return words
    }

    /// The range of words inside a name, if its words stand there with others in between.
    private func insertion(_ words: [String], at start: Int, in name: [String]) -> Range<Int>? {
        var prefix = 1
        while prefix < name.count, start + prefix < words.count, words[start + prefix] == name[prefix] { prefix += 1 }
        guard prefix < name.count else { return nil }
        let rest = name[prefix...]
        for end in (start + prefix + 1)..<(start + prefix + 4) where end + rest.count <= words.count {
            if words[end..<end + rest.count].elementsEqual(rest) { return start + prefix..<end }
        }
        return nil
    }

    private mutating func addSplitNames() {
        for (words, phrase) in spelled where words.count > 1 {
            let items = senses(phrase).items
            guard !items.isEmpty, senses(phrase).options.isEmpty else { continue }
            splitNames[words[0], default: []].append((words, items))
        }
    }

    /// Adds out-of-menu items. Phrases with a sense on this menu keep it.
    private mutating func addOutOfMenuItems(_ menu: Menu, _ language: Language) {
        let outOfMenu = OutOfMenuItems(menu: menu, language: language)
        let named =
            outOfMenu.items.map { ($0, Sense.outOfMenuItem) } + outOfMenu.ingredients.map { ($0, .outOfMenuIngredient) }
        let forms = named.flatMap { name, sense in ([name] + Pluralizer.plurals(name).prefix(1)).map { ($0, sense) } }
        for (words, sense) in forms.filter({ !isPhrase($0.0) }) { add(words, sense) }
    }

    func isPhrase(_ words: [String]) -> Bool {
        var isPhrase = false
        forEachMatch(ids(words), at: 0) { match in if match.count == words.count { isPhrase = true } }
        return isPhrase
    }

    private mutating func addSingulars() {
        singulars = [UInt32](repeating: 0, count: ids.count + 1)
        for (word, id) in ids { singulars[Int(id)] = (word.hasSuffix("s") ? ids[String(word.dropLast())] : nil) ?? id }
    }

    private mutating func addAllergens(_ menu: Menu, _ language: Language, _ numbers: NumeralParser) {
        let allergens = Set(
            menu.items.flatMap(\.allergens) + menu.optionGroups.flatMap { $0.options.flatMap(\.allergens) }
        ).sorted()
        for allergen in allergens { addThing(allergen, .allergen(allergen), numbers) }
        for (name, others) in language.allergens.sorted(by: { $0.key < $1.key }) {
            let names = [name] + others
            // A menu may use a synonym ("soya"). An allergen that the menu never names can still be asked about.
            let called = allergens.filter(names.contains)
            for allergen in called.isEmpty ? [name] : called {
                for phrase in names + (language.allergenKinds[name] ?? []) {
                    addThing(phrase, .allergen(allergen), numbers)
                }
                for condition in language.conditions[name] ?? [] {
                    add(condition, .allergen(allergen))
                    add(condition, .question(.allergy))
                }
            }
        }
    }

    private mutating func addLanguage(_ language: Language) {
        for (name, phrases) in language.intents.sorted(by: { $0.key < $1.key }) {
            guard let intent = OrderIntent(rawValue: name) else { continue }
            for phrase in phrases { add(phrase, .intent(intent)) }
        }
        for (name, phrases) in language.amounts.sorted(by: { $0.key < $1.key }) {
            guard let amount = OptionAmount(rawValue: name) else { continue }
            for phrase in phrases {
                add(phrase, .amount(amount))
                if let last = SpokenWords(phrase).words.last, language.numbers.unclear.contains(last) {
                    add(phrase, .several)
                }
            }
        }
        for (name, phrases) in language.questions.sorted(by: { $0.key < $1.key }) {
            guard let question = Sense.Question(rawValue: name) else { continue }
            for phrase in phrases { add(phrase, .question(question)) }
        }
        // "two eight ounce lattes": the second number is the size.
        let words = language.numbers.words
        let ones = words.filter { (1...9).contains($0.value) }.keys, tens = words.filter { $0.value >= 20 }.keys
        for measure in language.measures {
            for number in Array(words.keys) + tens.flatMap({ ten in ones.map { "\(ten) \($0)" } }) {
                add("\(number) \(measure)", .filler)
            }
        }
        for (index, ordinal) in language.numbers.ordinals.prefix(20).enumerated() { add(ordinal, .ordinal(index + 1)) }
        for last in language.lasts { add(last, .ordinal(-1)) }
        for (phrase, count) in language.times { add(phrase, .times(count)) }
        for (phrase, count) in language.multiples { add(SpokenWords(phrase).words, .multiple(count)) }
        for diet in Diet.allCases.map(\.rawValue) {
            add(diet, .diet(diet))
            for eater in language.eaters {
                add("\(eater) \(diet)", .allergen(diet))
                add("\(eater) \(diet)", .question(.allergy))
            }
        }
        let kinds: [([String], Sense)] = [
            (language.units, .unit), (language.measures, .measure), (language.articles, .article),
            (language.definite, .definite), (language.conjunctions, .conjunction),
            (language.also, .also), (language.with, .with), (language.of, .of), (language.to, .to),
            (language.benefactives, .benefactive), (language.locatives, .locative),
            (language.particleVerbs, .particleVerb), (language.particles, .particle), (language.repairs, .repair),
            (language.scratch, .scratch), (language.undo, .undo),
            (language.forget, .forget),
            (language.not, .not), (language.only, .only), (language.edits, .edit), (language.copulas, .copula),
            (language.insteadOf, .insteadOf),
            (language.instead, .instead), (language.references.latest, .latest), (language.references.other, .other),
            (language.references.newestTwo, .newestTwo), (language.references.all, .all),
            (language.references.each, .each), (language.proforms, .proform),
            (language.rest, .rest), (language.halves, .half), (language.plain, .plain), (language.again, .again),
            (language.oneMore, .oneMore),
            (language.restore, .restore), (language.keep, .keep), (language.more, .more), (language.less, .less),
            (language.narrative, .narrative),
            (language.fillers + language.forms.counters + language.forms.itemCounters, .filler),
            (language.alternatives, .alternative), (language.privatives, .privative),
            (language.privativePrefixes, .privativePrefix),
            (language.except, .except), (language.consequences, .conditionMet), (language.otherwise, .conditionUnmet),
        ]
        for (phrases, sense) in kinds {
            for phrase in phrases { add(phrase, sense) }
        }
        for phrase in language.scratch + language.undo + language.forget
        where ["that", "this"].contains(SpokenWords(phrase).words.last) { add(phrase, .demonstrative) }
    }

    /// Word ids; 0 for a word not in the lexicon.
    func ids(_ words: [String]) -> [UInt32] {
        // A plural inside a phrase matches its singular: "mango and passion fruits smoothie".
        words.map { word in
            ids[word] ?? (word.count > 3 && word.hasSuffix("s") ? ids[String(word.dropLast())] : nil) ?? 0
        }
    }

    /// Whether a word id belongs to the menu or the language; such a word is no mishearing by itself.
    func isKnown(_ word: UInt32) -> Bool { word != 0 && word <= knownWords }

    /// The senses of a phrase.
    func senses(_ phrase: Int) -> [Sense] { phraseSenses[phrase] }

    /// The id of a word's singular. Words added since the singulars were collected stand for themselves.
    private func singular(_ word: UInt32) -> UInt32 {
        Int(word) < singulars.count ? singulars[Int(word)] : word
    }

    /// Calls `found` for each phrase that begins at `start`, shortest first.
    func forEachMatch(_ words: [UInt32], at start: Int, _ found: (Match) -> Void) {
        var node = Self.root
        var end = start
        while end < words.count, words[end] != 0,
            let next = edges[Self.key(node, words[end])] ?? edges[Self.key(node, singular(words[end]))]
        {
            node = next
            end += 1
            if ends[Int(node)] >= 0 { found(Match(phrase: Int(ends[Int(node)]), count: end - start)) }
        }
    }

    /// The senses of exactly these words.
    func exact(_ words: [String]) -> [Sense] {
        var found: [Sense] = []
        forEachMatch(ids(words), at: 0) { match in if match.count == words.count { found = senses(match.phrase) } }
        return found
    }

    /// The phrases of the menu's items and options with their indices.
    var menuPhrases: [(words: [String], payload: Int)] {
        spelled.filter { senses($0.payload).contains(where: \.isOfMenu) }
    }

    /// Single words with a sense in the language.
    private(set) var languageWords: Set<String> = []

    var spelled: [(words: [String], payload: Int)] = []
    let corrections: SpeechCorrections
    let numberWords: Set<String>
    var pending: [([String], Sense)] = []
    /// Names of the menu in words, in the order they were added.
    var names: [(words: [String], sense: Sense)] = []

    /// Every word of the menu and the language, without misspellings.
    var vocabulary: Set<String> { Set(spelled.flatMap(\.words)) }

    func isMenuWord(_ word: String) -> Bool {
        var isOfMenu = false
        forEachMatch(ids([word]), at: 0) { match in
            if senses(match.phrase).contains(where: \.isOfMenu) { isOfMenu = true }
        }
        return isOfMenu
    }

    /// Whether a phrase is a filler without a menu word.
    func isFiller(_ phrase: Int) -> Bool { phraseSenses[phrase] == [.filler] && !menuFillers.contains(phrase) }

    /// Adds a menu phrase with its plurals and with digits as words.
    mutating func addThing(_ phrase: String, _ sense: Sense, _ numbers: NumeralParser) {
        let words = SpokenWords(phrase).words
        let spelled = words.flatMap { word in Int(word).flatMap(numbers.spelled) ?? [word] }
        for form in words == spelled ? [words] : [words, spelled] {
            add(form, sense)
            for variant in corrections.variants(of: form) { add(variant, sense, isMisspelled: true) }
            names.append((form, sense))
        }
    }

    mutating func add(_ phrase: String, _ sense: Sense) {
        let words = SpokenWords(phrase).words
        if words.count == 1 { languageWords.formUnion(words) }
        add(words, sense)
        // A spelling without apostrophe: "thats all".
        if words.count > 1, phrase.contains("'") { add(words.map { $0.filter { $0 != "'" } }, sense) }
    }

    /// Adds a sense to a phrase.
    ///
    /// - Parameter isMisspelled: whether it is a known misspelling; those match exactly only, not by sound.
    mutating func add(_ words: [String], _ sense: Sense, isMisspelled: Bool = false) {
        guard !words.isEmpty else { return }
        var node = Self.root
        for word in words {
            let id = ids[word] ?? UInt32(ids.count + 1)
            ids[word] = id
            let key = Self.key(node, id)
            if let next = edges[key] {
                node = next
            } else {
                ends.append(-1)
                edges[key] = UInt32(ends.count - 1)
                node = UInt32(ends.count - 1)
            }
        }
        if ends[Int(node)] < 0 {
            ends[Int(node)] = Int32(phraseSenses.count)
            phraseSenses.append([])
            if !isMisspelled { spelled.append((words, phraseSenses.count - 1)) }
            longest = max(longest, words.count)
        }
        let phrase = Int(ends[Int(node)])
        if !phraseSenses[phrase].contains(sense) { phraseSenses[phrase].append(sense) }
    }

    private static func key(_ node: UInt32, _ word: UInt32) -> UInt64 { UInt64(node) << 32 | UInt64(word) }
}
