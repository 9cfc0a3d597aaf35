internal import CVosk
internal import Foundation
internal import PlatformSupport
internal import Speech

/// A loaded Vosk model. It is immutable and may be shared by any number of recognisers and threads.
final class VoskModel: @unchecked Sendable {
    // Sendable: libvosk's model is immutable and reference-counted; only `init` and `deinit` change it.
    let library: VoskLibrary
    let handle: OpaquePointer
    let takesGrammar: Bool
    let endpointRules: EndpointRules

    /// Loads the model of a directory (`vosk_model_new`). Its files must have been verified, because the loader trusts
    /// them.
    ///
    /// - Parameters:
    ///   - description: directory and properties of the model.
    ///   - graph: the expected utterances, combined with the model's own language model; `nil` for that alone.
    ///   - folder: folder for the graph's files during loading; `nil` for the system's temporary folder.
    /// - Throws: `VoskError.libraryMissing`, `.modelRefused`, `.sampleRateMismatch`; with a graph also
    ///   `.grammarNotSupported`, `.graphUnreadable`.
    init(_ description: VoskModelDescription, graph: WordGraph? = nil, folder: URL? = nil) throws(VoskError) {
        guard description.sampleRate == SampleRate.speech else {
            throw .sampleRateMismatch(model: description.sampleRate, required: SampleRate.speech)
        }
        let library = try VoskLibrary.open()
        var compiled: URL?
        if let graph { compiled = try GraphCompiler(model: description).directory(with: graph, in: folder) }
        defer { if let compiled { try? FileManager.default.removeItem(at: compiled) } }
        guard let handle = library.modelNew(compiled?.path ?? description.directory) else {
            throw .modelRefused(directory: description.directory)
        }
        self.library = library
        self.handle = handle
        endpointRules = EndpointRules(ofModelIn: description.directory)
        takesGrammar = description.runtimeGraph && graph == nil
    }

    deinit { library.modelFree(handle) }

    /// Returns whether the vocabulary contains a word (`vosk_model_find_word`). Id 0 is epsilon: it is no word, and a
    /// grammar with it ends the process.
    func contains(_ word: String) -> Bool { library.modelFindWord(handle, word) > 0 }
}

/// A verified model's directory and the properties in its manifest.
///
/// ```
/// let model = VoskModelDescription(directory: "/opt/brews/models/brews-en", sampleRate: 16_000, runtimeGraph: true)
/// ```
public struct VoskModelDescription: Equatable, Sendable {
    /// A recording with the text that the model must recognise.
    public struct SelfTest: Equatable, Sendable {
        /// 16 kHz, mono.
        public let samples: [Int16]
        /// The words in lower case, with single spaces.
        public let text: String

        /// Creates a self-test.
        public init(samples: [Int16], text: String) {
            self.samples = samples
            self.text = text
        }
    }

    /// Directory with the subdirectories `am`, `conf` and `graph`.
    public let directory: String
    /// Sample rate of the training data, in hertz.
    public let sampleRate: Int
    /// Whether the graph is the pair for run-time grammars (`HCLr.fst`, `Gr.fst`).
    public let runtimeGraph: Bool
    /// The model's self-test; `nil` when it has none.
    public let selfTest: SelfTest?

    /// Creates a description.
    public init(directory: String, sampleRate: Int, runtimeGraph: Bool, selfTest: SelfTest? = nil) {
        self.directory = directory
        self.sampleRate = sampleRate
        self.runtimeGraph = runtimeGraph
        self.selfTest = selfTest
    }
}
