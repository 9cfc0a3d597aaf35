internal import Feedback
internal import OrderParsing
internal import OrderSession
internal import Ordering
internal import VoiceOrdering

/// Touches.
extension KioskMachine {
    mutating func touched(_ action: KioskAction, _ session: String) -> [KioskDecision] {
        switch action {
        case .callStaff: return endWarning() + callStaff()
        case .cancelStaffCall: return endWarning() + cancelStaffCall()
        case .announce(let text): return announce(text)
        default: break
        }
        switch phase {
        case .payment(let placed, let order, let until) where placed.payment.isAtTerminal:
            return touchedPayment(action, placed, order, until)
        case .idle, .thanks, .payment: return touchedWithoutGuest(action, session)
        case .placing: return []
        case .failed(_, let order, _): return touchedFailure(action, order)
        case .ordering:
            let isWarned = guest?.warning != nil
            let quiet = endWarning()
            // The end that the warning offers needs no further question.
            if isWarned, case .startOver = action { return quiet + leave(.userEnded) }
            touched()
            let before = guest?.dialogue.cart.lines
            let decisions = touchedOrder(action)
            if !action.isSaid, guest?.dialogue.cart.lines != before { forgetLast() }
            return quiet + decisions
        }
    }

    /// Forgets the last utterance: correcting it by hand would undo what was touched since.
    private mutating func forgetLast() {
        guest?.beforeLast = nil
        lastText = ""
    }

    private mutating func touchedWithoutGuest(_ action: KioskAction, _ session: String) -> [KioskDecision] {
        switch action {
        case .start:
            let decisions = begin(session, isListening: true)
            caption = writer.reply([.welcome])
            return decisions + cue(for: .listeningStarted) + say(isQuiet: false)
        case .startSilently:
            let decisions = begin(session, isListening: false)
            caption = writer.reply([.welcome])
            return decisions
        // The utterance to correct is gone.
        case .say(_, replacesLast: true, _): return []
        // The first touch may be an item.
        case .add, .say: return begin(session, isListening: false) + touchedOrder(action)
        case .hush: return hushed()
        case .dismiss, .startOver: return wipe()
        case .stillHere: return keepNumber()
        case .listen, .setQuantity, .setOptions, .remove, .answer, .checkout, .confirm, .reject, .callStaff,
            .cancelStaffCall, .announce, .service, .name, .tip:
            return []
        }
    }

    /// Touches during the payment. The guest may pay at the counter instead; only the terminal knows whether it has the
    /// money already.
    private mutating func touchedPayment(
        _ action: KioskAction, _ placed: KioskSnapshot.Placed, _ order: String, _ until: Duration
    ) -> [KioskDecision] {
        switch action {
        case .dismiss, .startOver:
            // The second touch of a double touch on the yes does not count.
            guard placed.payment == .terminal, until - clock < times.terminal - .seconds(1) else { return [] }
            var cancelling = placed
            cancelling.payment = .cancelling
            phase = .payment(cancelling, order: order, until: min(until, clock + times.takingBack))
            caption = ""
            return hushed() + [.stopPaying(order: order)]
        case .hush: return hushed()
        case .start, .startSilently, .listen, .stillHere, .add, .setQuantity, .setOptions, .remove, .answer, .say,
            .checkout, .confirm, .reject, .callStaff, .cancelStaffCall, .announce, .service, .name, .tip:
            return []
        }
    }

    private mutating func touchedFailure(_ action: KioskAction, _ order: NewOrder) -> [KioskDecision] {
        switch action {
        case .confirm, .checkout: return place(order)
        case .dismiss: return backToOrder()
        case .startOver: return leave(.error)
        case .hush: return hushed()
        case .start, .startSilently, .listen, .stillHere, .add, .setQuantity, .setOptions, .remove, .answer, .say,
            .reject, .callStaff, .cancelStaffCall, .announce, .service, .name, .tip:
            return []
        }
    }

    private mutating func touchedOrder(_ action: KioskAction) -> [KioskDecision] {
        switch action {
        case .start: return []
        case .startSilently: return listen(false)
        case .listen(let isOn): return listen(isOn)
        case .stillHere, .callStaff, .cancelStaffCall, .announce: return []
        case .hush:
            let decisions = hushed()
            replied()
            return decisions
        case .startOver:
            guard guest?.dialogue.cart.lines.isEmpty == false else { return leave(.userEnded) }
            return step { $0.requestCancel(at: $1) }
        // The touch was meant for a page that has just closed.
        case .dismiss: return []
        case .add(let itemId, let quantity, let options): return add(itemId, quantity, options)
        case .setQuantity(let line, let quantity):
            return apply(quantity == 0 ? .remove(line: line) : .setQuantity(of: line, to: quantity))
        case .setOptions(let line, let options):
            return apply(.setOptions(line: line, options.map(\.selected)))
        case .remove(let line): return apply(.remove(line: line))
        case .answer(let value): return answer(value)
        case .say(let text, let replacesLast, let replaces):
            return say(text, replacesLast: replacesLast, replaces: replaces)
        case .checkout: return apply(.checkout)
        case .confirm: return step { $0.confirmByTouch(at: $1) }
        case .reject: return step { $0.rejectByTouch(at: $1) }
        case .service(let kind): return choose { $0.service = kind }
        case .name(let text): return choose { $0.name = OrderTerms.plainName(text) }
        case .tip(let percent): return choose { $0.tipPercent = percent == 0 ? nil : percent }
        }
    }

