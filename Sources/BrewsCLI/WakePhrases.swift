internal import Foundation
internal import ModelCatalogue
internal import Speech
internal import SpeechSynthesis
internal import VoskEngine
public import WakeWord

/// Wake phrases from text, and the spotter over the model named.
public enum WakePhrases {
    /// A phrase by its text, as espeak-ng speaks it, or by its phones.
    ///
    /// - Throws: `CLIError.usage` for a phrase that cannot be spotted.
    public static func phrase(_ text: String, phones: String? = nil) async throws -> WakePhrase {
        let text = text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        do {
            if let phones { return try WakePhrase(text: text, phones: phones) }
            // One by one, because the phonemes of a sentence do not show where its words end.
            return try WakePhrase(
                text: text, ipa: try await EspeakSynthesizer.phonemes(of: text.split(separator: " ").map(String.init)))
        } catch let error as WakePhrase.Invalid {
            throw CLIError.usage(error.description)
        }
    }

    /// The option for the least score of a wake phrase.
    static func thresholdOption(_ name: String) -> OptionSpec {
        let phrase = WakeWordSpotter.defaultPhrase
        let defaults =
            "\(WakePhrase.threshold(of: phrase).formatted()) for \(phrase), \(WakePhrase.defaultThreshold.formatted()) for others"
        return OptionSpec(
            name, value: "N",
            "least score of the wake phrase, 0 to 60: higher misses more and errs less (default: \(defaults))")
    }

    /// What was given with that option; `nil` where it was not.
    ///
    /// - Throws: `CLIError.usage` for what is no threshold.
    static func threshold(_ arguments: Arguments, _ name: String) throws(CLIError) -> Double? {
        guard let text = arguments.value(name) else { return nil }
        guard let threshold = Double(text), SpottingSettings.thresholds.contains(threshold) else {
            throw .usage("--\(name) takes a number from 0 to 60, not '\(text)'")
        }
        return threshold
    }

    /// The phrases told apart from what sounds like them among the words that the model knows; from all that is near
    /// where it has no list of words.
    static func toldApart(_ phrases: [WakePhrase], by model: VoskModelDescription) async throws -> [WakePhrase] {
        guard let words = try? VoskWords(model: model) else { return phrases }
        var phrases = phrases
        for index in phrases.indices {
            let last = phrases[index].text.split(separator: " ").last.map(String.init) ?? ""
            phrases[index] = phrases[index].limitingConfusables(
                to: try await EspeakSynthesizer.phonemes(of: words.similarlySpelled(to: last)))
        }
        return phrases
    }
}

extension Setup {
    private static let networkFile = "am/final.mdl"
    /// What looks once more where the network has found a wake phrase; a model may have none.
    private static let transformerFile = "wake/moonshine.mdl"

    /// The spotter over the verified model's network.
    ///
    /// - Throws: `CLIError.library` for a model whose network is not one that the spotter computes.
    public func wakeWordSpotter(for phrases: [WakePhrase], settings: SpottingSettings = SpottingSettings()) async throws
        -> WakeWordSpotter
    {
        let model = try verifiedModel()
        guard let network = try part(Self.networkFile, of: model, AcousticNetwork.init) else {
            throw CLIError.library(
                "the model \(model.manifest.name) has no \(Self.networkFile); the wake word needs one, such as brews-en"
            )
        }
        let transformer = try part(Self.transformerFile, of: model, MoonshineModel.init)
        let phrases = try await WakePhrases.toldApart(phrases, by: VoskModelDescription(verified: model))
        do {
            return try WakeWordSpotter(network: network, transformer: transformer, phrases: phrases, settings: settings)
        } catch let error as SpottingSettings.Invalid {
            throw CLIError.usage(error.description)
        }
    }

    /// What one of the model's files holds; `nil` where the model has no such file.
    private func part<Part>(
        _ file: String, of model: VerifiedModel, _ read: ([UInt8]) throws(AcousticModelError) -> Part
    ) throws -> Part? {
        guard let bytes = FileManager.default.contents(atPath: "\(model.directory)/\(file)") else { return nil }
        do {
            return try read([UInt8](bytes))
        } catch {
            throw CLIError.library("\(model.directory)/\(file): \(error)")
        }
    }
}
