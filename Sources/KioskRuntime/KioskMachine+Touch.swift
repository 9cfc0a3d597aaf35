internal import Feedback
internal import OrderParsing
internal import OrderSession
internal import Ordering
internal import VoiceOrdering

/// What fingers do.
extension KioskMachine {
    mutating func touched(_ action: KioskAction, _ session: String) -> [KioskDecision] {
        switch phase {
        case .payment(let placed, let order, let until) where placed.payment == .terminal:
            return touchedPayment(action, placed, order, until)
        case .idle, .thanks, .payment: return touchedWithoutGuest(action, session)
        case .placing: return []
        case .failed(_, let order, _): return touchedFailure(action, order)
        case .ordering:
            touched()
            let before = guest?.dialogue.cart.lines
            let decisions = touchedOrder(action)
            if !action.isSaid, guest?.dialogue.cart.lines != before { forgetLast() }
            return decisions
        }
    }

    /// The last utterance can no longer be corrected by hand: that would undo what was touched since.
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
        // What was to be corrected is gone.
        case .say(_, replacesLast: true, _): return []
        // The first touch may be an item.
        case .add, .say: return begin(session, isListening: false) + touchedOrder(action)
        case .hush: return hushed()
        case .dismiss, .startOver: return wipe()
        case .listen, .stillHere, .setQuantity, .setOptions, .remove, .answer, .checkout, .confirm, .reject: return []
        }
    }

    /// Somebody is paying, who may pay at the counter instead; whether the terminal has the money already only it can
    /// say.
    private mutating func touchedPayment(
        _ action: KioskAction, _ placed: KioskSnapshot.Placed, _ order: String, _ until: Duration
    ) -> [KioskDecision] {
        switch action {
        case .dismiss, .startOver:
            // Not by the second touch of whoever touched the yes twice.
            guard until - clock < times.terminal - .seconds(1) else { return [] }
            phase = .payment(placed, order: order, until: min(until, clock + times.takingBack))
            return [.stopPaying(order: order)]
        case .hush: return hushed()
        case .start, .startSilently, .listen, .stillHere, .add, .setQuantity, .setOptions, .remove, .answer, .say,
            .checkout, .confirm, .reject:
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
            .reject:
            return []
        }
    }

    private mutating func touchedOrder(_ action: KioskAction) -> [KioskDecision] {
        switch action {
        case .start: return []
        case .startSilently: return listen(false)
        case .listen(let isOn): return listen(isOn)
        case .stillHere: return []
        case .hush:
            let decisions = hushed()
            replied()
            return decisions
        case .startOver: return leave(.userEnded)
        // There is no page to leave: it was meant for one that has just gone.
        case .dismiss: return []
        case .add(let itemId, let quantity, let options): return add(itemId, quantity, options)
        case .setQuantity(let line, let quantity):
            return change { quantity == 0 ? $0.removeItem(line: line) : $0.updateQuantity(line: line, to: quantity) }
        case .setOptions(let line, let options):
            let selected = options.map(\.selected)
            return change { $0.setOptions(selected, ofLine: line) }
        case .remove(let line): return change { $0.removeItem(line: line) }
        case .answer(let value): return answer(value)
        case .say(let text, let replacesLast, let replaces):
            return say(text, replacesLast: replacesLast, replaces: replaces)
        case .checkout: return change { $0.checkOut() }
        case .confirm: return step { $0.confirmByTouch(at: $1) }
        case .reject: return step { $0.rejectByTouch(at: $1) }
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
        let line = ParsedOrderItem(
            itemId: itemId, name: item.name, quantity: quantity,
            options: options.map(\.selected).filter { menu.option($0.option) != nil }, spoken: "", nameSpoken: "",
            confidence: 1)
        return change { $0.addToPending([line]) }
    }

    /// An answer to the open question, as `KioskSnapshot.Question` offers it.
    private mutating func answer(_ value: String) -> [KioskDecision] {
        guard let question = guest?.dialogue.cart.pendingClarification else { return [] }
        switch question.topic {
        case .option(let group):
            guard menu.option(OptionReference(group: group, option: value)) != nil else { return [] }
            return change {
                $0.applyClarification(
                    LineChange(options: [SelectedOption(option: OptionReference(group: group, option: value))]))
            }
        case .quantity:
            guard let quantity = Int(value) else { return [] }
            return change { $0.applyClarification(LineChange(quantity: quantity)) }
        case .item(let candidates, _):
            guard candidates.contains(value), let item = menu.item(value) else { return [] }
            let line = ParsedOrderItem(
                itemId: item.id, name: item.name, quantity: 1, options: [], spoken: "", nameSpoken: "", confidence: 1)
            return change {
                $0.apply(OrderParseResult(intent: .add, acts: [.add([line])], confidence: 1, source: .fallback))
            }
        case .line(let candidates, _):
            guard let line = Int(value), let place = candidates.firstIndex(of: line) else { return [] }
            let act = OrderAct.change(.nth(place + 1, of: .all), LineChange())
            return change { $0.apply(OrderParseResult(intent: .change, acts: [act], confidence: 1, source: .fallback)) }
        }
    }

    /// A text as if it had been said, in place of the last utterance where it corrects that.
    private mutating func say(_ text: String, replacesLast: Bool, replaces: String?) -> [KioskDecision] {
        guard let before = guest?.dialogue.cart else { return [] }
        if replacesLast {
            // While the guest typed something else may have been heard, and its effect is not what they take back.
            guard let earlier = guest?.beforeLast, replaces == nil || replaces == lastText else { return [] }
            guest?.dialogue.restore(earlier)
        } else {
            guest?.beforeLast = before
        }
        lastText = text
        count(replacesLast ? "corrections" : "utterances")
        let parse = parser.parse(text)
        return change { $0.take(parse, said: text) }
    }

    private mutating func change(_ body: (inout CartCoordinator) -> [Prompt]) -> [KioskDecision] {
        step { $0.touch(at: $1, body) }
    }

    private mutating func step(_ body: (inout GuestDialogue, Duration) -> GuestDialogue.Step) -> [KioskDecision] {
        guard var dialogue = guest?.dialogue else { return [] }
        let step = body(&dialogue, clock)
        guest?.dialogue = dialogue
        return take(step, isTouch: true)
    }
}

extension KioskAction {
    fileprivate var isSaid: Bool { if case .say = self { true } else { false } }
}

extension KioskAction.Option {
    /// As the cart takes it.
    var selected: SelectedOption {
        SelectedOption(option: OptionReference(group: group, option: id), amount: amount, count: count)
    }
}
