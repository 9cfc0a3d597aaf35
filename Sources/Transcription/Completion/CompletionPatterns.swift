import EmbeddedFiles
internal import Foundation
internal import Ordering

/// Phrases that end an order or an item, from `completion.json`: those of the language that is recognised, English, and
/// those of the menu's language.
struct CompletionPatterns: Sendable {
    enum Ending: Equatable, Sendable {
        /// "that's all"
        case order
        /// "please", "to go"
        case item
    }

    private struct Phrases: Decodable, Sendable {
        var orderEnding: [String]
        var itemEnding: [String]
        /// Polite phrases that may follow the end of an order.
        var courtesies: [String]
    }

    private static let languages = Result {
        try JSONDecoder().decode([String: Phrases].self, from: Data(EmbeddedFile.completionPatterns.bytes))
    }

    // Stored backwards, from the last word.
    private var orderEndings = WordTrie<Bool>()
    private var itemEndings = WordTrie<Bool>()
    private var courtesies = WordTrie<Bool>()

    /// - Parameter locale: a BCP 47 tag; only its language is used. A language without data adds no phrases.
    init(locale: String) throws {
        let language = locale.prefix { $0 != "-" && $0 != "_" }.lowercased()
        let languages = try Self.languages.get()
        for phrases in Set([SpokenLanguage.english.rawValue, language]).sorted().compactMap({ languages[$0] }) {
            for phrase in phrases.orderEnding { orderEndings[SpokenWords(phrase).words.reversed()] = true }
            for phrase in phrases.itemEnding { itemEndings[SpokenWords(phrase).words.reversed()] = true }
            for phrase in phrases.courtesies { courtesies[SpokenWords(phrase).words.reversed()] = true }
        }
    }

    /// The kind of phrase that the words end with; `nil` for none. Courtesies may follow: "that's all for now, thank
    /// you".
    func ending(_ words: [String]) -> Ending? {
        let backwards = Array(words.reversed())
        var index = 0
        while true {
            if orderEndings.longestMatch(backwards, from: index) != nil { return .order }
            guard let courtesy = courtesies.longestMatch(backwards, from: index) else { break }
            index += courtesy.count
        }
        return itemEndings.longestMatch(backwards) == nil ? nil : .item
    }
}
