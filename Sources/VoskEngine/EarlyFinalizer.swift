internal import Speech

/// Early finalisation: decides which audio to decode again in a pause, as if the utterance ended there.
///
/// Only at the end of an utterance does libvosk apply the final costs of its language model ("and no", or "and milk"?)
/// and decode the newest 0.15 s. Requesting that ends the utterance, so a second recogniser does it while the first
/// goes on. Without trailing silence, as in loud noise, nothing is decoded.
///
/// A value without a recogniser: `process` returns the audio to decode, `finalize` receives the result.
struct EarlyFinalizer: Equatable, Sendable {
    /// Audio for the finalising recogniser, in stream order.
    struct Segment: Equatable, Sendable {
        let samples: [Int16]
        /// Whether the recogniser ends its utterance after this audio.
        let endsUtterance: Bool
    }

    private enum Phase: Equatable {
        /// No pause; `finalized` words of the utterance were finalised in earlier pauses.
        case listening(finalized: Int)
        /// The current pause has been decoded.
        case finalized(words: Int)
        /// The two hypotheses differed once: the rest of the utterance waits for its end.
        case differing
    }

    /// Silence after which decoding of the backlog begins. Gaps within words are shorter.
    private static let minSilence = SampleCount(seconds: 0.1)
    /// Most audio decoded per update, about 20 ms of work, to bound the latency.
    private static let maxSegment = SampleCount(seconds: 1.2).samples
    /// Most audio kept. Speech of that length without a gap is finalised at the utterance's end.
    private static let maxBacklog = SampleCount(seconds: 20).samples

    private let pause: SampleCount
    private var phase = Phase.listening(finalized: 0)
    /// Audio not decoded yet.
    private var backlog: ArraySlice<Int16> = []
    /// Audio of the stream that is never decoded, by which the recogniser's times are too early.
    private var skipped = SampleCount(0)

    /// Creates a finaliser.
    ///
    /// - Parameter pause: silence after which words are finalised.
    init(pause: SampleCount) { self.pause = pause }

    /// Starts the next utterance.
    ///
    /// - Parameters:
    ///   - last: audio of the previous utterance that was not processed.
    ///   - carryOver: the newest audio, which belongs to the new utterance.
    mutating func begin(after last: SampleCount = SampleCount(0), carryOver: [Int16] = []) {
        skip()
        skipped = SampleCount(skipped.samples + last.samples - carryOver.count)
        backlog = carryOver[...]
        phase = .listening(finalized: 0)
    }

    /// Leaves out audio of the stream that is not decoded.
    mutating func skip(_ audio: SampleCount) { skipped = skipped + audio }

    /// Processes the next samples of the stream.
    ///
    /// - Parameters:
    ///   - samples: 16 kHz, mono.
    ///   - silence: trailing silence after them.
    ///   - wordCount: number of words in the streaming recogniser's hypothesis of the open utterance.
    /// - Returns: the audio to decode now.
    mutating func process(_ samples: [Int16], silence: SampleCount, wordCount: Int) -> Segment? {
        backlog += samples
        if phase == .differing || backlog.count > Self.maxBacklog {
            phase = .differing
            skip()
            return nil
        }
        if case .finalized(let words) = phase, silence < pause { phase = .listening(finalized: words) }
        guard silence >= Self.minSilence, case .listening(let finalized) = phase, wordCount > finalized else {
            return nil
        }
        let segment = Array(backlog.prefix(Self.maxSegment))
        backlog = backlog.dropFirst(Self.maxSegment)
        return Segment(samples: segment, endsUtterance: backlog.isEmpty && silence >= pause)
    }

    /// Compares the words decoded since the last pause with the streaming hypothesis.
    ///
    /// - Parameters:
    ///   - words: the final words, with times from the first sample decoded.
    ///   - hypothesis: the streaming recogniser's hypothesis of the open utterance.
    /// - Returns: the final words with their times in the stream where both agree; otherwise none.
    mutating func finalize(_ words: [TranscribedWord], hypothesis: [String]) -> [TranscribedWord] {
        guard case .listening(let finalized) = phase, Self.agree(hypothesis.dropFirst(finalized), words.map(\.text))
        else {
            phase = .differing
            return []
        }
        phase = .finalized(words: finalized + words.count)
        return words.map { word in
            TranscribedWord(
                text: word.text, span: SpeechSpan(start: word.span.start + skipped, end: word.span.end + skipped),
                confidence: word.confidence)
        }
    }

    /// Returns whether two hypotheses agree except for one place of at maxBacklog one word of the shorter one. At the
    /// end the streaming recogniser is behind, and elsewhere it has not used the right context yet.
    static func agree(_ hypothesis: some Sequence<String>, _ words: [String]) -> Bool {
        let hypothesis = Array(hypothesis), shorter = min(hypothesis.count, words.count)
        let prefix = zip(hypothesis, words).prefix { $0 == $1 }.count
        let suffix = zip(hypothesis.reversed(), words.reversed()).prefix { $0 == $1 }.count
        return !words.isEmpty && prefix + suffix >= shorter - 1
    }

    private mutating func skip() {
        skipped = SampleCount(skipped.samples + backlog.count)
        backlog = []
    }
}
