internal import Speech
internal import VoiceActivity

/// Decides from the audio when a listening ends. Time is the count of samples; a pure value.
struct ListenMachine: Sendable {
    /// Factor of the inactivity while there are no words.
    private static let patience = 2
    private static let storedSegments = 64

    private let timeout: SampleCount
    private let inactivity: SampleCount
    private let mode: ListenRequest.Mode
    private var detector: EnergyVoiceActivityDetector
    /// Speech so far; the last segment may still be open.
    private(set) var segments: [SpeechSpan] = []
    /// End of the newest sound that may be speech.
    private var lastSound = SamplePosition.zero
    /// End of the audio so far.
    private(set) var end = SamplePosition.zero
    /// Why the listening is over; never changes once set.
    private(set) var ending: ListenEnding?
    /// Whether the recogniser has words.
    var hasWords = false

    /// - Throws: `VoiceActivityError` never, because the settings are the defaults.
    init(_ request: ListenRequest) throws(VoiceActivityError) {
        timeout = SampleCount(seconds: request.timeout.seconds)
        inactivity = SampleCount(seconds: request.inactivity.seconds)
        mode = request.mode
        detector = try EnergyVoiceActivityDetector()
    }

    /// Processes the next frame, whose position is `end`.
    mutating func process(_ frame: AudioFrame) {
        for event in detector.process(frame) {
            switch event {
            case .speechStarted(let position, let noticed):
                if segments.count == Self.storedSegments { segments.removeFirst() }
                segments.append(SpeechSpan(start: position, end: noticed))
            case .speechEnded(let position, _): extendLast(to: position)
            }
        }
        end = frame.end
        if let position = detector.lastSpeech { extendLast(to: position) }
        if detector.isSpeechPossible { lastSound = end }
        decide()
    }

    /// The speaker let go of the button.
    mutating func release() { if ending == nil { ending = .released } }

    /// The input has ended.
    mutating func endInput() { if ending == nil { ending = .endOfInput } }

    private mutating func extendLast(to position: SamplePosition) {
        guard let last = segments.indices.last else { return }
        segments[last].end = max(segments[last].end, position)
        lastSound = max(lastSound, position)
    }

    private mutating func decide() {
        guard ending == nil else { return }
        if end - .zero >= timeout {
            ending = .timeout
        } else if end - lastSound >= silence {
            ending = .inactivity
        }
    }

    /// Silence that ends the listening now.
    private var silence: SampleCount {
        switch mode {
        case .pushToTalk: inactivity
        case .handsFree:
            segments.isEmpty
                ? SampleCount(.max) : hasWords ? inactivity : SampleCount(inactivity.samples * Self.patience)
        }
    }
}
