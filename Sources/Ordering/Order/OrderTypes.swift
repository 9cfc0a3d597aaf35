/// How much of an option.
public enum OptionAmount: String, CaseIterable, Equatable, Sendable, Codable {
    /// None of it. Not called `none`, which an optional amount already has.
    case without = "none"
    case light, regular, extra
}

/// An option of an item as the guest gave it.
public struct SelectedOption: Equatable, Sendable, Codable {
    /// Which option of which group.
    public var option: OptionReference
    /// What else the words may mean, for a line of another item.
    public var alternatives: [SelectedOption]
    /// Light, extra, none; `nil` when the guest said no amount.
    public let amount: OptionAmount?
    /// A number that was said for it ("two pumps" is 2), 1…100.
    public let count: Int?
    /// Exactly the words that gave it, lower case; empty when it is a default.
    public let spoken: String
    /// 0…1: how surely the words mean this option.
    public var confidence: Double
    /// Which parser gave it.
    public var source: ParseSource

    public init(
        option: OptionReference, alternatives: [SelectedOption] = [], amount: OptionAmount? = nil, count: Int? = nil,
        spoken: String = "", confidence: Double = 1,
        source: ParseSource = .rules
    ) {
        self.option = option
        self.alternatives = alternatives
        self.amount = amount
        self.count = count
        self.spoken = spoken
        self.confidence = confidence
        self.source = source
    }
}

/// An item as it was understood, before anything was checked against the menu's limits and rules.
public struct ParsedOrderItem: Equatable, Sendable, Codable {
    /// Id of the menu item.
    public var itemId: String
    /// The menu's name for it.
    public var name: String
    /// What was asked for; a number outside 1…`maxQuantity` is kept as it is and answered with a question.
    public var quantity: Int
    public var options: [SelectedOption]
    /// All the words that gave the line, lower case, in their order.
    public var spoken: String
    /// The words that gave the item alone, lower case.
    public var nameSpoken: String
    /// 0…1: the item together with its quantity and options.
    public var confidence: Double
    /// Which parser gave the item itself; options carry their own.
    public var source: ParseSource
    /// Other items that the same words mean; the guest is asked which.
    public var alternatives: [String]
    /// "the latte": one that is there already, if there is one.
    public var isDefinite: Bool
    /// Whether a number was said.
    public var isCounted = false
    /// Options that the same words may mean, where something with such a group is spoken of.
    public var asOption: [SelectedOption]
    /// Options that were said of it and that it does not come with: what the guest is told once.
    public var refused: [SelectedOption] {
        get { anyRefused ?? [] }
        set { anyRefused = newValue.isEmpty ? nil : newValue }
    }
    private var anyRefused: [SelectedOption]?
    /// Allergens that must not be in it and other ways to eat ("vegan"), with which it is compared whenever it changes.
    public var diets: [String] {
        get { anyDiets ?? [] }
        set { anyDiets = newValue.isEmpty ? nil : newValue }
    }
    private var anyDiets: [String]?

    private enum CodingKeys: String, CodingKey {
        case itemId, name, quantity, options, spoken, nameSpoken, confidence, source, alternatives, isDefinite,
            isCounted, asOption
        // Event logs of earlier versions do not have these.
        case anyRefused = "refused"
        case anyDiets = "diets"
    }

    public init(
        itemId: String, name: String, quantity: Int, options: [SelectedOption], spoken: String, nameSpoken: String,
        confidence: Double,
        source: ParseSource = .rules, alternatives: [String] = [], isDefinite: Bool = false,
        asOption: [SelectedOption] = []
    ) {
        self.itemId = itemId
        self.name = name
        self.quantity = quantity
        self.options = options
        self.spoken = spoken
        self.nameSpoken = nameSpoken
        self.confidence = confidence
        self.source = source
        self.alternatives = alternatives
        self.isDefinite = isDefinite
        self.asOption = asOption
    }
}

/// What a guest wants to do.
public enum OrderIntent: String, CaseIterable, Equatable, Sendable, Codable {
    case order, add, remove, change, replace, clear, readCart, `repeat`, help, confirm, decline, checkout, cancel
    /// Something the menu may answer.
    case question
    /// Nothing of the utterance was understood.
    case unknown
}

/// Which part of the understanding gave a result.
public enum ParseSource: String, Equatable, Sendable, Codable {
    /// The learned parser.
    case learned = "ai"
    /// The rule parser.
    case rules = "nlu"
    case hybrid
    case fallback
}

/// What an utterance means.
public struct OrderParseResult: Equatable, Sendable, Codable {
    /// The one word for it; `acts` have the whole.
    public var intent: OrderIntent
    /// Items to add, or to take away when the intent is `remove`, as far as the utterance itself says.
    public var items: [ParsedOrderItem]
    /// What to do, in order.
    public var acts: [OrderAct]
    /// 0…1.
    public var confidence: Double
    public var source: ParseSource
    /// What was left aside, as sentences for people.
    public var warnings: [String]
    /// Words that meant nothing, in order.
    public var unread: [String]
    /// Words that mean nothing by themselves and say whom something is for, in order: "for Sarah". Nobody's business,
    /// as the unread ones.
    public var names: [String] {
        get { anyNames ?? [] }
        set { anyNames = newValue.isEmpty ? nil : newValue }
    }
    private var anyNames: [String]?
    /// Whether the words end as if more were to come ("a large latte with").
    public var isUnfinished: Bool

    private enum CodingKeys: String, CodingKey {
        case intent, items, acts, confidence, source, warnings, unread, isUnfinished
        case anyNames = "names"
    }

    public init(
        intent: OrderIntent, items: [ParsedOrderItem] = [], acts: [OrderAct] = [], confidence: Double,
        source: ParseSource, warnings: [String] = [],
        unread: [String] = [], names: [String] = [], isUnfinished: Bool = false
    ) {
        self.intent = intent
        self.items = items
        self.acts = acts
        self.confidence = confidence
        self.source = source
        self.warnings = warnings
        self.unread = unread
        anyNames = names.isEmpty ? nil : names
        self.isUnfinished = isUnfinished
    }

    /// What is said of a line that is not named: options and a quantity for the open question, or for the newest line.
    public var looseChange: LineChange {
        for case .change(.latest, let change) in acts { return change }
        return LineChange()
    }
}

/// Understands utterances. Implementations are pure: the same words give the same result, from any thread.
public protocol OrderParser: Sendable {
    /// - Parameter transcript: what was said, in any case and with any characters; at most 400 characters and 60 words
    ///   are read, longer ones are refused with a warning.
    func parse(_ transcript: String) -> OrderParseResult
}
