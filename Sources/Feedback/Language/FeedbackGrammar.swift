internal import Ordering

/// Grammar of one language, as data: number, gender, articles, adjectives, lists and money.
struct FeedbackGrammar: Equatable, Sendable, Decodable {
    /// Replacement of a word ending. The first rule that matches is applied.
    struct Ending: Equatable, Sendable, Decodable {
        /// Endings that match; an empty string matches any word.
        let ends: [String]
        /// Number of letters removed from the end.
        let cut: Int?
        let add: String
    }

    /// Conjunction before the last element of a list, with its variant before certain letters (Spanish "y" → "e").
    struct Joint: Equatable, Sendable, Decodable {
        let word: String
        let instead: String?
        let before: [String]?
        let notBefore: [String]?
    }

    enum Carrier: String, Equatable, Sendable, Decodable { case first, last, every }

    /// Position of a descriptive option: before or after the item's name, or in the list introduced by "with".
    enum Place: String, Equatable, Sendable, Decodable { case before, after, with }

    struct CurrencyName: Equatable, Sendable, Decodable {
        /// Gender of the unit's name; `m` if the file names none.
        let gender: String?
        let one: String
        let many: String
        let cent: String
        let cents: String
    }

    /// Written and spoken forms of amounts.
    struct MoneyStyle: Equatable, Sendable, Decodable {
        let decimal: String
        /// Template with `{amount}` and `{sign}`.
        let pattern: String
        /// Counts that are spoken otherwise before a name than alone, by gender: Spanish "21" is "veintiún" euros.
        let counts: [String: [String: String]]
        /// Templates with `{units}`, `{unit}`, `{cents}` and `{cent}`.
        let whole: String
        let mixed: String
        let small: String
        let currencies: [String: CurrencyName]

        /// A count as it is spoken before a name of the gender.
        func count(_ number: Int, gender: String?) -> String {
            counts[gender ?? "m"]?[String(number)] ?? String(number)
        }
    }

    /// Written times of day.
    struct TimeStyle: Equatable, Sendable, Decodable {
        /// Template with `{hour}` and `{minute}`, or `{hour12}` and `{half}`.
        let pattern: String
        /// The template for the hour one, and that for full hours, where they differ.
        let one: String?
        let full: String?
        /// The two halves of a day, for `{half}`.
        let halves: [String]?
        /// Names of the days of the week as after "on", Monday first.
        let days: [String]

        /// A time as it is written in the language.
        func text(of time: TimeOfDay) -> String {
            let (hour, minute) = (time.minutes / 60, time.minutes % 60)
            let template = (hour == 1 ? one : nil) ?? (minute == 0 ? full : nil) ?? pattern
            return template.replacing("{hour12}", with: "\((hour + 11) % 12 + 1)")
                .replacing("{hour}", with: "\(hour)")
                .replacing("{minute}", with: minute < 10 ? "0\(minute)" : "\(minute)")
                .replacing("{half}", with: halves.map { $0[hour < 12 ? 0 : 1] } ?? "")
        }
    }

