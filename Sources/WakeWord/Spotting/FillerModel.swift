internal import Foundation

/// The filler model: a loop over all phones, weighted by a bigram.
///
/// The sum over all its paths (forward algorithm) is the denominator of the network's training, so the log-likelihood
/// ratio of a phrase to it is what training maximised (Povey et al. 2016, "Purely Sequence-Trained Neural Networks for
/// ASR Based on Lattice-Free MMI").
struct FillerModel: Sendable {
    private let bigram: PhoneBigram
    /// Log-likelihood of the paths that end in each phone, relative to the sum of all.
    private var forward: [Double] = []

    /// Speech probability in each of the last two frames; silence before the first frame.
    private var speechProbabilities = [0.0, 0]

    init(bigram: PhoneBigram) { self.bigram = bigram }

    /// Mean speech probability of the last two frames, 0…1; two because a soft onset may cover one.
    var speechProbability: Double { (speechProbabilities[0] + speechProbabilities[1]) / 2 }

    /// Processes the scores of one frame.
    ///
    /// - Returns: log-likelihood of the frame given the earlier ones.
    mutating func process(_ frame: FrameScores) -> Double {
        let count = bigram.count
        var next = [Double](repeating: 0, count: count)
        if forward.isEmpty {
            for phone in 0..<count { next[phone] = bigram.initial[phone] + frame.entry(phone) }
        } else {
            let weights = forward.map { exp($0) }
            for phone in 0..<count {
                var incoming = 0.0
                for before in 0..<count { incoming += weights[before] * bigram.probability(phone, after: before) }
                next[phone] = logSum(log(incoming) + frame.entry(phone), forward[phone] + frame.selfLoop(phone))
            }
        }
        let highest = next.max() ?? 0
        let total = highest + log(next.reduce(0) { $0 + exp($1 - highest) })
        forward = next.map { $0 - total }
        speechProbabilities = [speechProbabilities[1], 1 - exp(forward[Phone.sil.index])]
        return total
    }
}

/// Returns the logarithm of the sum of two numbers given by their logarithms.
///
/// - Parameter sharpness: 1 gives the sum; with larger values the result approaches the maximum.
func logSum(_ a: Double, _ b: Double, sharpness: Double = 1) -> Double {
    max(a, b) + log1p(exp(-sharpness * abs(a - b))) / sharpness
}

/// The network's scores of one frame of 30 ms.
struct FrameScores: Sendable {
    let values: ArraySlice<Float>
    let phones: [AcousticModelFile.PhoneOutputs]

    /// Returns the score of a phone that begins in this frame.
    func entry(_ phone: Int) -> Double { Double(values[values.startIndex + phones[phone].forward]) }
    /// Returns the score of a phone that continues.
    func selfLoop(_ phone: Int) -> Double { Double(values[values.startIndex + phones[phone].selfLoop]) }
}
