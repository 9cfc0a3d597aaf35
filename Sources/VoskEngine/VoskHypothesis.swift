internal import Speech

/// A hypothesis of the open utterance: the best path, with times where the lattice provides them.
struct VoskHypothesis: Equatable, Sendable {
    /// Words of the best path.
    let text: [String]
    /// Words of the lattice, up to the first difference from the best path.
    private let timed: [TranscribedWord]

    init(text: [String], timed: [TranscribedWord]) {
        self.text = text
        let agreeing = zip(text, timed).prefix { $0 == $1.text }.count
        self.timed = Array(timed.prefix(agreeing))
    }

    /// Number of words at the beginning that have times from the engine.
    var timedCount: Int { timed.count }

    /// Usual longest duration of a word. There may be a long silence before the first word.
    private static let longestWord = SampleCount(seconds: 0.5)

    /// Returns all words. Words without times share the interval from the last timed word to the newest sample evenly,
    /// within the usual word length, and have confidence 0 because the engine has not scored them yet.
    func words(upTo newest: SamplePosition) -> [TranscribedWord] {
        let rest = text.dropFirst(timed.count)
        let start = max(
            timed.last?.span.end ?? .zero, SamplePosition(newest.samples - rest.count * Self.longestWord.samples))
        let step = rest.isEmpty ? 0 : max(0, (newest - start).samples) / rest.count
        return timed
            + rest.enumerated().map { index, word in
                let from = start + SampleCount(index * step)
                return TranscribedWord(
                    text: word, span: SpeechSpan(start: from, end: from + SampleCount(step)), confidence: 0)
            }
    }
}
