internal import Foundation
internal import Ordering
internal import SQLiteConnection
internal import TestSupport
internal import Testing

@testable internal import SQLiteOrderStore

/// Orders are stored once each and returned unchanged.
@Suite(.timeLimit(.minutes(10)))
struct PlacingTests {
    @Test("an order is returned as it was placed, also after the store was closed")
    func roundTrip() async throws {
        let folder = try TemporaryFolder(), path = folder.path("new/folder/orders.sqlite")
        var order = Sample.order()
        order.lines[1].name = "Muffin \u{0}, “naïve” 🫐"
        let store = try await Sample.store(path)
        let receipt = try await store.place(order)
        #expect(receipt == OrderReceipt(id: order.id, number: 1, sequence: 1, isNew: true))
        await store.close()
        let again = try await Sample.store(path, boot: "boot 2")
        #expect(again.notice == nil)
        let stored = try #require(try await again.orders().first)
        #expect(
            stored.order == order && stored.number == 1 && stored.sequence == 1
                && stored.day.description == "2026-11-21")
        #expect(
            stored.placed == WallTime(epochMilliseconds: TestClock.noon("2026-11-21"), isTrusted: true)
                && stored.boot == "boot 1" && stored.start == 1)
        #expect(try await again.place(order) == OrderReceipt(id: order.id, number: 1, sequence: 1, isNew: false))
        #expect(try await again.place(Sample.order()).sequence == 2)
        await again.close()
        await #expect(throws: StoreError.closed) { _ = try await again.place(order) }
    }

    @Test("F6: 10,000 concurrent repeats of a few orders make one row each")
    func repeats() async throws {
        let folder = try TemporaryFolder()
        let store = try await Sample.store(folder.path("orders.sqlite"))
        let orders = (0..<10).map { _ in Sample.order() }
        let receipts = try await withThrowingTaskGroup(of: OrderReceipt.self) { group in
            for round in 0..<10_000 { group.addTask { try await store.place(orders[round % orders.count]) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(receipts.count == 10_000 && receipts.count { $0.isNew } == orders.count)
        for order in orders {
            let own = receipts.filter { $0.id == order.id }
            #expect(own.count == 1_000 && Set(own.map(\.number)).count == 1 && Set(own.map(\.sequence)).count == 1)
        }
        let stored = try await store.orders()
        #expect(stored.map(\.sequence) == Array(1...10) && Set(stored.map(\.order.id)) == Set(orders.map(\.id)))
        await store.close()
    }

    @Test("F6: a repeat with other contents is an error, and the first order is kept")
    func differentRepeat() async throws {
        let store = try await Sample.memory()
        let order = Sample.order()
        _ = try await store.place(order)
        var changes: [NewOrder] = [Sample.order(order.id, quantity: 3), order, order, order]
        changes[1].session = "another session"
        changes[2].menuDigest = "another menu"
        changes[3].lines[0].options.removeLast()
        for change in changes {
            await #expect(throws: StoreError.differentOrder(id: order.id)) { _ = try await store.place(change) }
        }
        #expect(try await store.orders().map(\.order) == [order])
    }

    @Test("implausible orders are refused with a reason, and use no number")
    func implausible() async throws {
        let store = try await Sample.memory()
        var orders = [NewOrder](repeating: Sample.order(), count: 13)
        orders[0].id = "1"
        orders[1].lines = []
        orders[2].total = Money(minorUnits: 1)
        orders[3].lines[0].quantity = 0
        orders[4].lines[0].quantity = Int.max
        orders[5].lines[0].unitPrice = Money(minorUnits: Int.max)
        orders[6].lines[0].unitPrice = Money(minorUnits: Int.min)
        orders[7].currency = "usd"
        orders[8].lines = Array(repeating: orders[8].lines[0], count: 201)
        orders[9].session = ""
        orders[10].lines[0].name = String(repeating: "x", count: 401)
        orders[11].lines[0].options[1].count = -1
        orders[12].lines = [
            StoredLine(
                itemId: "a", name: "A", quantity: 10_000, options: [], unitPrice: Money(minorUnits: 1_000_000_000))
        ]
        orders[12].total = Money(minorUnits: 10_000_000_000_000)
        for (index, order) in orders.enumerated() {
            let error = await #expect(throws: StoreError.self, "order \(index)") { _ = try await store.place(order) }
            guard case .implausible(let reason) = error else {
                Issue.record("order \(index): \(String(describing: error))")
                continue
            }
            #expect(!reason.isEmpty)
        }
        #expect(try await store.orders().isEmpty)
        #expect(try await store.place(Sample.order()).number == 1)
    }

    @Test("a saved cart is returned once, and it is the latest one")
    func savedCart() async throws {
        let folder = try TemporaryFolder(), path = folder.path("orders.sqlite")
        let store = try await Sample.store(path)
        #expect(try await store.takeSavedCart() == nil)
        try await store.saveCart(OpenCart(session: "a", lines: Sample.lines(1)))
        try await store.saveCart(OpenCart(session: "b", lines: Sample.lines(5), avoids: ["nuts"]))
        await store.close()
        let again = try await Sample.store(path)
        let cart = try await again.takeSavedCart()
        #expect(cart == OpenCart(session: "b", lines: Sample.lines(5), avoids: ["nuts"]))
        #expect(try await again.takeSavedCart() == nil)
        try await again.saveCart(OpenCart(session: "c", lines: Sample.lines(1)))
        try await again.saveCart(OpenCart(session: "c", lines: []))
        #expect(try await again.takeSavedCart() == nil)
        await again.close()
    }

    @Test(
        "Placing an order deletes its session's open cart in the same transaction, and no other session's"
    )
    func placedCart() async throws {
        let store = try await Sample.memory()
        let order = Sample.order()
        try await store.saveCart(OpenCart(session: order.session, lines: order.lines))
        #expect(try await store.place(order).isNew)
        #expect(try await store.takeSavedCart() == nil)
        try await store.saveCart(OpenCart(session: "another", lines: Sample.lines(2)))
        #expect(try await !store.place(order).isNew)
        #expect(try await store.takeSavedCart()?.session == "another")
    }

    @Test("D7: text that looks like a command is stored as text")
    func injection() async throws {
        let store = try await Sample.memory()
        let texts = [
            "'; DROP TABLE orders; --", "\"); DELETE FROM orders; --", "</order>", "../../etc/passwd", "%s%n%x",
            "' OR '1'='1", "\u{0}", "NULL", "?1", "$(reboot)",
        ]
        for (index, text) in (0..<500).map({ ($0, texts[$0 % texts.count] + " \($0)") }) {
            var order = Sample.order(session: text)
            order.lines[0].name = text
            order.lines[0].options[0].id = text
            order.menuDigest = text
            #expect(try await store.place(order).number == index + 1)
            try await store.end(session: text, reason: text, figures: [text: index])
        }
        let stored = try await store.orders()
        #expect(
            stored.count == 500
                && stored.enumerated().allSatisfy {
                    $0.element.order.lines[0].name == texts[$0.offset % texts.count] + " \($0.offset)"
                })
    }

    @Test("D7: no SQL is built from strings")
    func literals() throws {
        // `Connection` takes statements as `StaticString`, which can only come from literals; this checks that nothing
        // bypasses it.
        let sources = Repository.root.appendingPathComponent("Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
            .compactMap { $0 as? URL }.filter {
                $0.pathExtension == "swift"
            }
        var uses: [String] = []
        for file in files {
            let text = try String(contentsOf: file, encoding: .utf8)
            for call in ["sqlite3_prepare", "sqlite3_exec", "sqlite3_get_table", "StaticString("]
            where text.contains(call) {
                uses.append("\(file.lastPathComponent) \(call)")
            }
        }
        #expect(uses == ["Connection.swift sqlite3_prepare"])
        let connection = try String(
            contentsOf: sources.appendingPathComponent("SQLiteConnection/Connection.swift"), encoding: .utf8)
        #expect(
            connection.components(separatedBy: "sqlite3_prepare").count == 2
                && connection.contains("func prepared(_ sql: StaticString,"))
    }
}
