public import ModelCatalogue
public import SpeechSynthesis

extension PiperSynthesizer {
    /// Catalogue names of Piper's voices begin with this.
    public static let modelPrefix = "piper-"

    /// Makes a voice from a verified model.
    ///
    /// - Parameter program: path of `piper`, as `PiperSynthesizer.program(in:)` finds it.
    /// - Throws: `PiperError`; `.badVoice` for a model without an `.onnx` file.
    public convenience init(model: VerifiedModel, program: String, settings: PiperSettings = PiperSettings())
        throws(PiperError)
    {
        let files = model.manifest.files.map(\.path).filter { $0.hasSuffix(".onnx") }.sorted()
        guard let file = files.first else {
            throw .badVoice(file: model.directory, reason: "there is no .onnx file in it")
        }
        try self.init(program: program, model: model.directory + "/" + file, settings: settings)
    }
}

extension ModelCatalogue {
    /// The voices of Piper installed on this machine, by catalogue entry. Their files are not verified here.
    ///
    /// - Parameter language: a language tag, of which the primary language counts; `nil` for all.
    public func installedPiperVoices(language: String? = nil) -> [Entry] {
        let wanted = language.map { $0.prefix { $0 != "-" && $0 != "_" }.lowercased() }
        return entries.filter { entry in
            entry.engine == "piper"
                && (wanted == nil || entry.language.prefix { $0 != "-" }.lowercased() == wanted ?? "")
                && (try? locate(entry.name)) != nil
        }
    }
}
