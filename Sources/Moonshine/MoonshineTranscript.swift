extension MoonshineModel {
    /// How the most likely text is searched for.
    public enum Search: Sendable {
        /// The likeliest token at each place. A `draft`, the token ids of an earlier transcript of the same audio's
        /// beginning, saves time and changes nothing.
        case greedy(draft: [Int])
        /// The best of several hypotheses at once, 1…16, with a preference for `hotwords`.
        case beams(Int, hotwords: HotwordList = .none)
    }

    /// Phrases that a search prefers, made by `hotwords(_:tokenBonus:)`.
    public struct HotwordList: Sendable {
        let tokens: Hotwords

        /// No phrases.
        public static let none = HotwordList(tokens: Hotwords([], tokenBonus: 0))
    }

    /// Requests for known phrases, made by `requests(for:leadIns:margin:)`, which are compared with the text found.
    public struct RequestList: Sendable {
        let grammar: PhraseGrammar
        /// Largest difference in log-likelihood, in nats a token, at which a request is taken.
        let margin: Double
    }

    /// The text of a segment of audio.
    public struct Transcript: Sendable {
        /// A part of a word, or a whole one with the space before it.
        public struct Token: Equatable, Sendable {
            /// Place in the vocabulary.
            public let id: Int
            /// With a space in front where a word begins.
            public let text: String
            /// Natural logarithm of its probability, 0 or less.
            public let logProbability: Double
            /// End in samples from the beginning of the audio.
            public let end: Int
        }

        /// In the order of the text.
        public let tokens: [Token]
        /// Number of samples transcribed.
        public let samples: Int
        /// Whether a request for a known phrase took the place of the text found.
        public var isRequest = false

        /// The text as written, with capitals and punctuation.
        public var text: String { String(tokens.map(\.text).joined().drop { $0.isWhitespace }) }
    }
}
