public import Speech

/// The promises of `VoiceService` on a sequence of results, each checked as a consumer would rely on it.
public struct RecognitionContract: Sendable {
    /// Promises that were broken, as sentences; empty when all were kept.
    public private(set) var violations: [String] = []
    /// All stable words, in order.
    public private(set) var stableWords: [TranscribedWord] = []
    /// Words that became stable before the result that closed their utterance.
    public private(set) var earlyStableWords = 0
    /// Whether text is shown that may still change.
    public private(set) var hasVolatileText = false
    /// Why the last utterance ended, once one has.
    public private(set) var lastEnd: UtteranceEnd?

    private var stableEnd = SamplePosition.zero

    public init() {}

    /// Checks a whole recognition.
    public init(_ results: VoiceResults) async throws {
        for try await result in results { take(result) }
        finish()
    }

    public mutating func take(_ result: VoiceTranscriptionResult) {
        if result.span.start < stableEnd {
            violations.append(
                "law 1: a span begins at \(result.span.start.samples), before stable \(stableEnd.samples)")
        }
        for word in result.words where word.span.start < result.span.start || word.span.end > result.span.end {
            violations.append("law 1: '\(word.text)' lies outside its result")
        }
        for (first, second) in zip(result.words, result.words.dropFirst()) where second.span.start < first.span.start {
            violations.append("words out of order: \(first.text), \(second.text)")
        }
        if result.words.contains(where: { !(0...1).contains($0.confidence) || $0.text.isEmpty || $0.text.contains(" ") }
        ) {
            violations.append("a word without text or with a confidence outside 0…1")
        }
        if result.isVolatile {
            if result.utteranceEnd != nil { violations.append("law 3: a volatile result ends an utterance") }
            hasVolatileText = !result.words.isEmpty
        } else {
            stableEnd = result.span.end
            stableWords += result.words
            lastEnd = result.utteranceEnd
            if result.utteranceEnd == nil {
                if result.words.isEmpty { violations.append("a stable result says nothing") }
                earlyStableWords += result.words.count
            } else {
                hasVolatileText = false
            }
        }
    }

    /// Checks what must hold once the results have ended.
    public mutating func finish() {
        if hasVolatileText { violations.append("law 3: volatile text is left at the end") }
        if lastEnd != .endOfInput { violations.append("law 3: the last stable result does not close the input") }
    }

    /// All stable text.
    public var text: String { stableWords.map(\.text).joined(separator: " ") }
}
