internal import BrewsCLI
internal import Foundation
internal import OrderParsing
internal import Ordering
internal import Speech
internal import Transcription

/// `brews-bench parse`: how long an utterance and the preview of each of its words take, by size of the menu.
struct ParseBenchmark {
    static let spec = CommandSpec(
        name: "brews-bench parse",
        summary: "Latency of understanding: whole utterances, and the preview of every word of them.", operands: "",
        options: [
            OptionSpec("utterances", value: "N", "how many utterances (default: 20000)"),
            OptionSpec("seed", value: "N", "which utterances (default: 1)"),
        ],
        without: ["locale", "model"],
        examples: [
            ("brews-bench parse", "the built-in menu, and menus of 10, 100 and 1,000 items"),
            ("brews-bench parse --menu kiosk.json", "another menu in place of the built-in one"),
            ("brews-bench parse --json", "the same as JSON, one object a row"),
        ])

    private struct Row: Encodable {
        let menu: String
        let items: Int
        let stage: String
        let count: Int
        let perSecond: Double
        let p50Microseconds: Double
        let p99Microseconds: Double
        let p999Microseconds: Double
        let maxMicroseconds: Double
    }

    private let arguments: Arguments
    private let setup: Setup

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        setup = try Setup(arguments)
    }

    func run() throws {
        let count = try arguments.integer("utterances", in: 100...10_000_000) ?? 20_000
        let seed = try arguments.integer("seed", in: 0...Int.max) ?? 1
        let named = try setup.menu()
        if !setup.json {
            setup.console.line("menu          items  stage      per second   p50 µs   p99 µs  p99.9 µs    max µs")
        }
        let name =
            setup.menuPath.map { URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent } ?? "built-in"
        try measure(name, named, names: named.items.map(\.name), count, UInt64(seed))
        for items in [10, 100, 1_000] {
            // The same utterances for every size: only what has to be told apart grows.
            try measure(
                "synthetic", try SyntheticMenu.menu(items: items), names: SyntheticMenu.names(10), count, UInt64(seed))
        }
    }

    private func measure(_ name: String, _ menu: Menu, names: [String], _ count: Int, _ seed: UInt64) throws {
        let utterances = Utterances(names: names, seed: seed).prefix(count)
        let parser = try OrderParsingPipeline(menu: menu)
        for text in utterances.prefix(200) { _ = parser.parse(text) }
        var whole = LatencyRecorder(capacity: 1_000_000), preview = LatencyRecorder(capacity: 1_000_000)
        let clock = ContinuousClock()
        for text in utterances { whole.record(clock.measure { _ = parser.parse(text) }) }
        var generator = try LiveOrderPreviewGenerator(menu: menu)
        for text in utterances.prefix(count / 10) {
            let words = text.split(separator: " ").map(String.init)
            generator.reset()
            var memory = ParsingMemory()
            for end in 1...words.count {
                let heard = words[..<end].joined(separator: " ")
                preview.record(
                    clock.measure {
                        _ = generator.generatePreview(parser.preview(heard, memory: &memory).items, at: .zero)
                    })
            }
        }
        try show(row(name, menu, "utterance", whole))
        try show(row(name, menu, "preview", preview))
    }

    private func row(_ name: String, _ menu: Menu, _ stage: String, _ recorder: LatencyRecorder)
        -> Row
    {
        func micro(_ share: Double) -> Double { ((recorder.percentile(share)?.seconds ?? 0) * 1e7).rounded() / 10 }
        let total = recorder.total.seconds
        return Row(
            menu: name, items: menu.items.count, stage: stage, count: recorder.count,
            perSecond: total > 0 ? (Double(recorder.count) / total).rounded() : 0,
            p50Microseconds: micro(0.5), p99Microseconds: micro(0.99), p999Microseconds: micro(0.999),
            maxMicroseconds: micro(1))
    }

    private func show(_ row: Row) throws {
        if setup.json {
            try setup.console.json(row)
        } else {
            let figures = String(
                format: "%10.0f %8.1f %8.1f %9.1f %9.1f", row.perSecond, row.p50Microseconds, row.p99Microseconds,
                row.p999Microseconds, row.maxMicroseconds)
            setup.console.line(
                """
                \(row.menu.padded(to: 12)) \(String(format: "%6d", row.items))  \
                \(row.stage.padded(to: 9)) \(figures)
                """
            )
        }
    }
}

/// Endless utterances of one to three items with options, corrections and, in every tenth word of a name, a wrong
/// letter.
private struct Utterances: Sequence, IteratorProtocol {
    private let names: [String]
    private var random: SplitMix
    private let openings = [
        "can i get", "could i have", "i'd like", "", "hi um can i please get", "let me get", "i'll take",
    ]
    private let before = ["a large", "two small iced", "a medium", "an iced", "one", "three large", "a"]
    private let after = [
        "", "with oat milk", "with two pumps of vanilla", "no foam", "with extra ice and a little sugar",
        "with almond milk and no whip", "no wait make it large",
        "one with soy",
    ]

    init(names: [String], seed: UInt64) {
        self.names = names.map { $0.lowercased() }
        random = SplitMix(state: seed)
    }

    mutating func next() -> String? {
        let things = (0..<Int.random(in: 1...3, using: &random)).map { _ in "\(pick(before)) \(name()) \(pick(after))" }
        return (pick(openings) + " " + things.joined(separator: " and ")).split(separator: " ").joined(separator: " ")
    }

    private mutating func pick(_ texts: [String]) -> String { texts[Int.random(in: 0..<texts.count, using: &random)] }

    private mutating func name() -> String {
        var letters = Array(pick(names))
        if Int.random(in: 0..<10, using: &random) == 0 {
            letters[Int.random(in: 0..<letters.count, using: &random)] = "e"
        }
        return String(letters)
    }
}

private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
