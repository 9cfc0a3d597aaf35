package import OrderSession
package import Ordering
package import Transcription

/// One guest's order in the making: what an utterance or a touch does to the cart, and whether it answers the
/// read-back.
///
/// A value with one owner. Times are of one clock that the owner chooses: positions in a recording, or a monotonic
/// clock.
package struct GuestDialogue: Sendable {
    /// Of which parts of an utterance there was how much certainty.
    package struct Heard: Equatable, Sendable {
        package let text: String
        package let parse: OrderParseResult
        /// Mean confidence of its words, 0…1.
        package let confidence: Double
        package let began: Duration
        package let ended: Duration

        package init(text: String, parse: OrderParseResult, confidence: Double, began: Duration, ended: Duration) {
            self.text = text
            self.parse = parse
            self.confidence = confidence
            self.began = began
            self.ended = ended
        }
    }

    /// What an event leads to.
    package enum Step: Equatable, Sendable {
        /// The words were no answer to anything and nothing else.
        case nothing
        case reply([Prompt])
        /// The order is agreed to: the owner places `cart.confirmedCart` and calls `placed`, then may say this.
        case place([Prompt])

        /// What to tell the guest.
        package var prompts: [Prompt]? {
            switch self {
            case .nothing: nil
            case .reply(let prompts), .place(let prompts): prompts
            }
        }
    }

    /// An answer cannot begin sooner after its question than a person can react; what does is noise, or was said
    /// before.
    private static let quickestAnswer = Duration.milliseconds(500)
    /// Least mean confidence of a yes or no, 0…1: recognisers turn noise into short words.
    private static let leastAnswerConfidence = 0.6

    package private(set) var cart: CartCoordinator
    private var confirmation: ConfirmationCoordinator
    private let policy: ConfirmationPolicy
    private let parser: any OrderParser
    /// When the last question was put.
    private var askedAt = Duration.zero

    /// - Throws: `ConfirmationError` for a menu in a language without yes and no.
    package init(menu: Menu, parser: any OrderParser) throws {
        cart = CartCoordinator(menu: menu)
        confirmation = try ConfirmationCoordinator(
            menu: menu, detector: ConfirmationResponseDetector(locale: menu.store.locale))
        policy = try ConfirmationPolicy(menu: menu)
        self.parser = parser
    }

    /// Whether the order is read back and waits for a yes.
    package var isConfirming: Bool {
        if case .awaitingConfirmation = confirmation.state { true } else { false }
    }

    /// Whether only a touch confirms the order.
    package var needsTouch: Bool { isConfirming && confirmation.offersTouch }

    /// What an utterance is taken for depends on the question that is open.
    package var expected: UtteranceShape.Expected {
        if cart.openQuestion == .confirm { return .yesOrNo }
        return cart.pendingClarification == nil ? .nothing : .detail
    }

    /// When `advance` is next due; `nil` when nothing waits for time to pass.
    package var nextDeadline: Duration? { confirmation.nextDeadline }

    // MARK: Voice

    /// Does what was said.
    package mutating func hear(_ heard: Heard) -> Step {
        let isAnswer = heard.parse.intent == .confirm || heard.parse.intent == .decline
        let isReadBack = cart.openQuestion == .confirm
        let before = cart.lines
        let step: Step
        if isReadBack, confirmation.acceptsAnswer(at: heard.began) {
            step = answer(heard)
        } else if isAnswer, isReadBack, confirmation.offersTouch {
            step = .reply([.useTouch])
        } else if isAnswer, heard.began < askedAt + Self.quickestAnswer || heard.confidence < Self.leastAnswerConfidence
        {
            return .nothing
        } else if heard.parse.intent == .decline, isReadBack {
            // A no is one however late.
            confirmation.cancel()
            step = .reply(cart.apply(heard.parse))
        } else {
            // A yes that comes long after the question has the order read back again.
            step = .reply(cart.take(heard.parse, said: heard.text))
        }
        // A yes on the screen is to the order as it was read back: not to another one, and not to what is asked about
        // it now.
        if cart.lines != before || cart.pendingClarification != nil { confirmation.cancel() }
        askedAt = heard.ended
        return readBack(step, hearing: heard.confidence, at: heard.ended)
    }

    /// Something was said of which no word was heard.
    package mutating func heardNothing() { cart.heardNothing() }

    private mutating func answer(_ heard: Heard) -> Step {
        switch confirmation.processResponse(heard.text, confidence: heard.confidence, at: heard.began) {
        case .confirmed: return place()
        case .rejected:
            return .reply(
                cart.apply(
                    OrderParseResult(
                        intent: .decline, acts: [.say(.decline)], confidence: heard.confidence,
                        source: heard.parse.source)))
        case .modified(let text):
            let cut = parser.parse(text)
            // "no, just one croissant": only the whole of it says that the croissant is known.
            let isKnown = heard.parse.items.contains(where: \.isDefinite) && !cut.items.contains(where: \.isDefinite)
            return .reply(cart.take(isKnown ? heard.parse : cut, said: heard.text))
        case .unclear:
            let (message, before) = (confirmation.message, cart.lines)
            // Asked often enough, nothing is said any more: then only the screen's yes counts.
            if heard.parse.acts.allSatisfy({ $0 == .say(.confirm) || $0 == .say(.decline) }),
                !message.isEmpty || confirmation.offersTouch
            {
                return .reply(message.isEmpty ? [.useTouch] : message)
            }
            let prompts = cart.take(heard.parse, said: heard.text)
            // The order as it is has been asked about once more already.
            if case .confirm? = prompts.last, cart.lines == before, !message.isEmpty { return .reply(message) }
            return .reply(prompts)
        }
    }

    /// Puts the read-back, or what takes its place where only a touch counts.
    private mutating func readBack(_ step: Step, hearing: Double?, at time: Duration) -> Step {
        guard case .reply(let prompts) = step, case .confirm(let lines, let total)? = prompts.last else { return step }
        let decision = policy.decision(for: ConfirmationPolicy.Evidence(lines: lines, total: total, hearing: hearing))
        let message = confirmation.startConfirmation(
            lines, total: total, decision: decision == .skip ? .readBack : decision, at: time)
        return .reply(prompts.dropLast() + (message.isEmpty ? [.confirm(lines, total: total)] : message))
    }

    /// The reply has been said, or shown where there is no voice: answers count from half a second later on.
    package mutating func replyEnded(at time: Duration) {
        askedAt = time
        confirmation.readBackEnded(at: time)
    }

    /// The reply ended before its end, and not by a touch of somebody who reads the screen: a read-back was not heard.
    /// What was said into it is an answer to it nonetheless, from half a second after it began.
    package mutating func replyCutOff(since: Duration, at time: Duration) {
        askedAt = since
        confirmation.readBackCutOff(since: since, at: time)
    }

    /// Somebody began to speak.
    package mutating func speechBegan(at time: Duration) { confirmation.speechBegan(at: time) }

    // MARK: Touch

    /// The guest touched something: what waits for their yes on the screen waits anew.
    package mutating func touched(at time: Duration) { confirmation.touched(at: time) }

    /// Makes a change on the screen; an order that was read back before is read back anew.
    package mutating func touch(at time: Duration, _ change: (inout CartCoordinator) -> [Prompt]) -> Step {
        confirmation.cancel()
        askedAt = time
        return readBack(.reply(change(&cart)), hearing: nil, at: time)
    }

    /// The screen's yes. Without a question it asks for the read-back.
    package mutating func confirmByTouch(at time: Duration) -> Step {
        guard confirmation.confirmByTouch() == .confirmed else { return touch(at: time) { $0.checkOut() } }
        return place()
    }

    /// The screen's no: back to the order.
    package mutating func rejectByTouch(at time: Duration) -> Step {
        _ = confirmation.rejectByTouch()
        return touch(at: time) {
            $0.apply(OrderParseResult(intent: .decline, acts: [.say(.decline)], confidence: 1, source: .fallback))
        }
    }

    // MARK: Time and placing

    /// Lets time pass: call it at `nextDeadline` or later.
    package mutating func advance(to time: Duration) -> Step {
        switch confirmation.advance(to: time) {
        case .confirmed?: return place()
        case .unclear?, .rejected?, .modified?:
            return confirmation.message.isEmpty ? .nothing : .reply(confirmation.message)
        case nil: return .nothing
        }
    }

    /// The order is agreed to, unless something about it must be asked first.
    private mutating func place() -> Step {
        let prompts = cart.confirmPending()
        if case .confirmed? = prompts.last { return .place(prompts) }
        placed(succeeded: false)
        return .reply(prompts)
    }

    /// The order was placed, or could not be: then it has to be agreed to again.
    package mutating func placed(succeeded: Bool) {
        confirmation.finishProcessing(succeeded: succeeded)
        if !succeeded { cart.reopen() }
    }

    /// The cart as it was before something that the guest takes back.
    package mutating func restore(_ earlier: CartCoordinator) {
        confirmation.cancel()
        cart = earlier
    }
}

extension CartCoordinator {
    /// Does what was said or typed.
    ///
    /// Without the yes to an order read back: what that places, and when it counts, only the dialogue knows. Here it
    /// has the order read back anew.
    package mutating func take(_ result: OrderParseResult, said text: String) -> [Prompt] {
        guard openQuestion == .confirm else { return apply(result, said: text) }
        var result = result
        result.acts = result.acts.map { $0 == .say(.confirm) ? .say(.checkout) : $0 }
        return apply(result, said: text)
    }

    /// Asks for the read-back.
    package mutating func checkOut() -> [Prompt] {
        apply(OrderParseResult(intent: .checkout, acts: [.say(.checkout)], confidence: 1, source: .fallback))
    }
}
