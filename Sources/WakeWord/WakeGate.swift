public import Speech

/// An audio input that begins right after the wake phrase: the input of a recogniser.
///
/// ```
/// let gate = WakeGate(microphone, spotter: spotter)
/// while let detection = try await gate.wake() {
///     try await takeOrder(from: gate)
/// }
/// ```
///
/// While it waits for the phrase it buffers the last seconds, because a phrase is detected 0.5 s after its end. So "Hey
/// Brews a latte please" in one breath loses no word. One task at a time may call its members.
public actor WakeGate: AudioInput {
    /// Samples buffered: more than the largest delay of a detection.
    private static let capacity = 4 * SampleRate.speech
    /// Largest frame returned.
    private static let maxFrame = SampleRate.speech / 10

    private let input: any AudioInput
    private let spotter: WakeWordSpotter
    private let preRoll: SampleCount
    /// Samples read but not returned, beginning at `start`.
    private var pending: ArraySlice<Int16> = []
    private var start = SamplePosition.zero
    /// Gaps before samples of `pending`, in order (fault A1).
    private var losses: [(at: SamplePosition, mark: CaptureMark)] = []

    /// Creates a gate.
    ///
    /// - Parameters:
    ///   - input: the microphone or recording; the gate becomes its only consumer.
    ///   - spotter: detects the phrase.
    ///   - preRoll: how much of the phrase's end is included, 0 or more. An unstressed "a" right after the phrase
    ///     begins within its last sound, so it would be lost without pre-roll. With 70 to 120 ms the bundled recogniser
    ///     keeps it for 15 of 15 synthetic voices, with 60 ms for 12, and recognises no word in the rest of the phrase.
    public init(_ input: any AudioInput, spotter: WakeWordSpotter, preRoll: SampleCount = SampleCount(1_280)) {
        self.input = input
        self.spotter = spotter
        self.preRoll = preRoll
    }

    /// Reads audio until the phrase is detected. After an order, call it again to continue where the recogniser
    /// stopped.
    ///
    /// - Returns: the detection, with positions from the start of the input; `nil` when the input ended without one.
    /// - Throws: the input's error, or `CancellationError`.
    public func wake() async throws -> WakeWordDetection? {
        var session = spotter.session(from: start)
        var found = session.process(Array(pending)).first
        while found == nil {
            try Task.checkCancellation()
            guard let frame = try await input.nextFrame() else {
                found = session.finish().first
                if found == nil { advance(to: start + SampleCount(pending.count)) }
                break
            }
            if pending.isEmpty {
                // An input may have been read before; positions continue from there.
                if frame.start != start { session = spotter.session(from: frame.start) }
                start = frame.start
            }
            if let mark = frame.capture, mark.lost > .zero { losses.append((start + SampleCount(pending.count), mark)) }
            pending += frame.samples
            found = session.process(frame.samples).first
            if found == nil { trim() }
        }
        if let found { advance(to: SamplePosition(found.span.end.samples - preRoll.samples)) }
        return found
    }

    /// Returns the next audio after the phrase. A gap always begins a new frame with its mark.
    public func nextFrame() async throws -> AudioFrame? {
        guard !pending.isEmpty else {
            let frame = try await input.nextFrame()
            if let frame { start = frame.end }
            return frame
        }
        let untilGap = losses.first { $0.at > start }.map { ($0.at - start).samples } ?? Self.maxFrame
        let samples = Array(pending.prefix(min(untilGap, Self.maxFrame)))
        let frame = AudioFrame(start: start, samples: samples, capture: losses.first { $0.at == start }?.mark)
        advance(to: frame.end)
        return frame
    }

    private func advance(to position: SamplePosition) {
        let count = min(pending.count, max(0, (position - start).samples))
        pending = pending.dropFirst(count)
        start = start + SampleCount(count)
        losses.removeAll { $0.at < start }
    }

    private func trim() {
        // Removes half of twice the capacity at a time, to reduce copying.
        if pending.count > 2 * Self.capacity { advance(to: start + SampleCount(pending.count - Self.capacity)) }
    }
}
