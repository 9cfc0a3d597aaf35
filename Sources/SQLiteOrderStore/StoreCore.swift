internal import Ordering

/// What the store's worker owns: the file, its lock and what lies beside it.
final class StoreCore: @unchecked Sendable {
    // Sendable: everything in it is touched by the store's worker alone, one call after another.
    private(set) var notice: StoreNotice?

    private enum Condition {
        case open(OrderDatabase)
        /// Damage was found; the file is not open until it was checked.
        case suspect
        /// The damaged file was moved aside, and the new one is not made yet.
        case movedAside
        case closed
    }

    private let settings: StoreSettings
    private let clock: StoreClock
    private let files: StoreFiles?
    private var lock: StoreLock?
    private var condition: Condition
    private var reserve: BallastFile?
    private var marks: HighWaterMarks?
    private var orders = 0
    private var droppedEvents = 0
    private var failures = 0
    /// New files begun while the store was open: more than a few, and the disk is the matter.
    private var healings = 0
    private static let mostHealings = 3
    private var lastFailure: String?
    /// Calls in a row that the disk failed.
    private var fileFailures = 0
    /// Whether the log may hold what was removed: also after a start, which may follow a death within a purge.
    private var owesLog = true

    init(_ settings: StoreSettings, clock: StoreClock) throws(StoreError) {
        self.settings = settings
        self.clock = clock
        let database: OrderDatabase
        switch settings.place {
        case .memory:
            files = nil
            notice = nil
            database = try OrderDatabase(path: ":memory:", clock: clock, calendar: settings.calendar)
            owesLog = false
        case .file(let path):
            let files = StoreFiles(path: path)
            self.files = files
            try files.makeFolder()
            let kind = try FileSystemKind.of(files.folder).kind
            if case .unsafe(let name) = kind, !settings.acceptsAnyFileSystem {
                throw .fileSystem(path: files.folder, name: name)
            }
            // A look at the file would drop the locks of a connection that this process has to it (`StoreFiles`), and
            // so comes after a lock that is there. Where there is none, nobody has a connection, and none must be left
            // beside another program's file.
            let isNew = try StoreFiles.size(files.lock) == nil
            if isNew { try Self.refuseForeign(files, path) }
            lock = try StoreLock(files)
            if !isNew { try Self.refuseForeign(files, path) }
            let found = try files.makeFile()
            let marks = HighWaterMarks.read(files.marks)
            self.marks = marks
            // Known before the first write, which a full disk may refuse.
            var reserve = BallastFile(files, bytes: settings.reserveBytes)
            reserve.find()
            let hadReserve = reserve.isHeld
            (database, notice) = try Self.open(files, found: found, marks: marks, &reserve, clock, settings)
            // What was given up for the opening is taken again by housekeeping, when there is space.
            if !hadReserve { reserve.take() }
            self.reserve = reserve
        }
        condition = .open(database)
        orders = try OrderQueries(database.connection).count()
        watchNumbers(of: database)
    }

    /// Another program's file is neither changed nor moved, whatever is wrong with it as a store.
    private static func refuseForeign(_ files: StoreFiles, _ path: String) throws(StoreError) {
        guard try StoreOrigin(files) == .ours else { throw .notAStore(path: path) }
    }

    private func watchNumbers(of database: OrderDatabase) {
        database.willUse = { [weak self] sequence, day, number in self?.mark(sequence, day, number) }
    }

    /// Opens the file, or a new one in place of a damaged or lost one.
    private static func open(
        _ files: StoreFiles, found: Int?, marks: HighWaterMarks?, _ reserve: inout BallastFile, _ clock: StoreClock,
        _ settings: StoreSettings
    ) throws(StoreError) -> (OrderDatabase, StoreNotice?) {
        let notice: StoreNotice?
        if (found ?? 0) == 0, marks != nil {
            // SQLite would take an empty file for a new one. A log may be left of it.
            let moved = try files.moveAside(at: clock.wall())
            notice = found == nil ? .lost(path: files.path) : .movedAside(path: moved, reason: "it is empty")
        } else {
            do {
                let database = try reserve.lend { () throws(StoreError) in
                    let database = try openTwice(files) { () throws(StoreError) in
                        try Self.database(files, clock, settings)
                    }
                    // A file from a copy has counters that are behind.
                    if let marks, try database.counters().sequence < marks.sequence - HighWaterMarks.block {
                        try database.skip(to: marks)
                    }
                    return database
                }
                return (database, nil)
            } catch {
                // The connection has ended with the error.
                guard (found ?? 0) > 0, error.isSignOfDamage, files.isWritable else { throw error }
                notice = .movedAside(path: try files.moveAside(at: clock.wall()), reason: error.reason)
            }
        }
        return (try reserve.lend { () throws(StoreError) in try begin(files, after: marks, clock, settings) }, notice)
    }

