internal import Feedback
internal import Foundation
internal import OrderSession
internal import Ordering

/// The cart of `--cart`: JSON as `brews order` or `brews parse` prints it, or a list of items.
struct CartFile: Decodable {
    private struct Item: Decodable {
        struct Option: Decodable {
            let group: String
            let id: String
            let amount: OptionAmount?
            let count: Int?
        }

        let itemId: String
        let quantity: Int?
        let options: [Option]?
    }

    private struct Document: Decodable {
        let cart: [Item]?
        let items: [Item]?
    }

    private let items: [Item]

    init(from decoder: any Decoder) throws {
        if let list = try? [Item](from: decoder) {
            items = list
        } else {
            let document = try Document(from: decoder)
            guard let found = document.cart ?? document.items else {
                throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "neither 'cart' nor 'items'"))
            }
            items = found
        }
    }

    /// Reads a cart.
    ///
    /// - Throws: `CLIError.input` for a file that cannot be read, is not a cart, or names items the menu lacks.
    static func read(_ path: String, menu: Menu, writer: PromptWriter) throws(CLIError) -> CartCoordinator {
        let data = Data(try InputFile.read(path, "the cart"))
        let file: CartFile
        do { file = try JSONDecoder().decode(CartFile.self, from: data) } catch {
            throw .input(
                "\(path) is no cart: write {\"items\": [{\"itemId\": \"…\", \"quantity\": 1, \"options\": "
                    + "[{\"group\": \"…\", \"id\": \"…\"}]}]}, as brews parse --json does"
            )
        }
        var cart = CartCoordinator(menu: menu)
        for item in file.items {
            guard let known = menu.item(item.itemId) else {
                throw .input("\(path): the menu has no item '\(item.itemId)'")
            }
            var options: [SelectedOption] = []
            for option in item.options ?? [] {
                let reference = OptionReference(group: option.group, option: option.id)
                guard known.groups.contains(option.group), menu.option(reference) != nil else {
                    throw .input("\(path): '\(item.itemId)' does not come with '\(option.group)/\(option.id)'")
                }
                options.append(SelectedOption(option: reference, amount: option.amount, count: option.count))
            }
            var line = ParsedOrderItem(known)
            (line.quantity, line.options) = (item.quantity ?? 1, options)
            if let refusal = cart.apply(.add([line])).first(where: { if case .refused = $0 { true } else { false } }) {
                throw .input(
                    "\(path): '\(item.itemId)' cannot be ordered like this; the kiosk says: \(writer.sentence(refusal))"
                )
            }
        }
        return cart
    }
}
