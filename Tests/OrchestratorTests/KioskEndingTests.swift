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
}
