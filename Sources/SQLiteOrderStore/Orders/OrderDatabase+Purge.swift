internal import Ordering

extension OrderDatabase {
    /// Begins to remove what is older than some days.
    ///
    /// - Parameters:
    ///   - days: 1 or more.
    ///   - believesClock: whether a person stands behind the clock; otherwise the first parts judge it.
    /// - Throws: `StoreError.clockNotSet`.
    func beginPurge(olderThanDays days: Int, believesClock: Bool) throws(StoreError) -> PurgePass {
        let wall = clock.wall()
        guard wall.isTrusted else { throw .clockNotSet }
        return PurgePass(now: wall.epochMilliseconds, days: days, believesClock: believesClock)
    }

    /// Does one part of a pass: looks at a window of rows and removes some of them, in one transaction.
    ///
    /// What was written while the clock was not set has no age of its own: it goes with the next newer thing of its
    /// kind that has one. Deleted cells and pages are overwritten (`secure_delete`); free pages are used again, so that
    /// the file stays as large as its busiest days were.
    ///
    /// - Returns: the pass from where it is to go on. Where this throws, nothing of the part was removed.
    /// - Throws: `StoreError.clockLeapt`; or why the file takes no change.
    func purge(_ pass: PurgePass) throws(StoreError) -> PurgePass {
        switch pass.stage {
        case .clock(let below): try judgeClock(pass, below)
        case .orders(let below): try purgeOrders(pass, below)
        case .sessions(let below): try purgeSessions(pass, below)
        case .done: pass
        }
    }

