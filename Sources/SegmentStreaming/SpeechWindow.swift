internal import Speech

/// Selects the audio to decode and the time of decoding: the open utterance from shortly before its first sound, at
/// most `window` of it.
///
/// A state machine over blocks of 10 ms; time is the count of samples. Silence is never kept beyond the pre-roll and
/// never decoded.
struct SpeechWindow: Sendable {
    /// The action due after a block.
    enum Action: Equatable, Sendable {
        case none
        /// Decode the open utterance as it is now.
        case decode
        /// The utterance has ended: decode it for the last time and close it.
        case close
        /// The window is full: slide on, or close the utterance.
        case makeRoom
    }

    private enum Phase: Equatable, Sendable {
        case silent
        case open(Utterance)
    }

    private struct Utterance: Equatable, Sendable {
        /// End of the newest block of speech.
        var lastSpeech: SamplePosition
        /// Beginning of speech; its beginning in the window once that has slid on.
        var onset: SamplePosition
        /// End of the audio of the newest hypothesis.
        var decodedUpTo: SamplePosition?
        /// Earliest position for the next decoding.
        var earliest: SamplePosition
        /// Position of the next decoding if there is new speech.
        var scheduled: SamplePosition
    }

    /// Silence after which the last word is complete in the audio.
    static let wordEndSilence = SampleCount(seconds: 0.2)

    private let settings: SegmentSettings
    /// Time from the onset to the first decoding, at least.
    private let firstDecoding: SampleCount
    private var phase = Phase.silent
    /// Samples beginning at `start`.
    private(set) var audio: [Int16] = []
    private(set) var start = SamplePosition.zero

    /// - Parameter expectedCost: duration of a decoding relative to its share of real time, as for `recordDecoding`;
    ///   the first one comes no sooner.
    init(settings: SegmentSettings, expectedCost: SampleCount = SampleCount(0)) {
        self.settings = settings
        firstDecoding = expectedCost
    }

    /// Position after the newest sample.
    var end: SamplePosition { start + SampleCount(audio.count) }

    var isOpen: Bool { phase != .silent }

    /// Processes the next block.
    mutating func process(_ block: ArraySlice<Int16>, isSpeech: Bool) -> Action {
        audio += block
        switch phase {
        case .silent:
            guard isSpeech else {
                dropFirst(audio.count - settings.preRoll.samples)
                return .none
            }
            let onset = end + SampleCount(-block.count)
            phase = .open(
                Utterance(
                    lastSpeech: end, onset: onset, decodedUpTo: nil, earliest: onset + firstDecoding,
                    scheduled: onset + max(settings.updateInterval, firstDecoding)))
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
        let decodedUpTo = utterance.decodedUpTo ?? .zero
        if end >= utterance.scheduled, utterance.lastSpeech > decodedUpTo { return .decode }
        let wordEnd = utterance.lastSpeech + Self.wordEndSilence
        return end >= wordEnd && decodedUpTo < wordEnd ? .decode : .none
    }

    /// Records a decoding of all audio.
    ///
    /// - Parameter cost: its duration; the next one comes no sooner.
    mutating func recordDecoding(cost: SampleCount) {
        guard case .open(var utterance) = phase else { return }
        utterance.decodedUpTo = end
        utterance.earliest = end + cost
        utterance.scheduled = end + max(cost, settings.updateInterval)
        phase = .open(utterance)
    }

    /// Whether the newest hypothesis covers the complete last word.
    var isDecoded: Bool {
        guard case .open(let utterance) = phase, let decodedUpTo = utterance.decodedUpTo else { return false }
        return decodedUpTo >= utterance.lastSpeech + Self.wordEndSilence
    }

    /// The audio for the last decoding, with a little of the silence after it.
    var finalAudio: ArraySlice<Int16> {
        guard case .open(let utterance) = phase else { return [] }
        let wanted = utterance.lastSpeech + Self.wordEndSilence + Self.wordEndSilence
        return audio.prefix(max(0, (wanted - start).samples))
    }

    /// Samples from the window's beginning to the beginning of speech.
    var onset: Int {
        guard case .open(let utterance) = phase else { return 0 }
        return max(0, (utterance.onset - start).samples)
    }

    /// Time from the first speech in the window to the last, by the gate.
    var speech: SampleCount {
        guard case .open(let utterance) = phase else { return SampleCount(0) }
        return max(SampleCount(0), utterance.lastSpeech - max(utterance.onset, start))
    }

    /// Removes the audio before `position`, which must lie in the window. The rest has to be decoded again.
    mutating func slide(to position: SamplePosition) {
        dropFirst((position - start).samples)
        guard case .open(var utterance) = phase else { return }
        utterance.onset = max(utterance.onset, start)
        utterance.decodedUpTo = nil
        phase = .open(utterance)
    }

    /// Ends the utterance. The next one begins after this position.
    mutating func close() {
        dropFirst(audio.count)
        phase = .silent
    }

    private mutating func dropFirst(_ count: Int) {
        guard count > 0 else { return }
        let dropped = min(count, audio.count)
        audio.removeFirst(dropped)
        start = start + SampleCount(dropped)
    }
}
