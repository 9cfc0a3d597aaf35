internal import BrewsCLI
internal import Foundation
internal import OrderParsing
internal import OrderSets
internal import Ordering

/// `brews-bench understanding`: how many orders, corrections and dialogues of a set come out as expected.
struct UnderstandingBenchmark {
    static let spec = CommandSpec(
        name: "brews-bench understanding", summary: "Plays utterances, corrections and dialogues through parser and cart.", operands: "FOLDER…",
        options: [OptionSpec("misses", "list every miss")],
        examples: [("brews-bench understanding --misses Tests/UnderstandingTests/Sets/cafe", "the built-in café's set")])

    private let arguments: Arguments

    init(_ arguments: Arguments) { self.arguments = arguments }

    func run() throws {
        let console = Console(isVerbose: false)
        for folder in arguments.operands {
            let set = try OrderSet(folder: URL(fileURLWithPath: folder))
            let runner = SetRunner(set, parser: try RuleParser(menu: set.menu))
            for (name, score) in [("orders", runner.orders()), ("corrections", runner.corrections()), ("dialogues", runner.dialogues())] {
                console.line("\(set.name) \(name): \(score.total - score.misses.count) of \(score.total), \(String(format: "%.1f %%", score.share * 100))")
                if arguments.has("misses") { for miss in score.misses { console.line("  \(miss)") } }
            }
        }
    }
}
