internal import Speech
internal import Synchronization
internal import VoiceActivity

/// The microphone as wake word and recogniser hear it: gated while the kiosk speaks, watched all the time, and
/// interruptible.
///
/// Positions run on without gaps whatever is left out; where something is, an empty frame ends the utterance first, so
/// that what was being said does not become one with what is said after the kiosk. It has one consumer, and members
/// that any task may call.
final class GatedAudioInput: AudioInput {
    /// What is noticed in the sound.
    enum Notice: Equatable, Sendable {
        case level(Double)
        case speech(isHeard: Bool)
        case fault(SignalFault, isPresent: Bool)
    }

    /// What an echo of the kiosk's voice takes to fade: the end of speech that is left out after its own end.
    private static let fading = SampleCount(seconds: 0.25)
    /// How often a held input looks whether it may go on.
    private static let holding = Duration.milliseconds(20)

    private struct State {
        var isMuted = false
        /// What is still to be left out of an echo that fades.
        var fading = SampleCount(0)
        /// Whether what comes next goes on with what was heard last.
        var isUnbroken = false
        /// What a recorded guest was about to say as the kiosk began to speak.
        var held: AudioFrame?
        var isInterrupted = false
        var isEnded = false
        var position = SamplePosition.zero
        var meter = LevelMeter()
        var signal: SignalMonitor
        var activity: EnergyVoiceActivityDetector
        var frames = 0
        /// Since when nobody waits for a frame; `nil` while somebody does.
        var idleSince: Duration?
    }

    private let input: any AudioInput
    private let whileSpeaking: KioskParts.Ears.WhileSpeaking
    private let clock: MonotonicClock
    private let notice: @Sendable (Notice) async -> Void
    private let state: Mutex<State>

    init(
        _ input: any AudioInput, whileSpeaking: KioskParts.Ears.WhileSpeaking, clock: MonotonicClock,
        notice: @escaping @Sendable (Notice) async -> Void
    ) throws {
        self.input = input
        self.whileSpeaking = whileSpeaking
        self.clock = clock
        self.notice = notice
        state = Mutex(State(signal: try SignalMonitor(), activity: try EnergyVoiceActivityDetector()))
    }

    /// The kiosk begins to speak.
    func mute() { state.withLock { $0.isMuted = true } }

    /// The kiosk speaks no longer.
    ///
    /// - Parameter sounded: whether there was anything to hear, whose end fades out in the room.
    func unmute(sounded: Bool) {
        let fades = sounded && !isHolding && isDeaf
        state.withLock { state in
            if state.isMuted, fades { state.fading = Self.fading }
            state.isMuted = false
        }
    }

    /// Ends what listens now: after a frame that is under way the input looks as if it were at its end, until `begin`.
    func interrupt() { state.withLock { $0.isInterrupted = true } }

    /// What listens from now on is not to be interrupted by what was meant for something else.
    func begin() { state.withLock { $0.isInterrupted = false } }

    /// Whether the input itself has ended.
    var isEnded: Bool { state.withLock { $0.isEnded } }

    /// Frames that have come since the start: a microphone that works makes this rise.
    var frames: Int { state.withLock { $0.frames } }

    /// How long nobody has waited for a frame; `nil` while somebody does.
    ///
    /// - Parameter time: now, on the clock it was made with.
    func idle(at time: Duration) -> Duration? { state.withLock { $0.idleSince.map { time - $0 } } }

    func nextFrame() async throws -> AudioFrame? {
        state.withLock { $0.idleSince = nil }
        defer {
            let now = clock.now()
            state.withLock { $0.idleSince = now }
        }
        while true {
            if state.withLock({ $0.isInterrupted || $0.isEnded }) { return nil }
            if isHolding, state.withLock({ $0.isMuted }) {
                try await clock.sleep(Self.holding)
                continue
            }
            guard let frame = try await newFrame() else {
                state.withLock { $0.isEnded = true }
                return nil
            }
            let (isHolding, isDeaf) = (isHolding, isDeaf)
            let (heard, notices) = state.withLock {
                isHolding && $0.isMuted ? Self.keep(frame, &$0) : Self.take(frame, isDeaf: isDeaf, &$0)
            }
            for one in notices { await notice(one) }
            if let heard { return heard }
        }
    }

    private func newFrame() async throws -> AudioFrame? {
        let held = state.withLock { state in
            defer { state.held = nil }
            return state.held
        }
        if let held { return held }
        return try await input.nextFrame()
    }

