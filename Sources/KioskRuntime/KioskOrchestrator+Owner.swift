internal import Ordering

/// What the owner adds to the end of an order, and the pause.
extension KioskOrchestrator {
    /// Has an order that is stored printed. The order never waits for a printer.
    func printOut(_ order: NewOrder, _ number: Int) {
        code = parts.code(order, number).map { (number, $0) }
        guard let printers = parts.printers else { return }
        Task { await printers.print(order, number: number) }
    }

    /// Adds the order's code, and whether the kiosk is closed for guests.
    func addEnding(_ snapshot: inout KioskSnapshot) {
        if let code, snapshot.placed?.number == code.number { snapshot.placed?.code = code.code }
        guard snapshot.screen == .welcome, let closed else { return }
        snapshot.closed = closed
        // A closed kiosk does not wait for its wake phrase.
        if snapshot.microphone.state == .armed { snapshot.microphone.state = .off }
    }

    /// Closes the kiosk for guests, or opens it again. A guest who is being served finishes.
    ///
    /// - Parameter sentence: what guests see; `nil` to open.
    public func close(_ sentence: String?) {
        guard closed != sentence else { return }
        closed = sentence
        // The wait for the wake phrase begins or ends.
        if !isListening, !isChecking, !isDictating { gate?.interrupt() }
        parts.log(sentence.map { "closed for guests: \($0)" } ?? "open for guests")
        publish()
    }
}

extension KioskEvent {
    /// Whether it begins a session where none is open.
    var beginsSession: Bool {
        switch self {
        case .woke: true
        case .touched(let action, _): action.beginsSession
        default: false
        }
    }
}

extension KioskAction {
    /// Whether it begins a session where none is open.
    var beginsSession: Bool {
        switch self {
        case .start, .startSilently, .add, .say: true
        default: false
        }
    }
}
