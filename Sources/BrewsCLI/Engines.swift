internal import AudioFiles
internal import KioskRuntime
public import ModelCatalogue
internal import MenuLanguageModel
public import OrderParsing
public import Ordering
public import Speech
public import TwoPassEngine
public import VoiceOrdering
public import VoskEngine

/// The engines `--engine` may name.
public enum EngineChoice: String, CaseIterable, Sendable {
    /// Vosk, and a second reading of every doubtful utterance.
    case twopass
    case vosk, whisper
}

/// Who gives the second opinion of a two-pass recognition.
public enum SecondEngine: String, CaseIterable, Sendable {
    /// Vosk with the words of the first reading, hearing the utterance played slower.
    case slow
    /// Vosk with the model's own language: it hears what the menu's graph keeps out.
    case vosk
    /// Vosk with a grammar of the menu's words, beside a first pass in the model's own language (`--vocabulary model`).
    case voskMenu = "vosk-menu"
    case whisper

    /// How its readings are weighed. The slow one comes from the network and the graph that the first came from, so
    /// their confidences say the same, word for word.
    var combiner: HypothesisCombiner.Settings {
        self == .slow ? .init(semanticWeight: 0.5, margin: 0, unit: .word) : .init()
    }
}

extension Setup {
    public static let engineOption = OptionSpec(
        "engine", value: "NAME",
        "recognition engine: twopass, which reads doubtful utterances twice (the default), vosk, which reads once, or whisper"
    )
    public static let secondOption = OptionSpec(
        "second", value: "NAME",
        "who reads again with --engine twopass: slow, which hears the utterance played slower (the default), vosk, in the model's own language, vosk-menu, "
            + "with the menu's words as grammar, or whisper")

    /// Of 1; found by measurement on recorded orders (`benchmarks/README.md`).
    private static let slowSpeed = 0.91

    /// The recognition engine chosen, in this process, over verified models.
    ///
    /// - Parameters:
    ///   - menu: what it listens for; `nil` for the menu of these settings.
    ///   - settings: of Vosk, where it listens; `nil` for those of the engine chosen.
    public func engine(for menu: Menu? = nil, settings: VoskVoiceService.Settings? = nil) throws -> any VoiceService {
        switch engineChoice {
        case .vosk: try vosk(for: menu, settings: settings ?? .init())
        case .whisper: try listeningWhisper()
        case .twopass: try twoPass(menu ?? self.menu(), settings: settings ?? .firstPass)
        }
    }

    /// Acceptance thresholds for utterances. Whisper's probabilities are not comparable, and it filters invented words
    /// itself.
    public var confidenceGate: ConfidenceGate { engineChoice == .whisper ? .acceptAll : ConfidenceGate() }

    /// Vosk over the verified model, with the menu's orders in its graph unless something else was asked for.
    public func vosk(for menu: Menu? = nil, settings: VoskVoiceService.Settings) throws -> VoskVoiceService {
        let model = try verifiedModel()
        console.detail("model \(model.manifest.name) in \(model.directory)")
        let description = try VoskModelDescription(verified: model)
        let isDefault = vocabularyChoice == nil && description.runtimeGraph
        guard vocabularyChoice == .menu || isDefault else {
            return try VoskVoiceService(model: description, settings: settings)
        }
        let menu = try menu ?? self.menu()
        do {
            let graph = try MenuWordGraph(menu: menu, canHear: try VoskWords(model: description).contains).graph
            return try VoskVoiceService(model: description, graph: graph, settings: settings)
        } catch VoskError.graphUnreadable(let file, let reason) where isDefault {
            console.note(
                "brews: note: \(CLIError.from(VoskError.graphUnreadable(file: file, reason: reason)).message); it listens with its own language"
            )
            return try VoskVoiceService(model: description, settings: settings)
        }
    }

