internal import Ordering

/// What was taken away and is wanted back.
extension CartCoordinator {
    /// "Put it back": what was taken away last, pieces of a line to those that are left where these are still alike.
    mutating func restore(_ change: LineChange) -> (prompts: [Prompt], changed: Bool) {
        guard !gone.isEmpty else {
            if !change.isEmpty, !lines.isEmpty { return self.change(.latest, change, .change(.latest, change)) }
            return ([lines.isEmpty ? .cartIsEmpty : .cart(lines, total: total)], false)
        }
        let wanted = gone
        gone = []
        var result: (prompts: [Prompt], changed: Bool) = ([], false)
        for line in wanted {
            let rest = lines.firstIndex { $0.id == line.id && $0.itemId == line.itemId && $0.options == line.options }
            let (prompts, changed) =
                if let rest {
                    self.change(.nth(rest + 1, of: .all), LineChange(more: line.quantity), .again(.gone, change))
                } else { add([line.item]) }
            result = (result.prompts + prompts, result.changed || changed)
        }
        guard result.changed, !change.isEmpty else { return result }
        let (prompts, changed) = self.change(.latest, change, .change(.latest, change))
        return (result.prompts + prompts, changed)
    }

    /// "Put the muffin back", "no wait, the muffin", right after it went: as it was.
    func wantedBack(_ item: ParsedOrderItem) -> ParsedOrderItem? {
        guard turnsSinceGone == 1, item.isDefinite, item.options.isEmpty, item.diets.isEmpty,
            !lines.contains(where: { $0.itemId == item.itemId }),
            var wanted = gone.first(where: { $0.itemId == item.itemId })?.item
        else { return nil }
        if item.isCounted { wanted.quantity = item.quantity }
        return wanted
    }
}
