internal import Resampling
public import Speech

/// A recogniser with speed perturbation: it recognises every utterance resampled to a slower speed, which lowers tempo
/// and pitch.
///
/// Noise affects the perturbed copy differently, so its errors differ from those of the original. After the training
/// method of Ko et al. 2015, "Audio Augmentation for Speech Recognition", applied at recognition time.
///
/// ```
/// let second = TempoPerturbedRecognizer(VoskUtteranceRecognizer(sharing: vosk), speed: 0.9)
/// ```
public struct TempoPerturbedRecognizer<Engine: UtteranceRecognizer>: UtteranceRecognizer {
    /// Longest utterance that engines accept; of a longer one only the end is recognised.
    private static var maxLength: SampleCount { SampleCount(seconds: 30) }

    /// The engine's name with "-slow".
    public var engineName: String { engine.engineName + "-slow" }
    private let engine: Engine
    /// Sample rate assumed for the samples, in hertz.
    private let sourceRate: Int

    /// Creates a recogniser.
    ///
    /// - Parameters:
    ///   - engine: recognises the perturbed audio.
    ///   - speed: 0.8…1, where 1 is the original speed; other values are clamped.
    public init(_ engine: Engine, speed: Double) {
        self.engine = engine
        sourceRate = Int((Double(SampleRate.speech) * min(max(speed, 0.8), 1)).rounded())
    }

    /// Recognises an utterance at the lower speed. Spans refer to the original samples.
    ///
    /// - Throws: the engine's error; `CancellationError`; `ResamplingError` when there is no memory.
    public func recognize(_ utterance: AudioFrame, vocabulary: RecognitionVocabulary?) async throws -> [TranscribedWord]
    {
        let kept = utterance.samples.suffix(Self.maxLength.samples * sourceRate / SampleRate.speech)
        let start = SamplePosition(utterance.end.samples - kept.count)
        let slowed = try Resampler.convert(Array(kept), from: sourceRate, to: SampleRate.speech)
        let words = try await engine.recognize(AudioFrame(start: start, samples: slowed), vocabulary: vocabulary)
        return words.map { word in
            func place(_ position: SamplePosition) -> SamplePosition {
                min(
                    max(start + SampleCount((position - start).samples * sourceRate / SampleRate.speech), start),
                    utterance.end)
            }
            return TranscribedWord(
                text: word.text, span: SpeechSpan(start: place(word.span.start), end: place(word.span.end)),
                confidence: word.confidence)
        }
    }
}
