/// A reference to lines of an order, as a guest says it.
public indirect enum LineReference: Equatable, Sendable, Codable {
    /// The line that was said or changed last: "it", "that one".
    case latest
    /// One of several lines by its number: "the second one", "the last latte". 1 is the first line, −1 the newest.
    case nth(Int, of: LineReference)
    /// Of two lines, the one that was not said last: "the other one".
    case other
    /// As many of the newest lines: "both", "the last two".
    case newest(Int)
    /// All lines: "all of them", "everything".
    case all
    /// All lines that fit: "all the lattes".
    case every(LineReference)
    /// Lines of one of these items, or of any where there are none, with all of these options: "the latte", "the iced
    /// one".
    case described(items: [String], options: [OptionReference])
    /// As many pieces of a line: "one of the lattes".
    case part(Int, of: LineReference)
    /// The lines of the second reference without those of the first: "all of them except the mocha".
    case except(LineReference, of: LineReference)
    /// The line that was removed last: "put it back".
    case gone
    /// An item that the menu does not sell: "the coke".
    case nothing
}

extension LineReference {
    /// The reference to the lines as a whole, without pieces and numbers.
    public var whole: LineReference {
        switch self {
        case .part(_, let inner), .every(let inner), .nth(_, let inner), .except(_, let inner): inner.whole
        default: self
        }
    }
}

/// A change of a line. Parts that are empty change nothing.
public struct LineChange: Equatable, Sendable, Codable {
    /// Options to choose, decline or measure. In a group that allows one option, the last one holds.
    public var options: [SelectedOption]
    /// The new quantity; 0 for a number that was not understood.
    public var quantity: Int?
    /// A number added to the quantity: −1 for "one less".
    public var more: Int?
    /// The item that replaces the line's. Options that the new item takes as well are kept.
    public var item: ParsedOrderItem?
    /// Whether it corrects what was said last. A new option then replaces the last one of its group.
    public var corrects: Bool
    /// Whether it was said like an order ("I'll take two") and may mean the item that was asked about last.
    public var isAskedFor: Bool
    /// Options to remove. One that is also in `options` is added only if the line does not have it: "no, decaf".
    public var dropped: [OptionReference]
    /// Allergens and diets, as in `ParsedOrderItem.diets`.
    public var diets: [String]

    /// Creates a change.
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

    /// Whether nothing changes.
    public var isEmpty: Bool { options.isEmpty && quantity == nil && more == nil && item == nil && diets.isEmpty }

