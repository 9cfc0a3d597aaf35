internal import Ordering

/// A word sense: what a phrase may mean before disambiguation by context.
enum Sense: Hashable, Sendable {
    enum Question: String, Hashable, Sendable, CaseIterable {
        /// "how much is", and "cost", which closes such a question.
        case price, cost
        /// "what … do you have".
        case which, have
        /// "does … have nuts"; "allergic to".
        case contain, allergy
        /// Opens any question.
        case open
        /// "you have": closes a question but opens none.
        case closing
        /// A question that only the staff can answer.
        case staff
    }

    // Senses from the menu.
    /// Index into `Menu.items`.
    case item(Int)
    case option(OptionReference)
    /// The noun of a graded option: "ice" of "less ice".
    case graded(OptionAmount, OptionReference)
    /// An option that the phrase excludes: "no sugar".
    case excluded(OptionReference)
    /// A part of a name that is unique on the menu; index into `Menu.items`.
    case shortName(Int)
    /// A word that distinguishes an item from others of its name; index into `Menu.items`.
    case hint(Int)
    /// The name of an option group: "milk", "size".
    case group(String)
    case category(String)
    case allergen(String)
    /// "vegan"
    case diet(String)
    // Senses from the language.
    case amount(OptionAmount)
    case intent(OrderIntent)
    /// A unit that means an espresso shot: "add a shot".
    case shot
    /// A unit of size ("ounce"), and the marker of a beneficiary ("for").
    case measure, benefactive
    case unit, article, definite, conjunction, also, with, of, to, locative
    case particleVerb, particle
    case repair, scratch, undo, forget, not, only, edit, copula, insteadOf, instead
    case latest, other, newestTwo, all, each
    case proform
    /// 1 is first, −1 is last.
    case ordinal(Int)
    /// "twice" is 2.
    case times(Int)
    /// A verb with a demonstrative ("forget that") that takes a noun as its object.
    case demonstrative
    /// A multiplier of an option: "double".
    case multiple(Int)
    case rest, half, plain, again, oneMore, restore, keep, more, less
    case alternative, privative, privativePrefix, except
    /// "if so", "if not"
    case conditionMet, conditionUnmet
    /// A vague quantifier: "a few".
    case several
    case question(Question)
    /// Items and ingredients that other places sell and this menu does not.
    case outOfMenuItem, outOfMenuIngredient
    /// Narration that orders nothing: "I already had".
    case narrative
    case filler
    /// The head noun of a kind of food: "sandwich", "side". Its items on the menu, if any.
    case genericNoun([Int])

    /// Whether it is part of a phrase and stands for the whole only in some contexts.
    var isPartial: Bool {
        switch self {
        case .graded, .hint, .shortName, .excluded, .category, .genericNoun: true
        default: false
        }
    }

    /// Whether it is an item of the menu.
    var isItem: Bool { if case .item = self { true } else { false } }

    /// Whether it comes from the menu.
    var isOfMenu: Bool {
        switch self {
        case .item, .option: true
        default: false
        }
    }
}

extension [Sense] {
    var amount: OptionAmount? {
        for case .amount(let amount) in self { return amount }
        return nil
    }

    var intent: OrderIntent? {
        for case .intent(let intent) in self { return intent }
        return nil
    }

    var options: [OptionReference] { compactMap { if case .option(let option) = $0 { option } else { nil } } }

    var items: [Int] { compactMap { if case .item(let item) = $0 { item } else { nil } } }
    var allergen: String? {
        for case .allergen(let allergen) in self { return allergen }
        return nil
    }

    var hints: [Int] { compactMap { if case .hint(let item) = $0 { item } else { nil } } }

    var excluded: [OptionReference] { compactMap { if case .excluded(let option) = $0 { option } else { nil } } }

    /// The multiplier of an option.
    var multiple: Int? {
        for case .multiple(let count) in self { return count }
        return nil
    }

    var shortName: Int? {
        for case .shortName(let item) in self { return item }
        return nil
    }

    var times: Int? {
        for case .times(let times) in self { return times }
        return nil
    }

    var ordinal: Int? {
        for case .ordinal(let ordinal) in self { return ordinal }
        return nil
    }

    func question(_ kind: Sense.Question) -> Bool { contains(.question(kind)) }
}
