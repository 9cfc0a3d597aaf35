/// Looks a third time where a phrase fits: how likely the phrase is to a recogniser that has heard very many people.
///
/// The network and the common words have learnt from few people, so what deceives one of them often deceives the other,
/// too.
struct TextVerifier: Sendable {
    /// Samples before a match that are heard, too, 0.5 s.
    static let before = 8_000
    /// What each nat counts.
    private static let weight = 0.75
    /// The most that a look can take from a score, in nats.
    private static let mostLoss = 7.5

    private let transformer: MoonshineModel
    /// The ways to write the phrase, in pieces.
    private let texts: [[Int]]
    /// Log-likelihood of the phrase, in nats, where there is only noise: how usual it is.
    private let usual: Double

    /// The most that a look can add to a score, in nats.
    var mostGain: Double { -Self.weight * usual }

    /// - Parameter noise: the transformer's vectors of `noise`.
    init(_ phrase: WakePhrase, transformer: MoonshineModel, noise: [Float]) {
        self.transformer = transformer
        texts = Self.spellings(phrase.text).compactMap(transformer.pieces)
        usual = transformer.logLikelihood(of: texts, in: noise) ?? 0
    }

    /// One and a half seconds of white noise, always the same.
    static let noise: [Int16] = {
        var state: UInt64 = 1
        return (0..<24_000).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int16(truncatingIfNeeded: state >> 48) / 8
        }
    }()

    /// A recogniser writes names with a capital letter, and new ones in one word.
    static func spellings(_ text: String) -> [String] {
        let words = text.split(separator: " ").map(String.init)
        let sentence = words.joined(separator: " "), joined = words.joined(),
            titled = words.map(capitalised).joined(separator: " ")
        var spellings: [String] = []
        for way in [sentence, capitalised(sentence), titled, joined, capitalised(joined)] where !spellings.contains(way)
        { spellings.append(way) }
        return spellings
    }

    private static func capitalised(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    /// What the score of a match gains, or loses where the recogniser hears something else, in nats: how much likelier
    /// the phrase is there than in noise.
    ///
    /// - Parameter samples: from `before` samples before the match, or from where they begin, to what is known behind
    ///   it.
    func gain(_ samples: ArraySlice<Int16>) -> Double {
        transformer.logLikelihood(of: texts, in: transformer.vectors(of: samples)).map {
            max(Self.weight * ($0 - usual), -Self.mostLoss)
        } ?? 0
    }
}
