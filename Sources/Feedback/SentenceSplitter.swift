/// Cuts a text into the pieces that are synthesised one by one, so that the first sound comes while the rest is still
/// being made.
public enum SpokenSentences {
    /// Longest piece, in characters: what a synthesiser takes in one call.
    public static let mostCharacters = 300

    /// The sentences of a text, none empty; longer ones are cut at a comma or a space, and words beyond all length
    /// where they must be.
    public static func split(_ text: String) -> [String] {
        var pieces: [String] = []
        var words: [Substring] = []
        func close() {
            if !words.isEmpty { pieces.append(words.joined(separator: " ")) }
            words = []
        }
        for word in text.split(whereSeparator: \.isWhitespace) {
            words.append(word)
            // Closing quotation marks stand behind the mark that ends a sentence.
            let last = word.last { !"\"”’»“')".contains($0) }
            if last.map({ ".!?".contains($0) }) ?? false { close() }
        }
        close()
        return pieces.flatMap(fitting)
    }

    private static func fitting(_ sentence: String) -> [String] {
        var pieces: [String] = []
        var rest = sentence[...]
        while rest.count > mostCharacters {
            let head = rest.prefix(mostCharacters)
            let half = head.index(head.startIndex, offsetBy: mostCharacters / 2)
            let cut =
                head[half...].lastIndex(of: ",").map(head.index(after:)) ?? head.lastIndex(of: " ") ?? head.endIndex
            pieces.append(String(rest[..<cut]))
            rest = rest[cut...].drop { $0 == " " }
        }
        return pieces + (rest.isEmpty ? [] : [String(rest)])
    }
}
