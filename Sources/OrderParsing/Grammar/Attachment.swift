internal import Ordering

/// A head (an item or a reference to a line) with everything attached to it.
struct HeadPhrase: Equatable, Sendable {
    enum Referent: Equatable, Sendable {
        /// Indices into `Menu.items`.
        case item([Int])
        case reference(LineReference)
    }

    enum Determiner: Equatable, Sendable {
        case bare, article, definite
    }

    /// Pieces of a line that differ from the others: "one with oat".
    struct Split: Equatable, Sendable {
        /// `nil` for the remainder; several splits share it.
        var count: Int?
        /// Whether it is one of two halves.
        var isHalf = false
        var options: [Chunk] = []
        var diets: [String] = []
    }

    var referent: Referent
    var chunk: Chunk
    var determiner = Determiner.bare
    /// Numbers before the head. Two numbers for one head give no valid quantity.
    var quantities: [Int?] = []
    /// The count of a partitive: "two of the".
    var part: Int?
    /// Options before and after the head.
    var before: [Chunk] = []
    var after: [Chunk] = []
    var diets: [String] = []
    var splits: [Split] = []
    /// A number after the head, and a number of times or pieces: "twice", "two of those".
    var trailing: Int?
    /// Whether only fillers follow that number: "three please" at the end of the phrase.
    var isTrailingAlone = false
    var pieces: Int?
    /// A change of the quantity: "two less" is −2.
    var more: Int?
    /// Whether it is excepted: "all of them except the mocha".
    var isExcepted = false
    var range: Range<Int>
    /// Whether "to", "for" or "with" precedes it.
    var isAfterTo = false
    /// Whether it is a locative, into which the options before it go: "oat milk in the latte".
    var isPlace = false
    var isJoined = false
    /// "one less muffin", "one more muffin"
    var isFewer = false
    var isMore = false

    var quantity: Int? {
        switch quantities.count {
        case 0: nil
        case 1: quantities[0] ?? 0
        default: 0
        }
    }

    var options: [Chunk] { before + after }

    var isItem: Bool { if case .item = referent { true } else { false } }
}

/// The heads of a clause in order, with what attaches to none of them.
struct Attachment: Equatable, Sendable {
    /// Options and a number before the first head.
    var leading: [Chunk] = []
    var leadingDiets: [String] = []
    var leadingQuantity: Int?
    var hasLeadingQuantity = false
    var leadingMore: Int?
    /// A number with a unit and no option: "three scoops".
    var leadingUnits: Int?
    /// Options of a head that is elided and named later: "a large chocolate and a small vanilla shake".
    var ellipsis: [Chunk] = []
    /// Splits of a line said earlier: "one with oat and one with soy".
    var leadingSplits: [HeadPhrase.Split] = []
    var heads: [HeadPhrase] = []

    var isEmpty: Bool {
        leading.isEmpty && leadingDiets.isEmpty && !hasLeadingQuantity && leadingMore == nil && heads.isEmpty
            && leadingSplits.isEmpty
    }
}
