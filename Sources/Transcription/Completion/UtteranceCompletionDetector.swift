internal import Ordering
public import Speech

/// Decides when a guest has finished speaking: soon after a complete item, later in mid-sentence, at once after "that's
/// all".
///
/// A value with one owner, who asks on every result and whenever the countdown has run out; it has no clock. After a
/// complete utterance the same text is `alreadyProcessed` until another text comes, or the same from another place in
/// the audio.
public struct UtteranceCompletionDetector: Sendable {
    private enum State: Equatable, Sendable {
        /// Nothing was said yet.
        case waiting
        /// The guest speaks, or may go on.
        case open(since: SamplePosition?)
        /// The text was complete.
        case complete(String, since: SamplePosition?)
    }

    /// A way for the utterance to end: how long until then, and out of how long.
    private struct Ending {
        var reason: CompletionReason
        var left: Duration
        var total: Duration
        var confidence: Double
    }

    public let settings: CompletionSettings
    private let patterns: CompletionPatterns
    private var state = State.waiting
    private var tracker: TranscriptStabilityTracker

    /// - Parameters:
    ///   - settings: checked once.
    ///   - locale: whose phrases end an order, as a BCP 47 tag: English, Spanish, French or German. Other languages
    ///     have none, and silence decides.
    /// - Throws: `TranscriptionError.settingOutOfRange`; a decoding error only if the built-in data is damaged, which
    ///   its test excludes.
    public init(settings: CompletionSettings = CompletionSettings(), locale: String = "en-US") throws {
        try settings.validate()
        self.settings = settings
        patterns = try CompletionPatterns(locale: locale)
        tracker = TranscriptStabilityTracker(
            interval: settings.stabilityInterval, requiredCount: settings.requiredStabilityCount)
    }

    /// Looks at the open utterance.
    ///
    /// Times less than zero count as zero, longer than an hour as one.
    ///
    /// - Parameters:
    ///   - transcript: all that was said of it, in normal form.
    ///   - isSpeechDetected: whether voice activity is on; `false` where nothing tells.
    ///   - timeSinceLastUpdate: since the engine's last result.
    ///   - timeSinceLastSpeech: since voice activity went off; since the last result where nothing tells. Counts only
    ///     without speech.
    ///   - turnDuration: since the first word of the turn, for the hard time-out; without it, only a text that never
    ///     changes meets that.
    ///   - startedAt: where in the audio the utterance began, which tells the same words said again from the same
    ///     utterance; it must not move while the utterance is open.
    ///   - shape: what grammar says of it.
    public mutating func analyze(
        _ transcript: String, isSpeechDetected: Bool, timeSinceLastUpdate: Duration, timeSinceLastSpeech: Duration,
        turnDuration: Duration = .zero,
        startedAt: SamplePosition? = nil, shape: UtteranceShape = UtteranceShape()
    ) -> UtteranceAnalysis {
        let words = Self.words(transcript)
        guard open(transcript, words, at: startedAt) else { return unchanged() }
        tracker.observe(transcript, timeSinceLastUpdate: timeSinceLastUpdate)
        let silence = isSpeechDetected ? nil : timeSinceLastSpeech.clampedToHour
        let endings = endings(
            shape, patterns.ending(words), silence: silence, turn: max(turnDuration.clampedToHour, tracker.unchangedFor)
        )
        if let ending = endings.first(where: { $0.left <= .zero }) {
            state = .complete(transcript, since: startedAt)
            return UtteranceAnalysis(
                isComplete: true, confidence: ending.confidence, reason: ending.reason, processingCountdown: .zero)
        }
        let next = endings.min { $0.left < $1.left }
        let confidence = next.map { $0.confidence * (1 - min(1, $0.left / $0.total)) } ?? 0
        return UtteranceAnalysis(
            isComplete: false, confidence: confidence, reason: .notReady, processingCountdown: next?.left)
    }

