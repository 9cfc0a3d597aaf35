internal import Ordering
internal import SQLiteConnection

/// What became of orders, and the menus that were served.
extension OrderDatabase {
    /// Notes what became of an order.
    func mark(_ mark: OrderMark, order id: String) throws(StoreError) {
        let doing = "mark an order"
        try connection.transaction(doing: doing) { () throws(StoreError) in
            let found = try connection.row(
                "SELECT sequence FROM orders WHERE id = ?", [.text(id)], doing: doing, { $0.integer(0) })
            guard let sequence = found else { throw .unknownOrder(id: id) }
            let number = try connection.integer(
                "SELECT coalesce(max(number), 0) + 1 FROM order_marks WHERE order_sequence = ?", [.integer(sequence)],
                doing: doing)
            guard number <= OrderLimits.mostMarks else { throw .implausible("\(number) marks of an order") }
            try connection.run(
                "INSERT INTO order_marks VALUES (?, ?, ?, ?)",
                [
                    .integer(sequence), .integer(number), .text(mark.rawValue),
                    .integer(Int(clock.wall().epochMilliseconds)),
                ], doing: doing)
        }
    }

    /// Notes the menu that is served, unless it was the last one noted. The oldest of many are forgotten.
    func note(menu digest: String, changes: String) throws(StoreError) {
        let doing = "note the menu"
        try OrderLimits.check(text: digest, "menu digest")
        try connection.transaction(doing: doing) { () throws(StoreError) in
            let last = try connection.row(
                "SELECT menu_digest, changes FROM menu_states ORDER BY number DESC LIMIT 1", doing: doing,
                { ($0.text(0), $0.text(1)) })
            guard last?.0 != digest || last?.1 != changes else { return }
            let wall = clock.wall()
            try connection.run(
                "INSERT INTO menu_states (at_ms, clock_trusted, menu_digest, changes) VALUES (?, ?, ?, ?)",
                [
                    .integer(Int(wall.epochMilliseconds)), SQLValue(wall.isTrusted), .text(digest),
                    .text(String(changes.prefix(OrderLimits.longestChanges))),
                ], doing: doing)
            try connection.run(
                "DELETE FROM menu_states WHERE number <= (SELECT max(number) FROM menu_states) - ?",
                [.integer(OrderLimits.mostMenus)], doing: doing)
        }
    }
}
