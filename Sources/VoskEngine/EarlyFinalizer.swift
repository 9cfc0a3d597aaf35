internal import Speech

/// Decides what to read again in a pause, as if nothing more came: only at an utterance's end does libvosk weigh in how
/// sentences end ("and no", or "and milk"?) and decode the newest 0.15 s. A recogniser of its own reads it, because to
/// ask ends the utterance, and the one that listens must go on. Where there is no quiet, as in loud noise, nothing is
/// read and nothing is spent.
///
/// A value without a recogniser: `take` says what to read, `settle` gets what was read.
struct EarlyFinalizer: Equatable, Sendable {
    /// Audio for the recogniser that reads pauses, in the order in which it is to have it.
    struct Piece: Equatable, Sendable {
        let samples: [Int16]
        /// Whether the pause is to be read with it: the recogniser ends its utterance.
        let endsReading: Bool
    }

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
    /// Audio that is read at one time at most, so that nobody waits for it: some 20 ms of work.
    private static let slice = SampleCount(seconds: 1.2).samples
    /// Audio that it keeps at most. Who speaks so long without a gap is heard at the utterance's end.
    private static let most = SampleCount(seconds: 20).samples

    private let pause: SampleCount
    private var phase = Phase.listening(settled: 0)
    /// Audio that was not read.
    private var backlog: ArraySlice<Int16> = []
    /// Samples of the stream that are never read, so that the recogniser's times lie so much earlier.
    private var skipped = SampleCount(0)

    /// - Parameter pause: quiet after which words are settled.
    init(pause: SampleCount) { self.pause = pause }

    /// The next utterance begins.
    ///
    /// - Parameters:
    ///   - last: how much of the last one's audio was not taken.
    ///   - again: the newest audio of all, which belongs to this one.
    mutating func begin(after last: SampleCount = SampleCount(0), again: [Int16] = []) {
        skip()
        skipped = SampleCount(skipped.samples + last.samples - again.count)
        backlog = again[...]
        phase = .listening(settled: 0)
    }

    /// Takes the next samples of the stream.
    ///
    /// - Parameters:
    ///   - quiet: how long it has been quiet after them.
    ///   - heard: how many words the listening recogniser has of the open utterance.
    /// - Returns: what is to be read now.
    mutating func take(_ samples: [Int16], quiet: SampleCount, heard: Int) -> Piece? {
        backlog += samples
        if phase == .differing || backlog.count > Self.most {
            phase = .differing
            skip()
            return nil
        }
        if case .settled(let words) = phase, quiet < pause { phase = .listening(settled: words) }
        guard quiet >= Self.gap, case .listening(let settled) = phase, heard > settled else { return nil }
        let piece = Array(backlog.prefix(Self.slice))
        backlog = backlog.dropFirst(Self.slice)
        return Piece(samples: piece, endsReading: backlog.isEmpty && quiet >= pause)
    }

    /// Compares what was read since the last pause with what was heard.
    ///
    /// - Parameters:
    ///   - read: the words, with times from the first sample that was read.
    ///   - heard: the open utterance as the listening recogniser has it.
    /// - Returns: the words read, with their places in the stream, where both agree; otherwise none.
    mutating func settle(_ read: [TranscribedWord], heard: [String]) -> [TranscribedWord] {
        guard case .listening(let settled) = phase, Self.agree(heard.dropFirst(settled), read.map(\.text)) else {
            phase = .differing
            return []
        }
        phase = .settled(words: settled + read.count)
        return read.map { word in
            TranscribedWord(
                text: word.text, span: SpeechSpan(start: word.span.start + skipped, end: word.span.end + skipped),
                confidence: word.confidence)
        }
    }

    /// Whether two readings are alike but for one place of at most one word of the shorter one: at the end the
    /// listening recogniser is still behind, and elsewhere it has not yet weighed in what came after.
    static func agree(_ heard: some Sequence<String>, _ words: [String]) -> Bool {
        let heard = Array(heard), shorter = min(heard.count, words.count)
        let prefix = zip(heard, words).prefix { $0 == $1 }.count
        let suffix = zip(heard.reversed(), words.reversed()).prefix { $0 == $1 }.count
        return !words.isEmpty && prefix + suffix >= shorter - 1
    }

    private mutating func skip() {
        skipped = SampleCount(skipped.samples + backlog.count)
        backlog = []
    }
}