    /// Ends the utterance now, as at the end of a recording.
    ///
    /// - Returns: complete by `explicitStop`, unless there is nothing to complete.
    public mutating func stop(_ transcript: String, startedAt: SamplePosition? = nil) -> UtteranceAnalysis {
        guard open(transcript, Self.words(transcript), at: startedAt) else { return unchanged() }
        state = .complete(transcript, since: startedAt)
        return UtteranceAnalysis(isComplete: true, confidence: 1, reason: .explicitStop, processingCountdown: .zero)
    }

    /// Begins the next utterance; what was complete stays `alreadyProcessed` while its text is still shown.
    public mutating func reset() {
        tracker.reset()
        switch state {
        case .waiting, .open: state = .waiting
        case .complete: break
        }
    }

    /// Begins anew, as for a new guest: the same text counts again.
    public mutating func fullReset() {
        tracker.reset()
        state = .waiting
    }

    /// The words; of a text longer than a transcript may be, one that no phrase has (fault D4).
    private static func words(_ transcript: String) -> [String] { SpokenWords(transcript: transcript)?.words ?? [""] }

    /// Whether there is an open utterance with these words.
    private mutating func open(_ transcript: String, _ words: [String], at start: SamplePosition?) -> Bool {
        guard !words.isEmpty else {
            tracker.reset()
            state = .waiting
            return false
        }
        switch state {
        case .waiting:
            state = .open(since: start)
        case .open(let since):
            if start != since {
                if start != nil, since != nil { tracker.reset() }
                state = .open(since: start ?? since)
            }
        case .complete(let text, let since):
            let isElsewhere = start != nil && since != nil && start != since
            guard text != transcript || isElsewhere else { return false }
            tracker.reset()
            state = .open(since: start)
        }
        return true
    }

    /// The answer where there is no open utterance.
    private func unchanged() -> UtteranceAnalysis {
        switch state {
        case .waiting, .open:
            UtteranceAnalysis(isComplete: false, confidence: 0, reason: .empty, processingCountdown: nil)
        case .complete:
            UtteranceAnalysis(isComplete: false, confidence: 1, reason: .alreadyProcessed, processingCountdown: nil)
        }
    }

    /// All ways to end from here, those first whose reason says most.
    private func endings(
        _ shape: UtteranceShape, _ phrase: CompletionPatterns.Ending?, silence: Duration?, turn: Duration
    ) -> [Ending] {
        let untilStable = tracker.timeUntilStable, stability = tracker.interval * tracker.requiredCount
        var endings: [Ending] = []
        func add(_ reason: CompletionReason, left: Duration, total: Duration, _ confidence: Double) {
            endings.append(
                Ending(
                    reason: reason, left: max(.zero, left), total: max(total, .milliseconds(1)), confidence: confidence)
            )
        }
        if shape.endsOrder || phrase == .order { add(.orderEndingPhrase, left: untilStable, total: stability, 0.95) }
        if shape.isAnswer { add(.confirmationKeyword, left: untilStable, total: stability, 0.95) }
        if let silence {
            if shape.isUnfinished {
                add(
                    .silenceTimeout, left: max(untilStable, settings.unfinishedSilence - silence),
                    total: settings.unfinishedSilence, 0.4)
            } else {
                if shape.hasCompleteItem {
                    if phrase == .item { add(.endOfItemKeyword, left: untilStable, total: stability, 0.9) }
                    add(
                        .stableTranscript, left: max(untilStable, settings.completeItemSilence - silence),
                        total: max(stability, settings.completeItemSilence), 0.8)
                }
                add(
                    .silenceTimeout, left: max(untilStable, settings.silenceThreshold - silence),
                    total: settings.silenceThreshold, 0.7)
            }
        } else if !shape.isUnfinished {
            add(
                .stableTranscript, left: settings.noiseTimeout - tracker.unchangedFor, total: settings.noiseTimeout, 0.6
            )
        }
        add(.hardTimeout, left: settings.hardTimeout - turn, total: settings.hardTimeout, 0.5)
        return endings
    }
}
