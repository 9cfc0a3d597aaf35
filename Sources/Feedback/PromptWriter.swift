public import Ordering

/// Turns prompts into English sentences, for the synthesiser and the screen alike.
public struct PromptWriter: Sendable {
    private let menu: Menu
    private let prices: PriceList

    public init(menu: Menu) {
        self.menu = menu
        prices = PriceList(menu: menu)
    }

    /// The prompts as one reply.
    public func reply(_ prompts: [Prompt]) -> String {
        prompts.map(sentence).joined(separator: " ")
    }

    /// A text with the menu's pronunciations in place of its words, for the synthesiser only.
    public func spoken(_ text: String) -> String {
        guard !menu.pronunciations.isEmpty else { return text }
        return text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            let core = word.prefix { $0.isLetter || $0.isNumber || $0 == "'" }
            guard let spelling = menu.pronunciations[core.lowercased()] else { return String(word) }
            return spelling + word.dropFirst(core.count)
        }.joined(separator: " ")
    }

    /// One prompt as one or two sentences.
    public func sentence(_ prompt: Prompt) -> String {
        switch prompt {
        case .accepted(let lines): return Self.capitalised(Self.list(lines.map(describe))) + "."
        case .isThatAll(let total): return "That is \(money(total)). Is that all?"
        case .question(let question): return ask(question)
        case .refused(let violation, let itemId): return refuse(violation, itemName: itemId.flatMap(menu.item)?.name)
        case .removed(let lines): return "I took away " + Self.list(lines.map(describe)) + "."
        case .notInOrder: return "That is not in your order."
        case .whatAbout(let line): return "What would you like to change about \(Self.the(menu.item(line.itemId)?.name))?"
        case .answer(let question): return MenuAnswers(menu: menu).answer(question)
        case .cleared: return "Your order is empty again."
        case .cart(let lines, let total): return "You have \(Self.list(lines.map(describe))). That is \(money(total))."
        case .confirm(let lines, let total): return "That is \(Self.list(lines.map(describe))), for \(money(total)). Is that right?"
        case .confirmAgain(let lines, let total): return "Once more: \(Self.list(lines.map(describe))), for \(money(total)). Please say yes or no."
        case .useTouch: return "Please confirm your order on the screen."
        case .confirmed(let total): return "Thank you. Your total is \(money(total))."
        case .declined: return "All right. What shall I change?"
        case .whatElse: return "What else would you like?"
        case .help: return "Say what you would like, for example: \(example). Say read it back to hear your order, or that's all when you are done."
        case .cancelled: return "Your order is cancelled."
        case .notUnderstood: return "Sorry, I did not get that. Please say it again."
        case .cartIsEmpty: return "Your order is empty. What would you like?"
        case .welcome: return "Hello. What would you like?"
        case .placed(let number, let total): return "Thank you. Your order number is \(number). Please pay \(money(total)) at the counter."
        case .notPlaced: return "Sorry, your order could not be stored, so it is not placed. Please try again, or order at the counter."
        case .restored(let lines, let total): return "Your order is still here: \(Self.list(lines.map(describe))), for \(money(total))."
        }
    }

    /// A line in words: "2 large iced lattes with oat milk and no foam".
    public func describe(_ line: OrderLine) -> String {
        guard let item = menu.item(line.itemId) else { return line.itemId }
        var before: [String] = [], after: [String] = []
        for groupId in item.groups {
            guard let group = menu.group(groupId) else { continue }
            for selected in line.options where selected.option.group == groupId {
                guard let option = group.option(selected.option.option) else { continue }
                let words = describe(selected, option)
                if group.kind.standsBeforeNoun, selected.amount == nil { before.append(words) } else { after.append(words) }
            }
        }
        let name = item.name.lowercasedUnlessAcronym
        let noun = line.quantity == 1 ? name : Self.plural(name)
        let head = ([line.quantity == 1 ? Self.article(before.first ?? name) : "\(line.quantity)"] + before + [noun]).joined(separator: " ")
        return after.isEmpty ? head : head + " with " + Self.list(after)
    }

    private func describe(_ selected: SelectedOption, _ option: MenuOption) -> String {
        let name = option.name.lowercasedUnlessAcronym
        if option.count == nil, let count = selected.count { return "\(count) \(count == 1 ? name : Self.plural(name))" }
        switch selected.amount {
        case .without: return "no \(name)"
        case .light: return "light \(name)"
        case .extra: return "extra \(name)"
        case .regular, nil: return name
        }
    }

    private func ask(_ question: Clarification) -> String {
        if let say = question.say { return say }
        let item = Self.the(menu.item(question.itemId)?.name)
        switch question.topic {
        case .item(let candidates, _):
            return "Which one: " + Self.list(candidates.compactMap(menu.item).map { "the " + $0.name.lowercasedUnlessAcronym }, last: "or") + "?"
        case .line: return "Which \(menu.item(question.itemId)?.name.lowercasedUnlessAcronym ?? "one") do you mean?"
        case .option(let groupId):
            guard let group = menu.group(groupId) else { return "What would you like with \(item)?" }
            let choices = group.options.map(\.name.lowercasedUnlessAcronym)
            let listed = choices.count <= 5 ? ": " + Self.list(choices, last: "or") : ""
            return "Which \(group.name.lowercasedUnlessAcronym) for \(item)\(listed)?"
        case .quantity(let asked, let limit):
            return asked > limit ? "I can take up to \(limit) of \(item). How many would you like?" : "How many of \(item) would you like?"
        }
    }

    private func refuse(_ violation: OrderViolation, itemName: String?) -> String {
        let item = Self.the(itemName)
        switch violation {
        case .unavailable: return "Sorry, \(item) is not available right now."
        case .forbidden(_, let option, let say):
            return say ?? "Sorry, \(item) does not come with \(menu.option(option)?.name.lowercasedUnlessAcronym ?? option.option)."
        case .optionCount(_, let option, _, let limit):
            return "I can add up to \(limit) of the \(menu.option(option)?.name.lowercasedUnlessAcronym ?? option.option)."
        case .quantity(_, _, let limit): return "I can take up to \(limit) of \(item)."
        case .missing(_, let group, let say): return say ?? Self.capitalised(item) + " needs a \(menu.group(group)?.name.lowercasedUnlessAcronym ?? group)."
        case .tooManyLines(let limit): return "An order can have \(limit) lines. Please ask our staff for more."
        case .totalTooHigh(let limit): return "I can take orders up to \(money(limit)). Please ask our staff for more."
        }
    }

    /// "the latte", or "that" for what has no name.
    private static func the(_ name: String?) -> String { name.map { "the " + $0.lowercasedUnlessAcronym } ?? "that" }

    private var example: String {
        guard let item = menu.items.first(where: \.available) else { return "a coffee" }
        let size = item.groups.lazy.compactMap(menu.group).first { $0.kind == .size }?.options.last?.name.lowercasedUnlessAcronym
        return ([Self.article(size ?? item.name)] + [size, item.name.lowercasedUnlessAcronym].compactMap { $0 }).joined(separator: " ")
    }

    private func money(_ amount: Money) -> String { amount.formatted(currency: menu.store.currency) }

    private static func article(_ next: String) -> String {
        next.lowercased().first.map { "aeiou".contains($0) } ?? false ? "an" : "a"
    }

    /// "latte" → "lattes"; "slice of pie" → "slices of pie". A name that ends in "s" is one already ("fries").
    private static func plural(_ name: String) -> String {
        let words = name.split(separator: " ")
        if let preposition = words.firstIndex(where: { ["with", "of", "on", "in"].contains($0) }), preposition > 0 {
            return plural(words[..<preposition].joined(separator: " ")) + " " + words[preposition...].joined(separator: " ")
        }
        if ["ss", "x", "z", "ch", "sh"].contains(where: name.hasSuffix) { return name + "es" }
        if name.hasSuffix("s") { return name }
        if name.hasSuffix("y"), let before = name.dropLast().last, !"aeiou".contains(before) { return name.dropLast() + "ies" }
        return name + "s"
    }

    static func list(_ parts: [String], last word: String = "and") -> String {
        switch parts.count {
        case 0: "nothing"
        case 1: parts[0]
        default: parts.dropLast().joined(separator: ", ") + " \(word) " + parts[parts.count - 1]
        }
    }

    private static func capitalised(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}

extension String {
    /// Lower case, keeping words written in capitals only ("BLT").
    fileprivate var lowercasedUnlessAcronym: String {
        split(separator: " ").map { word in
            word.count > 1 && word.allSatisfy { $0.isUppercase || $0.isNumber } ? String(word) : word.lowercased()
        }.joined(separator: " ")
    }
}
