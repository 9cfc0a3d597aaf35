internal import Foundation
internal import Ordering
internal import TestSupport
internal import Testing

@testable internal import OrderSession

struct ConfirmationDetectorTests {
    private static let detectors = ["en-US", "es-MX", "fr", "de_AT"].reduce(into: [:]) { detectors, locale in
        detectors[locale] = Result { try ConfirmationResponseDetector(locale: locale) }
    }

    private static func expect(
        _ locale: String, _ text: String, _ result: ConfirmationResult,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let detector = try detectors[locale]?.get() ?? ConfirmationResponseDetector(locale: locale)
        #expect(detector.detect(text) == result, "\(locale): \(text)", sourceLocation: sourceLocation)
    }

    @Test("English answers mean what they say", arguments: Answers.english)
    func english(_ text: String, _ result: ConfirmationResult) throws { try Self.expect("en-US", text, result) }

    @Test("Spanish answers mean what they say", arguments: Answers.spanish)
    func spanish(_ text: String, _ result: ConfirmationResult) throws { try Self.expect("es-MX", text, result) }

    @Test("French answers mean what they say", arguments: Answers.french)
    func french(_ text: String, _ result: ConfirmationResult) throws { try Self.expect("fr", text, result) }

    @Test("German answers mean what they say", arguments: Answers.german)
    func german(_ text: String, _ result: ConfirmationResult) throws { try Self.expect("de_AT", text, result) }

    /// The keywords of a language alone, and as a kiosk hears them, with English.
    private static func sets(_ index: Int) throws -> [ConfirmationKeywords] {
        let locale = languages[index].locale
        return try [.builtIn(locale), .heard(besides: locale)]
    }

    static let languages: [(locale: String, cases: [Answers.Case])] = [
        ("en", Answers.english), ("es", Answers.spanish), ("fr", Answers.french), ("de", Answers.german),
    ]

    @Test("Every language has at least 40 different cases", arguments: languages.indices)
    func enoughCases(_ index: Int) { #expect(Set(Self.languages[index].cases.map(\.text)).count >= 40) }

    @Test("Written without accents, as recognisers may, the answers mean the same", arguments: languages.indices)
    func withoutAccents(_ index: Int) throws {
        let (locale, cases) = Self.languages[index]
        let detector = try ConfirmationResponseDetector(locale: locale)
        for (text, result) in cases {
            let plain = String(
                String.UnicodeScalarView(
                    text.decomposedScalars.filter { $0.properties.generalCategory != .nonspacingMark }))
            #expect(detector.detect(plain) == result, "\(plain)")
            #expect(detector.detect(plain.uppercased()) == detector.detect(plain) || plain.contains("ß"), "\(plain)")
        }
    }

    @Test(
        "A word that is none of ours, anywhere in a yes or no, is never taken as the bare answer",
        arguments: languages.indices)
    func unknownWord(_ index: Int) throws {
        let (locale, cases) = Self.languages[index]
        let detector = try ConfirmationResponseDetector(locale: locale)
        for (text, result) in cases where result == .confirmed || result == .rejected {
            let words = text.split(separator: " ").map(String.init)
            for place in 0...words.count {
                let spoilt = (words[..<place] + ["zzyzx"] + words[place...]).joined(separator: " ")
                #expect(detector.detect(spoilt) != .confirmed, "\(spoilt)")
            }
        }
    }

    @Test("A yes with a no anywhere beside it never confirms, and never declines", arguments: languages.indices)
    func contradiction(_ index: Int) throws {
        let (locale, _) = Self.languages[index]
        let no = ["en": "nope", "es": "incorrecto", "fr": "nan", "de": "nein"][locale] ?? ""
        for keywords in try Self.sets(index) {
            let detector = try ConfirmationResponseDetector(keywords: keywords)
            for yes in keywords.confirm {
                #expect(detector.detect(yes) == .confirmed, "\(yes)")
                #expect(
                    detector.detect("\(yes) \(no)") != .confirmed && detector.detect("\(no) \(yes)") != .confirmed,
                    "\(yes)"
                )
                #expect(detector.detect("\(no) \(yes)") != .rejected, "\(yes)")
            }
        }
    }

