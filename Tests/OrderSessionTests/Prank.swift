/// Orders that nobody means, and the words that say how many.
enum Prank {
    /// Each of these must end in a question or a refusal.
    static let all: [String] = {
        let amounts = [
            "eighteen thousand", "minus one", "a million", "a hundred and", "zero", "one and a half", "thousand", "two point five", "twenty one", "a hundred",
            "nine hundred ninety nine", "infinite", "a zillion", "-3", "1e9", "½",
            "99999999999999999999", "two hundred dozen", "negative twenty", "five hundred and twelve",
        ]
        let things = [
            "waters", "lattes", "muffins", "large iced oat milk lattes", "espressos", "sparkling waters please", "bagels with cream cheese", "double espressos",
        ]
        let made = amounts.flatMap { amount in things.map { "\(amount) \($0)" } }
        let others = [
            "can i get eighteen thousand waters", "i'd like a million lattes please", "give me minus one latte", "i want infinity waters", "give me every water",
            "lots of waters", "a lot of croissants", "tons of muffins", "plenty of water",
            "hundreds of waters", "thousands of waters please", "dozens of bagels", "several waters", "a few muffins", "many many waters", "countless croissants",
            "unlimited water", "two two waters", "three four five waters", "twenty twenty waters",
            "a large latte with a million pumps of vanilla", "a small latte with a thousand sugars", "a large coffee with two hundred sugars",
            "a small mocha with eighteen thousand pumps of caramel",
            "a small latte with a million packets of sugar", "half a water", "half a croissant", "a quarter of a muffin", "a third and a half of a muffin",
            "two and a half bagels", "minus two and minus two waters", "0 waters", "zero croissants",
            "twenty one waters and twenty one waters", "hundred waters hundred waters hundred waters", "a billion billion waters", "one trillion waters",
            "a gazillion muffins", "four dozen bagels", "ten hundred waters", "1,000 waters", "10000 waters",
            "٣ waters", "２ waters", "2.5 waters", "100 waters",
        ]
        return made + others
    }()
}
