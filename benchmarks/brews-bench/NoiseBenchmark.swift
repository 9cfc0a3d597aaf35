internal import AudioFiles
internal import BrewsCLI
internal import Foundation
internal import KioskRuntime
internal import OrderParsing
internal import OrderSession
internal import Ordering
internal import Speech
internal import VoiceOrdering

/// `brews-bench noise`: what is heard where nobody orders.
struct NoiseBenchmark {
    static let spec = CommandSpec(
        name: "brews-bench noise", summary: "Words and items from sound in which nobody orders.",
        operands: "FILE.wav…",
        options: [
            OptionSpec("minutes", value: "N", "how long to listen (default: 60)"),
            OptionSpec("seed", value: "N", "which stretches, in what order, at what level (default: 1)"),
            OptionSpec("as-is", "listen to the recordings as they are, one after the other, and to nothing else"),
            OptionSpec("save", value: "FILE.wav", "write the sound instead of listening to it"),
            Setup.vocabularyOption, Setup.engineOption, Setup.secondOption,
            OptionSpec("misses", "list the lines, the words and where they were heard"),
        ],
        examples: [
            ("brews-bench noise kitchen.wav coffee-shop.wav", "an hour of both and of music made for it"),
            ("brews-bench noise --as-is audiobook.wav", "people who talk and order nothing: what becomes of it"),
        ])

    /// What one kind of scene gave.
    private struct Row: Encodable {
        let scene: String
        var seconds = 0.0
        var words = 0
        var utterances = 0
    }

    private struct Report: Encodable {
        let rows: [Row]
        /// Lines that utterances would add, and those of them that selective confirmation would not ask about.
        let lines: Int
        let sureLines: Int
        /// Lines in the cart at the end.
        let items: Int
        let realTimeFactor: Double
    }

    private let arguments: Arguments
    private let setup: Setup

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        setup = try Setup(arguments)
    }

    func run() async throws {
        guard !arguments.operands.isEmpty else {
            throw CLIError.usage("\(Self.spec.name) needs recordings of noise; see: \(Self.spec.name) --help")
        }
        var recordings: [BackgroundSound.Recording] = []
        for file in arguments.operands {
            let name = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
            let samples = try await OrderCorpus.samples(file)
            recordings.append(.init(name: name, samples: samples))
        }
        guard recordings.allSatisfy({ !$0.samples.isEmpty }) else {
            throw CLIError.input("a recording has no samples in it")
        }
        let minutes = try arguments.integer("minutes", in: 1...10_000) ?? 60
        let seed = UInt64(try arguments.integer("seed", in: 0...1_000_000) ?? 1)
        let sound =
            arguments.has("as-is")
            ? BackgroundSound(asRecorded: recordings)
            : BackgroundSound(recordings: recordings, length: SampleCount(seconds: Double(minutes) * 60), seed: seed)
        if let path = arguments.value("save") { return try await save(sound, path) }
        let menu = try setup.menu()
        let engine = try setup.engine(for: menu)
        let clock = ContinuousClock(), origin = clock.now
        let guest = try VoiceOrderingOrchestrator(
            menu: menu, service: engine, vocabulary: try setup.vocabulary(for: menu, heardBy: engine),
            parser: try OrderParsingPipeline(menu: menu), confidenceGate: setup.confidenceGate
        ) { clock.now - origin }
        let outcome = try await guest.takeOrder(from: sound)
        try await report(outcome, scenes: sound.scenes, factor: (clock.now - origin) / .seconds(sound.length.seconds))
    }

    private func save(_ sound: BackgroundSound, _ path: String) async throws {
        var samples: [Int16] = []
        while let frame = await sound.nextFrame() { samples += frame.samples }
        do { try WaveFile.write(samples, sampleRate: SampleRate.speech, to: path) } catch {
            throw CLIError.input("\(path) cannot be written: \(error.localizedDescription)")
        }
    }

    private func report(_ outcome: OrderOutcome, scenes: [BackgroundSound.Scene], factor: Double) async throws {
        var rows: [String: Row] = [:]
        for scene in scenes { rows[scene.name, default: Row(scene: scene.name)].seconds += scene.span.length.seconds }
        for utterance in outcome.utterances {
            let scene = scenes.last { $0.span.start <= utterance.span.start }?.name ?? ""
            rows[scene, default: Row(scene: scene)].utterances += 1
            rows[scene]?.words += utterance.text.split(separator: " ").count
        }
        let said = outcome.utterances.flatMap { $0.parse.acts }.flatMap { act -> [ParsedOrderItem] in
            guard case .add(let items) = act else { return [] }
            return items
        }
        let leastConfidence = ConfirmationPolicy.Settings().leastConfidence
        let sure = said.count { $0.confidence >= leastConfidence }
        let table = rows.values.sorted { $0.scene < $1.scene }
        if setup.json {
            return try setup.console.json(
                Report(
                    rows: table, lines: said.count, sureLines: sure, items: outcome.lines.count, realTimeFactor: factor)
            )
        }
        setup.console.line("scene              minutes  utterances   words")
        for row in table {
            setup.console.line(
                """
                \(row.scene.padded(to: 16))  \(String(format: "%8.1f", row.seconds / 60))  \
                \(String(format: "%10d", row.utterances))  \(String(format: "%6d", row.words))
                """
            )
        }
        setup.console.line("lines: \(said.count), of them not to be asked about (\(leastConfidence) and more): \(sure)")
        setup.console.line(
            "items in the cart: \(outcome.lines.count); real-time factor \(String(format: "%.3f", factor))")
        guard arguments.has("misses") else { return }
        for item in said { setup.console.note("  line \(String(format: "%.2f", item.confidence))  \(item.spoken)") }
        for utterance in outcome.utterances {
            setup.console.note("  \(String(format: "%8.1f", utterance.span.start.seconds)) s  \(utterance.text)")
        }
    }
}