    /// Writes the file anew without what parts of a pass have left in it by moving rows about (`VACUUM`), and empties
    /// the log: no byte of what was removed stays.
    ///
    /// - Throws: why the file takes no change; `busy` where a reader keeps the log.
    func overwriteRemoved() throws(StoreError) {
        let doing = "overwrite what was removed"
        try connection.run("VACUUM", doing: doing)
        let isBusy = try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)", doing: doing) != 0
        guard !isBusy else { throw .busy(doing: doing) }
    }

    /// Cuts the log off, in which what was removed may still be.
    ///
    /// - Throws: `StoreError.busy` where a reader keeps it.
    func cutLog() throws(StoreError) {
        // A reader must not keep orders waiting, so it is not waited for.
        let doing = "overwrite what was removed"
        // One that has read all of it may still hold it, which is told in a row.
        guard try emptyLogIfFree(), try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)", doing: doing) == 0 else {
            throw .busy(doing: doing)
        }
    }

    /// Judges the clock by the sessions: going back from now, each may be so much earlier than all that came after it,
    /// and no more.
    ///
    /// A clock that is wrong by years looks like a kiosk that nobody used for years, and all that it holds would be old
    /// at once (fault H1). So nothing goes while the newest session that is old is further from those that are not, or
    /// from now, than the days that are kept and one more.
    /// - Where the clock is ahead nothing is lost, before guests are served by it and after that, until it is set
    ///   right; then the sessions of the wrong time are later than those that followed, and count as these.
    /// - After shorter holidays all goes on. After longer ones what was before waits until the first session after them
    ///   is itself old: by then the kiosk was used for so many days more, and a clock that is wrong would have been
    ///   seen.
    ///
    /// A kiosk whose clock is ahead by less than the days that are kept loses what these days make old: nothing tells
    /// that from a holiday.
    private func judgeClock(_ pass: PurgePass, _ below: Int) throws(StoreError) -> PurgePass {
        var pass = pass
        let found = try connection.rows(
            "SELECT number, began_ms, clock_trusted FROM sessions WHERE number < ? ORDER BY number DESC LIMIT ?",
            [.integer(below), .integer(PurgePass.window)],
            doing: "judge the clock", { (number: $0.integer(0), began: $0.integer(1), isTrusted: $0.bool(2)) })
        for session in found where session.isTrusted {
            guard session.began < pass.border else {
                pass.earliest = min(pass.earliest, session.began)
                continue
            }
            // What a damaged file says may be any number.
            let leap = pass.earliest.subtractingReportingOverflow(session.began)
            guard !leap.overflow, leap.partialValue <= pass.longestLeap else {
                throw .clockLeapt(days: leap.partialValue.magnitude.days)
            }
            pass.stage = .orders(below: .max)
            pass.hasOld = true
            return pass
        }
        // No order is older than its session.
        pass.stage = found.count < PurgePass.window ? .done : .clock(below: found.last?.number ?? 0)
        return pass
    }

    private func purgeOrders(_ pass: PurgePass, _ below: Int) throws(StoreError) -> PurgePass {
        let doing = "remove old orders"
        var pass = pass
        let found = try connection.rows(
            "SELECT sequence, placed_ms, clock_trusted FROM orders WHERE sequence < ? ORDER BY sequence DESC LIMIT ?",
            [.integer(below), .integer(PurgePass.window)],
            doing: doing, { (sequence: $0.integer(0), placed: $0.integer(1), isTrusted: $0.bool(2)) })
        var old: [Int] = [], seen = 0
        for order in found where old.count < PurgePass.mostOrders {
            seen += 1
            if order.isTrusted, order.placed < pass.border { pass.isOldMet = true }
            if order.isTrusted ? order.placed < pass.border : pass.isOldMet { old.append(order.sequence) }
        }
        if !old.isEmpty {
            try connection.transaction(doing: doing) { () throws(StoreError) in
                for sequence in old {
                    try connection.run("DELETE FROM orders WHERE sequence = ?", [.integer(sequence)], doing: doing)
                }
            }
        }
        pass.orders += old.count
        if seen < found.count || seen == PurgePass.window, let last = found.prefix(seen).last {
            pass.stage = .orders(below: last.sequence)
        } else {
            pass.stage = .sessions(below: .max)
            pass.isOldMet = false
        }
        return pass
    }

    private func purgeSessions(_ pass: PurgePass, _ below: Int) throws(StoreError) -> PurgePass {
        let doing = "remove old sessions"
        let found = try connection.rows(
            """
            SELECT number, began_ms, clock_trusted, EXISTS (SELECT 1 FROM orders WHERE orders.session = sessions.number) FROM sessions
            WHERE number < ? ORDER BY number DESC LIMIT ?
            """, [.integer(below), .integer(PurgePass.window)], doing: doing,
            { (number: $0.integer(0), began: $0.integer(1), isTrusted: $0.bool(2), hasOrder: $0.bool(3)) })
        var isOldMet = pass.isOldMet
        let old = found.filter { session in
            if session.isTrusted, session.began < pass.border { isOldMet = true }
            return (session.isTrusted ? session.began < pass.border : isOldMet) && !session.hasOrder
        }
        var next = pass
        guard !old.isEmpty else {
            next.isOldMet = isOldMet
            next.stage = found.count < PurgePass.window ? .done : .sessions(below: found.last?.number ?? 0)
            return next
        }
        let reached = try connection.transaction(doing: doing) { () throws(StoreError) in
            var left = PurgePass.mostEvents, reached: Int?
            for session in old {
                try connection.run(
                    "DELETE FROM events WHERE session = ?1 AND sequence IN (SELECT sequence FROM events WHERE session = ?1 ORDER BY sequence LIMIT ?2)",
                    [.integer(session.number), .integer(left)], doing: doing)
                left -= connection.changes
                // Its other events are left to the next part.
                guard left > 0 else { break }
                try connection.run("DELETE FROM sessions WHERE number = ?", [.integer(session.number)], doing: doing)
                next.sessions += 1
                left -= 1
                reached = session.number
            }
            return reached
        }
        guard let reached else { return next }
        next.stage = .sessions(below: reached)
        next.isOldMet = true
        return next
    }
}

extension UInt {
    /// Whole days of so many milliseconds.
    fileprivate var days: Int { Int(self / UInt(PurgePass.millisecondsPerDay)) }
}
