internal import Ordering
internal import Speech
internal import Synchronization
internal import VoiceActivity
internal import WakeWord

/// The audio of one dictation, with positions from zero. Ends after silence, after the longest time, and at the wake
/// phrase. One consumer calls `nextFrame`.
final class DictationInput: AudioInput {
    fileprivate struct State {
        var activity: EnergyVoiceActivityDetector
        var spotting: SpottingSession?
        var position = SamplePosition.zero
        /// The end of the latest speech; `nil` before there was any.
        var lastSpeech: SamplePosition?
        var hasEnded = false
        /// Where speech was detected, at last; the newest may still be open.
        var segments: [(start: SamplePosition, end: SamplePosition?)] = []
        /// What was heard, where the request keeps it.
        var sound: [Int16] = []
    }

    /// Speech before and after a word's own span that counts as the word's.
    private static let slack = SampleCount(seconds: 0.3)

    private let input: any AudioInput
    private let request: DictationRequest
    private let hear: @Sendable () async -> Void
    private let close: @Sendable (DictationEnding.Reason) async -> Void
    private let state: Mutex<State>

    /// - Parameters:
    ///   - spotter: detects the wake phrase of a guest; `nil` where there is none.
    ///   - hear: called and awaited for each frame with speech.
    ///   - close: called and awaited once, when this input ends the dictation.
    /// - Throws: `VoiceActivityError`.
    init(
        _ input: any AudioInput, request: DictationRequest, spotter: WakeWordSpotter?,
        hear: @escaping @Sendable () async -> Void,
        close: @escaping @Sendable (DictationEnding.Reason) async -> Void
    ) throws {
        self.input = input
        self.request = request
        self.hear = hear
        self.close = close
        state = Mutex(State(activity: try EnergyVoiceActivityDetector(), spotting: spotter?.session()))
    }

    /// Counts as speech: the recogniser has understood more words.
    func heardWords() { state.withLock { $0.lastSpeech = $0.position } }

    /// What was heard so far; empty unless the request keeps it.
    var sound: [Int16] { state.withLock(\.sound) }

    /// Whether speech was detected where a word was recognised. Recognisers make words of noise, too.
    func isSpoken(_ word: TranscribedWord) -> Bool {
        state.withLock { state in
            state.segments.contains { segment in
                segment.start < word.span.end + Self.slack
                    && word.span.start < (segment.end ?? state.position) + Self.slack
            }
        }
    }

    func nextFrame() async throws -> AudioFrame? {
        guard !state.withLock(\.hasEnded), let frame = try await input.nextFrame() else { return nil }
        let (moved, reason) = state.withLock { $0.take(frame, request) }
        if state.withLock({ $0.activity.isSpeechDetected }) { await hear() }
        guard let reason else { return moved }
        await close(reason)
        return reason == .guest ? nil : moved
    }
}

extension DictationInput.State {
    /// Numbers a frame, and decides whether it is the last one.
    fileprivate mutating func take(_ frame: AudioFrame, _ request: DictationRequest) -> (
        AudioFrame, DictationEnding.Reason?
    ) {
        let moved = AudioFrame(
            start: position, samples: frame.samples, endsUtterance: frame.endsUtterance, capture: frame.capture)
        position = moved.end
        if request.keepsSound { sound += frame.samples }
        let changes = activity.process(moved)
        for change in changes { note(change) }
        if activity.isSpeechDetected || !changes.isEmpty { lastSpeech = activity.lastSpeech ?? position }
        let isWoken = spotting?.process(moved.samples).isEmpty == false
        let reason = isWoken ? .guest : reason(request)
        hasEnded = reason != nil
        return (moved, reason)
    }

    private mutating func note(_ change: VoiceActivityEvent) {
        let position = change.result.timestamp
        if change.result.speechDetected {
            segments = segments.suffix(63) + [(position, nil)]
        } else if !segments.isEmpty {
            segments[segments.count - 1].end = position
        }
    }

    private func reason(_ request: DictationRequest) -> DictationEnding.Reason? {
        if position >= SamplePosition(seconds: request.longest.seconds) { return .longest }
        let silence = lastSpeech.map { (position - $0, request.silence) } ?? (position - .zero, request.lead)
        return silence.0 >= SampleCount(seconds: silence.1.seconds) ? .silence : nil
    }
}
