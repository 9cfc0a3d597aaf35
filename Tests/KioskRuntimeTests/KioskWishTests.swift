internal import Foundation
internal import OrderSession
internal import Ordering
internal import Testing

@testable internal import KioskRuntime
@testable internal import VoiceOrdering

/// Wishes: the items that fit are shown as cards until the next reply.
struct KioskWishTests {
    @Test("What is found is shown with the wanted options and their price, cheapest variant, and a touch adds it")
    func found() throws {
        var stand = try MachineStand()
        stand.wakes()
        stand.says("anything with oat milk under five dollars")
        let found = stand.snapshot.found
        #expect(found.count > 2 && stand.snapshot.caption.lowercased().contains(found[0].name.lowercased()))
        #expect(found.allSatisfy { $0.price.minorUnits < 500 && $0.options == [.init(group: "milk", id: "oat")] })
        #expect(found[0].description.contains("oat milk"))
        let json = try #require(String(bytes: JSONEncoder().encode(stand.snapshot), encoding: .utf8))
        #expect(json.contains(#""found":[{"#))
        stand.touches(.add(itemId: found[0].itemId, quantity: 1, options: found[0].options))
        #expect(stand.snapshot.found.isEmpty)
        let cart = stand.machine.guest?.dialogue.cart.lines
        #expect(cart?.first?.itemId == found[0].itemId && cart?.first?.options.count ?? 0 >= 1)
    }

    @Test("Wishes that nothing fits, allergens that the menu does not list and other replies show no cards")
    func none() throws {
        var stand = try MachineStand()
        stand.wakes()
        stand.says("anything under ten cents")
        #expect(stand.snapshot.found.isEmpty)
        stand.says("something without nuts")
        #expect(!stand.snapshot.found.isEmpty)
        stand.says("what sizes do you have")
        #expect(stand.snapshot.found.isEmpty)
    }
}
