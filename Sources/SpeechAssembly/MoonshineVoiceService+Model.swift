public import ModelCatalogue
internal import Moonshine
public import MoonshineEngine

extension MoonshineVoiceService {
    /// Loads the recogniser of free speech of a verified model and runs the model's self-test. Blocks for about 0.2 s.
    ///
    /// ```swift
    /// let service = try MoonshineVoiceService(model: VerifiedModel(bundled: ModelCatalogue.defaultModel))
    /// ```
    ///
    /// - Throws: `SpeechAssemblyError` for a model without it or with a damaged one, `MoonshineError`, `AudioFileError`
    ///   when the self-test recording cannot be read.
    public convenience init(model: VerifiedModel, settings: MoonshineSettings = MoonshineSettings()) throws {
        guard let moonshine = try model.moonshine() else {
            throw SpeechAssemblyError.fileMissing(
                model: model.manifest.name, directory: model.directory, file: VerifiedModel.moonshineFile)
        }
        try self.init(model: moonshine, selfTest: try model.selfTest(), settings: settings)
    }
}
