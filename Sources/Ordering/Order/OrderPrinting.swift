/// An order to print.
public struct PrintedOrder: Equatable, Sendable {
    /// The order.
    public var order: NewOrder
    /// The number that is called out.
    public var number: Int
    /// Local day and time as they are printed, for example `2026-11-29 14:05`.
    public var time: String
    /// Whether it was printed before.
    public var isCopy: Bool

    /// An order to print.
    public init(order: NewOrder, number: Int, time: String, isCopy: Bool = false) {
        self.order = order
        self.number = number
        self.time = time
        self.isCopy = isCopy
    }
}

/// Prints receipts and kitchen tickets. No call waits for a printer.
public protocol OrderPrinting: Sendable {
    /// Queues what is to be printed for an order that is stored.
    func print(_ order: NewOrder, number: Int) async
    /// State of each printer, for the health report.
    func parts() async -> [KioskHealth.Part]
}
