internal import Ordering

/// What a phrase may mean, before its neighbours decide.
enum Sense: Hashable, Sendable {
    enum Question: String, Hashable, Sendable, CaseIterable {
        /// "how much is"; "cost" closes it.
        case price, cost
        /// "what … do you have".
        case which, have
        /// "does … have nuts"; "allergic to".
        case contain, allergy
        /// Begins a question of any kind.
        case open
        /// "you have", which ends a question and begins none.
        case closing
        /// Asks for what no menu says.
        case staff
    }

    // Of the menu.
    /// Index into `Menu.items`.
    case item(Int)
    case option(OptionReference)
    /// Something that is asked for like an item, and is none.
    case strangeItem
    /// What an amount makes this option of: "ice", of which there is "less ice".
    case graded(OptionAmount, OptionReference)
    /// An option that the phrase says no to: "no sugar".
    case leftOut(OptionReference)
    /// A part of its name that only one item has; index into `Menu.items`.
    case shortName(Int)
    /// A word that tells an item from others of its name; index into `Menu.items`.
    case hint(Int)
    /// The name of a group: "milk", "size".
    case group(String)
    case category(String)
    case allergen(String)
    /// "vegan"
    case diet(String)
    // Of the language.
    case amount(OptionAmount)
    case intent(OrderIntent)
    /// A unit that is a shot of coffee: "add a shot".
    case shot
    /// What sizes are measured in, and what stands before whom something is for.
    case measure, forWhom
    case unit, article, definite, join, also, with, of, to, place
    case splitRemoval, particle
    case repair, scratch, undo, forget, not, only, edit, copula, insteadOf, instead
    case latest, other, newestTwo, all, each
    case noun
    /// 1 is the first, −1 the last.
    case ordinal(Int)
    /// "twice" is 2.
    case times(Int)
    /// "forget that", which takes the name of a thing behind it
    case demonstrative
    /// "double", of an option
    case multiple(Int)
    case rest, half, plain, again, oneMore, restore, keep, more, less
    case alternative, lacking, non, except
    /// "if so", "if not"
    case consequence, otherwise
    /// An amount that speaks of several: "a few".
    case several
    case question(Question)
    /// What other houses sell and this one does not, and what is put into things there.
    case elsewhere, flavorElsewhere
    /// Tells of something else than what is wanted: "I already had".
    case narrative
    case filler

    /// Whether it is a part of a phrase that stands for the whole in some places.
    var isPartial: Bool {
        switch self {
        case .graded, .hint, .shortName, .leftOut: true
        default: false
        }
    }

    /// Whether the menu gave it.
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

    var leftOut: [OptionReference] { compactMap { if case .leftOut(let option) = $0 { option } else { nil } } }

    /// How many times an option is meant.
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
