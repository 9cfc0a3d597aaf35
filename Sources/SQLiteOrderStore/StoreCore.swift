internal import Ordering
internal import SQLiteConnection

/// State owned by the store's worker: the database, its lock and its companion files.
final class StoreCore: @unchecked Sendable {
    // Safe: only the store's serial worker touches it.
    private(set) var notice: StoreNotice?

    private enum Condition {
        case open(OrderDatabase)
        /// Damage was found; the file is closed until it has been checked.
        case suspectedDamage
        /// The damaged file was renamed, and the new one does not exist yet.
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
    /// Files recreated since opening; beyond `maxRecreations` the disk is assumed faulty.
    private var recreations = 0
    private static let maxRecreations = 3
    private var lastFailure: String?
    /// Consecutive calls that failed because of the disk.
    private var fileFailures = 0
    /// Whether the log may contain removed data. True after a start, which may follow a crash during a purge.
    private var logNeedsTruncation = true

    init(_ settings: StoreSettings, clock: StoreClock) throws(StoreError) {
        self.settings = settings
        self.clock = clock
        let database: OrderDatabase
        switch settings.place {
        case .memory:
            files = nil
            notice = nil
            database = try OrderDatabase(path: ":memory:", clock: clock, calendar: settings.calendar)
            logNeedsTruncation = false
        case .file(let path):
            let files = StoreFiles(path: path)
            self.files = files
            try files.makeFolder()
            let kind = try FileSystemKind.of(files.folder).kind
            if case .unsafe(let name) = kind, !settings.acceptsAnyFileSystem {
                throw .fileSystem(path: files.folder, name: name)
            }
            // Reading the file would drop the locks of a connection of this process (`StoreFiles`), so an existing lock
            // file is locked first. Without one there is no connection, and no lock file may be created beside another
            // program's file.
            let isNew = try StoreFiles.size(files.lock) == nil
            if isNew { try Self.refuseForeign(files, path) }
            lock = try StoreLock(files)
            if !isNew { try Self.refuseForeign(files, path) }
            let found = try files.makeFile()
            let marks = HighWaterMarks.read(files.marks)
            self.marks = marks
            // Determined before the first write, which a full disk may refuse.
            var reserve = BallastFile(files, bytes: settings.reserveBytes)
            reserve.detect()
            let hadReserve = reserve.isAllocated
            (database, notice) = try Self.open(files, found: found, marks: marks, &reserve, clock, settings)
            // Space released during opening is allocated again by housekeeping when there is room.
            if !hadReserve { reserve.allocate() }
            self.reserve = reserve
        }
        condition = .open(database)
        orders = try OrderQueries(database.connection).count()
        watchNumbers(of: database)
    }

    /// Throws for a file of another program, which must be neither changed nor moved.
    private static func refuseForeign(_ files: StoreFiles, _ path: String) throws(StoreError) {
        guard try StoreOrigin(files) == .ours else { throw .notAStore(path: path) }
    }

    private func watchNumbers(of database: OrderDatabase) {
        database.willAssignNumber = { [weak self] sequence, day, number in self?.advanceMarks(sequence, day, number) }
    }

    /// Opens the file, or creates a new one in place of a damaged or lost one.
    private static func open(
        _ files: StoreFiles, found: Int?, marks: HighWaterMarks?, _ reserve: inout BallastFile, _ clock: StoreClock,
        _ settings: StoreSettings
    ) throws(StoreError) -> (OrderDatabase, StoreNotice?) {
        let notice: StoreNotice?
        if (found ?? 0) == 0, marks != nil {
            // SQLite would treat an empty file as new. A log may be left of it.
            let moved = try files.moveAside(at: clock.wall())
            notice = found == nil ? .lost(path: files.path) : .movedAside(path: moved, reason: "it is empty")
        } else {
            do {
                let database = try reserve.retryingOnFullDisk { () throws(StoreError) in
                    let database = try openTwice(files) { () throws(StoreError) in
                        try Self.database(files, clock, settings)
                    }
                    // The counters of a file restored from a copy are behind.
                    if let marks, try database.counters().sequence < marks.sequence - HighWaterMarks.block {
                        try database.advanceCounters(to: marks)
                    }
                    return database
                }
                return (database, nil)
            } catch {
                // The connection was closed by the error.
                guard (found ?? 0) > 0, error.isSignOfDamage, files.isWritable else { throw error }
                notice = .movedAside(path: try files.moveAside(at: clock.wall()), reason: error.reason)
            }
        }
        return (
            try reserve.retryingOnFullDisk { () throws(StoreError) in
                try createDatabase(files, after: marks, clock, settings)
            }, notice
        )
    }

