internal import TestSupport
internal import Testing

@testable internal import Ordering

struct MoneyTests {
    @Test(
        "Amounts read as the currency writes them",
        arguments: [
            (425, "USD", "$4.25"), (0, "USD", "$0.00"), (5, "USD", "$0.05"), (100, "USD", "$1.00"),
            (-425, "USD", "-$4.25"), (-5, "USD", "-$0.05"),
            (123_456_789, "USD", "$1234567.89"), (425, "EUR", "€4.25"), (425, "GBP", "£4.25"), (425, "CHF", "CHF 4.25"),
            (-425, "CHF", "-CHF 4.25"),
            (425, "JPY", "¥425"), (0, "JPY", "¥0"), (-7, "KRW", "-₩7"), (425, "ISK", "ISK 425"), (425, "AUD", "A$4.25"),
            (425, "INR", "₹4.25"), (425, "SEK", "SEK 4.25"),
            (450, "KWD", "KWD 0.450"), (1_005, "BHD", "BHD 1.005"), (-1, "TND", "-TND 0.001"), (500, "XOF", "XOF 500"),
            (425, "HUF", "HUF 4.25"),
            (12_345, "CLF", "CLF 1.2345"), (Int.min, "OMR", "-OMR 9223372036854775.808"),
            (Int.max, "USD", "$92233720368547758.07"), (Int.min, "USD", "-$92233720368547758.08"),
            (Int.min, "JPY", "-¥9223372036854775808"),
        ])
    func formatting(_ minorUnits: Int, _ currency: String, _ text: String) {
        #expect(Money(minorUnits: minorUnits).formatted(currency: currency) == text)
    }

    @Test(
        "Decimals are those of ISO 4217",
        arguments: [
            ("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF", 0),
            ("BHD IQD JOD KWD LYD OMR TND", 3), ("CLF UYW", 4),
            ("AED AUD BRL CAD CHF CNY CZK DKK EUR GBP HUF IDR INR MGA MRU MXN NOK PLN SAR SEK THB TRY TWD USD ZAR", 2),
        ])
    func digits(_ codes: String, _ digits: Int) {
        for code in codes.split(separator: " ") { #expect(Currency.minorDigits(String(code)) == digits, "\(code)") }
    }

    @Test(
        "D3: Sums and products that leave 64 bits are errors, and the largest that stay are right",
        arguments: [Int.max, .max - 1, 1, 0, -1, .min + 1, .min])
    func edges(_ value: Int) {
        for other in [Int.max, 1, 0, -1, .min] {
            let sum = Int(exactly: Int128(value) + Int128(other)), product = Int(exactly: Int128(value) * Int128(other))
            #expect((try? Money(minorUnits: value).adding(Money(minorUnits: other)))?.minorUnits == sum)
            #expect((try? Money(minorUnits: value).multiplied(by: other))?.minorUnits == product)
        }
    }

    @Test("Amounts are ordered by their value")
    func order() {
        #expect([3, -2, 0].map(Money.init).sorted().map(\.minorUnits) == [-2, 0, 3])
    }
}

/// Fault D3: no cart has a wrong total.
struct CartTotalTests {
    /// Per seed; four seeds make 100,000, and the 1,000,000 of the fault list at full scale.
    private static let carts = Repository.rounds(25_000, full: 250_000)

    private static let itemPrices = [
        1, 99, 425, 1_999, 100_000_000, Int.max / 1_000, Int.max / 41, Int.max / 3, Int.max - 500, Int.max,
    ]
    private static let optionPrices = [0, 1, 70, 100_000_000, Int.max / 90, Int.max / 2, Int.max]

    /// A menu whose prices reach to the end of 64 bits, which no file may ask for.
    private static let menu: Menu = {
        let options = optionPrices.enumerated().map {
            MenuOption(
                id: "o\($0)", name: "", names: [:], aliases: [], price: Money(minorUnits: $1), allergens: [],
                freeOf: [],
                count: $0 == 2 ? 3 : nil, line: 1)
        }
        let items = itemPrices.enumerated().map {
            MenuItem(
                id: "i\($0)", name: "", names: [:], aliases: [], category: "", price: Money(minorUnits: $1),
                groups: ["g"],
                defaults: [:], required: [], available: true,
                allergens: [], touchOnly: false, maxQuantity: .max, line: 1)
        }
        return Menu(
            store: Store(name: "", currency: "USD", locale: ""),
            optionGroups: [
                OptionGroup(id: "g", name: "", names: [:], kind: .free, select: .many, amounts: true, options: options)
            ],
            items: items, rules: [], limits: .standard, pronunciations: [:])
    }()

    /// A line, with the amounts its total is made of: the item's price, and price and count of each option.
    private struct PricedLine {
        var line: OrderLine
        var unit: Int128
    }

