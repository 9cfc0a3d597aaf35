internal import CSQLite
internal import Foundation
internal import Ordering
internal import SQLiteConnection

/// Reads and writes of the store's tables on one connection; each call is one transaction. One owner, one thread at a
/// time.
final class OrderDatabase {
    /// When a commit returns (`PRAGMA synchronous`).
    enum Durability: Int {
        /// Before data reaches the medium; only for the test that shows the consequence.
        case off = 0
        /// After the log has reached the medium.
        case full = 2
    }

    let connection: StoreConnection
    let clock: StoreClock
    let calendar: BusinessCalendar
    /// Number of this opening, counted from 1.
    private(set) var start = 0
    /// Called inside the transaction before a number is used for the first time.
    var willAssignNumber: (_ sequence: Int, _ day: BusinessDay, _ number: Int) -> Void = { _, _, _ in }

    /// Opens or creates a file, checks it, and migrates it to the latest version.
    ///
    /// The journal is a write-ahead log: a commit is one write and one `fsync`, which reduces wear of SD cards, and
    /// readers do not block writers. SQLite before 3.51.3 can lose commits when a checkpoint races with a write of
    /// another connection; here only one connection writes and checkpoints (`StoreLock`,
    /// `StoreConnection.Access.readOnly`).
    ///
    /// - Parameters:
    ///   - path: absolute, or `:memory:`.
    ///   - vfs: as in `StoreConnection`.
    /// - Throws: `StoreError.damaged` for a damaged file; other errors of the file.
    init(
        path: String, clock: StoreClock, calendar: BusinessCalendar = BusinessCalendar(), vfs: String? = nil,
        durability: Durability = .full
    ) throws(StoreError) {
        connection = try StoreConnection(path: path, access: .create, vfs: vfs)
        self.clock = clock
        self.calendar = calendar
        let isInMemory = path == ":memory:"
        try configure(connection, journal: isInMemory ? "memory" : "wal", durability: durability)
        if try Schema.version(of: connection, path: path) > 0 { try Self.check(connection) }
        let isNew = try Schema.migrate(connection, path: path)
        if !isNew { try Schema.verifyTables(connection) }
        // The header of a new file is written to the file itself, so that an empty file always means that data was
        // lost.
        if isNew, !isInMemory { try checkpoint() }
        start = try connection.transaction(doing: "note the store's start") { () throws(StoreError) in
            try connection.run(
                "INSERT INTO starts (boot, at_ms, clock_trusted) VALUES (?, ?, ?)",
                [.text(clock.boot), .integer(Int(clock.wall().epochMilliseconds)), SQLValue(clock.wall().isTrusted)],
                doing: "note the store's start")
            return try connection.integer("SELECT max(number) FROM starts", doing: "note the store's start")
        }
    }

    /// Applies the settings that orders rely on and reads each one back.
    private func configure(_ connection: StoreConnection, journal: String, durability: Durability) throws(StoreError) {
        let doing = "set up the store"
        try connection.run("PRAGMA cell_size_check = ON", doing: doing)
        // For new files. Small pages: an order changes a dozen of them, and SD cards wear per byte written (fault F10).
        try connection.run("PRAGMA page_size = 1024", doing: doing)
        let mode = try connection.row("PRAGMA journal_mode = WAL", doing: doing) { $0.text(0) } ?? ""
        guard mode == journal else { throw .setting(name: "journal_mode", wanted: journal, found: mode) }
        switch durability {
        case .full: try connection.run("PRAGMA synchronous = FULL", doing: doing)
        case .off: try connection.run("PRAGMA synchronous = OFF", doing: doing)
        }
        try connection.run("PRAGMA foreign_keys = ON", doing: doing)
        try connection.run("PRAGMA secure_delete = ON", doing: doing)
        try connection.run("PRAGMA temp_store = MEMORY", doing: doing)
        // In KiB; a quarter of SQLite's default. An order touches few pages, and a larger cache only grows with the
        // file.
        try connection.run("PRAGMA cache_size = -512", doing: doing)
        // Size to which the log is truncated after a checkpoint.
        try connection.run("PRAGMA journal_size_limit = 4194304", doing: doing)
        let found: [(name: String, wanted: Int, found: Int)] = [
            ("synchronous", durability.rawValue, try connection.integer("PRAGMA synchronous", doing: doing)),
            ("foreign_keys", 1, try connection.integer("PRAGMA foreign_keys", doing: doing)),
            ("secure_delete", 1, try connection.integer("PRAGMA secure_delete", doing: doing)),
        ]
        for setting in found where setting.found != setting.wanted {
            throw .setting(name: setting.name, wanted: "\(setting.wanted)", found: "\(setting.found)")
        }
    }

