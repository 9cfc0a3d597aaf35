/// Which lines of an order a guest speaks of.
public indirect enum LineReference: Equatable, Sendable, Codable {
    /// "it", "that one": the line that was said or changed last.
    case latest
    /// "the second one", "the last latte": 1 is the first of those lines, −1 the newest.
    case nth(Int, of: LineReference)
    /// "the other one": of two lines the one that was not spoken of last.
    case other
    /// "both", "the last two": so many of the newest lines.
    case newest(Int)
    /// "all of them", "everything"; "all the lattes" where lines are described.
    case all
    case every(LineReference)
    /// "the latte", "the iced one": lines of one of these items with all of these options; no items means any.
    case described(items: [String], options: [OptionReference])
    /// "one of the lattes": so many pieces of the line.
    case part(Int, of: LineReference)
    /// "put it back": what was taken away last.
    case gone
    /// "the coke", where the menu has none.
    case nothing
}

extension LineReference {
    /// The lines as a whole, of which pieces may be meant.
    public var whole: LineReference {
        switch self {
        case .part(_, let inner), .every(let inner), .nth(_, let inner): inner.whole
        default: self
        }
    }
}

/// What becomes different about a line.
public struct LineChange: Equatable, Sendable, Codable {
    /// Options to take, leave out or measure; later ones of a group that takes one replace earlier ones.
    public var options: [SelectedOption]
    /// The new quantity; 0 where a number was said that is none.
    public var quantity: Int?
    /// Added to the quantity: "one less" is −1.
    public var more: Int?
    /// The item that takes the line's place; it keeps the options that it takes too and that are not said anew.
    public var item: ParsedOrderItem?
    /// Whether it takes back what was said last, so that a new option stands for the last one of its group.
    public var corrects: Bool
    /// Whether it was asked for like an item, which may be the one that the guest has just asked about: "I'll take
    /// two".
    public var isAskedFor: Bool {
        get { askedFor ?? false }
        set { askedFor = newValue ? true : nil }
    }
    private var askedFor: Bool?
    /// Options that go for those that come; one that comes, too, does so only where it was not chosen before: "no
    /// decaf" takes it back, or corrects.
    public var dropped: [OptionReference]
    /// As `ParsedOrderItem.diets`.
    public var diets: [String] {
        get { anyDiets ?? [] }
        set { anyDiets = newValue.isEmpty ? nil : newValue }
    }
    private var anyDiets: [String]?

    private enum CodingKeys: String, CodingKey {
        case options, quantity, more, item, corrects, dropped
        case anyDiets = "diets"
        case askedFor = "isAskedFor"
    }

    public init(
        options: [SelectedOption] = [], quantity: Int? = nil, more: Int? = nil, item: ParsedOrderItem? = nil,
        corrects: Bool = false, dropped: [OptionReference] = [],
        diets: [String] = [], isAskedFor: Bool = false
    ) {
        self.corrects = corrects
        self.dropped = dropped
        self.options = options
        self.quantity = quantity
        self.more = more
        self.item = item
        self.diets = diets
        self.isAskedFor = isAskedFor
    }

    public var isEmpty: Bool { options.isEmpty && quantity == nil && more == nil && item == nil && diets.isEmpty }

    /// Makes the change.
    ///
    /// - Returns: the options that the item does not come with; they are left aside.
    @discardableResult
    public func apply(to line: inout ParsedOrderItem, menu: Menu) -> [SelectedOption] {
        if let item {
            let old = line
            line = item
            line.quantity = old.quantity
            line.diets = old.diets + item.diets.filter { !old.diets.contains($0) }
            let takes = menu.item(item.itemId)?.groups ?? []
            for option in old.options
            where takes.contains(option.option.group) && !replaces(option, in: item.options, menu) {
                // What is said anew stands for all that was said of its group before.
                if corrects, item.options.contains(where: { $0.option.group == option.option.group }) { continue }
                line.options.append(option)
            }
        }
        let denied = line.options.map(\.option).filter(dropped.contains)
        line.options.removeAll { dropped.contains($0.option) }
        line.diets += diets.filter { !line.diets.contains($0) }
        if let quantity { line.quantity = quantity }
        if let more {
            // Beyond all numbers it stays beyond every limit: wrapped around, an absurd quantity would turn into none.
            let (sum, isBeyond) = line.quantity.addingReportingOverflow(more)
            line.quantity = !isBeyond ? sum : more > 0 ? .max : .min
        }
        let takes = menu.item(line.itemId)?.groups ?? []
        var refused: [SelectedOption] = []
        for option in options {
            guard let taken = ([option] + option.alternatives).first(where: { takes.contains($0.option.group) }) else {
                refused.append(option)
                continue
            }
            if denied.contains(taken.option) { continue }
            // "not decaf": what is one of several ways is not left out, it is no longer chosen.
            if taken.amount == .without, menu.group(taken.option.group)?.isOfWays == true {
                line.options.removeAll { $0.option == taken.option }
                if menu.comesWith(taken.option, line.itemId),
                    !line.options.contains(where: { $0.option.group == taken.option.group })
                {
                    line.options.append(taken)
                }
                continue
            }
            let isNew = !line.options.contains { replaces($0, in: [taken], menu) }
            if corrects, isNew, taken.amount != .without,
                let last = line.options.lastIndex(where: { $0.option.group == taken.option.group })
            {
                line.options.remove(at: last)
            }
            let place = line.options.firstIndex { replaces($0, in: [taken], menu) }
            line.options.removeAll { replaces($0, in: [taken], menu) }
            line.options.insert(taken, at: min(place ?? line.options.count, line.options.count))
        }
        return refused
    }

