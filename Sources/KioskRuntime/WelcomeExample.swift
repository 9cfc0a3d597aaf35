public import Feedback
public import OrderParsing
public import Ordering

/// The order that the welcome page suggests to say, such as "a large latte and a muffin".
public enum WelcomeExample {
    /// An example in the language that the kiosk listens in.
    ///
    /// - Parameters:
    ///   - favourites: ids of the items to choose from, the best first.
    ///   - menu: the menu by whose names guests order.
    /// - Returns: `nil` where the parser reads no example as what it says.
    public static func text(
        _ favourites: [String], menu: Menu, writer: PromptWriter, parser: OrderParsingPipeline
    ) -> String? {
        let spoken = menu.store.spoken
        guard SpokenLanguage(tag: writer.locale) != spoken else { return text(favourites, menu, writer, parser) }
        return (try? PromptWriter(menu: menu, locale: spoken.rawValue)).flatMap { text(favourites, menu, $0, parser) }
    }

    private static func text(
        _ favourites: [String], _ menu: Menu, _ writer: PromptWriter, _ parser: OrderParsingPipeline
    ) -> String? {
        let lines = favourites.compactMap(menu.item).filter(\.available).map { line($0, menu) }
        // First something with a size, then something that needs no answer.
        let sized = lines.filter { !$0.item.options.isEmpty } + lines.filter(\.item.options.isEmpty)
        let plain = lines.filter { menu.item($0.itemId)?.required.isEmpty == true && $0.item.options.isEmpty }
        let pairs = sized.flatMap { first in
            plain.filter { $0.itemId != first.itemId }.map { [first, $0] }
        }
        return (pairs + sized.map { [$0] }).lazy.map { ($0, writer.describe($0)) }
            .first { isUnderstood($1, as: $0, by: parser) }?.1
    }

    private static func line(_ item: MenuItem, _ menu: Menu) -> OrderLine {
        let size = item.groups.lazy.compactMap(menu.group).first { $0.kind == .size && $0.availableOptions.count > 1 }
        let largest = size.flatMap { group in
            group.availableOptions.last.map { SelectedOption(option: .init(group: group.id, option: $0.id)) }
        }
        return OrderLine(
            id: 0,
            item: ParsedOrderItem(
                itemId: item.id, name: item.name, quantity: 1, options: [largest].compactMap(\.self), spoken: "",
                nameSpoken: "", confidence: 1))
    }

    /// Whether the parser reads a text as an order of these lines and nothing else.
    private static func isUnderstood(_ text: String, as lines: [OrderLine], by parser: OrderParsingPipeline) -> Bool {
        let parse = parser.parse(text)
        guard parse.intent == .order, parse.unread.isEmpty, parse.warnings.isEmpty, parse.items.count == lines.count
        else { return false }
        return zip(parse.items, lines).allSatisfy { read, line in
            read.itemId == line.itemId && read.quantity == 1 && read.alternatives.isEmpty
                && read.options.map(\.option) == line.item.options.map(\.option)
        }
    }
}
