internal import Ordering

extension Understanding {
    /// One item of the built-in menu, its options before and after it.
    static let cafeItems: [Understanding] = [
        .init("a latte", .order, #"1 × latte "latte""#),
        .init("Latte.", .order, #"1 × latte "latte""#),
        .init("two lattes", .order, #"2 × latte "two lattes""#),
        .init("can i get a large latte please", .order, #"1 × latte "large latte": size/large "large""#),
        .init("i'd like a small cappuccino", .order, #"1 × cappuccino "small cappuccino": size/small "small""#),
        .init("could i have an iced coffee", .order, #"1 × iced-coffee "iced coffee""#),
        .init("let me get a large iced coffee", .order, #"1 × iced-coffee "large iced coffee": size/large "large""#),
        .init("give me a cold brew", .order, #"1 × cold-brew "cold brew""#),
        .init("a cup of coffee", .order, #"1 × drip-coffee "cup of coffee""#),
        .init("two cups of coffee", .order, #"2 × drip-coffee "two cups of coffee""#),
        .init("we need three glasses of water", .order, #"3 × water "three glasses of water""#),
        .init("a venti americano", .order, #"1 × americano "venti americano": size/large "venti""#),
        .init("tall flat white", .order, #"1 × flat-white "tall flat white": size/medium "tall""#),
        .init(
            "grande caramel macchiato with almond milk extra hot", .order,
            #"""
            1 × caramel-macchiato "grande caramel macchiato with almond milk extra hot": size/large "grande", \#
            milk/almond "almond milk", temperature/extra-hot "extra hot"
            """#
        ),
        .init("double espresso", .order, #"1 × espresso "double espresso": shots/double ×2 "double""#),
        .init(
            "an espresso with two shots", .order,
            #"1 × espresso "espresso with two shots": shots/double ×2 "two shots""#),
        .init(
            "a large latte with an extra shot", .order,
            #"1 × latte "large latte with an extra shot": size/large "large", shots/double ×2 "an extra shot""#),
        .init(
            "triple shot americano", .order, #"1 × americano "triple shot americano": shots/triple ×3 "triple shot""#),
        .init(
            "large decaf cappuccino to go please", .order,
            #"1 × cappuccino "large decaf cappuccino": size/large "large", roast/decaf "decaf""#),
        .init(
            "decaf large cappuccino", .order,
            #"1 × cappuccino "decaf large cappuccino": roast/decaf "decaf", size/large "large""#),
        .init(
            "large dark roast coffee with cream", .order,
            #"""
            1 × drip-coffee "large dark roast coffee with cream": size/large "large", roast/dark "dark roast", \#
            milk/cream "cream"
            """#
        ),
        .init("a light roast pour over", .order, #"1 × pour-over "light roast pour over": roast/light "light roast""#),
        .init("a small black coffee", .order, #"1 × drip-coffee "small black coffee": size/small "small""#),
        .init(
            "coffee with half and half", .order,
            #"1 × drip-coffee "coffee with half and half": milk/half-and-half "half and half""#),
        .init("a skinny vanilla latte", .order, #"1 × vanilla-latte "skinny vanilla latte": milk/skim "skinny""#),
        .init(
            "a latte with 2% milk", .order, #"1 × latte "latte with 2 percent milk": milk/two-percent "2 percent milk""#
        ),
        .init(
            "a two percent milk latte", .order,
            #"1 × latte "two percent milk latte": milk/two-percent "two percent milk""#),
        .init("an oat milk latte", .order, #"1 × latte "oat milk latte": milk/oat "oat milk""#),
        .init(
            "two iced oat lattes", .order,
            #"2 × latte "two iced oat lattes": temperature/iced "iced", milk/oat "oat""#),
        .init("a hazelnut latte", .order, #"1 × latte "hazelnut latte": syrup/hazelnut "hazelnut""#),
        .init("a latte with vanilla", .order, #"1 × latte "latte with vanilla": syrup/vanilla "vanilla""#),
        .init(
            "a vanilla latte with caramel", .order,
            #"1 × vanilla-latte "vanilla latte with caramel": syrup/caramel "caramel""#),
        .init("green tea latte large", .order, #"1 × matcha-latte "green tea latte large": size/large "large""#),
        .init(
            "a small english breakfast tea", .order, #"1 × black-tea "small english breakfast tea": size/small "small""#
        ),
        .init("iced tea", .order, #"1 × black-tea "iced tea": temperature/iced "iced""#),
        .init("a café latte", .order, #"1 × latte "cafe latte""#),
        .init(
            "one hot chocolate with sprinkles", .order,
            #"1 × hot-chocolate "one hot chocolate with sprinkles": topping/sprinkles "sprinkles""#),
        .init("a chocolate croissant", .order, #"1 × chocolate-croissant "chocolate croissant""#),
        .init(
            "a toasted bagel with cream cheese", .order,
            #"1 × bagel "toasted bagel with cream cheese": bread/toasted "toasted", spread/cream-cheese "cream cheese""#
        ),
        .init(
            "the cinnamon roll warmed up", .order,
            #"1 × cinnamon-roll "cinnamon roll warmed up": bread/toasted "warmed up""#),
        .init("a turkey and cheese sandwich", .order, #"1 × turkey-sandwich "turkey and cheese sandwich""#),
        .init("half a dozen bagels", .order, #"6 × bagel "half a dozen bagels""#),
        .init("a couple of cookies", .order, #"2 × chocolate-chip-cookie "a couple of cookies""#),
        .init("two slices of banana bread", .order, #"2 × banana-bread "two slices of banana bread""#),
        .init("um a large uh mocha please", .order, #"1 × mocha "large uh mocha": size/large "large""#),
        .init("hey brews good morning i'd like an affogato thanks", .order, #"1 × affogato "affogato""#),
        // The later word counts: people correct themselves forwards.
        .init("a small no wait large latte", .order, #"1 × latte "small no wait large latte": size/large "large""#),
    ]

    /// How much of an option.
    static let cafeAmounts: [Understanding] = [
        .init(
            "a large latte with a little bit of brown sugar and no foam", .order,
            #"""
            1 × latte "large latte with a little bit of brown sugar and no foam": size/large "large", \#
            sweetener/brown-sugar light "a little bit of brown sugar", topping/foam none "no foam"
            """#
        ),
        .init(
            "latte with two pumps of vanilla and one pump of hazelnut", .order,
            #"""
            1 × latte "latte with two pumps of vanilla and one pump of hazelnut": \#
            syrup/vanilla ×2 "two pumps of vanilla", syrup/hazelnut ×1 "one pump of hazelnut"
            """#
        ),
        .init(
            "latte with three pumps vanilla syrup", .order,
            #"1 × latte "latte with three pumps vanilla syrup": syrup/vanilla ×3 "three pumps vanilla syrup""#),
        .init(
            "latte with a pump of caramel", .order,
            #"1 × latte "latte with a pump of caramel": syrup/caramel ×1 "a pump of caramel""#),
        .init(
            "a coffee with two sugars", .order,
            #"1 × drip-coffee "coffee with two sugars": sweetener/sugar ×2 "two sugars""#),
        .init(
            "a coffee with one sugar and a splash of milk", .order,
            #"""
            1 × drip-coffee "coffee with one sugar and a splash of milk": sweetener/sugar ×1 "one sugar", \#
            milk/whole light "a splash of milk"
            """#
        ),
        .init(
            "a coffee with a packet of stevia", .order,
            #"1 × drip-coffee "coffee with a packet of stevia": sweetener/stevia ×1 "a packet of stevia""#),
        .init(
            "a coffee with zero sugars", .order,
            #"1 × drip-coffee "coffee with zero sugars": sweetener/sugar none "zero sugars""#),
        .init("latte no sugar", .order, #"1 × latte "latte no sugar": sweetener/sugar none "no sugar""#),
        .init("a latte without foam", .order, #"1 × latte "latte without foam": topping/foam none "without foam""#),
        .init(
            "mocha hold the whipped cream", .order,
            #"1 × mocha "mocha hold the whipped cream": topping/whipped-cream none "hold the whipped cream""#),
        .init(
            "a cappuccino with extra foam", .order,
            #"1 × cappuccino "cappuccino with extra foam": topping/foam extra "extra foam""#),
        .init(
            "a cappuccino easy on the foam", .order,
            #"1 × cappuccino "cappuccino easy on the foam": topping/foam light "easy on the foam""#),
        .init(
            "a hot chocolate with lots of whipped cream", .order,
            #"""
            1 × hot-chocolate "hot chocolate with lots of whipped cream": \#
            topping/whipped-cream extra "lots of whipped cream"
            """#
        ),
        .init(
            "a tea with a touch of honey", .order,
            #"1 × black-tea "tea with a touch of honey": sweetener/honey light "a touch of honey""#),
        .init(
            "a latte with regular foam", .order,
            #"1 × latte "latte with regular foam": topping/foam regular "regular foam""#),
        .init(
            "no foam large latte", .order,
            #"1 × latte "no foam large latte": topping/foam none "no foam", size/large "large""#),
        // Ice is a temperature and something to put in: only the latter comes in amounts.
        .init("a latte with light ice", .order, #"1 × latte "latte with light ice": topping/ice light "light ice""#),
        .init("a lemonade no ice", .order, #"1 × lemonade "lemonade no ice": topping/ice none "no ice""#),
        .init("a latte with ice", .order, #"1 × latte "latte with ice": temperature/iced "ice""#),
        // What the menu has no more of stays what it is.
        .init("an extra large latte", .order, #"1 × latte "large latte": size/large "large""#),
    ]

    /// Several items in one utterance.
    static let cafeOrders: [Understanding] = [
        .init(
            "can i have two large iced lattes with oat milk and a blueberry muffin", .order,
            #"""
            2 × latte "two large iced lattes with oat milk": size/large "large", temperature/iced "iced", \#
            milk/oat "oat milk"
            """#,
            #"1 × blueberry-muffin "blueberry muffin""#),
        .init(
            "a small mocha and a large latte", .order, #"1 × mocha "small mocha": size/small "small""#,
            #"1 × latte "large latte": size/large "large""#),
        .init(
            "large latte large mocha", .order, #"1 × latte "large latte": size/large "large""#,
            #"1 × mocha "large mocha": size/large "large""#),
        .init(
            "a latte with milk and sugar and a small mocha", .order,
            #"1 × latte "latte with milk and sugar": milk/whole "milk", sweetener/sugar "sugar""#,
            #"1 × mocha "small mocha": size/small "small""#),
        .init(
            "one cappuccino two espressos and three croissants", .order, #"1 × cappuccino "one cappuccino""#,
            #"2 × espresso "two espressos""#,
            #"3 × croissant "three croissants""#),
        .init(
            "a small latte a medium mocha and a large americano", .order,
            #"1 × latte "small latte": size/small "small""#,
            #"1 × mocha "medium mocha": size/medium "medium""#,
            #"1 × americano "large americano": size/large "large""#),
        .init(
            "a croissant plus an orange juice", .order, #"1 × croissant "croissant""#,
            #"1 × orange-juice "orange juice""#),
        .init(
            "two bagels with butter and jam and a small orange juice", .order,
            #"2 × bagel "two bagels with butter and jam": spread/butter "butter", spread/jam "jam""#,
            #"1 × orange-juice "small orange juice": size/small "small""#),
        .init(
            "large latte with oat milk small mocha with whip", .order,
            #"1 × latte "large latte with oat milk": size/large "large", milk/oat "oat milk""#,
            #"1 × mocha "small mocha with whip": size/small "small", topping/whipped-cream "whip""#),
        .init(
            "a latte with oat milk and vanilla and a cappuccino with almond milk", .order,
            #"1 × latte "latte with oat milk and vanilla": milk/oat "oat milk", syrup/vanilla "vanilla""#,
            #"1 × cappuccino "cappuccino with almond milk": milk/almond "almond milk""#),
        .init(
            "a large coffee with two sugars and a toasted bagel", .order,
            #"1 × drip-coffee "large coffee with two sugars": size/large "large", sweetener/sugar ×2 "two sugars""#,
            #"1 × bagel "toasted bagel": bread/toasted "toasted""#),
        .init(
            "a small cappuccino with extra foam and then a medium mocha with no whip", .order,
            #"1 × cappuccino "small cappuccino with extra foam": size/small "small", topping/foam extra "extra foam""#,
            #"1 × mocha "medium mocha with no whip": size/medium "medium", topping/whipped-cream none "no whip""#),
        .init(
            "a latte as well as a muffin followed by a cookie", .order, #"1 × latte "latte""#,
            #"1 × blueberry-muffin "muffin""#, #"1 × chocolate-chip-cookie "cookie""#),
        .init(
            "coffee and a croissant and water", .order, #"1 × drip-coffee "coffee""#, #"1 × croissant "croissant""#,
            #"1 × water "water""#),
        .init(
            "iced latte iced mocha iced tea", .order, #"1 × latte "iced latte": temperature/iced "iced""#,
            #"1 × mocha "iced mocha": temperature/iced "iced""#,
            #"1 × black-tea "iced tea": temperature/iced "iced""#),
        .init(
            "a latte and two pumps of vanilla", .order,
            #"1 × latte "latte and two pumps of vanilla": syrup/vanilla ×2 "two pumps of vanilla""#),
        .init(
            "bagel toasted large latte", .order, #"1 × bagel "bagel toasted": bread/toasted "toasted""#,
            #"1 × latte "large latte": size/large "large""#),
        .init(
            "a croissant with oat milk", .order, #"1 × croissant "croissant with oat milk""#,
            warnings: [#"Croissant does not come with "oat milk""#]),
        .init(
            "a purple latte and a wobbly muffin", .order, #"1 × latte "latte""#, #"1 × blueberry-muffin "muffin""#,
            warnings: ["not understood: purple, wobbly"]),
    ]

    /// What a guest wants to do, besides naming items.
    static let cafeIntents: [Understanding] = [
        .init("add a brownie", .add, #"1 × brownie "brownie""#),
        .init("can you add two croissants", .add, #"2 × croissant "two croissants""#),
        .init("one more thing a large tea", .add, #"1 × black-tea "large tea": size/large "large""#),
        .init("remove the latte", .remove, #"1 × latte "latte""#),
        .init("take off the muffin please", .remove, #"1 × blueberry-muffin "muffin""#),
        .init("cancel the large latte", .remove, #"1 × latte "large latte": size/large "large""#),
        .init("i don't want the muffin", .remove, #"1 × blueberry-muffin "muffin""#),
        .init("forget the croissant and the water", .remove, #"1 × croissant "croissant""#, #"1 × water "water""#),
        .init("remove", .remove),
        .init("start over", .clear), .init("clear my order", .clear), .init("remove everything please", .clear),
        .init("i'd like to start over", .clear),
        .init("cancel my order", .cancel), .init("never mind", .cancel), .init("actually forget it", .cancel),
        .init("read it back", .readCart), .init("what's in my order", .readCart), .init("can you repeat that", .repeat),
        .init("help", .help), .init("what do you have", .help),
        .init("yes", .confirm), .init("yes please", .confirm), .init("that's right", .confirm),
        .init("okay sounds good", .confirm), .init("Yeah, perfect!", .confirm),
        .init("no", .decline), .init("no thanks", .decline), .init("nope", .decline), .init("that's wrong", .decline),
        .init("no that's not right", .decline),
        .init("that's all", .checkout), .init("no that's it", .checkout), .init("i'm done thanks", .checkout),
        .init("i'd like to pay", .checkout),
        .init("yes and a muffin", .order, #"1 × blueberry-muffin "muffin""#),
        .init("no a latte", .order, #"1 × latte "latte""#),
        .init("large", .change, #"size/large "large""#), .init("the large one please", .change, #"size/large "large""#),
        .init("no foam", .change, #"topping/foam none "no foam""#),
        .init("no large", .change, #"size/large "large""#),
        .init("i don't want foam", .change, #"topping/foam none "foam""#),
        .init("oat milk and iced", .change, #"milk/oat "oat milk""#, #"temperature/iced "iced""#),
        .init("make it two", .change, "quantity 2"), .init("two", .change, "quantity 2"),
        .init("minus two", .change, "quantity 0"),
        .init("two pumps of vanilla", .change, #"syrup/vanilla ×2 "two pumps of vanilla""#),
        .init("what lovely weather", .unknown), .init("", .unknown), .init("   ", .unknown), .init("!?", .unknown),
        .init("um", .unknown), .init("please", .unknown),
    ]
}