    private static func pricedLines(_ random: inout SeededGenerator) -> [PricedLine] {
        (0..<500).map { number in
            // Half of the lines are what a café sells.
            let isUsual = number.isMultiple(of: 2)
            let item = Int.random(in: 0..<(isUsual ? 5 : itemPrices.count), using: &random)
            var unit = Int128(itemPrices[item])
            let options = (0..<Int.random(in: 0...2, using: &random)).map { _ in
                let option = Int.random(in: 0..<(isUsual ? 4 : optionPrices.count), using: &random)
                let amount = [OptionAmount.without, .extra, nil, nil][Int.random(in: 0..<4, using: &random)]
                let count = [nil, 1, 2, 100][Int.random(in: 0..<4, using: &random)]
                // Declined options are free; one that is a number by itself (the third) costs once.
                if amount != .without { unit += Int128(optionPrices[option]) * Int128(option == 2 ? 1 : count ?? 1) }
                return SelectedOption(
                    option: OptionReference(group: "g", option: "o\(option)"), amount: amount, count: count)
            }
            let parsed = ParsedOrderItem(
                itemId: "i\(item)", name: "", quantity: 1, options: options, spoken: "", nameSpoken: "", confidence: 1)
            return PricedLine(line: OrderLine(id: number, item: parsed), unit: unit)
        }
    }

    @Test(
        "D3: Totals of random carts equal 128-bit arithmetic, or overflow exactly beyond 64 bits",
        arguments: 0..<4)
    func totals(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let prices = PriceList(menu: Self.menu)
        let lines = Self.pricedLines(&random)
        let quantities = [1, 1, 1, 2, 3, 20, 1_000, Int.max / 99, Int.max]
        let beyond = Int128(Int.max) + 1
        var wrong = 0, overflows = 0
        for _ in 0..<Self.carts {
            var bits = random.next()
            var cart: [OrderLine] = []
            var oracle: Int128 = 0
            for _ in 0...Int(bits % 3) {
                bits /= 3
                let chosen = lines[Int(bits % UInt64(lines.count))]
                bits /= UInt64(lines.count)
                let quantity = quantities[Int(bits % UInt64(quantities.count))]
                bits /= UInt64(quantities.count)
                var line = chosen.line
                line.item.quantity = quantity
                cart.append(line)
                // A product beyond 128 bits is beyond 64 bits too.
                let (product, isHuge) = chosen.unit.multipliedReportingOverflow(by: Int128(quantity))
                oracle += isHuge ? beyond : min(product, beyond)
            }
            let total = (try? prices.total(of: cart))?.minorUnits
            if total != Int(exactly: oracle) { wrong += 1 }
            if total == nil { overflows += 1 }
        }
        #expect(wrong == 0)
        // Both outcomes were met often.
        #expect((Self.carts / 5...Self.carts * 4 / 5).contains(overflows))
    }

    @Test("The empty cart costs nothing, and what the menu does not know is free")
    func empty() throws {
        let prices = PriceList(menu: Self.menu)
        #expect(try prices.total(of: []) == .zero)
        let unknown = OrderLine(
            id: 1,
            item: ParsedOrderItem(
                itemId: "gone", name: "", quantity: 2, options: [.init(option: .init(group: "g", option: "gone"))],
                spoken: "", nameSpoken: "", confidence: 1))
        #expect(try prices.total(of: [unknown]) == .zero)
    }

    @Test(
        "Options of the built-in menu add to the price once, or once a count; declined ones are free",
        arguments: [
            ([], 425), ([("size", "large", nil, nil)], 525),
            ([("size", "large", nil, nil), ("milk", "oat", nil, nil)], 595), ([("syrup", "vanilla", nil, 3)], 605),
            ([("syrup", "vanilla", .without, nil)], 425), ([("syrup", "vanilla", .extra, nil)], 485),
            ([("shots", "double", nil, 2)], 515),
            ([("shots", "triple", nil, 3)], 605),
        ] as [([(String, String, OptionAmount?, Int?)], Int)])
    func unitPrices(_ options: [(String, String, OptionAmount?, Int?)], _ price: Int) throws {
        let selected = options.map {
            SelectedOption(option: OptionReference(group: $0.0, option: $0.1), amount: $0.2, count: $0.3)
        }
        let latte = OrderLine(
            id: 1,
            item: ParsedOrderItem(
                itemId: "latte", name: "Latte", quantity: 2, options: selected, spoken: "", nameSpoken: "",
                confidence: 1))
        let prices = PriceList(menu: try MenuLoader.builtIn())
        #expect(try prices.unitPrice(of: latte).minorUnits == price)
        #expect(try prices.total(of: [latte]).minorUnits == 2 * price)
    }
}
