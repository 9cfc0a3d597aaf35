internal import AudioFiles
internal import Foundation
internal import ModelCatalogue
internal import Moonshine

extension VerifiedModel {
    /// The samples and the words of the model's self-test recording; `nil` when the model has none.
    ///
    /// - Throws: `AudioFileError` when the recording cannot be read.
    func selfTest() throws -> (samples: [Int16], text: String)? {
        try manifest.selfTest.map { (try WaveFile.readSpeech(from: directory + "/" + $0.file), $0.text) }
    }

    /// The recogniser of free speech, which also verifies wake words; `nil` when the model has none.
    ///
    /// - Throws: `SpeechAssemblyError.fileDamaged`.
    func moonshine() throws(SpeechAssemblyError) -> MoonshineModel? {
        try part(Self.moonshineFile, MoonshineModel.init)
    }

    static let moonshineFile = "wake/moonshine.mdl"

    /// - Throws: `SpeechAssemblyError.otherEngine`.
    func require(engine: String) throws(SpeechAssemblyError) {
        guard manifest.engine == engine else {
            throw .otherEngine(model: manifest.name, engine: manifest.engine, wanted: engine)
        }
    }

    /// Reads one of the model's files with a throwing parser; `nil` when the model has no such file.
    ///
    /// - Throws: `SpeechAssemblyError.fileDamaged` with the parser's error as reason.
    func part<Part>(_ file: String, _ read: ([UInt8]) throws -> Part) throws(SpeechAssemblyError) -> Part? {
        let path = "\(directory)/\(file)"
        guard let bytes = FileManager.default.contents(atPath: path) else { return nil }
        do { return try read([UInt8](bytes)) } catch { throw .fileDamaged(path: path, reason: "\(error)") }
    }
}
