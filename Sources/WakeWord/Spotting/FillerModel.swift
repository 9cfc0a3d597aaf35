internal import Foundation

/// Any speech at all: every phone after every other, weighed by how often they follow each other.
///
/// The sum over all paths (forward algorithm) of such a loop is what the network was trained against as its
/// denominator, so a phrase's likelihood over it is the ratio that training made large for what was said and small for
/// everything else (Povey et al. 2016, "Purely Sequence-Trained Neural Networks for ASR Based on Lattice-Free MMI").
struct FillerModel: Sendable {
    private let bigram: PhoneBigram
    /// Log-likelihood of the paths that end in each phone, against the sum of all.
    private var paths: [Double] = []

    /// How likely somebody spoke in each of the last two frames; before the first frame all is silence.
    private var speaking = [0.0, 0]

    init(bigram: PhoneBigram) { self.bigram = bigram }

    /// How likely somebody was speaking in the last two frames, 0…1: their mean, because a soft first sound may cover
    /// one.
    var speech: Double { (speaking[0] + speaking[1]) / 2 }

    /// Takes the scores of one frame.
    ///
    /// - Returns: by how much the log-likelihood of all paths grew.
    mutating func advance(_ frame: FrameScores) -> Double {
        let count = bigram.count
        var next = [Double](repeating: 0, count: count)
        if paths.isEmpty {
            for phone in 0..<count { next[phone] = bigram.initial[phone] + frame.first(phone) }
        } else {
            let weights = paths.map { exp($0) }
            for phone in 0..<count {
                var entering = 0.0
                for before in 0..<count { entering += weights[before] * bigram.probability(phone, after: before) }
                next[phone] = logSum(log(entering) + frame.first(phone), paths[phone] + frame.loop(phone))
            }
        }
        let highest = next.max() ?? 0
        let total = highest + log(next.reduce(0) { $0 + exp($1 - highest) })
        paths = next.map { $0 - total }
        speaking = [speaking[1], 1 - exp(paths[Phone.sil.index])]
        return total
    }
}

/// Logarithm of the sum of two numbers given by their logarithms.
///
/// - Parameter sharpness: with 1 it is the sum; the higher, the nearer to the larger of both.
func logSum(_ a: Double, _ b: Double, sharpness: Double = 1) -> Double {
    max(a, b) + log1p(exp(-sharpness * abs(a - b))) / sharpness
}

/// The network's scores of one frame of 30 ms.
struct FrameScores: Sendable {
    let values: ArraySlice<Float>
    let phones: [AcousticModelFile.PhoneOutputs]

    /// Score of a phone that begins here.
    func first(_ phone: Int) -> Double { Double(values[values.startIndex + phones[phone].first]) }
    /// Score of a phone that goes on.
    func loop(_ phone: Int) -> Double { Double(values[values.startIndex + phones[phone].loop]) }
}
