internal import Testing

/// Orders that nobody means, and the words that say how many.
enum Prank {
    /// Each of these must end in a question or a refusal.
    static let all: [String] = {
        let amounts = [
            "eighteen thousand", "minus one", "a million", "a hundred and", "zero", "one and a half", "thousand",
            "two point five", "twenty one", "a hundred",
            "nine hundred ninety nine", "infinite", "a zillion", "-3", "1e9", "½",
            "99999999999999999999", "two hundred dozen", "negative twenty", "five hundred and twelve",
        ]
        let things = [
            "waters", "lattes", "muffins", "large iced oat milk lattes", "espressos", "sparkling waters please",
            "bagels with cream cheese", "double espressos",
        ]
        let made = amounts.flatMap { amount in things.map { "\(amount) \($0)" } }
        let others = [
            "can i get eighteen thousand waters", "i'd like a million lattes please", "give me minus one latte",
            "i want infinity waters", "give me every water",
            "lots of waters", "a lot of croissants", "tons of muffins", "plenty of water",
            "hundreds of waters", "thousands of waters please", "dozens of bagels", "several waters", "a few muffins",
            "many many waters", "countless croissants",
            "unlimited water", "two two waters", "three four five waters", "twenty twenty waters",
            "a large latte with a million pumps of vanilla", "a small latte with a thousand sugars",
            "a large coffee with two hundred sugars",
            "a small mocha with eighteen thousand pumps of caramel",
            "a small latte with a million packets of sugar", "half a water", "half a croissant",
            "a quarter of a muffin", "a third and a half of a muffin",
            "two and a half bagels", "minus two and minus two waters", "0 waters", "zero croissants",
            "twenty one waters and twenty one waters", "hundred waters hundred waters hundred waters",
            "a billion billion waters", "one trillion waters",
            "a gazillion muffins", "four dozen bagels", "ten hundred waters", "1,000 waters", "10000 waters",
            "٣ waters", "２ waters", "2.5 waters", "100 waters",
        ]
        return made + others
    }()

    /// Orders that grow past every limit over several turns: a sober beginning, then the same push again and again.
    static let stories: [PrankStory] = beginnings.flatMap { beginning in
        pushes.map { PrankStory(beginning: beginning, push: $0) }
    }

    private static let beginnings = [
        "twenty waters", "two large lattes", "a water and ten muffins", "a large mocha with ten pumps of vanilla",
        "nineteen croissants and a scone",
    ]

    private static let pushes: [[String]] = [
        ["make it fifty"], ["one more"], ["double that"], ["add fifty more"], ["same again"], ["another twenty"],
        ["make that a hundred"], ["no wait a thousand"],
        ["actually make it a million"], ["twenty more of those"], ["add one more of each"], ["ten more", "one more"],
        ["make it twenty", "one more"], ["another one"],
        ["double it"], ["triple that"], ["add a hundred waters"], ["change it to fifty mochas"],
        ["replace it with ninety nine espressos"],
        ["i said fifty", "yes", "that's all", "yes"], ["make it minus two"], ["make it zero", "one more"],
        ["remove minus five of them"],
        ["remove half of them", "add twenty"],
        ["ten with oat ten with soy", "make them all twenty"], ["one with a hundred pumps of vanilla"],
        ["add twenty pumps of caramel", "add twenty pumps of caramel"],
        ["twenty muffins", "twenty bagels", "twenty scones", "twenty brownies"], ["a dozen dozen more"],
        ["and forty more lattes", "large", "twenty"],
        ["one small one medium one large", "double that"], ["a water", "a scone", "a bagel", "a brownie"],
        ["make the first one fifty", "make the last one fifty"],
        ["the same again but large", "the same again but iced"], ["that's all", "make it fifty", "yes"],
        ["that's all", "yes", "same again", "that's all", "yes"],
        ["all of them twenty times"], ["both of them fifty"], ["all of them large with twenty sugars"],
        ["fifty", "yes", "okay", "correct"], ["9999999999999"],
        ["1e9", "∞"],
    ]
}

/// A prank in turns.
struct PrankStory: Sendable, CustomTestStringConvertible {
    let beginning: String
    /// What is said over and over.
    let push: [String]

    var testDescription: String { "\(beginning), then again and again: \(push.joined(separator: "; "))" }
}
