/// Splits text into sentences for synthesis, so that playback starts while later sentences are still being synthesised.
public enum SentenceSplitter {
    /// Longest piece in characters; the limit of one call to a synthesiser.
    public static let maxCharacters = 300

    /// Sentences of a text, without empty ones. Longer ones are split at a comma or a space, or inside a word if
    /// necessary.
    public static func split(_ text: String) -> [String] {
        var pieces: [String] = []
        var words: [Substring] = []
        func close() {
            if !words.isEmpty { pieces.append(words.joined(separator: " ")) }
            words = []
        }
        for word in text.split(whereSeparator: \.isWhitespace) {
            words.append(word)
            // A closing quotation mark follows the mark that ends the sentence.
            let last = word.last { !"\"”’»“')".contains($0) }
            if last.map({ ".!?".contains($0) }) ?? false { close() }
        }
        close()
        return pieces.flatMap(fitting)
    }

    /// A sentence in two pieces, the first of which is short, so that a slow voice begins early. A short sentence, or
    /// one without a clause to cut after, stays whole.
    public static func clauses(_ sentence: String) -> [String] {
        guard sentence.count > quickCharacters else { return [sentence] }
        var length = 0
        for word in sentence.split(separator: " ") {
            length += word.count + 1
            guard length < sentence.count, length <= quickCharacters + shortestClause else { break }
            if length >= shortestClause, word.last.map({ ",;:".contains($0) }) ?? false {
                let cut = sentence.index(sentence.startIndex, offsetBy: length)
                return [String(sentence[..<cut].dropLast()), String(sentence[cut...])]
            }
        }
        return [sentence]
    }

    /// Sentences up to this length are not cut into clauses.
    private static let quickCharacters = 45
    private static let shortestClause = 12

    private static func fitting(_ sentence: String) -> [String] {
        var pieces: [String] = []
        var rest = sentence[...]
        while rest.count > maxCharacters {
            let head = rest.prefix(maxCharacters)
            let half = head.index(head.startIndex, offsetBy: maxCharacters / 2)
            let cut =
                head[half...].lastIndex(of: ",").map(head.index(after:)) ?? head.lastIndex(of: " ") ?? head.endIndex
            pieces.append(String(rest[..<cut]))
            rest = rest[cut...].drop { $0 == " " }
        }
        return pieces + (rest.isEmpty ? [] : [String(rest)])
    }
}
