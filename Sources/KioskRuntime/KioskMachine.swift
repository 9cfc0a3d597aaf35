public import Feedback
public import OrderParsing
internal import OrderSession
public import Ordering
internal import VoiceOrdering

/// State machine of the kiosk, from the first word or touch to the order's number: events in, decisions out.
///
/// The caller executes the decisions in order and reports their results as further events. The machine has no clock:
/// every event carries its time, and deadlines before that time fire first, each at its own time. The same events at
/// the same times therefore give the same decisions, however late the caller is.
public struct KioskMachine: Sendable {
    enum Phase: Equatable, Sendable {
        case idle
        case ordering
        /// The order is being stored, until this time at the latest.
        case placing(NewOrder, until: Duration)
        /// The order's number is shown until this time.
        case payment(KioskSnapshot.Placed, order: String, until: Duration)
        case thanks(KioskSnapshot.Placed, until: Duration)
        /// The order could not be stored; the guest can try again until this time.
        case failed(String, NewOrder, until: Duration)
    }

    /// The guest of the open session.
    struct Guest: Sendable {
        /// Id of the session, a UUID.
        let id: String
        var dialogue: GuestDialogue
        /// Whether the guest's microphone is on.
        var isListening: Bool
        /// The cart before the last utterance, for correcting that utterance by hand; `nil` after a touch, which the
        /// correction would undo as well.
        var beforeLast: CartCoordinator?
        /// Number of the current order within the session, for its id. It stays the same while the result of storing is
        /// unknown, so that a second attempt cannot store a second order.
        var order = 1
        /// Orders handed to the store without a result yet; results come in this order.
        var unanswered: [NewOrder] = []
        /// Lines accepted without a read-back, to be said with the order's number.
        var accepted: [Prompt] = []
        /// The reply that waits for the notebook; `nil` if none does.
        var asking: NoteQuestion?
        /// What the kiosk has just answered a wish with; `nil` once another reply is given.
        var wish: MenuSearch?
        /// The warning that the session ends; `nil` before it, and after an answer to it.
        var warning: Warning?
        var figures: [String: Int] = ["utterances": 0, "reasks": 0, "corrections": 0, "touches": 0]

        /// Removes and returns the order that a result of the store is about.
        mutating func answered(_ order: String) -> NewOrder? {
            unanswered.firstIndex { $0.id == order }.map { unanswered.remove(at: $0) }
        }
    }

    let menu: Menu
    let parser: OrderParsingPipeline
    let writer: PromptWriter
    let times: KioskTimes
    let menuDigest: String
    /// Whether the kiosk has a payment terminal.
    let hasTerminal: Bool
    /// Whether the notebook is asked what the menu does not answer.
    let answersNotes: Bool
    /// Number of the latest question to the notebook.
    var noteQuestions = 0
    /// Start state of every guest's dialogue.
    let emptyDialogue: GuestDialogue

    var phase = Phase.idle
    var guest: Guest?
    /// Life cycle of the guests' sessions.
    var session: SessionManager
    /// Why ordering by voice is unavailable; `nil` while it works.
    var voiceUnavailable: VoiceProblem?
    var isHearing = false
    /// Start of the prompt being spoken; `nil` while the kiosk is silent.
    var speakingSince: Duration?
    var caption = ""
    var lastText = ""
    var cue: KioskSnapshot.Cue?
    /// Number of the newest cue.
    var cues = 0
    /// The open or just answered call for the staff.
    var staffCall: StaffCall?
    /// Until when the order's number can be kept on the screen; `nil` before an order is placed.
    var numberEnd: Duration?
    /// Whether the display's own text is being said, and no prompt.
    var isAnnouncing = false
    /// The latest time passed in.
    private(set) var clock = Duration.zero

    /// - Parameters:
    ///   - writer: renders prompts in the kiosk's language, whose yes and no count beside the English ones.
    ///   - menuDigest: SHA-256 of the menu file, stored with every order.
    ///   - hasTerminal: whether placed orders are paid at a terminal.
    ///   - answersNotes: whether the notebook is asked what the menu does not answer.
    ///   - confirmation: when an order is to be confirmed.
    /// - Throws: `ConfirmationError` for a language without confirmation keywords; `SessionSettingInvalid`
    ///   for times outside their range.
    public init(
        menu: Menu, parser: OrderParsingPipeline, writer: PromptWriter, menuDigest: String, hasTerminal: Bool = false,
        answersNotes: Bool = false, confirmation: ConfirmationMode = .always, times: KioskTimes = KioskTimes()
    ) throws {
        self.menu = menu
        self.parser = parser
        self.menuDigest = menuDigest
        self.hasTerminal = hasTerminal
        self.answersNotes = answersNotes
        self.times = times
        self.writer = writer
        emptyDialogue = try GuestDialogue(
            menu: menu, parser: parser, locale: writer.locale, confirmation: confirmation)
        session = try SessionManager(settings: times.session)
    }

