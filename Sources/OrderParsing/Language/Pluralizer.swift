/// English plural forms of menu phrases.
package enum Pluralizer {
    /// "muffin" → "muffins"; "bagel with cream cheese" → "bagels with cream cheese" too.
    package static func plurals(_ words: [String]) -> [[String]] {
        var plurals: [[String]] = []
        if let last = words.last { plurals.append(words.dropLast() + [plural(last)]) }
        // "passion fruits smoothie"
        if words.count > 2, let last = words.last {
            plurals.append(words.dropLast(2) + [plural(words[words.count - 2]), last])
        }
        if let preposition = words.firstIndex(where: { ["with", "of", "and", "on"].contains($0) }), preposition > 0 {
            var inner = words
            inner[preposition - 1] = plural(words[preposition - 1])
            plurals.append(inner)
        }
        return plurals
    }

    /// The singular of a regular plural, `nil` for other words.
    static func singular(_ word: String) -> String? {
        guard word.hasSuffix("s"), !word.hasSuffix("ss"), word.count > 3 else { return nil }
        if word.hasSuffix("ies") { return word.dropLast(3) + "y" }
        let stem = word.dropLast(2)
        if word.hasSuffix("es"), ["s", "x", "ch", "sh"].contains(where: stem.hasSuffix) { return String(stem) }
        return String(word.dropLast())
    }

    package static func plural(_ word: String) -> String {
        if word.hasSuffix("s") || word.hasSuffix("x") || word.hasSuffix("ch") || word.hasSuffix("sh") {
            return word + "es"
        }
        if word.hasSuffix("y"), let before = word.dropLast().last, !"aeiou".contains(before) {
            return word.dropLast() + "ies"
        }
        return word + "s"
    }
}
