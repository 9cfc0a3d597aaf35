internal import Foundation
internal import Ordering

/// The words of a language that are not the menu's: how people ask, count, join, correct and fill. Data, read from
/// `en.json`.
struct Language: Decodable, Sendable {
    struct Numbers: Decodable, Sendable {
        /// Words with a value below a hundred.
        var words: [String: Int]
        var hundred: String
        /// Words that multiply: thousand, million.
        var scales: [String: Int]
        /// The word inside "a hundred and five".
        var and: String
        /// Words that mean one before "hundred" or a scale.
        var one: [String]
        /// Whole phrases with a value: "half a dozen".
        var phrases: [String: Int]
        /// Words that make a number something other than a whole one.
        var unclear: [String]
        /// Words that are no number by themselves and end one as something else: "twenty first". From the first on,
        /// without gaps.
        var ordinals: [String]
    }

    /// How people speak of what they ordered.
    struct References: Decodable, Sendable {
        var latest: [String]
        var other: [String]
        var newestTwo: [String]
        var all: [String]
        /// Those of `all` that speak of one line after the other: "two of each".
        var each: [String]
    }

    var locale: String
    var intents: [String: [String]]
    var amounts: [String: [String]]
    /// Words between a count and an option: "two pumps of".
    var units: [String]
    /// What sizes are measured in: "an eight ounce latte" is no eight lattes.
    var measures: [String]
    /// Before something new.
    var articles: [String]
    /// Before something known.
    var definite: [String]
    /// What an article becomes before a vowel.
    var articleBeforeVowel: [String: String]
    var joins: [String]
    var also: [String]
    var with: [String]
    var of: [String]
    /// Between what is changed and what it becomes.
    var to: [String]
    /// Before whom something is for.
    var forWhom: [String]
    /// Between an option and the line it goes into.
    var places: [String]
    /// "take … off".
    var splitRemovals: [String]
    var particles: [String]
    /// What takes back the words before it for those that follow.
    var repairs: [String]
    /// How many times "double" and the like are.
    var multiples: [String: Int]
    /// What takes back the item said last; alone, "never mind" takes back or cancels.
    var scratch: [String]
    /// What takes back the last change of the order.
    var undo: [String]
    /// What takes back what was said last, if that changed the order.
    var forget: [String]
    var not: [String]
    /// Between things of which the same is said: "no milk or sugar".
    var alternatives: [String]
    /// Behind what something is to be without: "sugar free".
    var lacking: [String]
    /// The same before the word: "non dairy".
    var non: [String]
    /// Before what is left as it is: "remove everything except the latte".
    var except: [String]
    /// Between a question and what follows from a yes to it.
    var consequences: [String]
    /// The same of a no.
    var otherwise: [String]
    /// "just", which sets what follows against what was said before.
    var only: [String]
    /// What changes a line: "make it iced".
    var edits: [String]
    /// What stands between a line and what it becomes: "the latte should be iced".
    var copulas: [String]
    var insteadOf: [String]
    var instead: [String]
    var references: References
    /// Nouns that stand for whatever was ordered: "the second one".
    var nouns: [String]
    var lasts: [String]
    /// The pieces of a line that were not spoken of: "one with oat, the other with soy".
    var rest: [String]
    /// Every other piece of a line: "half with oat, half with soy".
    var halves: [String]
    /// A piece without options: "one plain".
    var plain: [String]
    /// Words for how many times, behind what is ordered.
    var times: [String: Int]
    var again: [String]
    var oneMore: [String]
    /// What brings back what was taken away: "put it back".
    var restore: [String]
    /// The same, where nothing is said of how to keep it: "keep it hot" is about the heat.
    var keep: [String]
    var more: [String]
    var less: [String]
    var questions: [String: [String]]
    /// Allergens as menus name them, and what else people call them.
    var allergens: [String: [String]]
    /// What is one of an allergen's kind, as people name it who must not eat it.
    var allergenKinds: [String: [String]]
    /// What people have who must not eat an allergen.
    var conditions: [String: [String]]
    /// What else may be meant by an allergen's name.
    var relatedAllergens: [String: [String]]
    /// Ways to eat that no menu file tells of.
    var diets: [String]
    /// Who eats so: "I'm vegan".
    var eaters: [String]
    /// What other houses sell, each with its other names. A menu that has one of the names has the thing, and then none
    /// of them counts.
    var elsewhere: [[String]]
    /// The same of what is put into things: "a banana smoothie".
    var flavorsElsewhere: [[String]]
    /// What is told and not ordered.
    var narrative: [String]
    var fillers: [String]
    var numbers: Numbers

    /// English.
    ///
    /// - Throws: a decoding error only if the built-in file is damaged, which its test excludes.
    static func english() throws -> Language {
        try JSONDecoder().decode(Language.self, from: Data(PackageResources.en_json))
    }
}
