internal import BrewsCLI
internal import Foundation
internal import KioskRuntime
internal import ModelCatalogue
internal import OrderParsing
internal import Ordering
internal import Speech
internal import SpeechAssembly
internal import TwoPassEngine
internal import VoiceOrdering
internal import VoskEngine

/// `brews-bench twopass`: orders corrected and orders broken by the second pass.
///
/// Every recording is decoded once by both engines. First pass, second pass and both are then evaluated on these
/// hypotheses, so that they differ only in the combination, and many settings can be compared.
struct TwoPassBenchmark {
    static let spec = CommandSpec(
        name: "brews-bench twopass",
        summary: "Recorded orders by the first engine alone and by two passes: what the second one mends and breaks.",
        operands: "DIR",
        options: [
            OptionSpec("noise", value: "FILE", "add this recording to the speech"),
            OptionSpec("snr", value: "N", "signal-to-noise ratio in dB; may be given several times, with --noise"),
            OptionSpec("seed", value: "N", "which stretch of noise (default: 1)"),
            OptionSpec("limit", value: "N", "use only N clips, spread over the corpus"),
            Setup.secondOption,
            OptionSpec(
                "readings", value: "FILE",
                """
                take the readings from this file, or write them there when it is not there yet; \
                --noise and --seed must be theirs
                """
            ),
            OptionSpec(
                "half", value: "even|odd",
                "judge only every second clip of the corpus, to choose settings on one half and check them on the other"
            ),
            OptionSpec("changes", "list the orders mended and broken"),
            OptionSpec("sweep", "compare settings of the combiner"),
        ],
        examples: [
            (
                "brews-bench twopass recordings/ --noise kitchen.wav --snr 15 --snr 6",
                "clean, then in two levels of noise"
            ),
            (
                "brews-bench twopass recordings/ --readings readings.jsonl --sweep --half even",
                "what the combiner settings do"
            ),
        ])

    /// One half of a corpus: every second clip.
    private enum Half: String {
        case even, odd
    }

