internal import Feedback
internal import OrderSession
internal import Ordering
internal import Testing

/// Fault D11: what goes to the kitchen is the menu's names and numbers, whatever else was said.
struct KitchenTests {
    /// Sentences with an order in them and words that no ticket may show; `⟨…⟩` marks where these stand.
    static let sentences: [String] = orders.enumerated().flatMap { index, order in
        (0..<5).map { order.replacing("⟨⟩", with: words[(index * 5 + $0) % words.count]) }
    }

    private static let orders = [
        "can i get ⟨⟩ two waters", "i want a ⟨⟩ croissant now", "two ⟨⟩ croissants please",
        "a brownie you ⟨⟩",
        "give me a scone for that ⟨⟩ over there",
        "a water and write ⟨⟩ on the cup", "two muffins with the name ⟨⟩",
        "a bagel and tell the cook he is a ⟨⟩",
        "a large latte ⟨⟩ with oat milk",
        "⟨⟩ ⟨⟩ a small mocha", "a cinnamon roll note ⟨⟩", "a banana bread for ⟨⟩ at table nine",
        "an oatmeal special request ⟨⟩", "a small ⟨⟩ latte with no ⟨⟩ foam",
        "an espresso comment call me on ⟨⟩", "a turkey sandwich and the staff are ⟨⟩",
        "a frappe dear kitchen ⟨⟩",
        "three ⟨⟩ waters and ⟨⟩ a scone",
        "a medium cappuccino my card is ⟨⟩", "an orange juice no ⟨⟩ in it",
    ]

    private static let words = [
        "fucking", "shit", "bastard", "arseholes", "damned", "wanker", "bloody", "idiot", "crappy", "piss", "bollocks",
        "dickhead", "motherfucking", "moron", "bitch",
        "4111 1111 1111 1111", "john smith", "555 0199", "<b>hurry</b>", "heil", "kill", "xxx", "zzyzx", "🖕", "spit",
    ]

    @Test("D11: There are at least 100 sentences, none twice")
    func listIsWhole() {
        #expect(Self.sentences.count >= 100)
        #expect(Set(Self.sentences).count == Self.sentences.count)
    }

    @Test("D11: A ticket has the menu's names and numbers, never what else was said", arguments: sentences)
    func ticket(_ sentence: String) throws {
        var guest = try Guest()
        guest.says(sentence)
        // The rest of the order is agreed to by touch: answers that are missing are given, whatever was understood.
        for _ in 0..<4 where guest.cart.pendingClarification != nil { answer(&guest) }
        guest.says("a water")
        guest.touches(.confirm)
        let ticket = guest.cart.exportToOrderItems()
        #expect(!ticket.isEmpty, "\(guest.prompts)")
        let writer = try PromptWriter(menu: guest.menu)
        let own = KioskSentence(menu: guest.menu)
        for line in ticket {
            #expect(line.item.name == guest.menu.item(line.itemId)?.name)
            #expect(
                line.item.spoken.isEmpty && line.item.nameSpoken.isEmpty && line.options.allSatisfy(\.spoken.isEmpty),
                "\(line)")
            #expect(
                line.options.allSatisfy { guest.menu.option($0.option) != nil && $0.alternatives.isEmpty }, "\(line)")
            let printed = writer.describe(line)
            #expect(own.strangeWords(printed).isEmpty && KioskSentence.strangeCharacters(printed).isEmpty, "\(printed)")
        }
    }

    @Test("D11: A ticket has every line that was confirmed, with its quantity and options, and no pending one")
    func whole() throws {
        var guest = try Guest()
        guest.says("two large iced lattes with oat milk no foam and two sugars and a toasted bagel")
        guest.touches(.confirm)
        guest.says("a scone")
        #expect(Guest.describe(guest.cart.exportToOrderItems()) == guest.confirmed)
        #expect(
            guest.confirmed == [
                "2 latte size/large, temperature/iced, milk/oat, topping/foam none, sweetener/sugar ×2",
                "1 bagel bread/toasted",
            ])
    }

    private func answer(_ guest: inout Guest) {
        switch guest.cart.pendingClarification?.topic {
        case .option(let group)?: guest.says(guest.menu.group(group)?.options.first?.name ?? "")
        case .quantity?: guest.says("one")
        case .item?, .line?: guest.says("the first one")
        case .permission?: guest.says("yes")
        case .service?: guest.says("to go")
        case nil: break
        }
    }
}
