internal import Ordering
public import Speech

/// Decides when a guest has finished speaking: soon after a complete item, later in mid-sentence, at once after "that's
/// all".
///
/// A value type with one owner, which calls `analyze` on every result and whenever the countdown has expired; there is
/// no clock inside. After a complete utterance the same text is `alreadyProcessed` until the text changes or the same
/// text comes from another place in the audio.
public struct UtteranceCompletionDetector: Sendable {
    private enum State: Equatable, Sendable {
        /// No words yet.
        case waiting
        /// The guest speaks or may continue.
        case open(since: SamplePosition?)
        /// The utterance is complete.
        case complete(String, since: SamplePosition?)
    }

    /// A rule that may complete the utterance: the time left, and the total time of the rule.
    private struct Ending {
        var reason: CompletionReason
        var left: Duration
        var total: Duration
        var confidence: Double
    }

    /// The durations of the rules.
    public let settings: CompletionSettings
    private let patterns: CompletionPatterns
    private var state = State.waiting
    private var tracker: TranscriptStabilityTracker

    /// - Parameters:
    ///   - settings: validated here.
    ///   - locale: BCP 47 tag of the phrases that end an order: English, Spanish, French or German. Other languages
    ///     have no phrases; only silence decides.
    /// - Throws: `TranscriptionError.settingOutOfRange`, or a decoding error if the built-in data is damaged.
    public init(settings: CompletionSettings = CompletionSettings(), locale: String = "en-US") throws {
        try settings.validate()
        self.settings = settings
        patterns = try CompletionPatterns(locale: locale)
        tracker = TranscriptStabilityTracker(
            interval: settings.stabilityInterval, requiredCount: settings.requiredStabilityCount)
    }

    /// Analyses the open utterance.
    ///
    /// Times are clamped to 0…1 h.
    ///
    /// - Parameters:
    ///   - transcript: all its text, in normal form.
    ///   - isSpeechDetected: whether voice activity is on; `false` without voice activity.
    ///   - timeSinceLastUpdate: time since the recogniser's last result.
    ///   - timeSinceLastSpeech: time since voice activity went off, or since the last result without voice activity.
    ///     Ignored while speech is detected.
    ///   - turnDuration: time since the first word of the turn, for the hard time-out; if zero, only the time without a
    ///     change of the text counts.
    ///   - startedAt: start of the utterance in the audio, which distinguishes repeated words from the same utterance;
    ///     must not change while the utterance is open.
    ///   - shape: what the parser says about the utterance.
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
    /// - Returns: complete with `explicitStop`, unless there is no open utterance.
    public mutating func stop(_ transcript: String, startedAt: SamplePosition? = nil) -> UtteranceAnalysis {
        guard open(transcript, Self.words(transcript), at: startedAt) else { return unchanged() }
        state = .complete(transcript, since: startedAt)
        return UtteranceAnalysis(isComplete: true, confidence: 1, reason: .explicitStop, processingCountdown: .zero)
    }

    /// Starts the next utterance; a completed text stays `alreadyProcessed` until it changes.
    public mutating func reset() {
        tracker.reset()
        switch state {
        case .waiting, .open: state = .waiting
        case .complete: break
        }
    }

    /// Clears all state, as for a new guest: the same text is processed again.
    public mutating func fullReset() {
        tracker.reset()
        state = .waiting
    }

    /// The words; for a text longer than a transcript may be, one word that matches no phrase (fault D4).
    private static func words(_ transcript: String) -> [String] { SpokenWords(transcript: transcript)?.words ?? [""] }

    /// Opens the utterance with these words.
    ///
    /// - Returns: whether there is an open utterance.
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

    /// The analysis without an open utterance.
    private func unchanged() -> UtteranceAnalysis {
        switch state {
        case .waiting, .open:
            UtteranceAnalysis(isComplete: false, confidence: 0, reason: .empty, processingCountdown: nil)
        case .complete:
            UtteranceAnalysis(isComplete: false, confidence: 1, reason: .alreadyProcessed, processingCountdown: nil)
        }
    }

    /// All rules that may complete the utterance, the most specific reasons first.
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
