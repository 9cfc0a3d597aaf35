internal import Ordering

/// What one or more segments say together.
struct Chunk: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        /// Indices into `Menu.items`; more than one when the menu gives two items the same name.
        case item([Int])
        case option(OptionPhrase)
        /// What it must not have in it ("gluten free"), or how it must be ("vegan"), as no option of the menu is
        /// called.
        case diet(String)
        /// A number that belongs to no option; `nil` when it is unclear.
        case quantity(Int?)
        /// Before something new, and before something known.
        case article, definite
        case reference(LineReference)
        /// "two of the", before a thing; "two of them", by itself.
        case partOf(Int)
        case pieces(Int)
        case rest, half, plain
        case join, also, with, to, place, particle
        case intent(OrderIntent)
        case only
        case splitRemoval, repair, scratch, undo, forget, not, edit, copula, insteadOf, instead
        case again, oneMore, restore, more, less, except
        /// "no" that is no amount: an answer, or the beginning of a correction.
        case no
        /// The name of a group.
        case group(String)
        /// An amount, unit or "of" that nothing followed.
        case dangling
        /// Tells of something else than what is wanted.
        case narrative
        case filler
        case unknown
    }

    var kind: Kind
    var range: Range<Int>
    /// 0…1: how near the words are to the phrase they were taken for.
    var similarity = 1.0
    var source = ParseSource.nlu
    /// What the words are as an option of another item, where they are an item too: the fries of a meal.
    var asOption: OptionPhrase?
    /// Whether it may tell whom something is for: "for my wife". Any filler of several words counts, as "eight ounce"
    /// does.
    var saysWhom: Bool { kind == .filler && range.count > 1 && !isElsewhere }
    /// Its words that are a name or mean nothing else here.
    var names: Range<Int>?
    /// Whether an option may be said of a piece that is as the thing comes: "one decaf and two regular".
    var mayBePlain = false
    /// Whether it names what other houses have and this one has not.
    var isElsewhere = false
}

/// The options a phrase may mean, with what was said about how much.
struct OptionPhrase: Equatable, Sendable {
    var candidates: [OptionReference]
    var amount: OptionAmount?
    var count: Int?
    /// Whether the count came with a unit ("two pumps") or is the option's own ("double shot").
    var isMeasured = false
    /// Options that the same words leave out: "no sugar" is a sweetness of some items and no sugar in others.
    var leftOut: [OptionReference] = []

    /// Everything the phrase may mean.
    var all: [OptionReference] { candidates + leftOut }
}
