public import Ordering

extension CartCoordinator {
    /// The lines that can be ordered as they are, with the menu's names and prices.
    ///
    /// - Throws: `MoneyOverflow` for a price that does not fit into 64 bits.
    public var pricedLines: [PricedLine] {
        get throws(MoneyOverflow) {
            var priced: [PricedLine] = []
            for line in orderableLines { priced.append(try rules.prices.priced(line)) }
            return priced
        }
    }
}
