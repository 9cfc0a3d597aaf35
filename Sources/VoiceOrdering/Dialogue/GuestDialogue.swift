package import OrderSession
package import Ordering
package import Transcription

/// The dialogue with one guest: applies utterances and touches to the cart and runs the confirmation of the order.
///
/// A value type without a clock: the caller passes in times of one monotonic clock or positions in a recording.
package struct GuestDialogue: Sendable {
    /// The result of an event.
    package enum Step: Equatable, Sendable {
        /// The event had no effect.
        case nothing
        /// Prompts to say.
        case reply([Prompt])
        /// The order is confirmed: the caller places `cart.confirmedCart`, calls `placed`, and may say the prompts.
        case place([Prompt])

        /// The prompts to say, if any.
        package var prompts: [Prompt]? {
            switch self {
            case .nothing: nil
            case .reply(let prompts), .place(let prompts): prompts
            }
        }
    }

    /// Earliest start of an answer after its question. Speech that starts sooner is noise or was not an answer.
    private static let quickestAnswer = Duration.milliseconds(500)
    /// Minimum mean confidence of a yes or no, 0…1. Recognisers turn noise into short words.
    private static let leastAnswerConfidence = 0.6

    /// The guest's order.
    package private(set) var cart: CartCoordinator
    private var confirmation: ConfirmationCoordinator
    private let policy: ConfirmationPolicy
    private let parser: any OrderParser
    /// When the last question was asked.
    private var askedAt = Duration.zero
    /// Lowest confidence of the utterances that made the order, 0…1; `nil` while no word was spoken.
    private var leastHearing: Double?

    /// Creates a dialogue with an empty cart.
    ///
    /// - Parameters:
    ///   - locale: Language of the kiosk's sentences, whose yes and no count beside those of the guests'
    ///     language; `nil` for the
    ///     menu's.
    ///   - mode: When the order is to be confirmed.
    /// - Throws: `ConfirmationError` for a language without confirmation keywords.
    package init(
        menu: Menu, parser: any OrderParser, locale: String? = nil, confirmation mode: ConfirmationMode = .always
    ) throws {
        cart = CartCoordinator(menu: menu)
        var settings = ConfirmationSettings()
        settings.autoConfirm = mode == .auto
        confirmation = try ConfirmationCoordinator(
            menu: menu,
            detector: ConfirmationResponseDetector(
                heardBesides: locale ?? menu.store.locale, by: menu.store.spoken),
            settings: settings)
        var thresholds = ConfirmationPolicy.Settings()
        thresholds.isSelective = mode == .selective
        policy = try ConfirmationPolicy(menu: menu, settings: thresholds)
        self.parser = parser
    }

    /// The cart's open question to the guest, to be asked again; none where there is none.
    package var openQuestion: [Prompt] { cart.pendingClarification.map { [.question($0)] } ?? [] }

    /// Whether the order has been read back and awaits an answer.
    package var isConfirming: Bool {
        if case .awaitingConfirmation = confirmation.state { true } else { false }
    }

    /// Whether the order must or should be confirmed by touch.
    package var needsTouch: Bool { isConfirming && confirmation.offersTouch }

    /// Time at which the order is placed without an answer; `nil` while no countdown runs.
    package var autoConfirmDeadline: Duration? { confirmation.autoConfirmDeadline }

    /// The kind of utterance that the open question expects.
    package var expected: UtteranceShape.Expected {
        if cart.openQuestion == .confirm { return .yesOrNo }
        if case .permission = cart.pendingClarification?.topic { return .yesOrNo }
        guard cart.pendingClarification == nil else { return .detail }
        return cart.openQuestion == .anythingElse ? .anythingElse : .nothing
    }

    /// Time of the next call to `advance`; `nil` when no deadline is open.
    package var nextDeadline: Duration? { confirmation.nextDeadline }

    // MARK: Voice

    /// Applies an utterance.
    package mutating func process(_ turn: RecognizedTurn) -> Step {
        let isAnswer = turn.parse.intent == .confirm || turn.parse.intent == .decline
        let isReadBack = cart.openQuestion == .confirm
        let (before, total, terms) = (cart.lines, cart.total, cart.terms)
        let saysService = cart.noteService(in: turn.text)
        // What is to be paid is another sum than the guest was told; a yes to that one is none to this.
        let changesTotal = cart.total != total
        let step: Step
        if isReadBack, saysService,
            changesTotal && turn.parse.intent != .decline || turn.parse.acts.allSatisfy({ $0 == .say(.takeaway) })
        {
            step = .reply(cart.apply(turn.parse.withoutConfirming(cart), said: turn.text))
        } else if isReadBack, confirmation.acceptsAnswer(at: turn.began) {
            step = answer(turn)
        } else if isAnswer, isReadBack, confirmation.requiresTouch {
            step = .reply([.useTouch])
        } else if isAnswer, turn.began < askedAt + Self.quickestAnswer || turn.confidence < Self.leastAnswerConfidence {
            cart.set(terms)
            return .nothing
        } else if turn.parse.intent == .decline, isReadBack {
            // A no counts at any time.
            confirmation.cancel()
            step = .reply(cart.apply(turn.parse))
        } else {
            // A yes outside the answer window has the order read back again.
            step = .reply(cart.apply(turn.parse.withoutConfirming(cart), said: turn.text))
        }
        // A yes on the screen confirms the order as it was read back, not a changed one.
        if cart.lines != before || changesTotal || cart.pendingClarification != nil { confirmation.cancel() }
        askedAt = turn.ended
        leastHearing = cart.lines.isEmpty ? nil : min(leastHearing ?? 1, turn.confidence)
        return readBack(step, at: turn.ended)
    }

    /// Records speech in which no word was recognised.
    package mutating func recordUnrecognizedTurn() { cart.recordUnrecognizedTurn() }

    private mutating func answer(_ turn: RecognizedTurn) -> Step {
        let asking = confirmation
        switch confirmation.processResponse(turn.text, confidence: turn.confidence, at: turn.began) {
        case .confirmed: return place()
        case .rejected: return .reply(cart.apply(.decline))
        case .modified(let text):
            let cut = parser.parse(text)
            // "no, just one croissant": only the whole utterance refers to the known croissant.
            let isKnown = turn.parse.items.contains(where: \.isDefinite) && !cut.items.contains(where: \.isDefinite)
            return .reply(cart.apply((isKnown ? turn.parse : cut).withoutConfirming(cart), said: turn.text))
        case .unclear:
            let (message, before) = (confirmation.message, cart.lines)
            if turn.parse.acts.allSatisfy({ $0 == .say(.confirm) || $0 == .say(.decline) }),
                !message.isEmpty || confirmation.offersTouch
            {
                let choices: [Prompt] = confirmation.requiresTouch ? [.useTouch] : [.askStaff]
                return .reply(message.isEmpty ? choices : message)
            }
            let prompts = cart.apply(turn.parse.withoutConfirming(cart), said: turn.text)
            // "Start over" was understood: the guest is asked about that and not for another answer.
            if cart.pendingClarification != nil { confirmation = asking }
            // A guest who asks for a person needs no offer of one.
            let called = prompts.filter { $0 == .staffCalled }
            if !called.isEmpty, !message.isEmpty { return .reply(called + message.filter { $0 != .askStaff }) }
            // The unchanged order has already been read back again.
            if case .confirm? = prompts.last, cart.lines == before, !message.isEmpty { return .reply(message) }
            return .reply(prompts)
        }
    }

    /// Replaces the cart's read-back prompt by what the confirmation policy decides: read-back, touch or no question.
    private mutating func readBack(_ step: Step, at time: Duration) -> Step {
        guard case .reply(let prompts) = step, case .confirm(let lines, let total)? = prompts.last else { return step }
        let evidence = ConfirmationPolicy.Evidence(lines: lines, total: total, hearing: leastHearing)
        let decision = policy.decision(for: evidence)
        let message = confirmation.startConfirmation(lines, total: total, decision: decision, at: time)
        if confirmation.state == .processing {
            // Accepted without a question, unless the cart has one.
            let placing = place()
            guard case .place(let confirmed) = placing else { return placing }
            return .place(prompts.dropLast() + message + confirmed)
        }
        return .reply(prompts.dropLast() + (message.isEmpty ? [.confirm(lines, total: total)] : message))
    }

    /// Records that the reply has been said, or shown where the kiosk has no voice. Answers count from 0.5 s later.
    package mutating func replyEnded(at time: Duration) {
        askedAt = time
        confirmation.readBackEnded(at: time)
    }

    /// Records that the reply was interrupted other than by touch, so a read-back was not heard to its end. Speech from
    /// 0.5 s after its beginning still counts as an answer to it.
    package mutating func replyCutOff(since: Duration, at time: Duration) {
        askedAt = since
        confirmation.readBackCutOff(since: since, at: time)
    }

    /// Records the onset of speech.
    package mutating func speechBegan(at time: Duration) { confirmation.speechBegan(at: time) }

    // MARK: Touch

    /// Records a touch: stops the countdown and restarts the wait for a touch.
    package mutating func touched(at time: Duration) { confirmation.touched(at: time) }

    /// Applies a command of the screen. An order that was read back before is read back again.
    package mutating func apply(_ command: CartCommand, at time: Duration) -> Step {
        changeByTouch(at: time) { $0.apply(command) }
    }

    /// Processes a typed text like an utterance, without its yes: for that the screen has a button.
    package mutating func processTyped(_ text: String, parse: OrderParseResult, at time: Duration) -> Step {
        changeByTouch(at: time) {
            $0.noteService(in: text)
            return $0.apply(parse.withoutConfirming($0), said: text)
        }
    }

    private mutating func changeByTouch(at time: Duration, _ change: (inout CartCoordinator) -> [Prompt]) -> Step {
        confirmation.cancel()
        askedAt = time
        return readBack(.reply(change(&cart)), at: time)
    }

    /// Sets what the guest chose for the order as a whole. An order that was read back is read back again where its
    /// total changes.
    package mutating func set(_ terms: OrderTerms, at time: Duration) -> Step {
        let total = cart.total
        cart.set(terms)
        guard isConfirming, cart.total != total else { return .nothing }
        return apply(.checkout, at: time)
    }

    /// Puts an order of before a restart into the empty cart.
    package mutating func restore(
        _ items: [ParsedOrderItem], terms: OrderTerms?, avoids: [String], at time: Duration
    ) {
        cart.suggestNothing()
        _ = apply(.add(items), at: time)
        if let terms { cart.set(terms) }
        if !avoids.isEmpty { _ = apply(.avoid(avoids), at: time) }
    }

    /// Asks whether to cancel the order, for a touch on "start over".
    package mutating func requestCancel(at time: Duration) -> Step { changeByTouch(at: time) { $0.requestCancel() } }

    /// Applies the screen's yes. Without an open question it asks for the read-back.
    package mutating func confirmByTouch(at time: Duration) -> Step {
        guard confirmation.confirmByTouch() == .confirmed else { return apply(.checkout, at: time) }
        return place()
    }

    /// Applies the screen's no: back to the order.
    package mutating func rejectByTouch(at time: Duration) -> Step {
        _ = confirmation.rejectByTouch()
        return apply(.decline, at: time)
    }

    // MARK: Time and placing

    /// Applies the deadlines up to a time. Call it at `nextDeadline`.
    package mutating func advance(to time: Duration) -> Step {
        switch confirmation.advance(to: time) {
        case .confirmed?: return place()
        case .unclear?, .rejected?, .modified?:
            return confirmation.message.isEmpty ? .nothing : .reply(confirmation.message)
        case nil: return .nothing
        }
    }

    /// Confirms the order, unless the cart has a question about it first.
    private mutating func place() -> Step {
        let prompts = cart.apply(.confirm)
        if case .confirmed? = prompts.last { return .place(prompts) }
        placed(succeeded: false)
        return .reply(prompts)
    }

    /// Records whether the order was stored. If not, it must be confirmed again.
    package mutating func placed(succeeded: Bool) {
        confirmation.finishProcessing(succeeded: succeeded)
        if succeeded { leastHearing = nil } else { cart.reopen() }
    }

    /// Restores the cart to an earlier state, as when the guest corrects the last utterance.
    package mutating func restore(_ earlier: CartCoordinator) {
        confirmation.cancel()
        cart = earlier
    }
}

extension OrderParseResult {
    /// The parse without the yes to an order that was read back: only the dialogue knows when it counts. Here it asks
    /// for the read-back again.
    fileprivate func withoutConfirming(_ cart: CartCoordinator) -> OrderParseResult {
        guard cart.openQuestion == .confirm else { return self }
        var result = self
        result.acts = acts.map { $0 == .say(.confirm) ? .say(.checkout) : $0 }
        return result
    }
}
