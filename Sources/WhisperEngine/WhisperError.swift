/// What can go wrong with the Whisper engine. Every case says what was being done.
public enum WhisperError: Error, Equatable, Sendable {
    /// libwhisper cannot be opened, or is a version with another interface; `reason` says which.
    case libraryMissing(reason: String)
    /// The file is not a whole model; found by reading its structure, before libwhisper sees it.
    case modelDamaged(file: String, reason: String)
    /// libwhisper refused the file; `reason` is its last error line.
    case modelRefused(file: String, reason: String)
    /// The model was trained for `model` hertz and Brews works at `required`.
    case sampleRateMismatch(model: Int, required: Int)
    /// The model was loaded and did not hear the clip it must hear.
    case selfTestFailed(heard: String, expected: String)
    /// The model does not speak the language asked for.
    case languageNotSupported(String)
    /// A field of `WhisperSettings` is outside its range.
    case invalidSetting(String)
    /// libwhisper made no working memory for a recognition.
    case stateRefused
    /// `whisper_full_with_state` failed with `code` on `samples` samples.
    case decodingFailed(code: Int, samples: Int)
    /// An utterance for `recognize` is longer than `limit` samples.
    case utteranceTooLong(samples: Int, limit: Int)
}
