internal import Ordering

/// What is looked for: words and limits.
public struct CatalogueQuery: Equatable, Sendable {
    /// Most words that are searched; more are ignored.
    public static let mostWords = 16

    /// Words of the title, the creators or the details, in lower case.
    public var words: [String]
    /// Words of the creators alone: what follows "by".
    public var creator: [String]
    /// Kinds of items; empty for all.
    public var kinds: Set<CatalogueKind>
    /// Years of publication; items without one are left out.
    public var years: ClosedRange<Int>?
    /// Highest price in hundredths of the currency's unit; items without a price are left out.
    public var highestPrice: Int?
    /// Ids of allergens that must not be in it; items whose allergens are not known are left out.
    public var withoutAllergens: Set<String>
    /// Whether only items that can be had now are found.
    public var onlyAvailable: Bool

    /// Creates a query of words.
    public init(
        words: [String] = [], creator: [String] = [], kinds: Set<CatalogueKind> = [], years: ClosedRange<Int>? = nil,
        highestPrice: Int? = nil, withoutAllergens: Set<String> = [], onlyAvailable: Bool = false
    ) {
        self.words = words
        self.creator = creator
        self.kinds = kinds
        self.years = years
        self.highestPrice = highestPrice
        self.withoutAllergens = withoutAllergens
        self.onlyAvailable = onlyAvailable
    }

    /// Creates a query of a text's words, without limits.
    public init(text: String) { self.init(words: CatalogueWords.of(text)) }

    /// Whether nothing is looked for.
    public var isEmpty: Bool { words.isEmpty && creator.isEmpty && !hasLimits }

    /// Whether there are limits besides words.
    public var hasLimits: Bool {
        !kinds.isEmpty || years != nil || highestPrice != nil || !withoutAllergens.isEmpty || onlyAvailable
    }

    /// Whether an item is within the limits.
    func admits(_ item: CatalogueItem) -> Bool {
        (kinds.isEmpty || kinds.contains(item.kind))
            && (years.map { range in item.year.map(range.contains) ?? false } ?? true)
            && (highestPrice.map { isWithin($0, item) } ?? true)
            && (withoutAllergens.isEmpty || item.allergens.map { withoutAllergens.isDisjoint(with: $0) } ?? false)
            && (!onlyAvailable || item.isAvailable)
    }

    private func isWithin(_ hundredths: Int, _ item: CatalogueItem) -> Bool {
        guard let price = item.price else { return false }
        let factor = (0..<Currency.minorDigits(item.currency)).reduce(1) { product, _ in product * 10 }
        return price * 100 <= hundredths * factor
    }
}

/// A found item.
public struct CatalogueHit: Equatable, Sendable {
    /// The item.
    public var item: CatalogueItem
    /// How well it fits, 0…1.
    public var score: Double
    /// How the score came about, one reason an entry: "'gatsbi' read as gatsby in the title".
    public var reasons: [String]

    /// Creates a hit.
    public init(item: CatalogueItem, score: Double, reasons: [String] = []) {
        self.item = item
        self.score = score
        self.reasons = reasons
    }
}
