internal import Foundation
internal import Ordering
internal import SQLiteConnection
internal import TestSupport
internal import Testing

@testable internal import SQLiteOrderStore

/// Power failures at any point of the store's work, on a disk that loses, reorders and tears what was not synchronised.
@Suite(.timeLimit(.minutes(10)))
struct PowerCutTests {
    /// Statistics of the simulated kiosks.
    private struct Life {
        var acknowledged = 0
        var lost = 0
        var doubled = 0
        var damaged = 0

        mutating func add(_ other: Life) {
            acknowledged += other.acknowledged
            lost += other.lost
            doubled += other.doubled
            damaged += other.damaged
        }
    }

    /// A kiosk that continues after each power failure and remembers its acknowledgements.
    private struct Kiosk {
        let layer = DiskLayer(SimulatedDisk())
        let durability: OrderDatabase.Durability
        var generator: SeededGenerator
        var life = Life()
        var receipts: [String: OrderReceipt] = [:]
        var underWay = Sample.order()
        /// The cart that is certainly saved, if any.
        var cart: [StoredLine]?

        /// Opens the store and places orders until the power fails, or `count`.
        mutating func run(_ count: Int) throws {
            let database = try OrderDatabase(
                path: "/orders.sqlite", clock: TestClock().storeClock(), calendar: Sample.calendar, vfs: layer.name,
                durability: durability)
            let saved = cart
            cart = nil
            if let saved, try database.takeSavedCart()?.lines != saved { life.lost += 1 }
            for step in 0..<count {
                try database.record(event: #"{"kind":"heard"}"#, session: underWay.session)
                let receipt = try database.place(underWay)
                if let before = receipts[receipt.id],
                    before.number != receipt.number || before.sequence != receipt.sequence
                {
                    life.doubled += 1
                }
                receipts[receipt.id] = receipt
                underWay = Sample.order(session: "session \(receipt.sequence / 3)")
                try database.end(session: underWay.session, reason: "completed", figures: ["touches": step])
                switch Int.random(in: 0..<12, using: &generator) {
                case 0: try database.checkpoint()
                case 1:
                    var pass = try database.beginPurge(olderThanDays: 30, trustsClock: true)
                    while pass.stage != .done { pass = try database.purge(pass) }
                    try database.eraseFreedSpace()
                case 2:
                    let lines = Sample.lines(Int.random(in: 1...9, using: &generator))
                    cart = nil
                    try database.saveCart(OpenCart(session: "cart", lines: lines))
                    cart = lines
                default: break
                }
            }
        }

        /// Compares the final contents of the disk with the acknowledgements.
        mutating func look() throws {
            life.acknowledged = receipts.count
            let connection = try StoreConnection(path: "/orders.sqlite", access: .readWrite, vfs: layer.name)
            if try connection.row("PRAGMA integrity_check", doing: "check", { $0.text(0) }) != "ok" {
                life.damaged += 1
            }
            let stored = try OrderQueries(connection).orders(after: 0, since: nil, limit: 100_000)
            if Set(stored.map(\.number)).count != stored.count || Set(stored.map(\.order.id)).count != stored.count {
                life.doubled += 1
            }
            let byID = Dictionary(stored.map { ($0.order.id, $0) }, uniquingKeysWith: { first, _ in first })
            for (id, receipt) in receipts {
                let found = byID[id]
                if found?.number != receipt.number || found?.sequence != receipt.sequence
                    || found?.order.lines != Sample.lines()
                {
                    life.lost += 1
                }
            }
        }
    }

    private static func live(seed: UInt64, cuts: Int, durability: OrderDatabase.Durability) throws -> Life {
        var kiosk = Kiosk(durability: durability, generator: SeededGenerator(seed: seed))
        do {
            for _ in 0..<cuts {
                kiosk.layer.disk.changesLeft = Int.random(in: 1...300, using: &kiosk.generator)
                do { try kiosk.run(10_000) } catch
                    where kiosk.layer.disk.lastFailure == .noPower && !Self.isDamage(error)
                {}
                #expect(kiosk.layer.disk.changesLeft == 0, "The power was cut.")
                kiosk.layer.disk = kiosk.layer.disk.afterPowerCut(&kiosk.generator)
            }
            try kiosk.run(5)
            try kiosk.look()
        } catch  where durability == .off && Self.isDamage(error) {
            kiosk.life.damaged += 1
        }
        return kiosk.life
    }

    private static func isDamage(_ error: any Error) -> Bool {
        if case .damaged = error as? StoreError { true } else { false }
    }

    private static func lives(_ count: Int, cuts: Int, durability: OrderDatabase.Durability) throws -> Life {
        var sum = Life()
        for seed in 0..<count {
            sum.add(try live(seed: UInt64(seed), cuts: cuts, durability: durability))
        }
        return sum
    }

    @Test("F2: 500 power failures neither lose nor duplicate an acknowledged order, and damage nothing")
    func cuts() throws {
        let lives = rounds(100, full: 2_000)
        let sum = try Self.lives(lives, cuts: 5, durability: .full)
        #expect(sum.acknowledged > lives * 5)
        #expect(sum.lost == 0 && sum.doubled == 0 && sum.damaged == 0, "\(sum)")
        if rounds(0, full: 1) == 1 { print("F2: \(lives * 5) cuts: \(sum)") }
    }

    @Test("F2: the same cuts lose orders where commits are not synchronised, so the disk is a hard one")
    func withoutSynchronising() throws {
        let sum = try Self.lives(30, cuts: 5, durability: .off)
        #expect(sum.lost + sum.damaged > 0, "\(sum)")
    }

    @Test("F10: what an order and an event write")
    func wear() throws {
        let layer = DiskLayer(SimulatedDisk())
        let database = try OrderDatabase(
            path: "/orders.sqlite", clock: TestClock().storeClock(), calendar: Sample.calendar, vfs: layer.name)
        func cost(_ count: Int, _ body: (Int) throws -> Void) rethrows -> (bytes: Int, synchronisations: Int) {
            let before = (layer.disk.bytesWritten, layer.disk.synchronisations)
            for number in 0..<count { try body(number) }
            return (
                (layer.disk.bytesWritten - before.0) / count,
                (layer.disk.synchronisations - before.1 + count / 2) / count
            )
        }
        let order = try cost(500) { number in _ = try database.place(Sample.order(session: "session \(number)")) }
        let event = try cost(5_000) { number in
            try database.record(event: #"{"kind":"heard","text":"a large latte"}"#, session: "session \(number / 20)")
        }
        // 50 MB per day for 500 orders with 10 events each.
        #expect(500 * order.bytes + 5_000 * event.bytes < 50_000_000, "\(order), \(event)")
        #expect(order.synchronisations == 1 && event.synchronisations == 1)
        if rounds(0, full: 1) == 1 { print("F10: an order writes \(order), an event \(event)") }
    }
}
