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
    }

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
        let changes = activity.process(moved)
        if activity.isSpeechDetected || !changes.isEmpty { lastSpeech = activity.lastSpeech ?? position }
        let isWoken = spotting?.process(moved.samples).isEmpty == false
        let reason = isWoken ? .guest : reason(request)
        hasEnded = reason != nil
        return (moved, reason)
    }

    private func reason(_ request: DictationRequest) -> DictationEnding.Reason? {
        if position >= SamplePosition(seconds: request.longest.seconds) { return .longest }
        let silence = lastSpeech.map { (position - $0, request.silence) } ?? (position - .zero, request.lead)
        return silence.0 >= SampleCount(seconds: silence.1.seconds) ? .silence : nil
    }
}
