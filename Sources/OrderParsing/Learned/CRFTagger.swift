internal import Foundation
public import Ordering

/// A labelled span of words.
public struct LearnedSpan: Equatable, Sendable {
    /// Label of the span.
    public let label: SpanLabel
    /// Positions of its words; never empty.
    public let words: Range<Int>
    /// Marginal probability of exactly this span, 0…1.
    public let probability: Double
}

/// The tagger's result for an utterance.
public struct LearnedTagging: Equatable, Sendable {
    /// In order and without overlaps; words between them are outside.
    public let spans: [LearnedSpan]
    /// Probability of the whole label sequence, 0…1; 1 for no words.
    public let probability: Double
}

/// A CRF tagger of items, options, quantities, amounts and references, also for words that the menu does not have.
///
/// Labels come from the Viterbi path (1967), probabilities from the forward-backward recursions. Create it once per
/// menu and model. `tag` has no side effects and can be called from any thread; twenty words take some tens of
/// microseconds.
public struct CRFTagger: Sendable {
    private let model: CRFModel
    private let extractor: FeatureExtractor
    /// Exponentials of the transition weights.
    private let transitionFactors: [Double]

    /// - Throws: a decoding error if the built-in language data is damaged; a test excludes that.
    public init(menu: Menu, model: CRFModel) throws {
        self.init(extractor: try FeatureExtractor(menu: menu), model: model)
    }

    package init(extractor: FeatureExtractor, model: CRFModel) {
        self.extractor = extractor
        self.model = model
        // Weights of a file are within ±32; freshly trained ones are kept from overflowing.
        transitionFactors = model.transitions.map { exp(min(300, max(-300, $0))) }
    }

    /// Tags a transcript after splitting it into words (`SpokenWords`).
    ///
    /// - Returns: `nil` for a transcript above the limits: 400 characters, 60 words.
    public func tag(transcript: String) -> LearnedTagging? { SpokenWords(transcript: transcript).map { tag($0.words) } }

    /// Tags words.
    ///
    /// - Parameter words: lower case, without punctuation, as of `SpokenWords`; any number.
    public func tag(_ words: [String]) -> LearnedTagging {
        guard !words.isEmpty else { return LearnedTagging(spans: [], probability: 1) }
        let lattice = Lattice(scores: scores(words), transitions: model.transitions, factors: transitionFactors)
        let path = lattice.likeliest()
        let spans = WordLabel.spans(path.map(WordLabel.init)).map { span in
            LearnedSpan(
                label: span.label, words: span.words, probability: lattice.probability(ofSpan: span.words, path: path))
        }
        return LearnedTagging(spans: spans, probability: lattice.probability(of: path))
    }

    /// The Viterbi labels, the marginals of every label, and the log probability, for comparison with other taggers.
    package func labelling(_ words: [String]) -> (
        labels: [String], marginals: [[String: Double]], logProbability: Double
    ) {
        guard !words.isEmpty else { return ([], [], 0) }
        let lattice = Lattice(scores: scores(words), transitions: model.transitions, factors: transitionFactors)
        let path = lattice.likeliest()
        let marginals = words.indices.map { place in
            Dictionary(uniqueKeysWithValues: WordLabel.names.enumerated().map { ($1, lattice.marginal($0, at: place)) })
        }
        return (path.map { WordLabel.names[$0] }, marginals, lattice.logProbability(of: path))
    }

    /// The state scores of each label at each position.
    private func scores(_ words: [String]) -> [Double] {
        var scores = [Double](repeating: 0, count: words.count * WordLabel.count)
        scores.withUnsafeMutableBufferPointer { scores in
            model.weights.withUnsafeBufferPointer { weights in
                extractor.forEachFeature(words) { position, feature, value in
                    guard let row = model.row(feature) else { return }
                    let base = position * WordLabel.count
                    for label in 0..<WordLabel.count { scores[base + label] += value * weights[row + label] }
                }
            }
        }
        return scores
    }
}

/// The label lattice of an utterance of at least one word.
private struct Lattice {
    private let places: Int
    /// Scores at `place * WordLabel.count + label`; the recursions use the same layout.
    private let scores: [Double]
    private let transitions: [Double]
    private let factors: [Double]
    /// Exponentials of the scores, divided by the largest of each position.
    private let emissions: [Double]
    /// Forward and backward sums, scaled so that their products are marginals.
    private var forward: [Double]
    private var backward: [Double]
    /// Scaling factors of the forward sums.
    private var scaling: [Double]
    private var logNorm = 0.0

