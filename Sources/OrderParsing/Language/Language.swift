internal import Foundation
internal import Ordering

/// The words of a language that are not the menu's: how people ask, count, join and fill. Data, read from `en.json`.
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
        /// Words that are no number by themselves and end one as something else: "twenty first".
        var ordinals: [String]
    }

    var locale: String
    var intents: [String: [String]]
    var amounts: [String: [String]]
    /// Words between a count and an option: "two pumps of".
    var units: [String]
    var articles: [String]
    /// What an article becomes before a vowel.
    var articleBeforeVowel: [String: String]
    var joins: [String]
    var with: [String]
    var of: [String]
    var fillers: [String]
    var numbers: Numbers

    /// English.
    ///
    /// - Throws: a decoding error only if the built-in file is damaged, which its test excludes.
    static func english() throws -> Language {
        try JSONDecoder().decode(Language.self, from: Data(PackageResources.en_json))
    }
}
