internal import SQLiteConnection

/// Masks possible card numbers in text before it is stored (fault J2): twelve or more digits in a row, also with spaces
/// or dashes between them and also written in words.
///
/// Masked digits become `*`, or 0 where JSON requires a number. Identifiers (UUID, SHA-256) and fractions are not
/// masked.
enum DigitMask {
    /// Least number of digits that is masked; the shortest card numbers have twelve.
    static let minDigits = 12
    /// Most spaces, dashes, dots or slashes between two digits of one number.
    private static let maxSeparators = 3

    /// Masks the numbers in a JSON text and returns it as valid JSON on one line.
    ///
    /// - Parameter json: valid JSON.
    static func masked(json: String) -> String {
        var result = "", rest = Substring(json).unicodeScalars
        while let scalar = rest.first {
            if scalar == "\"" {
                rest.removeFirst()
                result.append("\"")
                result.append(masked(units(&rest)))
                result.append("\"")
            } else if scalar == "-" || isDigit(scalar) {
                let literal = rest.prefix { "+-.eE".unicodeScalars.contains($0) || isDigit($0) }
                result.append(masked(literal: String(literal)))
                rest = rest[literal.endIndex...]
            } else {
                rest.removeFirst()
                // White space between values; a log has one event per line.
                result.unicodeScalars.append(scalar.value < 0x20 ? " " : scalar)
            }
        }
        return result
    }

    /// One character of a JSON string: its escaped form and its value.
    private struct Unit {
        var raw: Substring
        var meaning: Unicode.Scalar
    }

    /// The rest of a string, including its closing quote.
    private static func units(_ rest: inout Substring.UnicodeScalarView) -> [Unit] {
        var units: [Unit] = []
        while let scalar = rest.first, scalar != "\"" {
            guard scalar == "\\" else {
                units.append(Unit(raw: Substring(rest.prefix(1)), meaning: scalar))
                rest.removeFirst()
                continue
            }
            let isCode = rest.dropFirst().first == "u"
            let raw = Substring(rest.prefix(isCode ? 6 : 2))
            // A lone surrogate is not a character; any value that is not a digit, letter or separator will do. \n, \t
            // and similar are spaces.
            let code =
                isCode
                ? Unicode.Scalar(UInt32(raw.dropFirst(2), radix: 16) ?? 0xFFFF) ?? "\u{FFFF}"
                : ("nrtbf".contains(raw.last ?? " ") ? " " : "\"")
            units.append(Unit(raw: raw, meaning: code))
            rest = rest.dropFirst(isCode ? 6 : 2)
        }
        if !rest.isEmpty { rest.removeFirst() }
        return units
    }

    /// A run of digits and number words.
    private struct Row {
        var digits = 0
        var separators = 0
        /// Ranges of units to mask.
        var ranges: [Range<Int>] = []
    }

    private static func masked(_ units: [Unit]) -> String {
        var masks: [Range<Int>] = [], row = Row(), index = 0
        func finish() {
            if row.digits >= minDigits { masks += row.ranges }
            row = Row()
        }
        while index < units.count {
            let scalar = units[index].meaning
            if let end = identity(units, from: index) {
                finish()
                index = end
            } else if isDigit(scalar) {
                row.digits += 1
                row.separators = 0
                row.ranges.append(index..<index + 1)
                index += 1
            } else if isLetter(scalar) {
                let end = units[index...].firstIndex { !isLetter($0.meaning) } ?? units.endIndex
                var word = ""
                word.unicodeScalars.append(contentsOf: units[index..<end].map(\.meaning))
                if let digits = NumberWords.digits(in: word.lowercased()) {
                    row.digits += digits
                    row.separators = 0
                    row.ranges.append(index..<end)
                } else {
                    finish()
                }
                index = end
            } else {
                row.separators += 1
                if !isSeparator(scalar) || row.separators > maxSeparators { finish() }
                index += 1
            }
        }
        finish()
        var result = "", next = 0
        for mask in masks {
            for unit in units[next..<mask.lowerBound] { result.append(contentsOf: unit.raw) }
            result.append("*")
            next = mask.upperBound
        }
        for unit in units[next...] { result.append(contentsOf: unit.raw) }
        return result
    }

    /// Masks a JSON number: the first digit of the integer part remains, the others become 0.
    private static func masked(literal: String) -> String {
        let whole = literal.prefix { $0 == "-" || $0.isASCII && $0.isNumber }
        guard whole.count(where: \.isNumber) >= minDigits else { return literal }
        var isFirst = true
        let zeros = whole.map { digit -> Character in
            guard digit.isNumber else { return digit }
            defer { isFirst = false }
            return isFirst ? digit : "0"
        }
        return String(zeros) + literal.dropFirst(whole.count)
    }

    /// End index of a UUID or SHA-256 that starts here and contains letters; `nil` if there is none.
    private static func identity(_ units: [Unit], from start: Int) -> Int? {
        func isPart(_ scalar: Unicode.Scalar) -> Bool { scalar == "-" || scalar.properties.isASCIIHexDigit }
        guard isPart(units[start].meaning), start == 0 || !isWord(units[start - 1].meaning) else { return nil }
        let end = units[start...].firstIndex { !isPart($0.meaning) } ?? units.endIndex
        guard end == units.endIndex || !isWord(units[end].meaning),
            units[start..<end].contains(where: { isLetter($0.meaning) })
        else { return nil }
        let groups = units[start..<end].split(omittingEmptySubsequences: false) { $0.meaning == "-" }.map(\.count)
        return groups == [8, 4, 4, 4, 12] || groups == [64] ? end : nil
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "-" || isLetter(scalar) || isDigit(scalar)
    }

    /// Whether a character is a digit of any script.
    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .decimalNumber
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isAlphabetic || scalar == "'" }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .dashPunctuation, .spaceSeparator, .format, .control, .connectorPunctuation, .lineSeparator,
            .paragraphSeparator:
            true
        default: scalar == "." || scalar == "/" || scalar == "\u{2212}"
        }
    }
}
