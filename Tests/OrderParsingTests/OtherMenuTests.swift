internal import Ordering
internal import Testing

@testable internal import OrderParsing

/// One file drives everything: another menu needs no change of code.
struct OtherMenuTests {
    @Test("The noodle house is understood by its own words", arguments: Understanding.noodleHouse)
    func utterances(_ expected: Understanding) throws {
        expected.check(try Parsers.noodleHouse.get().parse(expected.text))
    }

    @Test("Every name and alias of a menu, said alone, means its item", arguments: ["cafe", "noodle house"])
    func everyName(_ house: String) throws {
        let menu = try house == "cafe" ? MenuLoader.builtIn() : NoodleHouse.menu.get()
        let parser = try house == "cafe" ? Parsers.cafe.get() : Parsers.noodleHouse.get()
        for item in menu.items {
            for phrase in [item.name] + item.aliases {
                #expect(parser.parse(phrase).items.map(\.itemId) == [item.id], "\(phrase)")
                #expect(parser.parse("two \(phrase)").items.map(\.quantity) == [2], "two \(phrase)")
            }
        }
    }

    @Test(
        "Every name and alias of an option, said with an item that takes it, means that option",
        arguments: ["cafe", "noodle house"])
    func everyOption(_ house: String) throws {
        let menu = try house == "cafe" ? MenuLoader.builtIn() : NoodleHouse.menu.get()
        let parser = try house == "cafe" ? Parsers.cafe.get() : Parsers.noodleHouse.get()
        for group in menu.optionGroups {
            for option in group.options {
                for phrase in [option.name] + option.aliases {
                    let item = try #require(menu.items.first { $0.groups.contains(group.id) })
                    let result = parser.parse("\(item.name) with \(phrase)")
                    let said = try #require(result.items.first).options
                    // A word of two groups means the one the item lists first.
                    #expect(
                        said.count == 1
                            && menu.option(said[0].option).map { [$0.name] + $0.aliases }?.contains {
                                SpokenWords($0) == SpokenWords(phrase)
                            } == true,
                        "\(item.name) with \(phrase): \(said)")
                    #expect(said.map(\.spoken) == [SpokenWords(phrase).words.joined(separator: " ")])
                }
            }
        }
    }

    @Test(
        "Plurals are made of names and understood",
        arguments: [
            ("latte", "lattes"), ("peach", "peaches"), ("dish", "dishes"), ("box", "boxes"), ("glass", "glasses"),
            ("cherry", "cherries"), ("soy", "soys"),
            ("bagel with cream cheese", "bagels with cream cheese"),
        ])
    func plurals(_ singular: String, _ plural: String) {
        #expect(Pluralizer.plurals(SpokenWords(singular).words).contains(SpokenWords(plural).words))
    }
}
