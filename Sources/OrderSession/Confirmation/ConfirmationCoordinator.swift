public import Ordering

/// Gets a yes or no to an order: reads it back, takes the answer in its time, asks at most twice, then leaves it to the
/// screen.
///
/// A value with one owner, who speaks `message` after every event, reports speech, touches and the time, and carries
/// out results. Every event is one call; times are of one monotonic clock. For one question:
///
/// 1. `startConfirmation` gives the read-back to speak; `readBackEnded` says when it has been spoken, or
///    `readBackCutOff` when it ended before its end.
/// 2. `speechBegan` as soon as somebody speaks, `processResponse` with the words; or `advance` at `nextDeadline`; or a
///    touch.
/// 3. `confirmed` and `modified` leave the state at `processing`: the owner places the order or makes the change, then
///    calls `finishProcessing`, or `startConfirmation` with the changed order. `rejected` and a guest who has gone need
///    nothing.
///
/// What it promises, whatever is said: no yes counts outside the window after a read-back (fault D8); the same order is
/// asked about at most twice and any orders `mostReadBacks` times, so every dialogue ends (fault D9); an order with an
/// item sold against a touch only is never confirmed by voice or silence, whatever the owner decided (fault D10).
public struct ConfirmationCoordinator: Sendable {
    /// Most times that the same order is asked about: once, and once again.
    public static let mostAsks = 2

    /// What the last event gives the kiosk to say; empty when it gives nothing.
    public private(set) var message: [Prompt] = []
    /// The settings in use.
    public let settings: ConfirmationSettings
    private let detector: ConfirmationResponseDetector
    private let messages = ConfirmationMessageGenerator()
    private let menu: Menu
    private var phase = ConfirmationPhase.idle
    /// What this guest was asked, and how often; at most `mostReadBacks` entries.
    private var asked: [(subject: ConfirmationSubject, times: Int)] = []

    /// - Parameters:
    ///   - menu: says which items are sold against a touch only.
    ///   - detector: reads the answers, in the language the kiosk speaks.
    /// - Throws: `ConfirmationError.badSetting`.
    public init(
        menu: Menu, detector: ConfirmationResponseDetector, settings: ConfirmationSettings = ConfirmationSettings()
    ) throws(ConfirmationError) {
        self.menu = menu
        self.detector = detector
        self.settings = try settings.validated()
    }

    // MARK: What to show

    /// How far the confirmation is.
    public var state: ConfirmationState {
        switch phase {
        case .idle: .idle
        case .readingBack(let question, _), .listening(let question, _), .waitingForTouch(let question, _):
            .awaitingConfirmation(orders: question.orders)
        case .placing, .changing: .processing
        case .confirmed: .confirmed
        case .rejected: .rejected
        }
    }

    /// Whether the screen should put its yes and no forward: the order needs a touch, or asking twice has led to
    /// nothing.
    public var offersTouch: Bool {
        if case .waitingForTouch = phase { return true }
        return phase.question?.needsTouch ?? false
    }

    /// How often the question that waits has been put, 1 or 2; 0 when none waits.
    public var asks: Int { phase.question?.ask ?? 0 }

    /// Whether an answer that begins at this time would be read.
    public func acceptsAnswer(at time: Duration) -> Bool {
        guard case .listening(_, let window) = phase else { return false }
        return (window.answersFrom...close(window)).contains(time)
    }

    /// When `advance` is next due; `nil` when nothing waits for time to pass. Processing has no deadline of its own:
    /// the owner ends it.
    public var nextDeadline: Duration? {
        switch phase {
        case .readingBack(_, let since): since + settings.longestReadBack
        case .listening(_, let window): window.autoConfirmAt ?? expiry(window)
        case .waitingForTouch(_, let since): since + settings.touchWait
        case .idle, .placing, .changing, .confirmed, .rejected: nil
        }
    }

    /// When silence confirms the order; `nil` while no countdown runs.
    public var autoConfirmDeadline: Duration? {
        guard case .listening(_, let window) = phase else { return nil }
        return window.autoConfirmAt
    }

    /// Time left of the countdown, 0 or more; `nil` while none runs.
    public func autoConfirmRemaining(at time: Duration) -> Duration? {
        autoConfirmDeadline.map { max(.zero, $0 - time) }
    }

    // MARK: Asking

