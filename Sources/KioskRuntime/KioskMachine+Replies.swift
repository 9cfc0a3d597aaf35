internal import Feedback
internal import OrderSession
internal import Ordering
internal import VoiceOrdering

/// What the kiosk shows, says and stores in reply.
extension KioskMachine {
    /// Shows and says the result of a dialogue step, or places the order.
    mutating func take(_ step: GuestDialogue.Step, isTouch: Bool) -> [KioskDecision] {
        // A touch or utterance in the meantime has its own reply.
        if step != .nothing { guest?.asking = nil }
        switch step {
        case .nothing: return []
        case .reply(let prompts): return reply(prompts, isTouch: isTouch)
        case .place(let prompts):
            guard let order = newOrder() else { return reply(prompts, isTouch: isTouch) }
            guest?.accepted = prompts.filter { if case .accepted = $0 { true } else { false } }
            return [keepCart()] + place(order)
        }
    }

    mutating func reply(_ prompts: [Prompt], isTouch: Bool) -> [KioskDecision] {
        guest?.asking = nil
        let wish = prompts.wish(in: menu)
        guest?.wish = wish
        caption = writer.reply(prompts)
        guest?.warning?.isOpen = false
        if prompts.contains(where: { [.notUnderstood, .useTouch].contains($0) || $0.isRepeated }) { count("reasks") }
        let call = prompts.contains(.staffCalled) ? openStaffCall() : []
        let decisions = hushed() + call + [keepCart()] + cue(FeedbackCue(prompts))
        guard prompts != [.cancelled] else { return decisions + leave(.userEnded) }
        return decisions + say(writer.speech(prompts), isQuiet: isTouch && !prompts.isSpokenAfterTouch)
    }

    /// Says the caption or a shorter text for it, or records it as said where the kiosk is silent.
    mutating func say(_ text: String? = nil, isQuiet: Bool) -> [KioskDecision] {
        guard !isQuiet, guest?.isListening == true else {
            replied()
            return []
        }
        speakingSince = clock
        let text = text ?? caption
        return [.say(text: text, spoken: writer.spoken(text))]
    }

    mutating func hushed() -> [KioskDecision] {
        guard speakingSince != nil else { return [] }
        speakingSince = nil
        isAnnouncing = false
        guest?.warning?.isSpoken = false
        return [.hush]
    }

    mutating func count(_ figure: String) { guest?.figures[figure, default: 0] += 1 }

    mutating func cue(for event: FeedbackEvent) -> [KioskDecision] { cue(FeedbackCue(event)) }

    private mutating func cue(_ cue: FeedbackCue?) -> [KioskDecision] {
        guard let cue else { return [] }
        cues += 1
        self.cue = KioskSnapshot.Cue(sequence: cues, sound: cue.sound?.rawValue, haptic: cue.haptic?.rawValue)
        return [.cue(sound: cue.sound?.rawValue, haptic: cue.haptic?.rawValue)]
    }

    /// Saves the cart without lines that have an open question, which cannot be stored.
    func keepCart() -> KioskDecision {
        guard let guest else { return .keepCart(OpenCart(session: "", lines: [])) }
        let cart = guest.dialogue.cart
        return .keepCart(
            OpenCart(
                session: guest.id, lines: cart.orderableLines.map { StoredLine($0, menu: menu) }, avoids: cart.avoided,
                terms: cart.terms.isEmpty ? nil : cart.terms))
    }
}

extension [Prompt] {
    /// Whether the reply is spoken after a touch as well, because the guest must not miss it.
    fileprivate var isSpokenAfterTouch: Bool {
        switch last {
        case .confirm, .confirmAgain, .question, .refused, .contains, .contents, .useTouch, .welcome, .answer,
            .note, .noted, .staffCalled:
            true
        default: false
        }
    }
}

extension Prompt {
    /// Whether the prompt repeats a question.
    fileprivate var isRepeated: Bool { if case .confirmAgain = self { true } else { false } }
}
