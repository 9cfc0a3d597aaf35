internal import ModelCatalogue
internal import SpeechAssembly
internal import WhisperEngine

extension Setup {
    /// The model that `--engine whisper` loads when none is named: the bundled one, which shows that everything works
    /// and hears little.
    public static let whisperModel = "brews-whisper-en"
    /// The smallest official model, for whoever wants Whisper to hear orders.
    private static let officialWhisperModel = "whisper-tiny.en-q5_1"

    /// Whisper as the engine that listens, with a word of warning where its model is too small for that.
    func listeningWhisper() throws -> WhisperVoiceService {
        let engine = try whisper(model: modelName, vocabulary: listeningVocabulary)
        if modelName == Self.whisperModel {
            console.note(
                "brews: note: \(modelName) is a small model for trials; to order by Whisper: brews models fetch \(Self.officialWhisperModel), and --model \(Self.officialWhisperModel)"
            )
        }
        return engine
    }

    /// Tokens of the menu's words that stand before an utterance: Whisper's text context is short, and half of it is
    /// for what is said.
    private static let promptTokens = 150
    /// What a word costs that is not of the menu, in natural logarithm: too much.
    private static let grammarPenalty = 100.0

    /// With `--vocabulary menu` the menu's words are likelier than others; with `phrases` there are no others.
    private var listeningVocabulary: WhisperSettings.VocabularyUse {
        switch vocabularyChoice {
        case .menu: .prompt(tokens: Self.promptTokens)
        case .phrases: .grammar(penalty: Self.grammarPenalty)
        case .model, nil: .none
        }
    }

    /// Whisper as the second reader of two: the menu's words are likelier.
    func rereadingWhisper() throws -> WhisperVoiceService {
        try whisper(model: Self.whisperModel, vocabulary: .prompt(tokens: Self.promptTokens))
    }

    /// Whisper over a verified model, which has heard its self-test.
    ///
    /// - Parameter name: a model's name or directory.
    private func whisper(model name: String, vocabulary: WhisperSettings.VocabularyUse) throws -> WhisperVoiceService {
        let model = try catalogue().locate(name).verify()
        console.detail("model \(model.manifest.name) in \(model.directory)")
        var settings = WhisperSettings()
        settings.vocabulary = vocabulary
        return try WhisperVoiceService(model: WhisperModelDescription(verified: model), settings: settings)
    }
}

extension CLIError {
    /// What a failure of Whisper means to the person.
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
                "the model heard '\(heard)' instead of '\(expected)' in its self-test; check it with: brews models verify"
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
