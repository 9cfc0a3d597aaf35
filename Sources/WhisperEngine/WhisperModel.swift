internal import CWhisper
internal import PlatformSupport
public import Speech

/// Where a verified model lies, what its manifest says of it, and the clip that shows that it hears.
public struct WhisperModelDescription: Equatable, Sendable {
    /// Speech that a working model reads.
    public struct SelfTest: Equatable, Sendable {
        /// 16 kHz mono, 0.5…28 s.
        public let samples: [Int16]
        /// The words it must read, or `nil` when any will do.
        public let text: String?

        public init(samples: [Int16], text: String?) {
            self.samples = samples
            self.text = text
        }
    }

    /// The ggml file.
    public let file: String
    /// Hertz the model was trained at.
    public let sampleRate: Int
    /// Without one, loading only checks that the model's output is made of numbers that differ.
    public let selfTest: SelfTest?

    public init(file: String, sampleRate: Int = SampleRate.speech, selfTest: SelfTest? = nil) {
        self.file = file
        self.sampleRate = sampleRate
        self.selfTest = selfTest
    }
}

/// A loaded Whisper model. It is read-only after loading and may be shared by any number of decoders and threads.
final class WhisperModel: @unchecked Sendable {
    // Sendable: libwhisper writes to the context only while loading it; all that changes later is in `whisper_state`s,
    // of which every decoder has its own.
    let library: WhisperLibrary
    let context: OpaquePointer
    /// Positions of 20 ms that the encoder has at most.
    let audioContext: Int
    /// Longest audio that the encoder takes at once; libwhisper itself ends the process where a model has fewer
    /// positions than audio.
    var longestAudio: SampleCount { SampleCount((audioContext - 1) * WhisperDecoder.samplesPerPosition) }
    /// Tokens of prompt and text together.
    let textContext: Int

    /// Loads a model (`whisper_init_from_file_with_params_no_state`) after reading the file's structure.
    ///
    /// - Throws: `WhisperError.sampleRateMismatch`, `.modelDamaged`, `.libraryMissing`, `.modelRefused` or
    ///   `.languageNotSupported`.
    init(_ description: WhisperModelDescription, language: String) throws(WhisperError) {
        guard description.sampleRate == SampleRate.speech else {
            throw .sampleRateMismatch(model: description.sampleRate, required: SampleRate.speech)
        }
        let file = try WhisperModelFile(path: description.file)
        let library = try WhisperLibrary.open()
        var parameters = library.contextDefaultParams()
        parameters.use_gpu = false
        // Times come from where the decoder attends, of the upper half of its layers. That needs attention weights,
        // which flash attention never writes down.
        parameters.flash_attn = false
        parameters.dtw_token_timestamps = true
        parameters.dtw_aheads_preset = WHISPER_AHEADS_N_TOP_MOST
        parameters.dtw_n_top = Int32(max(1, file.header.textLayers / 2))
        _ = WhisperLog.takeLastError()
        guard let context = library.initFromFile(description.file, parameters) else {
            throw .modelRefused(file: description.file, reason: WhisperLog.takeLastError())
        }
        self.library = library
        self.context = context
        audioContext = Int(library.audioContext(context))
        textContext = Int(library.textContext(context))
        if library.isMultilingual(context) != 0, library.languageID(language) < 0 {
            throw .languageNotSupported(language)
        }
    }

    deinit { library.free(context) }

    /// The tokens of a text (`whisper_tokenize`), at most `limit` of them from its beginning.
    func tokens(_ text: String, limit: Int) -> [Int32] {
        // A token covers at least one byte.
        var tokens = [Int32](repeating: 0, count: max(1, text.utf8.count))
        let count = library.tokenize(context, text, &tokens, Int32(tokens.count))
        return Array(tokens.prefix(min(limit, max(0, Int(count)))))
    }
}
