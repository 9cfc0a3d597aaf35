public import Ordering
internal import PlatformSupport
internal import SQLiteConnection

/// Settings of an order store.
public struct StoreSettings: Sendable {
    /// Where a store keeps its data.
    public enum Place: Equatable, Sendable {
        /// A database file at an absolute path.
        case file(String)
        /// In memory, for demonstrations. Lost with the process.
        case memory
    }

    /// Location of the data.
    public var place: Place
    /// Calendar of business days.
    public var calendar = BusinessCalendar()
    /// Size of the ballast file that reserves disk space, in bytes; 0 for none. The default of 64 MiB holds some
    /// hundred thousand orders.
    public var reserveBytes = 64 << 20
    /// Log size in bytes, at least 4 MiB, beyond which events are dropped because a reader blocks checkpoints. Orders
    /// are still stored.
    public var maxLogBytes = 16 << 20
    /// Whether file systems that lose data are accepted: for tests and containers, never for a kiosk.
    public var acceptsAnyFileSystem = false
    /// Name of an SQLite VFS, for tests that inject faults.
    var vfs: String?

    /// Creates settings with the defaults.
    public init(_ place: Place) { self.place = place }
}

/// The order store: one SQLite file, one connection, one thread.
///
/// An acknowledged order is on the medium (`synchronous=FULL`, read back at the start). All members can be called from
/// any task; calls run one after another. A cancelled caller gets `CancellationError` although its call may still take
/// effect: `place` the order again with the same id to find out. After an error the next call works if the cause is
/// gone; there is nothing to reopen.
///
/// ```swift
/// let store = try await SQLiteOrderStore.open(
///     StoreSettings(.file("/var/lib/brews/orders.sqlite")), clock: .system(earliest: 1_767_225_600))
/// let receipt = try await store.place(order)
/// print(receipt.number)
/// ```
public final class SQLiteOrderStore: OrderStore, Sendable {
    private let worker: SerialWorker
    private let core: StoreCore
    /// Condition found at opening; `nil` if there was none.
    public let notice: StoreNotice?

    private init(_ core: StoreCore, on worker: SerialWorker) {
        self.core = core
        self.worker = worker
        notice = core.notice
    }

    deinit {
        // The connection must be closed on its worker.
        let core = core
        worker.submit { core.close() }
    }

    /// Opens a store, or creates one.
    ///
    /// A damaged file is renamed, never deleted, and replaced by a new one (`notice`). This is tried once, so that a
    /// faulty disk causes an error and not a loop. Numbers continue after those of the damaged file.
    ///
    /// - Parameters:
    ///   - settings: location and limits.
    ///   - clock: source of times and days; `StoreClock.system(earliest:)` for the machine's clocks.
    /// - Throws: `StoreError`: the location is unsafe, another process has the store open, or a newer Brews created it.
    public static func open(_ settings: StoreSettings, clock: StoreClock) async throws -> SQLiteOrderStore {
        let worker = SerialWorker(label: "store")
        return SQLiteOrderStore(try await worker.run { try StoreCore(settings, clock: clock) }, on: worker)
    }

    /// Stores an order, or returns the receipt of the order already stored with this id.
    ///
    /// - Throws: `StoreError`; `differentOrder` if another order has this id.
    public func place(_ order: NewOrder) async throws -> OrderReceipt {
        try await worker.run { [core] in try core.place(order) }
    }

    /// Stores the open cart of a session in place of the previous one; a cart without lines deletes it.
    ///
    /// - Throws: `StoreError`.
    public func saveCart(_ cart: OpenCart) async throws {
        try await run { try $0.saveCart(cart) }
    }

    /// Returns the stored cart and deletes it; `nil` if there is none.
    ///
    /// - Throws: `StoreError`.
    public func takeSavedCart() async throws -> OpenCart? {
        try await run { try $0.takeSavedCart() }
    }

    /// Notes what became of an order; the newest mark counts.
    ///
    /// - Throws: `StoreError`; `unknownOrder` where there is none with this id.
    public func mark(_ mark: OrderMark, order: String) async throws {
        try await run { try $0.mark(mark, order: order) }
    }

    /// Notes the menu that is served, unless it was the last one noted.
    ///
    /// - Parameter changes: the owner's changes to the menu file, as JSON.
    /// - Throws: `StoreError`.
    public func note(menu digest: String, changes: String) async throws {
        try await run { try $0.note(menu: digest, changes: changes) }
    }

    /// The latest menus that were served, newest first; at most `limit`.
    public func servedMenus(limit: Int = 100) async throws -> [ServedMenu] {
        try await run { try OrderQueries($0.connection).servedMenus(limit: limit) }
    }

