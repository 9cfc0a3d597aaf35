internal import Speech

/// Removes words that a recogniser repeats: whole utterances, and the beginnings of longer ones.
///
/// Results with spans are compared by their audio: words in audio already transcribed are repetitions, the same words
/// in new audio are new. Results without spans are compared by their words: a recogniser that extends its text never
/// shortens it, so a shorter text starts a new utterance.
struct RepeatFilter: Equatable, Sendable {
    private struct Segment: Equatable, Sendable {
        var span: SpeechSpan
        var words: [String]
    }

    /// Maximum number of words kept for comparison; at least the length limit of a transcript.
    private static let mostWords = 120

    private var segments: [Segment] = []
    private var heardEnd: SamplePosition?
    /// The last stable piece, and its whole utterance.
    private var lastPiece: [String] = []
    private var lastUtterance: [String] = []
    private var isNew = true

    /// Number of words held; its upper bound is tested.
    var heldWords: Int { segments.reduce(0) { $0 + $1.words.count } + lastPiece.count + lastUtterance.count }

    /// The words without repetitions.
    mutating func unheard(_ words: [String], span: SpeechSpan?) -> [String] {
        if let span { return unheard(words, in: span) }
        if words.count < max(lastPiece.count, lastUtterance.count) { isNew = true }
        guard !isNew else { return words }
        for known in [lastUtterance, lastPiece] where !known.isEmpty && words.starts(with: known) {
            return Array(words.dropFirst(known.count))
        }
        return words
    }

    /// The words of a result in audio after all stable results.
    func unheard(_ result: VoiceTranscriptionResult) -> [TranscribedWord] {
        // A result that starts later passes unchanged, because volatile words have inexact times.
        guard let heardEnd, result.span.start < heardEnd else { return result.words }
        return result.words.filter { ($0.span.start.samples + $0.span.end.samples) / 2 >= heardEnd.samples }
    }

    /// Records a stable piece.
    ///
    /// - Parameters:
    ///   - words: its words without repetitions.
    ///   - utterance: all stable words of the utterance including it.
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

    /// Length of the prefix of `words` that repeats `heard`: the prefix with the smallest Levenshtein distance, and
    /// among equals the one closest in length.
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
