/// A word's letters a…z as 0…25, with borders around them so that contexts need no bounds checks. Anything else is left
/// out.
struct Letters: Sendable {
    /// Letters and the border.
    static let count = 27
    static let border: UInt8 = 26
    /// More than any context looks back or ahead.
    static let margin = 6
    /// Longer words end here.
    static let longest = 48

    private var codes: [UInt8] = []

    init() {}

    init(_ word: String) { read(word) }

    /// The word's own positions.
    var range: Range<Int> { Self.margin..<max(Self.margin, codes.count - Self.margin) }

    subscript(position: Int) -> UInt8 { codes[position] }

    /// Takes another word, in the memory of the one before.
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
/// any consonant letter, `E` one of e, i, y, and `^` and `$` are the word's border.
struct LetterPattern: Sendable {
    /// For every position of the whole pattern, the letters that fit, one bit each.
    private let masks: [UInt32]
    private let before: Int
    /// Letters between the brackets, 1 or more.
    let length: Int

    /// Returns `nil` for a pattern without letters, or one that looks further than words have a border.
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

    /// Whether the letters from `position` on are the pattern's, in its context.
    func matches(_ letters: Letters, at position: Int) -> Bool {
        var next = position - before
        for mask in masks {
            if mask & 1 << UInt32(letters[next]) == 0 { return false }
            next += 1
        }
        return true
    }
}
