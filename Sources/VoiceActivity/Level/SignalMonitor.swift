public import Speech

/// Faults of a microphone's signal.
public enum SignalFault: String, CaseIterable, Hashable, Sendable {
    /// Only zeros, a constant, or less than the noise of a working microphone (fault A7).
    case flatLine
    /// Samples clipped at full scale (fault A8).
    case clipping
    /// A constant offset (fault A8).
    case offset
}

/// The start or end of a fault.
public struct SignalChange: Equatable, Sendable {
    /// The fault.
    public let fault: SignalFault
    /// Whether the fault began (`true`) or ended.
    public let isPresent: Bool
    /// End of the audio that shows it.
    public let at: SamplePosition
}

/// Limits from which on a signal has a fault.
public struct SignalLimits: Equatable, Sendable {
    /// Level below which a signal is a flat line, −100…−40 dBFS. Default −80; a working microphone in a quiet room has
    /// −75 or more.
    public var flatLevel: Double = -80
    /// Shortest duration of a flat line, 1…60 s. Default 10 s.
    public var flatTime = SampleCount(seconds: 10)
    /// Share of clipped samples in a second, or in an utterance, 0.0001…1. Default 0.01.
    public var clippedShare: Double = 0.01
    /// Mean of a second as a share of full scale, 0.001…1. Default 0.05; sound cards have less than 0.001.
    public var offset: Double = 0.05

    /// The default limits.
    public init() {}

    /// Checks every field against its range.
    ///
    /// - Throws: `VoiceActivityError.settingOutOfRange` for the first field that is out of range.
    func validate() throws(VoiceActivityError) {
        try require("flatLevel", flatLevel, in: -100 ... -40, unit: "dBFS")
        try require("flatTime", flatTime.seconds, in: 1...60, unit: "s")
        try require("clippedShare", clippedShare, in: 0.0001...1, unit: "of the samples")
        try require("offset", offset, in: 0.001...1, unit: "of full scale")
    }
}

/// Detects a dead microphone, clipping and a constant offset in a stream.
///
/// Flat lines are evaluated every tenth of a second, because one loud sample ends them, the other faults every second.
/// A fault ends with the first interval without it. A value type with one owner.
public struct SignalMonitor: Sendable {
    private static let short = SampleRate.speech / 10
    private static let long = SampleRate.speech

    /// Limits from which on a signal has a fault.
    public let limits: SignalLimits
    /// The faults present now.
    public private(set) var faults: Set<SignalFault> = []
    private var tenth = SignalStatistics()
    private var second = SignalStatistics()
    private var flat = SampleCount(0)
    private var position = SamplePosition.zero

    /// - Throws: `VoiceActivityError.settingOutOfRange`.
    public init(limits: SignalLimits = SignalLimits()) throws(VoiceActivityError) {
        try limits.validate()
        self.limits = limits
    }

    /// Processes the next frame.
    ///
    /// - Returns: the faults that began or ended in it, in order.
    public mutating func process(_ frame: AudioFrame) -> [SignalChange] {
        var changes: [SignalChange] = []
        position = frame.start
        var rest = frame.samples[...]
        while !rest.isEmpty {
            let part = rest.prefix(min(Self.short - tenth.samples.samples, Self.long - second.samples.samples))
            tenth.add(part)
            second.add(part)
            rest = rest.dropFirst(part.count)
            position = position + SampleCount(part.count)
            if tenth.samples.samples == Self.short { evaluateTenth(&changes) }
            if second.samples.samples == Self.long { evaluateSecond(&changes) }
        }
        return changes
    }

    private mutating func evaluateTenth(_ changes: inout [SignalChange]) {
        flat = tenth.level < limits.flatLevel ? flat + tenth.samples : SampleCount(0)
        // Limited, so that long silence cannot overflow it.
        flat = min(flat, limits.flatTime)
        set(.flatLine, flat >= limits.flatTime, &changes)
        tenth = SignalStatistics()
    }

    private mutating func evaluateSecond(_ changes: inout [SignalChange]) {
        set(.clipping, second.clippedShare > limits.clippedShare, &changes)
        set(.offset, abs(second.offset) > limits.offset, &changes)
        second = SignalStatistics()
    }

    private mutating func set(_ fault: SignalFault, _ isPresent: Bool, _ changes: inout [SignalChange]) {
        guard faults.contains(fault) != isPresent else { return }
        if isPresent { faults.insert(fault) } else { faults.remove(fault) }
        changes.append(SignalChange(fault: fault, isPresent: isPresent, at: position))
    }
}
