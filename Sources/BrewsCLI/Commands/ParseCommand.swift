internal import Foundation
internal import OrderParsing
internal import OrderSession
internal import Ordering

/// Understanding only.
enum ParseCommand: Command {
    static let name = "parse"
    static let spec = CommandSpec(
        name: "brews parse", summary: "Understands text as an order, without any audio.", operands: "TEXT… | -",
        options: [OptionSpec("strategy", value: "NAME", "rules, or hybrid (rules alone while no learned parser is installed)")],
        examples: [
            ("brews parse \"two large iced lattes with oat milk and a muffin\"", "understand one utterance"),
            ("brews parse --json - < utterances.txt", "one JSON object for each line of standard input"),
        ])

    static func run(_ arguments: Arguments, _ setup: Setup) async throws -> Int32 {
        switch arguments.value("strategy") {
        case nil, "rules", "hybrid": break
        case "learned": throw CLIError.library("no learned parser is installed in this version; use --strategy rules")
        case let other?: throw CLIError.usage("--strategy is rules, learned or hybrid, not '\(other)'")
        }
        guard !arguments.operands.isEmpty else { throw CLIError.usage("\(spec.name) needs text, or - for standard input; see: \(spec.name) --help") }
        let menu = try setup.menu()
        let parser = try RuleParser(menu: menu)
        if arguments.operands == ["-"] {
            try forEachInputLine { try show(parser.parse($0), of: $0, menu: menu, setup) }
        } else {
            let text = arguments.operands.joined(separator: " ")
            try show(parser.parse(text), of: text, menu: menu, setup)
        }
        return 0
    }

    /// Reads standard input line by line; bytes that are not UTF-8 are repaired, and a line longer than any utterance is
    /// cut just past the parser's limit, so that no input can fill the memory.
    private static func forEachInputLine(_ body: (String) throws -> Void) throws {
        let longest = SpokenWords.mostCharacters * 8
        var line: [UInt8] = []
        var hasLine = false
        while let block = try FileHandle.standardInput.read(upToCount: 65_536), !block.isEmpty {
            for byte in block {
                if byte == UInt8(ascii: "\n") {
                    try body(String(decoding: line, as: UTF8.self))
                    line.removeAll(keepingCapacity: true)
                    hasLine = false
                } else {
                    hasLine = true
                    if line.count < longest { line.append(byte) }
                }
            }
        }
        if hasLine { try body(String(decoding: line, as: UTF8.self)) }
    }

    private static func show(_ result: OrderParseResult, of text: String, menu: Menu, _ setup: Setup) throws {
        if setup.json {
            try setup.console.json(ParseOutput(result, text: text, menu: menu))
            return
        }
        let console = setup.console
        console.line(console.styled(text, .bold))
        console.line("  intent    \(result.intent.rawValue) (confidence \(String(format: "%.2f", result.confidence)))")
        for item in result.items {
            console.line("  item      \(item.quantity) × \(item.name)")
            for option in item.options { console.line("              \(option.option.group): \(describe(option, menu))  “\(option.spoken)”") }
        }
        for option in result.looseChange.options { console.line("  option    \(option.option.group): \(describe(option, menu))  “\(option.spoken)”") }
        if let quantity = result.looseChange.quantity { console.line("  quantity  \(quantity)") }
        for warning in result.warnings { console.line("  note      \(warning)") }
    }

    private static func describe(_ selected: SelectedOption, _ menu: Menu) -> String {
        let name = menu.option(selected.option)?.name ?? selected.option.option
        return [selected.amount?.rawValue, selected.count.map { "\($0) ×" }, name].compactMap { $0 }.joined(separator: " ")
    }
}

/// The JSON of one utterance.
private struct ParseOutput: Encodable {
    let text: String
    let intent: OrderIntent
    let items: [ItemOutput]
    /// Options said without an item.
    let options: [LooseOption]
    /// A quantity said without an item.
    let quantity: Int?
    let confidence: Double
    let source: String
    let warnings: [String]

    struct LooseOption: Encodable {
        let group: String
        let id: String
        let amount: OptionAmount?
        let count: Int?
        let spoken: String
    }

    init(_ result: OrderParseResult, text: String, menu: Menu) {
        self.text = text
        intent = result.intent
        items = result.items.map { ItemOutput($0, menu: menu) }
        options = result.looseChange.options.map { LooseOption(group: $0.option.group, id: $0.option.option, amount: $0.amount, count: $0.count, spoken: $0.spoken) }
        quantity = result.looseChange.quantity
        confidence = result.confidence.rounded(places: 3)
        source = result.source.rawValue
        warnings = result.warnings
    }
}
