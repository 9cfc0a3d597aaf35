internal import Speech

/// Takes off what an engine says again: whole utterances, and beginnings of longer ones.
///
/// Results with spans are told apart by their samples: what was heard in samples that are done is done, and the same
/// words in new samples are new. Results without spans are told apart by their words, as far as that can be done: an
/// engine that goes on from what it said never says less, so a shorter text begins something new.
struct RepeatFilter: Equatable, Sendable {
    private struct Segment: Equatable, Sendable {
        var span: SpeechSpan
        var words: [String]
    }

    /// Words remembered for comparison, at least as many as one transcript may have.
    private static let mostWords = 120

    private var segments: [Segment] = []
    private var heardEnd: SamplePosition?
    /// The last stable piece, and all of its utterance.
    private var lastPiece: [String] = []
    private var lastUtterance: [String] = []
    private var isNew = true

    /// Words held, for the test that they are bounded.
    var heldWords: Int { segments.reduce(0) { $0 + $1.words.count } + lastPiece.count + lastUtterance.count }

    /// The words that were not heard before.
    mutating func unheard(_ words: [String], span: SpeechSpan?) -> [String] {
        if let span { return unheard(words, in: span) }
        if words.count < max(lastPiece.count, lastUtterance.count) { isNew = true }
        guard !isNew else { return words }
        for known in [lastUtterance, lastPiece] where !known.isEmpty && words.starts(with: known) {
            return Array(words.dropFirst(known.count))
        }
        return words
    }

    /// The words of a result that were spoken after everything that is done.
    func unheard(_ result: VoiceTranscriptionResult) -> [TranscribedWord] {
        // The words of a result that begins later need no look: engines time volatile ones roughly.
        guard let heardEnd, result.span.start < heardEnd else { return result.words }
        return result.words.filter { ($0.span.start.samples + $0.span.end.samples) / 2 >= heardEnd.samples }
    }

    /// Remembers a stable piece.
    ///
    /// - Parameters:
    ///   - words: what was unheard of it.
    ///   - utterance: all stable words of the utterance with it.
    mutating func keep(_ words: [String], utterance: [String], span: SpeechSpan?) {
        if let span {
            heardEnd = max(heardEnd ?? span.end, span.end)
            if !words.isEmpty { segments.append(Segment(span: span, words: words)) }
            var held = segments.reduce(0) { $0 + $1.words.count }
            while segments.count > 1, held > Self.mostWords { held -= segments.removeFirst().words.count }
        }
        guard !words.isEmpty else { return }
        lastPiece = words
        lastUtterance = utterance
        isNew = false
    }

    private func unheard(_ words: [String], in span: SpeechSpan) -> [String] {
        guard let heardEnd, span.start < heardEnd else { return words }
        guard span.end > heardEnd else { return [] }
        let heard = segments.filter { $0.span.overlaps(span) }.flatMap(\.words)
        return Array(words.dropFirst(Self.repeated(heard, in: words)))
    }

    /// How many words at the beginning of `words` say `heard` again: those that differ least from it (Levenshtein
    /// distance), of several beginnings the one nearest in length.
    private static func repeated(_ heard: [String], in words: [String]) -> Int {
        var distances = Array(0...heard.count)
        var best = (distance: heard.count, count: 0)
        for (row, word) in words.enumerated() {
            var diagonal = distances[0]
            distances[0] = row + 1
            for column in heard.indices {
                let substituted = diagonal + (heard[column] == word ? 0 : 1)
                diagonal = distances[column + 1]
                distances[column + 1] = min(substituted, diagonal + 1, distances[column] + 1)
            }
            let distance = distances[heard.count]
            if distance < best.distance
                || distance == best.distance && abs(row + 1 - heard.count) < abs(best.count - heard.count)
            {
                best = (distance, row + 1)
            }
        }
        return best.count
    }
}
