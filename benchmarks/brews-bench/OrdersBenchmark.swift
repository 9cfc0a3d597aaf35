internal import BrewsCLI
internal import Foundation
internal import KioskRuntime
internal import ModelCatalogue
internal import OrderParsing
internal import Ordering
internal import Speech
internal import SpeechAssembly
internal import VoiceOrdering
internal import VoskEngine

/// `brews-bench orders`: share of recorded orders in which every labelled slot is understood with exactly its words.
struct OrdersBenchmark {
    static let spec = CommandSpec(
        name: "brews-bench orders",
        summary: "Acceptance of recorded orders: every labelled slot present with exactly the labelled words.",
        operands: "DIR",
        options: [
            OptionSpec("noise", value: "FILE", "add this recording to the speech"),
            OptionSpec("snr", value: "N", "signal-to-noise ratio in dB; may be given several times, with --noise"),
            OptionSpec("seed", value: "N", "which stretches of noise (default: 1); may be given several times"),
            OptionSpec("limit", value: "N", "use only N clips, spread over the corpus"),
            OptionSpec("misses", "list the orders that were not accepted"),
            OptionSpec(
                "causes",
                """
                say in which part of the path orders were lost: recognised wrongly, excluded by the menu's graph, \
                parsed wrongly, rejected
                """
            ),
            OptionSpec("voices", "count low and high voices apart"),
            OptionSpec("stability", "decode again without early-stable words and count the differences"),
            Setup.vocabularyOption, Setup.engineOption, Setup.secondOption,
        ],
        examples: [
            ("brews-bench orders recordings/", "clean speech"),
            (
                "brews-bench orders recordings/ --noise kitchen.wav --snr 15 --snr 6",
                "clean, then in two levels of noise"
            ),
            (
                "brews-bench orders recordings/ --noise kitchen.wav --snr 6 --voices",
                "and whether high voices are recognised as well as low ones"
            ),
            (
                "brews-bench orders recordings/ --noise kitchen.wav --snr 6 --causes --misses",
                "and which part of the path each missed order was lost in"
            ),
        ])

    private struct Condition {
        let name: String
        let noise: (file: String, decibels: Double)?
        let seeds: [UInt64]
    }

