/// Computes the network's scores from samples, one frame per 30 ms, for the segments that may contain speech.
struct AcousticScorer: Sendable {
    enum Event: Sendable {
        /// The scores of one frame; `isFirst` marks the beginning of a segment.
        case frame(number: Int, isFirst: Bool, values: ArraySlice<Float>)
        /// The end of a segment.
        case end
    }

    /// Samples per frame of scores.
    static let frame = FilterBank.frameShift * AcousticNetwork.interval

    /// Samples before the opening of the gate that belong to the segment: soft onsets and left context of the network.
    private static let preRoll = 30 * frame
    /// Samples removed at a time.
    private static let trimSize = 60 * frame

    private let network: AcousticNetwork
    private let bank: FilterBank
    private let isGated: Bool
    private var gate = SpeechGate()
    private var stream: NetworkStream?
    /// Samples that may still be needed, beginning at position `start`.
    private var samples: [Int16] = []
    private var start = 0
    /// Position up to which the gate has decided, and up to which features have been computed.
    private var decided = 0
    private var computed = 0
    /// Number of the next frame of scores.
    private var next = 0
    private var isFirst = false

    /// Creates a scorer.
    ///
    /// - Parameter isGated: whether segments without speech are skipped.
    init(_ network: AcousticNetwork, bank: FilterBank, isGated: Bool) {
        self.network = network
        self.bank = bank
        self.isGated = isGated
    }

    mutating func push(_ more: [Int16]) -> [Event] {
        let end = start + samples.count
        samples += more.enumerated().map { Self.dithered($1, at: end + $0) }
        var events: [Event] = []
        while decided + SpeechGate.block <= start + samples.count {
            let block = samples[(decided - start)..<(decided - start + SpeechGate.block)]
            decided += SpeechGate.block
            let isOpen = gate.process(block) || !isGated
            if isOpen {
                if stream == nil { openSegment() }
                events += features()
            } else if stream != nil {
                events += features() + closeSegment()
            }
        }
        trim()
        return events
    }

    /// Returns the rest of the open segment at the end of the audio.
    mutating func finish() -> [Event] { stream == nil ? [] : closeSegment() }

    /// Adds dither of at most two steps, always the same at the same position.
    ///
    /// The network was not trained on digital silence, which occurs between words of synthesised audio. It recognises
    /// its edges as fricatives, so "hey brew" would end in a "z".
    private static func dithered(_ sample: Int16, at position: Int) -> Int16 {
        var mixed = UInt64(truncatingIfNeeded: position) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 32)) &* 0xBF58_476D_1CE4_E5B9
        let noise = Int(mixed >> 40) % 5 - 2
        return Int16(clamping: Int(sample) + noise)
    }

    private mutating func openSegment() {
        stream = NetworkStream(network)
        isFirst = true
        // Frames lie on a fixed grid, so that positions do not depend on the gate. A new segment never includes frames
        // of an earlier one.
        let earliest = max(start, decided - SpeechGate.block - Self.preRoll, next * Self.frame)
        next = (earliest + Self.frame - 1) / Self.frame
        computed = next * Self.frame
    }

    private mutating func features() -> [Event] {
        var events: [Event] = []
        while computed + FilterBank.frameLength <= decided {
            let first = computed - start
            let values = stream?.push(bank.features(of: samples[first..<first + FilterBank.frameLength])) ?? []
            computed += FilterBank.frameShift
            events += frames(values)
        }
        return events
    }

    private mutating func closeSegment() -> [Event] {
        let events = frames(stream?.finish() ?? [])
        stream = nil
        return events + [.end]
    }

    private mutating func frames(_ values: [Float]) -> [Event] {
        let width = network.plan.outputWidth
        return stride(from: 0, to: values.count, by: width).map { offset in
            defer {
                next += 1
                isFirst = false
            }
            return .frame(number: next, isFirst: isFirst, values: values[offset..<offset + width])
        }
    }

    private mutating func trim() {
        let needed = stream == nil ? decided - Self.preRoll : computed
        guard needed - start > Self.trimSize else { return }
        samples.removeFirst(needed - start)
        start = needed
    }
}
