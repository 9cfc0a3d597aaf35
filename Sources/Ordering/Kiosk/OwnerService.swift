/// The menu and the day's orders for the staff page.
public protocol OwnerService: Sendable {
    /// Every item and option with its price, and what is changed.
    func menu() async -> OwnerMenu
    /// The orders of the business day, newest first.
    ///
    /// - Throws: the store's error.
    func orders() async throws -> OwnerOrders
    /// Performs a request.
    func perform(_ action: OwnerAction) async -> KioskActionResult
}

/// A request of the staff page about the menu or an order. In JSON it is an object with the case's name as its only
/// key. `key` is an item's id or an option's `group/option`.
public enum OwnerAction: Equatable, Sendable, Codable {
    /// It cannot be ordered: today, or until it is put back.
    case soldOut(key: String, isToday: Bool)
    /// It can be ordered again.
    case back(key: String)
    /// It has another price, as people write it; empty for the menu file's.
    case price(key: String, amount: String)
    /// Whether guests are suggested what the menu names.
    case suggestions(isOn: Bool)
    /// A sentence such as "we're out of oat milk".
    case say(text: String)
    /// What became of an order.
    case mark(order: String, mark: OrderMark)
    /// Prints an order's receipt and kitchen ticket again.
    case reprint(order: String)
    /// Closes the kiosk for guests, or opens it again.
    case pause(isPaused: Bool)
    /// Sets the opening hours; `nil` for those of the kiosk's options.
    case hours(hours: OpeningHours?)
    /// Opens the kiosk outside its hours until it closes, or takes that back.
    case openNow(isOpen: Bool)
}

/// The menu as the staff page shows it. Its JSON uses the property names as keys.
public struct OwnerMenu: Equatable, Sendable, Encodable {
    /// An item or option.
    public struct Entry: Equatable, Sendable, Encodable {
        /// The item's id, or the option's `group/option`.
        public var key: String
        /// Its name.
        public var name: String
        /// The category or the group that it belongs to.
        public var section: String
        /// What it costs now.
        public var price: String
        /// The menu file's price where it is another one.
        public var priceOfFile: String?
        /// Whether it can be ordered now.
        public var isAvailable: Bool
        /// Whether the staff have marked it as sold out.
        public var isMarked: Bool
        /// The day from which it can be ordered again; `nil` until it is put back.
        public var until: String?

        /// An item or option.
        public init(
            key: String, name: String, section: String, price: String, priceOfFile: String?, isAvailable: Bool,
            isMarked: Bool, until: String?
        ) {
            self.key = key
            self.name = name
            self.section = section
            self.price = price
            self.priceOfFile = priceOfFile
            self.isAvailable = isAvailable
            self.isMarked = isMarked
            self.until = until
        }
    }

    /// Items in the menu's order, then options group by group.
    public var entries: [Entry]
    /// Whether a change waits until nobody orders.
    public var isWaiting: Bool
    /// Why changes cannot be kept; `nil` where they can.
    public var problem: String?
    /// Whether guests are suggested what the menu names; `nil` for a menu that suggests nothing.
    public var suggests: Bool?

    /// The menu for the staff page.
    public init(entries: [Entry], isWaiting: Bool, problem: String?) {
        self.entries = entries
        self.isWaiting = isWaiting
        self.problem = problem
    }
}

/// The day's orders as the staff page shows them. Its JSON uses the property names as keys.
public struct OwnerOrders: Equatable, Sendable, Encodable {
    /// An order.
    public struct Order: Equatable, Sendable, Encodable {
        /// Its id.
        public var id: String
        /// The number that is called out.
        public var number: Int
        /// Local time, as 14:05.
        public var time: String
        /// A text for each line.
        public var lines: [String]
        /// The sum.
        public var total: String
        /// What became of it; `nil` while it is to be paid at the counter.
        public var mark: OrderMark?
        /// Eat here or to go; `nil` for an unknown one.
        public var service: ServiceKind?
        /// The guest's name or table.
        public var name: String?
        /// Taxes and tip in words; empty for none.
        public var sums: [String] = []

        /// An order.
        public init(id: String, number: Int, time: String, lines: [String], total: String, mark: OrderMark?) {
            self.id = id
            self.number = number
            self.time = time
            self.lines = lines
            self.total = total
            self.mark = mark
        }
    }

    /// Newest first; at most 200.
    public var orders: [Order]
    /// What is sold most today: name and number.
    public var best: [Seller]
    /// Orders and takings of each hour with an order, the first hour first.
    public var hours: [Hour] = []
    /// Takings of the day, without orders that are void or refunded.
    public var takings = ""
    /// Mean of the orders that count; `nil` without one.
    public var average: String?
    /// Whether the kiosk has a printer.
    public var canPrint = false
    /// The pause and the opening hours.
    public var door = Door()

    /// Whether guests can begin an order, and why not.
    public struct Door: Equatable, Sendable, Encodable {
        /// Whether the staff have paused the kiosk.
        public var isPaused: Bool
        /// The opening hours; `nil` for a kiosk that is always open.
        public var hours: OpeningHours?
        /// Whether they are those of the kiosk's options.
        public var isStandard = true
        /// What guests see outside the opening hours; `nil` within them.
        public var closed: String?
        /// When an opening outside the hours ends; `nil` without one.
        public var openUntil: TimeOfDay?

        /// A door without opening hours.
        public init(isPaused: Bool = false) { self.isPaused = isPaused }
    }

    /// An hour of the day.
    public struct Hour: Equatable, Sendable, Encodable {
        /// As 14:00.
        public var hour: String
        /// Orders that count.
        public var orders: Int
        /// Their sum.
        public var total: String

        /// An hour of the day.
        public init(hour: String, orders: Int, total: String) {
            self.hour = hour
            self.orders = orders
            self.total = total
        }
    }

    /// Something that is sold.
    public struct Seller: Equatable, Sendable, Encodable {
        /// The item's name.
        public var name: String
        /// Pieces.
        public var count: Int

        /// Something that is sold.
        public init(name: String, count: Int) {
            self.name = name
            self.count = count
        }
    }

    /// The day's orders.
    public init(orders: [Order], best: [Seller]) {
        self.orders = orders
        self.best = best
    }
}
