internal import Feedback
internal import OrderSession
public import Ordering

/// Plays a set through a parser and a cart and compares every order.
public struct SetRunner: Sendable {
    /// An utterance or dialogue that came out otherwise than expected.
    public struct Miss: Sendable, CustomStringConvertible {
        public let said: String
        public let reason: String

        public var description: String { "“\(said)”: \(reason)" }
    }

    public struct Score: Sendable {
        public var total = 0
        public var misses: [Miss] = []

        public var share: Double { total == 0 ? 1 : Double(total - misses.count) / Double(total) }
    }

    private let set: OrderSet
    private let parser: any OrderParser
    private let writer: PromptWriter

    /// - Throws: `FeedbackError` for a menu in a language without sentences.
    public init(_ set: OrderSet, parser: any OrderParser) throws {
        self.set = set
        self.parser = parser
        writer = try PromptWriter(menu: set.menu)
    }

    public func orders() -> Score { score(set.orders) }

    public func corrections() -> Score { score(set.corrections) }

    public func dialogues() -> Score {
        var score = Score()
        for dialogue in set.dialogues {
            score.total += 1
            var cart = CartCoordinator(menu: set.menu)
            var reason: String?
            for turn in dialogue.turns where reason == nil {
                reason = play(turn, &cart).map { "“\(turn.say)”: \($0)" }
            }
            if reason == nil, let placed = dialogue.placed {
                reason = set.difference(cart.confirmedCart, placed).map { "placed \($0)" }
            }
            if let reason { score.misses.append(Miss(said: dialogue.name, reason: reason)) }
        }
        return score
    }

    /// An utterance's order, how sure the parser was of it, and whether it came out as expected.
    public struct Judged: Sendable {
        public let said: String
        public let confidence: Double
        public let isRight: Bool
    }

    /// Every utterance and correction that puts something into the cart.
    public func judged() -> [Judged] {
        (set.orders + set.corrections).compactMap { turn in
            var cart = cart(turn)
            let before = cart.lines
            let reason = play(turn, &cart)
            guard !cart.lines.isEmpty, cart.lines != before else { return nil }
            return Judged(said: turn.say, confidence: parser.parse(turn.say).confidence, isRight: reason == nil)
        }
    }

    private func cart(_ turn: OrderSet.Turn) -> CartCoordinator {
        var cart = CartCoordinator(menu: set.menu)
        for line in turn.cart ?? [] {
            _ = cart.apply(.add([OrderNotation(line)?.item(in: set.menu)].compactMap(\.self)))
        }
        return cart
    }

    private func score(_ turns: [OrderSet.Turn]) -> Score {
        var score = Score()
        for turn in turns {
            score.total += 1
            var cart = cart(turn)
            if let reason = play(turn, &cart) { score.misses.append(Miss(said: turn.say, reason: reason)) }
        }
        return score
    }

    /// - Returns: what came out otherwise, `nil` where all is as expected.
    private func play(_ turn: OrderSet.Turn, _ cart: inout CartCoordinator) -> String? {
        let result = parser.parse(turn.say)
        var prompts = cart.apply(result)
        // The sets say what is understood: a wish to empty or cancel the order is followed by the guest's yes.
        switch cart.pendingClarification?.topic {
        case .permission(.clear)?, .permission(.cancel)?: prompts = cart.apply(.answer(.permission(true)))
        default: break
        }
        if let order = turn.order, let difference = set.difference(cart.lines, order) { return difference }
        if let intent = turn.intent, intent != result.intent {
            return "intent \(result.intent.rawValue), not \(intent.rawValue)"
        }
        if let asks = turn.asks, asks != Self.asked(prompts) { return "asks \(Self.asked(prompts)), not \(asks)" }
        let reply = writer.reply(prompts).lowercased()
        for text in turn.says ?? [] where !reply.contains(text.lowercased()) {
            return "says “\(reply)”, without “\(text)”"
        }
        return nil
    }

    private static func asked(_ prompts: [Prompt]) -> OrderSet.Asked {
        switch prompts.last {
        case .anythingElse: .question("all")
        case .confirm: .question("confirm")
        case .question(let question):
            switch question.topic {
            case .option(let group): .question(group)
            case .quantity: .question("quantity")
            case .item, .line: .question("which")
            case .permission: .question("permission")
            case .service: .question("service")
            }
        default: .nothing
        }
    }
}

extension OrderNotation {
    /// The line as if a guest had said it.
    func item(in menu: Menu) -> ParsedOrderItem? {
        guard let found = menu.item(item) else { return nil }
        return ParsedOrderItem(
            itemId: found.id, name: found.name, quantity: quantity, options: options.compactMap(Self.option),
            spoken: description, nameSpoken: found.name.lowercased(),
            confidence: 1)
    }

    private static func option(_ text: String) -> SelectedOption? {
        let counted = text.split(separator: "*"), measured = (counted.first ?? "").split(separator: ":")
        let reference = (measured.first ?? "").split(separator: "/")
        guard reference.count == 2 else { return nil }
        return SelectedOption(
            option: OptionReference(group: String(reference[0]), option: String(reference[1])),
            amount: measured.count > 1 ? OptionAmount(rawValue: String(measured[1])) : nil,
            count: counted.count > 1 ? Int(counted[1]) : nil)
    }
}
