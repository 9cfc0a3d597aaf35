internal import Ordering
internal import SQLiteConnection

/// Queries on the tables, for the store's connection and for readers.
struct OrderQueries {
    let connection: StoreConnection
    /// Version of the tables. A reader does not migrate them, so they may be older than the program.
    let version: Int

    init(_ connection: StoreConnection, version: Int = Schema.version) {
        self.connection = connection
        self.version = version
    }

    private static let doing = "read orders"

    func order(id: String) throws(StoreError) -> StoredOrder? {
        try whole(
            connection.rows(
                """
                SELECT o.sequence, o.id, s.id, o.start, t.boot, o.business_day, o.number, o.placed_ms, \
                o.clock_trusted, o.total, o.currency, o.menu_digest
                FROM orders o JOIN sessions s ON s.number = o.session JOIN starts t ON t.number = o.start WHERE o.id = ?
                """, [.text(id)], doing: Self.doing, Self.order)
        ).first
    }

    /// The latest order with a number.
    func order(number: Int) throws(StoreError) -> StoredOrder? {
        try whole(
            connection.rows(
                """
                SELECT o.sequence, o.id, s.id, o.start, t.boot, o.business_day, o.number, o.placed_ms, \
                o.clock_trusted, o.total, o.currency, o.menu_digest
                FROM orders o JOIN sessions s ON s.number = o.session JOIN starts t ON t.number = o.start \
                WHERE o.number = ? ORDER BY o.sequence DESC LIMIT 1
                """, [.integer(number)], doing: Self.doing, Self.order)
        ).first
    }

    /// Orders with a greater sequence number, ascending.
    ///
    /// - Parameters:
    ///   - sequence: sequence number of the last order already read.
    ///   - since: first business day; `nil` for all.
    ///   - limit: maximum number of orders.
    func orders(after sequence: Int, since: BusinessDay?, limit: Int) throws(StoreError) -> [StoredOrder] {
        try whole(
            connection.rows(
                """
                SELECT o.sequence, o.id, s.id, o.start, t.boot, o.business_day, o.number, o.placed_ms, \
                o.clock_trusted, o.total, o.currency, o.menu_digest
                FROM orders o JOIN sessions s ON s.number = o.session JOIN starts t ON t.number = o.start
                WHERE o.sequence > ? AND o.business_day >= ? ORDER BY o.sequence LIMIT ?
                """, [.integer(sequence), .integer(since?.daysSince1970 ?? Int.min), .integer(limit)],
                doing: Self.doing, Self.order))
    }

    /// The newest orders of a business day, newest first.
    func newest(of day: BusinessDay, limit: Int) throws(StoreError) -> [StoredOrder] {
        try whole(
            connection.rows(
                """
                SELECT o.sequence, o.id, s.id, o.start, t.boot, o.business_day, o.number, o.placed_ms, \
                o.clock_trusted, o.total, o.currency, o.menu_digest
                FROM orders o JOIN sessions s ON s.number = o.session JOIN starts t ON t.number = o.start
                WHERE o.business_day = ? ORDER BY o.sequence DESC LIMIT ?
                """, [.integer(day.daysSince1970), .integer(limit)], doing: Self.doing, Self.order))
    }

    /// The orders of a business day that are neither void nor refunded, newest first, without their lines; and the
    /// items that were sold most in them.
    func takings(of day: BusinessDay, sellers: Int) throws(StoreError) -> DayTakings {
        let doing = "add up the day"
        return try connection.snapshot(doing: doing) { () throws(StoreError) in
            DayTakings(
                orders: try connection.rows(
                    """
                    SELECT o.sequence, o.id, s.id, o.start, t.boot, o.business_day, o.number, o.placed_ms, \
                    o.clock_trusted, o.total, o.currency, o.menu_digest
                    FROM orders o JOIN sessions s ON s.number = o.session JOIN starts t ON t.number = o.start
                    WHERE o.business_day = ? \
                    AND NOT EXISTS (SELECT 1 FROM order_marks m \
                    WHERE m.order_sequence = o.sequence AND m.mark IN ('void', 'refunded') AND m.number = \
                    (SELECT max(n.number) FROM order_marks n WHERE n.order_sequence = o.sequence)) \
                    ORDER BY o.sequence DESC
                    """, [.integer(day.daysSince1970)], doing: doing, Self.order),
                sellers: try connection.rows(
                    """
                    SELECT l.name, sum(l.quantity) AS sold FROM order_lines l JOIN orders o \
                    ON o.sequence = l.order_sequence WHERE o.business_day = ? \
                    AND NOT EXISTS (SELECT 1 FROM order_marks m \
                    WHERE m.order_sequence = o.sequence AND m.mark IN ('void', 'refunded') AND m.number = \
                    (SELECT max(n.number) FROM order_marks n WHERE n.order_sequence = o.sequence))
                    GROUP BY l.name ORDER BY sold DESC, l.name LIMIT ?
                    """, [.integer(day.daysSince1970), .integer(sellers)], doing: doing
                ) { (name: $0.text(0), sold: $0.integer(1)) })
        }
    }

