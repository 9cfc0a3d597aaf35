public import OrderParsing
public import Ordering
public import Speech
public import TwoPassEngine
public import VoskEngine

extension OrderParsingPipeline {
    /// Scores how much sense words make as an order, 0…1: the parser's confidence times the share of words it used.
    public var hypothesisScorer: HypothesisScorer {
        { words in
            let parse = parse(words.joined(separator: " "))
            guard parse.intent != .unknown, !words.isEmpty else { return 0 }
            return parse.confidence * (1 - min(1, Double(parse.unread.count) / Double(words.count)))
        }
    }
}

extension HypothesisCombiner.Settings {
    /// For a second reading of slowed audio: both readings come from the same network and graph, so their confidences
    /// are comparable word by word.
    public static let slowed = Self(semanticWeight: 0.5, margin: 0, unit: .word)
}

extension SecondPass {
    /// Playing speed of the second reading, as a share; the best of those measured on recorded orders
    /// (`benchmarks/README.md`).
    private static let slowSpeed = 0.91

    /// Reads each utterance again with the same Vosk model, played slower.
    ///
    /// - Parameters:
    ///   - first: the recogniser of the first pass; model and graph are shared.
    ///   - vocabulary: the phrases that both passes listen for; `nil` for the graph's language.
    ///   - parser: judges which reading makes more sense.
    public static func slowed(
        sharing first: VoskVoiceService, vocabulary: RecognitionVocabulary? = nil, parser: OrderParsingPipeline
    ) -> SecondPass {
        SecondPass(
            engine: TempoPerturbedRecognizer(VoskUtteranceRecognizer(sharing: first), speed: slowSpeed),
            vocabulary: vocabulary, scorer: parser.hypothesisScorer)
    }
}

extension TwoPassVoiceService where DeadlineClock == ContinuousClock {
    /// Finds a bundled Vosk model by name and makes the default recogniser of `brews` from it: Vosk with the menu's
    /// graph, and a second, slowed reading of doubtful utterances.
    ///
    /// ```swift
    /// let recogniser = try TwoPassVoiceService(bundled: ModelCatalogue.defaultModel, menu: MenuLoader.builtIn())
    /// ```
    ///
    /// - Throws: as `VoskVoiceService.init(bundled:menu:settings:)`.
    public init(bundled name: String, menu: Menu) throws {
        let first = try VoskVoiceService(bundled: name, menu: menu, settings: .firstPass)
        let parser = try OrderParsingPipeline(menu: menu)
        self.init(
            first: first, second: .slowed(sharing: first, parser: parser), settings: Settings(combiner: .slowed),
            clock: ContinuousClock())
    }
}
