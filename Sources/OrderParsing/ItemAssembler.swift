internal import Ordering

/// Gives every option and number to the item it belongs to.
///
/// What stands before the first item is that item's, what stands after the last is that one's. Between two items the cut is
/// the last number or article that only options follow ("a latte with milk and | a small mocha"); without one, the words
/// people put before a noun (size, temperature, roast, shots) go to the item they stand before.
struct ItemAssembler: Sendable {
    let menu: Menu

    struct Assembly: Equatable, Sendable {
        var items: [ParsedOrderItem] = []
        var looseOptions: [SelectedOption] = []
        var looseQuantity: Int?
        var warnings: [String] = []
    }

    func assemble(_ elements: [Element], words: [String]) -> Assembly {
        var assembly = Assembly()
        let anchors = elements.indices.filter { if case .item = elements[$0].kind { true } else { false } }
        guard !anchors.isEmpty else {
            assembly.looseOptions = elements.compactMap { element in
                guard case .option(let candidates, let amount, let count) = element.kind, let option = candidates.first else { return nil }
                return SelectedOption(option: option, amount: amount, count: count, spoken: Self.text(words, element.range))
            }
            assembly.looseQuantity = looseQuantity(elements)
            return assembly
        }
        var start = 0
        for (position, anchor) in anchors.enumerated() {
            let next = position + 1 < anchors.count ? anchors[position + 1] : nil
            let end = next.map { cut(elements, after: anchor, before: $0) } ?? elements.count
            assembly.items.append(item(elements[start..<end], anchor: elements[anchor], words: words, warnings: &assembly.warnings))
            start = end
        }
        return assembly
    }

    /// The last number that stands by itself; "one" after an option stands for the item ("the large one").
    private func looseQuantity(_ elements: [Element]) -> Int? {
        var quantity: Int?
        for (index, element) in elements.enumerated() {
            guard case .quantity(let value) = element.kind else { continue }
            if value == 1, index > 0, case .option = elements[index - 1].kind { continue }
            quantity = value ?? 0
        }
        return quantity
    }

    private func cut(_ elements: [Element], after anchor: Int, before next: Int) -> Int {
        var index = next
        var cut = next
        while index > anchor + 1 {
            index -= 1
            switch elements[index].kind {
            case .quantity, .article:
                return index
            case .option(let candidates, _, _):
                // "a bagel toasted large latte": no latte is toasted.
                guard candidates.contains(where: { isTaken($0.group, by: elements[next]) }) else { return cut }
                if candidates.contains(where: { menu.group($0.group)?.kind.standsBeforeNoun ?? false }) { cut = index }
            case .join:
                return index
            case .with, .intent, .unknown, .dangling:
                return cut
            case .filler, .item:
                continue
            }
        }
        return cut
    }

    /// Whether one of the items an anchor may mean takes a group.
    private func isTaken(_ group: String, by anchor: Element) -> Bool {
        guard case .item(let indices) = anchor.kind else { return false }
        return indices.contains { menu.items[$0].groups.contains(group) }
    }

    private func item(_ elements: ArraySlice<Element>, anchor: Element, words: [String], warnings: inout [String]) -> ParsedOrderItem {
        let menuItem = menuItem(anchor, elements)
        var quantities: [Int?] = []
        var options: [SelectedOption] = []
        var range = anchor.range
        for element in elements {
            switch element.kind {
            case .quantity(let value):
                // A number after the item begins something that is still to come: "a latte and two".
                guard element.range.lowerBound < anchor.range.lowerBound else { continue }
                quantities.append(value)
                range = Self.union(range, element.range)
            case .option(let candidates, let amount, let count):
                range = Self.union(range, element.range)
                let spoken = Self.text(words, element.range)
                guard let choice = candidates.first(where: { menuItem.groups.contains($0.group) }) else {
                    warnings.append("\(menuItem.name) does not come with \"\(spoken)\"")
                    continue
                }
                let selected = SelectedOption(option: choice, amount: amount, count: count, spoken: spoken)
                // The later word wins: people correct themselves forwards.
                options.removeAll { menu.group(choice.group)?.select == .one ? $0.option.group == choice.group : $0.option == choice }
                options.append(selected)
            case .item, .article, .join, .with, .intent, .dangling, .filler, .unknown:
                continue
            }
        }
        // Two numbers for one item are no number; the guest is asked.
        let quantity = quantities.isEmpty ? 1 : quantities.count == 1 ? (quantities[0] ?? 0) : 0
        return ParsedOrderItem(
            itemId: menuItem.id, name: menuItem.name, quantity: quantity, options: options,
            spoken: Self.text(words, range), nameSpoken: Self.text(words, anchor.range), confidence: 1)
    }

    /// The item an anchor means: of several with one name, the one that takes most of the options said.
    private func menuItem(_ anchor: Element, _ elements: ArraySlice<Element>) -> MenuItem {
        guard case .item(let indices) = anchor.kind else { preconditionFailure("an anchor is an item") }
        func fit(_ index: Int) -> Int {
            elements.count { element in
                guard case .option(let candidates, _, _) = element.kind else { return false }
                return candidates.contains { menu.items[index].groups.contains($0.group) }
            }
        }
        return menu.items[indices.max { fit($0) < fit($1) } ?? indices[0]]
    }

    private static func union(_ a: Range<Int>, _ b: Range<Int>) -> Range<Int> { min(a.lowerBound, b.lowerBound)..<max(a.upperBound, b.upperBound) }

    private static func text(_ words: [String], _ range: Range<Int>) -> String { words[range].joined(separator: " ") }
}
