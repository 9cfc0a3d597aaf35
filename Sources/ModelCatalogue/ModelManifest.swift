internal import Foundation

/// What a model directory must hold, byte for byte, and what its engine has to know. Read from `manifest.json` in it.
public struct ModelManifest: Codable, Equatable, Sendable {
    /// One file of the model.
    public struct File: Codable, Equatable, Sendable {
        /// Path below the model's directory, with `/`.
        public let path: String
        public let bytes: Int
        /// SHA-256 in lower-case hexadecimal, 64 characters.
        public let sha256: String
    }

    /// Name of the manifest file; the one file of a model that it does not list.
    public static let fileName = "manifest.json"

    public let name: String
    public let version: String
    /// Which engine loads it: `vosk`.
    public let engine: String
    /// BCP 47 language tag.
    public let language: String
    /// Hertz the model was trained at.
    public let sampleRate: Int
    /// Whether a grammar can be given at run time.
    public let runtimeGraph: Bool
    /// SPDX licence identifier.
    public let licence: String
    public let files: [File]

    /// Sum of the files' sizes.
    public var bytes: Int { files.reduce(0) { $0 + $1.bytes } }

    static func decode(_ data: Data) throws -> ModelManifest { try JSONDecoder().decode(ModelManifest.self, from: data) }
}
