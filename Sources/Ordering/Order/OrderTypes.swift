/// The amount of an option.
public enum OptionAmount: String, CaseIterable, Equatable, Sendable, Codable {
    /// None of it. It is not called `none`, which an optional amount has already.
    case without = "none"
    /// A small amount.
    case light
    /// The usual amount.
    case regular
    /// A large amount.
    case extra
}

/// An option that was chosen or declined for an item.
public struct SelectedOption: Equatable, Sendable, Codable {
    /// The option.
    public var option: OptionReference
    /// Other options that the same words mean, for a line of another item.
    public var alternatives: [SelectedOption]
    /// The amount; `nil` when none was said.
    public let amount: OptionAmount?
    /// The count, 1…100: 2 for "two pumps"; `nil` when none was said.
    public let count: Int?
    /// The words for the option, lower case; empty for a touch or a default.
    public let spoken: String
    /// Confidence that the words mean this option, 0…1.
    public var confidence: Double

    /// Creates an option.
    public init(
        option: OptionReference, alternatives: [SelectedOption] = [], amount: OptionAmount? = nil, count: Int? = nil,
        spoken: String = "", confidence: Double = 1
    ) {
        self.option = option
        self.alternatives = alternatives
        self.amount = amount
        self.count = count
        self.spoken = spoken
        self.confidence = confidence
    }
}

/// How the words for an item relate it to the lines that are in the order already.
public enum ItemRelation: String, Equatable, Sendable, Codable {
    /// One more of a line: "one more latte".
    case more
    /// The only line that is wanted: "just the latte".
    case only
    /// Said after a no: "no thanks, just the latte". What is in the order stays.
    case kept
    /// Said again with what was left open: "a large latte" after "a latte".
    case restated
}

/// An ordered item as parsed or touched, before it is checked against the menu's constraints.
public struct ParsedOrderItem: Equatable, Sendable, Codable {
    /// Id of the menu item.
    public var itemId: String
    /// The menu's name of the item.
    public var name: String
    /// The requested quantity. A number outside 1…`maxQuantity` is kept; the cart asks about it.
    public var quantity: Int
    /// The chosen and declined options.
    public var options: [SelectedOption]
    /// All words for the line, lower case, in their order.
    public var spoken: String
    /// The words for the item alone, lower case.
    public var nameSpoken: String
    /// Confidence of the item with its quantity and options, 0…1.
    public var confidence: Double
    /// Ids of other items that the same words mean; the guest is asked which.
    public var alternatives: [String]
    /// Whether a known line may be meant: "the latte".
    public var isDefinite: Bool
    /// Whether a number was said.
    public var isCounted = false
    /// Relation to the lines of the order; `nil` for a new item.
    public var relation: ItemRelation?
    /// Options that the same words mean for a line with such a group: "onion rings" as a side.
    public var asOption: [SelectedOption]
    /// Options that were said with the item and that it does not come with.
    public var refused: [SelectedOption] = []
    /// Allergens to exclude and diets ("vegan"), checked whenever the item changes.
    public var diets: [String] = []

    /// Creates an item.
    public init(
        itemId: String, name: String, quantity: Int, options: [SelectedOption], spoken: String, nameSpoken: String,
        confidence: Double, alternatives: [String] = [], isDefinite: Bool = false,
        asOption: [SelectedOption] = []
    ) {
        self.itemId = itemId
        self.name = name
        self.quantity = quantity
        self.options = options
        self.spoken = spoken
        self.nameSpoken = nameSpoken
        self.confidence = confidence
        self.alternatives = alternatives
        self.isDefinite = isDefinite
        self.asOption = asOption
    }
}

/// The intent of an utterance.
public enum OrderIntent: String, CaseIterable, Equatable, Sendable, Codable {
    /// Orders something new: "a latte".
    case order
    /// Adds something, in so many words: "add a muffin".
    case add
    /// Removes something.
    case remove
    /// Changes something that is in the order.
    case change
    /// Replaces an item by another.
    case replace
    /// Empties the order: "start over".
    case clear
    /// Asks for the order or its total.
    case readCart
    /// Asks for the last prompt again.
    case `repeat`
    /// Asks for help.
    case help
    /// Says yes.
    case confirm
    /// Says no.
    case decline
    /// Closes the order: "that's all".
    case checkout
    /// Cancels the order.
    case cancel
    /// Asks a question about the menu.
    case question
    /// Greets.
    case greeting
    /// Says thank you.
    case thanks
    /// Says whether the order is to be taken away: "to go".
    case takeaway
    /// Asks for a person.
    case staff
    /// Not understood.
    case unknown
}

/// The parser that a result comes from.
public enum ParseSource: String, Equatable, Sendable, Codable {
    /// The rules.
    case rules = "nlu"
}

/// The meaning of an utterance.
public struct OrderParseResult: Equatable, Sendable, Codable {
    /// The main intent. `acts` have the whole meaning.
    public var intent: OrderIntent
    /// Items to add, or to remove when the intent is `remove`.
    public var items: [ParsedOrderItem]
    /// Dialogue acts, in the order they were said.
    public var acts: [OrderAct]
    /// Confidence, 0…1.
    public var confidence: Double
    /// The parser that the result comes from.
    public private(set) var source = ParseSource.rules
    /// What was ignored, as sentences.
    public var warnings: [String]
    /// Words without a meaning for an order, in order.
    public var unread: [String]
    /// Words that say whom an item is for ("for Sarah"), in order. They are private, as the unread ones.
    public var names: [String]
    /// Whether the utterance ends as if more would follow: "a large latte with".
    public var isUnfinished: Bool

    /// Creates a result.
    public init(
        intent: OrderIntent, items: [ParsedOrderItem] = [], acts: [OrderAct] = [], confidence: Double,
        warnings: [String] = [], unread: [String] = [], names: [String] = [], isUnfinished: Bool = false
    ) {
        self.intent = intent
        self.items = items
        self.acts = acts
        self.confidence = confidence
        self.warnings = warnings
        self.unread = unread
        self.names = names
        self.isUnfinished = isUnfinished
    }

    /// The first change of the line said last: options and a quantity without an item.
    public var looseChange: LineChange {
        for case .change(.latest, let change) in acts { return change }
        return LineChange()
    }
}

/// A parser of utterances. Implementations have no side effects and can be called from any thread.
public protocol OrderParser: Sendable {
    /// Parses a transcript.
    ///
    /// - Parameter transcript: The words, in any case and with any characters. A transcript of more than 400 characters
    ///   or 60 words is not parsed; the result has a warning.
    func parse(_ transcript: String) -> OrderParseResult
}
