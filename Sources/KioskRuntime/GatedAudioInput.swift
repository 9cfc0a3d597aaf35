internal import Speech
internal import Synchronization
internal import VoiceActivity

/// The microphone's audio for wake word and recogniser: gated while the kiosk speaks, monitored, and interruptible.
///
/// Frames are dropped, held or passed on while the kiosk speaks. Where frames are dropped, an empty frame ends the open
/// utterance first, so that it does not merge with what is said after the kiosk's speech. Level and faults of the
/// signal are measured in every frame. Frames keep their positions; `ListeningSession` renumbers them. One consumer
/// calls `nextFrame`; the other members may be called from any task.
final class GatedAudioInput: AudioInput {
    /// A measurement of the microphone's signal.
    enum SignalEvent: Equatable, Sendable {
        /// Level in dBFS, 20 times a second.
        case level(Double)
        /// A fault began or ended.
        case fault(SignalFault, isPresent: Bool)
    }

    /// Decay of the kiosk's echo: audio dropped after the end of its speech.
    private static let echoTail = SampleCount(seconds: 0.25)
    /// Interval at which a held input checks whether it may continue.
    private static let holdInterval = Duration.milliseconds(20)

    fileprivate struct State {
        var isMuted = false
        /// Audio still to be dropped as the echo decays.
        var echoTail = SampleCount(0)
        /// Whether audio has been passed on since the last end mark.
        var isPassing = false
        /// The frame of a recorded guest that arrived while the kiosk began to speak.
        var held: AudioFrame?
        var isInterrupted = false
        var isEnded = false
        var meter = LevelMeter()
        var signal: SignalMonitor
        var frames = 0
        /// Since when the consumer has not asked for a frame; `nil` while it waits for one.
        var idleSince: Duration?
    }

    private let input: any AudioInput
    private let whileSpeaking: KioskParts.VoiceInput.WhileSpeaking
    private let clock: MonotonicClock
    private let report: @Sendable (SignalEvent) async -> Void
    private let state: Mutex<State>

    /// - Parameters:
    ///   - input: the microphone or recording; the gate becomes its one consumer.
    ///   - whileSpeaking: what happens to frames while the kiosk speaks.
    ///   - report: called and awaited for every measurement, in order.
    /// - Throws: `VoiceActivityError` for limits out of range.
    init(
        _ input: any AudioInput, whileSpeaking: KioskParts.VoiceInput.WhileSpeaking, clock: MonotonicClock,
        report: @escaping @Sendable (SignalEvent) async -> Void
    ) throws {
        self.input = input
        self.whileSpeaking = whileSpeaking
        self.clock = clock
        self.report = report
        state = Mutex(State(signal: try SignalMonitor()))
    }

    /// Closes the gate: the kiosk begins to speak.
    func mute() { state.withLock { $0.isMuted = true } }

    /// Opens the gate: the kiosk has stopped speaking.
    ///
    /// - Parameter sounded: whether speech was played, whose echo must decay first.
    func unmute(sounded: Bool) {
        let dropsEcho = sounded && !isHolding && isDropping
        state.withLock { state in
            if state.isMuted, dropsEcho { state.echoTail = Self.echoTail }
            state.isMuted = false
        }
    }

    /// Ends the stream for the current consumer: after the frame under way `nextFrame` returns `nil`, until `resume`.
    func interrupt() { state.withLock { $0.isInterrupted = true } }

    /// Continues the stream for the next consumer.
    func resume() { state.withLock { $0.isInterrupted = false } }

    /// Whether the input itself has ended.
    var isEnded: Bool { state.withLock { $0.isEnded } }

    /// Number of frames since the start; rises as long as the microphone works.
    var frames: Int { state.withLock { $0.frames } }

    /// How long the consumer has not asked for a frame; `nil` while it waits for one.
    ///
    /// - Parameter time: now, on the clock passed in.
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
                try await clock.sleep(Self.holdInterval)
                continue
            }
            guard let frame = try await nextInputFrame() else {
                state.withLock { $0.isEnded = true }
                return nil
            }
            let (isHolding, isDropping) = (isHolding, isDropping)
            let (passed, events) = state.withLock {
                isHolding && $0.isMuted ? $0.hold(frame) : $0.pass(frame, isDropping: isDropping)
            }
            for event in events { await report(event) }
            if let passed { return passed }
        }
    }

    private func nextInputFrame() async throws -> AudioFrame? {
        let held = state.withLock { state in
            defer { state.held = nil }
            return state.held
        }
        if let held { return held }
        return try await input.nextFrame()
    }

    private var isHolding: Bool { if case .hold = whileSpeaking { true } else { false } }

    /// Whether audio is dropped while the kiosk speaks.
    private var isDropping: Bool {
        switch whileSpeaking {
        case .drop, .hold: true
        case .bargeIn(let isEchoCancelled): !isEchoCancelled()
        }
    }
}

extension GatedAudioInput.State {
    /// Keeps a recorded guest's frame until the kiosk has stopped speaking.
    fileprivate mutating func hold(_ frame: AudioFrame) -> (AudioFrame?, [GatedAudioInput.SignalEvent]) {
        held = frame
        return (nil, [])
    }

    /// Measures a frame and passes it on, or drops it.
    fileprivate mutating func pass(_ frame: AudioFrame, isDropping: Bool) -> (
        AudioFrame?, [GatedAudioInput.SignalEvent]
    ) {
        frames += 1
        var events: [GatedAudioInput.SignalEvent] = signal.process(frame).map {
            .fault($0.fault, isPresent: $0.isPresent)
        }
        if let level = meter.process(frame).last { events.append(.level(level.rms)) }
        let isDropped = isMuted && isDropping || echoTail.samples > 0
        echoTail = SampleCount(max(0, echoTail.samples - frame.samples.count))
        guard isDropped else {
            isPassing = true
            return (frame, events)
        }
        defer { isPassing = false }
        return (isPassing ? AudioFrame(start: frame.start, samples: [], endsUtterance: true) : nil, events)
    }
}
