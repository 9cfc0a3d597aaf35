/// The letters a…z of a word as 0…25, padded with borders so that contexts need no bounds checks. Other characters are
/// dropped.
struct Letters: Sendable {
    /// Letters and the border.
    static let count = 27
    static let border: UInt8 = 26
    /// Number of border letters, at least the longest context.
    static let margin = 6
    /// Maximum length; longer words are cut.
    static let longest = 48

    private var codes: [UInt8] = []

    init() {}

    init(_ word: String) { read(word) }

    /// The positions of the word's own letters.
    var range: Range<Int> { Self.margin..<max(Self.margin, codes.count - Self.margin) }

    subscript(position: Int) -> UInt8 { codes[position] }

    /// Replaces the word, reusing the memory.
    mutating func read(_ word: String) {
        codes.removeAll(keepingCapacity: true)
        for _ in 0..<Self.margin { codes.append(Self.border) }
        for byte in word.utf8 where byte &- 97 < 26 && codes.count < Self.margin + Self.longest {
            codes.append(byte &- 97)
        }
        for _ in 0..<Self.margin { codes.append(Self.border) }
    }
}

/// Letters in a context, written `left[letters]right`: "n[ge]$", "V[s]V". In the context, `V` is any vowel letter, `C`
/// any consonant letter, `E` one of e, i, y, and `^` and `$` are the border of the word.
struct LetterPattern: Sendable {
    /// The allowed letters of each position of the whole pattern, one bit each.
    private let masks: [UInt32]
    private let before: Int
    /// Number of letters between the brackets, 1 or more.
    let length: Int

    /// Returns `nil` for a pattern without letters or with a context longer than the border.
    init?(_ text: String) {
        guard let open = text.firstIndex(of: "["), let close = text.firstIndex(of: "]"), open < close else {
            return nil
        }
        before = text[..<open].count
        length = text[open..<close].count - 1
        masks = text.filter { $0 != "[" && $0 != "]" }.compactMap(Self.mask)
        guard length > 0, before < Letters.margin, masks.count - before <= Letters.margin, masks.count == text.count - 2
        else { return nil }
    }

    private static func mask(_ character: Character) -> UInt32? {
        func letters(_ text: String) -> UInt32 { text.utf8.reduce(0) { $0 | 1 << UInt32($1 - 97) } }
        switch character {
        case "V": return letters("aeiouy")
        case "C": return letters("bcdfghjklmnpqrstvwxyz")
        case "E": return letters("eiy")
        case "^", "$": return 1 << UInt32(Letters.border)
        case "a"..."z": return character.asciiValue.map { 1 << UInt32($0 - 97) }
        default: return nil
        }
    }

    func canBegin(with letter: UInt8) -> Bool { masks[before] & 1 << UInt32(letter) != 0 }

    /// Whether the pattern matches at `position`.
    func matches(_ letters: Letters, at position: Int) -> Bool {
        var next = position - before
        for mask in masks {
            if mask & 1 << UInt32(letters[next]) == 0 { return false }
            next += 1
        }
        return true
    }
}
