internal import Foundation

/// What a language says around an order: hesitations, written numbers, labels. Data, read from `en.json`.
struct TranscriptLanguage: Decodable, Sendable {
    var locale: String
    /// Words and phrases that say nothing.
    var fillers: [String]
    /// Phrases that begin like fillers and mean something: "uh huh" is a yes.
    var kept: [String]
    /// Words with a value below a hundred.
    var numbers: [String: Int]
    var ordinals: [String: Int]
    /// What follows the digits of an ordinal.
    var ordinalEndings: [String]
    /// What is written for ounces; the first is how people say it.
    var ounces: [String]
    /// How an amount of an option is shown, by `OptionAmount`; `#` stands for the option.
    var amountLabels: [String: String]
    /// How a number of an option is shown; `%` stands for the number, `#` for the option.
    var countLabel: String

    /// English. Fails only if the built-in file is damaged, which its test excludes.
    static let english = Result {
        try JSONDecoder().decode(TranscriptLanguage.self, from: Data(PackageResources.en_json))
    }
}