    /// The items that were sold most since a business day, without orders that are void or refunded.
    func sellers(since day: BusinessDay, limit: Int) throws(StoreError) -> [String] {
        try connection.rows(
            """
            SELECT l.item, sum(l.quantity) AS sold FROM order_lines l JOIN orders o \
            ON o.sequence = l.order_sequence WHERE o.business_day >= ? \
            AND NOT EXISTS (SELECT 1 FROM order_marks m \
            WHERE m.order_sequence = o.sequence AND m.mark IN ('void', 'refunded') AND m.number = \
            (SELECT max(n.number) FROM order_marks n WHERE n.order_sequence = o.sequence))
            GROUP BY l.item ORDER BY sold DESC, l.item LIMIT ?
            """, [.integer(day.daysSince1970), .integer(limit)], doing: "count what is sold"
        ) { $0.text(0) }
    }

    /// The latest menus that were served, newest first.
    func servedMenus(limit: Int) throws(StoreError) -> [ServedMenu] {
        guard version >= 3 else { return [] }
        return try connection.rows(
            "SELECT at_ms, clock_trusted, menu_digest, changes FROM menu_states ORDER BY number DESC LIMIT ?",
            [.integer(limit)], doing: "read the menus"
        ) {
            ServedMenu(
                since: WallTime(epochMilliseconds: Int64($0.integer(0)), isTrusted: $0.bool(1)), digest: $0.text(2),
                changes: $0.text(3))
        }
    }

    /// Events of a session with a greater sequence number, ascending.
    func events(session: String, after sequence: Int, limit: Int) throws(StoreError) -> [StoredEvent] {
        try connection.rows(
            """
            SELECT e.sequence, e.at_ms, e.json FROM events e JOIN sessions s ON s.number = e.session WHERE s.id = ? \
            AND e.sequence > ? ORDER BY e.sequence LIMIT ?
            """,
            [.text(session), .integer(sequence), .integer(limit)], doing: "read events"
        ) { StoredEvent(sequence: $0.integer(0), epochMilliseconds: Int64($0.integer(1)), json: $0.text(2)) }
    }

    func count() throws(StoreError) -> Int { try connection.integer("SELECT count(*) FROM orders", doing: Self.doing) }

    /// Aggregate figures of the business days from `first` to `last`.
    func figures(from first: BusinessDay, to last: BusinessDay) throws(StoreError) -> OwnerFigures {
        let doing = "add up the figures"
        let days: [SQLValue] = [.integer(first.daysSince1970), .integer(last.daysSince1970)]
        return try connection.snapshot(doing: doing) { () throws(StoreError) in
            var figures = OwnerFigures()
            for (currency, count, total) in try connection.rows(
                """
                SELECT currency, count(*), sum(total) FROM orders WHERE business_day BETWEEN ? AND ? GROUP BY currency
                """,
                days, doing: doing,
                { ($0.text(0), $0.integer(1), $0.integer(2)) })
            {
                figures.orders += count
                figures.totals[currency] = Money(minorUnits: total)
            }
            for (currency, count, total) in try takenBack(days) {
                figures.takenBack += count
                figures.totals[currency] = Money(minorUnits: (figures.totals[currency]?.minorUnits ?? 0) - total)
            }
            let sums = try connection.rows(
                """
                SELECT f.name, sum(f.value) FROM session_figures f JOIN sessions s ON s.number = f.session
                WHERE s.business_day BETWEEN ? AND ? AND s.ended_ms IS NOT NULL GROUP BY f.name
                """, days, doing: doing, { ($0.text(0), $0.integer(1)) })
            for (name, sum) in sums {
                switch name {
                case "reasks": figures.reasks = sum
                case "corrections": figures.corrections = sum
                case "utterances": figures.utterances = sum
                default: break
                }
            }
            figures.sessions = try connection.integer(
                "SELECT count(*) FROM sessions WHERE business_day BETWEEN ? AND ? AND ended_ms IS NOT NULL", days,
                doing: doing)
            // A session without a count of touches is not counted as unaided.
            figures.unaided = try connection.integer(
                """
                SELECT count(*) FROM orders o JOIN session_figures f ON f.session = o.session AND f.name = 'touches' \
                AND f.value = 0
                WHERE o.business_day BETWEEN ? AND ?
                """, days, doing: doing)
            figures.meanMillisecondsPerOrder = try connection.integer(
                """
                SELECT CAST(coalesce(avg(f.value), 0) AS INTEGER) FROM orders o JOIN session_figures f \
                ON f.session = o.session AND f.name = 'milliseconds'
                WHERE o.business_day BETWEEN ? AND ?
                """, days, doing: doing)
            return figures
        }
    }

