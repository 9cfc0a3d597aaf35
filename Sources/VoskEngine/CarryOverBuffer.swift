internal import Speech

/// The newest audio fed to a recogniser, to be fed again at the beginning of the next utterance.
///
/// libvosk detects an endpoint some time after the next sentence may have begun: it decodes 0.2 s at a time, 0.15 s
/// behind, and initially takes the first words of a sentence for silence. Audio fed by then would belong to no
/// utterance, so the next utterance decodes it again.
struct CarryOverBuffer: Equatable, Sendable {
    /// Audio that libvosk may have buffered without decoding, which it drops at an endpoint. Shorter carry-over is not
    /// worthwhile.
    private static let minLength = SampleCount(seconds: 0.4)
    /// Delay with which libvosk may apply the rule on the length of an utterance.
    private static let endpointDelay = SampleCount(seconds: 0.5)

    private let rules: EndpointRules
    private var newest: [Int16] = []
    private var trailingSilence = TrailingSilenceDetector()
    /// Length of the open utterance.
    private var length = SampleCount(0)

    /// Creates an empty buffer.
    ///
    /// - Parameter rules: the engine's endpoint rules. Audio found to be silent may be decoded again without repeating
    ///   a word.
    init(_ rules: EndpointRules) { self.rules = rules }

    /// Processes the next samples of the stream.
    mutating func process(_ samples: [Int16]) {
        let maxLength = rules.shortestSilence.samples
        newest += samples
        // Removes larger blocks than a frame, to reduce copying.
        if newest.count > 2 * maxLength { newest.removeFirst(newest.count - maxLength) }
        length = SampleCount(length.samples + samples.count)
        trailingSilence.process(samples)
    }

    /// Returns the audio to feed again after an endpoint at the newest sample.
    ///
    /// - Parameter unstable: the newest audio without a stable word in it; earlier audio is not repeated.
    /// - Returns: nothing when that audio was silent, or when the utterance reached its longest length.
    mutating func endpoint(unstable: SampleCount) -> [Int16] {
        let isTooLong = length.samples + Self.endpointDelay.samples >= rules.longestUtterance.samples
        let count = min(rules.shortestSilence.samples, newest.count, unstable.samples)
        let carryOver =
            isTooLong || count < Self.minLength.samples || trailingSilence.silence.samples >= count
            ? [] : Array(newest.suffix(count))
        length = SampleCount(carryOver.count)
        return carryOver
    }

    /// Discards the audio: the utterance was ended on request, or everything before a pause was finalised.
    mutating func discard(endsUtterance: Bool) {
        newest = []
        if endsUtterance { length = SampleCount(0) }
    }
}
