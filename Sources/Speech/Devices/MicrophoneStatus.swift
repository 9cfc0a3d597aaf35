/// Why a microphone cannot be used.
public enum MicrophoneFault: Equatable, Hashable, Sendable {
    /// No device has this name.
    case missing
    /// The device was removed, or failed so that only reopening can help.
    case lost
    /// Another program uses the device.
    case busy
    /// This user lacks permission.
    case denied
    /// The device delivers neither audio nor an error (fault A5).
    case stalled
    /// The device delivers audio at the wrong rate; `measured` in samples per second (fault A6).
    case wrongRate(measured: Int)
    /// The machine was suspended and the device has not returned yet.
    case suspended
    /// The device offers no supported format.
    case unsupported
    /// Any other fault, with the system's message.
    case failed(String)

    /// The fault as a predicate for staff, without the device's name: "is in use by another program".
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

/// A position in a microphone's stream at which audio is missing.
public struct AudioGap: Equatable, Sendable {
    /// Position of the first sample after the gap.
    public let at: SamplePosition
    /// Length of the missing audio, estimated from the clock.
    public let length: Duration

    /// Creates a gap.
    public init(at: SamplePosition, length: Duration) {
        self.at = at
        self.length = length
    }
}

/// The state of a microphone.
public struct MicrophoneStatus: Equatable, Sendable {
    /// Whether the microphone delivers audio.
    public enum Availability: Equatable, Sendable {
        /// Not opened yet.
        case starting
        /// Open and delivering audio.
        case available
        /// No audio; opening is retried. `since` is on `MonotonicClock.system`.
        case unavailable(MicrophoneFault, since: Duration)
        /// Closed permanently.
        case closed
    }

    /// Counts since the microphone was first opened. They never decrease.
    public struct Counters: Equatable, Sendable {
        /// Overruns of the device's buffer (fault A1).
        public var overruns = 0
        /// Suspensions of the device (A2).
        public var suspensions = 0
        /// Removals or failures of the running device (A3).
        public var losses = 0
        /// Times without any audio for too long (A5).
        public var stalls = 0
        /// Times at the wrong sample rate (A6).
        public var rateFaults = 0
        /// Failed attempts to open the device (A9).
        public var failedOpenings = 0
        /// Successful reopenings.
        public var reopenings = 0
        /// Gaps in the audio, for any reason.
        public var gaps = 0
        /// Captured samples that were discarded because the consumer was too slow or requested it (C12).
        public var droppedSamples = 0

        /// Creates counters of zero.
        public init() {}
    }

    /// Backlog beyond which the consumer drops the turn and asks the guest to repeat (C12): 3 s.
    public static let maxBacklog = SampleCount(seconds: 3)
    /// Number of gaps kept in `gaps`.
    public static let maxGaps = 32

    /// Name by which the device was opened.
    public var device: String
    /// Whether audio is delivered now.
    public var availability: Availability
    /// The device's actual format, such as "44,100 Hz, 2 channels, S32_LE"; empty before it was opened.
    public var format: String
    /// Counts since the microphone was first opened.
    public var counters: Counters
    /// Captured audio that the consumer has not read yet.
    public var backlog: SampleCount
    /// The newest gaps that the consumer has passed, oldest first.
    public private(set) var gaps: [AudioGap]

    /// Creates the status of a device.
    public init(device: String, availability: Availability = .starting) {
        self.device = device
        self.availability = availability
        format = ""
        counters = Counters()
        backlog = SampleCount(0)
        gaps = []
    }

    /// Whether the consumer is so far behind that the turn should be dropped.
    public var isBehind: Bool { backlog > Self.maxBacklog }

    /// Whether audio is delivered now.
    public var isAvailable: Bool { availability == .available }

    /// Records a gap that the consumer has passed.
    public mutating func recordGap(_ gap: AudioGap) {
        gaps.append(gap)
        if gaps.count > Self.maxGaps { gaps.removeFirst(gaps.count - Self.maxGaps) }
        counters.gaps += 1
    }

    /// Returns the amount of audio missing in a span, its ends included. An utterance with more than 200 ms missing is
    /// asked for again (A1).
    public func lostAudio(in span: SpeechSpan) -> Duration {
        gaps.filter { $0.at >= span.start && $0.at <= span.end }.reduce(.zero) { $0 + $1.length }
    }
}

/// A microphone that reports its state.
///
/// The input survives the loss of its device: `nextFrame` waits until the device returns, and positions continue. The
/// input ends only when it is closed. All members but `nextFrame` may be called from any thread at any time and return
/// at once.
public protocol MonitoredAudioInput: AudioInput {
    /// The current state.
    var status: MicrophoneStatus { get }

    /// Returns the state now and on each change of availability or counters, or when the backlog becomes too long;
    /// never per frame. Each caller gets a separate stream that keeps the newest 16 values.
    func statusUpdates() -> AsyncStream<MicrophoneStatus>

    /// Discards captured audio that was not read yet and returns its length. The next frame reports the gap before it.
    @discardableResult
    func discardBacklog() -> SampleCount

    /// Ends the input. Frames captured so far are still delivered, then `nil`.
    func close()
}