    /// Opens a file, and tries once more if the disk fails, because the failure may be temporary, and if SQLite reports
    /// damage, which some disk failures cause.
    ///
    /// - Throws: `StoreError.damaged` for a file that repeatedly cannot be read or written while the folder accepts
    ///   another file: its contents are lost, and waiting would not help (fault I4).
    private static func openTwice(_ files: StoreFiles, _ body: () throws(StoreError) -> OrderDatabase)
        throws(StoreError) -> OrderDatabase
    {
        do {
            return try body()
        } catch {
            // First confirm that the disk works again, then retry the file.
            guard error.isSignOfDamage || error.isFailureOfFile && files.acceptsAnotherFile else { throw error }
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

    /// Creates a new database that continues the old one's numbers.
    private static func createDatabase(
        _ files: StoreFiles, after marks: HighWaterMarks?, _ clock: StoreClock, _ settings: StoreSettings
    ) throws(StoreError) -> OrderDatabase {
        _ = try files.makeFile()
        let database = try Self.database(files, clock, settings)
        if let marks { try database.advanceCounters(to: marks) }
        return database
    }

    /// Replaces a database that turns out to be damaged while in use.
    ///
    /// - Returns: whether a database is open.
    private func recreate() throws(StoreError) -> Bool {
        guard let files, recreations < Self.maxRecreations else { return false }
        switch condition {
        case .open(let database): if marks == nil { marks = try? database.counters() }
        case .suspectedDamage, .movedAside, .closed: return false
        }
        condition = .suspectedDamage
        return try reopenOrRecreate(files).isNew
    }

    /// Reopens the file if it is sound after all, and creates a new one if not. The next call continues what fails
    /// here.
    private func reopenOrRecreate(_ files: StoreFiles) throws(StoreError) -> (database: OrderDatabase, isNew: Bool) {
        if case .suspectedDamage = condition {
            do {
                // Memory or the path to the disk may have failed instead of the file.
                let database = try Self.openTwice(files) { () throws(StoreError) in
                    try OrderDatabase.checkThoroughly(
                        try StoreConnection(path: files.path, access: .readWrite, vfs: settings.vfs))
                    return try Self.database(files, clock, settings)
                }
                return (use(database), false)
            } catch {
                guard error.isSignOfDamage, files.isWritable else { throw error }
                notice = .movedAside(path: try files.moveAside(at: clock.wall()), reason: error.reason)
                recreations += 1
                condition = .movedAside
                orders = 0
            }
        }
        return (use(try Self.createDatabase(files, after: marks, clock, settings)), true)
    }

    private func use(_ database: OrderDatabase) -> OrderDatabase {
        condition = .open(database)
        watchNumbers(of: database)
        return database
    }

    /// The open database; opens it again if an earlier attempt failed.
    private func opened() throws(StoreError) -> OrderDatabase {
        switch condition {
        case .open(let database): return database
        case .suspectedDamage, .movedAside:
            guard let files else { throw .closed }
            return try reopenOrRecreate(files).database
        case .closed: throw .closed
        }
    }

    /// Keeps the high-water marks ahead of the numbers. An order does not fail if they cannot be written: they are
    /// needed only after a loss of the file.
    private func advanceMarks(_ sequence: Int, _ day: BusinessDay, _ number: Int) {
        guard let files, marks?.covers(sequence, day, number) != true else { return }
        let ahead = HighWaterMarks.block(after: sequence, day, number)
        do {
            try ahead.write(files)
            marks = ahead
        } catch {
            marks = nil
            lastFailure = "\(error)"
        }
    }

    /// Runs `body` with the database, and once more after releasing the ballast file if the disk is full, or with a new
    /// file if this one is damaged.
    func run<Result>(_ body: (OrderDatabase) throws -> Result) throws -> Result {
        do {
            return try counted { try body(try opened()) }
        } catch let error as StoreError {
            guard try recover(error) else { throw error }
            return try counted { try body(try opened()) }
        }
    }

    /// Tries to remove the cause of an error.
    ///
    /// - Returns: whether the call should be repeated.
    private func recover(_ error: StoreError) throws(StoreError) -> Bool {
        switch error {
        case .full: return reserve?.release() == true
        case .inputOutput(_, _, let doing):
            // The system often remounts a failing disk read-only. That is then the error to report.
            if let files, FileSystemKind.isReadOnly(files.folder) { throw .readOnly(doing: doing) }
            guard error.isFailureOfFile else { return false }
            // A single failure may be temporary. A repeated one is examined like damage, unless the whole disk fails.
            fileFailures += 1
            return fileFailures > 1 && files?.acceptsAnotherFile == true ? try recreate() : false
        case .damaged, .failed: return error.isSignOfDamage ? try recreate() : false
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
            // A value that was rejected says nothing about the store.
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

    /// Whether the log may grow by an event. Orders are always written.
    private func hasRoomInLog() throws -> Bool {
        guard let files, let log = try StoreFiles.size(files.log), log > settings.maxLogBytes else { return true }
        // The log may have grown in one step without any reader.
        return try run { try $0.checkpointWithoutWaiting() }
    }

    /// Removes old data without a trace, for a person who waits.
    func purge(olderThanDays days: Int) throws -> PurgeResult {
        var pass = try run { try $0.beginPurge(olderThanDays: days, trustsClock: true) }
        while pass.stage != .done { pass = try purgePart(pass) }
        try run { try $0.eraseFreedSpace() }
        return PurgeResult(orders: pass.orders, sessions: pass.sessions, files: removeMovedAside(pass))
    }

    /// Starts a purge. Also allocates the ballast file if there is space, even if the clock is not set.
    func beginPurge(olderThanDays days: Int) throws -> PurgePass {
        reserve?.allocate()
        return try run { try $0.beginPurge(olderThanDays: days, trustsClock: false) }
    }

    /// Performs one part of a purge.
    ///
    /// - Returns: the progress, and the number of files removed with the last part.
    func purge(_ pass: PurgePass) throws -> (pass: PurgePass, files: Int) {
        guard try hasRoomInLog() else { throw StoreError.busy(doing: "remove old orders") }
        let next = try purgePart(pass)
        // Events are removed before their session, so any part after the clock check may have removed some.
        if case .clock = pass.stage {} else { logNeedsTruncation = files != nil }
        guard next.stage == .done else { return (next, 0) }
        if logNeedsTruncation {
            try run { try $0.truncateLog() }
            logNeedsTruncation = false
        }
        // The store's own times show that the retention time has passed; nothing else confirms the clock.
        return (next, next.hasOld ? removeMovedAside(next) : 0)
    }

    /// One part, whose result counts even if later parts fail.
    private func purgePart(_ pass: PurgePass) throws -> PurgePass {
        let next = try run { try $0.purge(pass) }
        orders -= next.orders - pass.orders
        return next
    }

    private func removeMovedAside(_ pass: PurgePass) -> Int {
        files?.removeMovedAside(before: Int64(pass.cutoff) / 1_000, now: clock.wall().epochMilliseconds / 1_000) ?? 0
    }

    func health() -> StoreHealth {
        StoreHealth(
            path: files?.path, notice: notice,
            freeBytes: files.flatMap { try? FileSystemKind.of($0.folder).freeBytes } ?? Int.max,
            databaseBytes: size(files?.path), logBytes: size(files?.log), hasReserve: reserve?.isAllocated ?? false,
            droppedEvents: droppedEvents, orders: orders,
            failures: failures, lastFailure: lastFailure, sqliteVersion: StoreConnection.libraryVersionText)
    }

    private func size(_ path: String?) -> Int { path.flatMap { try? StoreFiles.size($0) } ?? 0 }

    func close() {
        if files != nil, case .open(let database) = condition { try? database.checkpoint() }
        condition = .closed
        lock = nil
    }
}
