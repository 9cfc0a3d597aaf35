internal import BrewsCLI
internal import Foundation
internal import OrderParsing
internal import OrderSets
internal import Ordering

/// `brews-bench understanding`: how many orders, corrections and dialogues of a set come out as expected.
struct UnderstandingBenchmark {
    static let spec = CommandSpec(
        name: "brews-bench understanding",
        summary: "Plays utterances, corrections and dialogues through parser and cart.", operands: "FOLDER…",
        options: [
            OptionSpec("misses", "list every miss"),
            OptionSpec("held-out", "play the held-out half of a frozen set; its misses are never listed"),
            OptionSpec("reliability", "how many orders a confidence accepts, and how many of them are wrong"),
        ],
        examples: [("brews-bench understanding --misses Tests/UnderstandingTests/Sets/cafe", "the set of the café")]
    )

    private let arguments: Arguments

    init(_ arguments: Arguments) { self.arguments = arguments }

    func run() throws {
        let console = Console(isVerbose: false)
        let setup = try Setup(arguments)
        guard !arguments.operands.isEmpty else {
            throw CLIError.usage("\(Self.spec.name) needs a folder; see: \(Self.spec.name) --help")
        }
        var judged: [SetRunner.Judged] = []
        for folder in arguments.operands {
            let isHeldOut = arguments.has("held-out")
            let set = try OrderSet(folder: URL(fileURLWithPath: folder), heldOut: isHeldOut)
            let runner = try SetRunner(set, parser: OrderParsingPipeline(menu: set.menu))
            if arguments.has("reliability") {
                judged += runner.judged()
                continue
            }
            for (name, score) in [
                ("orders", runner.orders()), ("corrections", runner.corrections()), ("dialogues", runner.dialogues()),
            ] {
                guard !setup.json else {
                    let misses = arguments.has("misses") && !isHeldOut ? score.misses.map { "\($0)" } : nil
                    try console.json(
                        Report(
                            set: set.name, kind: name, right: score.total - score.misses.count, total: score.total,
                            misses: misses))
                    continue
                }
                console.line(
                    """
                    \(set.name) \(name): \(score.total - score.misses.count) of \(score.total), \
                    \(String(format: "%.1f %%", score.share * 100))
                    """
                )
                if arguments.has("misses"), !isHeldOut { for miss in score.misses { console.line("  \(miss)") } }
            }
        }
        if arguments.has("reliability") { try showReliability(judged, console, isJSON: setup.json) }
    }

    /// One kind of a set's expectations.
    private struct Report: Encodable {
        let benchmark = "understanding"
        let set: String
        let kind: String
        let right: Int
        let total: Int
        /// With `--misses`.
        let misses: [String]?
        let machine = Machine.description
        let command = CommandLine.arguments.joined(separator: " ")
    }

    /// What a threshold of confidence accepts.
    private struct Reliability: Encodable {
        let benchmark = "understanding"
        let confidence: Double
        let accepted: Int
        let total: Int
        let wrong: Int
        let machine = Machine.description
        let command = CommandLine.arguments.joined(separator: " ")
    }

    /// Orders at or above a confidence are taken without reading them back; the price is those among them that are
    /// wrong.
    private func showReliability(_ judged: [SetRunner.Judged], _ console: Console, isJSON: Bool) throws {
        if !isJSON { console.line("confidence   accepted              wrong among them") }
        for threshold in [0, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995, 1] {
            let accepted = judged.filter { $0.confidence >= threshold }, wrong = accepted.filter { !$0.isRight }
            guard !isJSON else {
                try console.json(
                    Reliability(
                        confidence: threshold, accepted: accepted.count, total: judged.count, wrong: wrong.count))
                continue
            }
            let share = judged.isEmpty ? 0 : Double(accepted.count) / Double(judged.count),
                error = accepted.isEmpty ? 0 : Double(wrong.count) / Double(accepted.count)
            console.line(
                String(
                    format: "≥ %.3f    %5d of %d  %5.1f %%   %4d  %5.2f %%", threshold, accepted.count, judged.count,
                    share * 100, wrong.count, error * 100))
        }
    }
}
