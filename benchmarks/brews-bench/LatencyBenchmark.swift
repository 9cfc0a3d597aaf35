internal import AudioFiles
internal import BrewsCLI
internal import Foundation
internal import ModelCatalogue
internal import OrderParsing
internal import Ordering
internal import Speech
internal import SpeechSynthesis
internal import VoiceOrdering
internal import VoskEngine

/// `brews-bench latency`: delay from a word's end to its display, and from an order's end to its last stable word.
struct LatencyBenchmark {
    static let spec = CommandSpec(
        name: "brews-bench latency",
        summary:
            "Delay from a word's end to its first volatile result, and from an order's end to its last stable word.",
        operands: "DIR",
        options: [
            OptionSpec("limit", value: "N", "use only N clips, spread over the corpus"),
            OptionSpec("frame", value: "MS", "length of the microphone's frames, 10 to 100 (default: 20)"),
            OptionSpec("realtime", "let the time pass instead of counting it"),
            OptionSpec("late", "list the orders whose last word took more than 500 ms"),
            Setup.vocabularyOption, Setup.engineOption, Setup.secondOption,
        ],
        examples: [
            ("brews-bench latency recordings/", "all recordings, time counted"),
            (
                "taskset -c 0 brews-bench latency recordings/ --realtime --limit 10",
                "ten recordings at speaking speed on one core"
            ),
        ])

    private let arguments: Arguments
    private let setup: Setup
    private let engine: any VoiceService
    private let wholeUtterances: any VoiceService
    private let menu: Menu
    private let parser: OrderParsingPipeline
    private let vocabulary: RecognitionVocabulary?
    private let pace: FeedInput.Pace
    private let frameMilliseconds: Int

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        setup = try Setup(arguments)
        menu = try setup.menu()
        parser = try OrderParsingPipeline(menu: menu)
        engine = try setup.engine()
        wholeUtterances = try setup.engine(settings: .wholeUtterances)
        vocabulary = try setup.vocabulary(for: menu, heardBy: engine)
        pace = arguments.has("realtime") ? .realtime : .simulated
        frameMilliseconds = try arguments.integer("frame", in: 10...100) ?? 20
    }

    func run() async throws {
        guard let folder = arguments.operands.first, arguments.operands.count == 1 else {
            throw CLIError.usage("\(Self.spec.name) needs one folder of recordings; see: \(Self.spec.name) --help")
        }
        let corpus = try await OrderCorpus(folder: folder, limit: try arguments.integer("limit", in: 1...1_000_000))
        if !setup.json { setup.console.line(LatencyScore.header) }
        var recorded = LatencyScore(corpus: "recorded orders")
        for clip in corpus.clips {
            let reference = try await ReferenceSpeech.recording(
                clip.name, clip.samples, wholeUtterances: wholeUtterances, vocabulary: vocabulary)
            if let reference { try await listen(to: reference, &recorded) }
        }
        try report(recorded, folder: folder)
        var synthetic = LatencyScore(corpus: "synthetic orders")
        for sentence in SyntheticOrders.all {
            if let reference = try await synthesized(sentence) { try await listen(to: reference, &synthetic) }
        }
        try report(synthetic, folder: "espeak-ng")
    }

    private func listen(to reference: ReferenceSpeech, _ score: inout LatencyScore) async throws {
        let input = FeedInput(
            reference.samples, frameSamples: SampleRate.speech * frameMilliseconds / 1_000, pace: pace)
        // As in the kiosk: the endpointer sees the words and marks the end of utterances.
        var session = try ListeningSession(
            input, menu: menu, parser: parser, confidenceGate: setup.confidenceGate, now: { .zero })
        var watch = WordWatch(reference)
        for try await result in try await engine.startListening(to: session.audio, vocabulary: vocabulary) {
            watch.take(result, at: input.now)
            _ = session.process(result, question: .none)
        }
        score.add(watch, reference)
    }

    /// - Returns: `nil` where espeak-ng joins two words, so that the ends of the words are unknown.
    private func synthesized(_ sentence: String) async throws -> ReferenceSpeech? {
        let (speech, starts) = try await EspeakSynthesizer(settings: TTSVoiceProfile(rate: 130))
            .synthesizeWithWordStarts(
                sentence)
        let words = sentence.split(separator: " ").map(String.init)
        guard starts.count == words.count else { return nil }
        let input = try SynthesizedInput(speech)
        var samples: [Int16] = []
        while let frame = await input.nextFrame() { samples += frame.samples }
        return .synthesized(words, samples, wordStarts: starts)
    }

    private func report(_ score: LatencyScore, folder: String) throws {
        if setup.json {
            let model = try setup.verifiedModel().manifest
            try setup.console.json(
                LatencyScore.Report(
                    score, source: folder, engine: engine.engineName, model: "\(model.name) \(model.version)",
                    vocabulary: try setup.vocabularyName(),
                    pace: pace.rawValue, frameMilliseconds: frameMilliseconds))
        } else {
            setup.console.line(score.row)
        }
        guard arguments.has("late") else { return }
        for (name, delay) in score.late { setup.console.note("  \(name): \(Int((delay * 1_000).rounded())) ms") }
    }
}

/// Orders for a synthesiser that reports the start of each word.
enum SyntheticOrders {
    static let all = [
        "can i get a large iced latte with oat milk please", "a small cappuccino and a blueberry muffin",
        "i would like a medium coffee with brown sugar",
        "one double espresso and a croissant please", "give me a small hot chocolate with whipped cream",
        "a large mocha with whole milk and no foam",
        "could i have an iced coffee with almond milk", "a small latte with brown sugar please",
        "let me get a dark roast coffee with cream",
        "i want a medium americano with sugar", "three large coffees with vanilla syrup please",
        "a green tea with honey and lemon",
    ]
}

extension VoskVoiceService.Settings {
    /// No word becomes stable before its utterance ends, so that every word is decoded with its full right context.
    static let wholeUtterances = Self(
        agreement: .init(requiredUpdates: .max, uncertainUpdates: .max), finalizeAfter: nil)
}
