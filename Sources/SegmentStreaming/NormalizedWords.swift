internal import Foundation

/// Normalisation of written text to the form of spoken words: lower case without punctuation.
package enum NormalizedWords {
    /// Returns the words of a text. Apostrophes stay inside words; hyphens, slashes and other marks end them; marks
    /// alone give no word. Whole numbers up to 9,999 are spelled out, as official models write "16 oz" for "sixteen
    /// ounce".
    ///
    /// - Parameter language: ISO 639-1 code of the text's language.
    package static func words(_ text: String, language: String = "en") -> [String] {
        var words: [String] = []
        var word = ""
        func close() {
            while word.last == "'" { word.removeLast() }
            if !word.isEmpty { words += spoken(word, language) }
            word = ""
        }
        for character in text.lowercased() {
            switch character {
            case "'", "’", "ʼ": if !word.isEmpty { word.append("'") }
            case "%":
                close()
                words.append("percent")
            case "&":
                close()
                words.append("and")
            case _ where character.isLetter || character.isNumber: word.append(character)
            default: close()
            }
        }
        close()
        // The replacement character of invalid UTF-8.
        return words.filter { !$0.contains("\u{FFFD}") }
    }

    private static let longestNumber = 4

    /// Returns a word as it is spoken: numbers in words, and the abbreviation of ounces in full.
    private static func spoken(_ word: String, _ language: String) -> [String] {
        let digits = word.prefix { $0.isASCII && $0.isNumber }, unit = word.dropFirst(digits.count)
        if word == "oz", language == "en" { return ["ounce"] }
        guard !digits.isEmpty, digits.count <= longestNumber, let number = Int(digits), unit.isEmpty || unit == "oz"
        else {
            return [word]
        }
        let formatter = NumberFormatter()
        formatter.numberStyle = .spellOut
        formatter.locale = Locale(identifier: language)
        guard let text = formatter.string(from: NSNumber(value: number)) else { return [word] }
        let words = text.lowercased().split { !$0.isLetter }.map(String.init)
        return words + (unit.isEmpty ? [] : spoken(String(unit), language))
    }
}