    // MARK: Time

    /// Time of the next call to `advance`; `nil` when no deadline is open.
    public var nextDeadline: Duration? {
        let screen: Duration? =
            switch phase {
            case .idle: nil
            case .ordering:
                (isWarning ? nil : speakingSince.map { $0 + times.longestSpeech })
                    ?? session.nextDeadline.map { min($0, nextWarning($0)) }
            case .placing(_, let until), .payment(_, _, let until), .thanks(_, let until), .failed(_, _, let until):
                until
            }
        let answer = speakingSince == nil && phase == .ordering ? guest?.dialogue.nextDeadline : nil
        let notes = phase == .ordering ? guest?.asking?.until : nil
        return [screen, answer, notes, staffCall?.until].compactMap(\.self).min()
    }

    /// Whole seconds until the order is placed without an answer; `nil` while no countdown runs.
    var confirmSecondsLeft: Int? {
        guard phase == .ordering, let deadline = guest?.dialogue.autoConfirmDeadline else { return nil }
        return (deadline - clock).secondsLeft
    }

    /// Fires every deadline up to a time, each at its own time.
    ///
    /// - Returns: an entry for each deadline that led to a decision.
    public mutating func advance(to time: Duration) -> [KioskLogEntry] {
        // The log's resolution, so that a replay sees the same times.
        let time = Duration.milliseconds(time.wholeMilliseconds)
        var entries: [KioskLogEntry] = []
        while let deadline = nextDeadline, deadline <= time {
            clock = max(clock, deadline)
            let decisions = fire()
            holdTimeout()
            if !decisions.isEmpty {
                entries.append(KioskLogEntry(milliseconds: clock.wholeMilliseconds, event: nil, decisions: decisions))
            }
        }
        clock = max(clock, time)
        return entries
    }

    private mutating func fire() -> [KioskDecision] {
        if let until = staffCall?.until, until <= clock {
            passStaffCall()
            return []
        }
        switch phase {
        case .idle: return []
        case .placing(let order, _): return failed(order)
        case .payment(let placed, let order, _):
            // Without the terminal's answer the order is unpaid.
            if placed.payment.isAtTerminal { return paid(order: order, isPaid: false) }
            phase = .thanks(placed, until: clock + times.thanks)
            caption = ""
            return []
        case .thanks: return wipe()
        case .failed: return leave(.error)
        case .ordering: return fireOrdering()
        }
    }

    private mutating func fireOrdering() -> [KioskDecision] {
        guard guest != nil else { return wipe() }
        if let until = guest?.asking?.until, until <= clock { return replyWithoutNotes() }
        if !isWarning, let since = speakingSince, since + times.longestSpeech <= clock {
            // The microphone is muted while the kiosk speaks, so speech must not go on while it awaits an answer.
            cutOff()
            return hushed() + speechEnded()
        }
        if guest?.warning.map({ clock - $0.since >= times.warning }) ?? true,
            let left = session.timeUntilTimeout(at: clock), left <= times.warning, left > .zero
        {
            return warn()
        }
        if let due = guest?.dialogue.nextDeadline, due <= clock, let step = self.guest?.dialogue.advance(to: clock) {
            return take(step, isTouch: false)
        }
        session.advance(to: clock)
        return session.state == .active ? [] : leave(.timeout)
    }

    /// Prevents the session's time-out while a deadline of the machine itself is open.
    private mutating func holdTimeout() {
        let deadline: Duration? =
            switch phase {
            case .ordering: isWarning ? nil : speakingSince.map { $0 + times.longestSpeech }
            case .placing(_, let until), .failed(_, _, let until): until
            case .idle, .payment, .thanks: nil
            }
        session.holdTimeout(through: deadline)
    }

    // MARK: Events

