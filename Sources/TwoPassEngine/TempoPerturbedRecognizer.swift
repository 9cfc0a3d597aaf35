internal import Resampling
public import Speech

/// An engine that hears every utterance played at another speed, pitch and all, like a tape that runs slower: nearly
/// another guest who says the same words. What noise hid at the first speed it often does not hide at the other.
///
/// After training with such copies (Ko et al. 2015, "Audio Augmentation for Speech Recognition"), at recognition
/// instead.
public struct TempoPerturbedRecognizer<Engine: UtteranceRecognizer>: UtteranceRecognizer {
    /// The longest utterance that engines take; of a longer one the end is heard.
    private static var longest: SampleCount { SampleCount(seconds: 30) }

    public var engineName: String { engine.engineName + "-slow" }
    private let engine: Engine
    /// Hertz that the samples are taken for.
    private let rate: Int

    /// - Parameter speed: 0.8…1, where 1 is as it was spoken; others are brought to the nearest of these.
    public init(_ engine: Engine, speed: Double) {
        self.engine = engine
        rate = Int((Double(SampleRate.speech) * min(max(speed, 0.8), 1)).rounded())
    }

    /// - Throws: the engine's error; `CancellationError`; `ResamplingError` when there is no memory. Spans are those of
    ///   the samples as they were spoken.
    public func recognize(_ utterance: AudioFrame, vocabulary: RecognitionVocabulary?) async throws -> [TranscribedWord]
    {
        let heard = utterance.samples.suffix(Self.longest.samples * rate / SampleRate.speech)
        let start = SamplePosition(utterance.end.samples - heard.count)
        let slowed = try Resampler.convert(Array(heard), from: rate, to: SampleRate.speech)
        let words = try await engine.recognize(AudioFrame(start: start, samples: slowed), vocabulary: vocabulary)
        return words.map { word in
            func place(_ position: SamplePosition) -> SamplePosition {
                min(
                    max(start + SampleCount((position - start).samples * rate / SampleRate.speech), start),
                    utterance.end)
            }
            return TranscribedWord(
                text: word.text, span: SpeechSpan(start: place(word.span.start), end: place(word.span.end)),
                confidence: word.confidence)
        }
    }
}
