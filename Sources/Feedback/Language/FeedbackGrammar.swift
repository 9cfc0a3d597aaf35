/// How the menu's words are put into sentences: number, gender, articles, adjectives, lists and money. All of it is
/// data.
struct FeedbackGrammar: Equatable, Sendable, Decodable {
    /// A change at the end of a word: the first rule that fits is applied.
    struct Ending: Equatable, Sendable, Decodable {
        /// One of these ends the word; an empty one fits any.
        let ends: [String]
        /// Letters taken away.
        let cut: Int?
        let add: String
    }

    /// The word before the last part of a list, and what stands for it before certain letters (Spanish "y" → "e").
    struct Joint: Equatable, Sendable, Decodable {
        let word: String
        let instead: String?
        let before: [String]?
        let notBefore: [String]?
    }

    enum Carrier: String, Equatable, Sendable, Decodable { case first, last, every }

    /// Where an option stands that describes its item: beside the item's name, or among what it comes with.
    enum Place: String, Equatable, Sendable, Decodable { case before, after, with }

    struct CurrencyName: Equatable, Sendable, Decodable {
        let one: String
        let many: String
        let cent: String
        let cents: String
    }

    /// How amounts are written, and how they are said.
    struct MoneyStyle: Equatable, Sendable, Decodable {
        let decimal: String
        /// With `{amount}` and `{sign}`.
        let pattern: String
        /// With `{units}`, `{unit}`, `{cents}`, `{cent}`.
        let whole: String
        let mixed: String
        let small: String
        let currencies: [String: CurrencyName]
    }

    let money: MoneyStyle
    /// By name; `and` and `or` at least.
    let joints: [String: Joint]
    /// What stands for a list without parts.
    let nothing: String
    /// What stands for a name that the menu does not have, by form.
    let unnamed: [String: String]
    /// Whether names keep the case the menu gives them.
    let keepsCase: Bool
    /// Which word of a name carries its gender.
    let head: Carrier
    /// Whether the last word before `stops` changes in the plural, or every one.
    let pluralises: Carrier
    /// Words that end the part of a name that changes ("slice of pie"); one with an apostrophe at its end is a
    /// beginning.
    let stops: [String]
    let plurals: [Ending]
    /// Plurals of single names and words, in lower case.
    let pluralOf: [String: String]
    /// The gender of a name of which nothing else is known; later letters of a gender refine the first.
    let gender: String
    let genderEndings: [[String]]
    let genderOf: [String: [String]]
    /// By form, then by gender, `.vowel` behind it before a vowel, `p` before a plural.
    let articles: [String: [String: String]]
    let vowels: String
    let vowelWords: [String]
    /// In the order of an adjective's forms.
    let agreement: [String]
    /// By the form that a menu would have: its forms by `agreement`.
    let adjectives: [String: [String]]
    /// Where options stand that describe the item, and which of them stand on the other side.
    let adjectivesStand: Place
    let otherSide: [String]
    /// Whether one that is no adjective and has several words is told like a thing ("with dark roast").
    let phrasesAreThings: Bool
    /// The word that begins an option told like a thing ("con hielo"): it is said once, before all of them.
    let withWord: String
    /// First words of options that follow the item as they are ("con hielo").
    let leaders: [String]
    /// Whether "no foam" stands among what the item comes with, or apart.
    let saysNoneInLine: Bool

    func knows(form: String) -> Bool { form.isEmpty || form == "name" || articles[form] != nil || unnamed[form] != nil }
}

// MARK: Words

extension FeedbackGrammar {
    /// A menu's name as it stands inside a sentence.
    func word(_ name: String) -> String {
        guard keepsCase else { return name.lowercasedUnlessAcronym }
        return adjective(name) == nil ? name : name.lowercased()
    }

    /// "the latte": an article of a form before a name.
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

    /// Words of a name before the first that ends its changing part, and the rest.
    private func parts(_ name: String) -> (core: [String], rest: [String]) {
        let words = name.split(separator: " ").map(String.init)
        let stop =
            words.firstIndex { word in
                stops.contains { $0.hasSuffix("'") ? word.lowercased().hasPrefix($0) : word == $0 }
            } ?? 0
        return stop > 0 ? (Array(words[..<stop]), Array(words[stop...])) : (words, [])
    }

    /// "latte" → "lattes"; "slice of pie" → "slices of pie".
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

    /// The gender of a name, by the word that carries it.
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

    /// An option's name in the form that fits an item, or as it is where it is no adjective.
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

    /// Whether an option's name begins with a word that binds it to the item.
    private func isLed(_ name: String) -> Bool {
        let words = name.lowercased().split(separator: " ")
        return phrasesAreThings && words.count > 1 && (leaders + [withWord]).contains { $0 == words[0] }
    }

    /// Where an option stands that describes its item.
    func place(of name: String) -> Place {
        let words = name.lowercased().split(separator: " ")
        if isLed(name) { return words.first.map(String.init) == withWord ? .with : .after }
        if phrasesAreThings, words.count > 1, adjective(name) == nil { return .with }
        guard let forms = adjective(name), let base = forms.first, otherSide.contains(base) else {
            return adjectivesStand
        }
        return adjectivesStand == .before ? .after : .before
    }

    /// "a, b and c".
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
    /// Lower case, keeping words written in capitals only ("BLT").
    var lowercasedUnlessAcronym: String {
        split(separator: " ").map { word in
            word.count > 1 && word.allSatisfy { $0.isUppercase || $0.isNumber } ? String(word) : word.lowercased()
        }.joined(separator: " ")
    }

    var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