    /// Applies the change to an item.
    ///
    /// - Returns: the options that the item does not come with. They are not applied.
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
                // A correction replaces all options of its group.
                if corrects, item.options.contains(where: { $0.option.group == option.option.group }) { continue }
                line.options.append(option)
            }
        }
        let denied = line.options.map(\.option).filter(dropped.contains)
        line.options.removeAll { dropped.contains($0.option) }
        line.diets += diets.filter { !line.diets.contains($0) }
        if let quantity { line.quantity = quantity }
        if let more {
            // An overflow is clamped, so that it stays beyond every limit.
            let (sum, isBeyond) = line.quantity.addingReportingOverflow(more)
            line.quantity = !isBeyond ? sum : more > 0 ? .max : .min
        }
        let takes = menu.item(line.itemId)?.groups ?? []
        var refused: [SelectedOption] = []
        for option in options {
            let fitting = ([option] + option.alternatives).filter { takes.contains($0.option.group) }
            guard let first = fitting.first else {
                refused.append(option)
                continue
            }
            // "half margherita, half hawaiian": of two groups with the same options the second one is still open.
            let taken =
                fitting.count == 1 || !line.options.contains(where: { $0.option.group == first.option.group })
                ? first
                : fitting.first { other in
                    menu.areTwins(first.option.group, other.option.group)
                        && !line.options.contains { $0.option.group == other.option.group }
                } ?? first
            if denied.contains(taken.option) { continue }
            // "Not decaf": an option of an exclusive group is not declined, but no longer chosen.
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

    /// Splits an item into pieces, each with its change. Parts without a quantity share the rest. Unchanged pieces come
    /// first, and equal pieces are merged.
    public static func split(_ item: ParsedOrderItem, _ parts: [LineChange], menu: Menu) -> [ParsedOrderItem] {
        // "One ketchup and one mayo" of one burger are numbers of options, not pieces.
        if parts.reduce(0, { $0 + ($1.quantity ?? 0) }) > item.quantity, parts.allSatisfy({ $0.options.count == 1 }) {
            // A latte takes one milk.
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
            // The first of the parts that share gets the remainder.
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

    /// Whether one of the new options replaces an old one.
    private func replaces(_ old: SelectedOption, in new: [SelectedOption], _ menu: Menu) -> Bool {
        new.contains {
            menu.group($0.option.group)?.select == .one ? $0.option.group == old.option.group : $0.option == old.option
        }
    }
}

extension OrderAct {
    /// All allergens and diets that the act names.
    public var diets: [String] {
        switch self {
        case .add(let items): items.flatMap(\.diets)
        case .change(_, let change), .again(_, let change): change.diets + (change.item?.diets ?? [])
        case .split(_, let parts): parts.flatMap(\.diets)
        case .avoid(let diets): diets
        case .remove, .ask, .undo, .forget, .say: []
        }
    }

    /// The same act with more allergens and diets for the items that it adds or changes.
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
    /// The same item with more allergens and diets.
    public func adding(diets: [String]) -> Self {
        var item = self
        item.diets += diets.filter { !item.diets.contains($0) }
        return item
    }
}

extension SelectedOption {
    /// The same option with a count.
    public func counted(_ count: Int?) -> SelectedOption {
        SelectedOption(
            option: option, alternatives: alternatives, amount: amount, count: count, spoken: spoken,
            confidence: confidence)
    }
}

/// A question about the menu or the order.
public enum MenuQuestion: Equatable, Sendable, Codable {
    /// The price of an item with these options; without an item, of the options.
    case price(ParsedOrderItem?, options: [SelectedOption])
    /// The options of a group, for an item or in general.
    case choices(group: String, itemId: String?)
    /// The items of a category, or all categories.
    case items(category: String?)
    /// The options of an item.
    case options(itemId: String)
    /// Whether an item or an option can be ordered.
    case availability(itemIds: [String], options: [OptionReference])
    /// Whether items contain an allergen; all their allergens where none is named.
    case allergens(String?, itemIds: [String], options: [OptionReference])
    /// The items of a category, or any, for which an allergen is not listed: "which pastries are nut free".
    case suitable(without: String, category: String?)
    /// Items that fit a wish: "anything with oat milk under five dollars".
    case search(MenuSearch)
    /// Whether lines of the order contain an allergen: "is it dairy free".
    case contents(String?, of: LineReference)
    /// An item that this menu does not sell, by the name that was said; `nil` for unknown words, which are not
    /// repeated.
    case missing(String?)
    /// A question that the menu does not answer.
    case other
}

/// A dialogue act: one thing that an utterance asks for.
public enum OrderAct: Equatable, Sendable, Codable {
    /// Adds items.
    case add([ParsedOrderItem])
    /// Removes lines.
    case remove(LineReference)
    /// Changes lines.
    case change(LineReference, LineChange)
    /// Splits a line into pieces that differ: "one with oat, one with soy". A part without a quantity is the rest.
    case split(LineReference, [LineChange])
    /// Adds a changed copy of a line: "the same with oat".
    case again(LineReference, LineChange)
    /// Asks a question.
    case ask(MenuQuestion)
    /// Excludes allergens from the whole order: "I'm allergic to nuts".
    case avoid([String])
    /// Restores the order before its last change: "undo that".
    case undo
    /// Takes back the last utterance, whether it changed the order or not: "forget that", "that's not what I said".
    case forget
    /// An act without an object: clear, readCart, repeat, help, confirm, decline, checkout or cancel.
    case say(OrderIntent)
}
