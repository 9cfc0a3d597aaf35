public import Ordering

/// State machine that confirms an order: reads it back, accepts an answer within a time window, repeats the question
/// once, then offers the choices, then refers to the staff.
///
/// A value type without a clock; times are of one monotonic clock. After every event the caller says `message`. The
/// sequence for one question:
///
/// 1. `startConfirmation` returns the read-back. `readBackEnded` reports that it has been spoken, `readBackCutOff` that
///    it was interrupted.
/// 2. `speechBegan` reports the onset of speech, `processResponse` the recognised words, `advance` a deadline, and
///    `confirmByTouch` or `rejectByTouch` a touch.
/// 3. After `confirmed` and `modified` the state is `processing`. The caller places the order or makes the change, then
///    calls `finishProcessing`, or `startConfirmation` with the changed order.
///
/// Guarantees: a yes counts only for an order that was read to its end, within the window after the read-back or while
/// the choices are offered (fault D8). The same order is read back at most twice, and `mostReadBacks` orders in all, so
/// every dialogue ends (fault D9). An order with an item sold only against a touch is never confirmed by voice or
/// silence (fault D10).
///
/// ```swift
/// var confirmation = try ConfirmationCoordinator(
///     menu: menu, detector: ConfirmationResponseDetector(locale: "en-US"))
/// confirmation.startConfirmation(lines, total: total, at: .zero)
/// confirmation.readBackEnded(at: .seconds(3))
/// confirmation.processResponse("yes please", confidence: 0.9, at: .seconds(4))  // .confirmed
/// ```
public struct ConfirmationCoordinator: Sendable {
    /// Maximum number of read-backs of the same order.
    public static let mostAsks = 2

    /// Prompts to say after the last event; empty if there are none.
    public internal(set) var message: [Prompt] = []
    /// The settings in use.
    public let settings: ConfirmationSettings
    let detector: ConfirmationResponseDetector
    let messages = ConfirmationMessageGenerator()
    private let menu: Menu
    var phase = ConfirmationPhase.idle
    /// Orders read back to this guest, how often, and whether once to the end; at most `mostReadBacks` + 1 entries.
    var asked: [(subject: ConfirmationSubject, times: Int, isHeard: Bool)] = []
    /// The wait for a choice, once no more read-backs are left.
    var choiceWait: ChoiceWait?

    /// - Parameters:
    ///   - menu: the menu, which marks items sold only against a touch.
    ///   - detector: classifies the answers, in the kiosk's language.
    /// - Throws: `ConfirmationError.badSetting`.
    public init(
        menu: Menu, detector: ConfirmationResponseDetector, settings: ConfirmationSettings = ConfirmationSettings()
    ) throws(ConfirmationError) {
        self.menu = menu
        self.detector = detector
        self.settings = try settings.validated()
    }

    // MARK: State

    /// The state for the caller and its display.
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

    /// Whether the answer must or should be given by touch: the order requires it, or both read-backs failed.
    public var offersTouch: Bool {
        if case .waitingForTouch = phase { return true }
        return requiresTouch
    }

    /// Whether only a touch can confirm the order.
    public var requiresTouch: Bool { phase.question?.needsTouch ?? false }

    /// Number of times the open question has been asked, 1 or 2; 0 without an open question.
    public var asks: Int { phase.question?.ask ?? 0 }

    /// Whether an answer that begins at this time is accepted.
    public func acceptsAnswer(at time: Duration) -> Bool {
        switch phase {
        case .listening(_, let window): (window.answersFrom...close(window)).contains(time)
        case .waitingForTouch(let question, let since): !question.needsTouch && time >= since + settings.quickestAnswer
        case .idle, .readingBack, .placing, .changing, .confirmed, .rejected: false
        }
    }

    /// Time of the next call to `advance`; `nil` when no deadline is open. Processing has no deadline: the caller ends
    /// it.
    public var nextDeadline: Duration? {
        switch phase {
        case .readingBack(_, let since): since + settings.longestReadBack
        case .listening(_, let window): window.autoConfirmAt ?? expiry(window)
        case .waitingForTouch(_, let since): since + settings.touchWait
        case .idle, .placing, .changing, .confirmed, .rejected: nil
        }
    }

