internal import Ordering
internal import SQLiteConnection

extension OrderDatabase {
    /// Starts a purge.
    ///
    /// - Parameters:
    ///   - days: age in days beyond which data is removed, 1 or more.
    ///   - trustsClock: whether a person has confirmed the clock; otherwise the first parts check it.
    /// - Throws: `StoreError.clockNotSet`.
    func beginPurge(olderThanDays days: Int, trustsClock: Bool) throws(StoreError) -> PurgePass {
        let wall = clock.wall()
        guard wall.isTrusted else { throw .clockNotSet }
        return PurgePass(now: wall.epochMilliseconds, days: days, trustsClock: trustsClock)
    }

    /// Performs one part of a purge: examines a window of rows and removes the old ones, in one transaction.
    ///
    /// Rows written while the clock was not set have no age of their own: they are removed with the next newer row that
    /// has one. Deleted cells and pages are overwritten (`secure_delete`). Free pages are reused, so the file keeps the
    /// size of its busiest time.
    ///
    /// - Returns: the state from which the next part continues. If this throws, the part removed nothing.
    /// - Throws: `StoreError.clockJumped`, or the error of the file.
    func purge(_ pass: PurgePass) throws(StoreError) -> PurgePass {
        switch pass.stage {
        case .clock(let below): try checkClock(pass, below)
        case .orders(let below): try purgeOrders(pass, below)
        case .sessions(let below): try purgeSessions(pass, below)
        case .done: pass
        }
    }

    /// Rewrites the file (`VACUUM`) and truncates the log, so that no byte of removed data remains. Moving rows between
    /// pages leaves copies that deleting does not overwrite.
    ///
    /// - Throws: the error of the file; `busy` while a reader blocks the log.
    func eraseFreedSpace() throws(StoreError) {
        let doing = "overwrite what was removed"
        try connection.run("VACUUM", doing: doing)
        let isBusy = try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)", doing: doing) != 0
        guard !isBusy else { throw .busy(doing: doing) }
    }

    /// Truncates the log, which may still hold removed data.
    ///
    /// - Throws: `StoreError.busy` while a reader blocks it.
    func truncateLog() throws(StoreError) {
        // Does not wait for readers, because orders would wait as well.
        let doing = "overwrite what was removed"
        // A reader that has read everything may still hold the log; the result row reports it.
        guard try checkpointWithoutWaiting(),
            try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)", doing: doing) == 0
        else {
            throw .busy(doing: doing)
        }
    }

    /// Checks the clock against the times of the sessions: going back from now, the gap between one session and those
    /// after it must not exceed a limit.
    ///
    /// A clock that is years ahead looks like a kiosk that was unused for years, and all stored data would be old at
    /// once (fault H1). Nothing is removed while the newest old session is further from the newer sessions, or from
    /// now, than the retention time plus one day.
    /// - While the clock is ahead nothing is lost. After it has been corrected, sessions with the wrong time are later
    ///   than those that followed, and count as these.
    /// - After a short break purging continues. After a longer one, older data waits until the first session after the
    ///   break is itself old; by then the kiosk has been in use for the retention time, and a wrong clock would have
    ///   been noticed.
    ///
    /// If the clock is ahead by less than the retention time, data of that difference is lost: this cannot be
    /// distinguished from a break.
    private func checkClock(_ pass: PurgePass, _ below: Int) throws(StoreError) -> PurgePass {
        var pass = pass
        let found = try connection.rows(
            "SELECT number, began_ms, clock_trusted FROM sessions WHERE number < ? ORDER BY number DESC LIMIT ?",
            [.integer(below), .integer(PurgePass.window)],
            doing: "judge the clock", { (number: $0.integer(0), began: $0.integer(1), isTrusted: $0.bool(2)) })
        for session in found where session.isTrusted {
            guard session.began < pass.cutoff else {
                pass.earliest = min(pass.earliest, session.began)
                continue
            }
            // A damaged file may contain any number.
            let leap = pass.earliest.subtractingReportingOverflow(session.began)
            guard !leap.overflow, leap.partialValue <= pass.maxGap else {
                throw .clockJumped(days: leap.partialValue.magnitude.days)
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
        for order in found where old.count < PurgePass.maxOrdersPerPart {
            seen += 1
            if order.isTrusted, order.placed < pass.cutoff { pass.hasSeenOld = true }
            if order.isTrusted ? order.placed < pass.cutoff : pass.hasSeenOld { old.append(order.sequence) }
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
            pass.hasSeenOld = false
        }
        return pass
    }

    private func purgeSessions(_ pass: PurgePass, _ below: Int) throws(StoreError) -> PurgePass {
        let doing = "remove old sessions"
        let found = try connection.rows(
            """
            SELECT number, began_ms, clock_trusted, EXISTS (SELECT 1 FROM orders \
            WHERE orders.session = sessions.number) FROM sessions
            WHERE number < ? ORDER BY number DESC LIMIT ?
            """, [.integer(below), .integer(PurgePass.window)], doing: doing,
            { (number: $0.integer(0), began: $0.integer(1), isTrusted: $0.bool(2), hasOrder: $0.bool(3)) })
        var hasSeenOld = pass.hasSeenOld
        let old = found.filter { session in
            if session.isTrusted, session.began < pass.cutoff { hasSeenOld = true }
            return (session.isTrusted ? session.began < pass.cutoff : hasSeenOld) && !session.hasOrder
        }
        var next = pass
        guard !old.isEmpty else {
            next.hasSeenOld = hasSeenOld
            next.stage = found.count < PurgePass.window ? .done : .sessions(below: found.last?.number ?? 0)
            return next
        }
        let reached = try connection.transaction(doing: doing) { () throws(StoreError) in
            var left = PurgePass.mostEvents, reached: Int?
            for session in old {
                try connection.run(
                    """
                    DELETE FROM events WHERE session = ?1 AND sequence IN (SELECT sequence FROM events \
                    WHERE session = ?1 ORDER BY sequence LIMIT ?2)
                    """,
                    [.integer(session.number), .integer(left)], doing: doing)
                left -= connection.changes
                // The remaining events are left to the next part.
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
        next.hasSeenOld = true
        return next
    }
}

extension UInt {
    /// Milliseconds as whole days.
    fileprivate var days: Int { Int(self / UInt(PurgePass.millisecondsPerDay)) }
}
