internal import Ordering
internal import SQLiteConnection

/// Eat here or to go, name, taxes and tip.
extension OrderDatabase {
    /// Stores the details of an order, within its transaction.
    func insert(_ details: OrderDetails, of sequence: Int) throws(StoreError) {
        let doing = "store the order"
        try connection.run(
            "INSERT INTO order_details (order_sequence, service, name, tip) VALUES (?,?,?,?)",
            [
                .integer(sequence), SQLValue(details.service?.rawValue), SQLValue(details.name),
                .integer(details.tip.minorUnits),
            ], doing: doing)
        for (place, tax) in details.taxes.enumerated() {
            try connection.run(
                """
                INSERT INTO order_taxes (order_sequence, place, name, rate, is_included, base, amount) \
                VALUES (?,?,?,?,?,?,?)
                """,
                [
                    .integer(sequence), .integer(place), .text(tax.name), .integer(tax.rate), SQLValue(tax.isIncluded),
                    .integer(tax.base.minorUnits), .integer(tax.amount.minorUnits),
                ], doing: doing)
        }
    }
}

extension OrderQueries {
    /// The details of an order; `nil` for one without any.
    func details(of sequence: Int) throws(StoreError) -> OrderDetails? {
        guard version >= 4 else { return nil }
        let doing = "read orders"
        let found = try connection.row(
            "SELECT service, name, tip FROM order_details WHERE order_sequence = ?", [.integer(sequence)],
            doing: doing
        ) { row in
            OrderDetails(
                service: row.optionalText(0).flatMap(ServiceKind.init), name: row.optionalText(1),
                tip: Money(minorUnits: row.integer(2)))
        }
        guard var details = found else { return nil }
        details.taxes = try connection.rows(
            "SELECT name, rate, is_included, base, amount FROM order_taxes WHERE order_sequence = ? ORDER BY place",
            [.integer(sequence)], doing: doing
        ) { row in
            OrderTax(
                name: row.text(0), rate: row.integer(1), isIncluded: row.bool(2),
                base: Money(minorUnits: row.integer(3)),
                amount: Money(minorUnits: row.integer(4)))
        }
        return details
    }
}
