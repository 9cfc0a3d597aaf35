internal import Foundation
internal import Ordering
internal import Testing

@testable internal import Feedback

struct LanguageTests {
    private static func writer(_ words: Cafes.Words) throws -> PromptWriter {
        try PromptWriter(menu: Cafes.menu(words))
    }

    /// Everything the kiosk can say at a café.
    private static func sentences(_ words: Cafes.Words) throws -> [(name: String, text: String)] {
        let writer = try writer(words)
        let milk = OptionReference(group: "milk", option: "oat")
        let allergens = words.allergens.flatMap { allergen in
            [
                Prompt.answer(.allergens(allergen, itemIds: [], options: [])),
                .answer(.allergens(allergen, itemIds: ["sandwich"], options: [])),
                .contains(allergen: allergen, itemId: "sandwich", option: nil, .notAdded),
                .contains(allergen: allergen, itemId: "sandwich", option: nil, .kept),
                .contains(allergen: allergen, itemId: "latte", option: milk, .notAdded),
                .contains(allergen: allergen, itemId: "latte", option: milk, .notChanged),
                .contains(allergen: allergen, itemId: "latte", option: milk, .kept),
                .contains(allergen: allergen, itemId: "latte", option: nil, .notChanged),
                .contents(allergen, Cafes.line("water")),
            ]
        }
        return Cafes.prompts.map { ($0.name, writer.sentence($0.prompt)) }
            + allergens.map { ("allergen", writer.sentence($0)) }
    }

