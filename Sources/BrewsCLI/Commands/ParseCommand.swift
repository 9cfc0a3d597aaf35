internal import OrderParsing
internal import OrderSession
internal import Ordering

/// `brews parse`: text to order acts.
enum ParseCommand: Command {
    static let name = "parse"
    static let spec = CommandSpec(
        name: "brews parse", summary: "Understands text as an order, without any audio.", operands: "TEXT… | -",
        options: [
            OptionSpec(
                "strategy", value: "rules", "the only parser; learned and hybrid were removed"),
            OptionSpec(
                "cart", value: "FILE",
                "start from the order in this JSON file; lines of standard input are turns of one dialogue"),
            OptionSpec("explain", "say what each phrase was taken for"),
        ],
        examples: [
            ("brews parse \"two large iced lattes with oat milk and a muffin\"", "understand one utterance"),
            ("brews parse --explain \"a large, no wait, a small latte\"", "why each word got its role"),
            (
                "brews parse --cart order.json \"make the second one iced\"",
                "change an order; its lines and the reply are printed"
            ),
            ("brews parse --json - < utterances.txt", "one JSON object for each line of standard input"),
        ])

    static func run(_ arguments: Arguments, _ setup: Setup) async throws -> Int32 {
        guard !arguments.operands.isEmpty else {
            throw CLIError.usage("\(spec.name) needs text, or - for standard input; see: \(spec.name) --help")
        }
        if let strategy = arguments.value("strategy"), strategy != "rules" {
            throw CLIError.usage(
                "--strategy is rules, not '\(strategy)': the learned parser was removed, and the rules are what remains"
            )
        }
        let menu = try setup.menu()
        let parser = try OrderParsingPipeline(menu: menu)
        let writer = try setup.writer(for: menu)
        var page = ParseOutputWriter(
            menu: menu, writer: writer, setup: setup, parser: parser, explains: arguments.has("explain"),
            cart: try arguments.value("cart").map { path throws(CLIError) in
                try CartFile.read(path, menu: menu, writer: writer)
            })
        if arguments.operands == ["-"] {
            var lines = InputLines()
            while let line = try lines.next() {
                try page.show(line)
                try Console.checkOutput()
            }
        } else {
            try page.show(arguments.operands.joined(separator: " "))
        }
        return 0
    }
}
