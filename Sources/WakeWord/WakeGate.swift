public import Speech

/// Audio that begins right behind the wake phrase: what a recogniser listens to after waking.
///
/// While it waits for the phrase it keeps the last seconds, because the phrase is known only half a second after its
/// end: "Hey Brews a latte please" in one breath loses no word. One task at a time calls its members.
public actor WakeGate: AudioInput {
    /// Samples kept behind: more than the phrase's end can lie back.
    private static let kept = 4 * SampleRate.speech
    /// Largest frame handed out.
    private static let frameSamples = SampleRate.speech / 10

    private let input: any AudioInput
    private let spotter: WakeWordSpotter
    private let lead: SampleCount
    /// Samples read and not handed out, from `start`.
    private var pending: ArraySlice<Int16> = []
    private var start = SamplePosition.zero
    /// Where audio is missing before a sample of `pending`, in order (fault A1).
    private var losses: [(at: SamplePosition, mark: CaptureMark)] = []

    /// - Parameters:
    ///   - input: the microphone or recording; the gate becomes its one consumer.
    ///   - lead: how much of the phrase's end is handed on, 0 or more. An unstressed "a" right behind the phrase begins
    ///     within its last sound, so without a lead it is lost; with 70 to 120 ms the bundled recogniser keeps it in 15
    ///     of 15 synthetic voices, with 60 ms in 12, and makes no word of the rest of the phrase.
    public init(_ input: any AudioInput, spotter: WakeWordSpotter, lead: SampleCount = SampleCount(1_280)) {
        self.input = input
        self.spotter = spotter
        self.lead = lead
    }

    /// Reads until the phrase is heard. May be called again when the order is done, and then listens from where the
    /// recogniser stopped.
    ///
    /// - Returns: the detection, positions counted from the start of the input; `nil` when the input ended without one.
    /// - Throws: the input's error, or `CancellationError`.
    public func wake() async throws -> WakeWordDetection? {
        var session = spotter.session(from: start)
        var found = session.accept(Array(pending)).first
        while found == nil {
            try Task.checkCancellation()
            guard let frame = try await input.nextFrame() else {
                found = session.finish().first
                if found == nil { drop(to: start + SampleCount(pending.count)) }
                break
            }
            if pending.isEmpty {
                // An input may have been read before: positions count on from there.
                if frame.start != start { session = spotter.session(from: frame.start) }
                start = frame.start
            }
            if let mark = frame.capture, mark.lost > .zero { losses.append((start + SampleCount(pending.count), mark)) }
            pending += frame.samples
            found = session.accept(frame.samples).first
            if found == nil { forget() }
        }
        if let found { drop(to: SamplePosition(found.span.end.samples - lead.samples)) }
        return found
    }

    /// The next audio behind the phrase. Where some is missing, a frame begins that says so.
    public func nextFrame() async throws -> AudioFrame? {
        guard !pending.isEmpty else {
            let frame = try await input.nextFrame()
            if let frame { start = frame.end }
            return frame
        }
        let whole = losses.first { $0.at > start }.map { ($0.at - start).samples } ?? Self.frameSamples
        let samples = Array(pending.prefix(min(whole, Self.frameSamples)))
        let frame = AudioFrame(start: start, samples: samples, capture: losses.first { $0.at == start }?.mark)
        drop(to: frame.end)
        return frame
    }

    private func drop(to position: SamplePosition) {
        let count = min(pending.count, max(0, (position - start).samples))
        pending = pending.dropFirst(count)
        start = start + SampleCount(count)
        losses.removeAll { $0.at < start }
    }

    private func forget() {
        // Twice as much before letting go of half keeps the moving of memory rare.
        if pending.count > 2 * Self.kept { drop(to: start + SampleCount(pending.count - Self.kept)) }
    }
}
