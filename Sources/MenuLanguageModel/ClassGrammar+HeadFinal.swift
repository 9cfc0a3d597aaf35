internal import OrderParsing
internal import Ordering

/// The grammar of a language whose verbs, numbers and particles stand behind what they belong to: options, item,
/// number, verb.
extension ClassGrammar {
    /// Weights of the numbers from one on.
    private static let countWeights = [1, 0.7, 0.3, 0.2, 0.05, 0.05]

    /// Adds classes and arcs. The classes have the names of the other grammar, so that both make graphs alike.
    mutating func addHeadFinal(_ menu: Menu, _ language: Language) {
        // The first phrases of the language data that the recogniser knows are the most frequent; the others serve the
        // parser. Each further phrase takes probability from the others.
        func phrases(_ texts: [String]?, most: Int) -> [(text: String, weight: Double)] {
            (texts ?? []).compactMap { spoken($0) }.prefix(most).map { ($0, 1) }
        }
        func intents(_ intents: [OrderIntent], most: Int) -> [(text: String, weight: Double)] {
            intents.flatMap { phrases(language.intents[$0.rawValue], most: most) }
        }
        model.addClass("ask", intents([.order], most: 4))
        model.addClass("add", intents([.add], most: 1))
        model.addClass("remove", intents([.remove], most: 2))
        model.addClass("edit", phrases(language.edits, most: 2))
        model.addClass("command", intents([.confirm, .decline, .clear, .cancel, .checkout], most: 3))
        model.addClass("and", phrases(language.conjunctions, most: 4))
        model.addClass("without", phrases(language.amounts[OptionAmount.without.rawValue], most: 2))
        model.addClass(
            "amount", [OptionAmount.light, .extra].flatMap { phrases(language.amounts[$0.rawValue], most: 1) })
        model.addClass("to", phrases(language.to, most: 2))
        model.addClass("price", phrases(language.questions["price"], most: 2))
        let counted = language.expected.counted.enumerated().flatMap { index, forms in
            let weight = index < Self.countWeights.count ? Self.countWeights[index] : 0.01
            return forms.compactMap { spoken($0) }.map { (text: $0, weight: weight) }
        }
        model.addClass("quantity", counted)
        model.addClass("item", menu.items.flatMap { named($0.name, $0.aliases) })
        let groups = menu.optionGroups
        for group in groups {
            let names = group.options.flatMap { named($0.name, $0.aliases) }
            model.addClass(Self.options(group.id), names)
            model.addClass(Self.late(group.id), names)
        }
        addHeadFinalArcs(groups)
    }

    private mutating func addHeadFinalArcs(_ groups: [OptionGroup]) {
        let weights = groups.map { $0.kind.standsBeforeNoun ? 1 : 0.2 }, total = max(1, weights.reduce(0, +))
        /// Adds options before the item, mostly prenominal ones.
        func addEarly(after name: String, _ weight: Double) {
            for (group, share) in zip(groups, weights) where Self.options(group.id) != name {
                model.addArc(name, Self.options(group.id), weight * share / total)
            }
        }
        for (name, weight) in [(PhraseClassModel.start, 1.0), ("and", 1), ("quantity", 0.05)] {
            model.addArc(name, "item", weight * 0.7)
            addEarly(after: name, weight * 0.3)
        }
        model.addArc(PhraseClassModel.start, "command", 0.1)
        model.addArc("command", PhraseClassModel.end, 1)
        addArcs(
            "item",
            [
                ("quantity", 0.6), ("ask", 0.1), ("and", 0.1), ("add", 0.01), ("remove", 0.02), ("price", 0.01),
                (PhraseClassModel.end, 0.05),
            ])
        addArcs(
            "quantity", [("ask", 0.6), ("and", 0.25), ("add", 0.02), ("remove", 0.01), (PhraseClassModel.end, 0.1)])
        for group in groups {
            let early = Self.options(group.id), late = Self.late(group.id), share = 1 / Double(groups.count)
            // Before the item.
            model.addArc(early, "item", 0.7)
            addEarly(after: early, 0.1)
            // Behind it, or alone: "설탕 없이", "두유 로 바꿔 주세요".
            for name in ["item", "quantity"] { model.addArc(name, late, 0.05 * share) }
            model.addArc(early, "to", 0.05)
            for (option, weight) in [(early, 0.3), (late, 1)] {
                if group.amounts || group.select == .many { model.addArc(option, "without", 0.2 * weight) }
                if group.amounts { addArcs(option, [("amount", 0.1 * weight), ("quantity", 0.1 * weight)]) }
                addArcs(option, [("ask", 0.1 * weight), ("add", 0.05 * weight), ("to", 0.2 * weight)])
                model.addArc(option, PhraseClassModel.end, 0.03)
            }
            model.addArc(late, "quantity", 0.2)
        }
        for name in ["without", "amount"] {
            addArcs(name, [("ask", 0.4), ("quantity", 0.3), ("item", 0.2), (PhraseClassModel.end, 0.1)])
        }
        addArcs("to", [("edit", 0.3), ("ask", 0.5), ("quantity", 0.2)])
        for name in ["ask", "add", "remove", "edit", "price"] { model.addArc(name, PhraseClassModel.end, 1) }
    }

    private mutating func addArcs(_ name: String, _ next: [(name: String, weight: Double)]) {
        for arc in next { model.addArc(name, arc.name, arc.weight) }
    }
}
