internal import Testing

/// A menu that must be refused, and the place its finding must name.
struct BadMenu: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let line: Int
    let key: String
    /// Part of the finding's reason.
    let reason: String
    /// Further findings that the same mistake brings about elsewhere, such as references to what it hides.
    var followers = 0

    init(_ name: String, _ text: String, line: Int, key: String, _ reason: String) {
        self.name = name
        self.text = text
        self.line = line
        self.key = key
        self.reason = reason
    }

    /// The sound menu with one piece replaced.
    init(_ name: String, _ piece: String, _ replacement: String, line: Int, key: String, _ reason: String) {
        self.init(name, MenuFixture.with(piece, replacement), line: line, key: key, reason)
    }

    func with(followers: Int) -> BadMenu {
        var copy = self
        copy.followers = followers
        return copy
    }

    var testDescription: String { name }
}

extension BadMenu {
    /// Text that is not JSON: reading stops at the first fault, so each has exactly one.
    static let syntax: [BadMenu] = [
        BadMenu("only spaces", "  \n \n", line: 3, key: "", "the file ends where a value should be"),
        BadMenu("no JSON at all", "Soup 5.00\nRice 2.00\n", line: 1, key: "", "expected a value"),
        BadMenu("text after the end", MenuFixture.sound + "\n}", line: 28, key: "", "text after the end"),
        BadMenu("two menus", MenuFixture.sound + "\n" + MenuFixture.sound, line: 28, key: "", "text after the end"),
        BadMenu(
            "missing comma between members", "\"price\": 500,\n", "\"price\": 500\n", line: 14, key: "items[0].price",
            "expected ',' or '}'"),
        BadMenu(
            "missing comma between elements", "\"price\": 0},\n", "\"price\": 0}\n", line: 6,
            key: "optionGroups[0].options[0]", "expected ',' or ']'"),
        BadMenu(
            "comma before a brace", "\"price\": 200}", "\"price\": 200,}", line: 19, key: "items[1].price",
            "a comma before the closing bracket"),
        BadMenu(
            "comma before a bracket", "[\"size\"],", "[\"size\",],", line: 16, key: "items[0].required[0]",
            "a comma before the closing bracket"),
        BadMenu("no colon", "\"limits\": {", "\"limits\" {", line: 3, key: "limits", "expected ':'"),
        BadMenu("key without quotes", "\"limits\": {", "limits: {", line: 3, key: "", "expected a key in quotes"),
        BadMenu("single quotes", "\"USD\"", "'USD'", line: 2, key: "store.currency", "expected a value"),
        BadMenu(
            "string not closed", "\"name\": \"Rice\",", "\"name\": \"Rice,", line: 19, key: "items[1].name",
            "expected ',' or '}'"),
        BadMenu(
            "string over two lines", "\"No chili in", "\"No chili\nin", line: 24, key: "rules[0].say",
            "a string is not closed on its line"),
        BadMenu(
            "tab in a string", "\"Rice\"", "\"Ri\tce\"", line: 19, key: "items[1].name",
            "a control character in a string"),
        BadMenu("unknown escape", "\"Rice\"", "\"Ri\\xce\"", line: 19, key: "items[1].name", "an unknown escape"),
        BadMenu(
            "escape cut short", "\"Rice\"", "\"Ri\\u00e\"", line: 19, key: "items[1].name", "four hexadecimal digits"),
        BadMenu(
            "high surrogate alone", "\"Rice\"", "\"Ri\\ud83c\"", line: 19, key: "items[1].name", "half a surrogate pair"
        ),
        BadMenu(
            "low surrogate first", "\"Rice\"", "\"Ri\\udf5c\\ud83c\"", line: 19, key: "items[1].name",
            "half a surrogate pair"),
        BadMenu(
            "high surrogate before a letter", "\"Rice\"", "\"\\ud83c\\u0041\"", line: 19, key: "items[1].name",
            "half a surrogate pair"),
        BadMenu(
            "comment never closed", "\"pronunciations\"", "/* \"pronunciations\"", line: 26, key: "",
            "opened here and never closed"),
        BadMenu("single slash", "\"rules\": [", "/ \"rules\": [", line: 21, key: "", "unexpected '/'"),
        BadMenu(
            "number with a leading zero", "\"price\": 500", "\"price\": 0500", line: 14, key: "items[0].price",
            "begins with a zero"),
        BadMenu("two signs", "\"price\": 500", "\"price\": --500", line: 14, key: "items[0].price", "is not a number"),
        BadMenu(
            "True with a capital", "\"available\": true", "\"available\": True", line: 18, key: "items[0].available",
            "expected a value"),
        BadMenu("NaN", "\"price\": 500", "\"price\": NaN", line: 14, key: "items[0].price", "expected a value"),
    ]
}
