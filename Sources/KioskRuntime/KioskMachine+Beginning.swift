internal import Feedback
internal import OrderSession
internal import Ordering
internal import VoiceOrdering

/// Beginning of a session.
extension KioskMachine {
    mutating func woke(_ session: String) -> [KioskDecision] {
        guard voiceUnavailable == nil else { return [] }
        switch phase {
        case .placing, .failed: return []
        case .ordering:
            // Within an order, the wake phrase switches the microphone on.
            activity()
            guard guest?.isListening == false else { return [] }
            guest?.isListening = true
            return [.listen(isOn: true)] + cue(for: .listeningStarted)
        // The previous guest is paying.
        case .payment(let placed, _, _) where placed.payment.isAtTerminal: return []
        case .idle, .payment, .thanks:
            let decisions = begin(session, isListening: true)
            caption = writer.reply([.welcome])
            return decisions + cue(for: .wakeWordHeard)
        }
    }

    /// Starts a session.
    mutating func begin(_ id: String, isListening: Bool) -> [KioskDecision] {
        // Whoever has called the staff from the welcome page is the guest who begins.
        let call = phase == .idle ? staffCall : nil
        var decisions = wipe()
        if let call { staffCall = call }
        let listens = isListening && voiceUnavailable == nil
        guest = Guest(id: id, dialogue: emptyDialogue, isListening: listens)
        session.startSession(at: clock)
        phase = .ordering
        decisions.append(.begin(session: id))
        if listens { decisions.append(.listen(isOn: true)) }
        return decisions
    }
}
