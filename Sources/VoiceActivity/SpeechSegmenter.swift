public import Speech

/// A stretch of speech as it was handed out, pre-roll included.
public struct SpeechSegment: Equatable, Sendable {
    /// Why a segment is over.
    public enum End: String, Equatable, Sendable {
        /// Silence for the hang-over.
        case silence
        /// The longest turn there may be (fault C9).
        case longestTurn
        /// The stream ended or was interrupted.
        case endOfInput
    }

    /// The samples handed out.
    public let span: SpeechSpan
    /// End of the last sound of speech.
    public let speechEnd: SamplePosition
    public let end: End
    /// What its signal was like.
    public let statistics: SignalStatistics

    /// Whether so much of it was cut off at full scale that its words cannot be trusted (fault A8).
    public func isClipped(limits: SignalLimits = SignalLimits()) -> Bool {
        statistics.clippedShare > limits.clippedShare
    }
}

/// Cuts a stream into stretches of speech, each with what was heard shortly before it, so that no first phone is lost.
///
/// For programs that embed Brews; the kiosk does not use it. There `EndpointingInput` and the recogniser decide where
/// an utterance ends.
///
/// Nothing is handed out in silence, so what listens behind it costs nothing then. After the longest turn it hands out
/// nothing until there has been silence. A pure value; what it holds back is bounded by the pre-roll and the time it
/// takes to notice speech.
public struct SpeechSegmenter: Sendable {
    public struct Settings: Equatable, Sendable {
        public var activity = VoiceActivitySettings()
        /// Audio before the first sound that was noticed, 0…2 s. Soft first phones ("f", "h") lie up to 0.2 s before
        /// it.
        public var preRoll = SampleCount(seconds: 0.3)
        /// Longest stretch of speech, pre-roll not counted, 1…60 s.
        public var longestTurn = SampleCount(seconds: 15)

        public init() {}
    }

    /// What it hands out, in order.
    public enum Output: Equatable, Sendable {
        /// Speech begins; its audio follows from `at` on.
        case began(at: SamplePosition)
        /// Audio of the open segment, without gaps.
        case audio(AudioFrame)
        case ended(SpeechSegment)
    }

    private enum State: Sendable {
        /// Nobody speaks; the ring is filled.
        case idle
        /// A segment is open.
        case open(Open)
        /// The turn took too long; what still sounds is not handed out.
        case overlong
    }

    private struct Open: Sendable {
        var start: SamplePosition
        var speechStart: SamplePosition
        var handedOut: SamplePosition
        var statistics = SignalStatistics()
    }

    /// Speech begins less than this before it is noticed.
    private static let longestNotice = SampleCount(seconds: 1)

    public let settings: Settings
    private var detector: EnergyVoiceActivityDetector
    private var state = State.idle
    /// The newest samples, of which those before `handedOut` may be dropped.
    private var ring: [Int16] = []
    private var ringStart = SamplePosition.zero

    /// - Throws: `VoiceActivityError.settingOutOfRange`.
    public init(settings: Settings = Settings()) throws(VoiceActivityError) {
        try require("preRoll", settings.preRoll.seconds, in: 0...2, unit: "s")
        try require("longestTurn", settings.longestTurn.seconds, in: 1...60, unit: "s")
        self.settings = settings
        detector = try EnergyVoiceActivityDetector(settings: settings.activity)
    }

    /// The detector, for display: prominence, whether speech is detected.
    public var activity: EnergyVoiceActivityDetector { detector }

    /// Audio that is kept in case speech has begun in it.
    var heldBack: SampleCount { SampleCount(ring.count) }