    private let arguments: Arguments
    private let conditions: [NoiseCondition]
    private let half: Half?
    private let setup: Setup
    private let menu: Menu
    private let parser: OrderParsingPipeline

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        conditions = try NoiseCondition.all(arguments)
        half = try arguments.value("half").map { name throws(CLIError) in
            guard let half = Half(rawValue: name) else { throw .usage("--half is even or odd, not '\(name)'") }
            return half
        }
        setup = try Setup(arguments)
        menu = arguments.has("menu") ? try setup.menu() : try Setup.menu(file: try OrdersBenchmark.ownMenu())
        parser = try OrderParsingPipeline(menu: menu)
    }

    func run() async throws {
        guard let folder = arguments.operands.first, arguments.operands.count == 1 else {
            throw CLIError.usage("\(Self.spec.name) needs one folder of recordings; see: \(Self.spec.name) --help")
        }
        let corpus = try await OrderCorpus(folder: folder, limit: try arguments.integer("limit", in: 1...1_000_000))
        let takes = try await readings(corpus)
        let slots = Dictionary(corpus.clips.map { ($0.name, $0.slots) }, uniquingKeysWith: { first, _ in first })
        let parity = Dictionary(
            corpus.clips.enumerated().map { ($1.name, $0 % 2 == 0 ? Half.even : .odd) },
            uniquingKeysWith: { first, _ in first })
        let judged = takes.filter { half == nil || parity[$0.clip] == half }
        let replay = TwoPassReplay(menu: menu, parser: parser, slots: slots)
        let sense = JudgedWords(parser.hypothesisScorer)
        let settings = arguments.has("sweep") ? TwoPassReplay.grid(setup.combinerSettings) : [setup.combinerSettings]
        if !setup.json { setup.console.line(TwoPassScore.header) }
        var conditions: [String] = []
        for take in judged where !conditions.contains(take.condition) { conditions.append(take.condition) }
        for setting in settings {
            for condition in conditions {
                var score = TwoPassScore(condition: condition, settings: setting)
                for take in judged where take.condition == condition {
                    score.add(try await replay.play(take, setting, judge: sense.judge), take)
                }
                try report(score, folder)
            }
        }
    }

    private func report(_ score: TwoPassScore, _ folder: String) throws {
        if setup.json {
            let model = try setup.verifiedModel().manifest
            try setup.console.json(TwoPassScore.Report(score, corpus: folder, model: "\(model.name) \(model.version)"))
        } else {
            setup.console.line(score.row)
        }
        guard arguments.has("changes") else { return }
        for line in score.changes { setup.console.note("  " + line) }
    }

    /// The hypotheses of every take, from the file or from the engines.
    private func readings(_ corpus: OrderCorpus) async throws -> [TwoPassTake] {
        let path = arguments.value("readings")
        if let path, let data = FileManager.default.contents(atPath: path) { return try kept(data, path, corpus) }
        let first = try setup.vosk(for: menu, settings: .firstPass)
        let second = try setup.secondPass(beside: first, menu: menu, parser: parser)
        var takes: [TwoPassTake] = []
        for condition in conditions {
            let mixer = try await condition.mixer()
            for (index, clip) in corpus.clips.enumerated() {
                let samples = mixer?.mix(clip.samples, index: index, decibels: condition.decibels) ?? clip.samples
                takes.append(
                    try await TwoPassTake(
                        clip: clip.name, condition: condition.name, seed: condition.seed, samples: samples,
                        first: first, second: second
                    ) {
                        try ListeningSession(
                            $0, menu: menu, parser: parser, confidenceGate: setup.confidenceGate, now: { .zero })
                    })
            }
        }
        if let path {
            let lines = try takes.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }.joined(
                separator: "\n")
            do { try Data((lines + "\n").utf8).write(to: URL(fileURLWithPath: path)) } catch {
                throw CLIError.input("\(path) cannot be written")
            }
        }
        return takes
    }

    /// The hypotheses in a file, of clips in the corpus: others have no labels.
    ///
    /// - Throws: `CLIError.input` where there are none, or where they are of other noise than requested.
    private func kept(_ data: Data, _ path: String, _ corpus: OrderCorpus) throws(CLIError) -> [TwoPassTake] {
        let takes: [TwoPassTake]
        do {
            takes = try data.split(separator: UInt8(ascii: "\n")).map {
                try JSONDecoder().decode(TwoPassTake.self, from: Data($0))
            }
        } catch {
            throw .input("\(path) holds no readings of brews-bench twopass: \(error)")
        }
        try checkNoise(of: takes, path)
        let names = Set(corpus.clips.map(\.name)), known = takes.filter { names.contains($0.clip) }
        guard !known.isEmpty else {
            throw .input("\(path) holds no readings of the clips asked for in \(corpus.folder)")
        }
        if known.count < takes.count {
            setup.console.note(
                """
                brews-bench: \(takes.count - known.count) of \(takes.count) readings in \
                \(path) are of other clips than those asked for and are left out
                """
            )
        }
        return known
    }

    /// Checks that hypotheses are of the noise given by `--noise` and `--seed`.
    private func checkNoise(of takes: [TwoPassTake], _ path: String) throws(CLIError) {
        func list(_ names: Set<String>) -> String { names.sorted().joined(separator: ", ") }
        let made = Set(takes.map(\.condition)), asked = Set(conditions.map(\.name))
        guard !arguments.has("noise") || takes.isEmpty || made == asked else {
            throw .input(
                """
                \(path) holds readings of \(list(made)), and \(list(asked)) is asked for; ask for the same, \
                or keep these in another file
                """
            )
        }
        guard let seed = try NoiseCondition.seed(arguments) else { return }
        let noisy = takes.filter { $0.condition != NoiseCondition.clean },
            others = Set(noisy.compactMap(\.seed)).subtracting([seed])
        guard others.isEmpty else {
            let seeds = others.sorted().map { "\($0)" }.joined(separator: ", ")
            throw .input(
                """
                \(path) holds readings with --seed \(seeds), and \(seed) is asked for; ask for the same, \
                or keep these in another file
                """
            )
        }
        if noisy.contains(where: { $0.seed == nil }) {
            setup.console.note("brews-bench: \(path) does not say which --seed its readings are of")
        }
    }
}

/// A noise condition.
private struct NoiseCondition {
    static let clean = "clean"

    let name: String
    let file: String?
    let decibels: Double
    /// `nil` without noise.
    let seed: UInt64?

    /// Clean speech, then the noise at each signal-to-noise ratio.
    static func all(_ arguments: Arguments) throws(CLIError) -> [NoiseCondition] {
        let ratios = try arguments.noiseRatios(), seed = try Self.seed(arguments)
        let quiet = NoiseCondition(name: clean, file: nil, decibels: 0, seed: nil)
        guard let file = arguments.value("noise") else { return [quiet] }
        guard !ratios.isEmpty else { throw .usage("--noise needs at least one --snr N") }
        let name = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
        return [quiet]
            + ratios.map { NoiseCondition(name: "\(name) \($0) dB", file: file, decibels: Double($0), seed: seed) }
    }

    /// The requested section of noise; `nil` without `--noise` and `--seed`.
    static func seed(_ arguments: Arguments) throws(CLIError) -> UInt64? {
        guard let seed = try arguments.integer("seed", in: 0...1_000_000) else {
            return arguments.has("noise") ? 1 : nil
        }
        return UInt64(seed)
    }

    func mixer() async throws -> NoiseMixer? {
        guard let file, let seed else { return nil }
        return NoiseMixer(name: file, noise: try await OrderCorpus.samples(file), seed: seed)
    }
}
