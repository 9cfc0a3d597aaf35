/// An error of the Moonshine engine.
public enum MoonshineError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A setting is outside its range.
    case invalidSetting(String)
    /// A whole utterance is longer than the model can decode at once.
    case utteranceTooLong(samples: Int, limit: Int)
    /// The model does not recognise its self-test.
    case selfTestFailed(heard: String, expected: String)

    /// The error as a sentence.
    public var description: String {
        switch self {
        case .invalidSetting(let what): "Moonshine cannot be set so: \(what)"
        case .utteranceTooLong(let samples, let limit):
            "the utterance has \(samples) samples; Moonshine decodes \(limit) at most at once"
        case .selfTestFailed(let heard, let expected):
            "Moonshine heard \"\(heard)\" in its self-test and not \"\(expected)\""
        }
    }
}
