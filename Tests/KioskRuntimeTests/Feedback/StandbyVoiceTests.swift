internal import Feedback
internal import Speech
internal import TestSupport
internal import Testing

@testable internal import VoiceOrdering

/// A voice that stands by for one that fails or is late, in virtual time.
@Suite(.timeLimit(.minutes(10)))
struct StandbyVoiceTests {
    private static let loud: Int16 = 2_000

    private let natural = FakeVoice(), standby = FakeVoice(level: loud), card = FakeCard(.instant),
        clock = ManualClock()
    private let coordinator: FeedbackCoordinator

    init() throws {
        coordinator = try FeedbackCoordinator(
            synthesizer: natural, standby: standby, output: card,
            settings: FeedbackSettings(longestSilence: .seconds(4)), clock: clock)
    }

    /// Which voice spoke each clip.
    private var speakers: [String] {
        card.clips.map { $0.first == Self.loud ? "standby" : "natural" }
    }

    @Test("A sentence in which the voice fails is spoken by the standby at once, and the next one by the voice again")
    func failure() async throws {
        let quick = FakeVoice(level: Self.loud), broken = BrokenOnceVoice(natural)
        let coordinator = try FeedbackCoordinator(
            synthesizer: broken, standby: quick, output: card,
            settings: FeedbackSettings(longestSilence: .seconds(4)), clock: clock)
        #expect(await coordinator.speakAndWait("One.").ending == .spoken)
        #expect(quick.texts == ["One."] && speakers == ["standby"])
        #expect(await coordinator.speakAndWait("Two.").ending == .spoken)
        #expect(natural.texts == ["Two."] && speakers == ["standby", "natural"] && clock.now.offset == .zero)
    }

    @Test("A sentence in which both voices fail is only shown")
    func bothFail() async {
        let outcome = await coordinator.speakAndWait("This will fail.")
        guard case .shownOnly(.synthesis) = outcome.ending else {
            Issue.record("\(outcome)")
            return
        }
        #expect(natural.texts == ["This will fail."] && standby.texts == ["This will fail."] && card.clips.isEmpty)
    }

    @Test("A sentence that is late is spoken by the standby after the patience, not a moment before")
    func late() async {
        let quick = FakeVoice(level: Self.loud)
        let coordinator = try? FeedbackCoordinator(
            synthesizer: HangingVoice(), standby: quick, output: card,
            settings: FeedbackSettings(longestSilence: .seconds(4)), clock: clock)
        async let outcome = coordinator?.speakAndWait("Hello.").ending
        await clock.sleepers()
        clock.advance(by: .milliseconds(549))
        #expect(quick.texts.isEmpty && card.clips.isEmpty)
        clock.advance(by: .milliseconds(1))
        #expect(await outcome == .spoken)
        #expect(quick.texts == ["Hello."] && speakers == ["standby"])
    }

    @Test("After three failures in a row the standby speaks at once for twenty sentences; then one failure is enough")
    func rest() async throws {
        let quick = FakeVoice(level: Self.loud), hanging = HangingVoice()
        let coordinator = try FeedbackCoordinator(
            synthesizer: hanging, standby: quick, output: card,
            settings: FeedbackSettings(longestSilence: .seconds(4)), clock: clock)
        func sayLate(_ text: String) async {
            async let outcome = coordinator.speakAndWait(text).ending
            await clock.sleepers()
            clock.advance(by: .milliseconds(550))
            #expect(await outcome == .spoken)
        }
        for index in 0..<StandbyPolicy.mostFailures { await sayLate("Late \(index).") }
        for index in 0..<StandbyPolicy.rest {
            #expect(await coordinator.speakAndWait("At once \(index).").ending == .spoken)
        }
        #expect(await hanging.count == 3)
        await sayLate("Late again.")
        #expect(await coordinator.speakAndWait("At once.").ending == .spoken)
        #expect(await hanging.count == 4 && Set(speakers) == ["standby"])
        // Another voice starts afresh.
        await coordinator.use(natural, standby: quick)
        #expect(await coordinator.speakAndWait("Back.").ending == .spoken)
        #expect(speakers.last == "natural")
    }

    @Test("A long first sentence is spoken clause by clause, so that its sound begins early; a prepared one is whole")
    func clauses() async {
        let text = "One large iced oat latte with vanilla, two blueberry muffins, and a small black coffee."
        #expect(await coordinator.speakAndWait(text).ending == .spoken)
        #expect(
            natural.texts == [
                "One large iced oat latte with vanilla,", "two blueberry muffins, and a small black coffee.",
            ])
        await coordinator.prepare([text])
        #expect(await coordinator.speakAndWait(text).ending == .spoken)
        #expect(natural.texts.count == 3)
        #expect(SentenceSplitter.clauses("Anything else, or is that all?") == ["Anything else, or is that all?"])
        let number = "That comes to one thousand two hundred dollars 1,200.00 in all for everyone here"
        #expect(SentenceSplitter.clauses(number) == [number])
    }
}

/// A voice whose speech never comes.
private actor HangingVoice: SpeechSynthesizer {
    private(set) var count = 0

    func synthesize(_ text: String) async throws -> SynthesizedSpeech {
        count += 1
        let (stream, source) = AsyncStream<Void>.makeStream()
        for await _ in stream {}
        source.finish()
        throw CancellationError()
    }
}

/// A voice that fails in its first sentence.
private actor BrokenOnceVoice: SpeechSynthesizer {
    private let voice: FakeVoice
    private var hasFailed = false

    init(_ voice: FakeVoice) { self.voice = voice }

    func synthesize(_ text: String) async throws -> SynthesizedSpeech {
        guard hasFailed else {
            hasFailed = true
            throw FakeVoice.Broken()
        }
        return try await voice.synthesize(text)
    }
}
