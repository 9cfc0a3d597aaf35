public import Feedback
public import OrderParsing
internal import OrderSession
public import Ordering
internal import VoiceOrdering

/// The kiosk from the first word or touch to the order's number: events in, decisions out.
///
/// A value with one owner, who carries out the decisions in order and reports what came of them as further events.
/// Nothing in it takes time or looks at a clock: an event brings its time with it, and deadlines that have passed by
/// then fire first, each at its own time. So the same events at the same times lead to the same decisions, however late
/// the owner is.
public struct KioskMachine: Sendable {
    enum Phase: Equatable, Sendable {
        case idle
        case ordering
        /// The store has until then.
        case placing(NewOrder, until: Duration)
        /// The number is shown until then.
        case payment(KioskSnapshot.Placed, order: String, until: Duration)
        case thanks(KioskSnapshot.Placed, until: Duration)
        /// An order could not be stored; it may be tried again.
        case failed(String, NewOrder, until: Duration)
    }

    /// The guest's session.
    struct Guest: Sendable {
        let id: String
        let began: Duration
        var dialogue: GuestDialogue
        /// When something was last touched, heard or said.
        var lastActivity: Duration
        /// When the guest last touched something or was understood.
        var lastSign: Duration
        /// Whether the guest lets the kiosk listen.
        var isListening: Bool
        /// The cart as it was before the last utterance, for correcting that by hand; `nil` once something was touched
        /// since, which would be undone with it.
        var beforeLast: CartCoordinator?
        /// Counts the session's orders, so that each has an id of its own. While nobody knows whether an order was
        /// stored, what is placed in its stead has its id too, so that only one of them is stored.
        var order = 1
        /// What the store was given and has not answered yet; it answers in this order.
        var unanswered: [NewOrder] = []
        var figures: [String: Int] = ["utterances": 0, "reasks": 0, "corrections": 0, "touches": 0]

        /// Which order an answer of the store is about.
        mutating func answered(_ order: String) -> NewOrder? {
            unanswered.firstIndex { $0.id == order }.map { unanswered.remove(at: $0) }
        }
    }

    let menu: Menu
    let parser: OrderParsingPipeline
    let writer: PromptWriter
    let times: KioskTimes
    let menuDigest: String
    /// Whether there is a payment terminal to ask.
    let hasTerminal: Bool
    /// Every guest begins with it.
    private let emptyDialogue: GuestDialogue

    var phase = Phase.idle
    var guest: Guest?
    /// Why there is no voice.
    var voiceUnavailable: VoiceProblem?
    var isHearing = false
    /// Since when the kiosk speaks.
    var speakingSince: Duration?
    var caption = ""
    var lastText = ""
    var cue: KioskSnapshot.Cue?
    private var cues = 0
    /// The newest time that was passed in.
    private(set) var clock = Duration.zero

    /// - Parameters:
    ///   - writer: the kiosk's sentences, in its language.
    ///   - menuDigest: SHA-256 of the menu file, stored with every order.
    ///   - hasTerminal: whether `pay` is decided for an order that is placed.
    /// - Throws: `ConfirmationError` for a menu in a language without yes and no.
    public init(
        menu: Menu, parser: OrderParsingPipeline, writer: PromptWriter, menuDigest: String, hasTerminal: Bool = false,
        times: KioskTimes = KioskTimes()
    ) throws {
        self.menu = menu
        self.parser = parser
        self.menuDigest = menuDigest
        self.hasTerminal = hasTerminal
        self.times = times
        self.writer = writer
        emptyDialogue = try GuestDialogue(menu: menu, parser: parser)
    }

    // MARK: Time

    /// When `advance` is next due; `nil` when nothing waits for time to pass.
    public var nextDeadline: Duration? {
        let screen: Duration? =
            switch phase {
            case .idle: nil
            case .ordering:
                guest.map { guest in
                    speakingSince.map { $0 + times.longestSpeech } ?? min(end(of: guest), nextWarning(guest))
                }
            case .placing(_, let until), .payment(_, _, let until), .thanks(_, let until), .failed(_, _, let until):
                until
            }
        let answer = speakingSince == nil && phase == .ordering ? guest?.dialogue.nextDeadline : nil
        return [screen, answer].compactMap(\.self).min()
    }

    /// When the session is wiped if nothing happens until then.
    private func end(of guest: Guest) -> Duration {
        let latest = guest.lastSign + times.longestChatter
        return min(
            guest.lastActivity + times.wipe, max(latest, min(guest.lastActivity, latest) + times.longestSentence))
    }