    private var isHolding: Bool { if case .hold = whileSpeaking { true } else { false } }

    /// Whether what is heard while the kiosk speaks is not to be believed.
    private var isDeaf: Bool {
        switch whileSpeaking {
        case .drop, .hold: true
        case .listen(let isClear): !isClear()
        }
    }

    /// A recorded guest waits with it.
    private static func keep(_ frame: AudioFrame, _ state: inout State) -> (AudioFrame?, [Notice]) {
        state.held = frame
        return (nil, [])
    }

    private static func take(_ frame: AudioFrame, isDeaf: Bool, _ state: inout State) -> (AudioFrame?, [Notice]) {
        state.frames += 1
        var notices: [Notice] = state.signal.process(frame).map { .fault($0.fault, isPresent: $0.isPresent) }
        if let level = state.meter.process(frame).last { notices.append(.level(level.rms)) }
        let isLeftOut = state.isMuted && isDeaf || state.fading.samples > 0
        state.fading = SampleCount(max(0, state.fading.samples - frame.samples.count))
        guard !isLeftOut else {
            let end = state.isUnbroken ? AudioFrame(start: state.position, samples: [], endsUtterance: true) : nil
            state.isUnbroken = false
            return (end, notices)
        }
        state.isUnbroken = true
        let heard = AudioFrame(start: state.position, samples: frame.samples, capture: frame.capture)
        state.position = heard.end
        for event in state.activity.process(heard) { notices.append(.speech(isHeard: event.result.speechDetected)) }
        return (heard, notices)
    }
}

/// A guest's turn as the recogniser hears it: positions from zero, and the time of the newest frame.
final class SessionAudioInput: AudioInput {
    private struct Newest {
        var origin: SamplePosition?
        var end = SamplePosition.zero
        var at = Duration.zero
        /// Where audio is missing, and how much; the newest few.
        var gaps: [AudioGap] = []
    }

    private static let rememberedGaps = 32

    private let input: any AudioInput
    private let now: @Sendable () -> Duration
    private let newest = Mutex(Newest())

    init(_ input: any AudioInput, now: @escaping @Sendable () -> Duration) {
        self.input = input
        self.now = now
    }

    /// When the audio at a position was heard.
    func time(of position: SamplePosition) -> Duration {
        newest.withLock { max(.zero, $0.at - .seconds(($0.end - position).seconds)) }
    }

    /// How much audio is missing in a stretch, its ends included.
    func missing(in span: SpeechSpan) -> Duration {
        newest.withLock { $0.gaps.filter { $0.at >= span.start && $0.at <= span.end }.reduce(.zero) { $0 + $1.length } }
    }

    /// When the newest frame came.
    var newestArrival: Duration { newest.withLock { $0.at } }

    func nextFrame() async throws -> AudioFrame? {
        guard let frame = try await input.nextFrame() else { return nil }
        let moment = now()
        return newest.withLock { newest in
            let origin = newest.origin ?? frame.start
            newest.origin = origin
            let moved = AudioFrame(
                start: SamplePosition((frame.start - origin).samples), samples: frame.samples,
                endsUtterance: frame.endsUtterance)
            if let lost = frame.capture?.lost, lost > .zero {
                newest.gaps.append(AudioGap(at: moved.start, length: lost))
                newest.gaps = newest.gaps.suffix(Self.rememberedGaps)
            }
            newest.end = moved.end
            newest.at = moment
            return moved
        }
    }
}

/// Frames on their way to a recogniser, with whether somebody speaks in them.
final class VoiceActivityInput: AudioInput {
    private let input: any AudioInput
    private let hear: @Sendable (AudioFrame, Bool) async -> Void
    private let activity: Mutex<EnergyVoiceActivityDetector?>

    init(_ input: any AudioInput, hear: @escaping @Sendable (AudioFrame, Bool) async -> Void) {
        self.input = input
        self.hear = hear
        activity = Mutex(try? EnergyVoiceActivityDetector())
    }

    func nextFrame() async throws -> AudioFrame? {
        guard let frame = try await input.nextFrame() else { return nil }
        let isSpeech = activity.withLock { activity in
            _ = activity?.process(frame)
            return activity?.isSpeechDetected ?? false
        }
        await hear(frame, isSpeech)
        return frame
    }
}
