/// Phrases of a language that rules of the grammar compare with, by their words.
struct FixedPhrases: Sendable {
    /// Verbs whose new value may come first: "substitute oat for the milk".
    let substitutions: Set<String>
    /// "for"
    let benefactives: Set<String>
    /// "cancel everything but"
    let removingExcept: Set<String>
    /// Begins a question about a choice: "how big".
    let how: Set<String>
    /// Asks what is in an item: "what's in".
    let contents: Set<String>

    init(_ language: Language) {
        substitutions = Set(language.substitutions)
        benefactives = Set(language.benefactives)
        removingExcept = Set(language.removingExcept)
        how = Set(language.questions["how"] ?? [])
        contents = Set(language.questions["contents"] ?? [])
    }
}
