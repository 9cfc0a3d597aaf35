internal import Ordering

/// Another house with other groups and other words, which the code has never heard of.
enum NoodleHouse {
    static let menu = Result { try MenuLoader.load(Array(text.utf8)) }

    private static let text = """
        {
          "store": {"name": "Two Cranes", "currency": "JPY", "locale": "en-GB"},
          "limits": {"perLine": 8, "lines": 10, "total": 30000},
          "optionGroups": [
            {"id": "bowl", "name": "Bowl", "kind": "size", "options": [
              {"id": "half", "name": "Half", "aliases": ["half size", "kids"]},
              {"id": "full", "name": "Full", "aliases": ["regular"]},
              {"id": "mega", "name": "Mega", "aliases": ["extra large", "giant"], "price": 300}
            ]},
            {"id": "broth", "name": "Broth", "kind": "free", "options": [
              {"id": "miso", "name": "Miso", "aliases": ["miso broth"]},
              {"id": "tonkotsu", "name": "Tonkotsu", "aliases": ["pork bone", "pork broth"]},
              {"id": "veg", "name": "Vegetable broth", "aliases": ["veggie", "vegan"]}
            ]},
            {"id": "firmness", "name": "Noodles", "kind": "roast", "options": [
              {"id": "soft", "name": "Soft noodles", "aliases": ["soft"]},
              {"id": "firm", "name": "Firm noodles", "aliases": ["firm", "al dente"]}
            ]},
            {"id": "heat", "name": "Heat", "kind": "extra", "options": [
              {"id": "mild", "name": "Mild", "aliases": ["not spicy"]},
              {"id": "hot", "name": "Spicy", "aliases": ["hot"]},
              {"id": "volcano", "name": "Volcano", "aliases": ["extra spicy", "5 chilies"]}
            ]},
            {"id": "garnish", "name": "Topping", "kind": "topping", "select": "many", "amounts": true, "options": [
              {"id": "egg", "name": "Boiled egg", "aliases": ["egg"], "price": 120},
              {"id": "nori", "name": "Nori", "aliases": ["seaweed"], "price": 80},
              {"id": "scallion", "name": "Scallions", "aliases": ["spring onion", "green onion"]},
              {"id": "chili-oil", "name": "Chili oil", "price": 50},
              {"id": "bamboo", "name": "Bamboo shoots", "aliases": ["bamboo"], "price": 90}
            ]},
            {"id": "sweetness", "name": "Sweetness", "kind": "sweetener", "options": [
              {"id": "full", "name": "Full sugar"}, {"id": "half", "name": "Half sugar"}, \
              {"id": "none", "name": "No sugar", "aliases": ["unsweetened"]}
            ]},
            {"id": "pearls", "name": "Pearls", "kind": "extra", "select": "many", "amounts": true, "options": [
              {"id": "tapioca", "name": "Tapioca pearls", "aliases": ["tapioca", "boba"], "price": 60},
              {"id": "jelly", "name": "Grass jelly", "aliases": ["jelly"], "price": 60}
            ]}
          ],
          "items": [
            {"id": "ramen", "name": "Ramen", "aliases": ["bowl of ramen", "ramen noodles"], "category": "bowls", \
            "price": 980,
             "groups": ["bowl", "broth", "firmness", "heat", "garnish"], "required": ["broth"], \
             "defaults": {"bowl": "full"}},
            {"id": "dan-dan", "name": "Dan dan noodles", "aliases": ["dan dan"], "category": "bowls", "price": 1080, \
            "groups": ["bowl", "heat", "garnish"]},
            {"id": "gyoza", "name": "Gyoza", "aliases": ["dumplings", "pot stickers"], "category": "small", \
            "price": 450, "groups": ["garnish"], "maxQuantity": 4},
            {"id": "fries", "name": "7 spice fries", "aliases": ["fries"], "category": "small", "price": 380},
            {"id": "milk-tea", "name": "Milk tea", "aliases": ["bubble tea"], "category": "tea", "price": 520, \
            "groups": ["bowl", "sweetness", "pearls"]},
            {"id": "egg-tart", "name": "Egg tart", "category": "small", "price": 300},
            {"id": "egg", "name": "Egg", "category": "small", "price": 150},
            {"id": "parfait", "name": "Matcha parfait", "category": "sweet", "price": 700, "available": false}
          ],
          "rules": [
            {"when": {"options": ["broth/veg"]}, "then": {"forbid": ["garnish/egg"]}, \
            "say": "The vegan bowl comes without egg."}
          ]
        }
        """
}

