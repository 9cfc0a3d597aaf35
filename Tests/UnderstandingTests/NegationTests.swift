internal import Foundation
internal import OrderParsing
internal import OrderSession
internal import OrderSets
internal import Ordering
internal import Testing

/// What a guest wants left out is never added: sentences made of menus by templates.
struct NegationTests {
    /// `I` is an item, `O` a wanted option, `N` the unwanted one.
    private static let templates = [
        "a I with O but no N", "a I with O but avoid N", "a I with O and please avoid the N",
        "a I with O without adding N",
        "a I with O do not add any N", "a I with O but please leave out the N", "a I with O i don't want any N",
        "a I with O i definitely do not want N", "a I with O and skip the N for me", "a I with O hold the N please",
        "a I with O and i won't need N", "a I with O and i don't want it with N", "two I with O and no N on them",
        "a I no N please", "could i get a I without any N", "a I with O do me a favor and leave off the N",
        "a I with O not N", "i wanted a I with O and omit the N", "a I with O but do not put N on it",
        "a I with O minus the N",
    ]

    @Test("Of 500 generated negations over five menus none adds what it negates")
    func negations() throws {
        var count = 0, ordered = 0
        var faults: [String] = []
        for path in ["Sets/copper-kettle", "Sets/grill", "Frozen/deli", "Frozen/pizza", "Frozen/bowls"] {
            let folder = Sets.folder.deletingLastPathComponent().appendingPathComponent(path)
            let set = try OrderSet(folder: folder)
            let parser = try OrderParsingPipeline(menu: set.menu)
            let cases = Self.cases(set.menu)
            for index in 0..<100 {
                let (item, wanted, unwanted) = cases[index * 7 % cases.count]
                let text = Self.templates[index % Self.templates.count]
                    .split(separator: " ")
                    .map { word in
                        switch word {
                        case "I": item.name.lowercased()
                        case "O": wanted.name
                        case "N": unwanted.name
                        default: String(word)
                        }
                    }
                    .joined(separator: " ")
                var cart = CartCoordinator(menu: set.menu)
                _ = cart.apply(parser.parse(text))
                count += 1
                if cart.lines.contains(where: { $0.itemId == item.id }) { ordered += 1 }
                let isAdded = cart.lines.contains { line in
                    line.options.contains { $0.option == unwanted.option && $0.amount != .without }
                }
                if isAdded { faults.append("\(set.name): \(text)") }
            }
        }
        #expect(count == 500 && faults.isEmpty, "\(faults.joined(separator: "\n"))")
        // A sentence that orders nothing would negate nothing.
        #expect(ordered >= 490, "\(ordered)")
    }

    private typealias Named = (name: String, option: OptionReference)

    /// Items with two different options of groups of which options can be left out.
    private static func cases(_ menu: Menu) -> [(MenuItem, Named, Named)] {
        menu.items.filter(\.available).flatMap { item in
            let options = item.groups.compactMap(menu.group).filter { $0.amounts && $0.select == .many }.flatMap {
                group in
                group.options.map {
                    (name: $0.name.lowercased(), option: OptionReference(group: group.id, option: $0.id))
                }
            }
            return zip(options, options.dropFirst()).map { (item, $0, $1) }
                + zip(options.dropFirst(), options).map { (item, $0, $1) }
        }
    }
}
