/// A large recogniser that rates how likely a text is, given audio.
///
/// Moonshine Tiny (Jeffries et al. 2024, "Moonshine: Speech Recognition for Live Transcription and Voice Commands"; MIT
/// licence), in 32-bit floats. It rates a complete segment in about 0.1 s of one core. Immutable and thread-safe.
///
/// ```
/// let model = try MoonshineModel([UInt8](Data(contentsOf: modelURL.appending(path: "wake/moonshine.mdl"))))
/// ```
public final class MoonshineModel: Sendable {
    private let file: MoonshineModelFile

    /// Builds a model from the bytes of `wake/moonshine.mdl`. This takes about 40 ms; call it at start-up.
    ///
    /// - Throws: `AcousticModelError` for other bytes.
    public init(_ bytes: [UInt8]) throws(AcousticModelError) { file = try MoonshineModelFile(bytes) }

    /// Returns the encoder states of audio, `frames × width` values.
    func encoderStates(of samples: ArraySlice<Int16>) -> [Float] { file.encoder.states(of: samples) }

    /// Returns a text's token ids after the start token; `nil` for a text that the vocabulary cannot represent.
    func tokens(of text: String) -> [Int]? { file.tokenizer.tokens(of: text).map { [file.tokenizer.startToken] + $0 } }

    /// Returns the log-likelihoods of each text's tokens after the first.
    func logLikelihoods(of texts: [[Int]], in states: [Float]) -> [[Double]] {
        file.decoder.logLikelihoods(of: texts, in: states)
    }

    /// Returns the log-likelihood, in nats, of the most likely of several texts as the beginning of a transcript; `nil`
    /// without texts or encoder states.
    ///
    /// - Parameter texts: their token ids.
    func logLikelihood(of texts: [[Int]], in states: [Float]) -> Double? {
        states.isEmpty || texts.isEmpty ? nil : logLikelihoods(of: texts, in: states).map { $0.reduce(0, +) }.max()
    }
}
