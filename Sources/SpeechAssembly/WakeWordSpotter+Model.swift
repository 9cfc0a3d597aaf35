public import ModelCatalogue
internal import Speech
internal import SpeechSynthesis
public import VoskEngine
public import WakeWord

extension WakePhrase {
    /// Makes a phrase from text, with the pronunciation that espeak-ng gives each of its words.
    ///
    /// - Parameter text: 4…40 letters; case and extra spaces are ignored.
    /// - Throws: `WakePhrase.Invalid` for a phrase that cannot be spotted, `EspeakError`.
    public static func spoken(_ text: String) async throws -> WakePhrase {
        let text = normalized(text)
        // Word by word, because the phonemes of a sentence do not show where its words end.
        let words = text.split(separator: " ").map(String.init)
        return try WakePhrase(text: text, ipa: try await EspeakSynthesizer.phonemes(of: words))
    }

    /// The text in lower case, with single spaces.
    public static func normalized(_ text: String) -> String {
        text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The phrase with only those confusable words that are in a model's vocabulary; unchanged when the model has no
    /// word list.
    ///
    /// - Throws: `EspeakError`.
    public func limitingConfusables(to model: VoskModelDescription) async throws -> WakePhrase {
        guard let words = try? VoskWords(model: model) else { return self }
        let last = text.split(separator: " ").last.map(String.init) ?? ""
        return limitingConfusables(to: try await EspeakSynthesizer.phonemes(of: words.similarlySpelled(to: last)))
    }
}

extension WakeWordSpotter {
    /// Acoustic network in a model's directory.
    private static let networkFile = "am/final.mdl"

    /// Makes a detector for phrases from a verified model. Blocks for about 0.2 s.
    ///
    /// - Throws: `SpeechAssemblyError` for a model without an acoustic network or with a damaged one, `EspeakError`,
    ///   `SpottingSettings.Invalid`, `WakeWordSpotter.Failure`.
    public init(phrases: [WakePhrase], model: VerifiedModel, settings: SpottingSettings = SpottingSettings())
        async throws
    {
        guard let network = try model.part(Self.networkFile, AcousticNetwork.init) else {
            throw SpeechAssemblyError.fileMissing(
                model: model.manifest.name, directory: model.directory, file: Self.networkFile)
        }
        let transformer = settings.isVerifiedByText ? try model.moonshine() : nil
        let description = try VoskModelDescription(verified: model)
        var told: [WakePhrase] = []
        for phrase in phrases { told.append(try await phrase.limitingConfusables(to: description)) }
        try self.init(network: network, transformer: transformer, phrases: told, settings: settings)
    }

    /// Makes a detector for one phrase given as text.
    ///
    /// ```swift
    /// let model = try VerifiedModel(bundled: ModelCatalogue.defaultModel)
    /// let spotter = try await WakeWordSpotter(phrase: "hey brews", model: model)
    /// for try await detection in spotter.detections(in: microphone) { print(detection.span.end.seconds) }
    /// ```
    ///
    /// - Throws: as `init(phrases:model:settings:)`, and `WakePhrase.Invalid` for a phrase that cannot be spotted.
    public init(phrase: String, model: VerifiedModel, settings: SpottingSettings = SpottingSettings()) async throws {
        try await self.init(phrases: [.spoken(phrase)], model: model, settings: settings)
    }
}
