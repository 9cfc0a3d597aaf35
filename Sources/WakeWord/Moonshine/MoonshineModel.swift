/// How likely a text is to have been said, to a recogniser that has heard very many people.
///
/// Moonshine Tiny (Jeffries et al. 2024, "Moonshine: Speech Recognition for Live Transcription and Voice Commands"; MIT
/// licence), computed in 32-bit floats. It hears a piece of sound that is over, for a tenth of a second of one core.
/// Immutable, safe on any threads at once.
public final class MoonshineModel: Sendable {
    private let file: MoonshineModelFile

    /// Puts a recogniser together from the bytes of `wake/moonshine.mdl`. Takes some 40 ms; call it at start-up.
    ///
    /// - Throws: `AcousticModelError` for bytes that are no such model.
    public init(_ bytes: [UInt8]) throws(AcousticModelError) { file = try MoonshineModelFile(bytes) }

    /// Vectors of the encoder, `frames × width` values.
    func vectors(of samples: ArraySlice<Int16>) -> [Float] { file.encoder.vectors(of: samples) }

    /// Numbers of a text's pieces, with where it begins before them; `nil` for one that it cannot write.
    func pieces(of text: String) -> [Int]? { file.words.pieces(of: text).map { [file.words.start] + $0 } }

    /// Log-likelihoods of each text's pieces but the first.
    func logLikelihoods(of texts: [[Int]], in vectors: [Float]) -> [[Double]] {
        file.decoder.logLikelihoods(of: texts, in: vectors)
    }

    /// Log-likelihood, in nats, of the likeliest of some texts to be what is said first; `nil` where there are none, or
    /// no vectors.
    ///
    /// - Parameter texts: numbers of their pieces.
    func logLikelihood(of texts: [[Int]], in vectors: [Float]) -> Double? {
        vectors.isEmpty || texts.isEmpty ? nil : logLikelihoods(of: texts, in: vectors).map { $0.reduce(0, +) }.max()
    }
}
