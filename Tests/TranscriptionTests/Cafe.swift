internal import OrderParsing
internal import Ordering
internal import Transcription

/// The built-in café with everything that reads for it, and menus of given names.
struct Cafe: Sendable {
    let menu: Menu
    let parser: OrderParsingPipeline
    let normalizer: TranscriptNormalizer

    private static let builtIn = Result { try Cafe(menu: MenuLoader.builtIn()) }

    static func open() throws -> Cafe { try builtIn.get() }

    init(menu: Menu) throws {
        self.menu = menu
        parser = try OrderParsingPipeline(menu: menu)
        normalizer = try TranscriptNormalizer(menu: menu)
    }

    /// A menu that sells things of these names, in these sizes.
    static func menu(_ names: [String], sizes: [String] = ["Small"]) throws -> Menu {
        let items = names.enumerated().map {
            "{\"id\": \"i\($0)\", \"name\": \"\($1)\", \"price\": 100, \"groups\": [\"size\"]}"
        }
        let options = sizes.enumerated().map { "{\"id\": \"s\($0)\", \"name\": \"\($1)\"}" }
        return try MenuLoader.load(
            Array(
                """
                {"store": {"name": "T", "currency": "EUR"},
                 "optionGroups": [{"id": "size", "name": "Size", "kind": "size", \
                 "options": [\(options.joined(separator: ", "))]}],
                 "items": [\(items.joined(separator: ",\n"))]}
                """.utf8))
    }
}
