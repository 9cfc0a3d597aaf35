internal import Foundation
internal import Testing

@testable internal import Feedback

/// Typography and form of address of each language, as rules over everything that guests and staff read or hear.
struct TypographyTests {
    /// What a text of the languages must not contain. Slots and placeholders are the letter x.
    private struct Rule {
        let languages: [String]
        let name: String
        let forbidden: String
    }

    private static let rules = [
        Rule(languages: FeedbackLanguage.locales, name: "two spaces", forbidden: "  |\u{A0} | \u{A0}"),
        Rule(languages: FeedbackLanguage.locales, name: "a space before a full stop or comma", forbidden: #"\s[.,]"#),
        Rule(languages: ["fr"], name: "no no-break space before ? ! : ; »", forbidden: "[^\u{A0}][?!:;»]"),
        Rule(languages: ["fr"], name: "no no-break space after «", forbidden: "«[^\u{A0}]"),
        Rule(languages: ["en", "de", "es"], name: "a space before ? ! : ;", forbidden: #"\s[?!:;]"#),
        Rule(languages: ["es"], name: "a question without ¿", forbidden: #"^[^¿]*\?|![^¡]*$"#),
        Rule(languages: ["de", "fr", "es"], name: "no no-break space before %", forbidden: "[^\u{A0}]%"),
        Rule(languages: ["en"], name: "a space before %", forbidden: #"\s%"#),
        Rule(languages: ["en"], name: "quotation marks of another language", forbidden: #"[„«»"]"#),
        Rule(languages: ["de"], name: "quotation marks of another language", forbidden: #"[”«»"]"#),
        Rule(languages: ["fr", "es"], name: "quotation marks of another language", forbidden: #"[„“”"]"#),
        Rule(
            languages: ["de"], name: "familiar address",
            forbidden: #"(?i)\b(du|dich|dir|deine?[mnrs]?|euch|eure?[mnrs]?)\b"#),
        Rule(
            languages: ["de"], name: "the guest without a capital",
            forbidden: #"\bihnen\b|\bihre?[mnrs]? (Bestell|Karte|Nummer|Liste)"#),
        Rule(languages: ["fr"], name: "familiar address", forbidden: #"(?i)\b(tu|te|toi|ton|ta|tes)\b"#),
        Rule(
            languages: ["es"], name: "familiar address",
            forbidden: #"(?i)\b(tú|tu|tus|ti|te|vosotros|vuestr[oa]s?)\b"#),
    ]

    private static func file(_ path: String) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Sources")
        return try String(contentsOf: root.standardizedFileURL.appendingPathComponent(path), encoding: .utf8)
    }

    private static func sentences(_ locale: String) throws -> [String: String] {
        struct File: Decodable { let sentences: [String: String] }
        return try JSONDecoder().decode(File.self, from: Data(file("Feedback/Language/\(locale).json").utf8)).sentences
    }

    /// The texts of the pages: the string literals of the file, with each placeholder as a letter, except in the few
    /// lines with code or with keys of the keyboard.
    private static func pageTexts(_ locale: String) throws -> [String] {
        let code = try file("KioskWeb/Page/words-\(locale).js").split(separator: "\n")
            .filter { line in
                !["replace(", ".test(", "=== 1", "rows:", "names: { \",\""].contains { line.contains($0) }
            }
            .joined(separator: "\n").replacing(/\/\/[^\n]*/, with: "").replacing(#"\u00a0"#, with: "\u{A0}")
        return code.replacing(/\$\{[^{}]*\}/, with: "x").matches(of: /"([^"\n]*)"|`([^`]*)`/)
            .map { String($0.1 ?? $0.2 ?? "") }
    }

    private static func faults(_ text: String, _ locale: String) -> [String] {
        rules.filter {
            $0.languages.contains(locale) && text.range(of: $0.forbidden, options: .regularExpression) != nil
        }
        .map(\.name)
    }

    @Test(
        "Each sentence keeps the typography and the form of address of its language",
        arguments: FeedbackLanguage.locales)
    func sentences(of locale: String) throws {
        for (key, sentence) in try Self.sentences(locale) {
            #expect(Self.faults(sentence.replacing(/\{[^}]*\}/, with: "x"), locale) == [], "\(key): \(sentence)")
        }
    }

    @Test("So does each text of the pages", arguments: FeedbackLanguage.locales)
    func pages(in locale: String) throws {
        let texts = try Self.pageTexts(locale)
        #expect(texts.count > 300)
        for text in texts { #expect(Self.faults(text, locale) == [], "\(text)") }
    }

    /// Sentences that are parts of others or labels: they need no end mark.
    private static let parts = #"Label$|^amount|^line|^(yes|no|neverMind|example|searchItem|priceMore)$"#

    @Test("A sentence ends with a full stop or a question mark", arguments: FeedbackLanguage.locales)
    func ends(_ locale: String) throws {
        for (key, sentence) in try Self.sentences(locale)
        where key.range(of: Self.parts, options: .regularExpression) == nil {
            #expect(sentence.last.map { ".?}".contains($0) } == true, "\(key): \(sentence)")
        }
    }

    @Test("A sentence has the same slots in every language", arguments: ["de", "es", "fr"])
    func slots(_ locale: String) throws {
        func slots(_ sentence: String) -> Set<String> {
            Set(sentence.matches(of: /\{(\w+)[^}]*\}/).map { $0.1.lowercased() })
        }
        let english = try Self.sentences("en")
        for (key, sentence) in try Self.sentences(locale) {
            guard let wanted = english[key] else { continue }
            #expect(slots(sentence) == slots(wanted), "\(key): \(sentence)")
        }
    }

    @Test(
        "The rules find what they forbid",
        arguments: [
            ("en", "Two  spaces."), ("en", "50 % off"), ("fr", "C'est bien ?"), ("fr", "Dites « yes »."),
            ("fr", "Que veux-tu\u{A0}?"), ("es", "Algo más?"), ("es", "¿Qué quieres tú?"),
            ("de", "Was möchtest du?"), ("de", "Ich helfe ihnen."), ("de", "Sagen Sie “yes”."), ("de", "50 %"),
            ("es", "Diga “yes”."),
        ])
    func bite(_ locale: String, _ text: String) {
        #expect(!Self.faults(text, locale).isEmpty)
    }
}
