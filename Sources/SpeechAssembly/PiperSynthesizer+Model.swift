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
    /// Returns the installed Piper voices, in the catalogue or not. Their files are not verified here.
    ///
    /// - Parameter language: a language tag, of which only the language is used; `nil` for all.
    /// - Returns: name and language tag of each voice, those of the catalogue first.
    public func installedPiperVoices(language: String? = nil) -> [(name: String, language: String)] {
        let wanted = language.map { $0.prefix { $0 != "-" && $0 != "_" }.lowercased() }
        let listed = entries.filter { $0.engine == "piper" && (try? locate($0.name)) != nil }
            .map { (name: $0.name, language: $0.language) }
        let others = ((try? installed()) ?? []).compactMap { name, directory -> (name: String, language: String)? in
            guard !listed.contains(where: { $0.name == name }), let manifest = try? directory.readManifest(),
                manifest.engine == "piper"
            else { return nil }
            return (name, manifest.language)
        }
        return (listed + others).filter { voice in
            wanted == nil || voice.language.prefix { $0 != "-" && $0 != "_" }.lowercased() == wanted ?? ""
        }
    }
}
