internal import Foundation
public import Speech

/// Detects speech by its band energies above an adaptive noise floor.
///
/// Every 10 ms the energies of 16 bands are compared with the noise floor (`NoiseFloor`). The smoothed mean excess of
/// the most prominent bands is the prominence. Two thresholds on it, a minimum duration and a hang-over decide. A value
/// type with one owner: the events depend only on the samples, not on the frame sizes.
///
/// ```swift
/// var detector = try EnergyVoiceActivityDetector()
/// for event in detector.process(frame) { print(event.result.speechDetected, event.result.timestamp) }
/// ```
public struct EnergyVoiceActivityDetector: Sendable {
    private enum State: Equatable, Sendable {
        /// Noise only.
        case quiet
        /// Possible speech since measurement `start`: `loud` measurements above the upper threshold so far, the last
        /// `faint` ones below the lower threshold.
        case rising(start: Int, loud: Int, faint: Int)
        /// Speech; `last` is the newest measurement above the lower threshold.
        case speech(last: Int)
    }

    /// Number of bands averaged for the prominence: as many as a vowel fills.
    private static let prominentBands = 5
    /// Largest excess counted per band, in decibels, so that a whistle is not detected as speech.
    private static let mostExcess: Float = 45
    /// Standard deviations above the mean that still count as noise.
    private static let deviations: Float = 1.5
    /// Smoothing factor of the prominence: a time constant of about 60 ms.
    private static let smoothing: Float = 0.85
    /// Prominence in decibels below which a measurement updates the noise floor.
    private static let noiseProminence: Float = 3
    /// Lowest noise floor per band, in dBFS; idle microphones are louder.
    private static let lowestFloor: Float = -75
    /// Minimum ratio of the upper threshold to the lower one.
    private static let loudOverFaint: Float = 1.5
    /// Half-life of the peak prominence, in seconds.
    private static let loudnessHalfLife = 4.0
    /// Measurements below the lower threshold that an onset may contain.
    private static let faintInBeginning = 3
    /// Longest distance of a speech start before its detection, in measurements (0.8 s). Faint sound before that is
    /// not part of the speech.
    private static let longestBeginning = 80

    /// Thresholds and durations.
    public let settings: VoiceActivitySettings
    private var spectrum = BandEnergies()
    private var floor = NoiseFloor(bands: BandEnergies.count, lowest: lowestFloor)
    private var energies = [Float](repeating: BandEnergies.silence, count: BandEnergies.count)
    private var excess = [Float](repeating: 0, count: BandEnergies.count)
    private let loudestKept = Float(exp2(-1 / (loudnessHalfLife * 100)))
    private var state = State.quiet
    /// Index of the next measurement.
    private var measurement = 0
    private var origin: SamplePosition?
    private var position = SamplePosition.zero
    /// Peak prominence in decibels, decaying with `loudnessHalfLife`.
    private var loudest: Float = 0
    /// Level of the newest sound above the usual range of the noise, in decibels, smoothed over 60 ms.
    public private(set) var prominence: Float = 0

    /// - Throws: `VoiceActivityError.settingOutOfRange`.
    public init(settings: VoiceActivitySettings = VoiceActivitySettings()) throws(VoiceActivityError) {
        try settings.validate()
        self.settings = settings
    }

    /// Whether speech is detected at the newest sample; stays `true` during the hang-over.
    public var isSpeechDetected: Bool { if case .speech = state { true } else { false } }

    /// Whether a sound is loud enough for speech but still too short.
    public var isSpeechPossible: Bool { if case .rising(_, let loud, _) = state { loud > 0 } else { false } }

    /// End of the newest speech sound; `nil` unless speech is detected.
    public var lastSpeech: SamplePosition? { if case .speech(let last) = state { place(last + 1) } else { nil } }

    /// Processes the next frame of the stream.
    ///
    /// - Parameter frame: any number of samples; frames should be contiguous. After a gap the noise floor is kept, and
    ///   an open speech segment ends where the gap begins.
    /// - Returns: the starts and ends of speech detected in it, in order.
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

    /// Ends the stream and an open speech segment.
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
