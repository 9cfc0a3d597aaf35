internal import Ordering

/// Value of a slot.
enum SlotValue {
    case text(String)
    /// A menu name; `nil` if the menu does not have it.
    case name(String?)
    case names([String])
    /// Complete phrases.
    case texts([String])
}

/// Fills the slots of a language's sentences.
struct SentenceFiller: Sendable {
    let language: FeedbackLanguage
    /// ISO 4217 code of the prices.
    let currency: String
    /// The language's grammar, with the plurals and word order of the menu's names.
    let grammar: FeedbackGrammar
    /// Grammar of the menu's language; `nil` where it is that of the sentences, or unknown.
    private let names: FeedbackGrammar?

    init(language: FeedbackLanguage, store: Store) {
        self.language = language
        currency = store.currency
        let menuLanguage = try? FeedbackLanguage.builtIn(store.locale)
        names = menuLanguage?.locale == language.locale ? nil : menuLanguage?.grammar
        grammar = names.map(language.grammar.naming) ?? language.grammar
    }

    /// An option group's name in the language of the sentences, where that is known.
    func name(of group: OptionGroup) -> String {
        names.flatMap { language.grammar.group(named: group.name, in: $0) } ?? group.name
    }

    /// The word for an allergen or diet of the menu in the language of the sentences, where that is known.
    func term(_ name: String) -> String { language.grammar.terms[name] ?? name }

    /// Fills a sentence. A slot without a value is left empty; the language check and the tests exclude this.
    func fill(_ key: SentenceKey, _ values: [String: SlotValue] = [:]) -> String {
        guard let template = language.sentences[key] else { return "" }
        return template.parts.map { part in
            switch part {
            case .text(let text): return text
            case .slot(let slot):
                let filled = values[slot.name].map { words($0, slot) } ?? ""
                return slot.isCapitalised ? filled.capitalisedFirst : filled
            }
        }.joined()
    }

    func list(_ parts: [String], joint: String = "and") -> String { grammar.list(parts, joint: joint) }

    private func words(_ value: SlotValue, _ slot: SentenceTemplate.Slot) -> String {
        switch value {
        case .text(let text): text
        case .name(let name): grammar.noun(name, form: slot.form, isPlural: slot.isPlural)
        case .names(let names):
            list(names.map { grammar.noun($0, form: slot.form, isPlural: slot.isPlural) }, joint: slot.joint)
        case .texts(let texts): list(texts, joint: slot.joint)
        }
    }

    // MARK: Money

    /// Formats an amount as it is written: `$4.25`, `4,25 €` with a no-break space.
    func money(_ amount: Money) -> String {
        let number = amount.decimals(currency: currency, point: grammar.money.decimal)
        let sign = Currency.sign(currency)
        // A currency code is always separated from the number by a space.
        let pattern =
            sign == nil && !grammar.money.pattern.contains("\u{A0}") ? "{sign} {amount}" : grammar.money.pattern
        return (amount.minorUnits < 0 ? "-" : "")
            + pattern.replacing("{amount}", with: number).replacing("{sign}", with: sign ?? currency)
    }

    /// Spoken form of an amount that `money` wrote: "4 dollars and 25 cents"; `nil` for any other word.
    func spokenMoney(_ word: some StringProtocol) -> String? {
        guard let name = grammar.money.currencies[currency], let sign = Currency.sign(currency) else { return nil }
        let pattern = grammar.money.pattern.replacing("{sign}", with: sign)
        guard let slot = pattern.firstRange(of: "{amount}") else { return nil }
        let before = pattern[..<slot.lowerBound], after = pattern[slot.upperBound...]
        guard word.count > before.count + after.count, word.hasPrefix(before), word.hasSuffix(after) else { return nil }
        let parts = word.dropFirst(before.count).dropLast(after.count).split(
            separator: grammar.money.decimal, omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }),
            let units = Int(parts[0])
        else { return nil }
        let cents = parts.count == 2 ? Int(parts[1]) ?? 0 : 0
        guard parts.count == 1 || parts[1].count == Currency.minorDigits(currency) else { return nil }
        let say = cents == 0 ? grammar.money.whole : units == 0 ? grammar.money.small : grammar.money.mixed
        // The names of cents are masculine in every language.
        let count = grammar.money.count(units, gender: name.gender)
        let small = units == 0 ? grammar.money.count(cents, gender: nil) : String(cents)
        return say.replacing("{units}", with: count).replacing("{unit}", with: units == 1 ? name.one : name.many)
            .replacing("{cents}", with: small).replacing("{cent}", with: cents == 1 ? name.cent : name.cents)
    }
}