    /// Checks the whole file including its indexes (`PRAGMA integrity_check`).
    ///
    /// - Throws: `StoreError.damaged` with the first finding.
    static func checkThoroughly(_ connection: StoreConnection) throws(StoreError) {
        try throwIfDamaged(
            try connection.row("PRAGMA integrity_check(1)", doing: "check the store") { $0.text(0) } ?? "no answer")
    }

    /// Converts a finding of a check to an error.
    ///
    /// - Throws: `StoreError.damaged`; `.inputOutput` if the disk could not read a page, which SQLite reports among the
    ///   findings.
    private static func throwIfDamaged(_ finding: String) throws(StoreError) {
        guard finding != "ok" else { return }
        let code = finding.firstRange(of: "error code=").flatMap {
            Int32(finding[$0.upperBound...].prefix(while: \.isNumber))
        }
        if let code, code & 0xFF == SQLITE_IOERR {
            throw .inputOutput(code: code, message: finding, doing: "check the store")
        }
        throw .damaged(message: finding)
    }

    /// Checks the whole file without comparing the contents of indexes (`PRAGMA quick_check`).
    ///
    /// - Throws: `StoreError.damaged` with the first finding.
    static func check(_ connection: StoreConnection) throws(StoreError) {
        try throwIfDamaged(
            try connection.row("PRAGMA quick_check(1)", doing: "check the store") { $0.text(0) } ?? "no answer")
        guard try connection.integer("SELECT count(*) FROM state", doing: "check the store") == 1 else {
            throw .damaged(message: "its counters are missing")
        }
    }

    /// Checkpoints the log. May return before all of it is written while a reader is active.
    func checkpoint() throws(StoreError) {
        try connection.run("PRAGMA wal_checkpoint(TRUNCATE)", doing: "write the log into the file")
    }

    /// Checkpoints as much of the log as readers allow, without waiting (`PRAGMA wal_checkpoint(PASSIVE)`).
    ///
    /// - Returns: whether the whole log was written, so that the next commit starts it again.
    func checkpointWithoutWaiting() throws(StoreError) -> Bool {
        try connection.row("PRAGMA wal_checkpoint(PASSIVE)", doing: "write the log into the file") { row in
            row.integer(0) == 0 && row.integer(1) == row.integer(2)
        } ?? false
    }

    // MARK: Orders

    /// Stores an order, or returns the receipt of an identical stored order.
    func place(_ order: NewOrder) throws(StoreError) -> OrderReceipt {
        try OrderLimits.check(order)
        let doing = "store the order"
        return try connection.transaction(doing: doing) { () throws(StoreError) in
            if let stored = try OrderQueries(connection).order(id: order.id) {
                guard stored.order == order else { throw .differentOrder(id: order.id) }
                return OrderReceipt(id: order.id, number: stored.number, sequence: stored.sequence, isNew: false)
            }
            let wall = clock.wall()
            let session = try session(order.session)
            let (sequence, day, number) = try assignNumber(wall)
            try connection.run(
                """
                INSERT INTO orders (sequence, id, session, start, business_day, number, placed_ms, clock_trusted, \
                total, currency, menu_digest) VALUES (?,?,?,?,?,?,?,?,?,?,?)
                """,
                [
                    .integer(sequence), .text(order.id), .integer(session), .integer(start),
                    .integer(day.daysSince1970), .integer(number),
                    .integer(Int(wall.epochMilliseconds)), SQLValue(wall.isTrusted), .integer(order.total.minorUnits),
                    .text(order.currency), .text(order.menuDigest),
                ], doing: doing)
            for (index, line) in order.lines.enumerated() { try insert(line, at: index, of: sequence) }
            for (place, avoided) in order.avoids.enumerated() {
                try connection.run(
                    "INSERT INTO order_avoids (order_sequence, place, name) VALUES (?,?,?)",
                    [.integer(sequence), .integer(place), .text(avoided)], doing: doing)
            }
            if let details = order.details { try insert(details, of: sequence) }
            // In the same transaction: a cart restored after a crash would be ordered a second time.
            try connection.run("DELETE FROM saved_cart WHERE session = ?", [.text(order.session)], doing: doing)
            return OrderReceipt(id: order.id, number: number, sequence: sequence, isNew: true)
        }
    }

