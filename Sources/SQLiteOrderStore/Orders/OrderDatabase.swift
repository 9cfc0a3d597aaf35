internal import CSQLite
internal import Foundation
internal import Ordering

/// The store's tables on one connection: what is read and written, each call one transaction. One owner, one thread at
/// a time.
final class OrderDatabase {
    /// How far a commit goes before it returns; `PRAGMA synchronous`.
    enum Durability: Int {
        /// For the test that shows what happens without.
        case off = 0
        /// The log reaches the medium before the commit returns.
        case full = 2
    }

    let connection: Connection
    let clock: StoreClock
    let calendar: BusinessCalendar
    /// Number of this opening.
    private(set) var start = 0
    /// Called inside the transaction, before a number is used for the first time.
    var willUse: (_ sequence: Int, _ day: BusinessDay, _ number: Int) -> Void = { _, _, _ in }

    /// Opens a file or makes it, checks it, and brings it to the newest version.
    ///
    /// The journal is a write-ahead log: a commit is one write and one `fsync`, which spares the cards of small boards,
    /// and readers keep nobody waiting. Its one danger is a fault of SQLite before 3.51.3, which can lose commits when
    /// a checkpoint races a write of another connection; there is only one connection that writes or checkpoints
    /// (`StoreLock`, `Connection.Access.readOnly`).
    ///
    /// - Parameters:
    ///   - path: absolute, or `:memory:`.
    ///   - vfs: as in `Connection`.
    /// - Throws: `StoreError.damaged` where the file contradicts itself; others as they come.
    init(
        path: String, clock: StoreClock, calendar: BusinessCalendar = BusinessCalendar(), vfs: String? = nil,
        durability: Durability = .full
    ) throws(StoreError) {
        connection = try Connection(path: path, access: .create, vfs: vfs)
        self.clock = clock
        self.calendar = calendar
        let isInMemory = path == ":memory:"
        try setUp(connection, journal: isInMemory ? "memory" : "wal", durability: durability)
        if try Schema.version(of: connection, path: path) > 0 { try Self.check(connection) }
        let isNew = try Schema.bring(connection, path: path)
        if !isNew { try Schema.compare(connection) }
        // The header of a new file reaches the file itself, so that an empty one always means that something was lost.
        if isNew, !isInMemory { try checkpoint() }
        start = try connection.transaction(doing: "note the store's start") { () throws(StoreError) in
            try connection.run(
                "INSERT INTO starts (boot, at_ms, clock_trusted) VALUES (?, ?, ?)",
                [.text(clock.boot), .integer(Int(clock.wall().epochMilliseconds)), SQLValue(clock.wall().isTrusted)],
                doing: "note the store's start")
            return try connection.integer("SELECT max(number) FROM starts", doing: "note the store's start")
        }
    }

