import EmbeddedFiles
internal import Foundation
internal import Ordering

/// Public short forms and spelling variants of food words: "mayo" for "mayonnaise".
struct ShortForms: Sendable {
    private let forms: [String: [[String]]]

    /// The short forms of a language; none for a language without data.
    ///
    /// - Throws: a decoding error if the built-in file is damaged; a test excludes that.
    static func builtIn(_ language: SpokenLanguage) throws -> ShortForms {
        language == .english ? try english() : ShortForms(forms: [:])
    }

    private static func english() throws -> ShortForms {
        let words = try JSONDecoder().decode(
            [String: [String]].self, from: Data(EmbeddedFile.shortForms.bytes))
        return ShortForms(forms: words.mapValues { $0.map { $0.split(separator: " ").map(String.init) } })
    }

    /// The phrases that differ in one word which has a short form.
    func variants(of words: [String]) -> [[String]] {
        words.indices.flatMap { index in
            (forms[words[index]] ?? []).map { Array(words[..<index]) + $0 + Array(words[(index + 1)...]) }
        }
    }
}
