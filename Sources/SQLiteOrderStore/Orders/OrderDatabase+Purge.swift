internal import Ordering

extension OrderDatabase {
    static let millisecondsPerDay: Int64 = 86_400_000

    /// Removes what is older than some days, so that no byte of it stays in the file or its log.
    ///
    /// What was written while the clock was not set has no age of its own: it goes with the next newer thing of its kind that has one.
    /// Deleted cells are overwritten (`secure_delete`), the file is then written anew without what moving rows about has left (`VACUUM`), and
    /// the log is emptied.
    ///
    /// - Parameter days: 1 or more.
    /// - Throws: `StoreError.clockNotSet`; or why the file takes no change, and then nothing is removed. `busy` where a reader keeps the log.
    func purge(olderThanDays days: Int) throws(StoreError) -> PurgeResult {
        let doing = "remove old orders"
        let wall = clock.wall()
        guard wall.isTrusted else { throw .clockNotSet }
        let border: [SQLValue] = [.integer(Int(clamping: wall.epochMilliseconds - Int64(clamping: days) * Self.millisecondsPerDay))]
        let (orders, sessions) = try connection.transaction(doing: doing) { () throws(StoreError) in
            try connection.run(
                """
                DELETE FROM orders WHERE clock_trusted = 1 AND placed_ms < ?1
                OR clock_trusted = 0 AND sequence < (SELECT max(sequence) FROM orders WHERE clock_trusted = 1 AND placed_ms < ?1)
                """, border, doing: doing)
            let orders = connection.changes
            try connection.run(
                """
                DELETE FROM sessions WHERE (clock_trusted = 1 AND began_ms < ?1
                OR clock_trusted = 0 AND number < (SELECT max(number) FROM sessions WHERE clock_trusted = 1 AND began_ms < ?1))
                AND number NOT IN (SELECT session FROM orders)
                """, border, doing: doing)
            let sessions = connection.changes
            return (orders, sessions)
        }
        try scrub()
        return PurgeResult(orders: orders, sessions: sessions, files: 0)
    }

    private func scrub() throws(StoreError) {
        let doing = "overwrite what was removed"
        try connection.run("VACUUM", doing: doing)
        let isBusy = try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)", doing: doing) != 0
        guard !isBusy else { throw .busy(doing: doing) }
    }
}