    /// Handles an event, after all deadlines up to its time.
    ///
    /// - Returns: the log entries, whose decisions are to be executed in order. The last entry is the event's own.
    public mutating func handle(_ event: KioskEvent, at time: Duration) -> [KioskLogEntry] {
        var entries = advance(to: time)
        entries.append(KioskLogEntry(milliseconds: clock.wholeMilliseconds, event: event, decisions: decide(event)))
        holdTimeout()
        return entries
    }

    private mutating func decide(_ event: KioskEvent) -> [KioskDecision] {
        switch event {
        case .woke(let session): return woke(session)
        case .touched(let action, let session): return touched(action, session)
        case .speaking(let isHeard):
            isHearing = isHeard
            guard isHeard else { return [] }
            sound()
            // Speech interrupts the kiosk's prompt.
            cutOff()
            let decisions = hushed()
            guest?.dialogue.speechBegan(at: clock)
            return decisions
        case .said(let said): return heard(said)
        case .garbled: return garbled()
        case .spoken: return spoken()
        case .voice(let reason): return voice(unavailable: reason)
        case .stored(let order, let number): return stored(order, number)
        case .notStored(let order, _): return notStored(order)
        case .paid(let order, let isPaid): return paid(order: order, isPaid: isPaid)
        case .restored(let cart, let session): return restored(cart, session)
        case .staffComing: return answerStaffCall()
        case .noteReply(let question, let reply): return noteReply(question, reply)
        case .asked(let question, let answer): return answerUnread(question, answer)
        }
    }

    /// Records activity of the guest.
    mutating func activity() {
        session.recordActivity(at: clock)
        guest?.warning = nil
    }

    /// Records a touch.
    mutating func touched() {
        activity()
        guest?.dialogue.touched(at: clock)
        count("touches")
    }

    /// Records a sound, which may be the guest or background noise.
    private mutating func sound() { session.resetTimeout(at: clock) }

    /// Records the end of the reply, spoken or shown.
    mutating func replied() { guest?.dialogue.replyEnded(at: clock) }

    /// Records that the prompt being spoken, if any, is interrupted.
    mutating func cutOff() {
        if let speakingSince, !isWarning, !isAnnouncing { guest?.dialogue.replyCutOff(since: speakingSince, at: clock) }
    }

    private mutating func heard(_ said: KioskEvent.Said) -> [KioskDecision] {
        guard phase == .ordering, var dialogue = guest?.dialogue else { return [] }
        sound()
        isHearing = false
        if let decisions = answeredWarning(said) { return decisions }
        let before = dialogue.cart
        if let speakingSince, !isAnnouncing { dialogue.replyCutOff(since: speakingSince, at: clock) }
        let step = dialogue.process(
            RecognizedTurn(
                text: said.text, parse: said.parse, confidence: said.confidence,
                began: .milliseconds(said.beganMilliseconds),
                ended: .milliseconds(said.endedMilliseconds)))
        // Speech without effect does not interrupt the kiosk's prompt.
        guard step != .nothing else { return [] }
        guest?.dialogue = dialogue
        if said.parse.intent != .unknown { activity() }
        lastText = said.text
        guest?.beforeLast = before
        count("utterances")
        if [.remove, .change, .replace, .decline].contains(said.parse.intent) { count("corrections") }
        return takeUtterance(step, isTouch: false)
    }

    private mutating func garbled() -> [KioskDecision] {
        guard phase == .ordering else { return [] }
        sound()
        isHearing = false
        cutOff()
        guest?.dialogue.recordUnrecognizedTurn()
        return reply([.notUnderstood], isTouch: false)
    }

    private mutating func spoken() -> [KioskDecision] {
        guard speakingSince != nil else { return [] }
        let isPrompt = !isWarning && !isAnnouncing
        speakingSince = nil
        isAnnouncing = false
        guest?.warning?.isSpoken = false
        // The warning does not put off what it warns of.
        return isPrompt ? speechEnded() : []
    }

    /// Ends the kiosk's turn and begins the guest's.
    private mutating func speechEnded() -> [KioskDecision] {
        sound()
        replied()
        return []
    }

    private mutating func voice(unavailable reason: VoiceProblem?) -> [KioskDecision] {
        guard voiceUnavailable != reason else { return [] }
        let wasAvailable = voiceUnavailable == nil
        voiceUnavailable = reason
        isHearing = false
        guard reason != nil, wasAvailable, guest?.isListening == true else { return [] }
        guest?.isListening = false
        return [.listen(isOn: false)] + cue(for: .failed)
    }
}
