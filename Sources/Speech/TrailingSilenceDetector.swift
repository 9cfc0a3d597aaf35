/// How long the newest samples of a stream have been quiet against the speech before them.
///
/// It is no voice activity detector: it never says that somebody speaks, only that for a while nobody can have. In
/// steady noise nearer than 10 dB to the speech it finds hardly any quiet, which is the safe side for what is decided
/// by it. Frames of 10 ms; the same samples give the same answers however they are cut into blocks.
public struct TrailingSilenceDetector: Equatable, Sendable {
    /// Samples that are looked at together: 10 ms.
    public static let frame = SampleCount(SampleRate.speech / 100)
    /// A frame is quiet up to this ratio to the noise floor (8 dB, in power).
    private static let overFloor = 6.3
    /// A frame is quiet this far below the loudest speech of the last seconds (35 dB, in power).
    private static let underPeak = 0.000_32
    /// Power below which anything is quiet: −70 dB of full scale.
    private static let faintest = 107.0
    /// Quiet is deep this far below the loudest speech of the last seconds (26 dB, in power).
    private static let depth = 0.002_5
    /// The floor rises by 3 dB and the peak falls by 3 dB a second when nothing holds them, in power for each frame.
    private static let drift = 1.006_93

    private var energy = 0.0
    private var collected = 0
    private var floor: Double?
    private var peak = 0.0
    private var quietFrames = 0
    /// Sum of their powers.
    private var quietPower = 0.0
    private var silentFrames = 0

    public init() {}

    /// The quiet at the newest whole frame, counted in whole frames.
    public var length: SampleCount { SampleCount(quietFrames * Self.frame.samples) }

    /// How long no frame has been above −70 dB of full scale, in whole frames: no microphone that is fit for speech
    /// hears a voice that faintly, only itself.
    public var silence: SampleCount { SampleCount(silentFrames * Self.frame.samples) }

    /// Whether the quiet is far below the speech before it, so that what was recognised of that owes nothing to noise.
    public var isDeep: Bool { quietPower <= peak * Self.depth * Double(quietFrames) }

    /// Takes the next samples of the stream.
    public mutating func take(_ samples: [Int16]) {
        for sample in samples {
            energy += Double(sample) * Double(sample)
            collected += 1
            if collected == Self.frame.samples { closeFrame() }
        }
    }

    private mutating func closeFrame() {
        let power = energy / Double(Self.frame.samples)
        energy = 0
        collected = 0
        let lowest = min((floor ?? power) * Self.drift, max(power, Self.faintest / Self.overFloor))
        floor = lowest
        peak = max(peak / Self.drift, power)
        let isQuiet = power <= max(Self.faintest, lowest * Self.overFloor, peak * Self.underPeak)
        quietFrames = isQuiet ? quietFrames + 1 : 0
        quietPower = isQuiet ? quietPower + power : 0
        silentFrames = power <= Self.faintest ? silentFrames + 1 : 0
    }
}