    /// When the countdown on the screen changes next.
    private func nextWarning(_ guest: Guest) -> Duration {
        let end = end(of: guest)
        guard end - clock <= times.warning else { return end - times.warning }
        return clock + .seconds(1)
    }

    /// Seconds until the session is wiped, once the guest is warned.
    var idleSecondsLeft: Int? {
        guard phase == .ordering, let guest, speakingSince == nil else { return nil }
        let left = end(of: guest) - clock
        return left <= times.warning ? max(1, (left.wholeMilliseconds + 999) / 1_000) : nil
    }

    /// Lets time pass: fires every deadline up to `time`, each at its own time.
    ///
    /// - Returns: what was decided by each that decided anything.
    public mutating func advance(to time: Duration) -> [KioskLogEntry] {
        // As the log has it, so that a replay sees the same times.
        let time = Duration.milliseconds(time.wholeMilliseconds)
        var entries: [KioskLogEntry] = []
        while let deadline = nextDeadline, deadline <= time {
            clock = max(clock, deadline)
            let decisions = fire()
            if !decisions.isEmpty {
                entries.append(KioskLogEntry(milliseconds: clock.wholeMilliseconds, event: nil, decisions: decisions))
            }
        }
        clock = max(clock, time)
        return entries
    }

    private mutating func fire() -> [KioskDecision] {
        switch phase {
        case .idle: return []
        case .placing(let order, _): return failed(order)
        case .payment(let placed, let order, _):
            // A terminal that does not answer is no payment.
            if placed.payment == .terminal { return paid(order: order, isPaid: false) }
            phase = .thanks(placed, until: clock + times.thanks)
            return []
        case .thanks: return wipe()
        case .failed: return leave(.error)
        case .ordering: return fireOrdering()
        }
    }

    private mutating func fireOrdering() -> [KioskDecision] {
        guard let guest else { return wipe() }
        if let since = speakingSince, since + times.longestSpeech <= clock {
            // A voice that went on would keep the ears shut while an answer is waited for.
            cutOff()
            return hushed() + speechEnded()
        }
        if let due = guest.dialogue.nextDeadline, due <= clock, let step = self.guest?.dialogue.advance(to: clock) {
            return take(step, isTouch: false)
        }
        return end(of: guest) <= clock ? leave(.timeout) : []
    }

    // MARK: Events

