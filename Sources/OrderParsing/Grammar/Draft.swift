internal import Ordering

/// The result of the clauses so far, in order: new items, and acts on lines of the cart.
struct Draft: Sendable {
    enum Entry: Sendable {
        case item(ParsedOrderItem, range: Range<Int>)
        case act(OrderAct)
    }

    let menu: Menu
    let words: UtteranceWords
    private let resolver: LineResolver
    private(set) var entries: [Entry] = []
    private(set) var warnings: [String] = []
    /// Index among `items` of the one said or changed last.
    private(set) var latest: Int?
    /// Whether all items are pieces of one item, distinguished by ordinals.
    private var isOfPieces = false

    init(menu: Menu, words: UtteranceWords, resolver: LineResolver) {
        self.menu = menu
        self.words = words
        self.resolver = resolver
    }

    var items: [ParsedOrderItem] { entries.compactMap { if case .item(let item, _) = $0 { item } else { nil } } }

    private var positions: [Int] { entries.indices.filter { if case .item = entries[$0] { true } else { false } } }

    var isEmpty: Bool { entries.isEmpty }

    mutating func add(_ item: ParsedOrderItem, range: Range<Int>) {
        isOfPieces = false
        entries.append(.item(item, range: range))
        latest = items.count - 1
    }

    mutating func act(_ act: OrderAct) { entries.append(.act(act)) }

    mutating func warn(_ warning: String) { if !warnings.contains(warning) { warnings.append(warning) } }

    /// Excepts lines from the last change.
    mutating func except(_ exception: LineReference) {
        guard case .act(.change(let reference, let change)) = entries.last else { return }
        entries[entries.count - 1] = .act(.change(.except(exception, of: reference), change))
    }

    /// Applies a change to items of this utterance if the reference resolves to them, otherwise to the cart.
    mutating func change(_ reference: LineReference, _ change: LineChange, range: Range<Int>) {
        if case .nth(let number, of: .all) = reference, changeOne(number, change, range: range) { return }
        guard case .lines(let found, let pieces) = resolve(reference) else {
            entries.append(.act(.change(reference, change)))
            return
        }
        for index in found.reversed() { self.change(itemAt: index, change, pieces: pieces, range: range) }
    }

    /// Changes one piece of the only item: "two lattes, the first one with oat and the second one decaf".
    private mutating func changeOne(_ number: Int, _ change: LineChange, range: Range<Int>) -> Bool {
        guard !change.isEmpty, change.item == nil, change.quantity == nil, change.more == nil,
            let place = place(ofPiece: number)
        else { return false }
        guard case .item(let item, let old) = entries[place.position] else { return false }
        var piece = item
        piece.quantity = 1
        refuse(change.apply(to: &piece, menu: menu), by: &piece)
        func rest(_ count: Int) -> ParsedOrderItem {
            var rest = item
            rest.quantity = count
            return rest
        }
        let all = min(old.lowerBound, range.lowerBound)..<max(old.upperBound, range.upperBound)
        let pieces = [rest(place.before), piece, rest(item.quantity - 1 - place.before)].filter { $0.quantity > 0 }
        entries.replaceSubrange(place.position...place.position, with: pieces.map { .item($0, range: all) })
        isOfPieces = true
        latest = items.firstIndex(of: piece)
        return true
    }

    /// The entry of the n-th piece of the only item, and the number of that entry's pieces before it.
    private func place(ofPiece number: Int) -> (position: Int, before: Int)? {
        guard positions.count == 1 || isOfPieces else { return nil }
        let count = items.reduce(0) { $0 + $1.quantity }
        guard count > 1, number == -1 || (1...count).contains(number) else { return nil }
        var before = number == -1 ? count - 1 : number - 1
        for (position, item) in zip(positions, items) {
            if before < item.quantity { return (position, before) }
            before -= item.quantity
        }
        return nil
    }

    private mutating func change(itemAt index: Int, _ change: LineChange, pieces: Int?, range: Range<Int>) {
        let position = positions[index]
        guard case .item(var item, let old) = entries[position] else { return }
        if let pieces, pieces < item.quantity {
            var piece = item
            piece.quantity = pieces
            item.quantity -= pieces
            refuse(change.apply(to: &piece, menu: menu), by: &piece)
            entries[position] = .item(item, range: old)
            entries.insert(
                .item(piece, range: min(old.lowerBound, range.lowerBound)..<max(old.upperBound, range.upperBound)),
                at: position + 1)
            latest = index + 1
            return
        }
        var change = change
        if pieces != nil { change.quantity = nil }
        refuse(change.apply(to: &item, menu: menu), by: &item)
        if change.more != nil, item.quantity <= 0 {
            removeEntry(position)
            return
        }
        entries[position] = .item(
            item, range: min(old.lowerBound, range.lowerBound)..<max(old.upperBound, range.upperBound))
        latest = index
    }

    /// Splits an item of this utterance into pieces that differ, or leaves that to the cart.
    mutating func split(_ reference: LineReference, _ parts: [LineChange], range: Range<Int>) {
        guard case .lines(let found, _) = resolve(reference), let index = found.last,
            case .item(let item, let old) = entries[positions[index]]
        else {
            entries.append(.act(.split(reference, parts)))
            return
        }
        let all = min(old.lowerBound, range.lowerBound)..<max(old.upperBound, range.upperBound)
        let new = LineChange.split(item, parts, menu: menu).map { Entry.item($0, range: all) }
        entries.replaceSubrange(positions[index]...positions[index], with: new)
        latest = items.count - 1
    }