    let money: MoneyStyle
    let times: TimeStyle
    /// Conjunctions by name; at least `and` and `or`.
    let joints: [String: Joint]
    /// Text for an empty list.
    let nothing: String
    /// Text for a name that the menu does not have, by form.
    let unnamed: [String: String]
    /// Names of option groups, by their English name: "size". Menus in another language than the sentences take them
    /// from here.
    let groups: [String: String]
    /// Words for allergens and diets, by the menu's English word: "nuts". Any other word is kept.
    let terms: [String: String]
    /// Whether names keep the menu's capitalisation.
    let keepsCase: Bool
    /// Word of a name that determines its gender.
    let head: Carrier
    /// Whether the first, the last or every word before `stops` takes the plural.
    private(set) var pluralises: Carrier
    /// Words that end the part of a name that takes the plural ("slice of pie"). A word with a final apostrophe is
    /// matched as a prefix.
    private(set) var stops: [String]
    private(set) var plurals: [Ending]
    /// Irregular plurals of names and words, in lower case.
    private(set) var pluralOf: [String: String]
    /// Default gender. Further letters of a gender refine the first.
    let gender: String
    let genderEndings: [[String]]
    let genderOf: [String: [String]]
    /// Articles by form, then by gender. The key has the suffix `.vowel` before a vowel and the prefix `p` in the
    /// plural.
    let articles: [String: [String: String]]
    let vowels: String
    let vowelWords: [String]
    /// Genders and numbers in the order of the adjective forms.
    private(set) var agreement: [String]
    /// Adjective forms in the order of `agreement`, by the form used in menus.
    private(set) var adjectives: [String: [String]]
    /// Default position of descriptive options; `otherSide` lists the exceptions.
    private(set) var adjectivesStand: Place
    private(set) var otherSide: [String]
    /// Whether an option of several words that is not an adjective is treated as a noun ("with dark roast").
    private(set) var phrasesAreThings: Bool
    /// Preposition of noun options ("con hielo"). It is used once, before all of them.
    let withWord: String
    /// First words of options that follow the item unchanged ("con hielo").
    private(set) var leaders: [String]
    /// Whether "no foam" is part of the "with" list or a separate phrase.
    let saysNoneInLine: Bool

    /// This grammar for names of another language: their plurals and word order are those of that language ("2 large
    /// blueberry muffins", not "2 blueberrys muffins large"); articles, lists and amounts are those of the sentences.
    func naming(in other: FeedbackGrammar) -> FeedbackGrammar {
        var grammar = self
        (grammar.pluralises, grammar.stops) = (other.pluralises, other.stops)
        (grammar.plurals, grammar.pluralOf) = (other.plurals, other.pluralOf)
        (grammar.agreement, grammar.adjectives) = (other.agreement, other.adjectives)
        (grammar.adjectivesStand, grammar.otherSide) = (other.adjectivesStand, other.otherSide)
        (grammar.phrasesAreThings, grammar.leaders) = (other.phrasesAreThings, other.leaders)
        return grammar
    }

    /// The word for an option group with this name in the language of `names`; `nil` for any other name.
    func group(named name: String, in names: FeedbackGrammar) -> String? {
        names.groups.first { $0.value.lowercased() == name.lowercased() }.flatMap { groups[$0.key] }
    }

    func knows(form: String) -> Bool { form.isEmpty || form == "name" || articles[form] != nil || unnamed[form] != nil }
}

// MARK: Words

extension FeedbackGrammar {
    /// A menu name as it is written inside a sentence.
    func word(_ name: String) -> String {
        guard keepsCase else { return name.lowercasedUnlessAcronym }
        return adjective(name) == nil ? name : name.lowercased()
    }

    /// A name with the article of a form: "the latte".
    func noun(_ name: String?, form: String, isPlural: Bool) -> String {
        guard let name else {
            return unnamed[form + (isPlural ? "+plural" : "")] ?? unnamed[isPlural ? "plural" : form] ?? unnamed[""]
                ?? ""
        }
        if form == "name" { return name }
        let words = isPlural ? plural(word(name)) : word(name)
        guard let article = articles[form] else { return words }
        return self.article(article, gender: isPlural ? "p" : gender(of: name), before: words) + words
    }

    func article(_ article: [String: String], gender: String, before next: String) -> String {
        let genders = [gender, String(gender.prefix(1))]
        let keys = startsWithVowel(next) ? genders.map { $0 + ".vowel" } + ["vowel"] + genders : genders
        return keys.lazy.compactMap { article[$0] }.first ?? article[self.gender] ?? ""
    }

    private func startsWithVowel(_ text: String) -> Bool {
        guard let first = text.lowercased().first else { return false }
        return vowels.contains(first) || vowelWords.contains { text.lowercased().hasPrefix($0) }
    }

    /// Splits a name before the first stop word.
    private func parts(_ name: String) -> (core: [String], rest: [String]) {
        let words = name.split(separator: " ").map(String.init)
        let stop =
            words.firstIndex { word in
                stops.contains { $0.hasSuffix("'") ? word.lowercased().hasPrefix($0) : word == $0 }
            } ?? 0
        return stop > 0 ? (Array(words[..<stop]), Array(words[stop...])) : (words, [])
    }