    @Test("Every phrase of a language means what its set says when it is said alone", arguments: languages.indices)
    func everyPhrase(_ index: Int) throws {
        for keywords in try Self.sets(index) {
            let detector = try ConfirmationResponseDetector(keywords: keywords)
            for phrase in keywords.reject { #expect(detector.detect(phrase) == .rejected, "\(phrase)") }
            for phrase in keywords.doubt + keywords.filler + keywords.weak + keywords.contrast {
                #expect(detector.detect(phrase) == .unclear, "\(phrase)")
            }
            for phrase in keywords.opener {
                guard case .modified = detector.detect(phrase + " zzyzx") else {
                    Issue.record("\(phrase) begins no change")
                    continue
                }
            }
        }
    }

    @Test("D9: Of random sequences of keywords only pure ones confirm", arguments: languages.indices)
    func randomKeywords(_ index: Int) throws {
        for keywords in try Self.sets(index) {
            let detector = try ConfirmationResponseDetector(keywords: keywords)
            let phrases = try ConfirmationPhrases(keywords)
            let all = ConfirmationRole.allCases.flatMap { $0.phrases(of: keywords) } + ["zzyzx"]
            let harmless: Set<ConfirmationRole> = [.confirm, .filler, .weak]
            var random = SeededGenerator(seed: UInt64(index))
            for _ in 0..<Repository.rounds(4_000, full: 20_000) {
                let words = (0..<Int.random(in: 1...4, using: &random)).compactMap { _ in
                    all.randomElement(using: &random)
                }.joined(separator: " ")
                guard detector.detect(words) == .confirmed else { continue }
                let roles = phrases.tokens(words.spokenWords).map(\.roles)
                // "But yes" is a yes that takes nothing back, and a word may be an opener where nothing follows it.
                let isPure =
                    roles.allSatisfy { !$0.isDisjoint(with: harmless) || $0 == [.contrast] }
                    && roles.contains { $0.contains(.confirm) }
                #expect(isPure, "\(words)")
            }
        }
    }

    @Test(
        "Long, damaged and hostile text is unclear and ends nothing",
        arguments: [
            String(repeating: "yes ", count: 61), String(repeating: "y", count: 401), "\u{0}\u{202E}", "¿?", "</order>",
        ])
    func hostile(_ text: String) throws {
        for locale in ConfirmationKeywords.locales { try Self.expect(locale, text, .unclear) }
    }

    @Test("A language without keywords is refused by its name", arguments: ["it-IT", "", "x", "english", "deu"])
    func unknownLocale(_ locale: String) {
        #expect(throws: ConfirmationError.unknownLocale(locale)) { try ConfirmationResponseDetector(locale: locale) }
    }

    private static func json(confirm: String = "\"da\"", reject: String = "\"net\"", opener: String = "") -> [UInt8] {
        Array(
            """
            {"locale": "ru", "confirm": [\(confirm)], "reject": [\(reject)], "negation": [], "doubt": [], \
            "filler": [], "weak": [],
             "contrast": [], "opener": [\(opener)], "marker": [], "negator": [], "sentenceStart": []}
            """.utf8)
    }

    @Test("Another language is data")
    func otherLanguage() throws {
        let detector = try ConfirmationResponseDetector(
            keywords: ConfirmationKeywords(json: Self.json(opener: "\"net\", \"s\"")))
        #expect(detector.detect("Da") == .confirmed && detector.detect("net") == .rejected)
        #expect(
            detector.detect("net saharom") == .modified("net saharom")
                && detector.detect("da s saharom") == .modified("s saharom"))
    }

    @Test(
        "A phrase in two sets, an empty phrase, a missing set and broken JSON are refused",
        arguments: [
            json(reject: "\"da\""), json(reject: "\"Dá!\""), json(confirm: "\"…\""), Array("{\"locale\": \"ru\"}".utf8),
            Array("{".utf8), [],
        ])
    func badKeywords(_ json: [UInt8]) {
        let error = #expect(throws: ConfirmationError.self) { try ConfirmationKeywords(json: json) }
        guard case .badKeywords(let reason) = error else {
            Issue.record("other error")
            return
        }
        #expect(!reason.isEmpty)
    }
}

extension String {
    fileprivate var decomposedScalars: String.UnicodeScalarView { decomposedStringWithCanonicalMapping.unicodeScalars }
    fileprivate var spokenWords: [String] { SpokenWords(self).words }
}
