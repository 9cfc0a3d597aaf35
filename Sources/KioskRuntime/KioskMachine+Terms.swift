internal import Feedback
internal import OrderSession
internal import Ordering
internal import VoiceOrdering

/// Eat here or to go, name or table, and tip.
extension KioskMachine {
    /// Applies a touch on one of the choices for the order as a whole.
    mutating func choose(_ change: (inout OrderTerms) -> Void) -> [KioskDecision] {
        guard var dialogue = guest?.dialogue else { return [] }
        if dialogue.cart.pendingClarification?.topic == .service { return answerService(change) }
        var terms = dialogue.cart.terms
        change(&terms)
        let step = dialogue.set(terms, at: clock)
        guest?.dialogue = dialogue
        return step == .nothing ? [keepCart()] : take(step, isTouch: true)
    }

    /// The choice answers the question for here or to go.
    private mutating func answerService(_ change: (inout OrderTerms) -> Void) -> [KioskDecision] {
        var terms = guest?.dialogue.cart.terms ?? OrderTerms()
        change(&terms)
        guard let kind = terms.service, var dialogue = guest?.dialogue else { return [] }
        let step = dialogue.apply(.answer(.service(kind)), at: clock)
        guest?.dialogue = dialogue
        return take(step, isTouch: true)
    }

    /// What a placed order has beside its lines; `nil` for nothing.
    func details(_ sums: OrderSums, _ terms: OrderTerms) -> OrderDetails? {
        let details = OrderDetails(
            service: menu.kind(of: terms), name: terms.name, taxes: sums.taxes, tip: sums.tip)
        return details.isEmpty ? nil : details
    }

    /// The choices and sums of the order's end; `nil` where the menu has none.
    func ending(_ cart: CartCoordinator) -> KioskSnapshot.Ending? {
        let terms = cart.terms, sums = cart.sums
        let services = menu.store.services.map { kind in
            KioskSnapshot.Ending.Service(
                id: kind, label: writer.label(kind), isChosen: terms.service == kind)
        }
        let tips = menu.tips.compactMap { percent -> KioskSnapshot.Ending.Tip? in
            guard
                let tip = try? PriceList(menu: menu).sums(
                    of: cart.orderableLines, terms: OrderTerms(service: terms.service, tipPercent: percent)
                ).tip
            else { return nil }
            return KioskSnapshot.Ending.Tip(
                percent: percent, amount: amount(tip), isChosen: terms.tipPercent == percent)
        }
        let labels = writer.labels(sums)
        let asks = menu.store.nameQuestion
        guard !services.isEmpty || !tips.isEmpty || !labels.isEmpty || asks != .none else { return nil }
        return KioskSnapshot.Ending(
            services: services, asksFor: asks == .none ? nil : asks.rawValue, name: terms.name ?? "", tips: tips,
            sums: labels.map { KioskSnapshot.Ending.Sum(label: $0.label, amount: amount($0.amount)) })
    }
}
