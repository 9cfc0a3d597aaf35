internal import Feedback
internal import OrderParsing
internal import OrderSession
internal import Ordering

/// One order taken from a fuzzer's bytes: text to acts, acts to cart, prompts to a reply, and after every turn
/// everything that must hold whatever was said.
public struct FuzzedOrder {
    /// Something that must hold and does not.
    public struct Broken: Error, CustomStringConvertible {
        public let description: String
    }

    private let place: FuzzMenu
    private let checks: OrderChecks
    private var cart: CartCoordinator

    /// Plays an input to its end.
    ///
    /// - Parameter watch: is told every turn and its reply.
    /// - Throws: `Broken` with the first rule that an answer breaks.
    public static func play(_ bytes: some Collection<UInt8>, watch: ((_ turn: String, _ reply: String) -> Void)? = nil)
        throws(Broken)
    {
        guard let input = FuzzInput(bytes) else { return }
        var order = FuzzedOrder(FuzzMenu.all[input.menu])
        for turn in input.turns {
            let reply = try order.take(turn, parsesTwice: input.parsesTwice)
            watch?("\(turn)", reply)
        }
    }

    private init(_ place: FuzzMenu) {
        self.place = place
        checks = OrderChecks(menu: place.menu)
        cart = place.cart
    }

    private mutating func take(_ turn: FuzzInput.Turn, parsesTwice: Bool) throws(Broken) -> String {
        let before = cart
        let prompts: [Prompt]
        var mayConfirm = false
        switch turn {
        case .says(let text):
            let result = place.parser.parse(text)
            try checks.check(result, of: text)
            if parsesTwice, place.parser.parse(text) != result {
                throw Broken(description: "the same words meant something else the second time: \(text)")
            }
            prompts = cart.apply(result)
            mayConfirm = before.openQuestion == .confirm && result.acts.contains(.say(.confirm))
        case .confirms:
            prompts = cart.apply(.confirm)
            mayConfirm = true
        case .rejects: prompts = cart.apply(.decline)
        case .removes(let line): prompts = cart.apply(.remove(line: line))
        case .sets(let line, let quantity): prompts = cart.apply(.setQuantity(of: line, to: quantity))
        }
        try checks.check(cart)
        try checks.check(confirmed: cart, after: before, mayConfirm: mayConfirm)
        let reply = place.writer.reply(prompts)
        try checks.check(reply: reply, to: prompts)
        return reply
    }
}