    /// The orders of today by the wall clock, newest first; at most `limit`.
    public func ordersToday(limit: Int = 200) async throws -> [StoredOrder] {
        try await run { database in
            try OrderQueries(database.connection).newest(of: try database.today(), limit: limit)
        }
    }

    /// What today has brought in by the wall clock.
    ///
    /// - Parameter sellers: most items that are listed as sold most.
    public func takingsToday(sellers: Int) async throws -> DayTakings {
        try await run { database in
            try OrderQueries(database.connection).takings(of: try database.today(), sellers: sellers)
        }
    }

    /// Ids of the items that were sold most today and on the days before it, the best first.
    ///
    /// - Parameters:
    ///   - days: number of business days, 1 or more.
    ///   - limit: most items.
    public func sellers(days: Int, limit: Int) async throws -> [String] {
        try await run { database in
            let first = BusinessDay(daysSince1970: try database.today().daysSince1970 - (days - 1))
            return try OrderQueries(database.connection).sellers(since: first, limit: limit)
        }
    }

    /// The order with an id; `nil` for none.
    public func order(id: String) async throws -> StoredOrder? {
        try await run { try OrderQueries($0.connection).order(id: id) }
    }

    /// Appends an event to a session's log.
    ///
    /// - Throws: `StoreError`; `busy` if the event is dropped because a reader blocks checkpoints.
    public func record(event json: String, session: String) async throws {
        try await worker.run { [core] in try core.record(event: json, session: session) }
    }

    /// Ends a session and stores its figures.
    ///
    /// - Throws: `StoreError`.
    public func end(session: String, reason: String, figures: [String: Int]) async throws {
        try await run { try $0.end(session: session, reason: reason, figures: figures) }
    }

    /// Orders with a greater sequence number, ascending; at most `limit`.
    public func orders(after sequence: Int = 0, since day: BusinessDay? = nil, limit: Int = 1_000) async throws
        -> [StoredOrder]
    {
        try await run { try OrderQueries($0.connection).orders(after: sequence, since: day, limit: limit) }
    }

    /// Figures of today by the wall clock; of the latest business day if the clock is not set.
    public func figuresToday() async throws -> OwnerFigures {
        try await run { database in
            let day = try database.today()
            return try OrderQueries(database.connection).figures(from: day, to: day)
        }
    }

    /// Removes all data older than some days without a trace, on request of a person who has checked the clock. The
    /// file is rewritten, which takes minutes for a large one on an SD card; other calls wait.
    ///
    /// - Parameter days: 1 or more; less counts as 1.
    /// - Throws: `StoreError`.
    public func purge(olderThanDays days: Int) async throws -> PurgeResult {
        try await worker.run { [core] in try core.purge(olderThanDays: max(1, days)) }
    }

    /// Removes data older than some days in small parts, so that another call waits for at most one part. Writes
    /// nothing if nothing is old. Also allocates the ballast file again if there is space.
    ///
    /// Deleted rows and pages are overwritten, and the log is truncated. The file does not shrink, and parts of a row
    /// can remain in a shared page until that page is reused; `purge(olderThanDays:)` avoids both.
    ///
    /// - Parameters:
    ///   - days: 1 or more; less counts as 1.
    ///   - pause: awaited before each part, for example until no guest is ordering. An error it throws ends the purge;
    ///     finished parts are kept.
    /// - Throws: `StoreError.clockNotSet`; `.clockJumped` if the clock is implausible, and then nothing is removed;
    ///   `.busy` while a reader blocks the log; or the error of the file.
    public func purge(olderThanDays days: Int, beforeEachPart pause: @Sendable () async throws -> Void) async throws
        -> PurgeResult
    {
        try await pause()
        var (pass, files) = (try await worker.run { [core] in try core.beginPurge(olderThanDays: days) }, 0)
        while pass.stage != .done {
            try await pause()
            (pass, files) = try await worker.run { [core, pass] in try core.purge(pass) }
        }
        return PurgeResult(orders: pass.orders, sessions: pass.sessions, files: files)
    }

    /// State of the store. Does not read the database, so that it answers while the disk fails.
    public func health() async throws -> StoreHealth {
        try await worker.run { [core] in core.health() }
    }

    /// Truncates the log, closes the file and releases the lock. Later calls throw `StoreError.closed`.
    public func close() async {
        try? await worker.run { [core] in core.close() }
    }

    private func run<Result: Sendable>(_ body: @escaping @Sendable (OrderDatabase) throws -> Result) async throws
        -> Result
    {
        try await worker.run { [core] in try core.run(body) }
    }
}
