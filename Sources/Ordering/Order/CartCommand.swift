/// A change to the cart, addressed to lines by their ids.
///
/// A touch sends a command as it is. An utterance is resolved to the same commands first: "make the second one large"
/// and a tap on that line lead to the same change.
///
///     var cart = CartCoordinator(menu: menu)
///     let prompts = cart.apply(.add([ParsedOrderItem(latte)]))
///     cart.apply(.setQuantity(of: 1, to: 2))
///
/// A command for a line that is not in the order changes nothing and is answered with `Prompt.notInOrder`.
public enum CartCommand: Equatable, Sendable {
    /// Adds items with their options. An item with `alternatives` is asked about first.
    case add([ParsedOrderItem])
    /// Changes lines; with `pieces`, only as many of each line, which become a line of their own.
    case change(lines: [Int], pieces: Int? = nil, LineChange)
    /// Sets all options of a line: options that are not listed are removed.
    case setOptions(line: Int, [SelectedOption])
    /// Splits a line into pieces that differ: "one with oat, one with soy". A part without a quantity is the rest.
    case split(line: Int, [LineChange])
    /// Adds a changed copy of a line. A change of the quantity alone adds that many to the line itself.
    case copy(line: Int, LineChange)
    /// Removes lines; with `pieces`, only as many of each line.
    case remove(lines: [Int], pieces: Int? = nil)
    /// Excludes allergens from the whole order: "I'm allergic to nuts".
    case avoid([String])
    /// Answers the open question.
    case answer(ClarificationAnswer)
    /// Closes the open question without an answer. A line that cannot be ordered without one is removed.
    case dropQuestion
    /// Restores the order before its last change.
    case undo
    /// Removes all lines. This can be undone.
    case clear
    /// Removes all lines and everything known of the guest. This cannot be undone.
    case cancel
    /// Reads the order back for a yes or no.
    case checkout
    /// Moves the pending lines to the confirmed ones, unless a question about them is open.
    case confirm
    /// Answers no to what was asked last.
    case decline
}

/// The answer to a question of the cart, as a display offers it.
public enum ClarificationAnswer: Equatable, Sendable {
    /// Id of an option in the group that was asked about.
    case option(String)
    /// Quantity of the line.
    case quantity(Int)
    /// Id of one of the menu items that were asked about.
    case item(String)
    /// Id of one of the lines that were asked about.
    case line(Int)
    /// Yes or no to a question for permission.
    case permission(Bool)
    /// Eat here or to go.
    case service(ServiceKind)
}

extension CartCommand {
    /// Sets the quantity of a line. A quantity outside 1…the item's limit is asked about.
    public static func setQuantity(of line: Int, to quantity: Int) -> CartCommand {
        .change(lines: [line], LineChange(quantity: quantity))
    }

    /// Chooses, declines or measures an option of a line.
    public static func setOption(_ option: SelectedOption, of line: Int) -> CartCommand {
        .change(lines: [line], LineChange(options: [option]))
    }

    /// Removes a line.
    public static func remove(line: Int) -> CartCommand { .remove(lines: [line]) }
}

extension CartCommand {
    /// Ids of the lines that the command names; empty for one that names none.
    public var lines: [Int] {
        switch self {
        case .change(let lines, _, _), .remove(let lines, _): lines
        case .setOptions(let line, _), .split(let line, _), .copy(let line, _): [line]
        case .add, .avoid, .answer, .dropQuestion, .undo, .clear, .cancel, .checkout, .confirm, .decline: []
        }
    }

    /// The same command for other lines. One that takes a single line is given the last.
    public func retargeted(to lines: [Int]) -> CartCommand {
        guard let last = lines.last else { return self }
        switch self {
        case .change(_, let pieces, let change): return .change(lines: lines, pieces: pieces, change)
        case .remove(_, let pieces): return .remove(lines: lines, pieces: pieces)
        case .setOptions(_, let options): return .setOptions(line: last, options)
        case .split(_, let parts): return .split(line: last, parts)
        case .copy(_, let change): return .copy(line: last, change)
        case .add, .avoid, .answer, .dropQuestion, .undo, .clear, .cancel, .checkout, .confirm, .decline: return self
        }
    }

    /// The same command with an item in place of one whose name is ambiguous.
    public func naming(_ item: ParsedOrderItem) -> CartCommand {
        switch self {
        case .add(let items): return .add(items.prefix(1).map { $0.named(item) })
        case .change(let lines, let pieces, var change):
            change.item = change.item?.named(item)
            return .change(lines: lines, pieces: pieces, change)
        case .setOptions, .split, .copy, .remove, .avoid, .answer, .dropQuestion, .undo, .clear, .cancel, .checkout,
            .confirm, .decline:
            return self
        }
    }
}

extension ParsedOrderItem {
    /// One of a menu item, without options.
    public init(_ item: MenuItem) {
        self.init(itemId: item.id, name: item.name, quantity: 1, options: [], spoken: "", nameSpoken: "", confidence: 1)
    }

    /// The item that was meant by an ambiguous name, with what was said before and with the answer.
    fileprivate func named(_ answer: ParsedOrderItem) -> ParsedOrderItem {
        var new = answer
        new.quantity = answer.quantity > 1 ? answer.quantity : quantity
        // "The chocolate one" says which item; whether a line of the order was meant is known from the first words.
        new.isDefinite = isDefinite
        new.isCounted = isCounted || answer.quantity > 1
        new.diets = diets + answer.diets.filter { !diets.contains($0) }
        new.refused = refused + answer.refused
        new.options =
            options.filter { option in !answer.options.contains { $0.option.group == option.option.group } }
            + answer.options
        return new
    }
}
