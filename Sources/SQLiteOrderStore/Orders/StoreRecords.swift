public import Ordering

/// An order as it is stored.
public struct StoredOrder: Equatable, Sendable {
    public var order: NewOrder
    /// What was called out; unique within its business day.
    public var number: Int
    /// Ascends over all orders.
    public var sequence: Int
    public var day: BusinessDay
    /// When, by the wall clock of the moment.
    public var placed: WallTime
    /// Which opening of the store it was, counted from 1, and in which boot of the machine.
    public var start: Int
    public var boot: String
}

/// An event of a session as it is stored.
public struct StoredEvent: Equatable, Sendable {
    /// From 1, within its session.
    public var sequence: Int
    /// Milliseconds since 1970 by the wall clock of the moment.
    public var epochMilliseconds: Int64
    /// One line.
    public var json: String
}

/// The owner's figures of some business days.
public struct OwnerFigures: Equatable, Sendable {
    public var orders = 0
    /// Orders without a touch: by voice from the first word to the yes.
    public var unaided = 0
    /// Questions that had to be asked again, corrections by guests, and utterances, of all sessions.
    public var reasks = 0
    public var corrections = 0
    public var utterances = 0
    /// Sessions that ended, with and without an order.
    public var sessions = 0
    /// From the session's begin to its end, of those with an order; 0 without any.
    public var meanMillisecondsPerOrder = 0
    /// Takings in minor units by currency.
    public var totals: [String: Money] = [:]

    public init() {}
}

/// What opening the store found that the owner must know.
public enum StoreNotice: Equatable, Sendable {
    /// The file was damaged and has another name now; orders in it are not listed any more.
    case movedAside(path: String, reason: String)
    /// The file is gone, while what lies beside it says that there was one.
    case lost(path: String)

    /// A sentence for people.
    public var description: String {
        switch self {
        case .movedAside(let path, let reason):
            "the store was damaged (\(reason)) and was moved to \(path); a new one has begun"
        case .lost(let path): "the store \(path) has disappeared; a new one has begun"
        }
    }
}

/// How the store is.
public struct StoreHealth: Equatable, Sendable {
    /// The file; `nil` for a store in memory.
    public var path: String?
    public var notice: StoreNotice?
    /// Of the disk, for this process.
    public var freeBytes: Int
    /// Of the file and of its write-ahead log.
    public var databaseBytes: Int
    public var logBytes: Int
    /// Whether the space kept back for a full disk is there.
    public var hasReserve: Bool
    /// Events not stored because a reader keeps the write-ahead log from being emptied.
    public var droppedEvents: Int
    public var orders: Int
    /// Calls that failed since the start, and the last one's sentence while none has succeeded since.
    public var failures: Int
    public var lastFailure: String?
    /// For example `3.40.1`.
    public var sqliteVersion: String
}

/// What a purge removed.
public struct PurgeResult: Equatable, Sendable {
    public var orders: Int
    public var sessions: Int
    /// Damaged stores that had been moved aside.
    public var files: Int
}
