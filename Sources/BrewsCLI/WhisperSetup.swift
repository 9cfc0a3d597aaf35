internal import ModelCatalogue
internal import SegmentStreaming
internal import SpeechAssembly
internal import WhisperEngine

extension Setup {
    /// Default model of `--engine whisper`: bundled, for trials, too small for orders.
    public static let whisperModel = "brews-whisper-en"
    /// The official model recommended for orders.
    private static let officialWhisperModel = "whisper-base-q8_0"

    /// Whisper as the streaming engine; warns about a model that is too small.
    func listeningWhisper() throws -> WhisperVoiceService {
        let engine = try whisper(model: modelName, vocabulary: listeningVocabulary)
        if modelName == Self.whisperModel {
            console.note(
                "brews: note: \(modelName) is a small model for trials; to order by Whisper: brews models fetch "
                    + "\(Self.officialWhisperModel), and --model \(Self.officialWhisperModel)"
            )
        }
        return engine
    }

    /// Tokens of the prompt with the menu's words: Whisper's text context is short, and half of it is needed for the
    /// utterance.
    private static let promptTokens = 150
    /// Preference of official models for the menu's words; models/README.md has the figures.
    private static let preference = WhisperSettings.VocabularyUse.bias(tokens: promptTokens, pair: 1.5, word: 6)
    /// Penalty of words outside the menu, in nats; practically excludes them.
    private static let grammarPenalty = 100.0

    /// How Whisper uses the menu: `menu` makes its words likelier, `phrases` allows no others.
    private var listeningVocabulary: WhisperSettings.VocabularyUse {
        switch vocabularyChoice {
        // The bundled model knows no prompts; the official ones recognise more orders with one.
        case nil: modelName == Self.whisperModel ? .none : Self.preference
        case .menu: modelName == Self.whisperModel ? .prompt(tokens: Self.promptTokens) : Self.preference
        case .phrases: .grammar(penalty: Self.grammarPenalty)
        case .model: .none
        }
    }

    /// Whisper for the second pass; the menu's words are likelier.
    func rereadingWhisper() throws -> WhisperVoiceService {
        try whisper(
            model: secondModel ?? Self.whisperModel,
            vocabulary: secondModel == nil ? .prompt(tokens: Self.promptTokens) : Self.preference)
    }

    /// Loads the Whisper model in use, or the bundled one, for a check.
    func checkedWhisper() throws -> (engine: WhisperVoiceService, model: String, hasSelfTest: Bool) {
        let name = engineChoice == .whisper ? modelName : secondModel ?? Self.whisperModel
        let hasSelfTest = try catalogue().locate(name).verify().manifest.selfTest != nil
        return (try whisper(model: name, vocabulary: .none), name, hasSelfTest)
    }

    /// Whisper with a verified model, tested on its self-test recording.
    ///
    /// - Parameter name: a model's name or directory.
    func whisper(model name: String, vocabulary: WhisperSettings.VocabularyUse) throws -> WhisperVoiceService {
        let model = try catalogue().locate(name).verify()
        console.detail("model \(model.manifest.name) in \(model.directory)")
        var settings = WhisperSettings()
        settings.vocabulary = vocabulary
        // An official model takes a large part of real time for one hypothesis.
        if model.manifest.name != Self.whisperModel { settings.streaming.maxLoad = 0.15 }
        return try WhisperVoiceService(
            model: WhisperModelDescription(verified: model), settings: settings,
            dropped: { [console] in
                console.note("brews: note: the words of an utterance were dropped as invented (\($0.rawValue))")
            })
    }
}

extension CLIError {
    /// The sentence and exit code of a failure of Whisper.
    static func whisper(_ error: WhisperError) -> CLIError {
        switch error {
        case .libraryMissing(let reason):
            .library("libwhisper is not installed (\(reason)); install it with: scripts/setup")
        case .modelDamaged(let file, let reason):
            .library("\(file) is no whole Whisper model: \(reason); check it with: brews models verify")
        case .modelRefused(let file, let reason):
            .library("libwhisper cannot load \(file): \(reason); check it with: brews models verify")
        case .sampleRateMismatch(let model, let required):
            .library("the model works at \(model) Hz and Brews at \(required) Hz; choose another with --model")
        case .selfTestFailed(let heard, let expected):
            .library(
                "the model heard '\(heard)' instead of '\(expected)' in its self-test; check it with: brews models "
                    + "verify"
            )
        case .languageNotSupported(let language):
            .library("the model does not speak '\(language)'; choose another with --model")
        case .invalidSetting(let sentence): .usage(sentence)
        case .stateRefused: .library("libwhisper got no memory for a recognition; choose a smaller model with --model")
        case .decodingFailed(let code, let samples): .bug("libwhisper failed with code \(code) on \(samples) samples")
        case .utteranceTooLong(let samples, let limit):
            .bug("an utterance of \(samples) samples was read whole; at most \(limit) can be")
        }
    }
}
