internal import OrderSession
internal import Ordering
internal import TestSupport
internal import Testing

/// Fault D10: items that are sold against a touch only.
struct TouchOnlyTests {
    /// A random menu, and which of its items are flagged.
    private static func menu(_ random: inout SeededGenerator) throws -> (menu: Menu, flagged: Set<String>) {
        var flagged: Set<String> = []
        let items = (0..<Int.random(in: 2...30, using: &random)).map { number in
            var text =
                """
                {"id": "i\(number)", "name": "Item \(number)", "price": \(Int.random(in: 1...2_000, using: &random))
                """
            if number == 0 || Bool.random(using: &random) {
                text += ", \"touchOnly\": true"
                flagged.insert("i\(number)")
            } else if number == 1 || Bool.random(using: &random) {
                text += ", \"touchOnly\": false"
            }
            return text + "}"
        }
        let text =
            """
            {"store": {"name": "R", "currency": "EUR"}, "optionGroups": [], \
            "items": [\(items.joined(separator: ", "))]}
            """
        return (try MenuLoader.load(Array(text.utf8)), flagged)
    }

    /// The item in question, somewhere among others.
    private static func order(_ item: String, of menu: Menu, _ random: inout SeededGenerator) -> [OrderLine] {
        var ids = (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in
            menu.items.randomElement(using: &random)?.id
        }
        ids.insert(item, at: Int.random(in: 0...ids.count, using: &random))
        return ids.enumerated().map { ConfirmationGuest.line($1, id: $0 + 1) }
    }

    @Test(
        "D10: Every flagged item of 200 random menus demands a touch; no voice, no silence and no skip confirms it",
        arguments: 0..<20)
    func everyFlaggedItem(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var seen = 0
        for _ in 0..<10 {
            let (menu, flagged) = try Self.menu(&random)
            #expect(Set(menu.items.filter(\.touchOnly).map(\.id)) == flagged)
            var settings = ConfirmationPolicy.Settings()
            settings.isSelective = Bool.random(using: &random)
            settings.highestTotal = Money(minorUnits: .max)
            let policy = try ConfirmationPolicy(menu: menu, settings: settings)
            for item in menu.items where item.touchOnly {
                seen += 1
                let orders = Self.order(item.id, of: menu, &random), total = Money(minorUnits: 100)
                #expect(
                    policy.decision(for: .init(lines: orders, total: total, leastSlotConfidence: 1, hearing: 1))
                        == .touch)
                var guest = try ConfirmationGuest(
                    menu: menu, settings: ConfirmationGuest.settings { $0.autoConfirm = true })
                // Even an owner who decides otherwise gets a touch.
                let decision = [ConfirmationDecision.skip, .readBack, .touch].randomElement(using: &random) ?? .skip
                #expect(
                    guest.coordinator.startConfirmation(orders, total: total, decision: decision, at: guest.time) == [
                        .cart(orders, total: total), .useTouch,
                    ])
                #expect(guest.coordinator.offersTouch && guest.isAwaiting)
                for text in ["yes", "yes please", "confirm", "that's right"] {
                    guest.hearsMessage()
                    #expect(guest.coordinator.autoConfirmDeadline == nil)
                    #expect(
                        guest.says(text, confidence: 1) == .unclear && guest.isAwaiting && guest.coordinator.offersTouch
                    )
                }
                #expect(guest.coordinator.confirmByTouch() == .confirmed && guest.coordinator.state == .processing)
            }
        }
        #expect(seen >= 10)
    }

    @Test("A voice may still decline or change an order that only a touch confirms")
    func declineAndChange() throws {
        var guest = try ConfirmationGuest()
        guest.isAsked(decision: .touch)
        #expect(guest.says("no") == .rejected)
        guest.isAsked(decision: .touch)
        #expect(guest.says("make it large") == .modified("make it large"))
    }

    @Test("The screen is asked for twice, then waited for in silence, then the guest has gone")
    func askedTwice() throws {
        var guest = try ConfirmationGuest()
        guest.isAsked(decision: .touch)
        guest.says("yes")
        #expect(guest.coordinator.message == [.useTouch])
        guest.hearsMessage()
        guest.waitsForDeadline()
        #expect(guest.coordinator.message.isEmpty && guest.isAwaiting)
        guest.waitsForDeadline()
        #expect(guest.coordinator.state == .idle)
    }

    @Test("An order without a flagged item needs none, and an item that left the menu does")
    func othersAreFree() throws {
        var random = SeededGenerator(seed: 10)
        let (menu, _) = try Self.menu(&random)
        for item in menu.items where !item.touchOnly {
            var guest = try ConfirmationGuest(menu: menu)
            guest.isAsked([ConfirmationGuest.line(item.id)])
            #expect(!guest.coordinator.offersTouch && guest.says("yes") == .confirmed)
        }
        var guest = try ConfirmationGuest(menu: menu)
        guest.isAsked([ConfirmationGuest.line("gone")])
        #expect(guest.coordinator.offersTouch && guest.says("yes") == .unclear)
    }
}
