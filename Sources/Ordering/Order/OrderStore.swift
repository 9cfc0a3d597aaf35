/// A line as it is stored, printed and exported: the menu's names and prices of the moment, none of the guest's own
/// words.
public struct StoredLine: Equatable, Sendable, Codable {
    public struct Option: Equatable, Sendable, Codable {
        public var group: String
        public var id: String
        public var name: String
        public var amount: OptionAmount?
        public var count: Int?

        public init(group: String, id: String, name: String, amount: OptionAmount? = nil, count: Int? = nil) {
            self.group = group
            self.id = id
            self.name = name
            self.amount = amount
            self.count = count
        }
    }

    public var itemId: String
    public var name: String
    public var quantity: Int
    public var options: [Option]
    /// Of one piece, minor units.
    public var unitPrice: Money

    public init(itemId: String, name: String, quantity: Int, options: [Option], unitPrice: Money) {
        self.itemId = itemId
        self.name = name
        self.quantity = quantity
        self.options = options
        self.unitPrice = unitPrice
    }
}

/// An order to place.
public struct NewOrder: Equatable, Sendable, Codable {
    /// UUID made when the order was read back: placing it again changes nothing.
    public var id: String
    public var session: String
    public var lines: [StoredLine]
    public var total: Money
    public var currency: String
    /// SHA-256 of the menu file, hexadecimal: prices are of that menu.
    public var menuDigest: String

    public init(id: String, session: String, lines: [StoredLine], total: Money, currency: String, menuDigest: String) {
        self.id = id
        self.session = session
        self.lines = lines
        self.total = total
        self.currency = currency
        self.menuDigest = menuDigest
    }
}

/// Wall-clock time, only ever stored and shown: nothing is decided by it.
public struct WallTime: Equatable, Sendable, Codable {
    /// Milliseconds since 1970, UTC.
    public var epochMilliseconds: Int64
    /// Whether the clock was set since boot; kiosks without a battery start in the past.
    public var isTrusted: Bool

    public init(epochMilliseconds: Int64, isTrusted: Bool) {
        self.epochMilliseconds = epochMilliseconds
        self.isTrusted = isTrusted
    }
}

/// What an order is known by once it is stored.
public struct OrderReceipt: Equatable, Sendable {
    public var id: String
    /// The number that is called out: 1, 2, … anew each business day; never twice in a day, whatever the clock does.
    public var number: Int
    /// Ascends over all orders ever.
    public var sequence: Int
    /// Whether the order was stored by this call, and not by an earlier one with the same id.
    public var isNew: Bool

    public init(id: String, number: Int, sequence: Int, isNew: Bool) {
        self.id = id
        self.number = number
        self.sequence = sequence
        self.isNew = isNew
    }
}

/// An error of a store that knows what is at fault.
public protocol OrderStoreError: Error {
    /// Whether the store works, and only does not take what it was given.
    var isRefusal: Bool { get }
}

/// Keeps orders, so that none that was acknowledged is ever lost.
///
/// Every call returns when what it did would survive a power cut. All members may be called from any task; they run one
/// after another.
public protocol OrderStore: Sendable {
    /// Stores an order, once however often it is called with the same id, and forgets the session's open cart with it.
    ///
    /// - Throws: the store's error; then the order is not placed, and the same call may be made again.
    func place(_ order: NewOrder) async throws -> OrderReceipt

    /// Keeps the open cart, so that a restart finds it; no lines forget it.
    func saveCart(_ lines: [StoredLine], session: String) async throws

    /// The cart that was open when the process ended, once: it is forgotten by this call.
    func takeSavedCart() async throws -> (session: String, lines: [StoredLine])?

    /// Adds to the session's event log.
    ///
    /// - Parameter json: one event, without the guest's own words unless the owner has asked for them.
    func record(event json: String, session: String) async throws

    /// Ends a session.
    ///
    /// - Parameters:
    ///   - reason: raw value of a `SessionEndReason`.
    ///   - figures: of this session, by name, for the owner's figures: `utterances`, `reasks`, `corrections`,
    ///     `touches`, `milliseconds`.
    func end(session: String, reason: String, figures: [String: Int]) async throws
}
