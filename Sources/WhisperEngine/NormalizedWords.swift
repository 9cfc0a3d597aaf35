internal import Foundation

/// Normalisation of written text to the form of spoken words: lower case without punctuation.
enum NormalizedWords {
    /// Returns the words of a text. Apostrophes stay inside words; hyphens, slashes and other marks end them; marks
    /// alone give no word.
    static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = ""
        func close() {
            while word.last == "'" { word.removeLast() }
            if !word.isEmpty { words.append(word) }
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
}
