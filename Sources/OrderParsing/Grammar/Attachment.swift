internal import Ordering

/// Something named in a clause, an item or a line spoken of before, with all that belongs to it.
struct HeadPhrase: Equatable, Sendable {
    enum Head: Equatable, Sendable {
        /// Indices into `Menu.items`.
        case item([Int])
        case reference(LineReference)
    }

    enum Determiner: Equatable, Sendable {
        case bare, article, definite
    }

    /// Pieces of a line that differ from the others: "one with oat".
    struct Split: Equatable, Sendable {
        /// `nil` for the rest; several share it.
        var count: Int?
        /// Whether it is one of two halves.
        var isHalf = false
        var options: [Chunk] = []
        var diets: [String] = []
    }

    var head: Head
    var headElement: Chunk
    var determiner = Determiner.bare
    /// Numbers before the head; two numbers for one thing are no number.
    var quantities: [Int?] = []
    /// "two of the": pieces of a line.
    var part: Int?
    /// Options before and behind the head.
    var before: [Chunk] = []
    var after: [Chunk] = []
    var diets: [String] = []
    var splits: [Split] = []
    /// A number that follows the head by itself, and one that says how often: "twice", "two of those".
    var trailing: Int?
    /// Whether nothing but fillers stand around that number: "three please" behind all that is said of the thing.
    var isTrailingAlone = false
    var pieces: Int?
    var range: Range<Int>
    /// Whether "to", "for" or "with" leads from what stands before to it.
    var isAfterTo = false
    /// Whether the options before it are to go into it: "oat milk in the latte".
    var isPlace = false
    var isJoined = false
    /// "one less muffin"
    var isFewer = false

    var quantity: Int? {
        switch quantities.count {
        case 0: nil
        case 1: quantities[0] ?? 0
        default: 0
        }
    }

    var options: [Chunk] { before + after }

    var isItem: Bool { if case .item = head { true } else { false } }
}

/// What a clause names, in order.
struct Attachment: Equatable, Sendable {
    /// Options and a number before anything is named.
    var leading: [Chunk] = []
    var leadingDiets: [String] = []
    var leadingQuantity: Int?
    var hasLeadingQuantity = false
    var leadingMore: Int?
    /// A number with a unit and no option: "three scoops".
    var leadingUnits: Int?
    /// A thing that was begun and whose name comes with the next: "a large chocolate and a small vanilla shake".
    var ellipsis: [Chunk] = []
    /// "one with oat and one with soy", of something said before.
    var leadingSplits: [HeadPhrase.Split] = []
    var anchors: [HeadPhrase] = []

    var isEmpty: Bool {
        leading.isEmpty && leadingDiets.isEmpty && !hasLeadingQuantity && leadingMore == nil && anchors.isEmpty
            && leadingSplits.isEmpty
    }
}
