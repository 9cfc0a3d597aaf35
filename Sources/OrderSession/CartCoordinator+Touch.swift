public import Ordering

/// What hands and programs do to the order, line by line.
extension CartCoordinator {
    /// Puts a question about a line before any other; what is said next answers it.
    public mutating func requestClarification(_ question: Clarification) -> [Prompt] {
        pendingClarification = question
        return [.question(question)]
    }

    /// Answers the open question with options, a quantity or both, as words would.
    public mutating func applyClarification(_ change: LineChange) -> [Prompt] { apply(.change(.latest, change)) }

    /// Sets a line's quantity; outside 1…the limit it is asked about.
    public mutating func updateQuantity(line id: Int, to quantity: Int) -> [Prompt] {
        touch(line: id, LineChange(quantity: quantity))
    }

    /// Takes, leaves out or measures an option of a line.
    public mutating func applyModifier(_ option: SelectedOption, toLine id: Int) -> [Prompt] {
        touch(line: id, LineChange(options: [option]))
    }

    /// Sets all options of a line: what is not among them goes.
    public mutating func setOptions(_ options: [SelectedOption], ofLine id: Int) -> [Prompt] {
        let kept = options.map(\.option)
        guard let line = line(id) else { return [.notInOrder] }
        // With its quantity, because a change without any content would be a question what to change.
        return touch(
            line: id,
            LineChange(
                options: options, quantity: line.quantity,
                dropped: line.options.map(\.option).filter { !kept.contains($0) }))
    }

    public mutating func removeItem(line id: Int) -> [Prompt] {
        guard let index = lines.firstIndex(where: { $0.id == id }) else { return [.notInOrder] }
        return apply(.remove(.nth(index + 1, of: .all)))
    }

    private mutating func touch(line id: Int, _ change: LineChange) -> [Prompt] {
        guard let index = lines.firstIndex(where: { $0.id == id }) else { return [.notInOrder] }
        return apply(.change(.nth(index + 1, of: .all), change))
    }

    private mutating func apply(_ act: OrderAct) -> [Prompt] {
        apply(OrderParseResult(intent: .change, acts: [act], confidence: 1, source: .fallback), isSpoken: false)
    }
}