    /// Time at which silence confirms the order; `nil` while no countdown runs.
    public var autoConfirmDeadline: Duration? {
        guard case .listening(_, let window) = phase else { return nil }
        return window.autoConfirmAt
    }

    /// Remaining time of the countdown, 0 or more; `nil` while none runs.
    public func autoConfirmRemaining(at time: Duration) -> Duration? {
        autoConfirmDeadline.map { max(.zero, $0 - time) }
    }

    // MARK: Asking

    /// Starts to confirm an order, or continues with a changed one.
    ///
    /// An order already read back `mostAsks` times goes directly to the touch. The call has no effect while an order is
    /// being placed.
    ///
    /// - Parameters:
    ///   - orders: the lines to confirm, with their confidences.
    ///   - total: their total in the menu's currency.
    ///   - decision: the decision of a `ConfirmationPolicy`. For an order that requires a touch it becomes `touch`.
    ///   - time: the current time.
    /// - Returns: `message`. After `skip` the state is `processing`.
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

    /// Asks for confirmation, or requires a touch after the allowed number of read-backs.
    private mutating func ask(_ question: ConfirmationQuestion, at time: Duration) {
        let subject = ConfirmationSubject(question.orders, total: question.total)
        let known = asked.firstIndex { $0.subject == subject }
        let times = known.map { asked[$0].times } ?? 0
        var question = question
        guard times < Self.mostAsks, asked.reduce(0, { $0 + $1.times }) < settings.mostReadBacks else {
            // An order not read back yet is read back now. After two requests for a touch nothing more is said.
            let wasOffered = question.needsTouch && question.ask > 0
            if question.needsTouch {
                message =
                    wasOffered
                    ? [] : times == 0 ? messages.touch(question.orders, total: question.total, ask: 1) : messages.offer
            } else {
                question.isBeingRead = !isHeard(question)
                message = choices(question)
                if known == nil {
                    asked.removeAll { $0.times == 0 }
                    asked.append((subject, 0, false))
                }
            }
            question.ask = max(1, question.ask)
            awaitChoice(question, at: time)
            return
        }
        if let known { asked[known].times += 1 } else { asked.append((subject, 1, false)) }
        question.ask = times + 1
        message =
            question.needsTouch
            ? messages.touch(question.orders, total: question.total, ask: question.ask)
            : messages.readBack(question.orders, total: question.total, ask: question.ask)
        phase = .readingBack(question, since: time)
    }

    /// Records that the message has been spoken, or shown where the kiosk has no voice. Answers count from
    /// `quickestAnswer` later. Starts the countdown of auto-confirmation if its conditions hold.
    public mutating func readBackEnded(at time: Duration) {
        message = []
        if case .waitingForTouch(var question, _) = phase {
            if question.isBeingRead { markHeard(question) }
            question.isBeingRead = false
            if choiceWait?.isSaid == false { choiceWait = ChoiceWait(since: time, isSaid: true) }
            awaitChoice(question, at: time)
        }
        guard case .readingBack(let question, _) = phase else { return }
        markHeard(question)
        phase = .listening(question, ConfirmationWindow(opened: time, answersFrom: time + settings.quickestAnswer))
        startCountdown(at: time)
    }

    /// Records that the message, spoken since a given time, was interrupted. A no or a change counts from
    /// `quickestAnswer` after its start. A yes is unclear and repeats the question, because the guest has not heard the
    /// whole order.
    public mutating func readBackCutOff(since: Duration, at time: Duration) {
        message = []
        if case .waitingForTouch(var question, let since) = phase {
            question.isBeingRead = false
            phase = .waitingForTouch(question, since: since)
        }
        guard case .readingBack(let question, _) = phase else { return }
        phase = .listening(
            question, ConfirmationWindow(opened: time, answersFrom: since + settings.quickestAnswer, isReadOut: false))
    }

    // MARK: Auto-confirmation

    /// Starts the countdown if auto-confirmation is on, this is the first read-back of the order, it was spoken to its
    /// end, every line has the required confidence, none requires a touch, and neither speech, touch nor
    /// `cancelCountdown` has stopped it.
    ///
    /// - Returns: whether a countdown is running.
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