    init(scores: [Double], transitions: [Double], factors: [Double]) {
        let labels = WordLabel.count
        places = scores.count / labels
        self.scores = scores
        self.transitions = transitions
        self.factors = factors
        var emissions = scores
        forward = [Double](repeating: 0, count: scores.count)
        backward = [Double](repeating: 1, count: scores.count)
        scaling = [Double](repeating: 1, count: places)
        for place in 0..<places {
            let row = place * labels..<(place + 1) * labels
            let largest = scores[row].max() ?? 0
            logNorm += largest
            for index in row { emissions[index] = exp(scores[index] - largest) }
        }
        self.emissions = emissions
        for place in 0..<places {
            let base = place * labels
            var sum = 0.0
            for label in 0..<labels {
                var reached = place == 0 ? 1 : 0.0
                if place > 0 {
                    for from in 0..<labels { reached += forward[base - labels + from] * factors[from * labels + label] }
                }
                forward[base + label] = reached * emissions[base + label]
                sum += forward[base + label]
            }
            scaling[place] = max(sum, .leastNormalMagnitude)
            for label in 0..<labels { forward[base + label] /= scaling[place] }
            logNorm += log(scaling[place])
        }
        for place in stride(from: places - 2, through: 0, by: -1) {
            for label in 0..<labels { backward[place * labels + label] = onward(from: label, at: place) { _ in true } }
        }
    }

    /// The backward sum over the next position's labels that are `wanted`.
    private func onward(from label: Int, at place: Int, where wanted: (Int) -> Bool) -> Double {
        let labels = WordLabel.count, next = (place + 1) * labels
        var sum = 0.0
        for to in 0..<labels where wanted(to) {
            sum += factors[label * labels + to] * emissions[next + to] * backward[next + to]
        }
        return sum / scaling[place + 1]
    }

    /// The Viterbi path; ties go to smaller indices.
    func likeliest() -> [Int] {
        let labels = WordLabel.count
        var best = Array(scores[..<labels])
        var origins = [Int](repeating: 0, count: scores.count)
        for place in 1..<max(1, places) {
            var next = [Double](repeating: 0, count: labels)
            for label in 0..<labels {
                var origin = 0
                for from in 1..<labels
                where best[from] + transitions[from * labels + label] > best[origin]
                    + transitions[origin * labels + label]
                { origin = from }
                origins[place * labels + label] = origin
                next[label] = best[origin] + transitions[origin * labels + label] + scores[place * labels + label]
            }
            best = next
        }
        var label = (0..<labels).max { best[$0] < best[$1] || best[$0] == best[$1] && $0 > $1 } ?? 0
        var path = [Int](repeating: label, count: places)
        for place in stride(from: places - 1, to: 0, by: -1) {
            label = origins[place * labels + label]
            path[place - 1] = label
        }
        return path
    }

    func marginal(_ label: Int, at place: Int) -> Double {
        forward[place * WordLabel.count + label] * backward[place * WordLabel.count + label]
    }

    func logProbability(of path: [Int]) -> Double {
        var score = 0.0
        for place in 0..<places {
            score += scores[place * WordLabel.count + path[place]]
            if place > 0 { score += transitions[path[place - 1] * WordLabel.count + path[place]] }
        }
        return score - logNorm
    }

    func probability(of path: [Int]) -> Double { min(1, exp(logProbability(of: path))) }

    /// Probability of a span's labels, and that the span ends there.
    func probability(ofSpan span: Range<Int>, path: [Int]) -> Double {
        let labels = WordLabel.count
        var probability = forward[span.lowerBound * labels + path[span.lowerBound]]
        for place in span.dropFirst() {
            probability *=
                factors[path[place - 1] * labels + path[place]] * emissions[place * labels + path[place]]
                / scaling[place]
        }
        let last = span.upperBound - 1
        guard span.upperBound < places, let label = WordLabel(index: path[last]).span else {
            return min(1, probability)
        }
        let further = WordLabel.inside(label).index
        return min(1, probability * onward(from: path[last], at: last) { $0 != further })
    }
}
