internal import Foundation

/// Text without anything that makes espeak-ng fail or that it interprets as a command.
///
/// Letters and digits stay, with `.,!?` after them, `'-` between them and currency signs next to digits. The result has
/// at most 300 characters, no SSML and no `[[phonemes]]`. espeak-ng 1.51 aborts on single letters with dots ("a.b.c.")
/// that together with the next word exceed 160 bytes (`LookupDictList`), and on the phonemes of a very long word; some
/// of its languages fail on long runs of punctuation.
///
/// ```
/// SpeakableText("One café latte (hot), please!").text  // "One café latte hot please!" cleaned and bounded
/// ```
public struct SpeakableText: Equatable, Sendable {
    /// Longest text passed to the synthesiser, in characters.
    public static let maxCharacters = 300
    /// Longest run without a space; longer ones are split.
    static let maxWordLength = 40
    /// Largest number of dots after single letters in the whole text. Ten letters in a row have nine dots between them.
    static let maxDottedLetters = 9

    /// The cleaned text.
    public let text: String

    /// Cleans a text of any length and content.
    public init(_ raw: String) {
        // Limits the work on any input before its characters are examined.
        let bounded = String(decoding: raw.utf8.prefix(Self.maxCharacters * 16), as: UTF8.self)
        let words = Self.cleaned(Array(bounded.precomposedStringWithCanonicalMapping)).split(separator: " ")
        text = Self.withoutDottedRuns(Self.fitting(words)).split(separator: " ").joined(separator: " ")
    }

    /// Whether nothing in the text can be spoken.
    public var isEmpty: Bool { !text.contains { $0.isLetter || $0.isNumber } }

    /// Whether the character is a letter or digit of a Latin script. espeak-ng would spell out the code points of
    /// others.
    private static func isWord(_ character: Character?) -> Bool {
        guard let character, character.unicodeScalars.count == 1, let scalar = character.unicodeScalars.first else {
            return false
        }
        return scalar.value < 0x250 && (character.isLetter || character.isNumber)
    }

    private static func isDigit(_ character: Character?) -> Bool {
        character.map { $0.isASCII && $0.isNumber } ?? false
    }

    /// Returns the characters that are spoken, in words of bounded length; all others become spaces.
    private static func cleaned(_ characters: [Character]) -> [Character] {
        var kept: [Character] = []
        var wordLength = 0
        for (index, character) in characters.enumerated() {
            if wordLength == maxWordLength {
                // A segment must not end with a character that needs a right neighbour.
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
            // An apostrophe that is a quotation mark is removed without a space, so that the letters around it stay one
            // word.
            if !stays && character == "'" { continue }
            kept.append(stays ? character : " ")
            wordLength = stays ? wordLength + 1 : 0
        }
        return kept
    }

    /// Returns the words that fit the limit, separated by spaces.
    private static func fitting(_ words: [ArraySlice<Character>]) -> [Character] {
        var text: [Character] = []
        for word in words {
            guard text.count + 1 + word.count <= maxCharacters else { break }
            text += (text.isEmpty ? [] : [" "]) + word
        }
        return text
    }

    /// Replaces the dots after single letters by spaces when there are more of them than in an abbreviation.
    private static func withoutDottedRuns(_ characters: [Character]) -> String {
        func at(_ index: Int) -> Character? { characters.indices.contains(index) ? characters[index] : nil }
        let dots = characters.indices.filter { index in
            // A decimal point in a price has two digits after it; "1.1.1." is a dotted run.
            characters[index] == "." && !isWord(at(index - 2))
                && !(isDigit(at(index - 1)) && isDigit(at(index + 1)) && isDigit(at(index + 2)))
        }
        guard dots.count > maxDottedLetters else { return String(characters) }
        var result = characters
        for dot in dots { result[dot] = " " }
        return String(result)
    }
}
