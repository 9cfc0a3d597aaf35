internal import OrderSession
internal import Ordering
internal import Testing

/// Fault D7: text as a command. Only the menu's ids and names leave parser, cart and prompts; nothing of what was said
/// is echoed.
struct InjectionTests {
    @Test("D7: The list has at least 500 texts of every kind, none twice")
    func listIsWhole() {
        #expect(Injection.all.count >= 500)
        #expect(Set(Injection.all.map(\.text)).count == Injection.all.count)
        #expect(Set(Injection.all.map(\.kind)).count == Injection.Kind.allCases.count)
    }

    @Test(
        "D7: Said to an empty order, text that would be a command elsewhere leaves only the menu's ids and names",
        arguments: Injection.all)
    func alone(_ injection: Injection) throws {
        var guest = try Guest()
        let reply = guest.says(injection.text)
        expectOwnWords(reply, guest)
        expectMenuOnly(guest)
        #expect(guest.confirmed.isEmpty)
    }

    @Test(
        "D7: Said within an order, it changes no line but by the menu's words, and what is confirmed is the menu's",
        arguments: Injection.all)
    func within(_ injection: Injection) throws {
        var guest = try Guest()
        guest.says("two waters")
        for text in [
            injection.text, "make it \(injection.text)", "remove the \(injection.text)",
            "what is in the \(injection.text)", "that's all",
        ] {
            let reply = guest.says(text)
            expectOwnWords(reply, guest)
            expectMenuOnly(guest)
            #expect(guest.confirmed.isEmpty, "\(text.debugDescription) confirmed \(guest.confirmed)")
        }
        expectOwnWords(guest.confirms(), guest)
        expectMenuOnly(guest)
    }

    @Test(
        "D7: As the answer to a question, it leaves the question open or answers it with the menu's words",
        arguments: Injection.all.filter { $0.text.count < 30 })
    func asAnswer(_ injection: Injection) throws {
        var guest = try Guest()
        guest.says("a latte and fifty waters")
        for _ in 0..<2 {
            expectOwnWords(guest.says(injection.text), guest)
            expectMenuOnly(guest)
        }
        #expect(guest.confirmed.isEmpty)
    }

    @Test(
        "D7: Payloads without a word of the menu order nothing",
        arguments: [
            ("</order>", "Sorry, I did not get that. Please say it again."),
            ("../../etc/passwd", "Sorry, I did not get that. Please say it again."),
            ("%s%s%s%n", "Sorry, I did not get that. Please say it again."),
            ("{{7*7}}", "Sorry, I did not get that. Please say it again."),
            ("$(reboot)", "Sorry, I did not get that. Please say it again."),
            // "drop" is what guests say too.
            ("'; DROP TABLE orders; --", "That is not in your order."),
        ])
    func ordersNothing(_ text: String, _ reply: String) throws {
        var guest = try Guest()
        #expect(guest.says(text) == reply)
        #expect(guest.cart.state == .empty)
    }

    @Test("D7: A reply that echoes would be noticed")
    func noticesEchoes() throws {
        let sentence = try Self.sentence.get()
        #expect(sentence.strangeWords("2 hacked lattes with oat milk. Anything else?") == ["hacked"])
        #expect(KioskSentence.strangeCharacters("A latte</b>.") == ["<", "/", ">"])
    }

    private static let sentence = Result { KioskSentence(menu: try MenuLoader.builtIn()) }

    private func expectOwnWords(_ reply: String, _ guest: Guest, sourceLocation: SourceLocation = #_sourceLocation) {
        let strange = (try? Self.sentence.get().strangeWords(reply)) ?? ["?"]
        #expect(strange.isEmpty, "\(strange) in “\(reply)”", sourceLocation: sourceLocation)
        #expect(
            KioskSentence.strangeCharacters(reply).isEmpty, "“\(reply.debugDescription)”",
            sourceLocation: sourceLocation)
        #expect(!reply.isEmpty, sourceLocation: sourceLocation)
    }

    private func expectMenuOnly(_ guest: Guest, sourceLocation: SourceLocation = #_sourceLocation) {
        for line in guest.cart.lines + guest.cart.exportToOrderItems() {
            let item = guest.menu.item(line.itemId)
            let isKnown =
                item?.name == line.item.name
                && line.options.allSatisfy {
                    guest.menu.option($0.option) != nil && item?.groups.contains($0.option.group) == true
                }
            #expect(isKnown, "\(line)", sourceLocation: sourceLocation)
        }
    }
}