    /// Takes the next frame, of any size; after a gap an open segment ends where the gap begins.
    public mutating func process(_ frame: AudioFrame) -> [Output] {
        var output: [Output] = []
        if frame.start != ringStart + SampleCount(ring.count) {
            output += finish()
            ring = []
            ringStart = frame.start
        }
        var rest = frame.samples[...], start = frame.start
        // In steps of one measurement, so that events and audio come out in the order of the stream.
        while !rest.isEmpty {
            let step = Array(rest.prefix(BandEnergies.hop - start.samples % BandEnergies.hop))
            rest = rest.dropFirst(step.count)
            ring += step
            let events = detector.process(AudioFrame(start: start, samples: step))
            start = start + SampleCount(step.count)
            for event in events { take(event, &output) }
            hand(upTo: start, &output)
        }
        return Self.joined(output)
    }

    /// Ends the stream, and with it an open segment.
    public mutating func finish() -> [Output] {
        var output: [Output] = []
        let end = ringStart + SampleCount(ring.count)
        let last = detector.lastSpeech ?? end
        _ = detector.finish()
        if case .open(let open) = state { close(open, speechEnd: min(last, end), end: .endOfInput, &output) }
        state = .idle
        return output
    }

    private mutating func take(_ event: VoiceActivityEvent, _ output: inout [Output]) {
        switch (event, state) {
        case (.speechStarted(let position, _), .idle):
            let start = max(position.moved(back: settings.preRoll), ringStart)
            output.append(.began(at: start))
            state = .open(Open(start: start, speechStart: position, handedOut: start))
        case (.speechEnded(let position, let noticed), .open(let open)):
            var open = open
            emit(&open, upTo: noticed, &output)
            close(open, speechEnd: position, end: .silence, &output)
        case (.speechEnded, .overlong): state = .idle
        case (.speechStarted, .open), (.speechStarted, .overlong), (.speechEnded, .idle): break
        }
    }

    private mutating func hand(upTo end: SamplePosition, _ output: inout [Output]) {
        switch state {
        case .idle, .overlong: trim(keeping: settings.preRoll + Self.longestNotice)
        case .open(var open):
            let limit = open.speechStart + settings.longestTurn
            emit(&open, upTo: min(end, limit), &output)
            if end >= limit {
                close(open, speechEnd: limit, end: .longestTurn, &output)
                state = .overlong
            } else {
                state = .open(open)
            }
        }
    }

    private mutating func emit(_ open: inout Open, upTo end: SamplePosition, _ output: inout [Output]) {
        let from = (open.handedOut - ringStart).samples, to = min((end - ringStart).samples, ring.count)
        guard from >= 0, to > from else { return }
        let samples = Array(ring[from..<to])
        output.append(.audio(AudioFrame(start: open.handedOut, samples: samples)))
        open.statistics.add(samples)
        open.handedOut = open.handedOut + SampleCount(samples.count)
        trim(keeping: settings.preRoll + Self.longestNotice)
    }

    private mutating func close(
        _ open: Open, speechEnd: SamplePosition, end: SpeechSegment.End, _ output: inout [Output]
    ) {
        output.append(
            .ended(
                SpeechSegment(
                    span: SpeechSpan(start: open.start, end: open.handedOut), speechEnd: speechEnd, end: end,
                    statistics: open.statistics)))
        state = .idle
    }

    /// Drops what no segment can need any more, now and then rather than at every step.
    private mutating func trim(keeping count: SampleCount) {
        guard ring.count > 2 * count.samples else { return }
        let dropped = ring.count - count.samples
        ring.removeFirst(dropped)
        ringStart = ringStart + SampleCount(dropped)
    }

    /// Neighbouring audio in one frame.
    private static func joined(_ output: [Output]) -> [Output] {
        output.reduce(into: []) { joined, next in
            if case .audio(let frame) = next, case .audio(let before)? = joined.last {
                joined[joined.count - 1] = .audio(
                    AudioFrame(start: before.start, samples: before.samples + frame.samples))
            } else {
                joined.append(next)
            }
        }
    }
}

extension SamplePosition {
    /// The position that much earlier, not before the beginning.
    func moved(back count: SampleCount) -> SamplePosition { SamplePosition(max(0, samples - count.samples)) }
}