    private func insert(_ line: StoredLine, at index: Int, of sequence: Int) throws(StoreError) {
        let doing = "store the order"
        try connection.run(
            "INSERT INTO order_lines (order_sequence, line, item, name, quantity, unit_price) VALUES (?,?,?,?,?,?)",
            [
                .integer(sequence), .integer(index), .text(line.itemId), .text(line.name), .integer(line.quantity),
                .integer(line.unitPrice.minorUnits),
            ], doing: doing)
        for (place, option) in line.options.enumerated() {
            try connection.run(
                """
                INSERT INTO order_options (order_sequence, line, place, option_group, option, name, amount, count) \
                VALUES (?,?,?,?,?,?,?,?)
                """,
                [
                    .integer(sequence), .integer(index), .integer(place), .text(option.group), .text(option.id),
                    .text(option.name), SQLValue(option.amount?.rawValue),
                    SQLValue(option.count),
                ], doing: doing)
        }
    }

    /// Assigns the next sequence number, day and order number. They are consumed with the transaction.
    private func assignNumber(_ wall: WallTime) throws(StoreError) -> (sequence: Int, day: BusinessDay, number: Int) {
        let doing = "number the order"
        let found = try connection.row(
            "SELECT last_sequence, business_day, last_number, day_boot, day_began_ms FROM state", doing: doing
        ) { row in
            (
                row.integer(0),
                DailyNumbers(
                    day: BusinessDay(daysSince1970: row.integer(1)), last: row.integer(2),
                    began: DailyNumbers.Moment(boot: row.text(3), milliseconds: row.integer(4)))
            )
        }
        guard let found else { throw .damaged(message: "its counters are missing") }
        var (sequence, numbers) = found
        let today = wall.isTrusted ? calendar.day(epochMilliseconds: wall.epochMilliseconds) : nil
        let number = try numbers.next(today: today, at: clock.moment) { day throws(StoreError) in
            try connection.integer(
                "SELECT last_number FROM days WHERE day = ?", [.integer(day.daysSince1970)], doing: doing)
        }
        guard sequence < Int.max - 1 else { throw .damaged(message: "its counters are used up") }
        sequence += 1
        willAssignNumber(sequence, numbers.day, number)
        try connection.run(
            "UPDATE state SET last_sequence = ?, business_day = ?, last_number = ?, day_boot = ?, day_began_ms = ?",
            [
                .integer(sequence), .integer(numbers.day.daysSince1970), .integer(number), .text(numbers.began.boot),
                .integer(numbers.began.milliseconds),
            ], doing: doing)
        if numbers.day != found.1.day {
            // The counter of the day that ends; the current day's counter is in `state`.
            try connection.run(
                """
                INSERT INTO days (day, last_number) VALUES (?1, ?2) ON CONFLICT (day) DO UPDATE SET last_number = \
                max(last_number, ?2)
                """,
                [.integer(found.1.day.daysSince1970), .integer(found.1.last)], doing: doing)
        }
        return (sequence, numbers.day, number)
    }

    /// Today by the wall clock; the day of the latest order if the clock is not set.
    func today() throws(StoreError) -> BusinessDay {
        let wall = clock.wall()
        return wall.isTrusted ? calendar.day(epochMilliseconds: wall.epochMilliseconds) : try counters().day
    }

    /// The counters of the store.
    func counters() throws(StoreError) -> HighWaterMarks {
        let found = try connection.row(
            "SELECT last_sequence, business_day, last_number FROM state", doing: "read the counters"
        ) { row in
            HighWaterMarks(
                sequence: row.integer(0), day: BusinessDay(daysSince1970: row.integer(1)), number: row.integer(2))
        }
        guard let found else { throw .damaged(message: "its counters are missing") }
        return found
    }

    /// Advances the counters past marks that an earlier file has used.
    func advanceCounters(to marks: HighWaterMarks) throws(StoreError) {
        let moment = clock.moment
        try connection.transaction(doing: "set the counters") { () throws(StoreError) in
            try connection.run(
                """
                UPDATE state SET last_sequence = max(last_sequence, ?), business_day = ?, last_number = ?, \
                day_boot = ?, day_began_ms = ?
                """,
                [
                    .integer(marks.sequence), .integer(marks.day.daysSince1970), .integer(marks.number),
                    .text(moment.boot), .integer(moment.milliseconds),
                ],
                doing: "set the counters")
        }
    }

    // MARK: Sessions

    /// Row id of a session; the row is created if it is missing.
    private func session(_ id: String) throws(StoreError) -> Int {
        let doing = "note the session"
        try OrderLimits.check(text: id, "session")
        if let number = try connection.row(
            "SELECT number FROM sessions WHERE id = ?", [.text(id)], doing: doing, { $0.integer(0) })
        {
            return number
        }
        let wall = clock.wall()
        let day =
            wall.isTrusted
            ? calendar.day(epochMilliseconds: wall.epochMilliseconds).daysSince1970
            : try connection.integer("SELECT business_day FROM state", doing: doing)
        try connection.run(
            "INSERT INTO sessions (id, start, business_day, began_ms, clock_trusted) VALUES (?,?,?,?,?)",
            [
                .text(id), .integer(start), .integer(day), .integer(Int(wall.epochMilliseconds)),
                SQLValue(wall.isTrusted),
            ], doing: doing)
        return try connection.integer("SELECT number FROM sessions WHERE id = ?", [.text(id)], doing: doing)
    }

