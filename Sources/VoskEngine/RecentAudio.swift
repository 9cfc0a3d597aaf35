internal import Speech

/// The newest audio that a recogniser has heard, for the beginning of the next utterance.
///
/// libvosk notices an utterance's end some time after the guest may have spoken on: it decodes 0.2 s at a time, 0.15 s
/// behind, and takes the first words of another sentence for silence until they weigh more. What it has heard by then
/// would belong to no utterance, so the next one hears it again.
struct RecentAudio: Equatable, Sendable {
    /// What libvosk may have heard and not decoded, which it drops when it begins anew: less is not worth it.
    private static let undecoded = SampleCount(seconds: 0.4)
    /// How much later than it is told libvosk may end an utterance that is too long.
    private static let late = SampleCount(seconds: 0.5)

    private let rules: EndpointRules
    private var newest: [Int16] = []
    private var quiet = TrailingSilenceDetector()
    /// Length of the open utterance.
    private var utterance = SampleCount(0)

    /// - Parameter rules: when the engine ends an utterance. What it has found to be silent may be heard again: nobody
    ///   hears a word twice.
    init(_ rules: EndpointRules) { self.rules = rules }

    /// Takes the next samples of the stream.
    mutating func take(_ samples: [Int16]) {
        let kept = rules.shortestSilence.samples
        newest += samples
        // Cut in larger steps than blocks, so that keeping costs little.
        if newest.count > 2 * kept { newest.removeFirst(newest.count - kept) }
        utterance = SampleCount(utterance.samples + samples.count)
        quiet.take(samples)
    }

    /// The engine has ended the utterance with the newest sample.
    ///
    /// - Parameter known: the newest audio that has no stable word in it; before that nothing is heard again.
    /// - Returns: what the next one has to hear again: nothing when that was quiet indeed, or when the utterance was
    ///   only too long.
    mutating func endpoint(behind known: SampleCount) -> [Int16] {
        let isTooLong = utterance.samples + Self.late.samples >= rules.longestUtterance.samples
        let count = min(rules.shortestSilence.samples, newest.count, known.samples)
        let again =
            isTooLong || count < Self.undecoded.samples || quiet.length.samples >= count
            ? [] : Array(newest.suffix(count))
        utterance = SampleCount(again.count)
        return again
    }

    /// Nothing so far is to be heard again: the utterance was ended, or it was quiet and all before it was read.
    mutating func forget(isEnd: Bool) {
        newest = []
        if isEnd { utterance = SampleCount(0) }
    }
}
