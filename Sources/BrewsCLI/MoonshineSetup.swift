internal import MoonshineEngine

extension CLIError {
    /// The sentence and exit code of a failure of Moonshine.
    static func moonshine(_ error: MoonshineError) -> CLIError {
        switch error {
        case .invalidSetting(let sentence): .usage(sentence)
        case .selfTestFailed(let heard, let expected):
            .library(
                "the model heard '\(heard)' instead of '\(expected)' in its self-test; check it with: brews models "
                    + "verify")
        case .utteranceTooLong(let samples, let limit):
            .bug("an utterance of \(samples) samples was read whole; at most \(limit) can be")
        }
    }
}