    /// Takes an event, after all deadlines up to its time.
    ///
    /// - Returns: the entries for the log, whose decisions are to be carried out in order; the last is the event's own.
    public mutating func handle(_ event: KioskEvent, at time: Duration) -> [KioskLogEntry] {
        var entries = advance(to: time)
        entries.append(KioskLogEntry(milliseconds: clock.wholeMilliseconds, event: event, decisions: decide(event)))
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
            // Who speaks into the kiosk's words ends them.
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
        case .restored(let session, let lines): return restored(session, lines)
        }
    }

    /// The guest has given a sign.
    mutating func activity() {
        guest?.lastActivity = clock
        guest?.lastSign = clock
    }

    /// The guest has touched something.
    mutating func touched() {
        activity()
        guest?.dialogue.touched(at: clock)
        count("touches")
    }

    /// There was a sound, which may be the guest or anybody.
    private mutating func sound() { guest?.lastActivity = clock }

    /// The reply is over, said or shown.
    mutating func replied() { guest?.dialogue.replyEnded(at: clock) }

    /// What the kiosk says ends before its end, if it says anything.
    private mutating func cutOff() {
        if let speakingSince { guest?.dialogue.replyCutOff(since: speakingSince, at: clock) }
    }

    private mutating func woke(_ session: String) -> [KioskDecision] {
        guard voiceUnavailable == nil else { return [] }
        switch phase {
        case .placing, .failed: return []
        case .ordering:
            // Said within an order it means "listen".
            activity()
            guard guest?.isListening == false else { return [] }
            guest?.isListening = true
            return [.listen(isOn: true)] + cue(for: .listeningStarted)
        // Somebody is paying.
        case .payment(let placed, _, _) where placed.payment == .terminal: return []
        case .idle, .payment, .thanks:
            let decisions = begin(session, isListening: true)
            caption = writer.reply([.welcome])
            return decisions + cue(for: .wakeWordHeard)
        }
    }

    /// Begins a session.
    mutating func begin(_ session: String, isListening: Bool) -> [KioskDecision] {
        var decisions = wipe()
        let listens = isListening && voiceUnavailable == nil
        guest = Guest(
            id: session, began: clock, dialogue: emptyDialogue, lastActivity: clock, lastSign: clock,
            isListening: listens)
        phase = .ordering
        decisions.append(.begin(session: session))
        if listens { decisions.append(.listen(isOn: true)) }
        return decisions
    }

    private mutating func heard(_ said: KioskEvent.Said) -> [KioskDecision] {
        guard phase == .ordering, var dialogue = guest?.dialogue else { return [] }
        sound()
        isHearing = false
        let before = dialogue.cart
        if let speakingSince { dialogue.replyCutOff(since: speakingSince, at: clock) }
        let step = dialogue.hear(
            GuestDialogue.Heard(
                text: said.text, parse: said.parse, confidence: said.confidence,
                began: .milliseconds(said.beganMilliseconds),
                ended: .milliseconds(said.endedMilliseconds)))
        // Of what means nothing the kiosk takes no notice, and goes on with what it says.
        guard step != .nothing else { return [] }
        guest?.dialogue = dialogue
        if said.parse.intent != .unknown { activity() }
        lastText = said.text
        guest?.beforeLast = before
        count("utterances")
        if [.remove, .change, .replace, .decline].contains(said.parse.intent) { count("corrections") }
        return take(step, isTouch: false)
    }

    private mutating func garbled() -> [KioskDecision] {
        guard phase == .ordering else { return [] }
        sound()
        isHearing = false
        cutOff()
        guest?.dialogue.heardNothing()
        return reply([.notUnderstood], isTouch: false)
    }

    private mutating func spoken() -> [KioskDecision] {
        guard speakingSince != nil else { return [] }
        speakingSince = nil
        return speechEnded()
    }

    /// The kiosk's turn is over, and the guest's begins.
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

    private mutating func restored(_ session: String, _ lines: [StoredLine]) -> [KioskDecision] {
        guard phase == .idle, !lines.isEmpty else { return [] }
        var decisions = begin(session, isListening: false)
        // What the menu no longer has, or no longer allows, is left out.
        _ = guest?.dialogue.touch(at: clock) { $0.addToPending(lines.map(\.asItem)) }
        guard let cart = guest?.dialogue.cart, !cart.lines.isEmpty else { return decisions + leave(.error) }
        caption = writer.reply([.restored(cart.lines, total: cart.total)])
        decisions.append(keepCart())
        return decisions
    }

    // MARK: Replies

    /// Shows what a step leads to, says it where it is to be said, and remembers what is waited for.
    mutating func take(_ step: GuestDialogue.Step, isTouch: Bool) -> [KioskDecision] {
        switch step {
        case .nothing: return []
        case .reply(let prompts): return reply(prompts, isTouch: isTouch)
        case .place(let prompts):
            guard let order = newOrder() else { return reply(prompts, isTouch: isTouch) }
            return [keepCart()] + place(order)
        }
    }

    private mutating func reply(_ prompts: [Prompt], isTouch: Bool) -> [KioskDecision] {
        caption = writer.reply(prompts)
        if prompts.contains(where: { [.notUnderstood, .useTouch].contains($0) || $0.isRepeated }) { count("reasks") }
        let decisions = hushed() + [keepCart()] + cue(FeedbackCue(prompts))
        guard prompts != [.cancelled] else { return decisions + leave(.userEnded) }
        return decisions + say(isQuiet: isTouch && !prompts.isForTheEars)
    }

    /// Says the caption, or counts it as said.
    mutating func say(isQuiet: Bool) -> [KioskDecision] {
        guard !isQuiet, guest?.isListening == true else {
            replied()
            return []
        }
        speakingSince = clock
        return [.say(text: caption, spoken: writer.spoken(caption))]
    }

    mutating func hushed() -> [KioskDecision] {
        guard speakingSince != nil else { return [] }
        speakingSince = nil
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

    /// Keeps the order as far as it could be placed: a number that is asked about may be any, and no store takes any.
    func keepCart() -> KioskDecision {
        guard let guest else { return .keepCart([], session: "") }
        return .keepCart(guest.dialogue.cart.orderableLines.map { StoredLine($0, menu: menu) }, session: guest.id)
    }
}

extension [Prompt] {
    /// Whether it is said aloud after a touch too: what is only shown might be missed.
    fileprivate var isForTheEars: Bool {
        switch last {
        case .confirm, .confirmAgain, .question, .refused, .contains, .contents, .useTouch, .welcome, .answer: true
        default: false
        }
    }
}

extension Prompt {
    /// Whether it asks what was asked before.
    fileprivate var isRepeated: Bool { if case .confirmAgain = self { true } else { false } }
}