    /// Plural of a name: "latte" → "lattes"; "slice of pie" → "slices of pie".
    func plural(_ name: String) -> String {
        var (core, rest) = parts(name)
        if let whole = pluralOf[core.joined(separator: " ").lowercased()] {
            return ([whole] + rest).joined(separator: " ")
        }
        for index in core.indices where pluralises == .every || index == core.count - 1 {
            let word = core[index]
            if let known = pluralOf[word.lowercased()] {
                core[index] = word.first?.isUppercase == true ? known.capitalisedFirst : known
            } else if let rule = plurals.first(where: { $0.ends.contains(where: word.hasSuffix) }) {
                core[index] = word.dropLast(rule.cut ?? 0) + rule.add
            }
        }
        return (core + rest).joined(separator: " ")
    }

    /// Grammatical gender of a name, from the word that determines it.
    func gender(of name: String) -> String {
        let (core, _) = parts(name.lowercased())
        let carrier = (head == .first ? core.first : core.last) ?? ""
        for candidate in [core.joined(separator: " "), carrier] {
            if let known = genderOf.first(where: { $0.value.contains(candidate) }) { return known.key }
        }
        return genderEndings.first { $0.count == 2 && carrier.hasSuffix($0[0]) }?[1] ?? gender
    }

    private func adjective(_ name: String) -> [String]? {
        let word = name.lowercased()
        return adjectives[word] ?? adjectives.values.first { $0.contains(word) }
    }

    /// An option's name inflected to agree with an item; unchanged if it is not an adjective.
    func agreeing(_ name: String, gender: String, isPlural: Bool) -> String {
        if isLed(name) {
            let words = name.split(separator: " ")
            let rest = words.dropFirst().joined(separator: " ")
            return words[0].lowercased() == withWord ? word(rest) : words[0].lowercased() + " " + word(rest)
        }
        guard let forms = adjective(name) else { return word(name) }
        let first = String(gender.prefix(1))
        let wanted = isPlural ? [first + "p", "p"] : [first]
        return agreement.firstIndex(where: wanted.contains).flatMap { $0 < forms.count ? forms[$0] : nil } ?? word(name)
    }

    /// Whether an option's name begins with a word from `leaders`.
    private func isLed(_ name: String) -> Bool {
        let words = name.lowercased().split(separator: " ")
        return phrasesAreThings && words.count > 1 && (leaders + [withWord]).contains { $0 == words[0] }
    }

    /// Position of a descriptive option.
    func place(of name: String) -> Place {
        let words = name.lowercased().split(separator: " ")
        if isLed(name) { return words.first.map(String.init) == withWord ? .with : .after }
        if phrasesAreThings, words.count > 1, adjective(name) == nil { return .with }
        guard let forms = adjective(name), let base = forms.first, otherSide.contains(base) else {
            return adjectivesStand
        }
        return adjectivesStand == .before ? .after : .before
    }

    /// A list in words: "a, b and c".
    func list(_ parts: [String], joint: String) -> String {
        guard let last = parts.last else { return nothing }
        guard parts.count > 1 else { return last }
        return parts.dropLast().joined(separator: ", ") + " \(joints[joint]?.word(before: last) ?? joint) " + last
    }
}

extension FeedbackGrammar.Joint {
    fileprivate func word(before next: String) -> String {
        let next = next.lowercased()
        guard let instead, before?.contains(where: next.hasPrefix) == true,
            notBefore?.contains(where: next.hasPrefix) != true
        else { return word }
        return instead
    }
}

extension String {
    /// Lower case, except words in capitals only ("BLT").
    var lowercasedUnlessAcronym: String {
        split(separator: " ").map { word in
            word.count > 1 && word.allSatisfy { $0.isUppercase || $0.isNumber } ? String(word) : word.lowercased()
        }.joined(separator: " ")
    }

    var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
