internal import Testing

@testable internal import WhisperEngine

/// The preference of decoding for a vocabulary's words and word pairs.
struct PhraseBiasTests {
    private static let bias = PhraseBias(
        phrases: ["a light roast latte", "a double shot latte", "twenty ounce mocha", "café crème"], language: "en",
        settings: .init(pair: 2, word: 7))

    private static func penalty(_ texts: String..., ends: Bool = true) -> Float {
        var reading = PhraseBias.Reading()
        for text in texts { bias.read(text.utf8, &reading) }
        if ends { bias.endWord(&reading) }
        return reading.penalty
    }

    @Test(
        "words and pairs of the phrases have no penalty, other pairs a small one, unknown words a large one",
        arguments: [
            ("A light roast latte.", 0), ("a light latte", 2), ("light roast", 2), ("a light rose latte", 7),
            ("a double-shot latte", 0), ("a rose roast latte", 7), ("pumpkin spice", 14), ("", 0), (" ,.?!", 0),
            ("20-ounce mocha", 0), ("20 mocha", 2), ("12345 mocha", 0), ("CAFé crème", 0), ("a a'b", 7), ("♪", 7),
        ] as [(String, Float)])
    func penalties(_ text: String, _ penalty: Float) { #expect(Self.penalty(text) == penalty) }

    @Test("an incomplete word has the penalty of the best word that it can become")
    func lookAhead() {
        #expect(Self.penalty(" a light ro", ends: false) == 0)
        #expect(Self.penalty(" a light ro", ends: true) == 7)
        #expect(Self.penalty(" a light", " row", ends: false) == 7)
        #expect(Self.penalty(" a li", "ght", " roast", ends: false) == 0)
        #expect(Self.penalty(" a mo", ends: false) == 2)
    }

    @Test("without phrases all words are equal")
    func noPhrases() {
        let bias = PhraseBias(phrases: [], language: "en", settings: .init(pair: 2, word: 7))
        var first = PhraseBias.Reading(), second = first
        bias.read(" latte".utf8, &first)
        bias.read(" mocha".utf8, &second)
        #expect(first.penalty == second.penalty)
    }
}
