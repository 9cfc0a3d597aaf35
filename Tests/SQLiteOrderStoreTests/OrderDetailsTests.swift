internal import Ordering
internal import SQLiteConnection
internal import TestSupport
internal import Testing

@testable internal import SQLiteOrderStore

/// Eat here or to go, name, taxes and tip in the store.
struct OrderDetailsTests {
    private static func order(_ details: OrderDetails?, total: Int = 1_400) -> NewOrder {
        var order = Sample.order()
        order.details = details
        order.total = Money(minorUnits: total)
        return order
    }

    private static let details = OrderDetails(
        service: .toGo, name: "Ana",
        taxes: [
            OrderTax(
                name: "Sales tax", rate: 8_875, isIncluded: false, base: Money(minorUnits: 1_400),
                amount: Money(minorUnits: 124)),
            OrderTax(
                name: "VAT", rate: 7_000, isIncluded: true, base: Money(minorUnits: 700),
                amount: Money(minorUnits: 46)),
        ], tip: Money(minorUnits: 140))

    @Test("Details come back as they were, and the same order is stored once")
    func roundTrip() async throws {
        let store = try await Sample.memory()
        let orders = [
            Self.order(Self.details, total: 1_664), Self.order(OrderDetails(service: .eatHere)), Self.order(nil),
        ]
        for order in orders { #expect(try await store.place(order).isNew) }
        for order in orders { #expect(try await !store.place(order).isNew) }
        #expect(try await store.orders().map(\.order) == orders)
        #expect(try await store.figuresToday().totals["USD"]?.minorUnits == 1_664 + 1_400 + 1_400)
        await store.close()
    }

    @Test("A total that is not that of lines, taxes and tip is refused, and so are empty details")
    func refused() async throws {
        let store = try await Sample.memory()
        var negative = Self.details
        negative.tip = Money(minorUnits: -140)
        var nameless = Self.details
        nameless.name = ""
        for order in [
            Self.order(Self.details, total: 1_400), Self.order(OrderDetails()), Self.order(negative, total: 1_384),
            Self.order(nameless, total: 1_664),
        ] {
            await #expect(throws: StoreError.self) { try await store.place(order) }
        }
        #expect(try await store.orders().isEmpty)
        await store.close()
    }

    @Test("The saved cart keeps what was chosen")
    func cart() async throws {
        let store = try await Sample.memory()
        for terms in [nil, OrderTerms(service: .toGo, name: "7", tipPercent: 15)] {
            let cart = OpenCart(session: "s", lines: Sample.lines(1), terms: terms)
            try await store.saveCart(cart)
            #expect(try await store.takeSavedCart() == cart)
        }
        await store.close()
    }

    @Test("A store of the third version is migrated with its orders, and readable before")
    func migration() async throws {
        let folder = try QuickFolder(), path = folder.path("orders.sqlite")
        let clock = TestClock()
        do {
            let connection = try StoreConnection(path: path, access: .create)
            _ = try Schema.migrate(connection, path: path, migrations: Array(Schema.migrations.prefix(3)))
            try connection.run(
                """
                INSERT INTO saved_cart (id, session, lines, avoids) VALUES (1, 's', \
                '[{"itemId":"a","name":"A","quantity":1,"options":[],"unitPrice":{"minorUnits":5}}]', '[]')
                """, doing: "test")
        }
        #expect(try OrderReader(path: path).orders().isEmpty)
        let store = try await Sample.store(path, clock)
        let saved = try await store.takeSavedCart()
        #expect(saved?.lines.count == 1 && saved?.terms == nil)
        let order = Self.order(Self.details, total: 1_664)
        _ = try await store.place(order)
        #expect(try OrderReader(path: path).orders().map(\.order) == [order])
        await store.close()
    }
}
