internal import Foundation
internal import Speech
internal import TestSupport

@testable internal import WhisperEngine

/// Models for the tests: one of random weights that is always there, and the bundled one.
enum Models {
    private static let folder = Result { try TemporaryFolder() }
    private static let random = Result {
        let path = try folder.get().path("random.bin")
        try RandomModel.file().write(to: URL(fileURLWithPath: path))
        return path
    }
    private static let loaded = Result { try WhisperVoiceService(model: WhisperModelDescription(file: random.get())) }

    /// Path of a whole model file that knows nothing.
    static func randomFile() throws -> String { try random.get() }

    /// The model that knows nothing, loaded once.
    static func ignorant() throws -> WhisperVoiceService { try loaded.get() }

    /// The bundled model's file.
    static let trainedFile = Repository.models.appendingPathComponent("brews-whisper-en/ggml-model.bin").path

    /// Writes a model with a fault to a new folder, which lives as long as what is returned.
    static func faulty(_ fault: RandomModel.Fault) throws -> (folder: TemporaryFolder, path: String) {
        let folder = try TemporaryFolder()
        let path = folder.path("model.bin")
        try RandomModel.file(fault).write(to: URL(fileURLWithPath: path))
        return (folder, path)
    }
}
