internal import Foundation
internal import Ordering
internal import Testing

@testable internal import Feedback

/// Sentences reviewed by a speaker of the language.
struct ReviewedSentenceTests {
    private static func check(_ words: Cafes.Words, _ expected: [String: String]) throws {
        let writer = try PromptWriter(menu: Cafes.menu(words))
        for (name, sentence) in expected {
            let prompt = try #require(Cafes.prompts.first { $0.name == name }).prompt
            #expect(writer.sentence(prompt).replacing("\u{A0}", with: " ") == sentence)
        }
    }

    @Test("Spanish")
    func spanish() throws {
        try Self.check(
            Cafes.spanish,
            [
                "accepted": "2 cafés con leche grandes con hielo y leche de avena, sin espuma ni azúcar.",
                "accepted lemonade": "Una limonada pequeña caliente.",
                "accepted sweet":
                    "Un café con leche mediano con 2 siropes de vainilla, un poco de azúcar y extra de nata.",
                "accepted one": "Un café con leche con un sirope de avellana.",
                "accepted sandwich": "Un sándwich sin tostar y 2 sándwiches tostados.",
                "accepted plain": "3 magdalenas, un agua mineral y 2 aguas minerales.",
                "whichOption": "¿Qué tamaño para el café con leche: pequeño, mediano o grande?",
                "whichItem": "¿Cuál prefiere: el café con leche, la limonada o el agua mineral?",
                "whatAbout lemonade": "¿Qué quiere cambiar de la limonada?",
                "anythingElse": "El total es de 12,50 €. ¿Algo más?",
                "confirmAgain":
                    """
                Otra vez: 2 cafés con leche grandes con hielo y leche de avena, sin espuma ni azúcar. \
                El total es de 12,50 €. Diga «yes» o «no», por favor.
                """,
                "allergensListed":
                    "El sándwich contiene gluten y leche. Para mayor seguridad, pregunte a nuestro personal.",
            ])
    }

    @Test("French")
    func french() throws {
        try Self.check(
            Cafes.french,
            [
                "accepted": "2 grands lattes glacés avec du lait d'avoine, sans mousse ni sucre.",
                "accepted lemonade": "Une petite limonade chaude.",
                "accepted sweet":
                    "Un latte moyen avec 2 sirops de vanille, un peu de sucre et un supplément crème chantilly.",
                "accepted one": "Un latte avec un sirop de noisette.",
                "accepted sandwich": "Un sandwich non grillé et 2 sandwichs grillés.",
                "accepted plain": "3 muffins aux myrtilles, une eau minérale et 2 eaux minérales.",
                "whichOption": "Quelle taille pour le latte : petit, moyen ou grand ?",
                "whichItem": "Que préférez-vous : le latte, la limonade ou l'eau minérale ?",
                "whichLine water": "De quelle eau minérale parlez-vous ?",
                "howMany gone": "Combien d'articles voulez-vous ?",
                "options":
                    """
                Avec le latte, vous pouvez demander du sirop de vanille, du sirop de noisette, de la mousse, \
                du sucre ou de la crème chantilly.
                """,
            ])
    }

    @Test("German")
    func german() throws {
        try Self.check(
            Cafes.german,
            [
                "accepted": "2 große eiskalte Latte mit Hafermilch, ohne Schaum und ohne Zucker.",
                "accepted lemonade": "Eine kleine heiße Limonade.",
                "accepted sweet": "Ein mittlerer Latte mit 2-mal Vanillesirup, wenig Zucker und extra Sahne.",
                "accepted one": "Ein Latte mit einmal Haselnusssirup.",
                "accepted sandwich": "Ein Sandwich nicht getoastet und 2 getoastete Sandwiches.",
                "accepted plain": "3 Heidelbeermuffins, ein Stilles Wasser und 2 Stille Wasser.",
                "whichOption": "Latte: Welche Größe – klein, mittel oder groß?",
                "whichLine": "Latte ist mehrmals in der Bestellung. Welche Position meinen Sie?",
                "confirmed": "Vielen Dank. Insgesamt macht das 12,50 €.",
                "help":
                    """
                Sagen Sie, was Sie möchten, zum Beispiel: ein großer Latte. Sagen Sie „read it back“, \
                um die Bestellung zu hören, oder „that's all“, wenn Sie fertig sind.
                """,
            ])
    }

    @Test("Spanish conjunctions change before the same sound")
    func joints() throws {
        let grammar = try FeedbackLanguage.builtIn("es").grammar
        #expect(grammar.list(["té", "infusión"], joint: "and") == "té e infusión")
        #expect(grammar.list(["agua", "hielo"], joint: "and") == "agua y hielo")
        #expect(grammar.list(["té", "horchata"], joint: "or") == "té u horchata")
        #expect(grammar.list([], joint: "and") == "nada")
    }

    @Test(
        "Amounts are spoken in words, and punctuation loses the space before it",
        arguments: [
            ("en", "USD", 425, "4 dollars and 25 cents"), ("en", "USD", 100, "1 dollar"), ("en", "GBP", 1, "1 penny"),
            ("en", "JPY", 400, "¥400"), ("en", "CAD", 425, "4 dollars and 25 cents"),
            ("de", "CAD", 425, "4 Dollar 25"), ("es", "AUD", 425, "4 dólares con 25"),
            ("fr", "CAD", 425, "4 dollars 25"),
            ("es", "EUR", 1_250, "12 euros con 50"),
            ("fr", "EUR", 1_205, "12 euros 5"), ("de", "EUR", 60, "60 Cent"), ("de", "CHF", 425, "4,25 CHF"),
            ("en", "CHF", 425, "CHF 4.25"),
            ("de", "EUR", 100, "ein Euro"), ("de", "EUR", 150, "ein Euro 50"), ("de", "EUR", 1, "ein Cent"),
            ("es", "EUR", 105, "un euro con 5"), ("es", "EUR", 2_100, "veintiún euros"),
            ("es", "EUR", 21, "veintiún céntimos"), ("es", "GBP", 100, "una libra"), ("fr", "GBP", 100, "une livre"),
            ("en", "KWD", 450, "KWD 0.450"), ("fr", "TND", 12_050, "12,050 TND"), ("fr", "XOF", 1_500, "1500 XOF"),
            ("en", "BHD", 7, "BHD 0.007"),
        ])
    func money(_ locale: String, _ currency: String, _ amount: Int, _ said: String) throws {
        var words = Cafes.english
        words = Cafes.Words(
            locale: locale, currency: currency, groups: words.groups, sizes: words.sizes,
            temperatures: words.temperatures, milks: words.milks, syrups: words.syrups,
            toppings: words.toppings, breads: words.breads, items: words.items, allergens: words.allergens)
        let writer = try PromptWriter(menu: Cafes.menu(words))
        #expect(writer.spoken("(\(writer.money(Money(minorUnits: amount)))").isEmpty == false)
        let text = writer.spoken(writer.money(Money(minorUnits: amount)) + ".").replacing("\u{A0}", with: " ")
        #expect(text == said + ".")
        #expect(writer.spoken("C'est tout\u{A0}?") == "C'est tout?")
    }
}