    /// Removes items of this utterance, or leaves that to the cart.
    mutating func remove(_ reference: LineReference) {
        if case .nth(let number, of: .all) = reference, let place = place(ofPiece: number),
            case .item(var item, let range) = entries[place.position]
        {
            item.quantity -= 1
            entries[place.position] = .item(item, range: range)
            if item.quantity == 0 { removeEntry(place.position) }
            return
        }
        guard case .lines(let found, let pieces) = resolve(reference) else {
            entries.append(.act(.remove(reference)))
            return
        }
        for index in found.reversed() {
            let position = positions[index]
            guard case .item(var item, let range) = entries[position] else { continue }
            if let pieces, pieces < item.quantity {
                item.quantity -= pieces
                entries[position] = .item(item, range: range)
            } else {
                removeEntry(position)
            }
        }
    }

    private mutating func removeEntry(_ position: Int) {
        entries.remove(at: position)
        latest = items.isEmpty ? nil : items.count - 1
    }

    /// Repairs the count of the last counted option: "two scoops of vanilla, no, three scoops".
    mutating func measureLast(_ count: Int) -> Bool {
        guard let position = positions.last, case .item(var item, let range) = entries[position],
            let index = item.options.lastIndex(where: { $0.count != nil })
        else {
            return false
        }
        let old = item.options[index]
        item.options[index] = SelectedOption(
            option: old.option, alternatives: old.alternatives, amount: old.amount, count: count, spoken: old.spoken,
            confidence: old.confidence)
        entries[position] = .item(item, range: range)
        return true
    }

    /// Removes and returns the last item, which then replaces a line of the cart.
    mutating func takeLast() -> ParsedOrderItem? {
        guard let position = positions.last, case .item(var item, let range) = entries[position] else { return nil }
        item.spoken = words.text(range)
        removeEntry(position)
        return item
    }

    /// Replaces the last items.
    mutating func replaceLast(_ count: Int, with new: [(ParsedOrderItem, Range<Int>)]) {
        for position in positions.suffix(count).reversed() { entries.remove(at: position) }
        latest = items.isEmpty ? nil : items.count - 1
        for (item, range) in new { add(item, range: range) }
    }

    /// Removes all entries.
    mutating func removeAll() {
        entries = []
        latest = nil
    }

    /// Names the line that a replacement is for: "make it a mocha, not a latte".
    ///
    /// - Returns: whether the last act was a replacement.
    mutating func retargetReplacement(to reference: LineReference) -> Bool {
        guard case .act(.change(.latest, var change)) = entries.last, change.item != nil else { return false }
        // If no such line exists, the replacement is for the latest line.
        change.corrects = true
        if reference != .nothing { entries[entries.count - 1] = .act(.change(reference, change)) }
        return true
    }

    mutating func removeLastAct() -> OrderAct? {
        guard case .act(let act) = entries.last else { return nil }
        entries.removeLast()
        return act
    }

    /// Whether the last act is a removal: "cancel the latte and give me a cookie instead".
    var endsInRemoval: Bool { if case .act(.remove)? = entries.last { true } else { false } }

    func resolve(_ reference: LineReference) -> LineResolver.Outcome {
        resolver.resolve(reference, in: items, latest: latest)
    }

    /// Attaches an option to the last earlier item that accepts it and has none of its group: "a latte and a brownie
    /// with oat milk".
    private mutating func takeEarlier(_ option: SelectedOption, in said: Range<Int>) -> Bool {
        for position in positions.reversed() {
            guard case .item(var item, let range) = entries[position], let groups = menu.item(item.itemId)?.groups,
                let taken = ([option] + option.alternatives).first(where: { groups.contains($0.option.group) }),
                !item.options.contains(where: { $0.option.group == taken.option.group })
            else { continue }
            guard LineChange(options: [taken]).apply(to: &item, menu: menu).isEmpty else { continue }
            entries[position] = .item(
                item, range: min(range.lowerBound, said.lowerBound)..<max(range.upperBound, said.upperBound))
            return true
        }
        return false
    }

    /// Records options that an item does not accept.
    ///
    /// - Parameter shared: options that may belong to an earlier item, and the range of words of both.
    mutating func refuse(
        _ options: [SelectedOption], by item: inout ParsedOrderItem,
        shared: (options: [SelectedOption], range: Range<Int>)? = nil
    ) {
        for option in options {
            let unwanted = allergens(of: item, unwantedBy: option)
            item.diets += unwanted.filter { !item.diets.contains($0) }
            guard unwanted.isEmpty else { continue }
            if let shared, shared.options.contains(option), takeEarlier(option, in: shared.range) { continue }
            warn("\(item.name) does not come with \"\(option.spoken)\"")
            item.refused.append(option)
        }
    }

    /// The allergens that a refused option names: "gluten free" of an item without such bread, "no egg" of a pie.
    private func allergens(of item: ParsedOrderItem, unwantedBy option: SelectedOption) -> [String] {
        guard let known = menu.item(item.itemId) else { return [] }
        func singular(_ word: some StringProtocol) -> String {
            word.hasSuffix("s") ? String(word.dropLast()) : String(word)
        }
        let words = option.spoken.split(separator: " ").map(singular), own = menu.option(option.option)?.allergens ?? []
        return menu.allergens(of: known, with: item.options).filter { allergen in
            let name = singular(allergen.lowercased())
            return option.amount == .without
                ? words.last == name : words.count > 1 && words[0] == name && !own.contains(allergen)
        }
    }

    /// The acts in order; consecutive items form one act.
    func acts() -> [OrderAct] {
        var acts: [OrderAct] = []
        var batch: [ParsedOrderItem] = []
        for entry in entries {
            switch entry {
            case .item(var item, let range):
                item.spoken = words.text(range)
                batch.append(item)
            case .act(let act):
                if !batch.isEmpty { acts.append(.add(batch)) }
                batch = []
                acts.append(act)
            }
        }
        if !batch.isEmpty { acts.append(.add(batch)) }
        return acts
    }
}
