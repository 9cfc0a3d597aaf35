internal import Speech

/// Where speech is loud, from the samples alone: no recogniser takes part.
struct SpeechEnergy {
    private static let frameSamples = SampleRate.speech / 100
    /// A pause that parts two sounds; closures of stops are shorter.
    private static let pauseFrames = 20

    /// Root mean square of each 10 ms.
    private let levels: [Double]
    /// The level from which a frame counts as speech: 10 dB over the quietest tenth, and never below a hundredth of the
    /// loud parts.
    private let threshold: Double
    /// Level of the quietest tenth of the recording.
    let floor: Double

    init(_ samples: [Int16]) {
        levels = stride(from: 0, to: samples.count, by: Self.frameSamples).map { start in
            let frame = samples[start..<min(start + Self.frameSamples, samples.count)]
            return (frame.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(frame.count)).squareRoot()
        }
        let sorted = levels.sorted()
        floor = sorted.isEmpty ? 0 : sorted[sorted.count / 10]
        threshold = max(floor * 3.2, (sorted.isEmpty ? 0 : sorted[sorted.count * 95 / 100]) / 100, 1)
    }

    /// The end of the sound that a moment lies in, or that ended before it: the last loud frame before the next pause.
    func endOfSound(at position: SamplePosition) -> SamplePosition {
        let moment = min(max(0, position.samples / Self.frameSamples), levels.count - 1)
        guard moment >= 0 else { return .zero }
        let first = levels[...moment].lastIndex { $0 >= threshold } ?? moment
        var last = first
        for frame in levels.indices.dropFirst(first) {
            if levels[frame] >= threshold { last = frame } else if frame - last >= Self.pauseFrames { break }
        }
        return SamplePosition((last + 1) * Self.frameSamples)
    }

    /// The end of the last loud frame.
    var endOfLastSound: SamplePosition {
        SamplePosition(((levels.lastIndex { $0 >= threshold } ?? -1) + 1) * Self.frameSamples)
    }
}

/// What is to be recognised, with the moments at which its words end.
struct ReferenceSpeech {
    let name: String
    /// The speech and 2 s of quiet after it.
    let samples: [Int16]
    let words: [String]
    /// The end of each word in seconds, or `nil` where it is not known.
    let ends: [Double?]

    private static let quietSeconds = 2.0

    /// A recording. Its words are those of the recogniser when it may take back everything until the end; only the end
    /// of the last one is known, because there the sound ends: libvosk's word times are off by a few tenths of a second
    /// for graphs without word positions such as ours.
    ///
    /// - Returns: `nil` when no word is heard.
    static func recording(
        _ name: String, _ speech: [Int16], wholeUtterances: any VoiceService, vocabulary: RecognitionVocabulary?
    ) async throws -> ReferenceSpeech? {
        let energy = SpeechEnergy(speech)
        let samples = speech + quiet(level: energy.floor, seed: UInt64(speech.count))
        var words: [TranscribedWord] = []
        for try await result in try await wholeUtterances.startListening(to: ClipInput(samples), vocabulary: vocabulary)
        where !result.isVolatile {
            words += result.words
        }
        guard let last = words.last else { return nil }
        let end = energy.endOfSound(at: last.span.end).seconds
        return ReferenceSpeech(
            name: name, samples: samples, words: words.map(\.text), ends: words.dropLast().map { _ in nil } + [end])
    }

    /// A synthesised sentence: a word ends where the next one begins, and the last one with the sound.
    ///
    /// - Parameter wordStarts: seconds from the first sample.
    static func synthesized(_ words: [String], _ speech: [Int16], wordStarts: [Double]) -> ReferenceSpeech {
        let lead = [Int16](repeating: 0, count: SampleRate.speech / 2)
        let ends = wordStarts.dropFirst() + [SpeechEnergy(speech).endOfLastSound.seconds]
        return ReferenceSpeech(
            name: words.joined(separator: " "), samples: lead + speech + quiet(level: 8, seed: 1), words: words,
            ends: ends.map { $0 + SampleCount(lead.count).seconds })
    }

    /// White noise as a quiet room gives.
    private static func quiet(level: Double, seed: UInt64) -> [Int16] {
        var generator = SplitMix64(state: seed)
        // A uniform distribution's root mean square is its bound over √3.
        let bound = min(max(level, 2) * 1.732, 300)
        return (0..<SampleCount(seconds: quietSeconds).samples).map { _ in
            Int16(Double.random(in: -bound...bound, using: &generator))
        }
    }
}
