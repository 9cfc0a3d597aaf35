internal import OrderSession
internal import Ordering

/// What must hold of results, carts and replies, whatever was said. Shares no arithmetic with what it checks.
struct OrderChecks {
    typealias Broken = FuzzedOrder.Broken

    let menu: Menu

    private func require(_ holds: Bool, _ rule: @autoclosure () -> String) throws(Broken) {
        guard holds else { throw Broken(description: rule()) }
    }

    // MARK: Results of the parser

    /// Only ids of the menu leave the parser, confidences are shares, and what is quoted was said.
    func check(_ result: OrderParseResult, of text: String) throws(Broken) {
        let said = SpokenWords(text).words.joined(separator: " ")
        for item in result.items {
            try require(
                said.contains(item.spoken) && item.spoken.contains(item.nameSpoken),
                "“\(item.spoken)” was not said")
            for option in item.options {
                try require(said.contains(option.spoken), "“\(option.spoken)” was not said")
            }
        }
        try require((0...1).contains(result.confidence), "a confidence of \(result.confidence)")
        try require(result.intent != .unknown || result.items.isEmpty, "items without an intent: \(result)")
        for item in result.items { try check(item) }
        for act in result.acts { try check(act) }
    }

    private func check(_ act: OrderAct) throws(Broken) {
        switch act {
        case .add(let items): for item in items { try check(item) }
        case .remove(let reference): try check(reference)
        case .change(let reference, let change), .again(let reference, let change):
            try check(reference)
            try check(change)
        case .split(let reference, let parts):
            try check(reference)
            for part in parts { try check(part) }
        case .ask(let question): try check(question)
        case .avoid(let diets): try require(!diets.isEmpty, "nothing to avoid")
        case .undo, .forget, .say: break
        }
    }

    private func check(_ change: LineChange) throws(Broken) {
        if let item = change.item { try check(item) }
        for option in change.options { try check(option) }
    }

    private func check(_ reference: LineReference) throws(Broken) {
        switch reference {
        case .nth(_, let inner), .every(let inner), .part(_, let inner): try check(inner)
        case .except(let others, let inner):
            try check(others)
            try check(inner)
        case .described(let items, let options):
            for item in items { try require(menu.item(item) != nil, "the menu has no item \(item)") }
            for option in options { try require(menu.option(option) != nil, "the menu has no option \(option)") }
        case .latest, .other, .newest, .all, .gone, .nothing: break
        }
    }

    private func check(_ question: MenuQuestion) throws(Broken) {
        switch question {
        case .price(let item, let options):
            if let item { try check(item) }
            for option in options { try check(option) }
        case .choices(let group, let item):
            try require(menu.group(group) != nil, "the menu has no group \(group)")
            if let item { try require(menu.item(item) != nil, "the menu has no item \(item)") }
        case .items(let category), .suitable(_, let category):
            if let category {
                try require(menu.items.contains { $0.category == category }, "the menu has no category \(category)")
            }
        case .search(let search):
            try check(.described(items: (search.among ?? []) + search.excluded, options: search.options))
        case .options(let item): try require(menu.item(item) != nil, "the menu has no item \(item)")
        case .availability(let items, let options), .allergens(_, let items, let options):
            try check(.described(items: items, options: options))
        case .contents(_, let reference): try check(reference)
        case .missing(let name): try require(name?.isEmpty != true, "what is missing has no name")
        case .other: break
        }
    }

    private func check(_ item: ParsedOrderItem) throws(Broken) {
        guard let known = menu.item(item.itemId) else {
            throw Broken(description: "the menu has no item \(item.itemId)")
        }
        try require(item.name == known.name, "\(item.itemId) is called \(item.name)")
        try require(item.quantity >= 0, "\(item.quantity) of \(item.itemId)")
        try require((0...1).contains(item.confidence), "a confidence of \(item.confidence)")
        for option in item.options {
            try check(option)
            try require(known.groups.contains(option.option.group), "\(item.itemId) takes no \(option.option)")
        }
        for other in item.alternatives { try require(menu.item(other) != nil, "the menu has no item \(other)") }
    }

    private func check(_ option: SelectedOption) throws(Broken) {
        try require(menu.option(option.option) != nil, "the menu has no option \(option.option)")
        try require((0...1).contains(option.confidence), "a confidence of \(option.confidence)")
        for other in option.alternatives {
            try require(menu.option(other.option) != nil, "the menu has no option \(other.option)")
        }
    }

    // MARK: The cart

    /// Every line is one of the menu, what can be ordered is within the limits, and totals are right.
    func check(_ cart: CartCoordinator) throws(Broken) {
        try require(cart.lines.count <= menu.limits.lines, "\(cart.lines.count) lines")
        try require(Set(cart.lines.map(\.id)).count == cart.lines.count, "two lines with one id: \(cart.lines)")
        for line in cart.lines { try check(line) }
        for line in cart.orderableLines {
            let limit = min(menu.limits.perLine, menu.item(line.itemId)?.maxQuantity ?? 0)
            try require(
                (1...limit).contains(line.quantity),
                "\(line.quantity) of \(line.itemId) can be ordered; \(limit) are allowed")
        }
        try require(
            Int128(cart.total.minorUnits) == price(of: cart.orderableLines),
            "a total of \(cart.total) for \(cart.orderableLines)")
        try require(
            Int128(cart.confirmedTotal.minorUnits) == price(of: cart.confirmedCart),
            "a total of \(cart.confirmedTotal) for \(cart.confirmedCart)")
        try require(cart.total <= menu.limits.total, "a total of \(cart.total)")
        if let question = cart.pendingClarification { try check(question, of: cart) }
    }

