internal import Ordering

/// One or more segments with one function in the clause.
struct Chunk: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        /// Indices into `Menu.items`; several if the menu gives items the same name, none for an item not on the menu.
        case item([Int])
        case option(OptionPhrase)
        /// A diet ("vegan") or a free-from requirement ("gluten free") that no option expresses.
        case diet(String)
        /// A number that belongs to no option; `nil` if it has no whole value.
        case quantity(Int?)
        /// Indefinite and definite determiners.
        case article, definite
        case reference(LineReference)
        /// Partitives: "two of the" before a noun, and "two of them" by itself.
        case partitive(Int)
        case pieces(Int)
        case rest, half, plain
        case conjunction, also, with, to, locative, particle
        case intent(OrderIntent)
        case only
        case particleVerb, repair, scratch, undo, forget, not, edit, copula, insteadOf, instead
        case again, oneMore, restore, more, less, except
        /// A "no" that is no amount: an answer, or the beginning of a repair.
        case no
        /// The name of an option group.
        case group(String)
        /// An amount, unit or "of" without its noun.
        case dangling
        /// Narration that orders nothing: "I already had".
        case narrative
        case filler
        case unknown

        var isItem: Bool { if case .item = self { true } else { false } }
    }

    var kind: Kind
    var range: Range<Int>
    /// Similarity of the words to the phrase they were taken for, 0…1.
    var similarity = 1.0
    /// The option reading of a phrase that also names an item: the fries of a meal.
    var asOption: OptionPhrase?
    /// The item that an option's words name where its noun phrase has no other head: "a large hawaiian".
    var asItem: Int?
    /// Whether it may be a benefactive adjunct ("for my wife"): any filler of several words.
    var isBenefactive: Bool { kind == .filler && range.count > 1 && !isOutOfMenu }
    /// Its words that are names of people or unknown.
    var names: Range<Int>?
    /// Whether the option may mean "without changes" of a piece: "one decaf and two regular".
    var mayBePlain = false
    /// Whether it is an article that asks for more of the same: "one more".
    var isMore = false
    /// The option group of which a choice was said that the menu does not have.
    var asksChoices: String?
    /// Whether it names something that this menu does not sell.
    var isOutOfMenu = false
}

/// The candidate options of a phrase with their amount and count.
struct OptionPhrase: Equatable, Sendable {
    var candidates: [OptionReference]
    var amount: OptionAmount?
    var count: Int?
    /// Whether the count has a unit ("two pumps") or is the option's own ("double shot").
    var isMeasured = false
    /// Options that the same words exclude: "no sugar" is a sweetness of some items and excludes sugar from others.
    var excluded: [OptionReference] = []

    /// All candidates, included and excluded.
    var all: [OptionReference] { candidates + excluded }
}