    /// Settings that orders depend on, each read back.
    private func setUp(_ connection: Connection, journal: String, durability: Durability) throws(StoreError) {
        let doing = "set up the store"
        try connection.run("PRAGMA cell_size_check = ON", doing: doing)
        // Of a new file. Small pages: an order changes a dozen of them, and cards wear by the byte (fault F10).
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
        // In KiB, a quarter of SQLite's own: an order touches few pages, and what is kept beyond them only grows with
        // the file.
        try connection.run("PRAGMA cache_size = -512", doing: doing)
        // The log is cut back to this after it was emptied.
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

    /// Reads the whole file for contradictions, indexes included (`PRAGMA integrity_check`).
    ///
    /// - Throws: `StoreError.damaged` with the first.
    static func checkThoroughly(_ connection: Connection) throws(StoreError) {
        try judge(
            try connection.row("PRAGMA integrity_check(1)", doing: "check the store") { $0.text(0) } ?? "no answer")
    }

    /// - Throws: `StoreError.damaged` for a contradiction; `.inputOutput` where the disk gave no page, which SQLite
    ///   tells among the contradictions.
    private static func judge(_ finding: String) throws(StoreError) {
        guard finding != "ok" else { return }
        let code = finding.firstRange(of: "error code=").flatMap {
            Int32(finding[$0.upperBound...].prefix(while: \.isNumber))
        }
        if let code, code & 0xFF == SQLITE_IOERR {
            throw .inputOutput(code: code, message: finding, doing: "check the store")
        }
        throw .damaged(message: finding)
    }

    /// Reads the whole file for contradictions, without comparing the indexes' contents (`PRAGMA quick_check`).
    ///
    /// - Throws: `StoreError.damaged` with the first.
    static func check(_ connection: Connection) throws(StoreError) {
        try judge(try connection.row("PRAGMA quick_check(1)", doing: "check the store") { $0.text(0) } ?? "no answer")
        guard try connection.integer("SELECT count(*) FROM state", doing: "check the store") == 1 else {
            throw .damaged(message: "its counters are missing")
        }
    }

    /// Empties the log into the file. Returns without having done all of it while a reader is in the way.
    func checkpoint() throws(StoreError) {
        try connection.run("PRAGMA wal_checkpoint(TRUNCATE)", doing: "write the log into the file")
    }

    /// Writes as much of the log into the file as readers allow, without waiting for them (`PRAGMA
    /// wal_checkpoint(PASSIVE)`).
    ///
    /// - Returns: whether all of it, so that the next commit begins the log anew.
    func emptyLogIfFree() throws(StoreError) -> Bool {
        try connection.row("PRAGMA wal_checkpoint(PASSIVE)", doing: "write the log into the file") { row in
            row.integer(0) == 0 && row.integer(1) == row.integer(2)
        } ?? false
    }

    // MARK: Orders

    /// Stores an order, or finds it stored.
    func place(_ order: NewOrder) throws(StoreError) -> OrderReceipt {
        try OrderCheck.check(order)
        let doing = "store the order"
        return try connection.transaction(doing: doing) { () throws(StoreError) in
            if let stored = try OrderQueries(connection).order(id: order.id) {
                guard stored.order == order else { throw .differentOrder(id: order.id) }
                return OrderReceipt(id: order.id, number: stored.number, sequence: stored.sequence, isNew: false)
            }
            let wall = clock.wall()
            let session = try session(order.session)
            let (sequence, day, number) = try takeNumber(wall)
            try connection.run(
                "INSERT INTO orders (sequence, id, session, start, business_day, number, placed_ms, clock_trusted, total, currency, menu_digest) VALUES (?,?,?,?,?,?,?,?,?,?,?)",
                [
                    .integer(sequence), .text(order.id), .integer(session), .integer(start),
                    .integer(day.daysSince1970), .integer(number),
                    .integer(Int(wall.epochMilliseconds)), SQLValue(wall.isTrusted), .integer(order.total.minorUnits),
                    .text(order.currency), .text(order.menuDigest),
                ], doing: doing)
            for (index, line) in order.lines.enumerated() { try insert(line, at: index, of: sequence) }
            // Together with the order: a cart that came back after a crash would be ordered twice.
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
                "INSERT INTO order_options (order_sequence, line, place, option_group, option, name, amount, count) VALUES (?,?,?,?,?,?,?,?)",
                [
                    .integer(sequence), .integer(index), .integer(place), .text(option.group), .text(option.id),
                    .text(option.name), SQLValue(option.amount?.rawValue),
                    SQLValue(option.count),
                ], doing: doing)
        }
    }

    /// The next sequence, day and number, which are used up with the transaction.
    private func takeNumber(_ wall: WallTime) throws(StoreError) -> (sequence: Int, day: BusinessDay, number: Int) {
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
        willUse(sequence, numbers.day, number)
        try connection.run(
            "UPDATE state SET last_sequence = ?, business_day = ?, last_number = ?, day_boot = ?, day_began_ms = ?",
            [
                .integer(sequence), .integer(numbers.day.daysSince1970), .integer(number), .text(numbers.began.boot),
                .integer(numbers.began.milliseconds),
            ], doing: doing)
        if numbers.day != found.1.day {
            // Of the day that is left; that of the present one stands in `state`.
            try connection.run(
                "INSERT INTO days (day, last_number) VALUES (?1, ?2) ON CONFLICT (day) DO UPDATE SET last_number = max(last_number, ?2)",
                [.integer(found.1.day.daysSince1970), .integer(found.1.last)], doing: doing)
        }
        return (sequence, numbers.day, number)
    }

    /// Today by the wall clock; the day of the newest order where that is not set.
    func today() throws(StoreError) -> BusinessDay {
        let wall = clock.wall()
        return wall.isTrusted ? calendar.day(epochMilliseconds: wall.epochMilliseconds) : try counters().day
    }

    /// Where the counters stand.
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

