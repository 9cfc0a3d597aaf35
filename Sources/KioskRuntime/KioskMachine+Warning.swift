internal import Feedback
internal import OrderSession
internal import Ordering
internal import VoiceOrdering

/// The warning before a session ends for lack of activity.
extension KioskMachine {
    /// A warning that the session ends.
    struct Warning: Sendable {
        /// When it began.
        let since: Duration
        /// The caption before it.
        let caption: String
        /// Whether it is being said.
        var isSpoken: Bool
        /// Whether the kiosk has said nothing since.
        var isOpen = true
    }

    /// When the time-out warning on the screen changes next.
    func nextWarning(_ end: Duration) -> Duration {
        guard end - clock <= times.warning else { return end - times.warning }
        return clock + .seconds(1)
    }

    /// Whole seconds until the session times out, once the guest is warned.
    var idleSecondsLeft: Int? {
        guard phase == .ordering, speakingSince == nil || isWarning, let left = session.timeUntilTimeout(at: clock)
        else {
            return nil
        }
        return left <= times.warning ? left.secondsLeft : nil
    }

    /// Whether the warning is being said.
    var isWarning: Bool { guest?.warning?.isSpoken == true && speakingSince != nil }

    /// Warns the guest, by voice where the kiosk listens: whoever cannot see the screen must hear it.
    mutating func warn() -> [KioskDecision] {
        guard let guest else { return [] }
        let isSpoken = guest.isListening && speakingSince == nil
        let warning = Warning(since: clock, caption: caption, isSpoken: isSpoken)
        self.guest?.warning = warning
        guard isSpoken else { return cue(for: .timeRunsOut) }
        caption = writer.reply([.stillThere])
        speakingSince = clock
        return [.say(text: caption, spoken: writer.spoken(caption))]
    }

    /// Ends the warning at a touch.
    mutating func endWarning() -> [KioskDecision] {
        guard let warning = guest?.warning else { return [] }
        let decisions = warning.isSpoken ? hushed() : []
        if warning.isOpen { caption = warning.caption }
        guest?.warning = nil
        return decisions
    }

    /// Handles the first utterance with a meaning after the warning. A yes or no only tells that the guest is there:
    /// what was said last is said again. Anything else continues the order.
    ///
    /// - Returns: `nil` where the utterance is one of the order.
    mutating func answeredWarning(_ said: KioskEvent.Said) -> [KioskDecision]? {
        guard let warning = guest?.warning, warning.isOpen, let act = said.parse.acts.first,
            .milliseconds(said.beganMilliseconds) >= warning.since
        else { return nil }
        activity()
        let answers: [OrderAct] = [.say(.confirm), .say(.decline), .say(.greeting), .say(.thanks)]
        guard said.parse.acts.count == 1, answers.contains(act) else { return nil }
        let (now, cart) = (clock, guest?.dialogue.cart)
        guest?.dialogue.touched(at: now)
        lastText = said.text
        guest?.beforeLast = cart
        caption = warning.caption
        return hushed() + say(isQuiet: false)
    }
}
