internal import Ordering

/// The words of a menu that a recogniser does not know, so that guests cannot say the names with them.
struct UnheardWords: Equatable {
    /// Largest number of words that the sentence names.
    private static let most = 12

    /// The words, each once, in the menu's order.
    let words: [String]

    init(menu: Menu, canHear: (String) -> Bool) {
        var seen: Set<String> = []
        words = Setup.names(of: menu).flatMap { $0.split(separator: " ").map(String.init) }.filter {
            seen.insert($0).inserted && !canHear($0)
        }
    }

    /// The sentence for a person; `nil` when all words are known.
    var sentence: String? {
        guard !words.isEmpty else { return nil }
        let rest = words.count - Self.most
        return "the model does not know these words of the menu, and names with them are not heard: "
            + words.prefix(Self.most).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
            + "; give such items an alias that it knows"
    }
}
