internal import Speech
internal import Testing
internal import VoiceKit
internal import VoiceServiceContract

/// Which part of a recording is kept.
struct RecordingTrimmerTests {
    private static let second = SampleRate.speech
    private static func span(_ start: Double, _ end: Double) -> SpeechSpan {
        SpeechSpan(start: SamplePosition(seconds: start), end: SamplePosition(seconds: end))
    }

    /// Four seconds, loud from 1 to 2 s.
    private static let samples =
        [Int16](repeating: 10, count: second) + [Int16](repeating: 5_000, count: second)
        + [Int16](repeating: -10, count: 2 * second)

    @Test("the words' times count, with 0.15 s before and 0.25 s after them")
    func words() {
        let words = ScriptedVoiceService.timed("a b c", over: Self.span(1.2, 1.8))
        #expect(RecordingTrimmer().span(in: Self.samples, words: words, segments: []) == Self.span(1.05, 2.05))
    }

    @Test("the silence that a recogniser gives to the first word is not kept")
    func leadIn() {
        let words = ScriptedVoiceService.timed("a b", over: Self.span(0, 2))
        #expect(
            RecordingTrimmer().span(in: Self.samples, words: words, segments: [Self.span(0.8, 1.9)])
                == Self.span(0.65, 2.25))
        // A segment that began before the word says nothing new.
        #expect(
            RecordingTrimmer().span(in: Self.samples, words: words, segments: [Self.span(0, 1.9)]) == Self.span(0, 2.25)
        )
    }

    @Test("without words voice activity counts, and without that the energy")
    func energy() {
        let trimmer = RecordingTrimmer(before: SampleCount(0), after: SampleCount(seconds: 5))
        #expect(trimmer.after == SampleCount(seconds: 2))
        #expect(
            RecordingTrimmer().span(in: Self.samples, words: [], segments: [Self.span(1, 1.4), Self.span(1.5, 1.9)])
                == Self.span(0.85, 2.15))
        #expect(RecordingTrimmer().span(in: Self.samples, words: [], segments: []) == Self.span(0.85, 2.25))
        #expect(trimmer.span(in: Self.samples, words: [], segments: []) == Self.span(1, 4))
    }

    @Test("where nobody speaks nothing is kept", arguments: [0, 800])
    func silence(_ count: Int) {
        let samples = [Int16](repeating: 20, count: count)
        #expect(RecordingTrimmer().span(in: samples, words: [], segments: []) == nil)
    }
}
