internal import Ordering
internal import SQLiteConnection
internal import TestSupport
internal import Testing

@testable internal import SQLiteOrderStore

/// What became of orders, and which menus were served.
struct OrderMarkTests {
    @Test("The newest mark counts; what is void or refunded is not among the takings")
    func marks() async throws {
        let store = try await Sample.memory()
        let orders = (1...3).map { Sample.order(quantity: $0) }
        for order in orders { _ = try await store.place(order) }
        let all = orders.reduce(0) { $0 + $1.total.minorUnits }
        #expect(try await store.figuresToday().totals["USD"]?.minorUnits == all)
        try await store.mark(.paid, order: orders[0].id)
        try await store.mark(.refunded, order: orders[0].id)
        try await store.mark(.void, order: orders[1].id)
        try await store.mark(.paid, order: orders[2].id)
        let figures = try await store.figuresToday()
        #expect(figures.totals["USD"]?.minorUnits == orders[2].total.minorUnits)
        #expect(figures.orders == 3 && figures.takenBack == 2)
        #expect(try await store.ordersToday().map(\.mark) == [.paid, .void, .refunded])
        try await store.mark(.open, order: orders[1].id)
        #expect(try await store.figuresToday().takenBack == 1)
        await #expect(throws: StoreError.unknownOrder(id: "x")) { try await store.mark(.paid, order: "x") }
        await store.close()
    }

    @Test("What sells best counts pieces of a week, without orders that are void or refunded")
    func sellers() async throws {
        let clock = TestClock(), folder = try QuickFolder()
        let store = try await Sample.store(folder.path("orders.sqlite"), clock)
        let many = Sample.order(quantity: 9)
        _ = try await store.place(many)
        let sold = try await store.sellers(days: 7, limit: 3)
        #expect(!sold.isEmpty && Set(sold) == Set(many.lines.map(\.itemId)))
        try await store.mark(.void, order: many.id)
        #expect(try await store.sellers(days: 7, limit: 3).isEmpty)
        try await store.mark(.paid, order: many.id)
        #expect(try await !store.sellers(days: 1, limit: 1).isEmpty)
        await store.close()
    }

    @Test("A store of the second version is migrated, and readable before")
    func migration() async throws {
        let folder = try QuickFolder(), path = folder.path("orders.sqlite")
        let clock = TestClock()
        do {
            let connection = try StoreConnection(path: path, access: .create)
            _ = try Schema.migrate(connection, path: path, migrations: Array(Schema.migrations.prefix(2)))
        }
        #expect(try OrderReader(path: path).orders().isEmpty)
        let store = try await Sample.store(path, clock)
        let order = Sample.order()
        _ = try await store.place(order)
        try await store.mark(.paid, order: order.id)
        #expect(try OrderReader(path: path).orders().map(\.mark) == [.paid])
        await store.close()
        let again = try await Sample.store(path, clock)
        #expect(try await again.ordersToday().map(\.mark) == [.paid])
        await again.close()
    }

    @Test("A served menu is noted once until another one is served")
    func menus() async throws {
        let store = try await Sample.memory()
        for (digest, changes) in [("a", "{}"), ("a", "{}"), ("b", "{\"latte\"}"), ("b", "{\"latte\"}"), ("a", "{}")] {
            try await store.note(menu: digest, changes: changes)
        }
        #expect(try await store.servedMenus().map(\.digest) == ["a", "b", "a"])
        #expect(try await store.servedMenus(limit: 2).map(\.changes) == ["{}", "{\"latte\"}"])
        await store.close()
    }

    @Test("Marks of an order are limited, so that no page can fill the disk")
    func limits() async throws {
        let store = try await Sample.memory()
        let order = Sample.order()
        _ = try await store.place(order)
        for _ in 0..<OrderLimits.mostMarks { try await store.mark(.paid, order: order.id) }
        await #expect(throws: StoreError.self) { try await store.mark(.void, order: order.id) }
        #expect(try await store.ordersToday().map(\.mark) == [.paid])
        await store.close()
    }
}
