internal import EmbeddedFiles
internal import Foundation
internal import Ordering

/// The words of a language by which questions are compared; data (`words-en.json`).
struct NoteWords: Decodable, Sendable {
    struct Aspect: Decodable, Sendable {
        let name: String
        /// Phrases of a question that ask for the aspect.
        let question: [String]
        /// Phrases of an answer that give it.
        let answer: [String]
    }

    struct Allergens: Decodable, Sendable {
        /// Words that make any question one about allergens.
        let always: [String]
        /// Phrases that do so.
        let phrases: [String]
        /// Words that do so beside a food that is an allergen.
        let claims: [String]
    }

    /// Words that say nothing about what is asked.
    let ignored: [String]
    /// Words that say little about it.
    let weak: [String]
    let aspects: [Aspect]
    /// Phrases of about the same meaning.
    let groups: [[String]]
    /// Pairs of phrases whose groups have to do with each other.
    let related: [[String]]
    /// Families of words that exclude each other: opening and closing, the days of the week.
    let apart: [[[String]]]
    /// Words that a question begins with.
    let openers: [String]
    /// Beginnings of an order in the form of a question.
    let requests: [String]
    /// Endings that are cut: the ending, what replaces it, the least length of the word.
    private let endings: [Ending]
    let allergens: Allergens

    private struct Ending: Decodable, Sendable {
        let old: String
        let new: String
        let least: Int

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            old = try container.decode(String.self)
            new = try container.decode(String.self)
            least = try container.decode(Int.self)
        }
    }

    /// The built-in English words.
    ///
    /// - Throws: a decoding error if the built-in data is damaged; a test excludes that.
    static func english() throws -> NoteWords {
        try JSONDecoder().decode(NoteWords.self, from: Data(EmbeddedFile.noteWords.bytes))
    }

    /// The stems of a text's words. What follows an apostrophe is cut: "what's" is "what".
    func stems(_ text: String) -> [String] {
        SpokenWords(text).words.flatMap { word in
            word.split(separator: "'").first.map { $0.split(separator: "-").map { stem(String($0)) } } ?? []
        }
    }

    /// A word without its ending: "closing", "closed" and "close" are "clos".
    private func stem(_ word: String) -> String {
        var word = word
        // Plural or person first, then the verb's ending, then a silent e.
        for _ in 0..<2 {
            guard let ending = endings.first(where: { word.hasSuffix($0.old) && word.count >= $0.least }),
                ending.old != ending.new
            else { break }
            word = word.dropLast(ending.old.count) + ending.new
            let isVerb = ending.old == "ing" || ending.old == "ed"
            if isVerb, let last = word.last, word.dropLast().last == last, !"lsz".contains(last) { word.removeLast() }
            if ending.old != "s" { break }
        }
        return word
    }
}