    /// Begins to confirm an order, or goes on after a change.
    ///
    /// An order that was asked about `mostAsks` times goes straight to the screen. Nothing happens while an order is
    /// being placed.
    ///
    /// - Parameters:
    ///   - orders: the lines in question, with their confidences.
    ///   - total: what they cost, in the menu's currency.
    ///   - decision: of a `ConfirmationPolicy`; a skip or read-back of an order that needs a touch becomes a touch.
    ///   - at: now.
    /// - Returns: `message`. After a skip the state is `processing`.
    @discardableResult
    public mutating func startConfirmation(
        _ orders: [OrderLine], total: Money, decision: ConfirmationDecision = .readBack, at time: Duration
    ) -> [Prompt] {
        message = []
        if phase == .placing { return message }
        guard !orders.isEmpty else {
            phase = .idle
            message = [.cartIsEmpty]
            return message
        }
        let needsTouch = decision == .touch || menu.needsTouch(orders)
        if decision == .skip, !needsTouch {
            phase = .placing
            message = messages.skipped(orders)
        } else {
            ask(ConfirmationQuestion(orders: orders, total: total, needsTouch: needsTouch, ask: 0), at: time)
        }
        return message
    }

    /// Puts a question, or leaves it to the screen when it was put often enough.
    private mutating func ask(_ question: ConfirmationQuestion, at time: Duration) {
        let subject = ConfirmationSubject(question.orders, total: question.total)
        let known = asked.firstIndex { $0.subject == subject }
        let times = known.map { asked[$0].times } ?? 0
        var question = question
        guard times < Self.mostAsks, asked.reduce(0, { $0 + $1.times }) < settings.mostReadBacks else {
            // An order that was not read back yet is read now, and one that was asked for a touch twice has heard it.
            let wasOffered = question.needsTouch && question.ask > 0
            message =
                wasOffered
                ? [] : times == 0 ? messages.touch(question.orders, total: question.total, ask: 1) : messages.offer
            question.ask = max(1, question.ask)
            phase = .waitingForTouch(question, since: time)
            return
        }
        if let known { asked[known].times += 1 } else { asked.append((subject, 1)) }
        question.ask = times + 1
        message =
            question.needsTouch
            ? messages.touch(question.orders, total: question.total, ask: question.ask)
            : messages.readBack(question.orders, total: question.total, ask: question.ask)
        phase = .readingBack(question, since: time)
    }

    /// The message has been spoken (or shown, where there is no voice): answers count from half a second later on.
    ///
    /// Starts the countdown of auto-confirmation where that is on and the order fit for it.
    public mutating func readBackEnded(at time: Duration) {
        message = []
        guard case .readingBack(let question, _) = phase else { return }
        phase = .listening(question, ConfirmationWindow(opened: time, answersFrom: time + settings.quickestAnswer))
        startCountdown(at: time)
    }

    /// The message, spoken since a time, ended before its end. A no or a change counts from half a second after its
    /// beginning on; a yes is unclear, so that the question is put again, because nobody has heard what it is to.
    public mutating func readBackCutOff(since: Duration, at time: Duration) {
        message = []
        guard case .readingBack(let question, _) = phase else { return }
        phase = .listening(
            question, ConfirmationWindow(opened: time, answersFrom: since + settings.quickestAnswer, isReadOut: false))
    }

    // MARK: Auto-confirmation

    /// Starts the countdown, if auto-confirmation is on, the order is asked about for the first time, every line is
    /// sure enough, none needs a touch, the read-back was heard to its end, and neither speech nor touch nor
    /// `cancelCountdown` has called it off.
    ///
    /// - Returns: whether a countdown runs now.
    @discardableResult
    public mutating func startCountdown(at time: Duration) -> Bool {
        guard case .listening(let question, var window) = phase, settings.autoConfirm, window.isReadOut,
            !question.needsTouch, !question.isCountdownCancelled,
            question.ask == 1, question.orders.allSatisfy({ $0.confidence >= settings.autoConfirmConfidence }),
            time + settings.autoConfirmAfter < close(window)
        else { return false }
        if window.autoConfirmAt == nil { window.autoConfirmAt = time + settings.autoConfirmAfter }
        phase = .listening(question, window)
        return true
    }

    /// Stops the countdown for good; the question stays.
    public mutating func cancelCountdown() {
        switch phase {
        case .readingBack(var question, let since):
            question.isCountdownCancelled = true
            phase = .readingBack(question, since: since)
        case .listening(var question, var window):
            question.isCountdownCancelled = true
            window.autoConfirmAt = nil
            phase = .listening(question, window)
        case .waitingForTouch, .idle, .placing, .changing, .confirmed, .rejected: break
        }
    }

    // MARK: Voice

    /// Somebody began to speak: stops the countdown, and keeps the window from closing on a sentence for up to
    /// `longestAnswer`.
    ///
    /// Report it before an `advance` of the same time.
    public mutating func speechBegan(at time: Duration) {
        message = []
        cancelCountdown()
        guard case .listening(let question, var window) = phase, window.speechBegan == nil, time <= close(window) else {
            return
        }
        window.speechBegan = time
        phase = .listening(question, window)
    }