    private func check(_ line: OrderLine) throws(Broken) {
        guard let item = menu.item(line.itemId) else {
            throw Broken(description: "the menu has no item \(line.itemId)")
        }
        try require(line.item.name == item.name, "\(line.itemId) is called \(line.item.name)")
        try require(item.available, "\(line.itemId) is sold out")
        var answered: Set<String> = []
        for selected in line.options {
            guard let group = menu.group(selected.option.group), let option = menu.option(selected.option) else {
                throw Broken(description: "the menu has no option \(selected.option)")
            }
            try require(item.groups.contains(group.id), "\(line.itemId) takes no \(group.id)")
            try require(
                option.count != nil || (1...ConstraintEngine.mostOfOneOption).contains(selected.count ?? 1),
                "\(selected.count ?? 1) of \(selected.option)")
            try require(
                answered.insert(group.select == .one ? group.id : "\(group.id)/\(option.id)").inserted,
                "\(group.id) twice in \(line)")
        }
    }

    private func check(_ question: Clarification, of cart: CartCoordinator) throws(Broken) {
        switch question.topic {
        case .permission(.clear), .permission(.cancel), .service:
            return try require(!cart.lines.isEmpty, "a question about an empty order: \(question)")
        default: break
        }
        try require(menu.item(question.itemId) != nil, "a question about \(question.itemId)")
        switch question.topic {
        case .option, .quantity:
            try require(
                cart.lines.contains { $0.id == question.line }, "a question about a line that is not there: \(question)"
            )
        case .item(let candidates, _):
            for item in candidates { try require(menu.item(item) != nil, "the menu has no item \(item)") }
        case .line(let candidates, _):
            for id in candidates {
                try require(
                    cart.lines.contains { $0.id == id }, "a question about a line that is not there: \(question)")
            }
        case .permission(let command):
            for id in command.lines {
                try require(
                    cart.lines.contains { $0.id == id }, "a question about a line that is not there: \(question)")
            }
        case .service: break
        }
    }

    /// The price of lines by the menu, in 128 bits.
    private func price(of lines: [OrderLine]) -> Int128 {
        lines.reduce(0) { sum, line in
            let options = line.options.filter { $0.amount != .without }.map { selected -> Int128 in
                guard let option = menu.option(selected.option) else { return 0 }
                return Int128(option.price.minorUnits) * Int128(option.count == nil ? selected.count ?? 1 : 1)
            }
            return sum + Int128(line.quantity)
                * options.reduce(Int128(menu.item(line.itemId)?.price.minorUnits ?? 0), +)
        }
    }

    // MARK: What was agreed to

    /// Lines are confirmed by a yes to the order read back or by a touch, as they were, and never with something open
    /// about them.
    func check(confirmed cart: CartCoordinator, after before: CartCoordinator, mayConfirm: Bool) throws(Broken) {
        let exported = cart.exportToOrderItems()
        try require(exported.map(\.id) == cart.confirmedCart.map(\.id), "what is exported is not what is confirmed")
        let engine = ConstraintEngine(menu: menu)
        let agreed = before.confirmedCart
        for (line, ticket) in zip(cart.confirmedCart, exported) {
            try require(
                ticket.itemId == line.itemId && ticket.quantity == line.quantity, "\(line) is exported as \(ticket)")
            try require(ticket.options.map(\.option) == line.options.map(\.option), "\(line) is exported as \(ticket)")
            try require(
                (ticket.options.map(\.spoken) + [ticket.item.spoken, ticket.item.nameSpoken]).joined().isEmpty,
                "words are exported: \(ticket)")
            try require(
                engine.violations(of: line).isEmpty, "\(line) was confirmed with \(engine.violations(of: line))")
            try require(!cart.pendingOrders.contains { $0.id == line.id }, "\(line) is both confirmed and pending")
            if agreed.contains(line) { continue }
            try require(mayConfirm, "\(line) was confirmed without being agreed to")
            try require(before.pendingOrders.contains(line), "\(line) was not what was read back")
        }
    }

    // MARK: The reply

    /// There is something to say, in characters that sentences are made of.
    func check(reply: String, to prompts: [Prompt]) throws(Broken) {
        try require(!prompts.isEmpty, "no prompt")
        try require(reply.contains(where: \.isLetter), "a reply without a word: \(reply.debugDescription)")
        let isPrintable = reply.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
        try require(isPrintable, "a reply with characters that cannot be seen: \(reply.debugDescription)")
        for prompt in prompts {
            switch prompt {
            case .added(let lines), .accepted(let lines), .removed(let lines), .cart(let lines, _),
                .confirm(let lines, _), .confirmAgain(let lines, _):
                try require(!lines.isEmpty, "a reply about no line: \(reply)")
            default: break
            }
        }
    }
}