extension Understanding {
    static let noodleHouse: [Understanding] = [
        .init("a ramen", .order, #"1 × ramen "ramen""#),
        .init("two bowls of ramen please", .order, #"2 × ramen "two bowls of ramen""#),
        .init(
            "can i get a giant miso ramen", .order,
            #"1 × ramen "giant miso ramen": bowl/mega "giant", broth/miso "miso""#),
        .init(
            "one miso ramen with extra egg and no scallions", .order,
            #"""
            1 × ramen "one miso ramen with extra egg and no scallions": broth/miso "miso", \#
            garnish/egg extra "extra egg", garnish/scallion none "no scallions"
            """#
        ),
        .init("ramen with two eggs", .order, #"1 × ramen "ramen with two eggs": garnish/egg ×2 "two eggs""#),
        .init("ramen with a boiled egg", .order, #"1 × ramen "ramen with a boiled egg": garnish/egg "boiled egg""#),
        .init("two eggs", .order, #"2 × egg "two eggs""#),
        .init("an egg tart", .order, #"1 × egg-tart "egg tart""#),
        .init(
            "a pork bone ramen al dente and spicy", .order,
            #"""
            1 × ramen "pork bone ramen al dente and spicy": broth/tonkotsu "pork bone", \#
            firmness/firm "al dente", heat/hot "spicy"
            """#
        ),
        .init("extra spicy dan dan", .order, #"1 × dan-dan "extra spicy dan dan": heat/volcano "extra spicy""#),
        .init(
            "dan dan noodles with five chilies", .order,
            #"1 × dan-dan "dan dan noodles with five chilies": heat/volcano "five chilies""#),
        .init(
            "an extra large tonkotsu ramen", .order,
            #"1 × ramen "extra large tonkotsu ramen": bowl/mega "extra large", broth/tonkotsu "tonkotsu""#),
        .init(
            "ramen with vegetable broth and a touch of chili oil", .order,
            #"""
            1 × ramen "ramen with vegetable broth and a touch of chili oil": broth/veg "vegetable broth", \#
            garnish/chili-oil light "a touch of chili oil"
            """#
        ),
        .init("three dumplings", .order, #"3 × gyoza "three dumplings""#),
        .init(
            "an order of pot stickers with spring onions", .order,
            #"1 × gyoza "pot stickers with spring onions": garnish/scallion "spring onions""#),
        .init("seven spice fries", .order, #"1 × fries "seven spice fries""#),
        .init("7 spice fries", .order, #"1 × fries "7 spice fries""#),
        .init("two seven spice fries", .order, #"2 × fries "two seven spice fries""#),
        .init(
            "a bubble tea with half sugar and boba", .order,
            #"1 × milk-tea "bubble tea with half sugar and boba": sweetness/half "half sugar", pearls/tapioca "boba""#),
        .init(
            "a milk tea no sugar no boba extra jelly", .order,
            #"""
            1 × milk-tea "milk tea no sugar no boba extra jelly": sweetness/none "no sugar", \#
            pearls/tapioca none "no boba", pearls/jelly extra "extra jelly"
            """#
        ),
        .init(
            "two kids ramen and a gyoza", .order, #"2 × ramen "two kids ramen": bowl/half "kids""#,
            #"1 × gyoza "gyoza""#),
        .init(
            "a firm ramen a soft ramen and a milk tea", .order, #"1 × ramen "firm ramen": firmness/firm "firm""#,
            #"1 × ramen "soft ramen": firmness/soft "soft""#,
            #"1 × milk-tea "milk tea""#),
        .init(
            "ramen with seaweed and bamboo shoots and two egg tarts", .order,
            #"""
            1 × ramen "ramen with seaweed and bamboo shoots": garnish/nori "seaweed", garnish/bamboo "bamboo shoots"
            """#,
            #"2 × egg-tart "two egg tarts""#),
        .init("mega milk tea", .order, #"1 × milk-tea "mega milk tea": bowl/mega "mega""#),
        .init(
            "a milk tea with nori", .order, #"1 × milk-tea "milk tea with nori""#,
            warnings: [#"Milk tea does not come with "nori""#]),
        .init("a matcha parfait", .order, #"1 × parfait "matcha parfait""#),
        .init("a large latte", .question, warnings: ["not on the menu: latte"]),
        .init("add some fries", .add, #"1 × fries "fries""#),
        .init("remove the dumplings", .remove, #"1 × gyoza "dumplings""#),
        .init("i don't want the milk tea", .remove, #"1 × milk-tea "milk tea""#),
        .init("miso", .change, #"broth/miso "miso""#),
        .init("no scallions please", .change, #"garnish/scallion none "no scallions""#),
        .init("spicy", .change, #"heat/hot "spicy""#),
        .init("not spicy", .change, #"heat/mild "not spicy""#),
        .init("that's all", .checkout),
    ]
}
