public import Ordering

/// A stored order.
public struct StoredOrder: Equatable, Sendable {
    /// The order as it was placed.
    public var order: NewOrder
    /// Number that is called out; unique within its business day.
    public var number: Int
    /// Sequence number; ascends over all orders.
    public var sequence: Int
    /// Business day of the order.
    public var day: BusinessDay
    /// Wall-clock time at which it was placed.
    public var placed: WallTime
    /// Number of the opening of the store, counted from 1.
    public var start: Int
    /// The kernel's id of the boot.
    public var boot: String
    /// What became of it; `nil` for an order that is to be paid at the counter.
    public var mark: OrderMark?
}

/// A menu that was served.
public struct ServedMenu: Equatable, Sendable {
    /// Wall-clock time from which it was served.
    public var since: WallTime
    /// The digest that its orders carry.
    public var digest: String
    /// The owner's changes to the menu file, as JSON.
    public var changes: String
}

/// A stored event of a session.
public struct StoredEvent: Equatable, Sendable {
    /// Sequence number within the session, from 1.
    public var sequence: Int
    /// Wall-clock time in milliseconds since 1970.
    public var epochMilliseconds: Int64
    /// The event as one line of JSON.
    public var json: String
}

/// Aggregate figures of some business days.
public struct OwnerFigures: Equatable, Sendable {
    /// Orders that are void or refunded; they are among `orders`, and not in `totals`.
    public var takenBack = 0
    /// Number of orders.
    public var orders = 0
    /// Orders placed without touch, by voice only.
    public var unaided = 0
    /// Questions that were repeated, over all sessions.
    public var reasks = 0
    /// Corrections by guests, over all sessions.
    public var corrections = 0
    /// Utterances, over all sessions.
    public var utterances = 0
    /// Ended sessions, with and without an order.
    public var sessions = 0
    /// Mean duration of sessions with an order in milliseconds; 0 without any.
    public var meanMillisecondsPerOrder = 0
    /// Revenue by currency.
    public var totals: [String: Money] = [:]

    /// Creates empty figures.
    public init() {}
}

/// What a business day has brought in.
public struct DayTakings: Sendable {
    /// The orders that are neither void nor refunded, newest first, without their lines.
    public let orders: [StoredOrder]
    /// The items sold most, with how many, best first.
    public let sellers: [(name: String, sold: Int)]
}

/// A condition found at opening that the owner must know about.
public enum StoreNotice: Equatable, Sendable {
    /// The file was damaged and was renamed; its orders are no longer listed.
    case movedAside(path: String, reason: String)
    /// The file is missing although its companion files exist.
    case lost(path: String)

    /// The condition as a sentence.
    public var description: String {
        switch self {
        case .movedAside(let path, let reason):
            "the store was damaged (\(reason)) and was moved to \(path); a new one has begun"
        case .lost(let path): "the store \(path) has disappeared; a new one has begun"
        }
    }
}

/// State of the store.
public struct StoreHealth: Equatable, Sendable {
    /// Path of the database; `nil` for a store in memory.
    public var path: String?
    /// Condition found at opening.
    public var notice: StoreNotice?
    /// Free bytes on the disk for this process.
    public var freeBytes: Int
    /// Size of the database in bytes.
    public var databaseBytes: Int
    /// Size of the write-ahead log in bytes.
    public var logBytes: Int
    /// Whether the ballast file for a full disk is allocated.
    public var hasReserve: Bool
    /// Number of events dropped because a reader blocks checkpoints.
    public var droppedEvents: Int
    /// Number of orders.
    public var orders: Int
    /// Number of failed calls since the start.
    public var failures: Int
    /// Sentence of the latest error; `nil` after a call that succeeded.
    public var lastFailure: String?
    /// Version of SQLite, for example `3.40.1`.
    public var sqliteVersion: String
}

/// Result of a purge.
public struct PurgeResult: Equatable, Sendable {
    /// Number of removed orders.
    public var orders: Int
    /// Number of removed sessions.
    public var sessions: Int
    /// Number of removed damaged files.
    public var files: Int
}
