internal import CInterop
internal import CVosk
internal import Speech

/// A loaded Vosk model. It is read-only after loading and may be shared by any number of recognisers and threads.
final class VoskModel: @unchecked Sendable {
    // Sendable: libvosk's model is immutable and reference-counted; only `init` and `deinit` change it.
    let library: VoskLibrary
    let handle: OpaquePointer
    let takesGrammar: Bool

    /// Loads the model of a directory (`vosk_model_new`). Its files must have been verified: the loader trusts them.
    ///
    /// - Throws: `VoskError.libraryMissing`, `.modelRefused` or `.sampleRateMismatch`.
    init(_ description: VoskModelDescription) throws(VoskError) {
        guard description.sampleRate == SampleRate.speech else {
            throw .sampleRateMismatch(model: description.sampleRate, required: SampleRate.speech)
        }
        let library = try VoskLibrary.open()
        guard let handle = library.modelNew(description.directory) else {
            throw .modelRefused(directory: description.directory)
        }
        self.library = library
        self.handle = handle
        takesGrammar = description.runtimeGraph
    }

    deinit { library.modelFree(handle) }

    /// Whether the dictionary holds a word (`vosk_model_find_word`). Id 0 is the graph's empty symbol: it is no word, and a
    /// grammar that names it ends the process.
    func contains(_ word: String) -> Bool { library.modelFindWord(handle, word) > 0 }
}

/// Where a verified model lies and what its manifest says of it.
public struct VoskModelDescription: Equatable, Sendable {
    /// Directory with `am`, `conf` and `graph`.
    public let directory: String
    /// Hertz the model was trained at.
    public let sampleRate: Int
    /// Whether the graph is the pair that takes a grammar at run time (`HCLr.fst`, `Gr.fst`).
    public let runtimeGraph: Bool

    public init(directory: String, sampleRate: Int, runtimeGraph: Bool) {
        self.directory = directory
        self.sampleRate = sampleRate
        self.runtimeGraph = runtimeGraph
    }
}
