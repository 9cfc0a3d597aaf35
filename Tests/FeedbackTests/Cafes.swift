internal import Ordering

/// A small café in each language. Its menu has its own names; the kiosk's sentences around them are tested.
enum Cafes {
    struct Words {
        let locale: String
        let currency: String
        /// Names of size, milk, syrup, topping and preparation, and of their options.
        let groups: [String]
        let sizes: [String]
        let temperatures: [String]
        let milks: [String]
        let syrups: [String]
        let toppings: [String]
        let breads: [String]
        /// Latte, lemonade, muffin, green tea, water, sandwich, sold-out tart.
        let items: [String]
        /// Milk, gluten, nuts.
        let allergens: [String]
    }

    static let english = Words(
        locale: "en-GB", currency: "GBP", groups: ["Size", "Temperature", "Milk", "Syrup", "Topping", "Preparation"],
        sizes: ["Small", "Medium", "Large"],
        temperatures: ["Hot", "Iced"], milks: ["Whole milk", "Oat milk"], syrups: ["Vanilla syrup", "Hazelnut syrup"],
        toppings: ["Foam", "Sugar", "Cream"],
        breads: ["Toasted", "Not toasted"],
        items: ["Latte", "Lemonade", "Blueberry muffin", "Green tea", "Still water", "Sandwich", "Apple tart"],
        allergens: ["milk", "gluten", "nuts"])
    static let spanish = Words(
        locale: "es-ES", currency: "EUR",
        groups: ["Tamaño", "Temperatura", "Leche", "Sirope", "Extra", "Preparación"],
        sizes: ["Pequeño", "Mediano", "Grande"],
        temperatures: ["Caliente", "Con hielo"], milks: ["Leche entera", "Leche de avena"],
        syrups: ["Sirope de vainilla", "Sirope de avellana"],
        toppings: ["Espuma", "Azúcar", "Nata"], breads: ["Tostado", "Sin tostar"],
        items: [
            "Café con leche", "Limonada", "Magdalena", "Té verde", "Agua mineral", "Sándwich", "Tarta de manzana",
        ],
        allergens: ["leche", "gluten", "frutos secos"])
    static let french = Words(
        locale: "fr-FR", currency: "EUR",
        groups: ["Taille", "Température", "Lait", "Sirop", "Garniture", "Préparation"],
        sizes: ["Petit", "Moyen", "Grand"],
        temperatures: ["Chaud", "Glacé"], milks: ["Lait entier", "Lait d'avoine"],
        syrups: ["Sirop de vanille", "Sirop de noisette"],
        toppings: ["Mousse", "Sucre", "Crème chantilly"], breads: ["Grillé", "Non grillé"],
        items: [
            "Latte", "Limonade", "Muffin aux myrtilles", "Thé vert", "Eau minérale", "Sandwich", "Tarte aux pommes",
        ], allergens: ["lait", "gluten", "fruits à coque"])
    static let german = Words(
        locale: "de-DE", currency: "EUR", groups: ["Größe", "Temperatur", "Milch", "Sirup", "Topping", "Zubereitung"],
        sizes: ["Klein", "Mittel", "Groß"],
        temperatures: ["Heiß", "Eiskalt"], milks: ["Vollmilch", "Hafermilch"],
        syrups: ["Vanillesirup", "Haselnusssirup"], toppings: ["Schaum", "Zucker", "Sahne"],
        breads: ["Getoastet", "Nicht getoastet"],
        items: ["Latte", "Limonade", "Heidelbeermuffin", "Grüner Tee", "Stilles Wasser", "Sandwich", "Apfelkuchen"],
        allergens: ["Milch", "Gluten", "Schalenfrüchte"])

    static let all = [english, spanish, french, german]

