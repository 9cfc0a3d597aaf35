internal import MenuLanguageModel
internal import ModelCatalogue
internal import MoonshineEngine
public import OrderParsing
public import Ordering
public import Speech
internal import SpeechAssembly
public import TwoPassEngine
public import VoiceOrdering
public import VoskEngine

/// Recognition engines, as `--engine` names them.
public enum EngineChoice: String, CaseIterable, Sendable {
    /// Vosk, and a second recognition pass over every doubtful utterance.
    case twopass
    case vosk, whisper
    /// Free speech, with the recogniser that is part of the default model.
    case moonshine

    /// Whether the engine hears free speech and is helped by the menu's words as phrases, having no graph for them.
    var isPrompted: Bool { self == .whisper || self == .moonshine }
}

/// The recogniser of the second pass, as `--second` names it.
public enum SecondEngine: String, CaseIterable, Sendable {
    /// Vosk with the same graph, on audio played slower.
    case slow
    /// Vosk with the model's own language model, which knows words that the menu's graph excludes.
    case vosk
    /// Vosk with a grammar of the menu's phrases, beside a first pass in the model's own language (`--vocabulary
    /// model`).
    case voskMenu = "vosk-menu"
    case whisper
    /// The recogniser of free speech that is part of the default model.
    case moonshine

    /// How the combiner weighs the second engine's hypotheses.
    var combiner: HypothesisCombiner.Settings { self == .slow ? .slowed : .init() }
}

extension Setup {
    /// The option `--engine`.
    public static let engineOption = OptionSpec(
        "engine", value: "NAME",
        "recognition engine: twopass, which reads doubtful utterances twice (the default), vosk, which reads once, "
            + "whisper, or moonshine, both for free speech"
    )
    /// The option `--free`.
    public static let freeOption = OptionSpec(
        "free", "any English text instead of orders: with moonshine, or with --engine whisper and its --model")
    /// The option `--second`.
    public static let secondOption = OptionSpec(
        "second", value: "NAME",
        "who reads again with --engine twopass: slow, which hears the utterance played slower (the default), vosk, "
            + "in the model's own language, vosk-menu, "
            + "with the menu's words as grammar, moonshine, whisper, or the name of an installed Whisper model")

    /// The chosen recognition engine in this process.
    ///
    /// - Parameters:
    ///   - menu: the menu whose orders are recognised; `nil` for the menu of these settings.
    ///   - settings: settings of Vosk; `nil` for the defaults of the chosen engine.
    ///   - observe: called with the outcome of each second reading of `twopass`.
    public func engine(
        for menu: Menu? = nil, settings: VoskVoiceService.Settings? = nil,
        observe: @escaping @Sendable (SecondPassReport.Outcome) -> Void = { _ in }
    ) throws -> any VoiceService {
        switch engineChoice {
        case .vosk: try vosk(for: menu, settings: settings ?? .init())
        case .whisper: try listeningWhisper()
        case .moonshine: try MoonshineVoiceService(model: verifiedModel())
        case .twopass: try twoPass(menu ?? self.menu(), settings: settings ?? .firstPass, observe: observe)
        }
    }

    /// Acceptance thresholds for utterances. Probabilities of Whisper and Moonshine are not comparable, and invented
    /// words are filtered already.
    public var confidenceGate: ConfidenceGate { engineChoice.isPrompted ? .acceptAll : ConfidenceGate() }

    /// Vosk with a verified model; the menu's orders are compiled into its graph unless another vocabulary was chosen.
    public func vosk(for menu: Menu? = nil, settings: VoskVoiceService.Settings) throws -> VoskVoiceService {
        let model = try verifiedModel()
        console.detail("model \(model.manifest.name) in \(model.directory)")
        guard vocabularyChoice == nil || vocabularyChoice == .menu else {
            return try VoskVoiceService(model: model, menu: nil, settings: settings)
        }
        let menu = try menu ?? self.menu(), reason: String
        do {
            let service = try VoskVoiceService(model: model, menu: menu, settings: settings)
            if vocabularyChoice == .menu { noteUnheard(menu) { service.canHear($0) } }
            return service
        } catch VoskError.graphUnreadable(let file, let cause) where vocabularyChoice == nil {
            reason = CLIError.from(VoskError.graphUnreadable(file: file, reason: cause)).message
        } catch VoskError.grammarNotSupported where vocabularyChoice == nil {
            reason = "the model \(model.manifest.name) has its graph compiled in and takes no menu"
        }
        console.note(
            "brews: note: \(reason); it listens with its own language, and orders are found in what it hears")
        return try VoskVoiceService(model: model, menu: nil, settings: settings)
    }

    private func twoPass(
        _ menu: Menu, settings: VoskVoiceService.Settings,
        observe: @escaping @Sendable (SecondPassReport.Outcome) -> Void
    ) throws -> TwoPassVoiceService<ContinuousClock> {
        let first = try vosk(for: menu, settings: settings)
        let second = try secondPass(beside: first, menu: menu, parser: try OrderParsingPipeline(menu: menu))
        return TwoPassVoiceService(
            first: first, second: second, settings: .init(combiner: combinerSettings), clock: ContinuousClock()
        ) { [console] report in
            observe(report.outcome)
            console.detail(
                "second pass: \(report.outcome), “\(Self.text(report.first))” / “\(Self.text(report.second))”")
        }
    }

    /// The recogniser of the second pass with its vocabulary and judge.
    public func secondPass(beside first: VoskVoiceService, menu: Menu, parser: OrderParsingPipeline) throws
        -> SecondPass
    {
        func menuWords() throws -> RecognitionVocabulary {
            RecognitionVocabulary(phrases: try MenuPhrases(menu: menu) { first.canHear($0) }.phrases)
        }
        switch secondEngine {
        case .slow:
            return .slowed(sharing: first, vocabulary: try vocabulary(for: menu, heardBy: first), parser: parser)
        case .vosk:
            return SecondPass(
                engine: VoskUtteranceRecognizer(sharing: try ownVosk()), vocabulary: nil,
                scorer: parser.hypothesisScorer)
        case .voskMenu:
            return SecondPass(
                engine: VoskUtteranceRecognizer(sharing: try ownVosk()), vocabulary: try menuWords(),
                scorer: parser.hypothesisScorer)
        case .moonshine:
            let names = RecognitionVocabulary(phrases: [], names: Self.names(of: menu))
            return SecondPass(
                engine: try MoonshineVoiceService(model: verifiedModel()), vocabulary: names,
                scorer: parser.hypothesisScorer)
        case .whisper:
            return SecondPass(
                engine: try rereadingWhisper(), vocabulary: try menuWords(), scorer: parser.hypothesisScorer)
        }
    }

    /// Vosk without a menu in its graph.
    private func ownVosk() throws -> VoskVoiceService {
        try VoskVoiceService(model: verifiedModel(), menu: nil)
    }

    /// How hypotheses of the chosen second engine are combined.
    public var combinerSettings: HypothesisCombiner.Settings { secondEngine.combiner }

    private static func text(_ words: [TranscribedWord]) -> String { words.map(\.text).joined(separator: " ") }
}
