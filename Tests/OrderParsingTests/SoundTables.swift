internal import Ordering

@testable internal import OrderParsing

/// What recognisers and typing guests write for menu words, and what they write that is no menu word.
enum SoundTables {
    /// A name that was meant, and the words that were written.
    struct Misheard: Sendable, CustomStringConvertible {
        var meant: String
        var heard: [String]

        var description: String { "\(heard.joined(separator: " ")) for \(meant)" }
    }

    /// The café's phrases, and those of a house with other foods.
    static func phrases() throws -> (names: [String], phrases: [(words: [String], payload: Int)]) {
        let menu = try MenuLoader.builtIn()
        let options = menu.optionGroups.flatMap { $0.options.map { ($0.name, $0.aliases) } }
        let things = menu.items.map { ($0.name, $0.aliases) } + options + otherFoods.map { ($0, []) }
        var names: [String] = []
        var phrases: [(words: [String], payload: Int)] = []
        for (name, aliases) in things {
            let key = SpokenWords(name).words.joined(separator: " ")
            let payload = names.firstIndex(of: key) ?? names.count
            if payload == names.count { names.append(key) }
            for text in [name] + aliases { phrases.append((SpokenWords(text).words, payload)) }
        }
        return (names, phrases)
    }

    /// The words that mean something in the language's data by themselves.
    static func protectedWords() throws -> Set<String> {
        let language = try Language.english()
        let lists = [
            language.units, language.articles, language.conjunctions, language.with, language.of, language.fillers,
            language.numbers.unclear, language.numbers.ordinals,
        ]
        let phrases =
            lists.flatMap(\.self) + language.intents.values.flatMap(\.self) + language.amounts.values.flatMap(\.self)
        let numbers =
            Array(language.numbers.words.keys) + [language.numbers.hundred] + Array(language.numbers.scales.keys)
        return Set((phrases + numbers).map { SpokenWords($0).words }.filter { $0.count == 1 }.flatMap(\.self))
    }

    static let otherFoods = [
        "quesadilla", "jalapeno", "tortilla", "burrito", "guacamole", "enchilada", "tamale", "nachos", "fajita",
        "cheeseburger", "hamburger", "chicken nuggets",
        "french fries",
        "onion rings", "milkshake", "bruschetta", "gnocchi", "lasagna", "spaghetti", "mozzarella", "ciabatta",
        "focaccia", "prosciutto", "tiramisu", "gelato", "panini",
        "pepperoni",
        "margherita", "quiche", "baguette", "brioche", "eclair", "pain au chocolat", "ratatouille", "caesar salad",
        "coleslaw", "falafel", "hummus", "shawarma", "kebab",
        "tikka masala",
        "samosa", "biryani", "teriyaki", "edamame", "gyoza", "tonkotsu", "sriracha", "kombucha", "pho", "pad thai",
        "worcestershire", "mayonnaise", "avocado toast",
        "scrambled eggs", "bacon",
        "waffle", "pancakes", "granola", "acai bowl",
    ]

