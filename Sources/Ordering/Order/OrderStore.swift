/// A line as it is stored, printed and exported, with the names and prices at the time of the order. The guest's own
/// words are not stored.
public struct StoredLine: Equatable, Sendable, Codable {
    /// An option of a stored line.
    public struct Option: Equatable, Sendable, Codable {
        /// Id of the group.
        public var group: String
        /// Id of the option in the group.
        public var id: String
        /// The menu's name of the option.
        public var name: String
        /// How much of the option; `nil` for the usual amount.
        public var amount: OptionAmount?
        /// Count of the option, 1…100; `nil` for an option without a number.
        public var count: Int?

        /// Creates an option.
        public init(group: String, id: String, name: String, amount: OptionAmount? = nil, count: Int? = nil) {
            self.group = group
            self.id = id
            self.name = name
            self.amount = amount
            self.count = count
        }
    }

    /// Id of the menu item.
    public var itemId: String
    /// The menu's name of the item.
    public var name: String
    /// How many of the item.
    public var quantity: Int
    /// The chosen options.
    public var options: [Option]
    /// Price of one piece.
    public var unitPrice: Money

    /// Creates a line.
    public init(itemId: String, name: String, quantity: Int, options: [Option], unitPrice: Money) {
        self.itemId = itemId
        self.name = name
        self.quantity = quantity
        self.options = options
        self.unitPrice = unitPrice
    }
}

/// An order that is not placed yet, as it is kept for a restart.
public struct OpenCart: Equatable, Sendable, Codable {
    /// Id of the guest's session.
    public var session: String
    /// The lines that can be ordered.
    public var lines: [StoredLine]
    /// Allergens and diets that the guest named for the whole order, by the menu's words: "nuts", "vegan".
    public var avoids: [String]
    /// What the guest has chosen for the order as a whole; `nil` for nothing.
    public var terms: OrderTerms?

    /// Creates a cart.
    public init(session: String, lines: [StoredLine], avoids: [String] = [], terms: OrderTerms? = nil) {
        self.session = session
        self.lines = lines
        self.avoids = avoids
        self.terms = terms
    }
}

/// An order to place.
public struct NewOrder: Equatable, Sendable, Codable {
    /// UUID of the order. Placing the same id again changes nothing.
    public var id: String
    /// Id of the guest's session.
    public var session: String
    /// The confirmed lines.
    public var lines: [StoredLine]
    /// Allergens and diets that the guest named for the whole order, as in `OpenCart.avoids`.
    public var avoids: [String]
    /// What is to be paid: the lines, and what `details` adds.
    public var total: Money
    /// ISO 4217 code of the prices.
    public var currency: String
    /// SHA-256 of the menu file that the prices are from, hexadecimal.
    public var menuDigest: String
    /// Eat here or to go, name, taxes and tip; `nil` for an order without any.
    public var details: OrderDetails?

    /// Creates an order.
    public init(
        id: String, session: String, lines: [StoredLine], avoids: [String] = [], total: Money, currency: String,
        menuDigest: String, details: OrderDetails? = nil
    ) {
        self.details = details
        self.id = id
        self.session = session
        self.lines = lines
        self.avoids = avoids
        self.total = total
        self.currency = currency
        self.menuDigest = menuDigest
    }
}

/// What became of an order after it was placed. As text in the store and in exports.
public enum OrderMark: String, Equatable, Sendable, Codable, CaseIterable {
    /// Paid at the terminal or the counter.
    case paid
    /// Not paid after all; takes back an earlier mark.
    case open
    /// Cancelled by the staff before it was paid.
    case void
    /// Paid and given back.
    case refunded

    /// Whether the order counts in the takings.
    public var counts: Bool { self == .paid || self == .open }
}

/// Wall-clock time for records and displays. No decision depends on it.
public struct WallTime: Equatable, Sendable, Codable {
    /// Milliseconds since 1970, UTC.
    public var epochMilliseconds: Int64
    /// Whether the clock was set since boot. Kiosks without a clock battery start in the past.
    public var isTrusted: Bool

    /// Creates a time.
    public init(epochMilliseconds: Int64, isTrusted: Bool) {
        self.epochMilliseconds = epochMilliseconds
        self.isTrusted = isTrusted
    }
}

/// The receipt of a stored order.
public struct OrderReceipt: Equatable, Sendable {
    /// Id of the order.
    public var id: String
    /// The order's number, which is called out. It begins at 1 each business day and is never repeated in a day,
    /// whatever the clock does.
    public var number: Int
    /// Number of the order over the whole life of the store, ascending.
    public var sequence: Int
    /// Whether this call stored the order, and no earlier one with the same id.
    public var isNew: Bool

    /// Creates a receipt.
    public init(id: String, number: Int, sequence: Int, isNew: Bool) {
        self.id = id
        self.number = number
        self.sequence = sequence
        self.isNew = isNew
    }
}

/// An error of an order store.
public protocol OrderStoreError: Error {
    /// Whether the store works and only refuses this order.
    var isRefusal: Bool { get }
}

/// A durable store of orders, open carts and session logs.
///
/// Every call returns once its result would survive a power cut. All members can be called from any task and run one
/// after another.
public protocol OrderStore: Sendable {
    /// Stores an order and deletes the session's open cart. Calls with the same id store it once.
    ///
    /// - Throws: the store's error. The order is not placed then, and the call can be repeated.
    func place(_ order: NewOrder) async throws -> OrderReceipt

    /// Saves the open cart for a restart. A cart without lines deletes it.
    func saveCart(_ cart: OpenCart) async throws

    /// Returns the cart that was open when the process ended, and deletes it.
    func takeSavedCart() async throws -> OpenCart?

    /// Notes what became of an order.
    ///
    /// - Parameter order: the order's id.
    /// - Throws: the store's error; a refusal where there is no such order.
    func mark(_ mark: OrderMark, order: String) async throws

    /// Appends an event to the session's log.
    ///
    /// - Parameter json: One event, without the guest's own words unless the owner has enabled them.
    func record(event json: String, session: String) async throws

    /// Ends a session.
    ///
    /// - Parameters:
    ///   - reason: Raw value of a `SessionEndReason`.
    ///   - figures: Figures of the session by name: `utterances`, `reasks`, `corrections`, `touches`, `milliseconds`.
    func end(session: String, reason: String, figures: [String: Int]) async throws
}
