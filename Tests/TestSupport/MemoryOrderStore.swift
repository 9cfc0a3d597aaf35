public import Ordering

/// A store that forgets everything with the process, and fails when told to.
public actor MemoryOrderStore: OrderStore {
    public struct Full: Error, Equatable {
        public init() {}
    }

    public private(set) var orders: [NewOrder] = []
    public private(set) var events: [String: [String]] = [:]
    public private(set) var ended: [(session: String, reason: String, figures: [String: Int])] = []
    public private(set) var cart: OpenCart?
    public private(set) var marks: [String: OrderMark] = [:]
    private var isFull = false

    public init(cart: OpenCart? = nil) { self.cart = cart }

    public func fill(_ isFull: Bool) { self.isFull = isFull }

    private func check() throws { if isFull { throw Full() } }

    public func place(_ order: NewOrder) throws -> OrderReceipt {
        try check()
        if let known = orders.firstIndex(where: { $0.id == order.id }) {
            return OrderReceipt(id: order.id, number: known + 1, sequence: known + 1, isNew: false)
        }
        orders.append(order)
        return OrderReceipt(id: order.id, number: orders.count, sequence: orders.count, isNew: true)
    }

    public func saveCart(_ cart: OpenCart) throws {
        try check()
        self.cart = cart.lines.isEmpty ? nil : cart
    }

    public func takeSavedCart() throws -> OpenCart? {
        defer { cart = nil }
        return cart
    }

    public func mark(_ mark: OrderMark, order: String) throws {
        try check()
        marks[order] = mark
    }

    public func record(event json: String, session: String) throws {
        try check()
        events[session, default: []].append(json)
    }

    public func end(session: String, reason: String, figures: [String: Int]) throws {
        try check()
        ended.append((session, reason, figures))
    }
}
