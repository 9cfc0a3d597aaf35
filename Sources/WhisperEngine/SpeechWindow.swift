internal import Speech

/// Which audio to read, and when: the open utterance from a little before its first sound, at most `window` of it.
///
/// A state machine over blocks of 10 ms; time is the count of samples. Silence is never kept beyond the pre-roll and
/// never read.
struct SpeechWindow: Sendable {
    /// What is to be done after a block.
    enum Action: Equatable, Sendable {
        case none
        /// Read the open utterance as it is now.
        case read
        /// The utterance is over: read it for the last time and close it.
        case close
        /// The window is full: slide on, or close the utterance.
        case makeRoom
    }

    private enum Phase: Equatable, Sendable {
        case quiet
        case open(Utterance)
    }

    private struct Utterance: Equatable, Sendable {
        /// End of the newest block of speech.
        var lastSpeech: SamplePosition
        /// Where speech began; its beginning in the window once that has slid on.
        var onset: SamplePosition
        /// End of the audio of the newest reading.
        var readUpTo: SamplePosition?
        /// The next reading comes no sooner than this.
        var earliest: SamplePosition
        /// And with new speech at this.
        var regular: SamplePosition
    }

    /// Quiet after which the last words are complete, so that a reading holds them whole.
    static let settlingSilence = SampleCount(seconds: 0.2)

    private let settings: WhisperSettings
    private var phase = Phase.quiet
    /// Samples from `start` on.
    private(set) var audio: [Int16] = []
    private(set) var start = SamplePosition.zero

    init(settings: WhisperSettings) { self.settings = settings }

    /// Position after the newest sample.
    var end: SamplePosition { start + SampleCount(audio.count) }

    var isOpen: Bool { phase != .quiet }

    /// Takes the next block.
    mutating func take(_ block: ArraySlice<Int16>, isSpeech: Bool) -> Action {
        audio += block
        switch phase {
        case .quiet:
            guard isSpeech else {
                dropFirst(audio.count - settings.preRoll.samples)
                return .none
            }
            let onset = end + SampleCount(-block.count)
            phase = .open(
                Utterance(
                    lastSpeech: end, onset: onset, readUpTo: nil, earliest: onset, regular: onset + settings.update))
            return .none
        case .open(var utterance):
            if isSpeech { utterance.lastSpeech = end }
            phase = .open(utterance)
            return action(utterance)
        }
    }

    private func action(_ utterance: Utterance) -> Action {
        if end - utterance.lastSpeech >= settings.endpointSilence { return .close }
        if audio.count >= settings.window.samples { return .makeRoom }
        guard end >= utterance.earliest else { return .none }
        let readUpTo = utterance.readUpTo ?? .zero
        if end >= utterance.regular, utterance.lastSpeech > readUpTo { return .read }
        let settled = utterance.lastSpeech + Self.settlingSilence
        return end >= settled && readUpTo < settled ? .read : .none
    }

    /// Notes a reading of all audio.
    ///
    /// - Parameter cost: how long it took; the next one comes no sooner.
    mutating func didRead(cost: SampleCount) {
        guard case .open(var utterance) = phase else { return }
        utterance.readUpTo = end
        utterance.earliest = end + cost
        utterance.regular = end + max(cost, settings.update)
        phase = .open(utterance)
    }

    /// Whether the newest reading saw the last word whole.
    var isRead: Bool {
        guard case .open(let utterance) = phase, let readUpTo = utterance.readUpTo else { return false }
        return readUpTo >= utterance.lastSpeech + Self.settlingSilence
    }

    /// The audio for the last reading, with a little of the quiet after it.
    var finalAudio: ArraySlice<Int16> {
        guard case .open(let utterance) = phase else { return [] }
        let wanted = utterance.lastSpeech + Self.settlingSilence + Self.settlingSilence
        return audio.prefix(max(0, (wanted - start).samples))
    }

    /// Samples from the window's beginning to where speech begins in it.
    var onset: Int {
        guard case .open(let utterance) = phase else { return 0 }
        return max(0, (utterance.onset - start).samples)
    }

    /// From the first speech in the window to the last, by the gate.
    var speech: SampleCount {
        guard case .open(let utterance) = phase else { return SampleCount(0) }
        return max(SampleCount(0), utterance.lastSpeech - max(utterance.onset, start))
    }

    /// Lets go of the audio before `position`, which must lie in the window. What is left is yet to be read.
    mutating func slide(to position: SamplePosition) {
        dropFirst((position - start).samples)
        guard case .open(var utterance) = phase else { return }
        utterance.onset = max(utterance.onset, start)
        utterance.readUpTo = nil
        phase = .open(utterance)
    }

    /// Ends the utterance. The next one begins after this position.
    mutating func close() {
        dropFirst(audio.count)
        phase = .quiet
    }

    private mutating func dropFirst(_ count: Int) {
        guard count > 0 else { return }
        let dropped = min(count, audio.count)
        audio.removeFirst(dropped)
        start = start + SampleCount(dropped)
    }
}
