internal import OrderSession
internal import Ordering
internal import Testing

/// Fault D1: an absurd order is asked about or refused, and never stored.
struct PrankTests {
    @Test("D1: The corpus has at least 200 pranks, none twice")
    func corpusIsWhole() {
        #expect(Prank.all.count >= 200)
        #expect(Set(Prank.all).count == Prank.all.count)
        #expect(Prank.stories.count >= 200)
    }

    @Test(
        "D1: A prank is answered with a question or a refusal, and leaves nothing absurd in the order",
        arguments: Prank.all)
    func prank(_ text: String) throws {
        var guest = try Guest()
        guest.says(text)
        #expect(guest.prompts.contains { $0.asksOrRefuses }, "\(guest.prompts)")
        #expect(!guest.prompts.contains { $0.announces }, "What is in question is not announced: \(guest.prompts)")
        expectSober(guest)
        #expect(guest.cart.orderableLines.isEmpty || guest.cart.pendingClarification != nil, "\(guest.pending)")
    }

    @Test("D1: Insisting does not help: yes, that's all and more of the same confirm nothing", arguments: Prank.all)
    func insisting(_ text: String) throws {
        var guest = try Guest()
        for words in [text, "yes", "that's all", "yes", text, "a million", "minus one", "yes", "confirm"] {
            guest.says(words)
            expectSober(guest)
            #expect(guest.cart.confirmedCart.isEmpty, "\(words)")
        }
    }

    @Test(
        "D1: A prank after a sober order leaves that order as it was",
        arguments: Prank.all.enumerated().filter { $0.offset.isMultiple(of: 5) }.map(\.element))
    func afterAnOrder(_ text: String) throws {
        var guest = try Guest()
        guest.says("two waters")
        guest.says(text)
        #expect(guest.pending.first == "2 water")
        #expect(guest.cart.total <= guest.menu.limits.total)
        expectSober(guest)
    }

    @Test(
        "D1: However often an order is made bigger, what is confirmed stays within the limits", arguments: Prank.stories
    )
    func story(_ story: PrankStory) throws {
        var guest = try Guest()
        guest.says(story.beginning)
        for round in 0..<12 {
            for text in story.push {
                guest.says(text)
                expectSober(guest)
            }
            guard round.isMultiple(of: 4) else { continue }
            guest.confirms()
            expectSober(guest)
        }
        // On the screen too.
        guest.touches(.confirm)
        expectSober(guest)
    }

    @Test(
        "D1: A hundred times one more ends at the limit of the line, and what was asked beyond it is never confirmed",
        arguments: ["one more", "another one", "add one more", "one more please"])
    func oneMoreAHundredTimes(_ text: String) throws {
        var guest = try Guest()
        guest.says("a water")
        for _ in 0..<100 {
            guest.says(text)
            expectSober(guest)
        }
        guest.confirms()
        expectSober(guest)
        #expect(guest.cart.confirmedCart.isEmpty, "Too many of it is in question: \(guest.confirmed)")
        #expect(guest.says("twenty") == "20 bottled waters. Your total is $40.00. Anything else?")
    }

    @Test("D1: Same again, said until numbers end, never wraps around into an order")
    func sameAgainWithoutEnd() throws {
        var guest = try Guest()
        guest.says("1000000000000 waters")
        for _ in 0..<80 {
            guest.says("same again")
            #expect(
                guest.cart.orderableLines.isEmpty && [["water"], []].contains(guest.cart.lines.map(\.itemId)),
                "\(guest.pending)")
            expectSober(guest)
        }
        // The question how many was not answered three times.
        #expect(guest.cart.lines.isEmpty)
    }

    @Test("D1: Twenty waters again and again end at the order's highest total")
    func overAndOver() throws {
        var guest = try Guest()
        var refused = 0
        for _ in 0..<60 {
            guest.says("twenty waters")
            if guest.prompts.contains(where: { $0.asksOrRefuses }) { refused += 1 }
            expectSober(guest)
        }
        // 500.00 hold twelve times twenty waters at 2.00.
        #expect(guest.pending.count == 12 && refused == 48)
        #expect(guest.cart.total == Money(minorUnits: 48_000))
    }

    private func expectSober(_ guest: Guest, sourceLocation: SourceLocation = #_sourceLocation) {
        let limits = guest.menu.limits
        let isSober = guest.cart.orderableLines.allSatisfy { line in
            (1...min(limits.perLine, guest.menu.item(line.itemId)?.maxQuantity ?? 0)).contains(line.quantity)
                && line.options.allSatisfy { (1...20).contains($0.count ?? 1) }
        }
        #expect(isSober, "\(guest.cart.orderableLines)", sourceLocation: sourceLocation)
        #expect(guest.cart.total <= limits.total && guest.cart.total >= .zero, sourceLocation: sourceLocation)
        #expect(guest.cart.lines.count <= limits.lines, sourceLocation: sourceLocation)
        let engine = ConstraintEngine(menu: guest.menu)
        #expect(
            guest.cart.confirmedCart.allSatisfy { engine.violations(of: $0).isEmpty }, "\(guest.confirmed)",
            sourceLocation: sourceLocation)
    }
}

extension Prompt {
    fileprivate var asksOrRefuses: Bool {
        switch self {
        case .question, .refused, .notUnderstood: true
        default: false
        }
    }

    fileprivate var announces: Bool {
        switch self {
        case .added, .accepted: true
        default: false
        }
    }
}
