/// Why a microphone cannot be used.
public enum MicrophoneFault: Equatable, Hashable, Sendable {
    /// There is no device of this name.
    case missing
    /// It was there and has gone, or failed in a way that only opening it anew can mend.
    case lost
    /// Another program has it.
    case busy
    /// This user may not open it.
    case denied
    /// It gives no audio, and no error either (fault A5).
    case stalled
    /// It gives audio at another speed than it says; samples a second (fault A6).
    case wrongRate(measured: Int)
    /// The machine slept, and the device has not come back yet.
    case suspended
    /// It offers no format that can be read.
    case unsupported
    /// Anything else, in the system's words.
    case failed(String)

    /// For staff, without the device's name: "is in use by another program".
    public var reason: String {
        switch self {
        case .missing: "is not there"
        case .lost: "was unplugged or has failed"
        case .busy: "is in use by another program"
        case .denied: "may not be opened by this user"
        case .stalled: "gives no audio"
        case .wrongRate(let measured): "gives \(measured) samples a second, which is not the rate it was set to"
        case .suspended: "is suspended"
        case .unsupported: "offers no format that can be read"
        case .failed(let message): "cannot be used: \(message)"
        }
    }
}

/// A place in a microphone's stream where audio is missing.
public struct AudioGap: Equatable, Sendable {
    /// Position of the first sample after it.
    public let at: SamplePosition
    /// How much is missing, estimated by the clock.
    public let length: Duration

    public init(at: SamplePosition, length: Duration) {
        self.at = at
        self.length = length
    }
}

/// How a microphone is doing, as one value.
public struct MicrophoneStatus: Equatable, Sendable {
    public enum Availability: Equatable, Sendable {
        /// Not opened yet.
        case starting
        case available
        /// No audio comes, and the device is tried again and again. `since` is on `MonotonicClock.system`.
        case unavailable(MicrophoneFault, since: Duration)
        /// Closed for good.
        case closed
    }

    /// Counts since the microphone was opened first; none ever falls.
    public struct Counters: Equatable, Sendable {
        /// The device's buffer ran over (fault A1).
        public var overruns = 0
        /// The device was suspended (A2).
        public var suspensions = 0
        /// The device went away or failed while it ran (A3).
        public var losses = 0
        /// It gave nothing for too long (A5).
        public var stalls = 0
        /// It gave too much or too little (A6).
        public var rateFaults = 0
        /// Attempts to open it that failed (A9).
        public var failedOpenings = 0
        /// It was opened again after it had run.
        public var reopenings = 0
        /// Places where audio is missing, for whatever reason.
        public var gaps = 0
        /// Samples that were heard and thrown away: the consumer was too slow, or asked for it (C12).
        public var droppedSamples = 0

        public init() {}
    }

    /// A consumer that is further behind drops the turn and asks again (C12).
    public static let longestBacklog = SampleCount(seconds: 3)
    /// Gaps that are remembered.
    public static let rememberedGaps = 32

    /// Name it was opened by.
    public var device: String
    public var availability: Availability
    /// What the device really gives: "44,100 Hz, 2 channels, S32_LE"; empty before it was opened.
    public var format: String
    public var counters: Counters
    /// Audio that was heard and not taken yet.
    public var backlog: SampleCount
    /// The newest gaps that the consumer has passed, oldest first.
    public private(set) var gaps: [AudioGap]

    public init(device: String, availability: Availability = .starting) {
        self.device = device
        self.availability = availability
        format = ""
        counters = Counters()
        backlog = SampleCount(0)
        gaps = []
    }

    /// Whether the consumer is so far behind that the turn should be dropped.
    public var isBehind: Bool { backlog > Self.longestBacklog }

    /// Whether audio comes.
    public var isAvailable: Bool { availability == .available }

    /// Notes a gap that the consumer has passed.
    public mutating func note(_ gap: AudioGap) {
        gaps.append(gap)
        if gaps.count > Self.rememberedGaps { gaps.removeFirst(gaps.count - Self.rememberedGaps) }
        counters.gaps += 1
    }

    /// How much audio is missing in a stretch, its ends included: an utterance with more than 200 ms is asked for again
    /// (A1).
    public func lost(in span: SpeechSpan) -> Duration {
        gaps.filter { $0.at >= span.start && $0.at <= span.end }.reduce(.zero) { $0 + $1.length }
    }
}

/// A microphone that says how it is doing.
///
/// It outlives its device: while that is gone `nextFrame` waits, and positions go on when it is back. The input ends
/// only when it is closed. All members but `nextFrame` may be called from any thread at any time and return at once.
public protocol MonitoredAudioInput: AudioInput {
    /// How it is now.
    var status: MicrophoneStatus { get }

    /// The status now and whenever availability or a counter changes, or the backlog grows too long; never per frame.
    /// Each caller has a stream of its own, which keeps the newest 16 values.
    func statusUpdates() -> AsyncStream<MicrophoneStatus>

    /// Throws away what was heard and not taken yet; the next frame says how much is missing before it.
    @discardableResult
    func discardBacklog() -> SampleCount

    /// Ends the input: frames that were heard are still given, then `nil`.
    func close()
}