    @Test(
        "Every prompt is a complete sentence in every language: capital, end mark, no slot left",
        arguments: Cafes.all.indices)
    func whole(_ index: Int) throws {
        for (name, text) in try Self.sentences(Cafes.all[index]) {
            #expect(
                !text.contains { "{}|".contains($0) } && !text.contains("  ") && !text.contains(" ."),
                "\(name): \(text)")
            #expect(
                text.first { $0.isLetter || $0.isNumber }.map { $0.isUppercase || $0.isNumber } == true,
                "\(name): \(text)")
            #expect(text.last.map { ".?".contains($0) } == true, "\(name): \(text)")
        }
    }

    @Test("The prompts of these tests use every sentence of every language", arguments: FeedbackLanguage.locales)
    func covered(_ locale: String) throws {
        let words = try #require(Cafes.all.first { $0.locale.hasPrefix(locale) })
        // Thirteen items, so that lists are shortened as well, and a menu without items for the example without an
        // item.
        let many = try PromptWriter(menu: Cafes.crowded(words))
        let closed = try PromptWriter(menu: Cafes.closed(words))
        let without = try PromptWriter(
            menu: Cafes.menu(words).changed(by: MenuChanges(soldOut: ["milk/oat": MenuChanges.SoldOut()])))
        let oat = OptionReference(group: "milk", option: "oat")
        var calling = closed
        calling.callsStaff = true
        let texts =
            try Self.sentences(words).map(\.text) + [many.sentence(.answer(.items(category: nil))), closed.example]
            + [AnswerLabel.yes, .no, .neverMind].map(many.label)
            + ["nuts", "vegan"].map { many.label(avoided: $0) } + Self.speeches(many)
            + [without.sentence(.refused(.forbidden(line: 1, option: oat, say: nil), itemId: "latte"))]
            + [Prompt.askStaff, .staffCalled].map(calling.sentence) + Self.endings(many)
            + [
                many.sentence(.answer(.allergens(words.allergens[0], itemIds: [], options: []))),
                many.sentence(.answer(.allergens(words.allergens[1], itemIds: [], options: []))),
                many.sentence(.answer(.allergens(words.allergens[2], itemIds: [], options: []))),
                many.sentence(.answer(.price(Cafes.line("item1").item, options: []))),
                many.sentence(.answer(.suitable(without: words.allergens[0], category: nil))),
                many.sentence(.answer(.suitable(without: words.allergens[1], category: nil))),
                try Self.writer(words).sentence(.answer(.suitable(without: words.allergens[0], category: nil))),
            ]
            + [
                MenuSearch(), MenuSearch(among: []), MenuSearch(among: ["item1", "item2"]),
                MenuSearch(among: ["item1", "item2", "item3"]), MenuSearch(without: [words.allergens[0]]),
                MenuSearch(without: [words.allergens[1]]),
            ].map { many.sentence(.answer(.search($0))) }
        for (key, template) in try FeedbackLanguage.builtIn(locale).sentences {
            let literals = template.parts.compactMap { part in
                if case .text(let text) = part { text } else { nil }
            }
            let isUsed = texts.contains { text in
                var rest = text.lowercased()[...]
                return literals.allSatisfy { literal in
                    guard let range = rest.firstRange(of: literal.lowercased()) else { return false }
                    rest = rest[range.upperBound...]
                    return true
                }
            }
            #expect(isUsed, "\(locale): \(key.rawValue)")
        }
    }

    /// What is said and shown at the end of an order.
    private static func endings(_ writer: PromptWriter) -> [String] {
        let latte = ParsedOrderItem(
            itemId: "latte", name: "latte", quantity: 1, options: [], spoken: "", nameSpoken: "", confidence: 1)
        let taxes = [true, false].map { isIncluded in
            OrderTax(
                name: "VAT", rate: 7_500, isIncluded: isIncluded, base: Money(minorUnits: 100),
                amount: Money(minorUnits: 7))
        }
        let sums = OrderSums(
            lines: Money(minorUnits: 100), taxes: taxes, tip: Money(minorUnits: 10), total: Money(minorUnits: 117))
        return [
            .service(.eatHere), .service(.toGo), .closed, .opens(opening(0)), .opens(opening(1)), .opens(opening(2)),
            .question(Clarification(line: 0, itemId: "", topic: .service)),
            .question(Clarification(line: 0, itemId: "latte", topic: .permission(command: .add([latte])))),
        ].map(writer.sentence) + ServiceKind.allCases.map(writer.label) + writer.labels(sums).map(\.label)
    }

    private static func opening(_ daysAway: Int, _ time: String = "7:00") -> OpeningHours.Opening {
        OpeningHours.Opening(daysAway: daysAway, weekday: 0, time: TimeOfDay(time) ?? .midnight)
    }

    @Test(
        "A closed kiosk says when it opens, in the language's form of times",
        arguments: [
            ("en", ["We open at 7:00 AM.", "We open tomorrow at 12:30 PM.", "We open on Monday at 12:05 AM."]),
            ("de", ["Wir öffnen um 7 Uhr.", "Wir öffnen morgen um 12:30 Uhr.", "Wir öffnen am Montag um 0:05 Uhr."]),
            ("fr", ["Nous ouvrons à 7 h.", "Nous ouvrons demain à 12 h 30.", "Nous ouvrons lundi à 0 h 05."]),
            ("es", ["Abrimos a las 7:00.", "Abrimos mañana a las 12:30.", "Abrimos el lunes a las 0:05."]),
        ])
    func opens(_ locale: String, _ sentences: [String]) throws {
        let writer = try PromptWriter(menu: MenuLoader.builtIn(), locale: locale)
        let said = [(0, "7:00"), (1, "12:30"), (2, "0:05")].map { writer.sentence(.opens(Self.opening($0.0, $0.1))) }
        #expect(said.map { $0.replacing("\u{A0}", with: " ") } == sentences)
        let one = writer.sentence(.opens(Self.opening(0, "1:00")))
        #expect(locale != "es" || one == "Abrimos a la 1:00.")
    }

    /// Replies that are shorter in speech than on the screen.
    private static func speeches(_ writer: PromptWriter) -> [String] {
        let total = Money(minorUnits: 1_250), many = [OrderLine](repeating: Cafes.latte, count: 5)
        return [
            writer.speech([.added([Cafes.latte]), .anythingElse(total: total)]), writer.speech([.added(many)]),
            writer.speech([.confirm(many, total: total)]), writer.speech([.confirmAgain(many, total: total)]),
        ]
    }

    @Test("Beside a display, a reply says no total in passing, and counts what would take long to name")
    func speech() throws {
        let writer = try Self.writer(Cafes.english), latte = Cafes.latte
        let one = [Prompt.added([latte]), .anythingElse(total: Money(minorUnits: 425))]
        #expect(writer.reply(one).contains("Your total is"))
        #expect(writer.speech(one) == writer.sentence(one[0]) + " Anything else?")
        #expect(writer.speech([one[1]]) == writer.sentence(one[1]), "the total alone is an answer")
        let few = Prompt.confirm([latte, latte, latte, latte], total: Money(minorUnits: 1_700))
        #expect(writer.speech([few]) == writer.sentence(few))
        #expect(latte.quantity == 2)
        let many = Prompt.confirm([latte, latte, latte, latte, latte], total: Money(minorUnits: 2_975))
        #expect(
            writer.speech([many])
                == "That is 10 items, as you see on the screen. Your total is £29.75. Is that right?")
        #expect(writer.speech([.added([latte, latte, latte])]) == "Added 6 items.")
    }

    /// Words of the English sentences that none of the other languages has.
    private static let english: Set<String> = [
        "the", "your", "you", "order", "please", "like", "would", "is", "are", "sorry", "what", "which", "with", "for",
        "of", "more", "have", "take", "up", "to", "how",
        "many",
        "not", "available", "right", "now", "does", "come", "comes", "add", "can", "needs", "ask", "our", "staff",
        "lines", "took", "away", "that", "all", "else", "say",
        "again", "empty", "thank", "shall", "change", "cancelled", "screen", "confirm", "once", "yes", "no.", "nothing",
        "and", "we", "it", "know", "don't", "about",
        "starts",
        "at", "costs", "example", "listed", "sure", "contains", "be", "light", "and",
    ]

    @Test("Every amount that is an order's total is named as one, in its own sentence", arguments: Cafes.all.indices)
    func totals(_ index: Int) throws {
        let words = Cafes.all[index], writer = try Self.writer(words)
        let naming = ["en": "total", "es": "total", "fr": "total", "de": "Insgesamt"][writer.locale] ?? ""
        let latte = Cafes.latte, total = Money(minorUnits: 1_250)
        for prompt: Prompt in [
            .anythingElse(total: total), .cart([latte], total: total), .confirm([latte], total: total),
            .confirmAgain([latte], total: total), .restored([latte], total: total), .confirmed(total: total),
        ] {
            let amount = writer.money(total).replacing("\u{A0}", with: " ")
            let sentences = SentenceSplitter.split(writer.sentence(prompt).replacing("\u{A0}", with: " "))
            let priced = sentences.filter { $0.contains(amount) }
            #expect(priced.count == 1 && priced.allSatisfy { $0.contains(naming) }, "\(sentences)")
            #expect(priced.allSatisfy { !$0.contains(writer.describe(latte)) }, "\(sentences)")
        }
    }

    @Test("What guests are told to say is English, the recogniser's language", arguments: Cafes.all.indices)
    func saidInEnglish(_ index: Int) throws {
        let writer = try Self.writer(Cafes.all[index])
        let again = writer.sentence(.confirmAgain([Cafes.latte], total: Money(minorUnits: 400)))
        #expect(again.contains("yes") && again.contains("no"))
        let help = writer.sentence(.help).lowercased()
        #expect(help.contains("read it back") && help.contains("that's all"))
    }

    @Test(
        "The other languages contain no English but what guests are to say to an English recogniser, in quotes",
        arguments: [Cafes.spanish, Cafes.french, Cafes.german].indices)
    func translated(_ index: Int) throws {
        for (name, text) in try Self.sentences([Cafes.spanish, Cafes.french, Cafes.german][index]) {
            let unquoted = text.replacing(/[„«][^“»]*[“»]/, with: "")
            let words = unquoted.lowercased().split { !($0.isLetter || $0 == "'") }.map(String.init)
            #expect(words.filter(Self.english.contains).isEmpty, "\(name): \(text)")
        }
        // The list detects English.
        for (_, text) in try Self.sentences(Cafes.english) where text.split(separator: " ").count > 6 {
            #expect(
                text.lowercased().split { !($0.isLetter || $0 == "'") }.contains { Self.english.contains(String($0)) },
                "\(text)")
        }
    }

    @Test(
        "The language is the menu's or that of the given tag",
        arguments: [(nil, "en"), ("de", "de"), ("de-AT", "de"), ("FR_ca", "fr"), ("es-419", "es"), ("en-US", "en")]
            as [(String?, String)])
    func choice(_ tag: String?, _ locale: String) throws {
        #expect(try PromptWriter(menu: Cafes.menu(Cafes.english), locale: tag).locale == locale)
        #expect(try PromptWriter(menu: Cafes.menu(Cafes.german)).locale == "de")
    }

    @Test(
        "A language without sentences is an error that lists the known ones", arguments: ["it-IT", "", "english", "x"])
    func unknown(_ tag: String) throws {
        #expect(throws: FeedbackError.unknownLocale(tag, known: ["en", "es", "fr", "de"])) {
            _ = try PromptWriter(menu: Cafes.menu(Cafes.english), locale: tag)
        }
    }

    @Test("Every name has one gender, and every adjective all its forms", arguments: FeedbackLanguage.locales)
    func grammar(_ locale: String) throws {
        let grammar = try FeedbackLanguage.builtIn(locale).grammar
        let words = grammar.genderOf.values.flatMap(\.self)
        #expect(Set(words).count == words.count)
        for (base, forms) in grammar.adjectives {
            #expect(forms.count >= grammar.agreement.count && (forms[0] == base || forms.last == base), "\(base)")
        }
        #expect(grammar.genderEndings.allSatisfy { $0.count == 2 })
        #expect(grammar.joints["and"] != nil && grammar.joints["or"] != nil)
    }

    /// A language file with one change, and the error it causes.
    private static let mistakes: [(change: @Sendable (inout [String: Any]) -> Void, reason: String)] = [
        ({ $0["locale"] = nil }, "locale"),
        ({ LanguageTests.change(&$0, "whatElse", nil) }, "whatElse"),
        ({ LanguageTests.change(&$0, "whatElsewhere", "x") }, "whatElsewhere"),
        ({ LanguageTests.change(&$0, "accepted", "Yes.") }, "lacks {lines}"),
        ({ LanguageTests.change(&$0, "accepted", "{lines} {total}") }, "has no {total}"),
        ({ LanguageTests.change(&$0, "accepted", "{lines") }, "brace"),
        ({ LanguageTests.change(&$0, "accepted", "lines}") }, "brace"),
        ({ LanguageTests.change(&$0, "accepted", "{lines|xor}") }, "joint 'xor'"),
        ({ LanguageTests.change(&$0, "unavailable", "{item:thy}") }, "article 'thy'"),
        ({ LanguageTests.change(&$0, "unavailable", "{item:the+dual}") }, "cannot be read"),
        ({ LanguageTests.change(&$0, "unavailable", "{}") }, "cannot be read"),
        ({ $0["grammar"] = ["money": 3] }, "grammar"),
    ]

    private static func change(_ file: inout [String: Any], _ key: String, _ value: String?) {
        var sentences = file["sentences"] as? [String: Any] ?? [:]
        sentences[key] = value
        file["sentences"] = sentences
    }

    @Test("A damaged language file is refused with its reason", arguments: 0..<12)
    func refused(_ index: Int) throws {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "../../Sources/Feedback/Language/en.json")
        var file = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: path.standardizedFileURL)) as? [String: Any])
        #expect(throws: Never.self) {
            _ = try FeedbackLanguage(json: [UInt8](JSONSerialization.data(withJSONObject: file)))
        }
        Self.mistakes[index].change(&file)
        let bytes = try [UInt8](JSONSerialization.data(withJSONObject: file))
        let error = #expect(throws: FeedbackError.self) { _ = try FeedbackLanguage(json: bytes) }
        guard case .badLanguage(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains(Self.mistakes[index].reason), "\(reason)")
    }
}

