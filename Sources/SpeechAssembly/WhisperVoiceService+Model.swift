public import ModelCatalogue
public import WhisperEngine

extension WhisperModelDescription {
    /// Describes a verified model of the catalogue.
    ///
    /// - Throws: `SpeechAssemblyError` for a model of another engine or without a ggml file, `AudioFileError` when the
    ///   self-test recording cannot be read.
    public init(verified model: VerifiedModel) throws {
        try model.require(engine: "whisper")
        guard let file = model.manifest.files.first(where: { $0.path.hasSuffix(".bin") }) else {
            throw SpeechAssemblyError.fileMissing(
                model: model.manifest.name, directory: model.directory, file: "ggml file (.bin)")
        }
        let test = try model.selfTest().map { SelfTest(samples: $0.samples, text: $0.text) }
        self.init(file: model.directory + "/" + file.path, sampleRate: model.manifest.sampleRate, selfTest: test)
    }
}
