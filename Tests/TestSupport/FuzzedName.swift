/// Item names as a careless or hostile menu might hold them.
public struct FuzzedName: Sendable {
    private var random: SeededGenerator

    public init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    private static let words = [
        "latte", "Caffè", "crème", "brûlée", "Ångström", "oat", "half-caf", "don't", "X", "A", "$3.50", "€4", "12",
        "1,000", "½", "No. 5", "Dr.",
    ]
    private static let commands = [
        "<speak>", "</speak>", "<break time=\"10s\"/>", "<audio src=\"file:///etc/passwd\"/>", "&lt;", "&#x0;", "[[",
        "]]", "[[h@'l'oU]]", "{", "}", "%s%n%n",
        "$(reboot)",
        "`id`", "../../", "\\u0000", "'; DROP TABLE", "\u{1}", "\u{1B}[31m", "\u{0}",
    ]
    private static let scripts = [
        "☕️", "👨‍👩‍👧‍👦", "🇺🇸", "قهوة", "קפה", "咖啡", "コーヒー", "커피", "кофе", "ไทย",
        "\u{202E}", "\u{2066}", "\u{200B}", "\u{FEFF}",
        "\u{FFFD}", "e\u{301}\u{302}\u{303}", "\u{301}",
        "\r\n",
        "\t", "\u{2028}", "\u{85}", "ǅ", "ß", "ŉ", "ﬁ", "𝔏𝔞𝔱𝔱𝔢", "①", "٣", "a\u{20DD}",
    ]
    private static let marks = [
        ".", "..", "...", ",", "!", "?", "?!", "'", "''", "\"", "-", "--", "–", "$", "€$", "£", "¥", " ", "  ", "/",
        "&", "@", "#", "*", "_", "(", ")", "’",
    ]
    /// What may stand between the letters of a dotted run; several of these end Debian 12's espeak-ng.
    private static let separators = [".", ". ", "..", " .", ".-", ". - ", ".'", " . ", "?", "'", "-", ",", "!"]

    private mutating func pick(_ texts: [String]) -> String { texts[Int.random(in: 0..<texts.count, using: &random)] }

    /// Single letters with the same separator between them, up to 200.
    public mutating func dottedRun() -> String {
        let letters = pick(["abcdefghijklmnopqrstuvwxyz", "w", "s", "IVX", "é", "ßÄ", "a1", "Ə"]).map(String.init),
            separator = pick(Self.separators)
        return (0..<Int.random(in: 1...200, using: &random)).map { letters[$0 % letters.count] + separator }.joined()
    }

    public mutating func longWord() -> String {
        String(
            repeating: pick(["a", "é", "9", "ab'", "w-", "x.y", "s?", "A", "$", "1.", "ĳœæ"]),
            count: Int.random(in: 1...200, using: &random))
    }

    public mutating func next() -> String {
        var name = ""
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            switch Int.random(in: 0..<40, using: &random) {
            case 0: name += dottedRun()
            case 1: name += longWord()
            case 2..<10: name += pick(Self.commands)
            case 10..<20: name += pick(Self.scripts)
            case 20..<30: name += pick(Self.marks)
            default: name += pick(Self.words)
            }
            if Bool.random(using: &random) { name += " " }
        }
        return name
    }

    /// Texts of the kinds that ended espeak-ng, at full length.
    public mutating func nastiest() -> String {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: dottedRun() + longWord()
        case 1: (0..<8).map { _ in dottedRun() }.joined(separator: pick(Self.marks))
        case 2: (0..<20).map { _ in pick(Self.marks) + pick(Self.words) + pick(Self.separators) }.joined()
        default: (0..<30).map { _ in next() }.joined(separator: pick(Self.separators))
        }
    }
}