    static func menu(_ words: Words) throws -> Menu {
        func options(_ names: [String], _ ids: [String], more: [Int]) -> String {
            zip(zip(names, ids), more).map { #"{"id": "\#($0.1)", "name": "\#($0.0)", "price": \#($1)}"# }.joined(
                separator: ", ")
        }
        let kinds = [
            ("size", "one", false), ("temperature", "one", false), ("milk", "one", false), ("syrup", "many", true),
            ("topping", "many", true),
            ("temperature", "one", false),
        ]
        let ids = ["size", "temperature", "milk", "syrup", "topping", "bread"]
        let members = [
            options(words.sizes, ["small", "medium", "large"], more: [0, 50, 100]),
            options(words.temperatures, ["hot", "iced"], more: [0, 0]),
            options(words.milks, ["whole", "oat"], more: [0, 70]),
            options(words.syrups, ["vanilla", "hazelnut"], more: [60, 60]),
            options(words.toppings, ["foam", "sugar", "cream"], more: [0, 0, 50]),
            options(words.breads, ["toasted", "plain"], more: [0, 0]),
        ]
        let groups = zip(zip(ids, words.groups), zip(kinds, members)).map { name, content in
            let ((kind, select, amounts), options) = content
            return
                #"""
                {"id": "\#(name.0)", "name": "\#(name.1)", "kind": "\#(kind)", "select": "\#(select)", \#
                "amounts": \#(amounts), "options": [\#(options)]}
                """#
        }
        let drink = #""groups": ["size", "temperature", "milk", "syrup", "topping"], "required": ["size"]"#
        let facts = [
            drink + #", "allergens": ["\#(words.allergens[0])"]"#, #""groups": ["size", "temperature"]"#,
            #""allergens": ["\#(words.allergens[1])"]"#, drink,
            #""groups": []"#,
            #""groups": ["bread"], "allergens": ["\#(words.allergens[0])", "\#(words.allergens[1])"]"#,
            #""available": false"#,
        ]
        let items = zip(zip(["latte", "lemonade", "muffin", "tea", "water", "sandwich", "tart"], words.items), facts)
            .map { name, facts in
                #"{"id": "\#(name.0)", "name": "\#(name.1)", "category": "all", "price": 400, \#(facts)}"#
            }
        return try MenuLoader.load(
            Array(
                #"""
                {"store": {"name": "Test", "currency": "\#(words.currency)", "locale": "\#(words.locale)"},
                 "optionGroups": [\#(groups.joined(separator: ", "))], "items": [\#(items.joined(separator: ", "))]}
                """#.utf8))
    }

    /// A menu of more items than an answer lists, each with two allergens, the first one with three, an option with
    /// the last two; one option group that has no price.
    static func crowded(_ words: Words) throws -> Menu {
        let items = (0..<12).map {
            let more = $0 == 0 ? #", "\#(words.allergens[1])""# : ""
            return
                #"""
                {"id": "item\#($0)", "name": "\#(words.items[0]) \#($0)", "category": "all", "price": 400, \#
                "groups": ["size"], "required": ["size"], \#
                "allergens": ["\#(words.allergens[0])", "\#(words.allergens[2])"\#(more)]}
                """#
        }
        let ofOption = #""allergens": ["\#(words.allergens[1])", "\#(words.allergens[2])"]"#
        return try MenuLoader.load(
            Array(
                #"""
                {"store": {"name": "Test", "currency": "\#(words.currency)", "locale": "\#(words.locale)"},
                 "optionGroups": [{"id": "size", "name": "\#(words.groups[0])", "kind": "size", "select": "one", \#
                 "options": [{"id": "a", "name": "\#(words.sizes[0])"}, {"id": "b", "name": "\#(words.sizes[1])", \#
                 \#(ofOption)}]}],
                 "items": [\#(items.joined(separator: ", "))]}
                """#.utf8))
    }

    /// A menu on which everything is sold out.
    static func closed(_ words: Words) throws -> Menu {
        try MenuLoader.load(
            Array(
                #"""
                {"store": {"name": "Test", "currency": "\#(words.currency)", "locale": "\#(words.locale)"}, \#
                "optionGroups": [],
                 "items": [{"id": "tart", "name": "\#(words.items[6])", "category": "all", "price": 400, "available": \#
                 false}]}
                """#.utf8))
    }

    static func line(_ item: String, _ quantity: Int = 1, _ options: [SelectedOption] = []) -> OrderLine {
        OrderLine(
            id: 1,
            item: ParsedOrderItem(
                itemId: item, name: item, quantity: quantity, options: options, spoken: "", nameSpoken: "",
                confidence: 1))
    }

    static func option(_ group: String, _ id: String, _ amount: OptionAmount? = nil, count: Int? = nil)
        -> SelectedOption
    {
        SelectedOption(option: OptionReference(group: group, option: id), amount: amount, count: count)
    }

    static let latte = line(
        "latte", 2,
        [
            option("size", "large"), option("temperature", "iced"), option("milk", "oat"),
            option("topping", "foam", .without), option("topping", "sugar", .without),
        ])
    static let lemonade = line("lemonade", 1, [option("size", "small"), option("temperature", "hot")])
    static let sweet = line(
        "latte", 1,
        [
            option("size", "medium"), option("syrup", "vanilla", count: 2), option("topping", "sugar", .light),
            option("topping", "cream", .extra),
        ])
    static let tea = line("tea", 2, [option("size", "large"), option("topping", "foam", .without)])
    static let sandwich = line("sandwich", 1, [option("bread", "plain")])
    static let toast = line("sandwich", 2, [option("bread", "toasted")])
    static let plain = [line("muffin", 3), line("water"), line("water", 2)]

    /// Every prompt, each question with and without an item, every answer with and without a result.
    static let prompts: [(name: String, prompt: Prompt)] = {
        let total = Money(minorUnits: 1_250)
        let command = CartCommand.remove(line: 1)
        func question(_ item: String, _ topic: Clarification.Topic) -> Prompt {
            .question(Clarification(line: 1, itemId: item, topic: topic))
        }
        let oat = OptionReference(group: "milk", option: "oat"),
            vanilla = OptionReference(group: "syrup", option: "vanilla")
        return [
            ("added", .added([latte])), ("accepted", .accepted([latte])), ("accepted lemonade", .accepted([lemonade])),
            ("accepted sweet", .accepted([sweet])), ("accepted tea", .accepted([tea])),
            ("accepted sandwich", .accepted([sandwich, toast])), ("accepted plain", .accepted(plain)),
            ("accepted one", .accepted([line("latte", 1, [option("syrup", "hazelnut", count: 1)])])),
            ("accepted nothing", .accepted([])),
            ("anythingElse", .anythingElse(total: total)), ("whichOption", question("latte", .option(group: "size"))),
            ("whichUnlisted", question("lemonade", .option(group: "temperature"))),
            ("whichOption gone", question("gone", .option(group: "size"))),
            ("whichUnknown", question("latte", .option(group: "gone"))),
            ("tooMany", question("muffin", .quantity(asked: 50, limit: 12))),
            ("howMany", question("lemonade", .quantity(asked: 0, limit: 12))),
            ("howMany gone", question("gone", .quantity(asked: 0, limit: 12))),
            ("whichItem", question("latte", .item(candidates: ["latte", "lemonade", "water"], command: command))),
            ("whichLine", question("latte", .line(candidates: [1, 2], command: command))),
            ("whichLine water", question("water", .line(candidates: [1, 2], command: command))),
            ("mayClear", question("", .permission(command: .clear))),
            ("mayCancel", question("", .permission(command: .cancel))),
            (
                "leaveItOut",
                .question(
                    Clarification(
                        line: 1, itemId: "latte", topic: .permission(command: command),
                        say: "2 + 2 = 4."))
            ),
            (
                "questionAgainOptions",
                .questionAgain(Clarification(line: 1, itemId: "latte", topic: .option(group: "size")))
            ),
            (
                "questionAgain",
                .questionAgain(Clarification(line: 1, itemId: "muffin", topic: .quantity(asked: 50, limit: 12)))
            ),
            ("leftOut", .leftOut), ("nothingChanged", .nothingChanged), ("confirmChoices", .confirmChoices),
            ("askStaff", .askStaff), ("staffCalled", .staffCalled), ("staffComing", .staffComing),
            ("youAreWelcome", .youAreWelcome), ("takeaway", .takeaway),
            ("stillThere", .stillThere),
            ("whichLine gone", question("gone", .line(candidates: [1, 2], command: command))),
            ("unavailable", .refused(.unavailable(line: 1), itemId: "tart")),
            ("unavailable gone", .refused(.unavailable(line: 1), itemId: nil)),
            ("forbidden", .refused(.forbidden(line: 1, option: oat, say: nil), itemId: "muffin")),
            ("optionCount", .refused(.optionCount(line: 1, option: vanilla, asked: 99, limit: 20), itemId: "latte")),
            ("quantity", .refused(.quantity(line: 1, asked: 50, limit: 20), itemId: "water")),
            ("missing", .refused(.missing(line: 1, group: "size"), itemId: "lemonade")),
            ("tooManyLines", .refused(.tooManyLines(limit: 40), itemId: nil)),
            ("totalTooHigh", .refused(.totalTooHigh(limit: Money(minorUnits: 50_000)), itemId: nil)),
            ("removed", .removed([latte])), ("notInOrder", .notInOrder), ("whatAbout", .whatAbout(latte)),
            ("whatAbout lemonade", .whatAbout(lemonade)),
            ("whatAbout gone", .whatAbout(line("gone"))), ("cleared", .cleared),
            ("cart", .cart([latte, lemonade], total: total)), ("confirm", .confirm([latte, lemonade], total: total)),
            ("confirmAgain", .confirmAgain([latte], total: total)),
            ("useTouch", .useTouch), ("confirmed", .confirmed(total: total)), ("declined", .declined),
            ("whatElse", .whatElse), ("help", .help),
            ("cancelled", .cancelled),
            ("notUnderstood", .notUnderstood), ("cartIsEmpty", .cartIsEmpty), ("welcome", .welcome),
            ("noted", .noted),
            ("placed", .placed(number: 12, total: total)),
            ("placedAtTerminal", .placed(number: 12, total: total, atTerminal: true)),
            ("notPlaced", .notPlaced), ("restored", .restored([latte], total: total)),
            ("price", .answer(.price(latte.item, options: []))),
            ("priceFrom", .answer(.price(line("tea").item, options: []))),
            ("optionFree", .answer(.price(nil, options: [option("milk", "whole")]))),
            ("optionPrice", .answer(.price(nil, options: [option("milk", "oat")]))),
            ("price unknown", .answer(.price(nil, options: []))),
            ("noChoice", .answer(.choices(group: "milk", itemId: "muffin"))),
            ("choices", .answer(.choices(group: "milk", itemId: nil))),
            ("choices size", .answer(.choices(group: "size", itemId: "latte"))),
            ("noOptions", .answer(.options(itemId: "water"))),
            ("options", .answer(.options(itemId: "latte"))), ("items", .answer(.items(category: "all"))),
            ("available", .answer(.availability(itemIds: ["latte", "water"], options: []))),
            ("notAvailable", .answer(.availability(itemIds: ["tart"], options: []))),
            ("availableWith", .answer(.availability(itemIds: [], options: [oat]))),
            ("allergensAsk", .answer(.allergens(nil, itemIds: [], options: []))),
            ("allergenUnknown", .answer(.allergens("xyz", itemIds: [], options: []))),
            ("allergensNone", .answer(.allergens(nil, itemIds: ["water"], options: []))),
            ("allergensListed", .answer(.allergens(nil, itemIds: ["sandwich"], options: []))),
            ("allergenNotListed", .answer(.allergens("xyz", itemIds: ["water"], options: []))),
            ("allergenNotListedOthers", .answer(.allergens("xyz", itemIds: ["latte"], options: []))),
            ("notOnMenu", .answer(.missing("coke"))), ("notAllUnderstood", .answer(.missing(nil))),
            ("other", .answer(.other)),
        ]
    }()
}
