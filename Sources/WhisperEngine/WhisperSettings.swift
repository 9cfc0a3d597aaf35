public import SegmentStreaming

/// Settings of the Whisper engine: streaming, search and hypothesis filter.
public struct WhisperSettings: Equatable, Sendable {
    /// Intervals of decoding, and when a word becomes stable.
    public var streaming = SegmentSettings()
    /// Threads per decoding, 1…16. The library's threads wait actively for the slowest one, so use no more than there
    /// are idle cores.
    public var threads = 1
    /// Smallest encoder context in units of 20 ms, 64…1,500; longer audio uses its own length. `nil` for the model's:
    /// 768 for official models, which were trained on 30 s and repeat their text in a shorter context, and 128 for
    /// narrower ones.
    public var minAudioContext: Int?
    /// Language of multilingual models, as ISO 639-1; English-only models ignore it.
    public var language = "en"
    /// Beam width for an ended utterance, 1…8; an open one is always decoded greedily.
    public var beams = 1
    /// How a vocabulary constrains decoding.
    public var vocabulary = VocabularyUse.none
    /// Limits of the hypothesis filter.
    public var filter = HypothesisFilter.Settings()

    /// Creates the default settings.
    public init() {}

    /// The use of a `RecognitionVocabulary`.
    public enum VocabularyUse: Equatable, Sendable {
        /// None: the model's own language model.
        case none
        /// Its names, or its words where it has none, become the prompt, up to this many tokens, 1…200, which makes
        /// their spelling more likely.
        case prompt(tokens: Int)
        /// Its names become the prompt, as with `prompt`, and decoding prefers its words and word pairs. Penalties are
        /// in nats, 0…30: `pair` of two words that follow each other in no phrase, `word` of a word in no phrase.
        case bias(tokens: Int, pair: Double, word: Double)
        /// A grammar of its words; other words have a `penalty`, 0…100, in nats.
        case grammar(penalty: Double)
    }

    /// Checks all fields.
    ///
    /// - Throws: `WhisperError.invalidSetting`, naming the field and its range.
    func validate() throws(WhisperError) {
        func check(_ name: String, _ value: Double, _ range: ClosedRange<Double>) throws(WhisperError) {
            guard range.contains(value) else {
                throw .invalidSetting("\(name) is \(value); it must be \(range.lowerBound) to \(range.upperBound)")
            }
        }
        if let problem = streaming.problem { throw .invalidSetting(problem) }
        try check("threads", Double(threads), 1...16)
        if let minAudioContext { try check("minAudioContext", Double(minAudioContext), 64...1_500) }
        try check("beams", Double(beams), 1...8)
        switch vocabulary {
        case .none: break
        case .prompt(let tokens): try check("prompt tokens", Double(tokens), 1...200)
        case .bias(let tokens, let pair, let word):
            try check("prompt tokens", Double(tokens), 1...200)
            try check("pair penalty", pair, 0...30)
            try check("word penalty", word, 0...30)
        case .grammar(let penalty): try check("grammar penalty", penalty, 0...100)
        }
    }
}
