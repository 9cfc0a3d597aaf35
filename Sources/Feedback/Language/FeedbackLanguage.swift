import EmbeddedFiles
internal import Foundation

/// Sentences and grammar of one language, decoded from `Language/….json`.
///
/// The files hold sentences with slots, articles, plural rules, list and money formats, and the forms of common menu
/// adjectives ("large"). Names come from the café's menu.
public struct FeedbackLanguage: Equatable, Sendable {
    /// Language code in lower case, for example `en`.
    public let locale: String
    let sentences: [SentenceKey: SentenceTemplate]
    let grammar: FeedbackGrammar

    /// Codes of the built-in languages.
    public static let locales = ["en", "es", "fr", "de"]

    /// The built-in language for a locale. Decoded once per process.
    ///
    /// - Parameter locale: BCP 47 tag such as `de-AT`; only the language is used.
    /// - Throws: `FeedbackError.unknownLocale`; `badLanguage` if a built-in file is damaged, which a test excludes.
    public static func builtIn(_ locale: String) throws(FeedbackError) -> FeedbackLanguage {
        switch locale.prefix(while: { $0 != "-" && $0 != "_" }).lowercased() {
        case "en": try english.get()
        case "es": try spanish.get()
        case "fr": try french.get()
        case "de": try german.get()
        default: throw .unknownLocale(locale, known: locales)
        }
    }

    private static let english = Result { () throws(FeedbackError) in
        try FeedbackLanguage(json: EmbeddedFile.promptsEnglish.bytes)
    }
    private static let spanish = Result { () throws(FeedbackError) in
        try FeedbackLanguage(json: EmbeddedFile.promptsSpanish.bytes)
    }
    private static let french = Result { () throws(FeedbackError) in
        try FeedbackLanguage(json: EmbeddedFile.promptsFrench.bytes)
    }
    private static let german = Result { () throws(FeedbackError) in
        try FeedbackLanguage(json: EmbeddedFile.promptsGerman.bytes)
    }

    private struct File: Decodable {
        let locale: String
        let sentences: [String: String]
        let grammar: FeedbackGrammar
    }

    /// Decodes a language.
    ///
    /// - Parameter json: UTF-8 JSON with the keys `locale`, `sentences` and `grammar`, as in the built-in files.
    /// - Throws: `FeedbackError.badLanguage`, naming the sentence that is missing or unknown, or its unknown slot.
    public init(json: [UInt8]) throws(FeedbackError) {
        let file: File
        do {
            file = try JSONDecoder().decode(File.self, from: Data(json))
        } catch {
            throw .badLanguage(reason: "\(error)")
        }
        var sentences: [SentenceKey: SentenceTemplate] = [:]
        for (name, text) in file.sentences.sorted(by: { $0.key < $1.key }) {
            guard let key = SentenceKey(rawValue: name) else {
                throw .badLanguage(reason: "there is no sentence '\(name)'")
            }
            let template = try SentenceTemplate(text)
            for slot in template.slots {
                guard key.slots.contains(slot.name) else {
                    throw .badLanguage(reason: "'\(name)' has no {\(slot.name)}")
                }
                guard file.grammar.knows(form: slot.form) else {
                    throw .badLanguage(reason: "'\(name)': there is no article '\(slot.form)'")
                }
                guard file.grammar.joints[slot.joint] != nil else {
                    throw .badLanguage(reason: "'\(name)': there is no joint '\(slot.joint)'")
                }
            }
            if let lost = key.slots.subtracting(template.slots.map(\.name)).min() {
                throw .badLanguage(reason: "'\(name)' lacks {\(lost)}")
            }
            sentences[key] = template
        }
        if let missing = SentenceKey.allCases.first(where: {
            sentences[$0] == nil && !(file.grammar.saysNoneInLine && $0.isOfWithout)
        }) {
            throw .badLanguage(reason: "there is no sentence for '\(missing.rawValue)'")
        }
        locale = file.locale
        self.sentences = sentences
        grammar = file.grammar
    }
}

extension SentenceKey {
    /// Whether only languages with a separate "without" phrase need this sentence: "with milk and without foam".
    fileprivate var isOfWithout: Bool { self == .lineWithout || self == .lineWithAndWithout }
}
