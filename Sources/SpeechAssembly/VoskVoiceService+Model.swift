internal import MenuLanguageModel
public import ModelCatalogue
public import Ordering
public import VoskEngine

extension VoskModelDescription {
    /// Describes a verified model of the catalogue.
    ///
    /// - Throws: `SpeechAssemblyError.otherEngine` for a model of another engine, `AudioFileError` when the self-test
    ///   recording cannot be read.
    public init(verified model: VerifiedModel) throws {
        try model.require(engine: "vosk")
        let test = try model.selfTest().map { SelfTest(samples: $0.samples, text: $0.text) }
        self.init(
            directory: model.directory, sampleRate: model.manifest.sampleRate,
            runtimeGraph: model.manifest.runtimeGraph, selfTest: test)
    }
}

extension VoskVoiceService {
    /// Loads a verified model and tests it on its self-test recording. Blocks for 0.1 s, or for 1 s with a menu.
    ///
    /// - Parameters:
    ///   - model: a model for Vosk.
    ///   - menu: the menu whose orders are compiled into the decoding graph; `nil` for the model's own language.
    /// - Throws: `SpeechAssemblyError`, `AudioFileError`, `VoskError`; `VoskError.grammarNotSupported` for a menu with
    ///   a model whose graph is compiled in.
    public convenience init(model: VerifiedModel, menu: Menu?, settings: Settings = Settings()) throws {
        let description = try VoskModelDescription(verified: model)
        let words = try menu.map { try (menu: $0, known: VoskWords(model: description)) }
        let graph = try words.map { try MenuWordGraph(menu: $0.menu, canHear: $0.known.contains).graph }
        try self.init(model: description, graph: graph, settings: settings)
    }

    /// Finds a bundled model by name, verifies and loads it.
    ///
    /// ```swift
    /// let menu = try MenuLoader.builtIn()
    /// let recogniser = try VoskVoiceService(bundled: ModelCatalogue.defaultModel, menu: menu)
    /// ```
    ///
    /// - Parameters:
    ///   - name: a model's name or directory; see `VerifiedModel.init(bundled:)` for where it is searched.
    ///   - menu: the menu whose orders are compiled into the decoding graph; `nil` for the model's own language.
    /// - Throws: `ModelError`, and the errors of `init(model:menu:settings:)`.
    public convenience init(bundled name: String, menu: Menu? = nil, settings: Settings = Settings()) throws {
        try self.init(model: VerifiedModel(bundled: name), menu: menu, settings: settings)
    }
}
