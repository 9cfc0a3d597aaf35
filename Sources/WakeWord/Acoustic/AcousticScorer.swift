/// From samples to the network's scores, a frame of 30 ms at a time, for the stretches in which somebody may speak.
struct AcousticScorer: Sendable {
    enum Event: Sendable {
        /// Scores of one frame; the first of a stretch begins anew.
        case frame(number: Int, isFirst: Bool, values: ArraySlice<Float>)
        /// The stretch is over.
        case end
    }

    /// Samples of one frame of scores.
    static let frame = FilterBank.shift * AcousticNetwork.interval

    /// Samples before the opening of the gate that are looked at with it: soft first sounds and what the network wants
    /// to have heard before.
    private static let preRoll = 30 * frame
    /// Samples that are let go of at a time.
    private static let spare = 60 * frame

    private let network: AcousticNetwork
    private let bank: FilterBank
    private let isGated: Bool
    private var gate = SpeechGate()
    private var stream: NetworkStream?
    /// Samples that may still be needed, from `start`.
    private var samples: [Int16] = []
    private var start = 0
    /// Position up to which the gate has decided, and up to which features were made.
    private var decided = 0
    private var computed = 0
    /// Number of the next frame of scores.
    private var next = 0
    private var isFirst = false

    /// - Parameter isGated: whether quiet stretches are left out; where not, everything is computed.
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
            let isOpen = gate.isOpen(block) || !isGated
            if isOpen {
                if stream == nil { open() }
                events += features()
            } else if stream != nil {
                events += features() + close()
            }
        }
        trim()
        return events
    }

    /// What is left at the end of the audio.
    mutating func finish() -> [Event] { stream == nil ? [] : close() }

    /// The sample with noise of at most two steps, always the same at the same position.
    ///
    /// Perfect silence, as generated audio has it between words, is nothing that the network has ever heard: it takes
    /// its edges for hissing sounds, and "hey brew" would end in a "z".
    private static func dithered(_ sample: Int16, at position: Int) -> Int16 {
        var mixed = UInt64(truncatingIfNeeded: position) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 32)) &* 0xBF58_476D_1CE4_E5B9
        let noise = Int(mixed >> 40) % 5 - 2
        return Int16(clamping: Int(sample) + noise)
    }

    private mutating func open() {
        stream = NetworkStream(network)
        isFirst = true
        // On the grid of frames, so that positions do not depend on when the gate opened; never again what an earlier
        // stretch has seen.
        let wanted = max(start, decided - SpeechGate.block - Self.preRoll, next * Self.frame)
        next = (wanted + Self.frame - 1) / Self.frame
        computed = next * Self.frame
    }

    private mutating func features() -> [Event] {
        var events: [Event] = []
        while computed + FilterBank.window <= decided {
            let first = computed - start
            let values = stream?.push(bank.features(of: samples[first..<first + FilterBank.window])) ?? []
            computed += FilterBank.shift
            events += frames(values)
        }
        return events
    }

    private mutating func close() -> [Event] {
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
        guard needed - start > Self.spare else { return }
        samples.removeFirst(needed - start)
        start = needed
    }
}