    /// Takes what was said.
    ///
    /// - Parameters:
    ///   - text: the whole utterance.
    ///   - confidence: the recogniser's, 0…1; a yes or no below `leastConfidence` is unclear.
    ///   - at: when its first word began.
    /// - Returns: what it comes to. `unclear` with a `message` means that the question is put again, or left to the
    ///   screen; without one, that the words were no answer: outside the window, empty, or nothing was asked.
    @discardableResult
    public mutating func processResponse(_ text: String, confidence: Double, at time: Duration) -> ConfirmationResult {
        message = []
        cancelCountdown()
        guard case .listening(let question, var window) = phase else { return .unclear }
        window.speechBegan = nil
        phase = .listening(question, window)
        guard acceptsAnswer(at: time), SpokenWords(transcript: text).map({ !$0.words.isEmpty }) ?? true else {
            return .unclear
        }
        let isSure = confidence >= settings.leastConfidence
        let result = detector.detect(text)
        switch result {
        case .confirmed where isSure && window.isReadOut && !question.needsTouch: phase = .placing
        case .rejected where isSure: phase = .rejected
        case .modified: phase = .changing
        case .confirmed, .rejected, .unclear:
            ask(question, at: time)
            return .unclear
        }
        return result
    }

    // MARK: Touch

    /// The screen's yes; counts in every state that waits for an answer, also while the kiosk still speaks.
    ///
    /// - Returns: `confirmed`, or `unclear` when nothing was asked.
    @discardableResult
    public mutating func confirmByTouch() -> ConfirmationResult { touch(.confirmed, .placing) }

    /// The screen's no.
    ///
    /// - Returns: `rejected`, or `unclear` when nothing was asked.
    @discardableResult
    public mutating func rejectByTouch() -> ConfirmationResult { touch(.rejected, .rejected) }

    private mutating func touch(_ result: ConfirmationResult, _ next: ConfirmationPhase) -> ConfirmationResult {
        message = []
        guard phase.question != nil else { return .unclear }
        phase = next
        return result
    }

    /// Any other touch: stops the countdown, and the wait for a touch begins anew.
    public mutating func touched(at time: Duration) {
        message = []
        cancelCountdown()
        guard case .waitingForTouch(let question, let since) = phase else { return }
        phase = .waitingForTouch(question, since: max(since, time))
    }

    // MARK: Time

    /// Lets time pass: call it at `nextDeadline` or later.
    ///
    /// - Returns: `confirmed` when the countdown has ended; `unclear` when nobody answered, with the `message` to say
    ///   now, or when the guest has gone (the state is `idle` then); `nil` when nothing was due.
    @discardableResult
    public mutating func advance(to time: Duration) -> ConfirmationResult? {
        message = []
        if case .readingBack(_, let since) = phase, time >= since + settings.longestReadBack {
            readBackEnded(at: since + settings.longestReadBack)
        }
        switch phase {
        case .listening(let question, let window):
            // A tick that comes so late that the window is over has missed its guest: it confirms nothing.
            if let deadline = window.autoConfirmAt, time >= deadline, time < close(window) {
                phase = .placing
                return .confirmed
            }
            guard time >= expiry(window) else { return nil }
            ask(question, at: time)
            return .unclear
        case .waitingForTouch(_, let since):
            guard time >= since + settings.touchWait else { return nil }
            phase = .idle
            return .unclear
        case .readingBack, .idle, .placing, .changing, .confirmed, .rejected: return nil
        }
    }

    /// The last moment at which an answer may begin.
    private func close(_ window: ConfirmationWindow) -> Duration { window.opened + settings.answerWindow }

    /// When the question counts as not answered.
    private func expiry(_ window: ConfirmationWindow) -> Duration {
        // An answer may begin at the very end of the window; it is over after that.
        let close = close(window) + .nanoseconds(1)
        return window.speechBegan.map { max(close, $0 + settings.longestAnswer) } ?? close
    }

    // MARK: Ending

    /// The owner has placed the order, or could not; or has made the guest's change.
    ///
    /// - Parameter succeeded: whether the order is placed; a change goes back to `idle` either way, for the next
    ///   `startConfirmation`.
    public mutating func finishProcessing(succeeded: Bool) {
        message = []
        switch phase {
        case .placing:
            phase = succeeded ? .confirmed : .idle
            if succeeded { asked = [] }
        case .changing: phase = .idle
        case .idle, .readingBack, .listening, .waitingForTouch, .confirmed, .rejected: break
        }
    }

    /// Takes the question back, because the order has changed on the screen or the guest does something else. What was
    /// asked is remembered; an order that is being placed goes on.
    public mutating func cancel() {
        message = []
        if phase != .placing { phase = .idle }
    }

    /// A new guest: everything is forgotten.
    public mutating func reset() {
        message = []
        phase = .idle
        asked = []
    }
}
