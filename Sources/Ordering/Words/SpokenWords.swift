internal import Foundation

/// A text split into spoken words: lower case, without accents, punctuation and characters that cannot be seen.
///
/// Menu names and transcripts are split by the same rules, so that they match.
///
///     SpokenWords("Café au lait, 2.5%").words   // ["cafe", "au", "lait", "2.5", "percent"]
public struct SpokenWords: Equatable, Sendable {
    /// Longest transcript, in characters.
    public static let mostCharacters = 400
    /// Longest transcript, in words.
    public static let mostWords = 60

    /// The words in order.
    public let words: [String]

    /// Splits a text of any length.
    public init(_ text: String) {
        words = Self.split(text.utf8.allSatisfy { $0 < 0x80 } ? text : Self.folded(text))
    }

    /// Splits a transcript; `nil` for one that is longer than `mostCharacters` or `mostWords`. Texts that are far too
    /// long are rejected without reading them.
    public init?(transcript text: String) {
        // Characters of more than 4 bytes are clusters of marks, which are rejected too.
        guard
            text.utf8.count <= Self.mostCharacters
                || text.utf8.count <= Self.mostCharacters * 4 && text.count <= Self.mostCharacters
        else { return nil }
        self.init(text)
        guard words.count <= Self.mostWords else { return nil }
    }

    /// Without accents, control and format characters; apostrophes and dashes in their plain form.
    private static func folded(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars {
            switch scalar {
            case "\u{2018}", "\u{2019}", "\u{02BC}", "\u{FF07}": scalars.append("'")
            case "\u{2010}"..."\u{2015}", "\u{2212}": scalars.append("-")
            default:
                switch scalar.properties.generalCategory {
                case .nonspacingMark, .enclosingMark, .format, .privateUse, .surrogate, .unassigned: continue
                // A control character ends a word, here as in plain text.
                case .control: scalars.append(" ")
                default:
                    // Some letters are invisible, such as the Hangul fillers.
                    if !scalar.properties.isDefaultIgnorableCodePoint { scalars.append(scalar) }
                }
            }
        }
        return String(scalars).precomposedStringWithCanonicalMapping
    }

    private static func split(_ text: String) -> [String] {
        var words: [String] = []
        var word = String.UnicodeScalarView()
        func close() {
            if !word.isEmpty { words.append(String(word)) }
            word = String.UnicodeScalarView()
        }
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            let next = index + 1 < scalars.count ? scalars[index + 1] : nil
            if isLetter(scalar) || isDigit(scalar) {
                lower(scalar, into: &word)
            } else if scalar == "'", !word.isEmpty, next.map(isLetter) ?? false {
                word.append(scalar)
            } else if scalar == ".", word.last.map(isDigit) ?? false, next.map(isDigit) ?? false {
                // "2.5", ".5" and "-1" stay one word: split, they would turn into other numbers.
                word.append(scalar)
            } else if scalar == "-" || scalar == ".", word.isEmpty, next.map(isDigit) ?? false,
                index == 0 || scalars[index - 1].properties.isWhitespace
            {
                word.append(scalar)
            } else {
                close()
                if scalar == "%" { words.append("percent") }
                if scalar == "&" { words.append("and") }
            }
        }
        close()
        return words
    }

    // ASCII needs no look-up in Unicode's tables.

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? "a"..."z" ~= scalar || "A"..."Z" ~= scalar : scalar.properties.isAlphabetic
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? "0"..."9" ~= scalar : scalar.properties.numericType != nil
    }

    private static func lower(_ scalar: Unicode.Scalar, into word: inout String.UnicodeScalarView) {
        guard scalar.isASCII else { return word.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars) }
        word.append("A"..."Z" ~= scalar ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar)
    }
}
