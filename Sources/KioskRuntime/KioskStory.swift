internal import OrderSession
internal import Ordering

/// The story of the kiosk's guests for the log: who began how, the order's number, and how the session ended.
///
/// With `tellsWords` also what was heard, said and touched, which may be private.
struct KioskStory {
    let tellsWords: Bool
    /// Formats an amount as the kiosk's sentences write it.
    let money: @Sendable (Money) -> String
    private var guests = 0
    private var placing: NewOrder?

    init(tellsWords: Bool, money: @escaping @Sendable (Money) -> String) {
        self.tellsWords = tellsWords
        self.money = money
    }

    /// The lines for an entry of the event log.
    mutating func lines(of entry: KioskLogEntry) -> [String] {
        let isNew = entry.decisions.contains { if case .begin = $0 { true } else { false } }
        if isNew { guests += 1 }
        var lines: [String] = []
        if isNew { lines.append("guest \(guests) begins (\(entry.event?.beginning ?? "unknown"))") }
        if tellsWords, let event = entry.event { lines += [event.words].compactMap(\.self) }
        if case .stored(let order, let number) = entry.event { lines.append(placed(order, number)) }
        return lines + entry.decisions.compactMap { line(of: $0) }
    }

    private mutating func line(of decision: KioskDecision) -> String? {
        switch decision {
        case .place(let order):
            placing = order
            return nil
        case .say(let text, _): return tellsWords ? "said: \(text)" : nil
        case .end(_, let reason, let figures):
            let seconds = Double(figures["milliseconds"] ?? 0) / 1_000
            let reason = SessionEndReason(rawValue: reason)?.words ?? reason
            return "guest \(guests) is gone after \(Int(seconds.rounded())) s: \(reason)"
        case .begin, .listen, .cue, .hush, .keepCart, .pay, .stopPaying, .staffCall, .askNotes: return nil
        }
    }

    private func placed(_ order: String, _ number: Int) -> String {
        guard let placing, placing.id == order else { return "order \(number) placed" }
        let count = placing.lines.count
        return "order \(number) placed: \(count == 1 ? "1 line" : "\(count) lines"), \(money(placing.total))"
    }
}

extension KioskEvent {
    /// How a session began with the event.
    fileprivate var beginning: String {
        switch self {
        case .woke: "wake phrase"
        case .restored: "the order of before the restart"
        default: "touch"
        }
    }

    /// What the guest said or touched; `nil` for other events.
    fileprivate var words: String? {
        switch self {
        case .said(let said): "heard: \(said.text)"
        case .garbled: "heard: a sentence with a part missing"
        case .asked(let question, _): "heard: \(question)"
        case .touched(.say(let text, _, _), _): "typed: \(text)"
        case .touched(.announce, _): nil
        case .touched(let action, _): "touched: \(action.name)"
        case .paid(_, let isPaid): isPaid ? "paid at the terminal" : "not paid at the terminal"
        case .woke, .speaking, .spoken, .voice, .stored, .notStored, .restored, .staffComing, .noteReply: nil
        }
    }
}

extension KioskAction {
    /// The action's key in JSON.
    fileprivate var name: String { "\(self)".prefix { $0 != "(" }.description }
}

extension SessionEndReason {
    fileprivate var words: String {
        switch self {
        case .userEnded: "cancelled by the guest"
        case .timeout: "no answer in time"
        case .completed: "the order is placed"
        case .error: "a failure"
        case .newSession: "the next guest began"
        }
    }
}
