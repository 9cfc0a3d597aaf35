internal import Speech

/// One recognition as the host sees it: what to say to the child next, what the consumer gets, and how all goes on with
/// a successor when the child is lost.
///
/// A value without processes or tasks. The child speaks when it is spoken to, so at any moment exactly one step is due.
struct HostedRecognition: Sendable {
    /// What is due.
    enum Step: Equatable, Sendable {
        /// Ask the child for its next result.
        case askForResult
        /// Give the child the audio it asked for; the piece is in the child's own positions.
        case giveAudio(AudioFrame)
        /// Tell the child that the audio has ended.
        case tellEnd
        /// Take the next frame from the input.
        case pullInput
        case deliver(VoiceTranscriptionResult)
        case finish
    }

    private enum Phase: Equatable, Sendable {
        /// The child waits to be asked for a result.
        case idle
        /// The child waits for audio.
        case asked
        case delivering(VoiceTranscriptionResult)
        case finished
    }

    /// Audio kept for a successor: the longest utterance there is.
    static let retention = SampleCount(seconds: 30)
    /// Audio kept while no word of an utterance is known. It is more than any engine takes to show a first word, and
    /// what a successor has to read again when a child is lost while a guest thinks, which a slow board is through with
    /// in time.
    static let unspokenRetention = SampleCount(seconds: 10)
    /// Larger frames are handed over in pieces, each of which the child must be through with in time.
    static let largestPiece = SampleRate.speech

    private var phase = Phase.idle
    private var base: SamplePosition?
    private var splicer = ResultSplicer(base: .zero)
    private var retained = ReplayBuffer(capacity: Self.retention)
    /// Pieces of the newest frame that no child has had yet.
    private var unsent: ArraySlice<AudioFrame> = []
    /// Pieces that a successor has to read again.
    private var replay: ArraySlice<AudioFrame> = []
    private var isCatchingUp = false
    /// End of the audio that a child has had.
    private var newest = SamplePosition.zero
    private var inputEnded = false
    private var closingDelivered = false
    /// Successors that have caught up.
    private(set) var recoveries = 0

    /// Audio of the open utterance, at most what is retained.
    var openUtterance: SampleCount { splicer.firstWord.map { min(newest - $0, Self.retention) } ?? SampleCount(0) }

    /// Audio kept for a successor.
    var retainedAudio: SampleCount { retained.length }

    /// Whether there is nothing left that a child is needed for.
    var isFinished: Bool { phase == .finished }

    /// The step that is due; audio counts as given once it was taken from here.
    mutating func nextStep() -> Step {
        switch phase {
        case .idle: return .askForResult
        case .delivering(let result):
            phase = .idle
            return .deliver(result)
        case .finished: return .finish
        case .asked: return stepWhenAsked()
        }
    }

    private mutating func stepWhenAsked() -> Step {
        if let piece = replay.popFirst() { return .giveAudio(moved(piece)) }
        if isCatchingUp {
            isCatchingUp = false
            recoveries += 1
            // The child goes on waiting for audio meanwhile.
            if let result = splicer.catchUp() { return .deliver(result) }
        }
        if let piece = unsent.popFirst() {
            retained.append(piece)
            newest = piece.end
            if splicer.firstWord == nil {
                retained.forget(before: SamplePosition(newest.samples - Self.unspokenRetention.samples))
            }
            return .giveAudio(moved(piece))
        }
        return inputEnded ? .tellEnd : .pullInput
    }

    /// The input's next frame, or its end.
    mutating func take(_ frame: AudioFrame?) {
        guard let frame else {
            inputEnded = true
            return
        }
        if base == nil {
            base = frame.start
            newest = frame.start
            splicer = ResultSplicer(base: frame.start)
        }
        unsent = Self.pieces(of: frame)[...]
    }

    /// The child is through with its audio.
    mutating func audioNeeded() { phase = .asked }

    /// The child has a result.
    mutating func take(_ result: VoiceTranscriptionResult) {
        let (spliced, ended) = splicer.take(result)
        if let ended { retained.forget(before: ended) }
        if spliced?.utteranceEnd == .endOfInput { closingDelivered = true }
        phase = spliced.map { .delivering($0) } ?? .idle
    }

    /// The child has given all results.
    mutating func closed() { phase = .finished }

    /// The child was lost; a successor begins where the open utterance did. Only asked children are lost, so no result
    /// is under way.
    mutating func restart() {
        phase = closingDelivered ? .finished : .idle
        let start = retained.start ?? newest
        if base != nil { base = start }
        replay = retained.pieces[...]
        isCatchingUp = true
        splicer.restart(at: start, caughtUp: newest)
    }

    private func moved(_ piece: AudioFrame) -> AudioFrame {
        AudioFrame(
            start: SamplePosition((piece.start - (base ?? piece.start)).samples), samples: piece.samples,
            endsUtterance: piece.endsUtterance)
    }

    private static func pieces(of frame: AudioFrame) -> [AudioFrame] {
        guard frame.samples.count > largestPiece else { return [frame] }
        return stride(from: 0, to: frame.samples.count, by: largestPiece).map { offset in
            let end = min(offset + largestPiece, frame.samples.count)
            return AudioFrame(
                start: frame.start + SampleCount(offset), samples: Array(frame.samples[offset..<end]),
                endsUtterance: frame.endsUtterance && end == frame.samples.count)
        }
    }
}