    /// Appends an event to a session's log.
    func record(event json: String, session id: String) throws(StoreError) {
        let masked = try OrderLimits.event(json)
        let doing = "store an event"
        try connection.transaction(doing: doing) { () throws(StoreError) in
            let session = try session(id)
            let last = try connection.integer(
                "SELECT max(sequence) FROM events WHERE session = ?", [.integer(session)], doing: doing)
            guard last < OrderLimits.mostEvents else {
                throw .implausible("more than \(OrderLimits.mostEvents) events in a session")
            }
            try connection.run(
                "INSERT INTO events (session, sequence, at_ms, json) VALUES (?,?,?,?)",
                [.integer(session), .integer(last + 1), .integer(Int(clock.wall().epochMilliseconds)), .text(masked)],
                doing: doing)
        }
    }

    /// Ends a session. An ended session keeps its first reason; figures of the same name are replaced.
    func end(session id: String, reason: String, figures: [String: Int]) throws(StoreError) {
        try OrderLimits.check(text: reason, "reason")
        guard figures.count <= OrderLimits.mostOptions else {
            throw .implausible("\(figures.count) figures of a session")
        }
        let doing = "end the session"
        try connection.transaction(doing: doing) { () throws(StoreError) in
            let session = try session(id)
            try connection.run(
                """
                UPDATE sessions SET ended_ms = coalesce(ended_ms, ?), end_reason = coalesce(end_reason, ?) \
                WHERE number = ?
                """,
                [.integer(Int(clock.wall().epochMilliseconds)), .text(reason), .integer(session)], doing: doing)
            for (name, value) in figures.sorted(by: { $0.key < $1.key }) {
                try OrderLimits.check(text: name, "figure's name")
                // The database adds these values up, and the sums must not overflow.
                guard (0...OrderLimits.maxAmount).contains(value) else { throw .implausible("\(name) is \(value)") }
                try connection.run(
                    """
                    INSERT INTO session_figures (session, name, value) VALUES (?1,?2,?3) ON CONFLICT (session, \
                    name) DO UPDATE SET value = ?3
                    """,
                    [.integer(session), .text(name), .integer(value)], doing: doing)
            }
        }
    }

    // MARK: Cart

    /// Stores the open cart in place of the previous one; a cart without lines deletes it.
    func saveCart(_ cart: OpenCart) throws(StoreError) {
        let doing = "keep the open order"
        try OrderLimits.check(cart.lines)
        try OrderLimits.check(avoids: cart.avoids)
        try OrderLimits.check(text: cart.session, "session")
        if let name = cart.terms?.name { try OrderLimits.check(text: name, "guest's name") }
        guard !cart.lines.isEmpty else { return try connection.run("DELETE FROM saved_cart", doing: doing) }
        try connection.run(
            "INSERT OR REPLACE INTO saved_cart (id, session, lines, avoids, terms) VALUES (1, ?, ?, ?, ?)",
            [
                .text(cart.session), .text(try Self.json(cart.lines)), .text(try Self.json(cart.avoids)),
                .text(try Self.json(cart.terms ?? OrderTerms())),
            ], doing: doing)
    }

    /// Returns the stored cart and deletes it; `nil` if there is none or it cannot be decoded.
    func takeSavedCart() throws(StoreError) -> OpenCart? {
        let doing = "take up the open order"
        return try connection.transaction(doing: doing) { () throws(StoreError) in
            guard
                let saved = try connection.row(
                    "SELECT session, lines, avoids, terms FROM saved_cart", doing: doing,
                    { ($0.text(0), $0.text(1), $0.text(2), $0.text(3)) })
            else { return nil }
            try connection.run("DELETE FROM saved_cart", doing: doing)
            guard let lines = try? JSONDecoder().decode([StoredLine].self, from: Data(saved.1.utf8)), !lines.isEmpty,
                let avoids = try? JSONDecoder().decode([String].self, from: Data(saved.2.utf8))
            else { return nil }
            let terms = try? JSONDecoder().decode(OrderTerms.self, from: Data(saved.3.utf8))
            return OpenCart(
                session: saved.0, lines: lines, avoids: avoids, terms: terms.flatMap { $0.isEmpty ? nil : $0 })
        }
    }

    private static func json(_ value: some Encodable) throws(StoreError) -> String {
        guard let data = try? JSONEncoder().encode(value) else { throw .implausible("a cart that is no JSON") }
        return String(decoding: data, as: UTF8.self)
    }
}
