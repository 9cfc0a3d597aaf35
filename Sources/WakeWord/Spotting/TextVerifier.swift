internal import Moonshine

/// Third-stage verification of a match: how likely the phrase is by a recogniser trained on far more speakers.
///
/// The network and the word loop were trained on few speakers, so they often share their errors.
struct TextVerifier: Sendable {
    /// Samples of left context, 0.5 s.
    static let contextSamples = 8_000
    /// Score added per nat of log-likelihood ratio.
    private static let weight = 0.75
    /// Largest decrease of a score, in nats.
    private static let maxLoss = 7.5

    private let transformer: MoonshineModel
    /// Token ids of the phrase's spellings.
    private let spellings: [[Int]]
    /// Log-likelihood of the phrase in noise, in nats: its prior.
    private let noiseLogLikelihood: Double

    /// Largest increase of a score, in nats.
    var maxGain: Double { -Self.weight * noiseLogLikelihood }

    /// Creates a verifier.
    ///
    /// - Parameter noise: encoder states of `noise`.
    init(_ phrase: WakePhrase, transformer: MoonshineModel, noise: [Float]) {
        self.transformer = transformer
        spellings = Self.spellings(phrase.text).compactMap(transformer.tokens)
        noiseLogLikelihood = transformer.logLikelihood(of: spellings, in: noise) ?? 0
    }

    /// Reproducible white noise, 1.5 s.
    static let noise: [Int16] = {
        var state: UInt64 = 1
        return (0..<24_000).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int16(truncatingIfNeeded: state >> 48) / 8
        }
    }()

    /// Returns spellings of the phrase: names are capitalized, and new ones are written as one word.
    static func spellings(_ text: String) -> [String] {
        let words = text.split(separator: " ").map(String.init)
        let sentence = words.joined(separator: " "), joined = words.joined(),
            titled = words.map(capitalized).joined(separator: " ")
        var spellings: [String] = []
        for spelling in [sentence, capitalized(sentence), titled, joined, capitalized(joined)]
        where !spellings.contains(spelling) { spellings.append(spelling) }
        return spellings
    }

    private static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    /// Returns the change of a match's score, in nats: the log-likelihood of the phrase in this audio relative to
    /// noise.
    ///
    /// - Parameter samples: from `contextSamples` samples before the match, or from the first available, to the newest.
    func scoreChange(_ samples: ArraySlice<Int16>) -> Double {
        transformer.logLikelihood(of: spellings, in: transformer.encoderStates(of: samples)).map {
            max(Self.weight * ($0 - noiseLogLikelihood), -Self.maxLoss)
        } ?? 0
    }
}
