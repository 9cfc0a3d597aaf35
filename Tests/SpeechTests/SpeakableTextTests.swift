internal import Speech
internal import TestSupport
internal import Testing

/// Fault C15: whatever a menu holds, only plain text reaches the synthesiser.
@Suite(.timeLimit(.minutes(10)))
struct SpeakableTextTests {
    @Test(
        "prompts stay as they are",
        arguments: [
            "Two large oat milk lattes, that's $9.50. Anything else?", "One half-caf americano!",
            "Crème brûlée, 1,000 calories", "It is 12 oz. and costs €3.20",
            "Dr. Pepper at 7 p.m.", "3.5£", "a.b.c.d.e.f.g.h.i.", "1.5.2.5",
        ])
    func kept(_ text: String) { #expect(SpeakableText(text).text == text) }

    @Test(
        "what is no plain text becomes a space, or nothing at the ends",
        arguments: [
            ("<speak>latte</speak>", "speak latte speak"), ("[[h@'l'oU]] there", "h l'oU there"),
            ("mocha\u{0}\u{1}\u{1B}[31m", "mocha 31m"), ("☕️ latte 👨‍👩‍👧‍👦", "latte"),
            ("قهوة latte", "latte"),
            ("la\u{202E}tte", "la tte"), ("cafe\u{301}", "café"), ("a\r\nb\tc\u{2028}d", "a b c d"),
            ("'quoted'. -- \"more\"...", "quoted. more"),
            ("wait... what?!", "wait. what?"),
            ("hello , world !", "hello world"), ("- one\n- two", "one two"), ("$", ""), ("50% off & $ 5", "50 off 5"),
            ("’tis", "tis"), ("..,!?'-", ""), ("", ""),
            (" \n ", ""), ("咖啡", ""),
        ])
    func cleaned(_ raw: String, _ text: String) { #expect(SpeakableText(raw).text == text) }

    @Test(
        "a text without letters and digits has nothing to say", arguments: ["", "...", "☕️", "-", "咖啡", "$€", "\u{0}"])
    func empty(_ raw: String) { #expect(SpeakableText(raw).isEmpty) }

    @Test(
        "long runs of dotted letters lose their dots, however they are written",
        arguments: ["a.", "a. ", "a..", "a.b.c.d.e. ", "a.-", "w.w. w,"])
    func dottedRuns(_ unit: String) {
        let text = SpeakableText(String(repeating: unit, count: 200)).text
        #expect(!text.contains("."))
        #expect(text.contains("a") || text.contains("w"))
        #expect(SpeakableText(String(repeating: unit, count: 1)).text.contains("."))
    }

    @Test("dots of sentences and decimals are no dotted letters, however many there are")
    func otherDots() {
        let text = String(repeating: "Tea is 2.50. ", count: 20).dropLast()
        #expect(SpeakableText(String(text)).text == text)
    }

    @Test("a long word is cut, and a long text ends with a whole word")
    func bounded() {
        let pieces = SpeakableText(String(repeating: "a", count: 5_000)).text.split(separator: " ")
        #expect(pieces.allSatisfy { $0.count == 40 } && pieces.count == 7)
        #expect(
            SpeakableText(String(repeating: "mocha ", count: 5_000)).text
                == String(repeating: "mocha ", count: 50).dropLast())
        #expect(SpeakableText(String(repeating: "\u{0}", count: 5_000) + "late").text == "")
    }

    /// What is wrong with a text that should be speakable; `nil` when nothing is. Written from the rules, not from the
    /// code.
    private static func fault(_ text: String) -> String? {
        let scalars = Array(text.unicodeScalars)
        guard scalars.count <= 300 else { return "\(scalars.count) characters" }
        func isWord(_ index: Int) -> Bool {
            guard scalars.indices.contains(index) else { return false }
            let value = scalars[index].value
            return 0x30...0x39 ~= value || 0x41...0x5A ~= value || 0x61...0x7A ~= value
                || [0xAA, 0xB2, 0xB3, 0xB5, 0xB9, 0xBA, 0xBC, 0xBD, 0xBE].contains(value)
                || 0xC0..<0x250 ~= value && value != 0xD7 && value != 0xF7
        }
        var wordLength = 0, singlesInRun = 0, dottedLetters = 0
        for index in scalars.indices {
            switch scalars[index] {
            case " ":
                guard index > 0, index < scalars.count - 1, scalars[index - 1] != " " else { return "a space too much" }
                wordLength = -1
            case ".":
                // A letter or digit that stands alone before its dot.
                if isWord(index - 1) && !isWord(index - 2) {
                    dottedLetters += (0x30...0x39 ~= scalars[index - 1].value) ? 0 : 1
                }
            case ",", "!", "?", "'", "-", "$", "€", "£", "¥": break
            default: guard isWord(index) else { return "U+\(String(scalars[index].value, radix: 16))" }
            }
            wordLength += 1
            guard wordLength <= 40 else { return "a word of more than 40 characters" }
            singlesInRun =
                isWord(index) && !isWord(index - 1) && !isWord(index + 1)
                ? singlesInRun + 1 : (scalars[index] == "." ? singlesInRun : 0)
            guard singlesInRun <= 10 else { return "a run of \(singlesInRun) dotted letters" }
        }
        return dottedLetters <= 10 ? nil : "\(dottedLetters) dotted letters"
    }

    @Test(
        "Fuzzed names come out plain, short, without long dotted runs, and clean again unchanged",
        arguments: 0..<4)
    func fuzzed(_ part: Int) {
        var names = FuzzedName(seed: UInt64(part))
        var unchanged = 0, spoken = 0
        let count = Repository.rounds(5_000, full: 25_000)
        for index in 0..<count {
            let name = names.next()
            let speakable = SpeakableText(name)
            let fault = Self.fault(speakable.text)
            if fault != nil { Issue.record("\(fault ?? "") in name \(index): \(name.debugDescription)") }
            if SpeakableText(speakable.text) == speakable {
                unchanged += 1
            } else {
                Issue.record("not idempotent, name \(index): \(name.debugDescription)")
            }
            spoken += speakable.isEmpty ? 0 : 1
        }
        #expect(unchanged == count)
        // Most names hold something to say, or this test shows nothing.
        #expect(spoken * 5 > count * 3)
    }
}
