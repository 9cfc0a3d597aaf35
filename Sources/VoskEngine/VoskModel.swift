internal import CVosk
internal import Foundation
internal import PlatformSupport
internal import Speech

/// A loaded Vosk model. It is read-only after loading and may be shared by any number of recognisers and threads.
final class VoskModel: @unchecked Sendable {
    // Sendable: libvosk's model is immutable and reference-counted; only `init` and `deinit` change it.
    let library: VoskLibrary
    let handle: OpaquePointer
    let takesGrammar: Bool
    let endpointRules: EndpointRules

    /// Loads the model of a directory (`vosk_model_new`). Its files must have been verified: the loader trusts them.
    ///
    /// - Parameters:
    ///   - graph: what is said, laid over the model's own language; `nil` for that alone.
    ///   - folder: where the files for it lie while they are loaded; `nil` for the system's folder for such things.
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

    /// Whether the dictionary holds a word (`vosk_model_find_word`). Id 0 is the graph's empty symbol: it is no word,
    /// and a grammar that names it ends the process.
    func contains(_ word: String) -> Bool { library.modelFindWord(handle, word) > 0 }
}

/// Where a verified model lies and what its manifest says of it.
public struct VoskModelDescription: Equatable, Sendable {
    /// A recording that the model must hear as it is meant.
    public struct SelfTest: Equatable, Sendable {
        /// 16 kHz, mono.
        public let samples: [Int16]
        /// The words in it, in lower case, with single spaces.
        public let text: String

        public init(samples: [Int16], text: String) {
            self.samples = samples
            self.text = text
        }
    }

    /// Directory with `am`, `conf` and `graph`.
    public let directory: String
    /// Hertz the model was trained at.
    public let sampleRate: Int
    /// Whether the graph is the pair that takes a grammar at run time (`HCLr.fst`, `Gr.fst`).
    public let runtimeGraph: Bool
    /// What the model has to hear once it is loaded; `nil` when it brings nothing.
    public let selfTest: SelfTest?

    public init(directory: String, sampleRate: Int, runtimeGraph: Bool, selfTest: SelfTest? = nil) {
        self.directory = directory
        self.sampleRate = sampleRate
        self.runtimeGraph = runtimeGraph
        self.selfTest = selfTest
    }
}
