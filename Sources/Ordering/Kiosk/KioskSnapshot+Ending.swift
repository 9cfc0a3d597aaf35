extension KioskSnapshot {
    /// What guests choose for the order as a whole, and what it comes to.
    public struct Ending: Equatable, Sendable, Encodable {
        /// Eat here or to go.
        public struct Service: Equatable, Sendable, Encodable {
            /// Value for `KioskAction.service`.
            public var id: ServiceKind
            /// Text of the button.
            public var label: String
            /// Whether the guest has chosen it.
            public var isChosen: Bool

            /// A kind of order.
            public init(id: ServiceKind, label: String, isChosen: Bool) {
                self.id = id
                self.label = label
                self.isChosen = isChosen
            }
        }

        /// A tip to choose.
        public struct Tip: Equatable, Sendable, Encodable {
            /// Value for `KioskAction.tip`.
            public var percent: Int
            /// What it comes to for the order.
            public var amount: Amount
            /// Whether the guest has chosen it.
            public var isChosen: Bool

            /// A tip to choose.
            public init(percent: Int, amount: Amount, isChosen: Bool) {
                self.percent = percent
                self.amount = amount
                self.isChosen = isChosen
            }
        }

        /// A part of the total: subtotal, a tax, the tip.
        public struct Sum: Equatable, Sendable, Encodable {
            /// Its name.
            public var label: String
            /// The amount.
            public var amount: Amount

            /// A part of the total.
            public init(label: String, amount: Amount) {
                self.label = label
                self.amount = amount
            }
        }

        /// Kinds of order to choose; empty where the menu does not ask.
        public var services: [Service]
        /// `name` or `table` where guests may give one.
        public var asksFor: String?
        /// The guest's name or table; empty for none.
        public var name: String
        /// Tips to choose; empty for none.
        public var tips: [Tip]
        /// The parts of the total; empty where the total is all.
        public var sums: [Sum]

        /// The end of an order.
        public init(services: [Service], asksFor: String?, name: String, tips: [Tip], sums: [Sum]) {
            self.services = services
            self.asksFor = asksFor
            self.name = name
            self.tips = tips
            self.sums = sums
        }
    }

    /// A square of dark and light modules with the order's text, for a guest's phone.
    public struct Code: Equatable, Sendable, Codable {
        /// Side with the light margin, in modules.
        public var side: Int
        /// The dark modules as the data of an SVG path.
        public var path: String

        /// A code.
        public init(side: Int, path: String) {
            self.side = side
            self.path = path
        }
    }
}
