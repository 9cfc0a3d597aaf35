internal import Foundation
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
    /// The first installed voice of Piper in a language.
    ///
    /// - Parameter program: path of `piper`, as `PiperSynthesizer.program(in:)` finds it.
    /// - Returns: `nil` without one.
    /// - Throws: `ModelError` for a damaged voice, `PiperError`.
    public func piperVoice(language: String, program: String) throws -> PiperSynthesizer? {
        guard let name = installedPiperVoices(language: language).first?.name else { return nil }
        if let own = ownPiperVoice(name) { return try PiperSynthesizer(program: program, model: own.path) }
        return try PiperSynthesizer(model: locate(name).verify(), program: program)
    }

    /// A voice by name: its catalogue name without `piper-`, or that of a voice that its owner put into a models
    /// folder.
    ///
    /// - Parameter program: path of `piper`, as `PiperSynthesizer.program(in:)` finds it.
    /// - Throws: `ModelError` for a damaged voice, `PiperError.badVoice` where there is none of this name.
    public func piperVoice(named name: String, program: String, settings: PiperSettings) throws -> PiperSynthesizer {
        do {
            let model = name.contains("/") ? name : PiperSynthesizer.modelPrefix + name
            return try PiperSynthesizer(model: locate(model).verify(), program: program, settings: settings)
        } catch let error as ModelError {
            if let own = ownPiperVoice(name) {
                return try PiperSynthesizer(program: program, model: own.path, settings: settings)
            }
            guard case .unknown(_, let searched) = error else { throw error }
            throw PiperError.badVoice(file: name, reason: "it is not in \(searched.joined(separator: ", "))")
        }
    }

    /// Returns the installed Piper voices, in the catalogue or not. Their files are not verified here.
    ///
    /// - Parameter language: a language tag, of which only the language is used; `nil` for all.
    /// - Returns: name and language tag of each voice: those of the catalogue, then others with a manifest, then
    ///   `ownPiperVoices`.
    public func installedPiperVoices(language: String? = nil) -> [(name: String, language: String)] {
        let wanted = language.map { $0.prefix { $0 != "-" && $0 != "_" }.lowercased() }
        let listed = entries.filter { entry in
            guard entry.engine == "piper", let directory = try? locate(entry.name) else { return false }
            return (try? directory.readManifest()) != nil
        }.map { (name: $0.name, language: $0.language) }
        let others = ((try? installed()) ?? []).compactMap { name, directory -> (name: String, language: String)? in
            guard !listed.contains(where: { $0.name == name }), let manifest = try? directory.readManifest(),
                manifest.engine == "piper"
            else { return nil }
            return (name, manifest.language)
        }
        let names = Set((listed + others).map(\.name))
        let own = ownPiperVoices().filter {
            !names.contains($0.name) && !names.contains(PiperSynthesizer.modelPrefix + $0.name)
        }.map { (name: $0.name, language: $0.language) }
        return (listed + others + own).filter { voice in
            wanted == nil || voice.language.prefix { $0 != "-" && $0 != "_" }.lowercased() == wanted ?? ""
        }
    }

    /// Voices in folders of the search path that have no manifest: their owner put them there, and nothing verifies
    /// them. Of several with one name, the first.
    public func ownPiperVoices() -> [PiperVoiceFile] {
        var names: Set<String> = []
        return ownFolders.flatMap(PiperVoiceFile.voices).filter { names.insert($0.name).inserted }
    }

    /// A voice without a manifest.
    ///
    /// - Parameter name: its name, or the name or path of a folder in which it is the only voice.
    public func ownPiperVoice(_ name: String) -> PiperVoiceFile? {
        if !name.contains("/"), let voice = ownPiperVoices().first(where: { $0.name == name }) { return voice }
        let folders =
            name.contains("/")
            ? [name].filter(Self.hasNoManifest)
            : ownFolders.filter {
                [name, PiperSynthesizer.modelPrefix + name].contains(URL(fileURLWithPath: $0).lastPathComponent)
            }
        return folders.lazy.map(PiperVoiceFile.voices).first { $0.count == 1 }?.first
    }

    private var ownFolders: [String] {
        searchPath.flatMap { path in
            ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted().map { path + "/" + $0 }
        }.filter(Self.hasNoManifest)
    }

    private static func hasNoManifest(_ folder: String) -> Bool {
        !FileManager.default.fileExists(atPath: folder + "/" + ModelManifest.fileName)
    }
}
