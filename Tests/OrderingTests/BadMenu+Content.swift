extension BadMenu {
    /// JSON that is no menu: each has one fault and one finding.
    static let content: [BadMenu] = [
        BadMenu("a list instead of a menu", "[\n]\n", line: 1, key: "", "must be an object"),
        BadMenu(
            "store missing", "  \"store\": {\"name\": \"Test House\", \"currency\": \"USD\", \"locale\": \"en-US\"},\n",
            "", line: 1, key: "store", "is missing"),
        BadMenu("store without a name", "\"name\": \"Test House\", ", "", line: 2, key: "store.name", "is missing"),
        BadMenu("store named with spaces", "\"Test House\"", "\"  \"", line: 2, key: "store.name", "must not be empty"),
        BadMenu("currency in lower case", "\"USD\"", "\"usd\"", line: 2, key: "store.currency", "no ISO 4217 code"),
        BadMenu("currency as a sign", "\"USD\"", "\"€\"", line: 2, key: "store.currency", "no ISO 4217 code"),
        BadMenu("currency of four letters", "\"USD\"", "\"USDT\"", line: 2, key: "store.currency", "no ISO 4217 code"),
        BadMenu(
            "currency for one item", "\"price\": 200}", "\"price\": 200, \"currency\": \"EUR\"}", line: 19,
            key: "items[1].currency", "unknown key"),
        BadMenu(
            "unknown key at the top", "\"pronunciations\"", "\"pronunciation\"", line: 26, key: "pronunciation",
            "unknown key; known here: categories, items"),
        BadMenu(
            "unknown key in an item", "\"allergens\": [\"soy\"]", "\"alergens\": [\"soy\"]", line: 18,
            key: "items[0].alergens", "unknown key"),
        BadMenu(
            "key given twice", "\"category\": \"side\", ", "\"category\": \"side\", \"category\": \"bowl\", ", line: 19,
            key: "items[1].category", "given twice"),
        BadMenu(
            "perLine of zero", "\"perLine\": 10", "\"perLine\": 0", line: 3, key: "limits.perLine", "0 is outside 1…"),
        BadMenu(
            "total in quotes", "\"total\": 10000", "\"total\": \"100.00\"", line: 3, key: "limits.total",
            "must be a whole number without quotes"),
        BadMenu(
            "two groups with one id", "\"id\": \"sauce\"", "\"id\": \"size\"", line: 9, key: "optionGroups[1].id",
            "another group has the id 'size'"
        ).with(
            followers: 3),
        BadMenu(
            "two options with one id", "\"id\": \"large\"", "\"id\": \"small\"", line: 7,
            key: "optionGroups[0].options[1].id",
            "another option of the group has the id 'small'"),
        BadMenu(
            "two items with one id", "\"id\": \"rice\"", "\"id\": \"soup\"", line: 19, key: "items[1].id",
            "another item has the id 'soup'"),
        BadMenu(
            "id with a space", "\"id\": \"rice\"", "\"id\": \"plain rice\"", line: 19, key: "items[1].id", "is no id"),
        BadMenu("id missing", "{\"id\": \"rice\", ", "{", line: 19, key: "items[1].id", "is missing"),
        BadMenu(
            "unknown kind", "\"kind\": \"topping\"", "\"kind\": \"sauce\"", line: 9, key: "optionGroups[1].kind",
            "must be one of size, temperature"),
        BadMenu(
            "select some", "\"select\": \"many\"", "\"select\": \"some\"", line: 9, key: "optionGroups[1].select",
            "must be one of one, many"),
        BadMenu(
            "amounts as a word", "\"amounts\": true", "\"amounts\": \"yes\"", line: 9, key: "optionGroups[1].amounts",
            "must be true or false"),
        BadMenu(
            "group without options",
            """
            {"id": "chili", "name": "Chili", "price": 30, "count": 2, "allergens": ["celery"], "freeOf": ["fish"]}
            """,
            "",
            line: 9,
            key: "optionGroups[1].options", "at least one option"
        ).with(followers: 2),
        BadMenu(
            "option price below zero", "\"price\": 30", "\"price\": -30", line: 10,
            key: "optionGroups[1].options[0].price", "-30 is outside 0…"),
        BadMenu(
            "count of zero", "\"count\": 2", "\"count\": 0", line: 10, key: "optionGroups[1].options[0].count",
            "0 is outside 1…100"),
        BadMenu(
            "empty alias", "[\"little\"]", "[\"little\", \"\"]", line: 6, key: "optionGroups[0].options[0].aliases[1]",
            "must not be empty"),
        BadMenu(
            "alias that is a number", "[\"broth\"]", "[7]", line: 14, key: "items[0].aliases[0]",
            "must be text in quotes"),
        BadMenu(
            "aliases not in a list", "[\"broth\"]", "\"broth\"", line: 14, key: "items[0].aliases", "must be a list"),
        BadMenu(
            "name of 201 characters", "\"Rice\"", "\"\(String(repeating: "r", count: 201))\"", line: 19,
            key: "items[1].name", "at most 200 characters"),
        BadMenu(
            "name with an escaped NUL", "\"Rice\"", "\"Ri\\u0000ce\"", line: 19, key: "items[1].name",
            "no control characters"),
        BadMenu(
            "item price below zero", "\"price\": 500", "\"price\": -500", line: 14, key: "items[0].price",
            "-500 is outside 1…"),
        BadMenu(
            "item price of zero", "\"price\": 500", "\"price\": 0", line: 14, key: "items[0].price", "0 is outside 1…"),
        BadMenu(
            "item price in dollars", "\"price\": 500", "\"price\": 5.00", line: 14, key: "items[0].price", "minor units"
        ),
        BadMenu(
            "item price with an exponent", "\"price\": 500", "\"price\": 5e2", line: 14, key: "items[0].price",
            "must be a whole number"),
        BadMenu(
            "item price beyond 64 bits", "\"price\": 500", "\"price\": 99999999999999999999", line: 14,
            key: "items[0].price", "must be a whole number"),
        BadMenu(
            "item price null", "\"price\": 500", "\"price\": null", line: 14, key: "items[0].price",
            "must be a whole number"),
        BadMenu("item price missing", ", \"price\": 200}", "}", line: 19, key: "items[1].price", "is missing"),
        BadMenu(
            "item of a group that is not there", "[\"size\", \"sauce\"]", "[\"size\",\n\"sauce\", \"spice\"]", line: 16,
            key: "items[0].groups[2]",
            "there is no option group 'spice'"),
        BadMenu(
            "group listed twice", "[\"size\", \"sauce\"]", "[\"size\", \"sauce\", \"size\"]", line: 15,
            key: "items[0].groups[2]", "listed twice"),
        BadMenu(
            "required group the item does not take", "\"required\": [\"size\"]", "\"required\": [\"size\", \"milk\"]",
            line: 16, key: "items[0].required[1]",
            "does not take the group 'milk'"),
        BadMenu(
            "default of a group the item does not take", "{\"sauce\": \"chili\"}", "{\"milk\": \"oat\"}", line: 17,
            key: "items[0].defaults.milk",
            "does not take the group 'milk'"),
        BadMenu(
            "default option that is not there", "{\"sauce\": \"chili\"}", "{\n\"sauce\": \"soy\"}", line: 18,
            key: "items[0].defaults.sauce", "no option 'soy'"),
        BadMenu(
            "maxQuantity of zero", "\"maxQuantity\": 4", "\"maxQuantity\": 0", line: 18, key: "items[0].maxQuantity",
            "0 is outside 1…"),
        BadMenu(
            "touchOnly as text", "\"maxQuantity\": 4", "\"touchOnly\": \"yes\"", line: 18, key: "items[0].touchOnly",
            "must be true or false"),
        BadMenu(
            "touchOnly as a number", "\"maxQuantity\": 4", "\n\"touchOnly\": 1", line: 19, key: "items[0].touchOnly",
            "must be true or false"),
        BadMenu(
            "touchOnly null", "\"price\": 200", "\"price\": 200, \"touchOnly\": null", line: 19,
            key: "items[1].touchOnly", "must be true or false"),
        BadMenu(
            "touchOnly of an option", "\"price\": 100}", "\"price\": 100, \"touchOnly\": true}", line: 7,
            key: "optionGroups[0].options[1].touchOnly", "unknown key"),
        BadMenu(
            "item that is text", "{\"id\": \"rice\", \"name\": \"Rice\", \"category\": \"side\", \"price\": 200}",
            "\"rice\"", line: 19, key: "items[1]",
            "must be an object"),
        BadMenu(
            "menu without items",
            """
            {"store": {"name": "Nothing", "currency": "EUR"},
             "optionGroups": [],
             "items": []}
            """, line: 3, key: "items", "at least one item"),
        BadMenu(
            "items not in a list",
            """
            {"store": {"name": "Nothing", "currency": "EUR"}, "optionGroups": [],
             "items": {"id": "soup"}}
            """, line: 2, key: "items", "must be a list"),
        BadMenu(
            "rule about an item that is not there", "{\"items\": [\"soup\"]", "{\"items\": [\"stew\"]", line: 22,
            key: "rules[0].when.items[0]", "there is no item 'stew'"
        ),
        BadMenu(
            "rule about a category that is not there", "{\"items\": [\"soup\"]", "{\"categories\": [\"bowls\"]",
            line: 22, key: "rules[0].when.categories[0]",
            "no item has the category 'bowls'"),
        BadMenu(
            "rule about every line", "{\"items\": [\"soup\"], \"options\": [\"size/small\"]}", "{}", line: 22,
            key: "rules[0].when.items", "a condition needs"),
        BadMenu(
            "rule that does nothing", "{\"forbid\": [\"sauce/chili\"]}", "{}", line: 23, key: "rules[0].then.require",
            "a rule needs"),
        BadMenu(
            "rule without a slash", "\"sauce/chili\"", "\"chili\"", line: 23, key: "rules[0].then.forbid[0]",
            "group/option"),
        BadMenu(
            "rule with an option that is not there", "\"size/small\"", "\"size/huge\"", line: 22,
            key: "rules[0].when.options[0]", "no option 'huge'"),
        BadMenu(
            "rule that requires a group that is not there", "{\"forbid\": [\"sauce/chili\"]}",
            "{\"require\": [\"milk\"]}", line: 23, key: "rules[0].then.require[0]",
            "there is no option group 'milk'"),
        BadMenu(
            "pronunciation that is a number", "\"soop\"", "5", line: 26, key: "pronunciations.soup",
            "must be text in quotes"),
    ]
}
