internal import Ordering
internal import Testing

@testable internal import OrderSession

/// Answers at a kiosk in another language than the recogniser's: English ones, and its own.
struct HeardAnswerTests {
    static let languages: [(locale: String, cases: [Answers.Case])] = [
        ("es", Answers.spanish), ("fr", Answers.french), ("de", Answers.german),
    ]

    @Test("English answers mean at every kiosk what they mean in English", arguments: languages.map(\.locale))
    func english(_ locale: String) throws {
        let detector = try ConfirmationResponseDetector(heardBesides: locale)
        let others: [Answers.Case] = [
            ("no it was a latte", .modified("it was a latte")), ("yes and make it fast", .modified("make it fast")),
            ("yes and a sip of tea", .modified("a sip of tea")), ("no comment", .modified("no comment")),
        ]
        for (text, result) in Answers.english + others {
            #expect(detector.detect(text) == result, "\(locale): \(text)")
        }
    }

    @Test("A kiosk's own language means what it means without English beside it", arguments: languages.indices)
    func own(_ index: Int) throws {
        let (locale, cases) = Self.languages[index]
        let detector = try ConfirmationResponseDetector(heardBesides: locale)
        // Without its accent the French word for tea is the English article.
        let exceptions: [String: ConfirmationResult] = ["annulez le thé": .rejected]
        for (text, result) in cases {
            #expect(detector.detect(text) == exceptions[text] ?? result, "\(locale): \(text)")
        }
    }

    @Test(
        "The answers of guests who speak Korean count beside the English sentences",
        arguments: [
            ("네", ConfirmationResult.confirmed), ("네 맞아요", .confirmed), ("yes", .confirmed),
            ("아니요", .rejected), ("취소 해 주세요", .rejected), ("no", .rejected), ("글쎄요", .unclear),
            ("네 아니요", .unclear),
        ])
    func korean(_ text: String, _ result: ConfirmationResult) throws {
        #expect(try ConfirmationResponseDetector(heardBesides: "en", by: .korean).detect(text) == result)
    }

    @Test("An English kiosk knows English alone, whatever its region", arguments: ["en", "en-GB", "EN_us"])
    func alone(_ locale: String) throws {
        #expect(try ConfirmationKeywords.heard(besides: locale) == .builtIn("en"))
    }

    @Test(
        "Both languages may be mixed, and a contradiction between them confirms nothing", arguments: languages.indices)
    func mixed(_ index: Int) throws {
        let locale = Self.languages[index].locale
        let detector = try ConfirmationResponseDetector(heardBesides: locale)
        let own = ["es": ("sí", "incorrecto"), "fr": ("oui", "nan"), "de": ("ja", "nein")][locale] ?? ("", "")
        #expect(detector.detect("yes \(own.0)") == .confirmed && detector.detect("\(own.0) okay") == .confirmed)
        #expect(detector.detect("nope \(own.1)") == .rejected)
        for text in ["yes \(own.1)", "\(own.0) nope", "nope \(own.0)", "\(own.1) yes"] {
            #expect(detector.detect(text) == .unclear, "\(text)")
        }
        #expect(detector.detect("\(own.0) but make it iced") == .modified("make it iced"))
    }

    @Test("No yes of English is a no or a doubt elsewhere; the words with two meanings are known ones")
    func clashes() throws {
        let english = ConfirmationRole.rolesByPhrase(of: try .builtIn("en"))
        var found: [String: [String]] = [:]
        for locale in Self.languages.map(\.locale) {
            for (words, roles) in ConfirmationRole.rolesByPhrase(of: try .builtIn(locale)) {
                guard let known = english[words], known != roles else { continue }
                #expect(known.contains(.confirm) == roles.contains(.confirm) || known == [.filler], "\(words)")
                found[locale, default: []].append(words.joined(separator: " "))
            }
        }
        #expect(
            found.mapValues { $0.sorted() } == ["de": ["er", "super"], "es": ["quite"], "fr": ["correct", "super"]])
    }

    private static func json(confirm: String, reject: String, filler: String = "", opener: String = "") -> [UInt8] {
        Array(
            """
            {"locale": "xx", "confirm": [\(confirm)], "reject": [\(reject)], "negation": [], "doubt": [],
             "filler": [\(filler)], "weak": [], "contrast": [], "opener": [\(opener)], "marker": [], "negator": [],
             "sentenceStart": []}
            """.utf8)
    }

    @Test("A yes of one language that is a no of the other is unclear; of other meanings the first language's stays")
    func opposites() throws {
        let first = try ConfirmationKeywords(
            json: Self.json(confirm: "\"ne\", \"da\"", reject: "\"net\", \"na\"", filler: "\"so\", \"um\""))
        let second = try ConfirmationKeywords(
            json: Self.json(
                confirm: "\"nai\", \"na\", \"so\"", reject: "\"ne\", \"óchi\"", filler: "\"e\"", opener: "\"um\""))
        let detector = try ConfirmationResponseDetector(keywords: first.adding(second))
        for text in ["ne", "na", "ne ne", "da ne"] { #expect(detector.detect(text) == .unclear, "\(text)") }
        for text in ["da", "nai", "da nai", "so", "e da", "um da"] {
            #expect(detector.detect(text) == .confirmed, "\(text)")
        }
        for text in ["net", "ochi", "net ochi"] { #expect(detector.detect(text) == .rejected, "\(text)") }
        // "Um" begins a change in the second language only.
        #expect(detector.detect("um sahar") == .unclear)
    }
}
