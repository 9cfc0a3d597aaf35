public import Ordering
internal import PlatformSupport

/// Where a store is and how it is kept.
public struct StoreSettings: Sendable {
    public enum Place: Equatable, Sendable {
        case file(String)
        /// Forgotten with the process: for demonstrations.
        case memory
    }

    public var place: Place
    public var calendar = BusinessCalendar()
    /// Space kept back for a full disk, in bytes; 0 for none. 64 MiB is some hundred thousand orders.
    public var reserveBytes = 64 << 20
    /// Log length in bytes from which events are dropped, because a reader keeps it from being emptied; orders go on.
    /// At least 4 MiB.
    public var longestLogBytes = 16 << 20
    /// Whether file systems that forget are taken: for tests and containers, never for a kiosk.
    public var acceptsAnyFileSystem = false
    /// SQLite's file layer by its name: for tests that let it fail.
    var vfs: String?

    public init(_ place: Place) { self.place = place }
}

/// The order store: one SQLite file, one connection, one thread.
///
/// An acknowledged order has reached the medium (`synchronous=FULL`, read back at the start). All members may be called
/// from any task; calls run one after another. A caller that is cancelled gets `CancellationError` while its call may
/// still be carried out: `place` it again with the same id to know. After an error the next call works if its cause is
/// gone; there is nothing to reopen.
public final class SQLiteOrderStore: OrderStore, Sendable {
    private let worker: SerialWorker
    private let core: StoreCore
    /// What opening found.
    public let notice: StoreNotice?

    private init(_ core: StoreCore, on worker: SerialWorker) {
        self.core = core
        self.worker = worker
        notice = core.notice
    }

    deinit {
        // The connection ends where it lived.
        let core = core
        worker.submit { core.close() }
    }

    /// Opens a store, and makes it where there is none.
    ///
    /// A damaged file is moved aside, never deleted, and a new one made (`notice`); this is tried once, so that a bad
    /// disk ends in an error and not in a loop. Numbers go on after those of the damaged file.
    ///
    /// - Parameter clock: times and days; `StoreClock.system(earliest:)` for the machine's.
    /// - Throws: `StoreError`: the place is not safe, another process writes to it, or a newer Brews made it.
    public static func open(_ settings: StoreSettings, clock: StoreClock) async throws -> SQLiteOrderStore {
        let worker = SerialWorker(label: "store")
        return SQLiteOrderStore(try await worker.run { try StoreCore(settings, clock: clock) }, on: worker)
    }

    public func place(_ order: NewOrder) async throws -> OrderReceipt {
        try await worker.run { [core] in try core.place(order) }
    }

    public func saveCart(_ lines: [StoredLine], session: String) async throws {
        try await run { try $0.saveCart(lines, session: session) }
    }

    public func takeSavedCart() async throws -> (session: String, lines: [StoredLine])? {
        try await run { try $0.takeSavedCart() }
    }

    /// - Throws: as `OrderStore` says; also `StoreError.busy` for an event that is dropped because a reader keeps the
    ///   log long.
    public func record(event json: String, session: String) async throws {
        try await worker.run { [core] in try core.record(event: json, session: session) }
    }

    public func end(session: String, reason: String, figures: [String: Int]) async throws {
        try await run { try $0.end(session: session, reason: reason, figures: figures) }
    }

    /// Orders after a sequence, ascending; at most `limit`.
    public func orders(after sequence: Int = 0, since day: BusinessDay? = nil, limit: Int = 1_000) async throws
        -> [StoredOrder]
    {
        try await run { try OrderQueries($0.connection).orders(after: sequence, since: day, limit: limit) }
    }

    /// The owner's figures of today, by the wall clock; of the newest business day where that is not set.
    public func figuresToday() async throws -> OwnerFigures {
        try await run { database in
            let day = try database.today()
            return try OrderQueries(database.connection).figures(from: day, to: day)
        }
    }

    /// Removes orders, sessions, events and damaged files that are older than some days, down to the last byte, for a
    /// person who asks for it and answers for the clock. The file is written anew, which takes minutes for a large one
    /// on a card, and other calls wait.
    ///
    /// - Parameter days: 1 or more; less counts as 1.
    public func purge(olderThanDays days: Int) async throws -> PurgeResult {
        try await worker.run { [core] in try core.purge(olderThanDays: max(1, days)) }
    }

    /// Removes what is older than some days in small parts, so that another call waits for one at most; writes nothing
    /// where nothing is old. Before that it takes the reserve again, where there is space.
    ///
    /// Deleted rows and pages are overwritten, and the log is cut off. The space is used again and not given back, and
    /// a piece of a row may stay in a page that later rows share, until they go too; `purge(olderThanDays:)` leaves
    /// neither.
    ///
    /// - Parameters:
    ///   - days: 1 or more; less counts as 1.
    ///   - pause: awaited before each part, for example until nobody orders. What it throws ends the purge; what is
    ///     done stays done.
    /// - Throws: `StoreError.clockNotSet`; `.clockLeapt` where the clock cannot be believed, and then nothing is
    ///   removed; `.busy` where a reader keeps the log; or as the file is.
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

    /// How the store is. Does not touch the disk's data, so that it answers when the disk fails.
    public func health() async throws -> StoreHealth {
        try await worker.run { [core] in core.health() }
    }

    /// Empties the log, closes the file, and lets others have it. Later calls throw `StoreError.closed`.
    public func close() async {
        try? await worker.run { [core] in core.close() }
    }

    private func run<Result: Sendable>(_ body: @escaping @Sendable (OrderDatabase) throws -> Result) async throws
        -> Result
    {
        try await worker.run { [core] in try core.run(body) }
    }
}
