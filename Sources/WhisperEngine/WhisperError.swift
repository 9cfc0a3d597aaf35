/// An error of the Whisper engine. Each case names the failed step.
public enum WhisperError: Error, Equatable, Sendable {
    /// libwhisper cannot be opened or has an incompatible version; `reason` gives details.
    case libraryMissing(reason: String)
    /// The file is not a complete model. Found by parsing its structure before libwhisper opens it.
    case modelDamaged(file: String, reason: String)
    /// libwhisper rejected the file; `reason` is its last error line.
    case modelRefused(file: String, reason: String)
    /// The model was trained for `model` hertz, but Brews requires `required` hertz.
    case sampleRateMismatch(model: Int, required: Int)
    /// The loaded model does not recognise the text of its test recording.
    case selfTestFailed(heard: String, expected: String)
    /// The model does not support the language.
    case languageNotSupported(String)
    /// A field of `WhisperSettings` is outside its range.
    case invalidSetting(String)
    /// libwhisper could not allocate a decoder state.
    case stateRefused
    /// `whisper_full_with_state` failed with `code` on `samples` samples.
    case decodingFailed(code: Int, samples: Int)
    /// An utterance passed to `recognize` exceeds `limit` samples.
    case utteranceTooLong(samples: Int, limit: Int)
}
