internal import Speech

/// A recording that is handed over as fast as it is read, in blocks of 0.1 s, with the time that each takes its reader.
actor TimedInput: AudioInput {
    private static let block = SampleRate.speech / 10

    private let samples: [Int16]
    private var position = 0
    private var handedOver: ContinuousClock.Instant?
    /// Time from each block to the request for the next.
    private(set) var times: [Duration] = []

    init(_ samples: [Int16]) { self.samples = samples }

    func nextFrame() -> AudioFrame? {
        if let handedOver { times.append(handedOver.duration(to: ContinuousClock().now)) }
        guard position < samples.count else {
            handedOver = nil
            return nil
        }
        let end = min(position + Self.block, samples.count)
        let frame = AudioFrame(start: SamplePosition(position), samples: Array(samples[position..<end]))
        position = end
        handedOver = ContinuousClock().now
        return frame
    }
}
