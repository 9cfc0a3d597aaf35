internal import OrderSession
internal import Ordering

/// One guest's order in the making: what an utterance does to the cart, and whether it answers the read-back.
///
/// A value with one owner. Times are positions in the audio as durations from its start.
struct GuestDialogue: Sendable {
    /// Of which parts of an utterance there was how much certainty.
    struct Heard {
        let text: String
        let parse: OrderParseResult
        /// Mean confidence of its words, 0…1.
        let confidence: Double
        let began: Duration
        let ended: Duration
    }

    /// An answer cannot begin sooner after its question than a person can react; what does is noise, or was said before.
    private static let quickestAnswer = Duration.milliseconds(500)
    /// Least mean confidence of a yes or no, 0…1: recognisers turn noise into short words.
    private static let leastAnswerConfidence = 0.6

    private(set) var cart: CartCoordinator
    private var confirmation: ConfirmationCoordinator
    private let policy: ConfirmationPolicy
    private let parser: any OrderParser
    /// When the last question was put.
    private var askedAt = Duration.zero

    /// - Throws: `ConfirmationError` for a menu in a language without yes and no.
    init(menu: Menu, parser: any OrderParser) throws {
        cart = CartCoordinator(menu: menu)
        confirmation = try ConfirmationCoordinator(menu: menu, detector: ConfirmationResponseDetector(locale: menu.store.locale))
        policy = try ConfirmationPolicy(menu: menu)
        self.parser = parser
    }

    /// Does what was said.
    ///
    /// - Returns: what to tell the guest; `nil` where the words were no answer to anything and nothing else.
    mutating func hear(_ heard: Heard) -> [Prompt]? {
        let isAnswer = heard.parse.intent == .confirm || heard.parse.intent == .decline
        let isReadBack = cart.openQuestion == .confirm
        let prompts: [Prompt]
        if isReadBack, confirmation.acceptsAnswer(at: heard.began) {
            prompts = answer(heard)
        } else if isAnswer, isReadBack, confirmation.offersTouch {
            prompts = [.useTouch]
        } else if isAnswer, heard.began < askedAt + Self.quickestAnswer || heard.confidence < Self.leastAnswerConfidence {
            return nil
        } else {
            // A yes that comes long after the question has the order read back again.
            prompts =
                isAnswer && isReadBack
                ? cart.apply(OrderParseResult(intent: .checkout, acts: [.say(.checkout)], confidence: 1, source: .fallback)) : cart.apply(heard.parse)
        }
        askedAt = heard.ended
        return readBack(prompts, heard)
    }

    private mutating func answer(_ heard: Heard) -> [Prompt] {
        switch confirmation.processResponse(heard.text, confidence: heard.confidence, at: heard.began) {
        case .confirmed:
            let prompts = cart.confirmPending()
            confirmation.finishProcessing(succeeded: true)
            return prompts
        case .rejected: return cart.apply(OrderParseResult(intent: .decline, acts: [.say(.decline)], confidence: heard.confidence, source: heard.parse.source))
        case .modified(let text): return cart.apply(parser.parse(text))
        case .unclear:
            let isAnswer = heard.parse.acts.allSatisfy { $0 == .say(.confirm) || $0 == .say(.decline) }
            return isAnswer && !confirmation.message.isEmpty ? confirmation.message : cart.apply(heard.parse)
        }
    }

    /// Puts the read-back, or what takes its place where only a touch counts.
    private mutating func readBack(_ prompts: [Prompt], _ heard: Heard) -> [Prompt] {
        guard case .confirm(let lines, let total)? = prompts.last else { return prompts }
        let decision = policy.decision(for: ConfirmationPolicy.Evidence(lines: lines, total: total, hearing: heard.confidence))
        let message = confirmation.startConfirmation(lines, total: total, decision: decision == .skip ? .readBack : decision, at: heard.ended)
        confirmation.readBackEnded(at: heard.ended)
        return prompts.dropLast() + (message.isEmpty ? [.confirm(lines, total: total)] : message)
    }
}
