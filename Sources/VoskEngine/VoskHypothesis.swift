internal import Speech

/// The open utterance as the decoder's best path has it, with times where the lattice gives them.
struct VoskHypothesis: Equatable, Sendable {
    /// Words of the best path.
    let text: [String]
    /// Words of the lattice, as far as they are the same as the best path's.
    private let timed: [TranscribedWord]

    init(text: [String], timed: [TranscribedWord]) {
        self.text = text
        let agreeing = zip(text, timed).prefix { $0 == $1.text }.count
        self.timed = Array(timed.prefix(agreeing))
    }

    /// How many words at the beginning have times from the engine.
    var timedCount: Int { timed.count }

    /// A word takes no longer to say, as a rule. It may have been quiet for a long while before the first.
    private static let longestWord = SampleCount(seconds: 0.5)

    /// All words. Those without times share the stretch from the last timed word to the newest sample evenly, but no
    /// more of it than words take, and have confidence 0 because the engine has not scored them yet.
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