    /// Opens a file; once more where the disk fails, which may have been for a moment, and where SQLite finds damage,
    /// which is what it makes of some such failures.
    ///
    /// - Throws: `StoreError.damaged` for a file that cannot be read or written again and again, while the folder takes
    ///   another: the disk has lost what is in it, and a kiosk that waits for that would wait for ever (fault I4).
    private static func openTwice(_ files: StoreFiles, _ body: () throws(StoreError) -> OrderDatabase)
        throws(StoreError) -> OrderDatabase
    {
        do {
            return try body()
        } catch {
            // First the proof that the disk works again, then the file's second chance.
            guard error.isSignOfDamage || error.isFailureOfFile && files.takesAnother else { throw error }
        }
        do {
            return try body()
        } catch {
            throw error.isFailureOfFile ? .damaged(message: error.reason) : error
        }
    }

    private static func database(_ files: StoreFiles, _ clock: StoreClock, _ settings: StoreSettings) throws(StoreError)
        -> OrderDatabase
    {
        try OrderDatabase(path: files.path, clock: clock, calendar: settings.calendar, vfs: settings.vfs)
    }

    /// A new file, whose numbers go on after the old one's.
    private static func begin(
        _ files: StoreFiles, after marks: HighWaterMarks?, _ clock: StoreClock, _ settings: StoreSettings
    ) throws(StoreError) -> OrderDatabase {
        _ = try files.makeFile()
        let database = try Self.database(files, clock, settings)
        if let marks { try database.skip(to: marks) }
        return database
    }

    /// Begins a new file when the one in use turns out to be damaged.
    ///
    /// - Returns: whether there is one now.
    private func heal() throws(StoreError) -> Bool {
        guard let files, healings < Self.mostHealings else { return false }
        switch condition {
        case .open(let database): if marks == nil { marks = try? database.counters() }
        case .suspect, .movedAside, .closed: return false
        }
        condition = .suspect
        return try mend(files).isNew
    }

    /// Opens the file if it is sound after all, and a new one if it is not. What cannot be done of that is left to the
    /// next call.
    private func mend(_ files: StoreFiles) throws(StoreError) -> (database: OrderDatabase, isNew: Bool) {
        if case .suspect = condition {
            do {
                // Memory or the way to the disk may have failed, and not the file.
                let database = try Self.openTwice(files) { () throws(StoreError) in
                    try OrderDatabase.checkThoroughly(
                        try Connection(path: files.path, access: .readWrite, vfs: settings.vfs))
                    return try Self.database(files, clock, settings)
                }
                return (use(database), false)
            } catch {
                guard error.isSignOfDamage, files.isWritable else { throw error }
                notice = .movedAside(path: try files.moveAside(at: clock.wall()), reason: error.reason)
                healings += 1
                condition = .movedAside
                orders = 0
            }
        }
        return (use(try Self.begin(files, after: marks, clock, settings)), true)
    }

    private func use(_ database: OrderDatabase) -> OrderDatabase {
        condition = .open(database)
        watchNumbers(of: database)
        return database
    }

    /// The database, once more where it could not be opened before.
    private func opened() throws(StoreError) -> OrderDatabase {
        switch condition {
        case .open(let database): return database
        case .suspect, .movedAside:
            guard let files else { throw .closed }
            return try mend(files).database
        case .closed: throw .closed
        }
    }

    /// Keeps the marks ahead of the numbers. Where they cannot be written an order goes on all the same: they matter
    /// when the file is lost.
    private func mark(_ sequence: Int, _ day: BusinessDay, _ number: Int) {
        guard let files, marks?.cover(sequence, day, number) != true else { return }
        let ahead = HighWaterMarks.ahead(of: sequence, day, number)
        do {
            try ahead.write(files)
            marks = ahead
        } catch {
            marks = nil
            lastFailure = "\(error)"
        }
    }

    /// Does something with the database; once more after giving up the reserve where the disk is full, or in a new file
    /// where this one is damaged.
    func run<Result>(_ body: (OrderDatabase) throws -> Result) throws -> Result {
        do {
            return try counted { try body(try opened()) }
        } catch let error as StoreError {
            guard try remedy(error) else { throw error }
            return try counted { try body(try opened()) }
        }
    }

