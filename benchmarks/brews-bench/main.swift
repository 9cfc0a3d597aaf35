internal import BrewsCLI
internal import Foundation

/// `brews-bench`: figures on this machine, as a table and as JSON.
func run(_ words: [String]) async -> Int32 {
    let console = Console(isVerbose: false)
    guard let name = words.first, name != "--help", name != "-h" else {
        console.line(OrdersBenchmark.spec.help)
        return words.isEmpty ? 2 : 0
    }
    do {
        if name == "parse" {
            try ParseBenchmark(Arguments(Array(words.dropFirst()), spec: ParseBenchmark.spec)).run()
            return 0
        }
        if name == "understanding" {
            try UnderstandingBenchmark(Arguments(Array(words.dropFirst()), spec: UnderstandingBenchmark.spec)).run()
            return 0
        }
        guard name == "orders" else { throw CLIError.usage("there is no benchmark '\(name)'; see: brews-bench --help") }
        let arguments = try Arguments(Array(words.dropFirst()), spec: OrdersBenchmark.spec)
        if arguments.has("help") {
            console.line(OrdersBenchmark.spec.help)
            return 0
        }
        try await OrdersBenchmark(arguments).run()
        return 0
    } catch {
        return BrewsTool.fail(CLIError.from(error))
    }
}

exit(await run(Array(CommandLine.arguments.dropFirst())))
