internal import BrewsCLI
internal import Foundation
internal import KioskRuntime
internal import OrderParsing
internal import OrderSession
internal import OrderSets
internal import Ordering
internal import Speech
internal import VoiceOrdering

/// `brews-bench spoken`: whether the spoken orders of a set come out exactly as they are written, through the whole
/// path.
struct SpokenBenchmark {
    static let spec = CommandSpec(
        name: "brews-bench spoken",
        summary: "Spoken orders of a set through the whole path: every line, option, amount and number.",
        operands: "FOLDER",
        options: [
            OptionSpec(
                "recordings", value: "DIR",
                "N.wav is the Nth line of the set's orders.ndjson; lines without a recording are left out"),
            OptionSpec("noise", value: "FILE", "add this recording to the speech"),
            OptionSpec("snr", value: "N", "signal-to-noise ratio in dB (default: 10); with --noise"),
            OptionSpec("seed", value: "N", "which stretches of noise (default: 1)"),
            OptionSpec("misses", "list the orders that came out otherwise"),
            Setup.vocabularyOption, Setup.engineOption, Setup.secondOption,
        ],
        examples: [
            (
                "brews-bench spoken Tests/UnderstandingTests/Sets/cafe --recordings said/",
                "orders in people's own words"
            ),
            (
                "brews-bench spoken Tests/UnderstandingTests/Sets/cafe --recordings said/ --vocabulary model",
                "the same without the menu's graph"
            ),
        ])

    /// An order of the set and how it sounds.
    private struct Take {
        /// Line of `orders.ndjson`, from 1.
        let number: Int
        let said: String
        let kind: String
        let expected: [String]
        let samples: [Int16]
    }

    private struct Report: Encodable {
        struct Row: Encodable {
            let kind: String
            var orders = 0
            var right = 0
            /// Orders that come out right from the text itself. Words written as they are misheard may be heard better.
            var readRight = 0
            /// Orders that came out otherwise and would be taken without asking.
            var sureAndWrong = 0
        }

        let set: String
        let condition: String
        let vocabulary: String
        var rows: [Row]
    }

    private let arguments: Arguments
    private let ratio: Int
    private let setup: Setup
    private let set: OrderSet

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        guard let folder = arguments.operands.first, arguments.operands.count == 1 else {
            throw CLIError.usage("\(Self.spec.name) needs one folder with a set; see: \(Self.spec.name) --help")
        }
        ratio = try arguments.noiseRatios().last ?? 10
        setup = try Setup(arguments)
        set = try OrderSet(folder: URL(fileURLWithPath: folder))
    }

    func run() async throws {
        let takes = try await takes()
        let engine = try setup.engine(for: set.menu)
        let parser = try OrderParsingPipeline(menu: set.menu)
        let vocabulary = try setup.vocabulary(for: set.menu, heardBy: engine)
        let mixer = try await mixer()
        var report = Report(
            set: set.name, condition: mixer.map { "\($0.name) \(ratio) dB" } ?? "quiet",
            vocabulary: try setup.vocabularyName(), rows: [])
        for take in takes {
            let samples = mixer?.mix(take.samples, index: take.number, decibels: Double(ratio)) ?? take.samples
            let clock = ContinuousClock(), origin = clock.now
            func guest(_ service: any VoiceService) throws -> VoiceOrderingOrchestrator {
                try VoiceOrderingOrchestrator(
                    menu: set.menu, service: service, vocabulary: vocabulary, parser: parser,
                    confidenceGate: setup.confidenceGate
                ) { clock.now - origin }
            }
            let read = try await guest(ReplayedService(said: take.said)).takeOrder(from: ClipInput([]))
            count(try await guest(engine).takeOrder(from: ClipInput(samples)), asRead: read, take, &report)
        }
        try show(report)
    }

    private func count(_ outcome: OrderOutcome, asRead read: OrderOutcome, _ take: Take, _ report: inout Report) {
        let index = report.rows.firstIndex { $0.kind == take.kind } ?? report.rows.endIndex
        if index == report.rows.endIndex { report.rows.append(.init(kind: take.kind)) }
        report.rows[index].orders += 1
        report.rows[index].readRight += set.difference(read.lines.map(\.line), take.expected) == nil ? 1 : 0
        let leastConfidence = ConfirmationPolicy.Settings().leastConfidence
        guard let difference = set.difference(outcome.lines.map(\.line), take.expected) else {
            return report.rows[index].right += 1
        }
        if outcome.lines.contains(where: { $0.confidence >= leastConfidence }) { report.rows[index].sureAndWrong += 1 }
        if arguments.has("misses") {
            setup.console.note("  \(take.number) “\(take.said)”, heard “\(outcome.transcript)”: \(difference)")
        }
    }

    private func show(_ report: Report) throws {
        if setup.json { return try setup.console.json(report) }
        setup.console.line("\(report.set), \(report.condition), vocabulary \(report.vocabulary)")
        var all = Report.Row(kind: "all")
        for row in report.rows {
            all.orders += row.orders
            all.right += row.right
            all.readRight += row.readRight
            all.sureAndWrong += row.sureAndWrong
        }
        for row in report.rows + [all] {
            let share = 100 * Double(row.right) / Double(row.orders)
            setup.console.line(
                row.kind.padded(to: 16)
                    + String(
                        format: "%4d of %4d  %5.1f %%   as read %4d   sure and wrong %d", row.right, row.orders, share,
                        row.readRight, row.sureAndWrong))
        }
    }

    private func takes() async throws -> [Take] {
        guard let folder = arguments.value("recordings") else {
            throw CLIError.usage("\(Self.spec.name) needs --recordings DIR")
        }
        var takes: [Take] = []
        for (number, turn) in zip(1..., set.orders) {
            let file = "\(folder)/\(number).wav"
            guard let expected = turn.order, FileManager.default.fileExists(atPath: file) else { continue }
            takes.append(
                Take(
                    number: number, said: turn.say, kind: turn.kind ?? "other", expected: expected,
                    samples: try await OrderCorpus.samples(file)))
        }
        guard !takes.isEmpty else {
            throw CLIError.input("\(folder) holds no recordings of \(set.name); they are named 1.wav, 2.wav and so on")
        }
        return takes
    }

    private func mixer() async throws -> NoiseMixer? {
        guard let file = arguments.value("noise") else { return nil }
        let name = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
        return NoiseMixer(
            name: name, noise: try await OrderCorpus.samples(file),
            seed: UInt64(try arguments.integer("seed", in: 0...1_000_000) ?? 1))
    }
}
