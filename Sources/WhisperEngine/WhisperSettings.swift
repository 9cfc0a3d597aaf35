public import Speech

/// How Whisper listens: when it reads, how it decodes, and what it does not believe.
public struct WhisperSettings: Equatable, Sendable {
    /// Audio between two readings of the open utterance, 100…2,000 ms. A slow machine makes the distance longer by
    /// itself: the next reading comes no sooner than the last one took.
    public var update = SampleCount(seconds: 0.4)
    /// Longest stretch of an utterance that is read at once, 4…28 s. A longer utterance slides on at a stable word.
    public var window = SampleCount(seconds: 12)
    /// Quiet after speech that ends an utterance, 0.3…3 s.
    public var endpointSilence = SampleCount(seconds: 0.7)
    /// Audio kept from before the gate opened, 0…1 s, so that no first sound is lost.
    public var preRoll = SampleCount(seconds: 0.3)
    /// Threads of one reading, 1…16. The model's arithmetic waits actively for its slowest thread: no more than there
    /// are idle cores.
    public var threads = 1
    /// Least audio context in units of 20 ms, 64…1,500; the window's own length if that is more. Models trained on 30 s
    /// at a time hear badly in a very short context.
    public var leastAudioContext = 128
    /// Language of multilingual models, as ISO 639-1; models for English alone ignore it.
    public var language = "en"
    /// Hypotheses kept while decoding a closed utterance, 1…8; an open one is always decoded greedily.
    public var beams = 1
    /// How the vocabulary given at start narrows the decoding.
    public var vocabulary = VocabularyUse.none
    /// When a word is steady enough to be stable: the same word at the same place in two successive readings.
    public var agreement = LocalAgreement.Settings(
        requiredUpdates: 2, holdBack: SampleCount(seconds: 0.3), followingWords: 1, sureConfidence: 0.5,
        uncertainUpdates: 4, tolerance: SampleCount(seconds: 0.3))
    /// What a reading must be like to be believed.
    public var belief = HypothesisFilter.Settings()

    public init() {}

    /// What is made of a `RecognitionVocabulary`.
    public enum VocabularyUse: Equatable, Sendable {
        /// Nothing: the model's own language.
        case none
        /// Its words stand before the utterance as if they had been said, up to so many tokens, 1…200. They make their
        /// spelling likelier.
        case prompt(tokens: Int)
        /// Only its words can be read; others cost `penalty`, 0…100, in natural logarithm.
        case grammar(penalty: Double)
    }

    /// - Throws: `WhisperError.invalidSetting`, naming the field and its range.
    func validate() throws(WhisperError) {
        func check(_ name: String, _ value: Double, _ range: ClosedRange<Double>) throws(WhisperError) {
            guard range.contains(value) else {
                throw .invalidSetting("\(name) is \(value); it must be \(range.lowerBound) to \(range.upperBound)")
            }
        }
        try check("update in seconds", update.seconds, 0.1...2)
        try check("window in seconds", window.seconds, 4...28)
        try check("endpointSilence in seconds", endpointSilence.seconds, 0.3...3)
        try check("preRoll in seconds", preRoll.seconds, 0...1)
        try check("threads", Double(threads), 1...16)
        try check("leastAudioContext", Double(leastAudioContext), 64...1_500)
        try check("beams", Double(beams), 1...8)
        switch vocabulary {
        case .none: break
        case .prompt(let tokens): try check("prompt tokens", Double(tokens), 1...200)
        case .grammar(let penalty): try check("grammar penalty", penalty, 0...100)
        }
    }
}