    /// An item in pieces, each with its change: parts without a number share what is left. The pieces nobody spoke of
    /// come first, and pieces that are alike are one line.
    public static func split(_ item: ParsedOrderItem, _ parts: [LineChange], menu: Menu) -> [ParsedOrderItem] {
        // "one ketchup and one mayo" of one burger are no pieces of it but numbers of its options.
        if parts.reduce(0, { $0 + ($1.quantity ?? 0) }) > item.quantity, parts.allSatisfy({ $0.options.count == 1 }) {
            // Of milks one latte takes one.
            guard parts.flatMap(\.options).allSatisfy({ menu.group($0.option.group)?.select != .one }) else {
                return [item]
            }
            var line = item
            for part in parts {
                guard let option = part.options.first else { continue }
                let isCounted = menu.group(option.option.group)?.amounts == true
                LineChange(options: [isCounted ? option.counted(part.quantity) : option]).apply(to: &line, menu: menu)
            }
            return [line]
        }
        var left = item.quantity
        var lines: [ParsedOrderItem] = []
        for (index, part) in parts.enumerated() where left > 0 {
            var line = item
            let sharers = max(1, parts[index...].count { $0.quantity == nil })
            // The first of those that share gets what is over.
            let share = left / sharers + (left % sharers > 0 ? 1 : 0)
            line.quantity = min(part.quantity ?? share, left)
            left -= line.quantity
            var change = part
            change.quantity = nil
            change.apply(to: &line, menu: menu)
            lines.append(line)
        }
        if left > 0 {
            var rest = item
            rest.quantity = left
            lines.insert(rest, at: 0)
        }
        return lines.reduce(into: []) { merged, line in
            if let same = merged.firstIndex(where: { $0.options == line.options && $0.diets == line.diets }) {
                merged[same].quantity += line.quantity
            } else {
                merged.append(line)
            }
        }
    }

    /// Whether one of the new options takes the place of an old one.
    private func replaces(_ old: SelectedOption, in new: [SelectedOption], _ menu: Menu) -> Bool {
        new.contains {
            menu.group($0.option.group)?.select == .one ? $0.option.group == old.option.group : $0.option == old.option
        }
    }
}

extension OrderAct {
    /// Everything that it says must not be in an item.
    public var diets: [String] {
        switch self {
        case .add(let items): items.flatMap(\.diets)
        case .change(_, let change), .again(_, let change): change.diets + (change.item?.diets ?? [])
        case .split(_, let parts): parts.flatMap(\.diets)
        case .avoid(let diets): diets
        case .remove, .ask, .undo, .forget, .say: []
        }
    }

    /// The same, with more that must not be in what it adds or changes.
    public func adding(diets: [String]) -> OrderAct {
        func adding(_ change: LineChange) -> LineChange {
            var change = change
            change.diets += diets.filter { !change.diets.contains($0) }
            return change
        }
        switch self {
        case .add(let items): return .add(items.map { $0.adding(diets: diets) })
        case .change(let reference, let change): return .change(reference, adding(change))
        case .again(let reference, let change): return .again(reference, adding(change))
        case .split(let reference, let parts): return .split(reference, parts.map(adding))
        case .remove, .ask, .avoid, .undo, .forget, .say: return self
        }
    }
}

extension ParsedOrderItem {
    /// The same, with more that must not be in it.
    public func adding(diets: [String]) -> Self {
        var item = self
        item.diets += diets.filter { !item.diets.contains($0) }
        return item
    }
}

extension SelectedOption {
    /// The option with a number said for it.
    public func counted(_ count: Int?) -> SelectedOption {
        SelectedOption(
            option: option, alternatives: alternatives, amount: amount, count: count, spoken: spoken,
            confidence: confidence, source: source)
    }
}

/// A question that the menu answers, or that nobody but the staff can.
public enum MenuQuestion: Equatable, Sendable, Codable {
    /// What an item with these options costs; what an option costs where there is no item.
    case price(ParsedOrderItem?, options: [SelectedOption])
    /// Which options of a group there are, for an item or in general.
    case choices(group: String, itemId: String?)
    /// What there is to order.
    case items(category: String?)
    /// What an item can be had with.
    case options(itemId: String)
    /// Whether the house has an item or an option.
    case availability(itemIds: [String], options: [OptionReference])
    /// Whether an allergen is in an item; all its allergens without one.
    case allergens(String?, itemIds: [String], options: [OptionReference])
    /// The same of what is in the order: "is it dairy free".
    case contents(String?, of: LineReference)
    /// What was asked for and is not on the menu, by the name that was said; `nil` for words that mean nothing here,
    /// which are not said back.
    case missing(String?)
    /// What the menu does not say.
    case other
}

/// One thing a guest wants done, in the order they were said.
public enum OrderAct: Equatable, Sendable, Codable {
    case add([ParsedOrderItem])
    case remove(LineReference)
    case change(LineReference, LineChange)
    /// Pieces of a line become different: "one with oat, one with soy". Each part has its number in `quantity`; `nil`
    /// is the rest, which several share.
    case split(LineReference, [LineChange])
    /// The same again: a line once more, with a change.
    case again(LineReference, LineChange)
    case ask(MenuQuestion)
    /// Nothing of the order may have this in it: "I'm allergic to nuts".
    case avoid([String])
    /// The order is as it was before it changed last: "undo that".
    case undo
    /// What was said last counts for nothing, whether it changed the order or not: "forget that", "that's not what I
    /// said".
    case forget
    /// Everything that has no object: clear, read the cart, repeat, help, confirm, decline, check out, cancel.
    case say(OrderIntent)
}