    private let arguments: Arguments
    private let conditions: [Condition]
    private let setup: Setup
    private let menu: Menu
    private let parser: OrderParsingPipeline
    private let engine: any VoiceService
    private let secondReadings: SecondReadings
    private let plainEngine: (any VoiceService)?
    /// The model with its own graph, to find orders that the menu's graph excludes.
    private let ownGraph: (any VoiceService)?
    private let vocabulary: RecognitionVocabulary?

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        conditions = try Self.conditions(arguments)
        setup = try Setup(arguments)
        menu = arguments.has("menu") ? try setup.menu() : try Setup.menu(file: try Self.ownMenu())
        parser = try OrderParsingPipeline(menu: menu)
        let secondReadings = SecondReadings()
        self.secondReadings = secondReadings
        engine = try setup.engine(for: menu) { secondReadings.add($0) }
        plainEngine = arguments.has("stability") ? try setup.engine(for: menu, settings: .wholeUtterances) : nil
        ownGraph =
            arguments.has("causes")
            ? try VoskVoiceService(model: setup.verifiedModel(), menu: nil) : nil
        vocabulary = try setup.vocabulary(for: menu, heardBy: engine)
    }

    func run() async throws {
        guard let folder = arguments.operands.first, arguments.operands.count == 1 else {
            throw CLIError.usage("\(Self.spec.name) needs one folder of recordings; see: \(Self.spec.name) --help")
        }
        let corpus = try await OrderCorpus(folder: folder, limit: try arguments.integer("limit", in: 1...1_000_000))
        if !setup.json { setup.console.line(OrderScore.header) }
        for condition in conditions {
            let mixer: [NoiseMixer] =
                if let noise = condition.noise {
                    try await Self.mixers(noise.file, seeds: condition.seeds)
                } else { [] }
            var score = OrderScore(condition: condition.name), voices: [VoicePitch: OrderScore] = [:]
            for (index, clip) in corpus.clips.enumerated() {
                let takes =
                    mixer.isEmpty
                    ? [clip.samples]
                    : mixer.map { $0.mix(clip.samples, index: index, decibels: condition.noise?.decibels ?? 0) }
                var ofClip = OrderScore(condition: condition.name)
                for samples in takes { try await take(samples, clip, &ofClip) }
                score.merge(ofClip)
                if arguments.has("voices") {
                    let voice = VoicePitch(clip.samples)
                    voices[voice, default: OrderScore(condition: "  \(voice.rawValue)")].merge(ofClip)
                }
                progress(index + 1, of: corpus.clips.count, condition.name)
            }
            score.secondReadings = secondReadings.take()
            try report(score, corpus: corpus)
            for voice in VoicePitch.allCases {
                if let score = voices[voice] { try report(score, corpus: corpus, lists: false) }
            }
        }
    }

    private func take(_ samples: [Int16], _ clip: OrderCorpus.Clip, _ score: inout OrderScore) async throws {
        let outcome = try await outcome(samples, engine)
        score.add(
            outcome, clip: clip, wanted: wanted(clip.slots), menu: menu, cause: try await cause(outcome, samples, clip))
        if let plainEngine {
            score.compare(outcome.transcript, with: try await self.outcome(samples, plainEngine).transcript)
        }
    }

    /// The order that the labelled words mean; `nil` when the parser finds no such order in them.
    private func wanted(_ slots: [String: String]) -> ParsedOrderItem? {
        let options = slots.filter { menu.group($0.key) != nil }.sorted { $0.key < $1.key }.map(\.value)
        let items = slots.filter { menu.group($0.key) == nil }.values
        let words =
            items.joined(separator: " ") + (options.isEmpty ? "" : " with ") + options.joined(separator: " and ")
        let found = parser.parse(words).items
        return found.count == 1 && OrderScore.accepts(OrderLine(id: 0, item: found[0]), slots, menu) ? found[0] : nil
    }

    /// Why an order was missed; `nil` where it was accepted, or without `--causes`.
    private func cause(_ outcome: OrderOutcome, _ samples: [Int16], _ clip: OrderCorpus.Clip) async throws -> MissCause?
    {
        guard let ownGraph, !OrderScore.accepts(outcome, clip.slots, menu) else { return nil }
        return try await MissCause(transcript: outcome.transcript, slots: clip.slots) {
            OrderScore.accepts(try await self.outcome(samples, ownGraph), clip.slots, menu)
        }
    }

    private func outcome(_ samples: [Int16], _ engine: any VoiceService) async throws -> OrderOutcome {
        let clock = ContinuousClock(), origin = clock.now
        let guest = try VoiceOrderingOrchestrator(
            menu: menu, service: engine, vocabulary: vocabulary, parser: parser, confidenceGate: setup.confidenceGate
        ) { clock.now - origin }
        return try await guest.takeOrder(from: ClipInput(samples))
    }

    /// Clean speech, then the noise at each signal-to-noise ratio.
    private static func conditions(_ arguments: Arguments) throws(CLIError) -> [Condition] {
        let ratios = try arguments.noiseRatios()
        let seeds = try arguments.values("seed").map { text throws(CLIError) in
            guard let seed = UInt64(text) else { throw .usage("--seed takes a whole number from 0 on, not '\(text)'") }
            return seed
        }
        guard let file = arguments.value("noise") else { return [Condition(name: "clean", noise: nil, seeds: [])] }
        guard !ratios.isEmpty else { throw .usage("--noise needs at least one --snr N") }
        let name = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
        return [Condition(name: "clean", noise: nil, seeds: [])]
            + ratios.map {
                Condition(name: "\(name) \($0) dB", noise: (file, Double($0)), seeds: seeds.isEmpty ? [1] : seeds)
            }
    }

    private static func mixers(_ file: String, seeds: [UInt64]) async throws -> [NoiseMixer] {
        let noise = try await OrderCorpus.samples(file)
        return seeds.map { NoiseMixer(name: file, noise: noise, seed: $0) }
    }

    private func progress(_ done: Int, of count: Int, _ name: String) {
        guard setup.console.isTerminal, !setup.json else { return }
        setup.console.text(done == count ? "\r\u{1B}[K" : "\r\(name): \(done)/\(count)")
    }

    private func report(_ score: OrderScore, corpus: OrderCorpus, lists: Bool = true) throws {
        if setup.json {
            let model = try setup.verifiedModel().manifest
            try setup.console.json(
                OrderScore.Report(
                    score, corpus: corpus.folder, model: "\(model.name) \(model.version)",
                    vocabulary: try setup.vocabularyName()))
        } else {
            setup.console.line(score.row)
            if lists, let causes = score.causesRow { setup.console.line(causes) }
            if lists, let readings = score.secondReadingsRow { setup.console.line(readings) }
        }
        guard lists, arguments.has("misses") else { return }
        for miss in score.misses {
            setup.console.note(
                "  \(miss.clip): " + (miss.cause.map { "\($0.rawValue), " } ?? "")
                    + "heard “\(miss.heard)”, wanted \(miss.wanted)")
        }
    }

    /// The menu of the recorded orders, in the checkout that this program was built in.
    static func ownMenu() throws -> String {
        var folder = (Bundle.main.executableURL ?? URL(fileURLWithPath: "brews-bench")).resolvingSymlinksInPath()
            .deletingLastPathComponent()
        while folder.path != "/" {
            let path = folder.appendingPathComponent("benchmarks/menus/coffee-orders.json").path
            if FileManager.default.fileExists(atPath: path) { return path }
            folder.deleteLastPathComponent()
        }
        throw CLIError.usage("the benchmark's menu is not in this checkout; name one with --menu")
    }
}
