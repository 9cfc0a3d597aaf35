import EmbeddedFiles
internal import Foundation

/// Language data of the normaliser and the live preview: fillers, numbers, labels. Decoded from `en.json`.
struct TranscriptLanguage: Decodable, Sendable {
    var locale: String
    /// Hesitations and other words without meaning.
    var fillers: [String]
    /// Phrases that start like fillers but have a meaning: "uh huh" is a yes.
    var kept: [String]
    /// Words with a value below a hundred.
    var numbers: [String: Int]
    var ordinals: [String: Int]
    /// Endings of ordinals in digits.
    var ordinalEndings: [String]
    /// Written forms of ounces; the first is the spoken form.
    var ounces: [String]
    /// Label of an option with an amount, by `OptionAmount`; `#` stands for the option.
    var amountLabels: [String: String]
    /// Label of an option with a count; `%` stands for the count, `#` for the option.
    var countLabel: String

    /// English. Fails only if the built-in file is damaged, which a test excludes.
    static let english = Result {
        try JSONDecoder().decode(TranscriptLanguage.self, from: Data(EmbeddedFile.transcriptLanguage.bytes))
    }
}
