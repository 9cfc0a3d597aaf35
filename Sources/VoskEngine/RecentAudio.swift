internal import Speech

/// The newest audio that a recogniser has heard, for the beginning of the next utterance.
///
/// libvosk notices an utterance's end some time after the guest may have spoken on: it decodes 0.2 s at a time, 0.15 s behind, and takes the first
/// words of another sentence for silence until they weigh more. What it has heard by then would belong to no utterance, so the next one hears it again.
struct RecentAudio: Equatable, Sendable {
    private let kept: SampleCount
    private var newest: [Int16] = []
    private var quiet = TrailingQuiet()

    /// - Parameter silence: what an engine that ends an utterance has found to be silent, so that nobody hears a word twice.
    init(silence: SampleCount) { kept = silence }

    /// Takes the next samples of the stream.
    mutating func take(_ samples: [Int16]) {
        newest += samples
        // Cut in larger steps than blocks, so that keeping costs little.
        if newest.count > 2 * kept.samples { newest.removeFirst(newest.count - kept.samples) }
        quiet.take(samples)
    }

    /// What the next utterance has to hear again, where the engine ended one with the newest sample: nothing when that was quiet indeed.
    var unheard: [Int16] {
        quiet.length.samples < min(kept.samples, newest.count) ? Array(newest.suffix(kept.samples)) : []
    }

    /// The stream breaks off, or was heard to its end.
    mutating func forget() { newest = [] }
}