    private mutating func listen(_ isOn: Bool) -> [KioskDecision] {
        guard guest?.isListening != isOn, !isOn || voiceUnavailable == nil else { return [] }
        guest?.isListening = isOn
        isHearing = false
        let decisions = isOn ? [] : hushed()
        if !isOn { replied() }
        return decisions + [.listen(isOn: isOn)] + cue(for: isOn ? .listeningStarted : .listeningStopped)
    }

    private mutating func add(_ itemId: String, _ quantity: Int, _ options: [KioskAction.Option]) -> [KioskDecision] {
        guard let item = menu.item(itemId) else { return [] }
        var ordered = ParsedOrderItem(item)
        ordered.quantity = quantity
        ordered.options = options.map(\.selected).filter { menu.option($0.option) != nil }
        // A second touch on the same item is one more of it.
        if let line = guest?.dialogue.cart.line(equalTo: ordered) {
            return apply(.change(lines: [line], LineChange(more: quantity)))
        }
        return apply(.add([ordered]))
    }

    /// Answers the open question with one of the values that `KioskSnapshot.Question` offers. Any other value is
    /// ignored: the page showed an earlier question.
    private mutating func answer(_ value: String) -> [KioskDecision] {
        guard let question = guest?.dialogue.cart.pendingClarification else { return [] }
        if case .permission = question.topic {
            guard [Self.yesAnswer, Self.noAnswer].contains(value) else { return [] }
            return apply(.answer(.permission(value == Self.yesAnswer)))
        }
        if value == Self.dropAnswer { return apply(.dropQuestion) }
        switch question.topic {
        case .service:
            guard let kind = ServiceKind(rawValue: value) else { return [] }
            return apply(.answer(.service(kind)))
        case .option(let group):
            guard menu.option(OptionReference(group: group, option: value)) != nil else { return [] }
            return apply(.answer(.option(value)))
        case .quantity:
            guard let quantity = Int(value) else { return [] }
            return apply(.answer(.quantity(quantity)))
        case .item(let candidates, _):
            guard candidates.contains(value) else { return [] }
            return apply(.answer(.item(value)))
        case .line(let candidates, _):
            guard let line = Int(value), candidates.contains(line) else { return [] }
            return apply(.answer(.line(line)))
        case .permission: return []
        }
    }

    /// Processes a typed text like an utterance, in place of the last one where it corrects that.
    private mutating func say(_ text: String, replacesLast: Bool, replaces: String?) -> [KioskDecision] {
        guard let before = guest?.dialogue.cart else { return [] }
        if replacesLast {
            // Another utterance may have been recognised while the guest typed; its effect stays.
            guard let earlier = guest?.beforeLast, replaces == nil || replaces == lastText else { return [] }
            guest?.dialogue.restore(earlier)
        } else {
            guest?.beforeLast = before
        }
        lastText = text
        count(replacesLast ? "corrections" : "utterances")
        let parse = parser.parse(text)
        guard var dialogue = guest?.dialogue else { return [] }
        let step = dialogue.processTyped(text, parse: parse, at: clock)
        guest?.dialogue = dialogue
        return takeUtterance(step, isTouch: true)
    }

    private mutating func apply(_ command: CartCommand) -> [KioskDecision] { step { $0.apply(command, at: $1) } }

    private mutating func step(_ body: (inout GuestDialogue, Duration) -> GuestDialogue.Step) -> [KioskDecision] {
        guard var dialogue = guest?.dialogue else { return [] }
        let step = body(&dialogue, clock)
        guest?.dialogue = dialogue
        return take(step, isTouch: true)
    }
}

extension KioskAction {
    /// Whether it is a typed utterance.
    fileprivate var isSaid: Bool { if case .say = self { true } else { false } }
}

extension KioskAction.Option {
    /// The option as an option of an item.
    var selected: SelectedOption {
        SelectedOption(option: OptionReference(group: group, option: id), amount: amount, count: count)
    }
}
