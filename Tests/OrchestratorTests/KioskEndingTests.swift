internal import Ordering
internal import Testing

@testable internal import Orchestrator

/// How orders end, where the guest, the store or the voice does something else meanwhile.
struct KioskEndingTests {
    typealias Stand = KioskMachineTests.Stand

    @Test("A yes that is touched while an item said after the read-back is in question places nothing, and the order goes on")
    func changedInstead() throws {
        var stand = try Stand()
        stand.wakes()
        stand.says("a croissant")
        stand.says("that's all")
        stand.says("and a latte")
        #expect(stand.snapshot.screen == .ordering && stand.snapshot.question != nil)
        stand.touches(.confirm)
        #expect(stand.order == nil && stand.snapshot.screen == .ordering && stand.snapshot.question != nil)
        stand.touches(.answer(value: "large"))
        stand.touches(.checkout)
        #expect(stand.snapshot.screen == .confirmation)
        stand.touches(.confirm)
        #expect(stand.order?.lines.map(\.itemId) == ["croissant", "latte"])
    }

    @Test("F4: back from a failure a spoken yes has the order read back; the next yes places it, and nobody is thanked before")
    func yesAfterFailure() throws {
        var stand = try Stand()
        stand.wakes()
        stand.says("a croissant")
        stand.says("that's all")
        stand.says("yes")
        let first = try #require(stand.order)
        stand.handle(.notStored(order: first.id, reason: "disk full"))
        stand.touches(.dismiss)
        stand.says("yes")
        #expect(stand.order == first && stand.snapshot.screen == .confirmation)
        #expect(!stand.snapshot.caption.hasPrefix("Thank you"))
        stand.says("yes")
        #expect(stand.snapshot.screen == .placing && stand.order?.lines == first.lines && stand.order?.id != first.id)
    }
}