    private func twoPass(_ menu: Menu, settings: VoskVoiceService.Settings) throws -> TwoPassVoiceService<
        ContinuousClock
    > {
        let first = try vosk(for: menu, settings: settings)
        let second = try secondPass(beside: first, menu: menu, parser: try parser(for: menu))
        return TwoPassVoiceService(
            first: first, second: second, settings: .init(combiner: combinerSettings), clock: ContinuousClock()
        ) { [console] report in
            console.detail(
                "second pass: \(report.outcome), “\(Self.text(report.first))” / “\(Self.text(report.second))”")
        }
    }

    /// The second engine, with what it listens for and how its readings are judged.
    public func secondPass(beside first: VoskVoiceService, menu: Menu, parser: OrderParsingPipeline) throws
        -> SecondPass
    {
        func menuWords() throws -> RecognitionVocabulary {
            RecognitionVocabulary(phrases: try MenuPhrases(menu: menu) { first.canHear($0) }.phrases)
        }
        let reader: any UtteranceRecognizer, vocabulary: RecognitionVocabulary?
        switch secondEngine {
        case .slow:
            (reader, vocabulary) = (
                TempoPerturbedRecognizer(VoskUtteranceRecognizer(sharing: first), speed: Self.slowSpeed),
                try self.vocabulary(for: menu, heardBy: first)
            )
        case .vosk: (reader, vocabulary) = (VoskUtteranceRecognizer(sharing: try ownVosk()), nil)
        case .voskMenu: (reader, vocabulary) = (VoskUtteranceRecognizer(sharing: try ownVosk()), try menuWords())
        case .whisper: (reader, vocabulary) = (try rereadingWhisper(), try menuWords())
        }
        return SecondPass(engine: reader, vocabulary: vocabulary, scorer: Self.judge(parser))
    }

    /// Vosk without a menu in its graph.
    private func ownVosk() throws -> VoskVoiceService {
        try VoskVoiceService(model: VoskModelDescription(verified: verifiedModel()))
    }

    /// How hypotheses of the chosen second engine are combined.
    public var combinerSettings: HypothesisCombiner.Settings { secondEngine.combiner }

    /// How much sense words make: the parser's confidence in them, less the share of words it could do nothing with.
    public static func judge(_ parser: OrderParsingPipeline) -> HypothesisScorer {
        { words in
            let parse = parser.parse(words.joined(separator: " "))
            guard parse.intent != .unknown, !words.isEmpty else { return 0 }
            return parse.confidence * (1 - min(1, Double(parse.unread.count) / Double(words.count)))
        }
    }

    private static func text(_ words: [TranscribedWord]) -> String { words.map(\.text).joined(separator: " ") }
}

extension VoskModelDescription {
    /// A model of the catalogue whose files are as its manifest says.
    ///
    /// - Throws: `CLIError.usage` for a model of another engine, `AudioFileError` when the self-test's clip cannot be
    ///   read.
    public init(verified model: VerifiedModel) throws {
        guard model.manifest.engine == EngineChoice.vosk.rawValue else {
            let engine = model.manifest.engine
            let advice = EngineChoice(rawValue: engine).map { "add --engine \($0.rawValue), or " } ?? ""
            throw CLIError.usage(
                "the model \(model.manifest.name) is for the engine \(engine); \(advice)name another with --model")
        }
        let test = try model.selfTest().map { SelfTest(samples: $0.samples, text: $0.text) }
        self.init(
            directory: model.directory, sampleRate: model.manifest.sampleRate,
            runtimeGraph: model.manifest.runtimeGraph, selfTest: test)
    }
}

extension VerifiedModel {
    /// What a working engine hears in the model's own recording; `nil` where it brings none.
    ///
    /// - Throws: `AudioFileError` when the clip cannot be read.
    func selfTest() throws -> (samples: [Int16], text: String)? {
        try manifest.selfTest.map { (try WaveFile.readSpeech(from: directory + "/" + $0.file), $0.text) }
    }
}