    static let misheard = table(
        """
        latte: late, lah tay, lotte, latter, lattay, lot a, la tay, lattey, latay, latt
        cappuccino: cap a chino, cappucino, capuchino, cup of chino, cap uccino, cappuchino, copper chino, cap of chino
        croissant: cross aunt, croissont, crossant, cross on, quason, krwasan, crescent
        mocha: moca, mock a, moka, mocka, mokka, mocker
        espresso: ex presso, expreso, a spresso, espreso, express oh, as presso
        macchiato: machiato, mock yacht oh, makiato, mackey auto, macky auto, machi auto
        caramel macchiato: caramel machiato, caramel mackey auto, carmel macchiato, camel macchiato
        americano: a mary cano, american oh, america no, amerikano, ameri cano
        cortado: court auto, core tado, cortardo, quarter though
        affogato: afogato, affo gato, avogato, a fog auto
        frappe: frap pay, frapay, frappay, fra pay
        bagel: bagle, bay gull, baygel, bagels, beigel
        blueberry muffin: blue berry muffing, blueberry muffing, blueberry moffin, blueberry muffins, blue bury muffin
        scone: scon, skone, scones, scowne
        lemonade: lemon aid, lemon ade, lemonaid, lemon aide
        chocolate chip cookie: cooky, cookies, chocolate chip cooky, choclate chip cookie, \
        chocolate ship cookie, chocolat chip cookies
        brownie: browny, brown knee, brownies
        oatmeal: oat meel, out meal, oat meals, oatmeel
        cold brew: cold brood, cold brew's, called brew, cold blew, coal brew
        flat white: flat wide, flat whites, flight white, flap white
        earl grey: earl gray, oil grey, url grey, early grey, pearl grey
        chai latte: chai late, chai lattey, chay latte, shy latte, try latte
        matcha latte: macha latte, match a latte, matcher latte, macho latte
        green tea: green tee, green t, grin tea
        peppermint tea: pepper mint tea, peppermint tee, pepper meant tea
        orange juice: orange use, orange jews, orange juices
        strawberry smoothie: strawberry smoothy, straw berry smoothie, strawberry smooth he, strawberry movie
        banana bread: banana bred, bananna bread, banana breads
        cinnamon roll: cinnamon role, cinamon roll, cinnamon rolls, sin a man roll
        turkey sandwich: turkey sand which, turkey sandwitch, turkey sandwiches, turkey sammich
        hot chocolate: hot choclate, hot chocolates, hot chocolet, heart chocolate
        iced coffee: ice coffey, iced coffees, iced cough he, iced copy
        decaf: de calf, dcaf, deecaf, decalf, decaff
        almond milk: all mond milk, almund milk, armand milk, almon milk
        oat milk: oats milk, oak milk, out milk, ode milk
        coconut milk: coke a nut milk, cocoa nut milk, cokonut milk
        vanilla syrup: vanila syrup, vanilla sirup, vanilla stirrup, manila syrup
        caramel syrup: carmel, carmel syrup, caramell, camel syrup
        hazelnut syrup: hazel nut, hazlenut, hazel nut syrup, hazelnuts
        whipped cream: wiped cream, whip creams, wept cream, whipt cream
        sprinkles: sprinkle, sprinkels, springles
        cream cheese: cream cheeze, creamed cheese, cream she's
        peanut butter: pea nut butter, peanut budder, peanuts butter
        stevia: steevia, stevie a, stivia
        quesadilla: case a dia, kesadilla, casadilla, case idea, quesadia
        jalapeno: halapeno, hollow penyo, jalapino, holla pain yo
        tortilla: tortia, tore tea ya, tortiya, tortila
        burrito: burito, bur ito, borito, buried oh
        guacamole: guac a mole, walk a molly, guacamoly, waka mole
        fajita: fa heater, faheeta, fajeeta
        nachos: natchos, not chose, nacho's
        cheeseburger: cheese burger, cheese burgher, cheeseburgers
        hamburger: ham burger, hamburgers, hamberger
        chicken nuggets: chicken nugget, chicken nuggits, chicken naggets
        french fries: french frys, french fry's, french flies
        milkshake: milk shake, milkshakes, milk sheik
        bruschetta: brusketta, broos ketta, brushetta
        gnocchi: nyoki, nokey, knockey, nocchi
        lasagna: lasagne, la zanya, lazanya
        spaghetti: spagetti, spa getty, spaghetty
        mozzarella: mozarella, mots a rella, motsarella
        ciabatta: chia batter, chabatta, cha batta, chabata
        focaccia: fo catcha, focacia, for catch a
        tiramisu: tira me sue, tiramisoo, teara misu
        quiche: keesh, kish, quich
        baguette: bag get, bagget, baget, bag ette
        brioche: bree osh, briosh, brio sh
        eclair: a clair, ay clair, eclare
        falafel: fall awful, felafel, falafal
        hummus: humus, hum us, houmous
        kebab: kebob, ke bab, cabob
        samosa: some moser, samoser, smosa
        teriyaki: terry yaki, teri aki, terriaki
        edamame: eda mommy, edda mommy, edamami
        sriracha: sir racha, siracha, sree racha
        kombucha: combucha, kombu cha, calm butcher
        pad thai: pat tie, pad tie, pad tai
        mayonnaise: mayonaise, may a nays, man ease
        avocado toast: avacado toast, avocado toasts, avo cado toast
        caesar salad: seize a salad, ceasar salad, seizure salad, cesar salad
        waffle: wafel, waffel, wah full
        pancakes: pan cakes, pan cake, pancake
        tikka masala: tick a masala, teeka masala, tikka missala
        """)

    /// More of the same, written down after the matcher was tuned and not used to tune it.
    static let unseen = table(
        """
        latte: lattie, latter, lottay, la te
        cappuccino: cappacino, cap pa chino, kapuchino, cappuccinos
        croissant: crosant, kross ant, cwasson, croisant
        mocha: mochas, moch a, moke a
        espresso: espressos, s presso, espesso, eggs presso
        macchiato: macciato, macchi auto, mach iato, mac key auto
        americano: amercano, a mericano, american o, merry cano
        cortado: cortadow, core tardo, cort ado
        frappe: frappy, frapp, frapper
        bagel: baggle, bay gle, begal
        blueberry muffin: blueberry muff in, bluberry muffin, blueberry moving, blueberry muffins
        scone: skon, scoan
        lemonade: lemmonade, lemon eight, lemon aged
        chocolate chip cookie: chocolate chip cook he, chocolate cheap cookie, chocolate chip cookies
        oatmeal: oatmeel, oat meat, oatmill
        cold brew: cold brew coffees, cold bro, cold brood, gold brew
        flat white: flat why, flatt white, fat white, flat light
        earl grey: ear grey, earl grade, earle grey
        green tea: green teas, green tease, greentea
        peppermint tea: peppermint t, pepperment tea
        orange juice: orange joos, orange choose
        hot chocolate: hot chalk lit, hot choclit, hot shock lit
        almond milk: almond mill, amend milk, al mond milk
        oat milk: goat milk, oat mill
        vanilla syrup: vanilla serup, vanella syrup, van illa
        hazelnut syrup: hazelnot, hazle nut, hassle nut
        whipped cream: whipt cream, with cream, wipe cream
        cream cheese: creme cheese, cream cheeses, cream chiefs
        quesadilla: kay sa dia, quesadila, case a deer
        jalapeno: hal a peno, jalapenos, holler pino
        burrito: bur rito, baritto, burritos
        guacamole: guacomole, wack a mole, guac amole
        hamburger: hamberger, hand burger, hamburg her
        lasagna: la sanya, lasanga, lasagnas
        spaghetti: spag hetti, spaggeti
        mozzarella: mozerella, mutts a rella
        tiramisu: tirami sue, terra me sue, tiramasu
        falafel: flafel, fa laugh ell, falafels
        hummus: hummous, home us, hamas
        teriyaki: teryaki, tariyaki, terry hockey
        sriracha: shiracha, see racha
        mayonnaise: mayonase, man a days, mayo naise
        waffle: waffles, woffle, waff full
        pancakes: pan kicks, pancaces
        granola: grenola, gran ola, grand ola
        acai bowl: a sigh e bowl, acai bole, assai bowl
        pepperoni: peperoni, pepper own he, pepper oni
        coleslaw: cole slaw, coal slaw, cold slaw
        pad thai: pad ties, pad thigh
        """)