struct SpokenSentenceTests {
    @Test(
        "A text is split into sentences",
        arguments: [
            ("A latte. Your total is $4.25. Anything else?", ["A latte.", "Your total is $4.25.", "Anything else?"]),
            ("no end", ["no end"]), ("", []), (" \n ", []),
            ("One!  Two?\nThree", ["One!", "Two?", "Three"]),
            ("Sagen Sie „das ist alles.“ Danke.", ["Sagen Sie „das ist alles.“", "Danke."]),
            ("v1.2 is out", ["v1.2 is out"]),
        ])
    func sentences(_ text: String, _ pieces: [String]) { #expect(SentenceSplitter.split(text) == pieces) }

    @Test(
        "A long sentence is split at a comma or a space, and nothing is lost",
        arguments: ["a latte, ", "a latte ", "lattelatte"])
    func long(_ unit: String) {
        let text = String(repeating: unit, count: 200)
        let pieces = SentenceSplitter.split(text)
        #expect(pieces.count > 1 && pieces.allSatisfy { !$0.isEmpty && $0.count <= SentenceSplitter.maxCharacters })
        #expect(pieces.joined(separator: "").filter { $0 != " " } == text.filter { $0 != " " })
    }

    @Test(
        "Frequent sentences are single, distinct and short enough for a synthesiser",
        arguments: Cafes.all.indices)
    func frequent(_ index: Int) throws {
        let writer = try PromptWriter(menu: Cafes.menu(Cafes.all[index]))
        let sentences = writer.frequentSentences
        #expect(sentences.count > 15 && Set(sentences).count == sentences.count)
        #expect(sentences.allSatisfy { SentenceSplitter.split($0) == [$0] })
        #expect(sentences.contains(writer.sentence(.whatElse).replacing("\u{A0}", with: "")))
    }
}
