internal import OrderParsing
internal import Ordering

/// Recognises questions and notes about allergens, ingredients and diets. In doubt a text counts as one: the menu's
/// data answers it, or nothing does.
struct AllergenTopic: Sendable {
    private let always: Set<String>
    private let phrases: [[String]]
    private let claims: Set<String>
    /// Foods that are allergens: milk, eggs, wheat.
    private let foods: [[String]]
    private let openers: [[String]]
    private let requests: [[String]]

    init(_ words: NoteWords) throws {
        let language = try Language.builtIn(.english)
        always = Set(words.allergens.always)
        phrases = words.allergens.phrases.map { SpokenWords($0).words }
        claims = Set(words.allergens.claims)
        let names = language.allergens.flatMap { [$0.key] + $0.value } + language.allergenKinds.values.flatMap(\.self)
        foods = names.flatMap { name in
            let words = SpokenWords(name).words
            // Plural and singular.
            let last = words.last ?? ""
            return [words, words.dropLast() + [last.hasSuffix("s") ? String(last.dropLast()) : last + "s"]]
        }
        openers = words.openers.map { SpokenWords($0).words }
        requests = words.requests.map { SpokenWords($0).words }
    }

    /// Whether a question is about allergens, ingredients or a diet.
    func isOfAllergens(_ question: String) -> Bool { isClaim(question, claims: claims) }

    /// Why guests never see the answer of a note; `nil` if they may.
    func concern(of note: Note) -> String? {
        let isAsked = note.questions.contains { isClaim($0, claims: claims) }
        // In an answer "with" and "in" are common: "the password is beans and cream".
        guard isAsked || isClaim(note.answer, claims: claims.subtracting(["have", "has", "any", "in", "with"])) else {
            return nil
        }
        return "guests learn of allergens, ingredients and diets from the menu only; enter them in the menu file, or "
            + "make the note private"
    }

    private func isClaim(_ text: String, claims: Set<String>) -> Bool {
        let words = SpokenWords(text).words.flatMap { $0.split(separator: "-").map(String.init) }
        if words.contains(where: always.contains) { return true }
        if phrases.contains(where: { Self.contains(words, $0) }) { return true }
        return foods.contains(where: { Self.contains(words, $0) }) && words.contains(where: claims.contains)
    }

    private static func contains(_ words: [String], _ phrase: [String]) -> Bool {
        words.indices.contains { words[$0...].starts(with: phrase) }
    }

    /// Whether a text has a question mark or begins like a question, also after a few other words, and is not an order
    /// in that form ("can I get").
    func isQuestion(_ text: String) -> Bool {
        let words = SpokenWords(text).words
        if requests.contains(where: { Self.contains(words, $0) }) { return false }
        if text.contains("?") { return true }
        return words.indices.prefix(6).contains { start in openers.contains { words[start...].starts(with: $0) } }
    }
}