    /// Not one of these is a menu word misheard.
    static let harmless = lines(
        """
        please, weather, phone, table, lovely, thanks, about, think, matter, later, meet, seat, more, motor, letter,
        ladder, tea towel, morning, evening, sorry, really, maybe, people, because, before, after, again, always,
        never, often, something, nothing, anything, everyone, somebody, together, without, around, under, over there,
        behind, between, window, door, outside, inside, street, corner, parking, car, bus, train, station, ticket,
        money, change, card, cash, receipt, number, name, spell, pocket, wallet, bag, jacket, umbrella, shoes, sunny,
        raining, cloudy, freezing, winter, summer, spring, autumn, monday, tuesday, wednesday, thursday, friday,
        saturday, sunday, yesterday, tomorrow, tonight, afternoon, weekend, holiday, birthday, party, friend, sister,
        brother, mother, father, daughter, husband, wife, baby, children, doctor, teacher, school, office, work,
        working, meeting, boss, colleague, computer, screen, button, camera, internet, password, battery, charger,
        music, song, movie, book, paper, pencil, picture, photo, story, question, answer, problem, reason, idea,
        remember, forgot, believe, understand, listen, hear, speak, talking, walking, running, sitting, standing,
        waiting, looking, watching, reading, writing, playing, sleeping, buying, paying, leaving, coming, bring,
        carry, hold on, turn, open, close, begin, finish line, hurry, slow, quick, early, late night show, ready,
        busy, tired, hungry, thirsty, happy, sad, angry, funny, nice, great, good, bad, better, best, worse, new,
        old, young, long, wide, high, deep, heavy box, empty, full stop, clean, dirty, quiet, loud, bright,
        dark side, red, blue, yellow, purple, orange shirt, pink, north, south, left, straight, upstairs, downstairs,
        kitchen, bathroom, toilet, floor, ceiling, wall, garden, house, home, city, country, river, mountain, beach,
        island, airport, flight, hotel, room, bed, pillow, blanket, shower, soap, mirror, clothes, shirt, trousers,
        dress, sweater, gloves, football, tennis, swimming, soccer, player, winner, ticket office, garden chair,
        queen, king, president, government, police, fire, hospital, medicine, headache, stomach, finger, shoulder,
        elbow, ankle, hair, face, eyes, ears, nose, mouth, teeth, tongue, heart, blood, animal, dog, cat, horse, cow,
        bird, fish tank, flower, tree, leaf, grass, stone, metal, plastic, glass, wood, rubber, bottle opener, box,
        basket, plate, knife, fork, napkin, straw, spoon, how are you, see you later, nice to meet you, have a seat,
        what time is it, where is the toilet, the weather is lovely, my phone is dead, i'm not sure,
        let me think about it, is this table free, can you hear me, what a day, take care, good luck, excuse me sir,
        one moment, hang on, it doesn't matter, no problem, you're welcome, never been here, over by the window,
        can i pay by card, keep the change, is there wifi, what's the password, how much is that, that's too much,
        it's raining again, see you tomorrow, happy birthday, the bus is late again, my daughter loves it,
        we're in a hurry, could you speak up, i changed my mind, what do you recommend, do you have a bathroom,
        this is for my sister, i'll be right back, just looking, where are you from, it smells amazing,
        is it busy today, the line is long, do you take cash, which one is better, what was that, turn it down,
        the music is loud, i'm so tired
        """)

    private static func table(_ text: String) -> [Misheard] {
        text.split(separator: "\n").flatMap { line in
            let parts = line.split(separator: ":")
            return (parts.last ?? "").split(separator: ",").map {
                Misheard(meant: String(parts.first ?? ""), heard: SpokenWords(String($0)).words)
            }
        }
    }

    private static func lines(_ text: String) -> [[String]] {
        text.split(whereSeparator: { $0 == "," || $0 == "\n" }).map { SpokenWords(String($0)).words }.filter {
            !$0.isEmpty
        }
    }
}
