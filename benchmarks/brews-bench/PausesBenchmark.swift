internal import BrewsCLI
internal import Foundation
internal import KioskRuntime
internal import Speech
internal import Transcription
internal import VoiceOrdering

/// `brews-bench pauses`: words lost where a guest continues at the moment at which an utterance ends.
///
/// Two recorded orders with a pause between them are compared with each of them alone. The pause is digital silence.
/// The dialogue is included: what the kiosk expects after the first order affects the second.
struct PausesBenchmark {
    static let spec = CommandSpec(
        name: "brews-bench pauses",
        summary:
            """
            Words lost and added where a guest pauses between two orders for about as long as the end of an \
            utterance takes.
            """,
        operands: "DIR",
        options: [
            OptionSpec(
                "pause", value: "MS",
                "length of the pause, 100 to 5000; may be given several times (default: 300 to 1400)"),
            OptionSpec("limit", value: "N", "use only N pairs, spread over the corpus"),
            OptionSpec("misses", "list the pairs that are recognised differently"),
            Setup.vocabularyOption, Setup.engineOption, Setup.secondOption,
        ],
        examples: [
            ("brews-bench pauses recordings/ --limit 30", "thirty pairs, pauses of 0.3 to 1.4 s"),
            (
                "brews-bench pauses recordings/ --pause 900 --misses",
                "every pair with one pause, and the pairs recognised differently"
            ),
        ])

    private static let pauses = [300, 500, 600, 700, 800, 900, 1_000, 1_100, 1_200, 1_400]
    private static let edge = SampleCount(seconds: 1.5)

    /// Two recordings, cut to their speech, and the words of each alone, for each method of endpointing.
    private struct Pair {
        let name: String
        let first: [Int16]
        let second: [Int16]
        var alone: [[String]] = []
    }

    private struct Tally {
        var alike = 0
        var lost = 0
        var added = 0
        var words = 0
    }

    /// The methods of endpointing.
    private static let ways: [(name: String, endpointing: CompletionSettings?)] = [
        ("recogniser", nil), ("rule table", UtteranceEndpointer.standard),
    ]

    private let arguments: Arguments
    private let path: OrderPath

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        path = try OrderPath(arguments)
    }

    func run() async throws {
        guard let folder = arguments.operands.first, arguments.operands.count == 1 else {
            throw CLIError.usage("\(Self.spec.name) needs one folder of recordings; see: \(Self.spec.name) --help")
        }
        let chosen = try arguments.values("pause").map { value in
            guard let pause = Int(value), (100...5_000).contains(pause) else {
                throw CLIError.usage("--pause takes 100 to 5000 milliseconds, not '\(value)'")
            }
            return pause
        }
        let pairs = try await pairs(of: OrderCorpus(folder: folder, limit: nil))
        if !path.setup.json { path.setup.console.line("pause    ended by       pairs  alike    words  lost  added") }
        for pause in chosen.isEmpty ? Self.pauses : chosen {
            for (way, ending) in Self.ways.enumerated() {
                var tally = Tally()
                for pair in pairs { try await compare(pair, way, ending.endpointing, pause, &tally) }
                try report(pause, ending.name, pairs.count, tally)
            }
        }
    }

    /// Each recording with the next one.
    private func pairs(of corpus: OrderCorpus) async throws -> [Pair] {
        let clips = corpus.clips.map { ($0.name, Array($0.samples[ClipSpeech.bounds(of: $0.samples)])) }.filter {
            !$0.1.isEmpty
        }
        let count = min(try arguments.integer("limit", in: 1...1_000_000) ?? clips.count, clips.count)
        var pairs: [Pair] = []
        for place in 0..<count {
            let index = place * clips.count / count
            let first = clips[index], second = clips[(index + 1) % clips.count]
            var pair = Pair(name: "\(first.0), \(second.0)", first: first.1, second: second.1)
            for way in Self.ways {
                pair.alone.append(
                    try await heard([pair.first], 0, way.endpointing) + heard([pair.second], 0, way.endpointing))
            }
            pairs.append(pair)
        }
        return pairs
    }

    private func compare(
        _ pair: Pair, _ way: Int, _ endpointing: CompletionSettings?, _ pause: Int, _ tally: inout Tally
    ) async throws {
        let alone = pair.alone[way], together = try await heard([pair.first, pair.second], pause, endpointing)
        let difference = together.difference(from: alone)
        tally.words += alone.count
        tally.lost += difference.removals.count
        tally.added += difference.insertions.count
        if difference.isEmpty {
            tally.alike += 1
        } else if arguments.has("misses") {
            path.setup.console.note(
                """
                  \(pause) ms, \(Self.ways[way].name), \(pair.name):\n    \(alone.joined(separator: " "))\n    \
                \(together.joined(separator: " "))
                """
            )
        }
    }

    /// The words of all accepted utterances, with digital silence before, between and after the recordings.
    private func heard(_ parts: [[Int16]], _ pause: Int, _ endpointing: CompletionSettings?) async throws -> [String] {
        let edge = [Int16](repeating: 0, count: Self.edge.samples),
            gap = [Int16](repeating: 0, count: SampleRate.speech * pause / 1_000)
        let whole = edge + Array(parts.joined(separator: gap)) + edge
        let outcome = try await path.takeOrder(from: whole, endpointing: endpointing)
        return outcome.utterances.flatMap { $0.text.split(separator: " ").map(String.init) }
    }

    private func report(_ pause: Int, _ way: String, _ pairs: Int, _ tally: Tally) throws {
        guard path.setup.json else {
            let counts = String(format: "%6d%7d%9d%6d%7d", pairs, tally.alike, tally.words, tally.lost, tally.added)
            return path.setup.console.line("\(pause) ms".padded(to: 9) + way.padded(to: 14) + counts)
        }
        try path.setup.console.json(
            Report(
                machine: Machine.description, command: CommandLine.arguments.joined(separator: " "), pause: pause,
                endedBy: way, pairs: pairs,
                alike: tally.alike, words: tally.words, lost: tally.lost, added: tally.added))
    }

    private struct Report: Encodable {
        var benchmark = "pauses"
        let machine: String
        let command: String
        /// Milliseconds.
        let pause: Int
        let endedBy: String
        let pairs: Int
        let alike: Int
        let words: Int
        let lost: Int
        let added: Int
    }
}
