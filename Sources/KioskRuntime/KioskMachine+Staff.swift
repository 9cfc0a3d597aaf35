internal import Feedback
internal import Ordering
internal import VoiceOrdering

/// Calls for the staff, the number kept on the screen, and announcements of the display.
extension KioskMachine {
    /// A guest's call for the staff. It stays open until a member of the staff answers it, also after its guest has
    /// left.
    struct StaffCall: Equatable, Sendable {
        /// When the guest called.
        let since: Duration
        var state = KioskSnapshot.StaffCall.called
        /// Whether the guest who called is still at the kiosk. The next guest is not told of the call.
        var isGuestPresent = true
        /// When the state changes by itself; `nil` for never.
        var until: Duration?
    }

    /// Whether a call awaits an answer.
    var needsStaff: Bool { staffCall.map { $0.state != .coming } ?? false }

    /// Calls the staff by touch.
    mutating func callStaff() -> [KioskDecision] {
        guard writer.callsStaff else { return [] }
        guard phase == .ordering else { return openStaffCall() + cue(for: .touched) }
        touched()
        cutOff()
        // With the reply the call begins.
        return reply([.staffCalled], isTouch: true)
    }

    /// Opens a call, or opens it again after nobody has answered.
    mutating func openStaffCall() -> [KioskDecision] {
        guard writer.callsStaff, staffCall?.isGuestPresent != true || staffCall?.state == .unanswered else { return [] }
        staffCall = StaffCall(since: needsStaff ? staffCall?.since ?? clock : clock, until: clock + times.staffAnswer)
        return [.staffCall(.called)]
    }

    /// Takes back the guest's call.
    mutating func cancelStaffCall() -> [KioskDecision] {
        guard staffCall?.isGuestPresent == true else { return [] }
        staffCall = nil
        guard phase == .ordering else { return [.staffCall(.cancelled)] }
        touched()
        // What was said about the call is no longer true.
        guard [.staffCalled, .staffComing].contains(where: { caption == writer.reply([$0]) }) else {
            return [.staffCall(.cancelled)]
        }
        caption = ""
        cutOff()
        return hushed() + [.staffCall(.cancelled)]
    }

    /// Answers the call. The guest is told by voice where that interrupts nothing.
    mutating func answerStaffCall() -> [KioskDecision] {
        guard needsStaff, staffCall != nil else { return [] }
        guard staffCall?.isGuestPresent == true else {
            staffCall = nil
            return [.staffCall(.answered)]
        }
        let until = clock + times.staffComing
        staffCall?.state = .coming
        staffCall?.until = until
        let decisions = [KioskDecision.staffCall(.answered)]
        guard phase == .ordering, speakingSince == nil, !isHearing, guest?.dialogue.isConfirming == false else {
            return decisions + cue(for: .recovered)
        }
        caption = writer.reply([.staffComing])
        return decisions + cue(for: .recovered) + say(isQuiet: false)
    }

    /// Changes a call whose time is up: nobody has answered, or the member of the staff has long arrived.
    mutating func passStaffCall() {
        guard let call = staffCall else { return }
        if call.state == .coming {
            staffCall = nil
        } else {
            staffCall?.state = .unanswered
            staffCall?.until = nil
            // On the welcome page somebody else may stand before it by now.
            if phase == .idle { staffCall?.isGuestPresent = false }
        }
    }

    /// Ends what a guest who leaves sees of a call. An unanswered call stays open for the staff.
    mutating func leaveStaffCall() {
        if !needsStaff { staffCall = nil }
        staffCall?.isGuestPresent = false
        staffCall?.until = nil
    }

    /// Keeps the order's number on the screen, `KioskTimes.keptNumber` at the longest.
    mutating func keepNumber() -> [KioskDecision] {
        guard let numberEnd else { return [] }
        switch phase {
        case .payment(var placed, let order, let until) where !placed.payment.isAtTerminal:
            placed.isKept = true
            phase = .payment(placed, order: order, until: max(until, numberEnd - times.thanks))
        case .thanks(var placed, let until):
            placed.isKept = true
            phase = .thanks(placed, until: max(until, numberEnd))
        default: break
        }
        return []
    }

    /// Says a text of the display. It interrupts a prompt and is no turn of the dialogue.
    mutating func announce(_ text: String) -> [KioskDecision] {
        guard !text.isEmpty else { return [] }
        cutOff()
        let decisions = hushed()
        speakingSince = clock
        isAnnouncing = true
        return decisions + [.say(text: text, spoken: writer.spoken(text))]
    }
}
