public import Speech

/// Tells whether a voice is fast enough on this machine.
///
/// ```swift
/// let time = try await SynthesisTrial.responseTime(of: piper, saying: "What can I get you?", clock: ContinuousClock())
/// let voice = time <= SynthesisTrial.limit ? piper : espeak
/// ```
public enum SynthesisTrial {
    /// Longest time for a short sentence of a voice that people talk with.
    public static let limit = Duration.milliseconds(600)
    private static let rounds = 3

    /// The least time of three from a sentence to its speech, after one round in which the voice is loaded: other
    /// programs that start at the same time slow some rounds.
    ///
    /// - Throws: the voice's error.
    public static func responseTime(
        of synthesizer: any SpeechSynthesizer, saying sentence: String, clock: some Clock<Duration>
    ) async throws -> Duration {
        _ = try await synthesizer.synthesize(sentence)
        var least: Duration?
        for _ in 0..<rounds {
            let start = clock.now
            _ = try await synthesizer.synthesize(sentence)
            let time = start.duration(to: clock.now)
            least = min(least ?? time, time)
        }
        return least ?? .zero
    }
}
