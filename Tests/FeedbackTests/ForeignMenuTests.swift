internal import Feedback
internal import Ordering
internal import Testing

/// Sentences in another language than the menu's: names keep the menu's plurals and word order.
struct ForeignMenuTests {
    private static let cafe = Result { try MenuLoader.builtIn() }

    private static func line(_ item: String, _ quantity: Int = 1, _ options: [(String, String)] = []) -> OrderLine {
        Cafes.line(item, quantity, options.map { Cafes.option($0.0, $0.1) })
    }

    @Test(
        "An English menu's names have English plurals and word order in every language",
        arguments: [
            ("es", "2 blueberry muffins y un large iced latte con oat milk."),
            ("fr", "2 blueberry muffins et un large iced latte avec de l'oat milk."),
            ("de", "2 Blueberry muffins und ein Large Iced Latte mit Oat milk."),
            ("en", "2 blueberry muffins and a large iced latte with oat milk."),
        ])
    func names(_ locale: String, _ words: String) throws {
        let writer = try PromptWriter(menu: Self.cafe.get(), locale: locale)
        let latte = Self.line("latte", 1, [("size", "large"), ("temperature", "iced"), ("milk", "oat")])
        #expect(writer.sentence(.accepted([Self.line("blueberry-muffin", 2), latte])) == words)
    }

    @Test(
        "Option groups that every café has are named in the language of the sentence, options as guests say them",
        arguments: [
            ("es", "¿Qué tamaño para el latte: small, medium o large?"),
            ("fr", "Quelle taille pour le latte : small, medium ou large ?"),
            ("de", "Latte: Welche Größe – Small, Medium oder Large?"),
            ("en", "Which size for the latte: small, medium or large?"),
        ])
    func groups(_ locale: String, _ words: String) throws {
        let writer = try PromptWriter(menu: Self.cafe.get(), locale: locale)
        let question = Clarification(line: 1, itemId: "latte", topic: .option(group: "size"))
        #expect(writer.sentence(.question(question)).replacing("\u{A0}", with: " ") == words)
    }

    @Test("Every group of the built-in menu has a name in every language", arguments: ["es", "fr", "de"])
    func everyGroup(_ locale: String) throws {
        let menu = try Self.cafe.get(), writer = try PromptWriter(menu: menu, locale: locale)
        for group in menu.optionGroups {
            let missing = Prompt.refused(.missing(line: 1, group: group.id, say: nil), itemId: "latte")
            let own = try PromptWriter(menu: menu).sentence(missing)
            #expect(own.contains(group.name.lowercased()))
            // Some names are the same words: topping, sauce.
            let isSame = locale == "de" && group.id == "topping"
            #expect(
                isSame
                    || !writer.sentence(missing).lowercased().split(whereSeparator: \.isWhitespace)
                        .contains { $0.hasPrefix(group.name.lowercased()) },
                "\(writer.sentence(missing))")
        }
    }

    @Test("A German menu keeps its plurals in English sentences")
    func german() throws {
        let menu = try Cafes.menu(Cafes.german)
        let writer = try PromptWriter(menu: menu, locale: "en")
        #expect(writer.sentence(.accepted([Self.line("muffin", 3)])).lowercased() == "3 heidelbeermuffins.")
        let question = Clarification(line: 1, itemId: "latte", topic: .option(group: "size"))
        #expect(writer.sentence(.question(question)).hasPrefix("Which size for the latte:"))
    }
}
