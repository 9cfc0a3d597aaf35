internal import Foundation
internal import Speech

/// Watches results for the moments at which the words of a reference are there.
struct WordWatch {
    private let words: [String]
    private var stable: [String] = []
    /// When each word first stood at its place, volatile or stable.
    private(set) var shown: [Double?]
    /// When the newest stable word came, and how many there are.
    private(set) var lastStable: Double?

    init(_ reference: ReferenceSpeech) {
        words = reference.words
        shown = reference.words.map { _ in nil }
    }

    /// Whether every word came out as in the reference.
    var agrees: Bool { stable == words }

    mutating func take(_ result: VoiceTranscriptionResult, at moment: Double) {
        let texts = stable + result.words.map(\.text)
        for (index, pair) in zip(texts, words).enumerated() where pair.0 == pair.1 && shown[index] == nil {
            shown[index] = moment
        }
        guard !result.isVolatile, !result.words.isEmpty else { return }
        stable = texts
        lastStable = moment
    }
}

/// Delays over one set of speech.
struct LatencyScore {
    let corpus: String
    private var wordToVolatile = LatencyRecorder()
    private var lastWordToVolatile = LatencyRecorder()
    private var endToStable = LatencyRecorder()
    private var orders = 0
    /// Orders in which the stable words are not those of the reference.
    private var differing = 0
    /// Words with a known end that never stood at their place.
    private var missed = 0
    /// Orders whose last stable word came more than 500 ms after their end, with that delay in seconds.
    private(set) var late: [(name: String, delay: Double)] = []

    init(corpus: String) { self.corpus = corpus }

    mutating func add(_ watch: WordWatch, _ reference: ReferenceSpeech) {
        orders += 1
        if !watch.agrees { differing += 1 }
        for (end, shown) in zip(reference.ends, watch.shown) {
            guard let end else { continue }
            guard let shown else {
                missed += 1
                continue
            }
            wordToVolatile.record(.seconds(shown - end))
        }
        guard let end = reference.ends.last ?? nil else { return }
        if let shown = watch.shown.last ?? nil { lastWordToVolatile.record(.seconds(shown - end)) }
        // An order of which nothing became stable has no last stable word; it counts as differing above.
        guard let stable = watch.lastStable else { return }
        endToStable.record(.seconds(stable - end))
        if stable - end > 0.5 { late.append((reference.name, stable - end)) }
    }

    static let header =
        """
        speech            orders   words  missed   word end → volatile p50    p95   order end → last stable \
        p50    p95    max ms  over 500  differs
        """

    var row: String {
        let word = wordToVolatile.summary, last = endToStable.summary
        return corpus.padding(toLength: 17, withPad: " ", startingAt: 0)
            + String(
                format: "%7d%8d%8d%26.0f%7.0f%30.0f%7.0f%10.0f%10d%9d", orders, wordToVolatile.count, missed,
                word?.p50.milliseconds ?? 0, word?.p95.milliseconds ?? 0,
                last?.p50.milliseconds ?? 0, last?.p95.milliseconds ?? 0, last?.max.milliseconds ?? 0, late.count,
                differing)
    }

    /// The JSON of one set, with what is needed to repeat it.
    struct Report: Encodable {
        let benchmark = "latency"
        let speech: String
        let source: String
        let orders: Int
        let words: Int
        let missed: Int
        let differing: Int
        let wordEndToVolatileMilliseconds: [String: Double]
        let lastWordEndToVolatileMilliseconds: [String: Double]
        let orderEndToLastStableMilliseconds: [String: Double]
        let over500Milliseconds: Int
        let engine: String
        let model: String
        let vocabulary: String
        let pace: String
        let frameMilliseconds: Int
        let machine = Machine.description
        let command = CommandLine.arguments.joined(separator: " ")

        init(
            _ score: LatencyScore, source: String, engine: String, model: String, vocabulary: String, pace: String,
            frameMilliseconds: Int
        ) {
            speech = score.corpus
            self.source = source
            orders = score.orders
            words = score.wordToVolatile.count
            missed = score.missed
            differing = score.differing
            wordEndToVolatileMilliseconds = Self.percentiles(score.wordToVolatile)
            lastWordEndToVolatileMilliseconds = Self.percentiles(score.lastWordToVolatile)
            orderEndToLastStableMilliseconds = Self.percentiles(score.endToStable)
            over500Milliseconds = score.late.count
            self.engine = engine
            self.model = model
            self.vocabulary = vocabulary
            self.pace = pace
            self.frameMilliseconds = frameMilliseconds
        }

        private static func percentiles(_ recorder: LatencyRecorder) -> [String: Double] {
            guard let summary = recorder.summary else { return [:] }
            return ["p50": summary.p50.milliseconds, "p95": summary.p95.milliseconds, "max": summary.max.milliseconds]
        }
    }
}
