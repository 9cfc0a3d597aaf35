internal import Speech

/// The host's state of one recognition: the next request to the child, the results for the consumer, and the replay to
/// a successor after a loss.
///
/// A value without processes or tasks. The child sends only replies, so exactly one step is due at any moment.
struct HostedRecognition: Sendable {
    /// The step that is due.
    enum Step: Equatable, Sendable {
        /// Request the child's next result.
        case requestResult
        /// Send the requested audio, with positions of the child's own stream.
        case sendAudio(AudioFrame)
        /// Report the end of the audio to the child.
        case sendEndOfInput
        /// Read the next frame of the input.
        case pullInput
        /// Deliver a result to the consumer.
        case deliver(VoiceTranscriptionResult)
        /// The recognition is complete.
        case finish
    }

    private enum Phase: Equatable, Sendable {
        /// The child waits for a request.
        case idle
        /// The child waits for audio.
        case awaitingAudio
        case delivering(VoiceTranscriptionResult)
        case finished
    }

    /// Audio kept for a successor: the longest utterance.
    static let retention = SampleCount(seconds: 30)
    /// Audio kept while the utterance has no word yet. It exceeds the time any engine needs for a first word, and a
    /// slow board can decode it in time when a child is lost during a guest's pause.
    static let unspokenRetention = SampleCount(seconds: 10)
    /// Larger frames are split; the child must process each segment before the deadline.
    static let maxSegment = SampleRate.speech

    private var phase = Phase.idle
    private var base: SamplePosition?
    private var splicer = ResultSplicer(base: .zero)
    private var retained = ReplayBuffer(capacity: Self.retention)
    /// Segments of the newest frame that were not sent to any child.
    private var unsent: ArraySlice<AudioFrame> = []
    /// Segments to be sent again to a successor.
    private var replay: ArraySlice<AudioFrame> = []
    private var isCatchingUp = false
    /// End of the audio sent to a child.
    private var newest = SamplePosition.zero
    private var inputEnded = false
    private var closingDelivered = false
    /// Number of successors that have caught up.
    private(set) var recoveries = 0

    /// Length of the open utterance, at most the retained audio.
    var openUtterance: SampleCount { splicer.firstWord.map { min(newest - $0, Self.retention) } ?? SampleCount(0) }

    /// Whether no child is needed any more.
    var isFinished: Bool { phase == .finished }

    /// Returns the step that is due. Audio returned here counts as sent.
    mutating func nextStep() -> Step {
        switch phase {
        case .idle: return .requestResult
        case .delivering(let result):
            phase = .idle
            return .deliver(result)
        case .finished: return .finish
        case .awaitingAudio: return audioStep()
        }
    }

    private mutating func audioStep() -> Step {
        if let segment = replay.popFirst() { return .sendAudio(inChildTime(segment)) }
        if isCatchingUp {
            isCatchingUp = false
            recoveries += 1
            // The child continues to wait for audio.
            if let result = splicer.catchUp() { return .deliver(result) }
        }
        if let segment = unsent.popFirst() {
            retained.append(segment)
            newest = segment.end
            if splicer.firstWord == nil {
                retained.discard(before: SamplePosition(newest.samples - Self.unspokenRetention.samples))
            }
            return .sendAudio(inChildTime(segment))
        }
        return inputEnded ? .sendEndOfInput : .pullInput
    }

    /// Processes the input's next frame, or its end.
    mutating func process(_ frame: AudioFrame?) {
        guard let frame else {
            inputEnded = true
            return
        }
        if base == nil {
            base = frame.start
            newest = frame.start
            splicer = ResultSplicer(base: frame.start)
        }
        unsent = Self.segments(of: frame)[...]
    }

    /// Records that the child has processed its audio.
    mutating func awaitAudio() { phase = .awaitingAudio }

    /// Processes a result of the child.
    mutating func process(_ result: VoiceTranscriptionResult) {
        let (spliced, ended) = splicer.process(result)
        if let ended { retained.discard(before: ended) }
        if spliced?.utteranceEnd == .endOfInput { closingDelivered = true }
        phase = spliced.map { .delivering($0) } ?? .idle
    }

    /// Records that the child has returned all results.
    mutating func finish() { phase = .finished }

    /// Prepares the replay to a successor, from the beginning of the open utterance. Children are lost only during a
    /// request, so no result is in transit.
    mutating func restart() {
        phase = closingDelivered ? .finished : .idle
        let start = retained.start ?? newest
        if base != nil { base = start }
        replay = retained.segments[...]
        isCatchingUp = true
        splicer.restart(at: start, caughtUp: newest)
    }

    private func inChildTime(_ segment: AudioFrame) -> AudioFrame {
        AudioFrame(
            start: SamplePosition((segment.start - (base ?? segment.start)).samples), samples: segment.samples,
            endsUtterance: segment.endsUtterance)
    }

    private static func segments(of frame: AudioFrame) -> [AudioFrame] {
        guard frame.samples.count > maxSegment else { return [frame] }
        return stride(from: 0, to: frame.samples.count, by: maxSegment).map { offset in
            let end = min(offset + maxSegment, frame.samples.count)
            return AudioFrame(
                start: frame.start + SampleCount(offset), samples: Array(frame.samples[offset..<end]),
                endsUtterance: frame.endsUtterance && end == frame.samples.count)
        }
    }
}
