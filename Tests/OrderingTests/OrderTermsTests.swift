internal import Ordering
internal import TestSupport
internal import Testing

/// Taxes, tips, eat here or to go.
struct OrderTermsTests {
    private static func line(_ item: String, _ quantity: Int = 1) -> OrderLine {
        OrderLine(
            id: 0,
            item: ParsedOrderItem(
                itemId: item, name: item, quantity: quantity, options: [], spoken: "", nameSpoken: "", confidence: 1))
    }

    @Test(
        "A tax is on or in the sum of the lines, and is rounded half up once an order",
        arguments: [
            // 8.875 % of 4.25 is 0.3771…; of 3 teas at 3.33, 0.8866…
            ("8.875", false, "latte", 1, 38, 463), ("8.875", false, "tea", 3, 89, 1_088),
            // 5 % of 3.50 is 0.175.
            ("5", false, "croissant", 1, 18, 368), ("0", false, "tea", 1, 0, 333),
            // 19 % in 4.25 is 0.6785…; 7 % in 2.75 is 0.1799…
            ("19", true, "latte", 1, 68, 425), ("7", true, "cookie", 1, 18, 275), ("100", true, "latte", 1, 213, 425),
        ])
    func rounding(rate: String, isIncluded: Bool, item: String, count: Int, tax: Int, total: Int) throws {
        let menu = try OwnerCafe.menu(
            OwnerCafe.file(more: #","taxes":[{"name":"VAT","rate":\#(rate),"included":\#(isIncluded)}]"#))
        let sums = try PriceList(menu: menu).sums(of: [Self.line(item, count)])
        #expect(sums.taxes.map(\.amount.minorUnits) == [tax])
        #expect(sums.total.minorUnits == total)
        #expect(sums.taxes[0].percent() == rate)
    }

    @Test("The first tax on an item counts; some are for one kind of order")
    func rates() throws {
        let taxes = """
            ,"taxes":[{"name":"Reduced","rate":7,"included":true,"service":"to-go"},
            {"name":"Bakery","rate":10,"categories":["bakery"]},{"name":"Standard","rate":19,"included":true}]
            """
        let prices = PriceList(menu: try OwnerCafe.menu(OwnerCafe.file(more: taxes)))
        let lines = [Self.line("latte"), Self.line("cookie", 2)]
        let here = try prices.sums(of: lines, terms: OrderTerms(service: .eatHere))
        #expect(here.taxes.map(\.name) == ["Bakery", "Standard"])
        #expect(here.taxes.map(\.base.minorUnits) == [550, 425] && here.total.minorUnits == 975 + 55)
        #expect(try prices.sums(of: lines) == here)
        let away = try prices.sums(of: lines, terms: OrderTerms(service: .toGo))
        #expect(away.taxes.map(\.name) == ["Reduced"] && away.total.minorUnits == 975)
    }

    @Test("A tip is a percentage of the lines, before the tax, rounded half up")
    func tip() throws {
        let prices = PriceList(menu: try OwnerCafe.menu())
        let sums = try prices.sums(of: [Self.line("tea")], terms: OrderTerms(tipPercent: 15))
        #expect(sums.tip.minorUnits == 50 && sums.taxes[0].amount.minorUnits == 30)
        #expect(sums.total.minorUnits == 333 + 50 + 30)
        #expect(try prices.sums(of: [], terms: OrderTerms(tipPercent: 15)) == OrderSums())
    }

    @Test(
        "Errors of the end of an order are named",
        arguments: [
            (#","service":["here"]"#, "", "'here' must be one of eat-here, to-go"),
            (#","service":["to-go","to-go"]"#, "", "'to-go' is listed twice"),
            (#","askFor":"phone""#, "", "'phone' must be one of none, name, table"),
            ("", #","tips":[0]"#, "tips are different whole numbers of percent"),
            ("", #","tips":[10,10]"#, "tips are different whole numbers of percent"),
            ("", #","tips":[1,2,3,4,5]"#, "a page has room for four tips"),
            ("", #","taxes":[{"name":"VAT","rate":8.8755}]"#, "must be a percentage"),
            ("", #","taxes":[{"name":"VAT","rate":-0.5}]"#, "must be a percentage"),
            ("", #","taxes":[{"name":"VAT","rate":5,"service":"to-go"}]"#, "the store has no orders of this kind"),
            ("", #","taxes":[{"name":"VAT","rate":101}]"#, "must be a percentage"),
            ("", #","taxes":[{"name":"VAT","rate":"19"}]"#, "must be a percentage"),
            ("", #","taxes":[{"rate":19}]"#, "is missing"),
            ("", #","taxes":[{"name":"VAT","rate":19,"items":["pizza"]}]"#, "there is no item 'pizza'"),
            ("", #","taxes":[{"name":"VAT","rate":19,"categories":["pizza"]}]"#, "no item has the category 'pizza'"),
            ("", #","taxes":[{"name":"VAT","rate":19,"service":"later"}]"#, "'later' must be one of"),
        ])
    func errors(store: String, more: String, reason: String) throws {
        do {
            _ = try OwnerCafe.menu(OwnerCafe.file(store: store, more: more))
            Issue.record("no error")
        } catch let invalid as MenuInvalid {
            #expect(invalid.findings.contains { $0.reason.contains(reason) }, "\(invalid.findings)")
        }
    }

    @Test(
        "A picture is a plain name of a known kind",
        arguments: [
            ("latte.png", true), ("Oat-milk_2.JPEG", true), ("a.webp", true), ("a.svg", true), ("../a.png", false),
            ("/etc/passwd", false), ("a/b.png", false), (".png", false), ("..png", false), ("a.gif", false),
            ("a.png.exe", false), ("a b.png", false), ("a%2e.png", false), ("ä.png", false), ("a\\b.png", false),
            ("png", false), (String(repeating: "a", count: 97) + ".png", false),
        ])
    func pictures(name: String, isGood: Bool) throws {
        #expect(PictureName.isGood(name) == isGood)
    }

    @Test(
        "To go and for here are heard at the end and the beginning of an utterance",
        arguments: [
            ("to go", ServiceKind.toGo), ("a large latte to go", .toGo), ("to go please", .toGo),
            ("for here, a latte", .eatHere), ("a latte for here thanks", .eatHere), ("eat in", .eatHere),
            ("zum Mitnehmen bitte", .toGo), ("einen Latte für hier", .eatHere), ("para llevar, por favor", .toGo),
            ("para aquí", .eatHere), ("à emporter, s'il vous plaît", .toGo), ("sur place", .eatHere),
            ("for here no to go", .toGo),
        ] as [(String, ServiceKind)])
    func heard(text: String, kind: ServiceKind) { #expect(ServiceWords.kind(in: text) == kind) }

    @Test(
        "Other words are not taken for a kind of order",
        arguments: [
            "take out the muffin", "take away the latte please", "a latte", "i'm ready to go", "i want to go",
            "is there a place to go with a latte", "here", "",
        ])
    func notHeard(text: String) { #expect(ServiceWords.kind(in: text) == nil) }

    @Test("A name is kept on one line and short; a long number is none")
    func names() {
        #expect(OrderTerms.plainName("  Ana\n María ") == "Ana María")
        #expect(OrderTerms.plainName(String(repeating: "x", count: 99))?.count == OrderTerms.longestName)
        #expect(OrderTerms.plainName("Table 12") == "Table 12")
        #expect(OrderTerms.plainName(" \t") == nil && OrderTerms.plainName("4111 1111 1111 1111") == nil)
    }
}
