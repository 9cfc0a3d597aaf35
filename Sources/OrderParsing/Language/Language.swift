import EmbeddedFiles
internal import Foundation
package import Ordering

/// The words of a language that no menu supplies: requests, numbers, conjunctions, repairs and fillers. The data is in
/// `en.json` and its neighbours.
package struct Language: Decodable, Sendable {
    package struct Numbers: Decodable, Sendable {
        /// Words with a value below a hundred.
        package var words: [String: Int]
        package var hundred: String
        /// Multipliers: thousand, million.
        package var scales: [String: Int]
        /// The word inside "a hundred and five".
        package var and: String
        /// Words that mean one before "hundred" or a scale.
        package var one: [String]
        /// Whole phrases with a value: "half a dozen".
        package var phrases: [String: Int]
        /// Words that make a number unclear (no whole value).
        package var unclear: [String]
        /// Ordinals, from the first on without gaps. At the end of a number they make it an ordinal: "twenty first".
        package var ordinals: [String]
    }

    /// Anaphora: words that refer to lines of the order.
    package struct References: Decodable, Sendable {
        package var latest: [String]
        package var other: [String]
        package var newestTwo: [String]
        package var all: [String]
        /// Those of `all` that distribute over the lines: "two of each".
        package var each: [String]
    }

    /// How words are written and ordered, where that differs from English.
    package struct Forms: Decodable, Sendable {
        /// Whether verbs, numbers and particles stand behind what they belong to (a head-final language).
        /// `HeadFinalOrder` puts them before it.
        package var isHeadFinal: Bool
        /// Whether words are split and joined at those that are known: "두잔주세요".
        package var splitsWords: Bool
        /// Endings of inflected names: "große" of "Groß".
        package var endings: [String]
        /// Whether misheard words are found by the rules of English spelling.
        package var soundsEnglish: Bool
        /// Words behind a number that count any thing: "two pieces".
        package var counters: [String]
        /// Those that count items only, never an option: "cups".
        package var itemCounters: [String]
    }

    /// Phrases that the recogniser expects besides those of the other lists.
    package struct Expected: Decodable, Sendable {
        /// Beside an order: "please".
        package var polite: [String]
        /// Numbers of one: "another".
        package var another: [String]
        /// Beginnings of a change: "make it".
        package var changes: [String]
        /// Numbers with their counters, from one on; for languages whose numbers stand behind the item.
        package var counted: [[String]]
    }

    package var locale: String
    package var forms: Forms
    package var expected: Expected
    package var intents: [String: [String]]
    package var amounts: [String: [String]]
    /// Units between a count and an option: "two pumps of".
    package var units: [String]
    /// Units of size: "an eight ounce latte" is one latte.
    package var measures: [String]
    /// Indefinite articles and similar.
    package var articles: [String]
    /// Definite articles and demonstratives.
    package var definite: [String]
    /// The form of an article before a vowel.
    package var articleBeforeVowel: [String: String]
    package var conjunctions: [String]
    package var also: [String]
    package var with: [String]
    package var of: [String]
    /// Between an edited line and its new value.
    package var to: [String]
    /// Before the beneficiary of an item: "for".
    package var benefactives: [String]
    /// Between an option and the line it goes into.
    package var locatives: [String]
    /// Verbs with a separated particle: "take … off".
    package var particleVerbs: [String]
    package var particles: [String]
    /// Self-repair cues: the words after them replace the words before.
    package var repairs: [String]
    /// Multipliers of options: "double".
    package var multiples: [String: Int]
    /// Retractions of the item said last. A bare "never mind" retracts or cancels.
    package var scratch: [String]
    /// Retractions of the last change of the order.
    package var undo: [String]
    /// Retractions of the last utterance, if it changed the order.
    package var forget: [String]
    package var not: [String]
    /// Disjunctions: "no milk or sugar".
    package var alternatives: [String]
    /// Privative suffixes: "sugar free".
    package var privatives: [String]
    /// Privative prefixes: "non dairy".
    package var privativePrefixes: [String]
    /// Before an exception: "remove everything except the latte".
    package var except: [String]
    /// Between a question and what applies if the answer is yes.
    /// Those of `except` that take everything else away: "cancel everything but".
    package var removingExcept: [String]
    package var consequences: [String]
    /// The same if the answer is no.
    package var otherwise: [String]
    /// Restrictives ("just"), which contrast what follows with what was said before.
    package var only: [String]
    /// Verbs that change a line: "make it iced".
    package var edits: [String]
    /// Those whose new value may come first: "substitute oat for the milk".
    package var substitutions: [String]
    /// Copulas between a line and its new value: "the latte should be iced".
    package var copulas: [String]
    package var insteadOf: [String]
    package var instead: [String]
    package var references: References
    /// Pro-forms for any item: "the second one".
    package var proforms: [String]
    package var lasts: [String]
    /// The remaining pieces of a line: "one with oat, the other with soy".
    package var rest: [String]
    /// Halves of a line: "half with oat, half with soy".
    package var halves: [String]
    /// A piece without options: "one plain".
    package var plain: [String]
    /// Multiplicative adverbs: "twice".
    package var times: [String: Int]
    package var again: [String]
    package var oneMore: [String]
    /// Verb phrases that restore what was removed: "put it back".
    package var restore: [String]
    /// The same if no option follows: "keep it hot" is about the temperature.
    package var keep: [String]
    package var more: [String]
    package var less: [String]
    package var questions: [String: [String]]
    /// Allergens as menus name them, with synonyms.
    package var allergens: [String: [String]]
    /// Kinds of an allergen: almonds for nuts.
    package var allergenKinds: [String: [String]]
    /// Conditions that exclude an allergen: celiac.
    package var conditions: [String: [String]]
    /// Other allergens that the same word may mean.
    package var relatedAllergens: [String: [String]]
    /// Phrases before a diet that state it: "I'm vegan".
    package var eaters: [String]
    /// Items that other places sell, each with its synonyms. If the menu has one of the names, none of them counts.
    package var outOfMenuItems: [[String]]
    /// The same for ingredients: "a banana smoothie".
    package var outOfMenuIngredients: [[String]]
    /// Head nouns of categories with their synonyms: "sandwich", "sub".
    package var genericNouns: [[String]]
    /// Phrases of narration, which order nothing.
    package var narrative: [String]
    /// Utterances without an order that get a reply, by intent: greetings, thanks, "to go", a request for a person.
    package var courtesies: [String: [String]]
    /// Words that may stand beside them.
    package var courtesyFillers: [String]
    package var fillers: [String]
    package var numbers: Numbers

    /// The built-in data of a language.
    ///
    /// - Throws: a decoding error if the built-in file is damaged; a test excludes that.
    package static func builtIn(_ language: SpokenLanguage) throws -> Language {
        let file =
            switch language {
            case .english: EmbeddedFile.parserEnglish
            case .german: EmbeddedFile.parserGerman
            case .korean: EmbeddedFile.parserKorean
            }
        return try JSONDecoder().decode(Language.self, from: Data(file.bytes))
    }

    /// The English data.
    package static func english() throws -> Language { try builtIn(.english) }
}