    /// Does what can be done about an error.
    ///
    /// - Returns: whether the same call may work now.
    private func remedy(_ error: StoreError) throws(StoreError) -> Bool {
        switch error {
        case .full: return reserve?.giveUp() == true
        case .inputOutput(_, _, let doing):
            // A disk that fails is often made read-only by the system, and then that is what there is to mend.
            if let files, FileSystemKind.isReadOnly(files.folder) { throw .readOnly(doing: doing) }
            guard error.isFailureOfFile else { return false }
            // Once may pass. What comes again is looked into, as damage is, unless all of the disk fails.
            fileFailures += 1
            return fileFailures > 1 && files?.takesAnother == true ? try heal() : false
        case .damaged, .failed: return error.isSignOfDamage ? try heal() : false
        default: return false
        }
    }

    private func counted<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            let result = try body()
            lastFailure = nil
            fileFailures = 0
            return result
        } catch {
            // What is refused for its contents says nothing of the store.
            if (error as? StoreError)?.isRefusal != true {
                failures += 1
                lastFailure = "\(error)"
            }
            throw error
        }
    }

    func place(_ order: NewOrder) throws -> OrderReceipt {
        let receipt = try run { try $0.place(order) }
        if receipt.isNew { orders += 1 }
        return receipt
    }

    func record(event json: String, session: String) throws {
        guard try hasRoomInLog() else {
            droppedEvents += 1
            throw StoreError.busy(doing: "store an event")
        }
        try run { try $0.record(event: json, session: session) }
    }

    /// Whether the log may grow by what can wait; orders cannot.
    private func hasRoomInLog() throws -> Bool {
        guard let files, let log = try StoreFiles.size(files.log), log > settings.longestLogBytes else { return true }
        // It may have grown in one piece with nobody in the way.
        return try run { try $0.emptyLogIfFree() }
    }

    /// Removes what is old and overwrites it, for a person who waits.
    func purge(olderThanDays days: Int) throws -> PurgeResult {
        var pass = try run { try $0.beginPurge(olderThanDays: days, believesClock: true) }
        while pass.stage != .done { pass = try part(of: pass) }
        try run { try $0.overwriteRemoved() }
        return PurgeResult(orders: pass.orders, sessions: pass.sessions, files: removeMovedAside(pass))
    }

    /// Begins a pass, and takes the reserve again where there is space: whatever the clock says.
    func beginPurge(olderThanDays days: Int) throws -> PurgePass {
        reserve?.take()
        return try run { try $0.beginPurge(olderThanDays: days, believesClock: false) }
    }

    /// Does one part of a pass.
    ///
    /// - Returns: the pass, and the files that were removed with its last part.
    func purge(_ pass: PurgePass) throws -> (pass: PurgePass, files: Int) {
        guard try hasRoomInLog() else { throw StoreError.busy(doing: "remove old orders") }
        let next = try part(of: pass)
        // Events go before their session, so whatever comes after the judgement may have removed some.
        if case .clock = pass.stage {} else { owesLog = files != nil }
        guard next.stage == .done else { return (next, 0) }
        if owesLog {
            try run { try $0.cutLog() }
            owesLog = false
        }
        // By its own times the store was used for so many days; without that nothing speaks for the clock.
        return (next, next.hasOld ? removeMovedAside(next) : 0)
    }

    /// One part by itself, so that what it has removed counts whatever becomes of the others.
    private func part(of pass: PurgePass) throws -> PurgePass {
        let next = try run { try $0.purge(pass) }
        orders -= next.orders - pass.orders
        return next
    }

    private func removeMovedAside(_ pass: PurgePass) -> Int {
        files?.removeMovedAside(before: Int64(pass.border) / 1_000, now: clock.wall().epochMilliseconds / 1_000) ?? 0
    }

    func health() -> StoreHealth {
        StoreHealth(
            path: files?.path, notice: notice,
            freeBytes: files.flatMap { try? FileSystemKind.of($0.folder).freeBytes } ?? Int.max,
            databaseBytes: size(files?.path), logBytes: size(files?.log), hasReserve: reserve?.isHeld ?? false,
            droppedEvents: droppedEvents, orders: orders,
            failures: failures, lastFailure: lastFailure, sqliteVersion: Connection.libraryVersionText)
    }

    private func size(_ path: String?) -> Int { path.flatMap { try? StoreFiles.size($0) } ?? 0 }

    func close() {
        if files != nil, case .open(let database) = condition { try? database.checkpoint() }
        condition = .closed
        lock = nil
    }
}
