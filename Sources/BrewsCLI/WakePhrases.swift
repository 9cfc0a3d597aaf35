internal import Foundation
internal import ModelCatalogue
internal import SpeechAssembly
public import WakeWord

/// Wake phrases and their threshold from the command line.
public enum WakePhrases {
    /// Makes a phrase from its text, or from its phones.
    ///
    /// - Throws: `CLIError.usage` for a phrase that cannot be spotted.
    public static func phrase(_ text: String, phones: String? = nil) async throws -> WakePhrase {
        do {
            if let phones { return try WakePhrase(text: WakePhrase.normalized(text), phones: phones) }
            return try await WakePhrase.spoken(text)
        } catch let error as WakePhrase.Invalid {
            throw CLIError.usage(error.description)
        }
    }

    /// The option for the threshold of the wake phrase.
    static func thresholdOption(_ name: String) -> OptionSpec {
        let phrase = WakeWordSpotter.defaultPhrase
        let defaults =
            "\(WakePhrase.threshold(of: phrase).formatted()) for \(phrase), "
            + "\(WakePhrase.defaultThreshold.formatted()) for others"
        return OptionSpec(
            name, value: "N",
            "least score of the wake phrase, 0 to 60: higher misses more and errs less (default: \(defaults))")
    }

    /// The flag for a cheaper detection.
    static let quickOption = OptionSpec(
        "quick-wake",
        "look at the wake phrase twice instead of three times: less work for a small board, more false alarms")

    /// The value of the threshold option; `nil` without it.
    ///
    /// - Throws: `CLIError.usage` for a value outside 0…60.
    static func threshold(_ arguments: Arguments, _ name: String) throws(CLIError) -> Double? {
        guard let text = arguments.value(name) else { return nil }
        guard let threshold = Double(text), SpottingSettings.thresholds.contains(threshold) else {
            throw .usage("--\(name) takes a number from 0 to 60, not '\(text)'")
        }
        return threshold
    }
}

extension Setup {
    /// The wake-word detector of the chosen model; of the default one where the chosen one, as Whisper's and most
    /// official ones, has no network that the detector can compute.
    ///
    /// - Throws: `SpeechAssemblyError` when the default model has none either.
    public func wakeWordSpotter(for phrases: [WakePhrase], settings: SpottingSettings = SpottingSettings()) async throws
        -> WakeWordSpotter
    {
        do {
            return try await WakeWordSpotter(phrases: phrases, model: verifiedModel(), settings: settings)
        } catch is SpeechAssemblyError where modelName != ModelCatalogue.defaultModel {
            let model = try catalogue().locate(ModelCatalogue.defaultModel).verify()
            return try await WakeWordSpotter(phrases: phrases, model: model, settings: settings)
        }
    }
}