    /// An order without its lines.
    private static func order(_ row: Row) -> StoredOrder {
        StoredOrder(
            order: NewOrder(
                id: row.text(1), session: row.text(2), lines: [], total: Money(minorUnits: row.integer(9)),
                currency: row.text(10), menuDigest: row.text(11)),
            number: row.integer(6), sequence: row.integer(0), day: BusinessDay(daysSince1970: row.integer(5)),
            placed: WallTime(epochMilliseconds: Int64(row.integer(7)), isTrusted: row.bool(8)), start: row.integer(3),
            boot: row.text(4))
    }

    /// Adds lines and options to orders.
    private func whole(_ orders: [StoredOrder]) throws(StoreError) -> [StoredOrder] {
        var whole: [StoredOrder] = []
        for var order in orders {
            var lines = try connection.rows(
                "SELECT item, name, quantity, unit_price FROM order_lines WHERE order_sequence = ? ORDER BY line",
                [.integer(order.sequence)], doing: Self.doing
            ) {
                StoredLine(
                    itemId: $0.text(0), name: $0.text(1), quantity: $0.integer(2), options: [],
                    unitPrice: Money(minorUnits: $0.integer(3)))
            }
            let options = try connection.rows(
                """
                SELECT line, option_group, option, name, amount, count FROM order_options WHERE order_sequence = ? \
                ORDER BY line, place
                """,
                [.integer(order.sequence)], doing: Self.doing
            ) { row in
                (
                    row.integer(0),
                    StoredLine.Option(
                        group: row.text(1), id: row.text(2), name: row.text(3),
                        amount: row.optionalText(4).flatMap(OptionAmount.init), count: row.optionalInteger(5))
                )
            }
            // A damaged file may contain options of missing lines.
            for (line, option) in options where lines.indices.contains(line) { lines[line].options.append(option) }
            order.order.lines = lines
            order.order.avoids = try avoids(of: order.sequence)
            order.order.details = try details(of: order.sequence)
            order.mark = try mark(of: order.sequence)
            whole.append(order)
        }
        return whole
    }

    /// Number and sum of the orders that are void or refunded, by currency.
    private func takenBack(_ days: [SQLValue]) throws(StoreError) -> [(String, Int, Int)] {
        guard version >= 3 else { return [] }
        return try connection.rows(
            """
            SELECT o.currency, count(*), sum(o.total) FROM orders o JOIN order_marks m ON m.order_sequence = o.sequence
            WHERE o.business_day BETWEEN ? AND ? AND m.mark IN ('void', 'refunded') AND m.number = \
            (SELECT max(n.number) FROM order_marks n WHERE n.order_sequence = o.sequence) GROUP BY o.currency
            """, days, doing: "add up the figures", { ($0.text(0), $0.integer(1), $0.integer(2)) })
    }

    /// The newest mark of an order; `nil` for none, or an unknown one of a newer Brews.
    private func mark(of sequence: Int) throws(StoreError) -> OrderMark? {
        guard version >= 3 else { return nil }
        return try connection.row(
            "SELECT mark FROM order_marks WHERE order_sequence = ? ORDER BY number DESC LIMIT 1",
            [.integer(sequence)], doing: Self.doing, { OrderMark(rawValue: $0.text(0)) }
        ).flatMap(\.self)
    }

    private func avoids(of sequence: Int) throws(StoreError) -> [String] {
        guard version >= 2 else { return [] }
        return try connection.rows(
            "SELECT name FROM order_avoids WHERE order_sequence = ? ORDER BY place", [.integer(sequence)],
            doing: Self.doing
        ) { $0.text(0) }
    }
}
