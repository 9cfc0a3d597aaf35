internal import Foundation

/// Text with everything removed that espeak-ng has been seen to fail on or to take as a command.
///
/// Letters and digits stay, with `.,!?` behind them, `'-` between them and currency signs at digits; at most 300
/// characters; no SSML and no `[[phonemes]]`. espeak-ng 1.51 is aborted by single letters with dots ("a.b.c.") that
/// make more than 160 bytes together with the next word (`LookupDictList`) and by the phonemes of a long word, and some
/// languages fail on heaps of marks.
public struct SpeakableText: Equatable, Sendable {
    /// Longest text handed to the synthesiser.
    public static let mostCharacters = 300
    /// Longest stretch without a space; longer ones are cut.
    static let longestWord = 40
    /// Most dots behind single letters, in the whole text. Ten letters in a row have nine dots between them.
    static let mostDottedLetters = 9

    public let text: String

    public init(_ raw: String) {
        // Bounds the work on any input before looking at its characters.
        let bounded = String(decoding: raw.utf8.prefix(Self.mostCharacters * 16), as: UTF8.self)
        let words = Self.cleaned(Array(bounded.precomposedStringWithCanonicalMapping)).split(separator: " ")
        text = Self.withoutDottedRuns(Self.fitting(words)).split(separator: " ").joined(separator: " ")
    }

    /// Whether there is anything to say.
    public var isEmpty: Bool { !text.contains { $0.isLetter || $0.isNumber } }

    /// Letters and digits of the Latin scripts; others would be spelled out by name, code point by code point.
    private static func isWord(_ character: Character?) -> Bool {
        guard let character, character.unicodeScalars.count == 1, let scalar = character.unicodeScalars.first else {
            return false
        }
        return scalar.value < 0x250 && (character.isLetter || character.isNumber)
    }

    private static func isDigit(_ character: Character?) -> Bool {
        character.map { $0.isASCII && $0.isNumber } ?? false
    }

    /// The characters that are spoken, in words of bounded length; everything else is a space.
    private static func cleaned(_ characters: [Character]) -> [Character] {
        var kept: [Character] = []
        var wordLength = 0
        for (index, character) in characters.enumerated() {
            if wordLength == longestWord {
                // Nothing that needs a right neighbour may end the piece.
                while let last = kept.last, "'-$€£¥".contains(last) { kept.removeLast() }
                kept.append(" ")
                wordLength = 0
            }
            let next = index + 1 < characters.count ? characters[index + 1] : nil
            let stays =
                switch character {
                case ".", ",", "!", "?": isWord(kept.last)
                case "'", "-": isWord(kept.last) && isWord(next)
                case "$", "€", "£", "¥": isDigit(kept.last) || isDigit(next)
                default: isWord(character)
                }
            // A quotation mark goes without a trace: what follows it belongs to the word before.
            if !stays && character == "'" { continue }
            kept.append(stays ? character : " ")
            wordLength = stays ? wordLength + 1 : 0
        }
        return kept
    }

    /// The words that fit, parted by spaces.
    private static func fitting(_ words: [ArraySlice<Character>]) -> [Character] {
        var text: [Character] = []
        for word in words {
            guard text.count + 1 + word.count <= mostCharacters else { break }
            text += (text.isEmpty ? [] : [" "]) + word
        }
        return text
    }

    /// Puts spaces for the dots behind single letters when there are more of them than an abbreviation has.
    private static func withoutDottedRuns(_ characters: [Character]) -> String {
        func at(_ index: Int) -> Character? { characters.indices.contains(index) ? characters[index] : nil }
        let dots = characters.indices.filter { index in
            // The point of a price has two digits behind it; "1.1.1." is a dotted run like any other.
            characters[index] == "." && !isWord(at(index - 2))
                && !(isDigit(at(index - 1)) && isDigit(at(index + 1)) && isDigit(at(index + 2)))
        }
        guard dots.count > mostDottedLetters else { return String(characters) }
        var result = characters
        for dot in dots { result[dot] = " " }
        return String(result)
    }
}
