/// Trailing-silence detection: how long the newest samples have been quiet relative to the speech before them.
///
/// It is no voice activity detector: it does not report speech, only that none can have occurred for a while. In steady
/// noise less than 10 dB below the speech it finds hardly any silence, which is the safe side for its uses. Frames of
/// 10 ms; the result does not depend on how the samples are cut into blocks.
public struct TrailingSilenceDetector: Equatable, Sendable {
    /// Analysis frame: 10 ms.
    public static let frame = SampleCount(SampleRate.speech / 100)
    /// A frame is silent up to this power ratio to the noise floor (8 dB).
    private static let floorRatio = 6.3
    /// A frame is silent at this power ratio to the loudest speech of the last seconds (−35 dB).
    private static let peakRatio = 0.000_32
    /// Power below which every frame is silent: −70 dBFS.
    private static let absoluteThreshold = 107.0
    /// Power below which a silent frame is a microphone's own noise: −55 dBFS.
    private static let idleThreshold = 3_395.0
    /// Power ratio to the loudest speech of the last seconds below which silence counts as clean (−26 dB).
    private static let cleanRatio = 0.002_5
    /// Change of noise floor (up) and speech peak (down) per frame, as a power ratio: 3 dB a second.
    private static let drift = 1.006_93

    private var energy = 0.0
    private var sampleCount = 0
    private var floor: Double?
    private var peak = 0.0
    private var silentFrames = 0
    /// Sum of the powers of the silent frames.
    private var silentPower = 0.0
    private var idleFrames = 0

    /// Creates a detector at the beginning of a stream.
    public init() {}

    /// Length of the silence at the end of the stream, in whole frames.
    public var silence: SampleCount { SampleCount(silentFrames * Self.frame.samples) }

    /// Time since the last frame in which somebody may have spoken, in whole frames: others are silent and below
    /// −55 dBFS, or below −70 dBFS. So much is the noise of a microphone in a quiet room.
    public var idleSilence: SampleCount { SampleCount(idleFrames * Self.frame.samples) }

    /// Whether the silence is far below the speech before it, so that noise cannot have affected the words recognised.
    public var isClean: Bool { silentPower <= peak * Self.cleanRatio * Double(silentFrames) }

    /// Processes the next samples of the stream.
    public mutating func process(_ samples: [Int16]) {
        for sample in samples {
            energy += Double(sample) * Double(sample)
            sampleCount += 1
            if sampleCount == Self.frame.samples { closeFrame() }
        }
    }

    private mutating func closeFrame() {
        let power = energy / Double(Self.frame.samples)
        energy = 0
        sampleCount = 0
        let lowest = min((floor ?? power) * Self.drift, max(power, Self.absoluteThreshold / Self.floorRatio))
        floor = lowest
        peak = max(peak / Self.drift, power)
        let isSilent = power <= max(Self.absoluteThreshold, lowest * Self.floorRatio, peak * Self.peakRatio)
        silentFrames = isSilent ? silentFrames + 1 : 0
        silentPower = isSilent ? silentPower + power : 0
        idleFrames = isSilent && power <= Self.idleThreshold ? idleFrames + 1 : 0
    }
}
