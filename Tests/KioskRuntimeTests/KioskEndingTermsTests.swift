internal import Ordering
internal import TestSupport
internal import Testing

@testable internal import KioskRuntime

/// Eat here or to go, name, tax, tip and suggestions, by voice and by touch.
struct KioskEndingTermsTests {
    private static let plain = OwnerCafe.file(store: #","service":["eat-here","to-go"]"#, more: "")

    @Test("At the end a guest is asked once, and the answer leads to the read-back", arguments: [true, false])
    func asked(isTouch: Bool) throws {
        var kiosk = try MachineStand(menu: try OwnerCafe.menu(Self.plain))
        if isTouch {
            kiosk.touches(.add(itemId: "tea", quantity: 1, options: []))
            kiosk.touches(.checkout)
        } else {
            kiosk.wakes()
            kiosk.says("a tea")
            kiosk.says("that's all")
        }
        let question = try #require(kiosk.snapshot.question)
        #expect(question.text == "Is that for here or to go?")
        #expect(question.answers.map(\.label) == ["Eat here", "To go"])
        if isTouch { kiosk.touches(.answer(value: "to-go")) } else { kiosk.says("to go please") }
        #expect(kiosk.snapshot.screen == .confirmation && kiosk.snapshot.question == nil)
        #expect(kiosk.snapshot.caption.contains("To go."))
        if isTouch { kiosk.touches(.confirm) } else { kiosk.says("yes") }
        #expect(kiosk.order?.details == OrderDetails(service: .toGo))
        #expect(kiosk.order?.total.minorUnits == 333)
    }

    @Test("An order that ends in one breath is asked, too, with the answers on the display")
    func oneBreath() throws {
        var kiosk = try MachineStand(menu: try OwnerCafe.menu(Self.plain))
        kiosk.wakes()
        kiosk.says("a tea that's all")
        #expect(kiosk.snapshot.question?.answers.map(\.label) == ["Eat here", "To go"])
        kiosk.says("to go")
        #expect(kiosk.snapshot.screen == .confirmation && kiosk.snapshot.caption.contains("To go."))
        kiosk.says("yes")
        #expect(kiosk.order?.details?.service == .toGo)
    }

    @Test(
        "A yes with another kind of order is none to the total that it changes", arguments: ["yes to go", "to go yes"])
    func changedTotal(said: String) throws {
        let taxes = #","taxes":[{"name":"Dine-in tax","rate":10,"service":"eat-here"}]"#
        var kiosk = try MachineStand(
            menu: try OwnerCafe.menu(OwnerCafe.file(store: #","service":["eat-here","to-go"]"#, more: taxes)))
        kiosk.wakes()
        kiosk.says("a tea for here")
        kiosk.says("that's all")
        #expect(kiosk.snapshot.caption.contains("$3.66"), "\(kiosk.snapshot.caption)")
        kiosk.says(said)
        #expect(kiosk.order == nil && kiosk.snapshot.caption.contains("$3.33"), "\(kiosk.snapshot.caption)")
        kiosk.says("yes")
        #expect(kiosk.order?.total.minorUnits == 333 && kiosk.order?.details?.service == .toGo)
    }

    @Test("Taking an item out leaves the kind of order alone")
    func takingOut() throws {
        var kiosk = try MachineStand(menu: try OwnerCafe.menu(Self.plain))
        kiosk.wakes()
        kiosk.says("a tea and a cookie for here")
        kiosk.says("take out the cookie")
        #expect(kiosk.snapshot.cart.map(\.itemId) == ["tea"])
        #expect(kiosk.snapshot.ending?.services.first?.isChosen == true)
    }

    @Test("A store with one kind of order asks nothing, and taxes and notes that kind")
    func onlyKind() throws {
        let taxes = #","taxes":[{"name":"Away tax","rate":10,"service":"to-go"}]"#
        var kiosk = try MachineStand(
            menu: try OwnerCafe.menu(OwnerCafe.file(store: #","service":["to-go"]"#, more: taxes)))
        kiosk.touches(.add(itemId: "tea", quantity: 1, options: []))
        kiosk.touches(.checkout)
        #expect(kiosk.snapshot.screen == .confirmation && kiosk.snapshot.total.minorUnits == 366)
        kiosk.touches(.confirm)
        #expect(kiosk.order?.details?.service == .toGo && kiosk.order?.total.minorUnits == 366)
    }

    @Test(
        "A guest who does not answer is read the order back all the same",
        arguments: ["yes", "no", "that's all", "never mind", "what"])
    func unanswered(answer: String) throws {
        var kiosk = try MachineStand(menu: try OwnerCafe.menu(Self.plain))
        kiosk.wakes()
        kiosk.says("a tea")
        kiosk.says("that's all")
        kiosk.says(answer)
        if kiosk.snapshot.screen != .confirmation { kiosk.says("that's all") }
        #expect(kiosk.snapshot.screen == .confirmation, "\(kiosk.snapshot.caption)")
        kiosk.says("yes")
        #expect(kiosk.order?.details == nil)
    }

    @Test("A second touch on check out goes on; the kind is chosen at the read-back")
    func touchedAgain() throws {
        var kiosk = try MachineStand(menu: try OwnerCafe.menu(Self.plain))
        kiosk.touches(.add(itemId: "tea", quantity: 1, options: []))
        kiosk.touches(.checkout)
        kiosk.touches(.checkout)
        #expect(kiosk.snapshot.screen == .confirmation)
        kiosk.touches(.service(kind: .eatHere))
        #expect(kiosk.snapshot.ending?.services.map(\.isChosen) == [true, false])
        kiosk.touches(.confirm)
        #expect(kiosk.order?.details?.service == .eatHere)
    }

    @Test("To go said with the order, or in answer to the read-back, is noted and not asked")
    func said() throws {
        var kiosk = try MachineStand(menu: try OwnerCafe.menu(Self.plain))
        kiosk.wakes()
        kiosk.says("a tea to go please")
        kiosk.says("that's all")
        #expect(kiosk.snapshot.screen == .confirmation && kiosk.snapshot.question == nil)
        kiosk.says("for here")
        #expect(kiosk.snapshot.screen == .confirmation)
        #expect(kiosk.snapshot.ending?.services.first?.isChosen == true)
        kiosk.says("yes to go")
        if kiosk.order == nil { kiosk.says("yes") }
        #expect(kiosk.order?.details?.service == .toGo)
    }

    @Test("Where the menu does not ask, nothing is asked or shown")
    func silent() throws {
        var kiosk = try MachineStand(menu: try OwnerCafe.menu(OwnerCafe.file(store: "", more: "")))
        let order = try { () throws -> NewOrder in
            kiosk.touches(.add(itemId: "tea", quantity: 1, options: []))
            kiosk.touches(.checkout)
            #expect(kiosk.snapshot.ending == nil)
            kiosk.touches(.service(kind: .toGo))
            kiosk.touches(.name(text: "Ana"))
            kiosk.touches(.tip(percent: 20))
            kiosk.touches(.confirm)
            return try #require(kiosk.order)
        }()
        #expect(order.details == nil && order.total.minorUnits == 333)
    }

    @Test("Page, sentence and order name the same total with tax and tip")
    func totals() throws {
        var kiosk = try MachineStand(menu: try OwnerCafe.menu())
        kiosk.wakes()
        kiosk.says("a croissant")
        // 3.50 and 8.875 % of it.
        #expect(kiosk.snapshot.total.minorUnits == 381 && kiosk.snapshot.caption.contains("$3.81"))
        kiosk.says("that's all")
        kiosk.says("to go")
        #expect(kiosk.snapshot.caption.contains("Your total is $3.81."))
        kiosk.touches(.name(text: " Ana "))
        kiosk.touches(.tip(percent: 10))
        let ending = try #require(kiosk.snapshot.ending)
        #expect(ending.name == "Ana")
        #expect(ending.tips.map(\.isChosen) == [true, false, false])
        #expect(ending.tips.map(\.amount.text) == ["$0.35", "$0.53", "$0.70"])
        #expect(ending.sums.map(\.label) == ["Subtotal", "Sales tax 8.875%", "Tip"])
        #expect(ending.sums.map(\.amount.text) == ["$3.50", "$0.31", "$0.35"])
        #expect(kiosk.snapshot.total.text == "$4.16" && kiosk.snapshot.caption.contains("$4.16"))
        kiosk.touches(.confirm)
        let order = try #require(kiosk.order)
        #expect(order.total.minorUnits == 416 && order.details?.name == "Ana" && order.details?.tip.minorUnits == 35)
        kiosk.handle(.stored(order: order.id, number: 7))
        #expect(kiosk.snapshot.placed?.total.text == "$4.16" && kiosk.snapshot.caption.contains("$4.16"))
    }

    @Test("What was chosen is in the saved cart, and back after a restart")
    func restart() throws {
        var kiosk = try MachineStand(menu: try OwnerCafe.menu())
        kiosk.touches(.add(itemId: "tea", quantity: 1, options: []))
        let decisions = kiosk.touches(.name(text: "Ana"))
        let saved = decisions.compactMap { if case .keepCart(let cart) = $0 { cart } else { nil } }.last
        #expect(saved?.terms == OrderTerms(name: "Ana"))
        var again = try MachineStand(menu: try OwnerCafe.menu())
        again.handle(.restored(try #require(saved), session: "later"))
        #expect(again.snapshot.ending?.name == "Ana")
    }

    @Test("The next guest finds nothing of the last one's choices")
    func wiped() throws {
        var kiosk = try MachineStand(menu: try OwnerCafe.menu())
        kiosk.touches(.add(itemId: "tea", quantity: 1, options: []))
        kiosk.touches(.name(text: "Ana"))
        kiosk.touches(.startOver)
        kiosk.touches(.answer(value: "/yes"))
        #expect(kiosk.snapshot.screen == .welcome)
        kiosk.touches(.add(itemId: "tea", quantity: 1, options: []))
        #expect(kiosk.snapshot.ending?.name == "")
    }

    @Test("The log has no name of a guest")
    func log() throws {
        let event = KioskEvent.touched(.name(text: "Ana"), session: "s").withoutPrivateWords
        #expect(event == .touched(.name(text: "·"), session: "s"))
        let cart = OpenCart(session: "s", lines: [], terms: OrderTerms(name: "Ana"))
        var plain = cart
        plain.terms?.name = "·"
        #expect(KioskDecision.keepCart(cart).withoutPrivateWords == .keepCart(plain))
        #expect(KioskEvent.restored(cart, session: "t").withoutPrivateWords == .restored(plain, session: "t"))
    }

    @Test("One thing is suggested an order; a yes orders it, a no goes on", arguments: ["yes", "no"])
    func suggestion(answer: String) throws {
        var kiosk = try MachineStand(menu: try OwnerCafe.menu(OwnerCafe.file(store: "", more: "")))
        kiosk.wakes()
        kiosk.says("a small latte")
        #expect(kiosk.snapshot.caption.contains("Would you like a cookie with that?"))
        kiosk.says(answer)
        #expect(kiosk.snapshot.cart.map(\.itemId) == (answer == "yes" ? ["latte", "cookie"] : ["latte"]))
        #expect(kiosk.snapshot.caption.contains("Anything else?"), "\(kiosk.snapshot.caption)")
        kiosk.says("a large latte")
        #expect(!kiosk.snapshot.caption.contains("cookie with that"))
    }

    @Test(
        "Nothing is suggested to a guest who hurries or has it",
        arguments: ["a small latte that's all", "a small latte and a cookie", "two teas and a small latte"])
    func noSuggestion(text: String) throws {
        var kiosk = try MachineStand(menu: try OwnerCafe.menu(OwnerCafe.file(store: "", more: "")))
        kiosk.wakes()
        kiosk.says(text)
        #expect(!kiosk.snapshot.caption.contains("with that"), "\(kiosk.snapshot.caption)")
    }

    @Test(
        "Nothing is suggested to a guest with an allergy or a diet", arguments: ["i'm allergic to nuts", "i'm vegan"])
    func avoiding(text: String) throws {
        var kiosk = try MachineStand(menu: try OwnerCafe.menu(OwnerCafe.file(store: "", more: "")))
        kiosk.wakes()
        kiosk.says(text)
        kiosk.says("a small latte")
        #expect(!kiosk.snapshot.caption.contains("with that"), "\(kiosk.snapshot.caption)")
    }

    @Test("Nothing is suggested after a restart, nor does a yes add it")
    func noSuggestionAfterRestart() throws {
        var kiosk = try MachineStand(menu: try OwnerCafe.menu(OwnerCafe.file(store: "", more: "")))
        let decisions = kiosk.touches(
            .add(itemId: "latte", quantity: 1, options: [.init(group: "size", id: "small")]))
        let saved = decisions.compactMap { if case .keepCart(let cart) = $0 { cart } else { nil } }.last
        var again = try MachineStand(menu: try OwnerCafe.menu(OwnerCafe.file(store: "", more: "")))
        again.handle(.restored(try #require(saved), session: "later"))
        #expect(again.snapshot.question == nil && again.snapshot.cart.map(\.itemId) == ["latte"])
    }

    @Test("A guest at the number page has no open order, which a paused kiosk would have to end")
    func numberPage() throws {
        var kiosk = try MachineStand(menu: try OwnerCafe.menu(OwnerCafe.file(store: "", more: "")))
        let order = try kiosk.touchesOrder()
        #expect(kiosk.machine.isOrderOpen)
        kiosk.handle(.stored(order: order.id, number: 3))
        #expect(kiosk.machine.isServing && !kiosk.machine.isOrderOpen)
    }

    @Test("A suggestion that is not answered never stops the order")
    func ignored() throws {
        var kiosk = try MachineStand(menu: try OwnerCafe.menu(OwnerCafe.file(store: "", more: "")))
        kiosk.wakes()
        kiosk.says("a small latte")
        kiosk.says("that's all")
        #expect(kiosk.snapshot.screen == .confirmation, "\(kiosk.snapshot.caption)")
        kiosk.says("yes")
        #expect(kiosk.order?.lines.map(\.itemId) == ["latte"])
    }
}
