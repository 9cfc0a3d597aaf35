internal import Feedback
internal import OrderSession
internal import Ordering
internal import VoiceOrdering

/// End of a session, with or without a placed order.
extension KioskMachine {
    /// The confirmed cart as an order; `nil` when it is empty.
    mutating func newOrder() -> NewOrder? {
        guard let cart = guest?.dialogue.cart, let id = guest?.id, !cart.confirmedCart.isEmpty else { return nil }
        let lines = cart.exportToOrderItems().map { StoredLine($0, menu: menu) }, sums = cart.confirmedSums
        return NewOrder(
            id: Self.orderId(session: id, number: guest?.order ?? 1), session: id, lines: lines, avoids: cart.avoided,
            total: sums.total, currency: menu.store.currency,
            menuDigest: menuDigest, details: details(sums, cart.terms))
    }

    /// Id of a session's order: the session's UUID with `number` added to its last four digits, so that the same events
    /// give the same ids.
    static func orderId(session: String, number: Int) -> String {
        guard session.count == 36, let last = UInt16(session.suffix(4), radix: 16) else {
            return "\(session)-\(number)"
        }
        let digits = String(last &+ UInt16(truncatingIfNeeded: number), radix: 16)
        return session.dropLast(4) + String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// Hands the order to the store. The store ignores a second attempt with the same id.
    mutating func place(_ order: NewOrder) -> [KioskDecision] {
        guest?.unanswered.append(order)
        phase = .placing(order, until: clock + times.placing)
        return hushed() + [.place(order)]
    }

    mutating func stored(_ order: String, _ number: Int) -> [KioskDecision] {
        // A slow store may answer for an order given up before. What it has stored counts.
        guard var guest, let placing = guest.answered(order) else { return [] }
        guest.dialogue.placed(succeeded: true)
        let total = amount(placing.total)
        let placed = KioskSnapshot.Placed(number: number, total: total, payment: hasTerminal ? .terminal : .counter)
        let ended = end(guest, .completed)
        numberEnd = hasTerminal ? nil : clock + times.keptNumber
        let pay: [KioskDecision] = hasTerminal ? [.pay(order: order, number: number, total: placing.total)] : []
        phase = .payment(placed, order: order, until: clock + (hasTerminal ? times.terminal : times.payment))
        caption = writer.reply(
            guest.accepted + [.placed(number: number, total: placing.total, atTerminal: hasTerminal)])
        let hush = hushed()
        let speech = say(isQuiet: false)
        self.guest = nil
        forgetWords()
        return hush + [.listen(isOn: false), .keepCart(OpenCart(session: placing.session, lines: [])), ended]
            + cue(for: .orderPlaced)
            + pay + speech
    }

    mutating func notStored(_ order: String) -> [KioskDecision] {
        // A late failure of an earlier attempt does not decide about a later one.
        guard guest?.answered(order) != nil, guest?.unanswered.isEmpty == true, case .placing(let placing, _) = phase
        else { return [] }
        return failed(placing)
    }

    /// Tells the guest that the order could not be stored, or not in time.
    mutating func failed(_ order: NewOrder) -> [KioskDecision] {
        caption = writer.reply([.notPlaced])
        phase = .failed(caption, order, until: clock + times.failure)
        return cue(for: .failed) + say(isQuiet: false)
    }

    /// Returns from the failure to the unchanged order.
    mutating func backToOrder() -> [KioskDecision] {
        phase = .ordering
        // The attempt is known to have failed: the next one is another order with its own id.
        if guest?.unanswered.isEmpty == true { guest?.order += 1 }
        guest?.dialogue.placed(succeeded: false)
        activity()
        guard let cart = guest?.dialogue.cart else { return wipe() }
        caption = writer.reply([.cart(cart.lines, total: cart.total)])
        return hushed()
    }

    mutating func paid(order: String, isPaid: Bool) -> [KioskDecision] {
        guard case .payment(var placed, let known, _) = phase, known == order, placed.payment.isAtTerminal else {
            return []
        }
        let isCancelled = placed.payment == .cancelling
        placed.payment = isPaid ? .paid : isCancelled ? .cancelled : .refused
        phase = .payment(placed, order: order, until: clock + times.payment)
        numberEnd = clock + times.keptNumber
        // "Please pay at the terminal" is no longer true.
        caption = ""
        return hushed() + cue(for: isPaid ? .orderPlaced : .failed)
    }

    /// Ends the session without an order.
    mutating func leave(_ reason: SessionEndReason) -> [KioskDecision] {
        guard let guest else { return wipe() }
        let ended = end(guest, reason)
        return [.keepCart(OpenCart(session: guest.id, lines: [])), .listen(isOn: false), ended]
            + cue(for: .listeningStopped) + wipe()
    }

    private mutating func end(_ guest: Guest, _ reason: SessionEndReason) -> KioskDecision {
        // A session that timed out has ended already.
        let ended = session.state == .active ? session.endSession(reason, at: clock) : session.lastEnded
        let milliseconds = (ended?.duration ?? .zero).wholeMilliseconds
        return .end(
            session: guest.id, reason: reason.rawValue,
            figures: guest.figures.merging(["milliseconds": milliseconds]) { $1 }
        )
    }

    /// Deletes all data of the guest (fault G12).
    mutating func wipe() -> [KioskDecision] {
        let hush = hushed()
        guest = nil
        phase = .idle
        caption = ""
        numberEnd = nil
        leaveStaffCall()
        forgetWords()
        return hush
    }

    mutating func forgetWords() {
        isHearing = false
        lastText = ""
    }

    /// Continues with the cart of a process that ended.
    mutating func restored(_ saved: OpenCart, _ session: String) -> [KioskDecision] {
        guard phase == .idle, !saved.lines.isEmpty else { return [] }
        var decisions = begin(session, isListening: false)
        // Items and options that the menu no longer has or allows are dropped.
        let now = clock
        guest?.dialogue.restore(
            saved.lines.map(\.asItem), terms: saved.terms, avoids: saved.avoids, at: now)
        guard let cart = guest?.dialogue.cart, !cart.lines.isEmpty else { return decisions + leave(.error) }
        caption = writer.reply([.restored(cart.lines, total: cart.total)])
        decisions.append(keepCart())
        return decisions
    }
}
