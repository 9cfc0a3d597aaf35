internal import Ordering

/// Allergens that the guest avoids.
extension CartCoordinator {
    /// Records allergens for the whole order and tells which lines contain them.
    mutating func avoid(_ allergens: [String]) -> Outcome {
        let new = allergens.filter { !avoided.contains($0) }
        avoided += new
        pendingOrders = pendingOrders.map { $0.avoiding(new) }
        confirmedCart = confirmedCart.map { $0.avoiding(new) }
        return Outcome(
            lines.flatMap { line in
                rules.diets(of: line).contained.filter(allergens.contains).map { rules.containing($0, line, .kept) }
            })
    }

    /// Withholds what would bring an avoided allergen into a line, unless it is asked for again.
    ///
    /// - Returns: the rest of the change, `nil` where nothing is left; and what to tell about it.
    mutating func withholding(_ change: LineChange, of line: OrderLine) -> (change: LineChange?, prompts: [Prompt]) {
        let requested = change.diets + (change.item?.diets ?? [])
        var rest = change, prompts: [Prompt] = []
        while true {
            let withheld = newAllergens(of: rest, in: line).filter {
                requested.contains($0.allergen) || !memory.previous.withheld.contains($0)
            }
            guard !withheld.isEmpty else { return (rest.isEmpty && !change.isEmpty ? nil : rest, prompts) }
            memory.current.withheld.formUnion(withheld)
            prompts += withheld.map {
                .contains(allergen: $0.allergen, itemId: $0.itemId, option: $0.option, .notChanged)
            }
            let options = withheld.compactMap(\.option)
            guard options.count == withheld.count else { return (nil, prompts) }
            rest.options.removeAll { options.contains($0.option) }
            // What the option was to replace stays.
            rest.dropped.removeAll { dropped in options.contains { $0.group == dropped.group } }
        }
    }

    /// Avoided allergens that a change would bring into a line, by an option that it names or by the whole change.
    private func newAllergens(of change: LineChange, in line: OrderLine) -> [WithheldItem] {
        var new = line
        change.apply(to: &new.item, menu: rules.menu)
        let known = rules.diets(of: line.avoiding(new.item.diets)).contained
        return rules.diets(of: new).contained.filter { !known.contains($0) }.flatMap { allergen in
            let options =
                change.item != nil
                ? []
                : change.options.filter {
                    $0.amount != .without && rules.menu.option($0.option)?.allergens.contains(allergen) == true
                }
            return (options.isEmpty ? [nil] : options.map(\.option)).map {
                WithheldItem(itemId: new.itemId, option: $0, allergen: allergen)
            }
        }
    }
}
