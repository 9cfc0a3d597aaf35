internal import CWhisper
internal import PlatformSupport
public import Speech

/// A verified model's file, properties and self-test.
///
/// ```
/// let model = WhisperModelDescription(file: "/opt/brews/models/ggml-tiny.en-q8_0.bin")
/// ```
public struct WhisperModelDescription: Equatable, Sendable {
    /// A recording that a working model recognises.
    public struct SelfTest: Equatable, Sendable {
        /// 16 kHz mono, 0.5…28 s.
        public let samples: [Int16]
        /// The words to be recognised, or `nil` for any words.
        public let text: String?

        /// Creates a self-test.
        public init(samples: [Int16], text: String?) {
            self.samples = samples
            self.text = text
        }
    }

    /// Path of the ggml file.
    public let file: String
    /// Sample rate of the training data, in hertz.
    public let sampleRate: Int
    /// The model's self-test. Without one, loading checks only that the model's output is finite and not constant.
    public let selfTest: SelfTest?

    /// Creates a description.
    public init(file: String, sampleRate: Int = SampleRate.speech, selfTest: SelfTest? = nil) {
        self.file = file
        self.sampleRate = sampleRate
        self.selfTest = selfTest
    }
}

/// A loaded Whisper model. It is immutable and may be shared by any number of decoders and threads.
final class WhisperModel: @unchecked Sendable {
    // Sendable: libwhisper writes to the context only while loading it; all later changes are in `whisper_state`s, of
    // which every decoder has its own.
    let library: WhisperLibrary
    let context: OpaquePointer
    /// Largest number of encoder positions of 20 ms.
    let audioContext: Int
    /// Longest audio that the encoder accepts. libwhisper ends the process when a model has fewer positions than the
    /// audio.
    var longestAudio: SampleCount { SampleCount((audioContext - 1) * WhisperDecoder.samplesPerPosition) }
    /// Smallest encoder context for accurate results, in positions of 20 ms.
    let minAudioContext: Int
    /// Width of the narrowest official model, which like all of them was trained on 30 s.
    private static let officialWidth = 384
    /// Tokens of prompt and text together.
    let textContext: Int

    /// Loads a model (`whisper_init_from_file_with_params_no_state`) after parsing the file's structure.
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
        // Token times come from the cross-attention of the upper half of the decoder's layers (DTW). That needs
        // attention weights, which flash attention does not store.
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
        minAudioContext = min(file.header.audioState >= Self.officialWidth ? 768 : 128, audioContext)
        textContext = Int(library.textContext(context))
        if library.isMultilingual(context) != 0, library.languageID(language) < 0 {
            throw .languageNotSupported(language)
        }
    }

    deinit { library.free(context) }

    /// Returns the bytes of a token's text.
    func bytes(of token: Int32) -> [UInt8] { library.tokenText(context, token).map(Self.bytes) ?? [] }

    /// Copies the bytes of a C string, which may end within a character.
    static func bytes(_ text: UnsafePointer<CChar>) -> [UInt8] {
        var bytes: [UInt8] = []
        var next = text
        while next.pointee != 0 {
            bytes.append(UInt8(bitPattern: next.pointee))
            next += 1
        }
        return bytes
    }

    /// Returns the tokens of a text (`whisper_tokenize`), at most the first `limit`.
    func tokens(_ text: String, limit: Int) -> [Int32] {
        // A token covers at least one byte.
        var tokens = [Int32](repeating: 0, count: max(1, text.utf8.count))
        let count = library.tokenize(context, text, &tokens, Int32(tokens.count))
        return Array(tokens.prefix(min(limit, max(0, Int(count)))))
    }
}
