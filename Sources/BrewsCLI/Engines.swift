internal import MenuLanguageModel
internal import ModelCatalogue
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

    /// How the combiner weighs the second engine's hypotheses.
    var combiner: HypothesisCombiner.Settings { self == .slow ? .slowed : .init() }
}

extension Setup {
    /// The option `--engine`.
    public static let engineOption = OptionSpec(
        "engine", value: "NAME",
        "recognition engine: twopass, which reads doubtful utterances twice (the default), vosk, which reads once, "
            + "or whisper"
    )
    /// The option `--second`.
    public static let secondOption = OptionSpec(
        "second", value: "NAME",
        "who reads again with --engine twopass: slow, which hears the utterance played slower (the default), vosk, "
            + "in the model's own language, vosk-menu, "
            + "with the menu's words as grammar, whisper, or the name of an installed Whisper model")

    /// The chosen recognition engine in this process.
    ///
    /// - Parameters:
    ///   - menu: the menu whose orders are recognised; `nil` for the menu of these settings.
    ///   - settings: settings of Vosk; `nil` for the defaults of the chosen engine.
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

    private func twoPass(_ menu: Menu, settings: VoskVoiceService.Settings) throws -> TwoPassVoiceService<
        ContinuousClock
    > {
        let first = try vosk(for: menu, settings: settings)
        let second = try secondPass(beside: first, menu: menu, parser: try OrderParsingPipeline(menu: menu))
        return TwoPassVoiceService(
            first: first, second: second, settings: .init(combiner: combinerSettings), clock: ContinuousClock()
        ) { [console] report in
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