    /// Counters go on after these, whatever the tables say: an earlier file has used them.
    func skip(to marks: HighWaterMarks) throws(StoreError) {
        let moment = clock.moment
        try connection.transaction(doing: "set the counters") { () throws(StoreError) in
            try connection.run(
                "UPDATE state SET last_sequence = max(last_sequence, ?), business_day = ?, last_number = ?, day_boot = ?, day_began_ms = ?",
                [
                    .integer(marks.sequence), .integer(marks.day.daysSince1970), .integer(marks.number),
                    .text(moment.boot), .integer(moment.milliseconds),
                ],
                doing: "set the counters")
        }
    }

    // MARK: Sessions

    /// The row of a session, which is made where it is missing.
    private func session(_ id: String) throws(StoreError) -> Int {
        let doing = "note the session"
        try OrderCheck.check(text: id, "session")
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

    /// Adds an event to a session's log.
    func record(event json: String, session id: String) throws(StoreError) {
        let masked = try OrderCheck.event(json)
        let doing = "store an event"
        try connection.transaction(doing: doing) { () throws(StoreError) in
            let session = try session(id)
            let last = try connection.integer(
                "SELECT max(sequence) FROM events WHERE session = ?", [.integer(session)], doing: doing)
            guard last < OrderCheck.mostEvents else {
                throw .implausible("more than \(OrderCheck.mostEvents) events in a session")
            }
            try connection.run(
                "INSERT INTO events (session, sequence, at_ms, json) VALUES (?,?,?,?)",
                [.integer(session), .integer(last + 1), .integer(Int(clock.wall().epochMilliseconds)), .text(masked)],
                doing: doing)
        }
    }

    /// Ends a session; one that has ended keeps its first reason, and figures of the same name are replaced.
    func end(session id: String, reason: String, figures: [String: Int]) throws(StoreError) {
        try OrderCheck.check(text: reason, "reason")
        guard figures.count <= OrderCheck.mostOptions else {
            throw .implausible("\(figures.count) figures of a session")
        }
        let doing = "end the session"
        try connection.transaction(doing: doing) { () throws(StoreError) in
            let session = try session(id)
            try connection.run(
                "UPDATE sessions SET ended_ms = coalesce(ended_ms, ?), end_reason = coalesce(end_reason, ?) WHERE number = ?",
                [.integer(Int(clock.wall().epochMilliseconds)), .text(reason), .integer(session)], doing: doing)
            for (name, value) in figures.sorted(by: { $0.key < $1.key }) {
                try OrderCheck.check(text: name, "figure's name")
                // The database adds them up, and its sums must not overflow.
                guard (0...OrderCheck.largestAmount).contains(value) else { throw .implausible("\(name) is \(value)") }
                try connection.run(
                    "INSERT INTO session_figures (session, name, value) VALUES (?1,?2,?3) ON CONFLICT (session, name) DO UPDATE SET value = ?3",
                    [.integer(session), .text(name), .integer(value)], doing: doing)
            }
        }
    }

    // MARK: Cart

    /// Keeps the open cart in place of the one before; no lines forget it.
    func saveCart(_ lines: [StoredLine], session: String) throws(StoreError) {
        let doing = "keep the open order"
        try OrderCheck.check(lines)
        try OrderCheck.check(text: session, "session")
        guard !lines.isEmpty else { return try connection.run("DELETE FROM saved_cart", doing: doing) }
        guard let text = (try? JSONEncoder().encode(lines)).map({ String(decoding: $0, as: UTF8.self) }) else {
            throw .implausible("a cart that is no JSON")
        }
        try connection.run(
            "INSERT OR REPLACE INTO saved_cart (id, session, lines) VALUES (1, ?, ?)", [.text(session), .text(text)],
            doing: doing)
    }

    /// The cart that was kept, which is forgotten. One that cannot be read any more counts as none.
    func takeSavedCart() throws(StoreError) -> (session: String, lines: [StoredLine])? {
        let doing = "take up the open order"
        return try connection.transaction(doing: doing) { () throws(StoreError) in
            guard
                let saved = try connection.row(
                    "SELECT session, lines FROM saved_cart", doing: doing, { ($0.text(0), $0.text(1)) })
            else { return nil }
            try connection.run("DELETE FROM saved_cart", doing: doing)
            guard let lines = try? JSONDecoder().decode([StoredLine].self, from: Data(saved.1.utf8)), !lines.isEmpty
            else { return nil }
            return (saved.0, lines)
        }
    }
}