    /// Stops the countdown for this question, which stays open.
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

    /// Records the onset of speech: stops the countdown and keeps the window open for this sentence, up to
    /// `longestAnswer`. Call it before an `advance` to the same time.
    public mutating func speechBegan(at time: Duration) {
        message = []
        cancelCountdown()
        guard case .listening(let question, var window) = phase, window.speechBegan == nil, time <= close(window) else {
            return
        }
        window.speechBegan = time
        phase = .listening(question, window)
    }

    /// Processes an utterance.
    ///
    /// - Parameters:
    ///   - text: the whole utterance.
    ///   - confidence: mean word confidence, 0…1. A yes or no below `leastConfidence` is unclear.
    ///   - time: start of its first word.
    /// - Returns: the result. `unclear` with a `message` repeats the question or requires a touch. `unclear` without
    ///   one means that the words were not an answer: outside the window, empty, or without an open question.
    @discardableResult
    public mutating func processResponse(_ text: String, confidence: Double, at time: Duration) -> ConfirmationResult {
        message = []
        cancelCountdown()
        if case .waitingForTouch(let question, _) = phase {
            return processLateResponse(text, confidence: confidence, question, at: time)
        }
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

    /// Confirms by touch. Valid whenever a question is open, also during the read-back.
    ///
    /// - Returns: `confirmed`, or `unclear` without an open question.
    @discardableResult
    public mutating func confirmByTouch() -> ConfirmationResult { touch(.confirmed, .placing) }

    /// Rejects by touch.
    ///
    /// - Returns: `rejected`, or `unclear` without an open question.
    @discardableResult
    public mutating func rejectByTouch() -> ConfirmationResult { touch(.rejected, .rejected) }

    private mutating func touch(_ result: ConfirmationResult, _ next: ConfirmationPhase) -> ConfirmationResult {
        message = []
        guard phase.question != nil else { return .unclear }
        (phase, choiceWait) = (next, nil)
        return result
    }

    /// Records any other touch: stops the countdown and restarts the wait for a touch.
    public mutating func touched(at time: Duration) {
        message = []
        cancelCountdown()
        guard case .waitingForTouch(let question, _) = phase else { return }
        choiceWait?.since = time
        awaitChoice(question, at: time)
    }

    // MARK: Time

    /// Applies the deadlines up to a time. Call it at `nextDeadline`.
    ///
    /// - Returns: `confirmed` at the end of the countdown; `unclear` without an answer, with the `message` to say, or
    ///   when the wait for a touch has ended (the state is then `idle`); `nil` if no deadline has passed.
    @discardableResult
    public mutating func advance(to time: Duration) -> ConfirmationResult? {
        message = []
        if case .readingBack(_, let since) = phase, time >= since + settings.longestReadBack {
            readBackEnded(at: since + settings.longestReadBack)
        }
        switch phase {
        case .listening(let question, let window):
            // A call after the end of the window is too late to confirm.
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
            choiceWait = nil
            return .unclear
        case .readingBack, .idle, .placing, .changing, .confirmed, .rejected: return nil
        }
    }

    /// Latest start of an answer.
    private func close(_ window: ConfirmationWindow) -> Duration { window.opened + settings.answerWindow }

    /// When the question counts as unanswered.
    private func expiry(_ window: ConfirmationWindow) -> Duration {
        // The end of the window is included.
        let close = close(window) + .nanoseconds(1)
        return window.speechBegan.map { max(close, $0 + settings.longestAnswer) } ?? close
    }

    // MARK: Ending

    /// Reports the end of processing: of placing the order, or of making the guest's change.
    ///
    /// - Parameter succeeded: whether the order was placed. After a change the state is `idle` in either case.
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

    /// Withdraws the question, for instance because the order has changed by touch. The count of read-backs is kept.
    /// Has no effect while an order is being placed.
    public mutating func cancel() {
        message = []
        if phase != .placing { (phase, choiceWait) = (.idle, nil) }
    }

    /// Clears all state for a new guest.
    public mutating func reset() {
        message = []
        phase = .idle
        asked = []
        choiceWait = nil
    }
}
