public import Speech

/// Samples in memory as input, in frames of any size.
public actor SampleInput: AudioInput {
    private let samples: [Int16]
    private let frameSamples: Int
    private let utteranceEnds: [SamplePosition]
    private let hasEmptyEnds: Bool
    private var position = SamplePosition.zero
    private var isEndDue = false

    /// - Parameters:
    ///   - utteranceEnds: positions whose frames are marked as the end of an utterance.
    ///   - hasEmptyEnds: whether an empty frame behind them is, in their stead.
    public init(
        _ samples: [Int16], frameSamples: Int = 1_600, utteranceEnds: [SamplePosition] = [], hasEmptyEnds: Bool = false
    ) {
        self.samples = samples
        self.frameSamples = frameSamples
        self.utteranceEnds = utteranceEnds
        self.hasEmptyEnds = hasEmptyEnds
    }

    public func nextFrame() -> AudioFrame? {
        if isEndDue {
            isEndDue = false
            return AudioFrame(start: position, samples: [], endsUtterance: true)
        }
        guard position.samples < samples.count else { return nil }
        let end = min(position.samples + frameSamples, samples.count)
        let isEnd = utteranceEnds.contains { $0 > position && $0.samples <= end }
        let frame = AudioFrame(
            start: position, samples: Array(samples[position.samples..<end]), endsUtterance: isEnd && !hasEmptyEnds)
        isEndDue = isEnd && hasEmptyEnds
        position = frame.end
        return frame
    }
}

/// An input that gives some frames and then fails.
public actor BreakingInput: AudioInput {
    public struct Broken: Error, Equatable {
        public init() {}
    }

    private var framesLeft: Int
    private var position = SamplePosition.zero

    public init(frames: Int) { framesLeft = frames }

    public func nextFrame() throws -> AudioFrame? {
        guard framesLeft > 0 else { throw Broken() }
        framesLeft -= 1
        let frame = AudioFrame(start: position, samples: [Int16](repeating: 0, count: 1_600))
        position = frame.end
        return frame
    }
}

/// An input that gives silence for ever, a frame whenever it is asked.
public actor EndlessSilence: AudioInput {
    private var position = SamplePosition.zero
    /// Frames handed out.
    public private(set) var frames = 0

    public init() {}

    public func nextFrame() async -> AudioFrame? {
        // Whoever is to cancel it has a turn.
        await Task.yield()
        frames += 1
        let frame = AudioFrame(start: position, samples: [Int16](repeating: 0, count: 1_600))
        position = frame.end
        return frame
    }
}
