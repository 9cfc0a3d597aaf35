internal import Foundation

/// The files of a model with sizes and digests, and the facts its engine needs. Read from `manifest.json`.
public struct ModelManifest: Codable, Equatable, Sendable {
    /// One file of the model.
    public struct File: Codable, Equatable, Sendable {
        /// Path below the model's directory, with `/`.
        public let path: String
        /// Size in bytes.
        public let bytes: Int
        /// SHA-256 in lower-case hexadecimal, 64 characters.
        public let sha256: String
    }

    /// A recording that a working engine recognises: a model can load and still not work.
    public struct SelfTest: Codable, Equatable, Sendable {
        /// Name of the recording in the default model, and in downloaded ones that get a copy of it.
        public static let usualFile = "self-test.wav"

        /// One of the model's files: 16-bit mono WAV at `sampleRate`.
        public let file: String
        /// The words in it, lower case, with single spaces.
        public let text: String

        /// - Parameters:
        ///   - file: path below the model's directory, listed in the manifest.
        ///   - text: the words in it, lower case.
        public init(file: String, text: String) {
            self.file = file
            self.text = text
        }
    }

    /// Name of the manifest file, the only file that it does not list.
    public static let fileName = "manifest.json"

    /// Name of the model.
    public let name: String
    /// Version of the model.
    public let version: String
    /// Engine that loads it: `vosk`, `whisper` or `piper`.
    public let engine: String
    /// BCP 47 language tag.
    public let language: String
    /// Sample rate of the training data in hertz.
    public let sampleRate: Int
    /// Whether a grammar can be given at run time.
    public let runtimeGraph: Bool
    /// SPDX licence identifier.
    public let licence: String
    /// The model's files.
    public let files: [File]
    /// The self-test; `nil` for none.
    public var selfTest: SelfTest?

    /// Sum of the file sizes in bytes.
    public var bytes: Int { files.reduce(0) { $0 + $1.bytes } }

    static func decode(_ data: Data) throws -> ModelManifest {
        try JSONDecoder().decode(ModelManifest.self, from: data)
    }
}
