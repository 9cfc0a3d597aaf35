public import Speech

/// A segment of speech, pre-roll included.
public struct SpeechSegment: Equatable, Sendable {
    /// Why a segment ended.
    public enum End: String, Equatable, Sendable {
        /// Silence for the hang-over.
        case silence
        /// The maximum duration of a turn (fault C9).
        case longestTurn
        /// The stream ended or was interrupted.
        case endOfInput
    }

    /// The emitted samples.
    public let span: SpeechSpan
    /// End of the last speech sound.
    public let speechEnd: SamplePosition
    /// Why the segment ended.
    public let end: End
    /// Level, offset and clipping of its signal.
    public let statistics: SignalStatistics

    /// Whether so many of its samples are clipped that its words are unreliable (fault A8).
    public func isClipped(limits: SignalLimits = SignalLimits()) -> Bool {
        statistics.clippedShare > limits.clippedShare
    }
}

/// Cuts a stream into segments of speech, each with the audio shortly before it, so that no first phone is lost.
///
/// For programs that embed Brews; the kiosk does not use it: there, endpointer and recogniser decide where an utterance
/// ends.
///
/// Nothing is emitted in silence, so consumers cost nothing then. After the longest turn nothing is emitted until there
/// is silence. A value type; its buffer is bounded by the pre-roll and the detection delay.
///
/// ```swift
/// var segmenter = try SpeechSegmenter()
/// for output in segmenter.process(frame) {
///     if case .audio(let speech) = output { send(speech) }
/// }
/// ```
public struct SpeechSegmenter: Sendable {
    /// Settings of the segmenter.
    public struct Settings: Equatable, Sendable {
        /// Thresholds and durations of speech detection.
        public var activity = VoiceActivitySettings()
        /// Audio before the detected start of speech, 0…2 s. Default 0.3 s: soft first phones ("f", "h") lie up to
        /// 0.2 s before it.
        public var preRoll = SampleCount(seconds: 0.3)
        /// Longest segment without pre-roll, 1…60 s. Default 15 s.
        public var longestTurn = SampleCount(seconds: 15)

        /// The default settings.
        public init() {}
    }

    /// Output of the segmenter, in order.
    public enum Output: Equatable, Sendable {
        /// A segment begins; its audio follows from `at` on.
        case began(at: SamplePosition)
        /// Audio of the open segment, without gaps.
        case audio(AudioFrame)
        /// The segment has ended.
        case ended(SpeechSegment)
    }

    private enum State: Sendable {
        /// Silence; the buffer is filled.
        case idle
        /// A segment is open.
        case open(Open)
        /// The turn was too long; its remaining audio is not emitted.
        case overlong
    }

    private struct Open: Sendable {
        var start: SamplePosition
        var speechStart: SamplePosition
        var emitted: SamplePosition
        var statistics = SignalStatistics()
    }

    /// Longest delay from the start of speech to its detection.
    private static let longestDelay = SampleCount(seconds: 1)

    /// The settings.
    public let settings: Settings
    private var detector: EnergyVoiceActivityDetector
    private var state = State.idle
    /// The newest samples; those before `emitted` may be dropped.
    private var ring: [Int16] = []
    private var ringStart = SamplePosition.zero

    /// - Throws: `VoiceActivityError.settingOutOfRange`.
    public init(settings: Settings = Settings()) throws(VoiceActivityError) {
        try require("preRoll", settings.preRoll.seconds, in: 0...2, unit: "s")
        try require("longestTurn", settings.longestTurn.seconds, in: 1...60, unit: "s")
        self.settings = settings
        detector = try EnergyVoiceActivityDetector(settings: settings.activity)
    }

    /// The detector, for displays: prominence, and whether speech is detected.
    public var activity: EnergyVoiceActivityDetector { detector }

    /// Length of the buffered audio, in which speech may have begun.
    var buffered: SampleCount { SampleCount(ring.count) }

    /// Processes the next frame, of any size. After a gap an open segment ends where the gap begins.
    public mutating func process(_ frame: AudioFrame) -> [Output] {
        var output: [Output] = []
        if frame.start != ringStart + SampleCount(ring.count) {
            output += finish()
            ring = []
            ringStart = frame.start
        }
        var rest = frame.samples[...], start = frame.start
        // In steps of one measurement, so that events and audio are in the order of the stream.
        while !rest.isEmpty {
            let step = Array(rest.prefix(BandEnergies.hop - start.samples % BandEnergies.hop))
            rest = rest.dropFirst(step.count)
            ring += step
            let events = detector.process(AudioFrame(start: start, samples: step))
            start = start + SampleCount(step.count)
            for event in events { process(event, &output) }
            emit(upTo: start, &output)
        }
        return Self.joined(output)
    }

    /// Ends the stream and an open segment.
    public mutating func finish() -> [Output] {
        var output: [Output] = []
        let end = ringStart + SampleCount(ring.count)
        let last = detector.lastSpeech ?? end
        _ = detector.finish()
        if case .open(let open) = state { close(open, speechEnd: min(last, end), end: .endOfInput, &output) }
        state = .idle
        return output
    }

    private mutating func process(_ event: VoiceActivityEvent, _ output: inout [Output]) {
        switch (event, state) {
        case (.speechStarted(let position, _), .idle):
            let start = max(position.moved(back: settings.preRoll), ringStart)
            output.append(.began(at: start))
            state = .open(Open(start: start, speechStart: position, emitted: start))
        case (.speechEnded(let position, let noticed), .open(let open)):
            var open = open
            emit(&open, upTo: noticed, &output)
            close(open, speechEnd: position, end: .silence, &output)
        case (.speechEnded, .overlong): state = .idle
        case (.speechStarted, .open), (.speechStarted, .overlong), (.speechEnded, .idle): break
        }
    }

    private mutating func emit(upTo end: SamplePosition, _ output: inout [Output]) {
        switch state {
        case .idle, .overlong: trim(keeping: settings.preRoll + Self.longestDelay)
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
        let from = (open.emitted - ringStart).samples, to = min((end - ringStart).samples, ring.count)
        guard from >= 0, to > from else { return }
        let samples = Array(ring[from..<to])
        output.append(.audio(AudioFrame(start: open.emitted, samples: samples)))
        open.statistics.add(samples)
        open.emitted = open.emitted + SampleCount(samples.count)
        trim(keeping: settings.preRoll + Self.longestDelay)
    }

    private mutating func close(
        _ open: Open, speechEnd: SamplePosition, end: SpeechSegment.End, _ output: inout [Output]
    ) {
        output.append(
            .ended(
                SpeechSegment(
                    span: SpeechSpan(start: open.start, end: open.emitted), speechEnd: speechEnd, end: end,
                    statistics: open.statistics)))
        state = .idle
    }

    /// Drops samples that no segment needs; seldom, because it moves memory.
    private mutating func trim(keeping count: SampleCount) {
        guard ring.count > 2 * count.samples else { return }
        let dropped = ring.count - count.samples
        ring.removeFirst(dropped)
        ringStart = ringStart + SampleCount(dropped)
    }

    /// The output with adjacent audio joined into one frame.
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
    /// The position moved back by a count, at least zero.
    func moved(back count: SampleCount) -> SamplePosition { SamplePosition(max(0, samples - count.samples)) }
}
