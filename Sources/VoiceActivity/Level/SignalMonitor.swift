public import Speech

/// What can be wrong with a microphone's signal.
public enum SignalFault: String, CaseIterable, Hashable, Sendable {
    /// Nothing but zeros, a constant, or less than a live microphone's own noise (fault A7).
    case flatLine
    /// Samples cut off at full scale (fault A8).
    case clipping
    /// A constant added to the signal (fault A8).
    case offset
}

/// A fault that came or went.
public struct SignalChange: Equatable, Sendable {
    public let fault: SignalFault
    public let isPresent: Bool
    /// End of the audio that showed it.
    public let at: SamplePosition
}

/// From where on a signal is taken for broken.
public struct SignalLimits: Equatable, Sendable {
    /// Level under which a microphone is silent, −100…−40 dBFS. A live one in a quiet room has −75 or more.
    public var flatLevel: Double = -80
    /// How long before that counts, 1…60 s.
    public var flatTime = SampleCount(seconds: 10)
    /// Share of clipped samples in a second that counts, and in an utterance, 0.0001…1.
    public var clippedShare: Double = 0.01
    /// Mean of a second as a share of full scale that counts, 0.001…1; sound cards have less than a thousandth.
    public var offset: Double = 0.05

    public init() {}

    /// - Throws: `VoiceActivityError.settingOutOfRange` for the first field that is outside.
    func validate() throws(VoiceActivityError) {
        try require("flatLevel", flatLevel, in: -100 ... -40, unit: "dBFS")
        try require("flatTime", flatTime.seconds, in: 1...60, unit: "s")
        try require("clippedShare", clippedShare, in: 0.0001...1, unit: "of the samples")
        try require("offset", offset, in: 0.001...1, unit: "of full scale")
    }
}

/// Watches a stream for a dead microphone, clipping and a constant offset.
///
/// It judges whole tenths of a second for silence, since one loud sample ends that, and whole seconds for the rest. A
/// fault is over with the first stretch without it. A pure value.
public struct SignalMonitor: Sendable {
    private static let short = SampleRate.speech / 10
    private static let long = SampleRate.speech

    public let limits: SignalLimits
    /// Faults that are there now.
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

    /// Takes the next frame.
    ///
    /// - Returns: the faults that came or went in it, in order.
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
            if tenth.samples.samples == Self.short { judgeTenth(&changes) }
            if second.samples.samples == Self.long { judgeSecond(&changes) }
        }
        return changes
    }

    private mutating func judgeTenth(_ changes: inout [SignalChange]) {
        flat = tenth.level < limits.flatLevel ? flat + tenth.samples : SampleCount(0)
        // Capped, so that years of silence cannot overflow it.
        flat = min(flat, limits.flatTime)
        set(.flatLine, flat >= limits.flatTime, &changes)
        tenth = SignalStatistics()
    }

    private mutating func judgeSecond(_ changes: inout [SignalChange]) {
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
