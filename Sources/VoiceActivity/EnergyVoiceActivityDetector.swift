internal import Foundation
public import Speech

/// Tells speech from noise by the energy in bands above an adaptive noise floor.
///
/// Each 10 ms the energies of 16 bands are compared with what noise has in them (`NoiseFloor`). The mean over the bands
/// that stand out most, smoothed, is the prominence; two thresholds on it, a least duration and a hang-over make the
/// decision. A pure value with one owner: the events depend on the samples alone, not on the sizes of the frames they
/// come in.
public struct EnergyVoiceActivityDetector: Sendable {
    private enum State: Equatable, Sendable {
        /// Noise only.
        case quiet
        /// Something stands out since `start`: `loud` measurements above the threshold so far, the last `faint` ones
        /// near the floor.
        case rising(start: Int, loud: Int, faint: Int)
        /// Somebody speaks; `last` is the newest measurement that stood out.
        case speech(last: Int)
    }

    /// Bands whose mean is the prominence: as many as a vowel fills.
    private static let prominentBands = 5
    /// Most that one band adds, in decibels, so that a whistle is not speech.
    private static let mostExcess: Float = 45
    /// Deviations of the noise that are still noise.
    private static let deviations: Float = 1.5
    /// Share of the old prominence in the new one: a memory of about 60 ms.
    private static let smoothing: Float = 0.85
    /// Prominence up to which a measurement is learnt as noise, in decibels.
    private static let noiseProminence: Float = 3
    /// Level of a band that counts as silence in decibels of full scale; microphones at rest are louder.
    private static let lowestFloor: Float = -75
    /// What counts as speech stands out at least this many times as far as what ends it.
    private static let loudOverFaint: Float = 1.5
    /// Seconds in which the memory of loud speech halves.
    private static let loudnessHalfLife = 4.0
    /// Measurements near the floor that a beginning may hold.
    private static let faintInBeginning = 3
    /// Measurements that a beginning may reach back from where it was noticed: 0.8 s. Faint sound for longer is not the
    /// speech's.
    private static let longestBeginning = 80

    public let settings: VoiceActivitySettings
    private var spectrum = BandEnergies()
    private var floor = NoiseFloor(bands: BandEnergies.count, lowest: lowestFloor)
    private var energies = [Float](repeating: BandEnergies.silence, count: BandEnergies.count)
    private var excess = [Float](repeating: 0, count: BandEnergies.count)
    private let loudestKept = Float(exp2(-1 / (loudnessHalfLife * 100)))
    private var state = State.quiet
    /// Number of the measurement that comes next.
    private var measurement = 0
    private var origin: SamplePosition?
    private var position = SamplePosition.zero
    /// The greatest prominence of late, in decibels; halves every `loudnessHalfLife`.
    private var loudest: Float = 0
    /// How far the newest sound stands out of the noise's usual range, in decibels, smoothed over 60 ms.
    public private(set) var prominence: Float = 0

    /// - Throws: `VoiceActivityError.settingOutOfRange`.
    public init(settings: VoiceActivitySettings = VoiceActivitySettings()) throws(VoiceActivityError) {
        try settings.validate()
        self.settings = settings
    }

    /// Whether somebody speaks, as of the newest sample; stays on for the hang-over.
    public var isSpeechDetected: Bool { if case .speech = state { true } else { false } }

    /// Whether a sound that may become speech is loud enough for it, though not yet for long enough.
    public var isSpeechPossible: Bool { if case .rising(_, let loud, _) = state { loud > 0 } else { false } }

    /// End of the newest sound of speech while somebody speaks: the silence since then is not over the hang-over yet.
    public var lastSpeech: SamplePosition? { if case .speech(let last) = state { place(last + 1) } else { nil } }

    /// Takes the next frame of the stream.
    ///
    /// - Parameter frame: any number of samples; frames follow each other without gaps. After a gap the noise is
    ///   remembered, and an open stretch of speech ends where the gap begins.
    /// - Returns: what was noticed in it, in order.
    public mutating func process(_ frame: AudioFrame) -> [VoiceActivityEvent] {
        var events: [VoiceActivityEvent] = []
        if origin == nil {
            restart(at: frame.start)
        } else if frame.start != position {
            events += finish()
            restart(at: frame.start)
        }
        position = frame.start
        var rest = frame.samples[...]
        while !rest.isEmpty {
            let (taken, isDue) = spectrum.take(rest, into: &energies)
            rest = rest.dropFirst(taken)
            position = position + SampleCount(taken)
            if isDue, let event = measure() { events.append(event) }
        }
        return events
    }

    /// Ends the stream, and with it open speech.
    public mutating func finish() -> [VoiceActivityEvent] {
        guard case .speech(let last) = state else { return [] }
        state = .quiet
        return [.speechEnded(at: min(place(last + 1), position), noticed: position)]
    }

    private mutating func restart(at start: SamplePosition) {
        origin = start
        measurement = 0
        spectrum.clear()
        prominence = 0
        state = .quiet
    }

    private mutating func measure() -> VoiceActivityEvent? {
        floor.excess(of: energies, beyond: Self.deviations, into: &excess)
        prominence = Self.smoothing * prominence + (1 - Self.smoothing) * meanOfMostProminent()
        loudest = max(loudest * loudestKept, prominence)
        if prominence < Self.noiseProminence { floor.learn(energies) }
        defer { measurement += 1 }
        return advance()
    }

    private func meanOfMostProminent() -> Float {
        let most = excess.lazy.map { min(max($0, 0), Self.mostExcess) }.sorted(by: >).prefix(Self.prominentBands)
        return most.reduce(0, +) / Float(Self.prominentBands)
    }

    private mutating func advance() -> VoiceActivityEvent? {
        let faint = max(Float(settings.threshold * settings.leaveShare), Float(settings.loudestShare) * loudest)
        let isFaint = prominence <= faint,
            isLoud = prominence > max(Float(settings.threshold), faint * Self.loudOverFaint)
        switch state {
        case .quiet:
            if !isFaint { state = .rising(start: measurement, loud: isLoud ? 1 : 0, faint: 0) }
        case .rising(let start, let loud, let faint):
            if isFaint {
                state = faint < Self.faintInBeginning ? .rising(start: start, loud: loud, faint: faint + 1) : .quiet
            } else if isLoud, (loud + 1) * BandEnergies.hop >= settings.minimumSpeech.samples {
                state = .speech(last: measurement)
                return .speechStarted(
                    at: place(max(start, measurement - Self.longestBeginning)), noticed: place(measurement + 1))
            } else {
                state = .rising(start: start, loud: loud + (isLoud ? 1 : 0), faint: 0)
            }
        case .speech(let last):
            if !isFaint {
                state = .speech(last: measurement)
            } else if (measurement - last) * BandEnergies.hop >= settings.hangOver.samples {
                state = .quiet
                return .speechEnded(at: place(last + 1), noticed: place(measurement + 1))
            }
        }
        return nil
    }

    private func place(_ measurement: Int) -> SamplePosition {
        (origin ?? .zero) + SampleCount(measurement * BandEnergies.hop)
    }
}
