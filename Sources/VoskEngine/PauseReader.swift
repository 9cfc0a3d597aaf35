internal import Speech

/// Reads in a pause what was said before it, as if nothing more came: only at an utterance's end does libvosk weigh in how sentences end
/// ("and no", or "and milk"?) and decode the newest 0.15 s. It has a recogniser of its own, because to ask ends the utterance, and the
/// one that listens must go on. Where there is no quiet, as in loud noise, it does nothing and costs nothing.
///
/// Not thread-safe, like its recogniser: called from the session's worker only.
final class PauseReader: @unchecked Sendable {
    // Sendable: handed to the session's SerialWorker, which is the only place its methods are called from.

    private enum Phase: Equatable {
        /// Waits for a pause; so many words of the utterance were settled in earlier ones.
        case listening(settled: Int)
        /// The pause has been read, and not ended yet.
        case settled(words: Int)
        /// The readings differed once: the rest of the utterance waits for its end.
        case differing
    }

    /// Quiet after which it begins to catch up. Gaps inside words are shorter.
    private static let gap = SampleCount(seconds: 0.1)
    /// Audio that it works off at one time at most, so that nobody waits for it: some 20 ms of work.
    private static let slice = SampleCount(seconds: 1.2).samples
    /// Audio that it keeps at most. Who speaks so long without a gap is heard at the utterance's end.
    private static let most = SampleCount(seconds: 20).samples

    private let recognizer: VoskRecognizer
    private let pause: SampleCount
    private var phase = Phase.listening(settled: 0)
    /// Audio that the recogniser has not had.
    private var backlog: ArraySlice<Int16> = []
    /// Whether it has had audio since it was last asked.
    private var hasRead = false
    /// Samples of the stream that it was spared, so that its times lie so much earlier.
    private var skipped = SampleCount(0)

    /// - Parameter pause: quiet after which words are settled.
    init(_ recognizer: VoskRecognizer, pause: SampleCount) {
        self.recognizer = recognizer
        self.pause = pause
    }

    /// The next utterance begins.
    ///
    /// - Parameter last: how much of the last one's audio was not taken.
    func begin(after last: SampleCount = SampleCount(0)) {
        if hasRead { _ = recognizer.finish() }
        hasRead = false
        skip()
        skipped = SampleCount(skipped.samples + last.samples)
        phase = .listening(settled: 0)
    }

    /// Takes the next samples of the stream.
    ///
    /// - Parameters:
    ///   - quiet: how long it has been quiet after them.
    ///   - heard: the open utterance as the listening recogniser has it.
    /// - Returns: words since the last pause, where both readings agree on them.
    func take(_ samples: [Int16], quiet: SampleCount, heard: [String]) throws(VoskError) -> [TranscribedWord] {
        backlog += samples
        if phase == .differing || backlog.count > Self.most {
            phase = .differing
            skip()
            return []
        }
        if case .settled(let words) = phase, quiet < pause { phase = .listening(settled: words) }
        guard quiet >= Self.gap, case .listening(let settled) = phase, heard.count > settled else { return [] }
        var words = try recognizer.decode(Array(backlog.prefix(Self.slice)))
        hasRead = true
        backlog = backlog.dropFirst(Self.slice)
        // An end that it hears before the listening one does is settled like a pause.
        guard !words.isEmpty || backlog.isEmpty && quiet >= pause else { return [] }
        words += recognizer.finish()
        hasRead = false
        guard Self.agree(heard.dropFirst(settled), words.map(\.text)) else {
            phase = .differing
            return []
        }
        phase = .settled(words: settled + words.count)
        return words.map { word in
            TranscribedWord(text: word.text, span: SpeechSpan(start: word.span.start + skipped, end: word.span.end + skipped), confidence: word.confidence)
        }
    }

    /// Whether two readings are alike but for one place of at most one word of the shorter one: at the end the listening recogniser is still
    /// behind, and elsewhere it has not yet weighed in what came after.
    static func agree(_ heard: some Sequence<String>, _ words: [String]) -> Bool {
        let heard = Array(heard), shorter = min(heard.count, words.count)
        let prefix = zip(heard, words).prefix { $0 == $1 }.count
        let suffix = zip(heard.reversed(), words.reversed()).prefix { $0 == $1 }.count
        return !words.isEmpty && prefix + suffix >= shorter - 1
    }

    private func skip() {
        skipped = SampleCount(skipped.samples + backlog.count)
        backlog = []
    }
}
