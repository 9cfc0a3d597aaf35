internal import Foundation

/// Text as the words people say: lower case, composed characters, no accents, no punctuation, no control, zero-width or
/// bidirectional characters. Menu aliases and transcripts go through the same function, so they meet.
public struct SpokenWords: Equatable, Sendable {
    /// Most characters of a transcript that are read.
    public static let mostCharacters = 400
    /// Most words of a transcript that are read.
    public static let mostWords = 60

    /// The words in order.
    public let words: [String]

    /// The words of any text.
    public init(_ text: String) {
        words = Self.split(text.utf8.allSatisfy { $0 < 0x80 } ? text : Self.folded(text))
    }

    /// The words of a transcript, or `nil` when it is longer than one may be. Answers long texts without reading them.
    public init?(transcript text: String) {
        // A character has 1…4 bytes in what we read; longer clusters are abuse and end here too.
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
                    // Some letters cannot be seen, such as the Hangul fillers.
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

    // Nearly all that is said is ASCII, for which Unicode's tables need not be asked.

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
