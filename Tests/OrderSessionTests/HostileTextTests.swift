internal import OrderFuzzing
internal import OrderSession
internal import Ordering
internal import TestSupport
internal import Testing

/// Faults D4 and D5, from text to reply.
struct HostileTextTests {
    @Test(
        "D4: A transcript of 1 MiB is answered within 50 ms, parser, cart and reply together, and changes nothing",
        arguments: ["two waters ", "latte", "é", "\u{200D}", "no ", " ", "\u{0}", "yes ", "🍜", "e\u{301}\u{302}"])
    func huge(_ piece: String) throws {
        let text = String(repeating: piece, count: (1 << 20) / piece.utf8.count + 1)
        var guest = try Guest()
        guest.says("a water and a latte")
        let before = guest.cart.lines
        var reply = "", after: [OrderLine] = []
        let taken = ProcessorTime.least {
            var other = guest
            reply = other.says(text)
            after = other.cart.lines
        }
        #expect(taken <= .milliseconds(50), "\(taken)")
        #expect(reply == "Which size for the latte: small, medium or large?")
        #expect(after == before)
    }

    @Test(
        "D4: More than 60 words or 400 characters are refused with a prompt, though they begin with an order",
        arguments: [
            "two waters" + String(repeating: " please", count: 59), "two waters " + String(repeating: "a", count: 390),
            "two waters " + String(repeating: "🍜", count: 390),
            "two waters" + String(repeating: "!", count: 391), String(repeating: "yes ", count: 101),
        ])
    func tooLong(_ text: String) throws {
        var guest = try Guest()
        #expect(guest.says(text) == "Sorry, I did not get that. Please say it again.")
        #expect(guest.cart.state == .empty)
        guest.says("a water")
        guest.says("that's all")
        guest.says(text)
        #expect(guest.confirmed.isEmpty && guest.pending == ["1 water"], "Nothing of it is a yes.")
    }

    @Test(
        "D4: Nothing, and blanks of any kind, are not understood and change nothing",
        arguments: ["", " ", "\n\t\r", "\u{A0}\u{3000}", "\u{0}", "\u{200B}", "…", "?!", "'"])
    func nothing(_ text: String) throws {
        var guest = try Guest()
        #expect(guest.says(text) == "Sorry, I did not get that. Please say it again.")
        guest.says("a latte")
        #expect(guest.says(text) == "Which size for the latte: small, medium or large?")
        #expect(guest.pending == ["1 latte"])
    }

    @Test(
        "D5: Random byte strings, through parser, cart and reply at four menus, break no rule", arguments: 0..<4)
    func randomBytes(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<Repository.rounds(500, full: 2_500) {
            try FuzzedOrder.play(
                (0..<Int.random(in: 0...100, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) })
        }
    }

    @Test("D5: Dialogues with damaged bytes break no rule", arguments: 0..<4)
    func damagedDialogues(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let turns = [
            "two large iced lattes with oat milk", "a caf\u{E9} mocha", "no wait three", "the second one",
            "remove the latte", "make it fifty", "that's all", "yes",
            "½ muffin",
            "same again", "is there milk in the scone", "un thé à la menthe", "１２ waters", "#c", "#q1 21",
        ]
        for _ in 0..<Repository.rounds(100, full: 500) {
            let chosen = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                turns[Int.random(in: 0..<turns.count, using: &random)]
            }
            var bytes = Array("0\(chosen.joined(separator: "\n"))".utf8)
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let place = Int.random(in: 1..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1:
                    bytes.insert(
                        contentsOf: Array(
                            ["\u{202E}", "\u{200B}", "\u{0}", "\u{301}", "🍜"].randomElement(using: &random)?.utf8
                                ?? "".utf8), at: place)
                case 2: bytes.remove(at: place)
                default: bytes.insert(UInt8.random(in: 0x80...0xFF, using: &random), at: place)
                }
                if bytes.count < 2 { break }
            }
            try FuzzedOrder.play(bytes)
        }
    }
}
