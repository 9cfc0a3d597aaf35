internal import OrderSession
internal import Ordering
internal import TestSupport
internal import Testing

/// Fault D3, through the cart: whatever is changed, lines and totals are those of 128-bit arithmetic, and a change is
/// refused exactly when that arithmetic passes a limit.
struct CartOracleTests {
    /// Changes per seed; four seeds of two menus make 20,000, and 200,000 at full scale.
    private static let changes = Repository.rounds(2_500, full: 25_000)

    @Test(
        "D3: After random changes of carts, lines, totals and refusals are those of 128-bit arithmetic",
        arguments: 0..<8)
    func changes(_ seed: Int) {
        let prices = seed.isMultiple(of: 2) ? CartOracle.Prices.usual : .extreme
        var walk = CartWalk(prices: prices, seed: UInt64(seed))
        for _ in 0..<Self.changes {
            let change = walk.step()
            guard walk.difference == nil else {
                Issue.record("\(change): \(walk.difference ?? "")")
                return
            }
        }
        // Both outcomes were met often.
        #expect(
            walk.refused > Self.changes / 50 && walk.taken > Self.changes / 5 && walk.takenBack > Self.changes / 50,
            "\(walk.refused) refused, \(walk.taken) taken, \(walk.takenBack) taken back")
    }

    @Test("D3: Fewer of what was too many to order are held to the total like any other line")
    func fewerThanTooMany() throws {
        var guest = try Guest()
        guest.says("twenty large mochas")
        guest.says("twenty large mochas")
        guest.says("twenty large mochas")
        guest.says("twenty large mochas")
        #expect(guest.cart.total == Money(minorUnits: 46_000))
        guest.says("twenty one waters")
        #expect(guest.cart.pendingClarification != nil)
        let waters = try #require(guest.cart.lines.last)
        let reply = guest.touches(.remove(lines: [waters.id], pieces: 1))
        #expect(reply.hasPrefix("I took away a bottled water."), "20 waters fit into the total: 500.00 is allowed.")
        #expect(guest.cart.total == Money(minorUnits: 50_000))
        guest.says("remove the last one")
        guest.says("twenty one orange juices")
        let other = guest.touches { cart in
            cart.apply(
                OrderParseResult(
                    intent: .remove, acts: [.remove(.part(1, of: .nth(5, of: .all)))], confidence: 1))
        }
        #expect(other.hasPrefix("I can take orders up to $500.00."))
        #expect(guest.cart.total == Money(minorUnits: 46_000))
    }
}
