internal import Feedback
internal import OrderParsing
internal import Ordering
internal import Speech
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import KioskRuntime
@testable internal import VoiceOrdering

/// Guest turns with slow and failing recognisers.
extension KioskOrchestratorTests {
    /// Suspends callers until it is opened.
    private final class Gate: Sendable {
        private let isOpen = Atomic<Bool>(false)

        func open() { isOpen.store(true, ordering: .releasing) }

        func pass() async throws {
            while !isOpen.load(ordering: .acquiring) {
                try Task.checkCancellation()
                await Task.yield()
            }
        }
    }

    /// Audio whose end, or everything after a position, waits at a gate.
    private struct HeldInput: AudioInput {
        let input: any AudioInput
        let gate: Gate
        var moment: SamplePosition?

        func nextFrame() async throws -> AudioFrame? {
            let frame = try await input.nextFrame()
            let isHeld = if let frame { moment.map { frame.start >= $0 } ?? false } else { true }
            if isHeld { try await gate.pass() }
            return frame
        }
    }

    /// Recognises "a croissant" in the first turn only; its final results wait for a gate, as with an engine that
    /// decodes much audio again. With a position it hangs from there on.
    private final class SlowRecogniser: VoiceService {
        let engineName = "slow"
        let gate = Gate()
        private let moment: SamplePosition?
        private let count = Atomic<Int>(0)

        init(hangsAt moment: SamplePosition? = nil) { self.moment = moment }

        var started: Int { count.load(ordering: .acquiring) }

        func startListening(to input: any AudioInput, vocabulary: RecognitionVocabulary?) async throws -> VoiceResults {
            let isFirst = count.add(1, ordering: .acquiringAndReleasing).oldValue == 0
            let words = ScriptedVoiceService.timed(
                "a croissant", over: SpeechSpan(start: SamplePosition(8_000), end: SamplePosition(16_000)))
            let script: [(at: SamplePosition, event: ScriptedVoiceService.Event)] =
                isFirst ? [(at: SamplePosition(16_000), event: .hears(words))] : []
            return try await ScriptedVoiceService(script: script).startListening(
                to: HeldInput(input: input, gate: gate, moment: moment), vocabulary: vocabulary)
        }

        func canHear(_ word: String) -> Bool { true }
    }

    @Test(
        "G12: late results of a turn that was started over reach neither the screen nor the next guest's order",
        .timeLimit(.minutes(10)))
    func startedOver() async throws {
        let service = SlowRecogniser(), stand = try OrchestratorStand(service: service)
        _ = await stand.kiosk.perform(.start)
        #expect(await stand.waits { $0.transcript.volatile.contains("croissant") } != nil)
        _ = await stand.kiosk.perform(.startOver)
        _ = await stand.kiosk.perform(.start)
        let next = await stand.waits { $0.session == "session-3" }
        #expect(next?.transcript.volatile == "" && next?.preview.isEmpty == true)
        service.gate.open()
        // Whatever the first had to say has been heard before the second begins.
        while service.started < 2 { await Task.yield() }
        let after = await stand.snapshots.drop { $0.session != "session-3" }
        #expect(
            !after.isEmpty
                && after.allSatisfy { $0.cart.isEmpty && $0.transcript.volatile.isEmpty && $0.preview.isEmpty })
        stand.running.cancel()
    }

    @Test(
        "Words of an utterance that is empty or rejected are removed from the screen",
        .timeLimit(.minutes(10)), arguments: [false, true])
    func dismissed(hasWords: Bool) async throws {
        let words = ScriptedVoiceService.timed(
            "a croissant", over: SpeechSpan(start: SamplePosition(8_000), end: SamplePosition(16_000))
        ).map {
            TranscribedWord(text: $0.text, span: $0.span, confidence: 0.5)
        }
        let service = ScriptedVoiceService(script: [
            (at: SamplePosition(16_000), event: .hears(words)),
            (at: SamplePosition(32_000), event: .endpoint(hasWords ? words : [])),
        ])
        let stand = try OrchestratorStand(service: service)
        _ = await stand.kiosk.perform(.start)
        let talk = await stand.waits { $0.transcript.volatile.contains("croissant") && !$0.preview.isEmpty }
        let after = await stand.waits { $0.transcript == .init() && $0.preview.isEmpty }
        #expect(talk != nil && after?.session == talk?.session && after?.cart.isEmpty == true)
        // Nothing was said, so nothing is answered.
        #expect(after?.caption == talk?.caption)
        stand.running.cancel()
    }

    @Test(
        "A3, G12: when the microphone is unplugged, the words of the open utterance are removed at once",
        .timeLimit(.minutes(10)))
    func unpluggedWithin() async throws {
        let clock = ManualClock(), microphone = UnpluggedMicrophone(clock: clock)
        let stand = try OrchestratorStand(service: SlowRecogniser(), input: microphone, clock: clock)
        _ = await stand.kiosk.perform(.start)
        #expect(await stand.waits { $0.transcript.volatile.contains("croissant") } != nil)
        microphone.unplug()
        let unplugged = await stand.waits { $0.microphone.reason == .microphone }
        #expect(unplugged?.transcript.volatile == "" && unplugged?.preview.isEmpty == true)
        _ = await stand.kiosk.perform(.startOver)
        _ = await stand.kiosk.perform(.add(itemId: "bagel", quantity: 1, options: []))
        let next = await stand.waits { $0.cart.count == 1 }
        #expect(next?.transcript.volatile == "" && next?.preview.isEmpty == true)
        stand.running.cancel()
    }

    @Test(
        "C12, C13: while a recogniser hangs, the guest is asked again once, however many backlogs are reported",
        .timeLimit(.minutes(10)))
    func hangingOnce() async throws {
        let clock = ManualClock(), microphone = UnpluggedMicrophone(clock: clock)
        let stand = try OrchestratorStand(
            service: SlowRecogniser(hangsAt: SamplePosition(seconds: 1.5)), input: microphone, clock: clock)
        _ = await stand.kiosk.perform(.start)
        #expect(await stand.waits { $0.transcript.volatile.contains("croissant") } != nil)
        for _ in 0..<3 {
            microphone.isLate(by: .seconds(4))
            microphone.isLate(by: .zero)
        }
        #expect(await stand.waits { $0.caption.hasPrefix("Sorry, I did not get that") } != nil)
        // Said in order: what came before has been heard by then.
        microphone.unplug()
        #expect(await stand.waits { $0.microphone.reason == .microphone } != nil)
        #expect(await stand.kiosk.health().figures["brews_turns_dropped_total"] == 1)
        stand.running.cancel()
    }

    @Test(
        "I2, C13: a hung child recogniser counts as stuck only after its deadline; one in this process at once",
        .timeLimit(.minutes(10)), arguments: [true, false])
    func hangingWatched(isReplaceable: Bool) async throws {
        let clock = ManualClock(), microphone = UnpluggedMicrophone(clock: clock)
        let stand = try OrchestratorStand(
            service: SlowRecogniser(hangsAt: SamplePosition(seconds: 1.5)), input: microphone,
            isReplaceable: isReplaceable, clock: clock)
        _ = await stand.kiosk.perform(.start)
        #expect(await stand.waits { $0.transcript.volatile.contains("croissant") } != nil)
        if isReplaceable {
            // Until it hangs frames come and are counted.
            while await stand.kiosk.progress().frames != nil { await Task.yield() }
            clock.advance(by: KioskOrchestrator.longestDeadline - .seconds(1))
            #expect(await stand.kiosk.progress().frames == nil)
            clock.advance(by: .seconds(2))
        }
        #expect(await stand.kiosk.progress().frames != nil)
        stand.running.cancel()
    }

    /// Throws until it is repaired.
    private final class RefusingRecogniser: VoiceService {
        let engineName = "refusing"
        let isMended = Atomic<Bool>(false)
        private let count = Atomic<Int>(0)

        var asked: Int { count.load(ordering: .acquiring) }

        func startListening(to input: any AudioInput, vocabulary: RecognitionVocabulary?) async throws -> VoiceResults {
            count.add(1, ordering: .acquiringAndReleasing)
            guard isMended.load(ordering: .acquiring) else { throw BreakingInput.Broken() }
            return try await ScriptedVoiceService(script: []).startListening(to: input, vocabulary: vocabulary)
        }

        func canHear(_ word: String) -> Bool { true }
    }

    @Test(
        "C14: the kiosk, not the next guest, tests a failed recogniser; health reports the failure until it works",
        .timeLimit(.minutes(10)))
    func askedAgain() async throws {
        let service = RefusingRecogniser(), stand = try OrchestratorStand(service: service)
        func recognition() async -> KioskHealth.Part? {
            await stand.kiosk.health().parts.first { $0.name == "recognition" }
        }
        _ = await stand.kiosk.perform(.start)
        #expect(await stand.waits { $0.microphone.reason == .recogniser } != nil)
        for asked in 2...5 {
            while service.asked < asked {
                stand.audible.advance(by: .milliseconds(100))
                await Task.yield()
            }
            #expect(await recognition()?.state == .failed)
            #expect(await stand.kiosk.health().figures["brews_recognition_failures_total"] == 1, "asking is no failure")
        }
        service.isMended.store(true, ordering: .releasing)
        while await recognition()?.state == .failed {
            stand.audible.advance(by: .milliseconds(100))
            await Task.yield()
        }
        #expect(await stand.waits { $0.microphone.state != .unavailable } != nil)
        stand.running.cancel()
    }

    @Test(
        "C14: the wait before a recogniser is tried again doubles from 1 to 30 s, and is 1 s again after a minute"
    )
    func circuit() {
        var circuit = CircuitBreaker(), time = Duration.zero
        for seconds in [1, 2, 4, 8, 16, 30, 30] {
            let wait = circuit.wait(at: time)
            #expect(wait == .seconds(seconds))
            time += wait
        }
        #expect(circuit.wait(at: time + .seconds(59)) == .seconds(30))
        #expect(circuit.wait(at: time + .seconds(59 + 30 + 60)) == .seconds(1))
    }

    @Test("A kiosk that ends while an engine still loads takes no order", .timeLimit(.minutes(10)))
    func refusesAtTheEnd() async throws {
        let gate = Gate()
        let stand = try OrchestratorStand(service: OrchestratorStand.script([])) {
            await Task { _ = try? await gate.pass() }.value
        }
        #expect(await stand.waits { _ in true }?.microphone.reason == .starting)
        stand.running.cancel()
        while await stand.kiosk.perform(.hush) == .done { await Task.yield() }
        #expect(
            await stand.kiosk.perform(.add(itemId: "croissant", quantity: 1, options: []))
                == .refused("the kiosk is closing"))
        gate.open()
        await #expect(throws: CancellationError.self) { try await stand.running.value }
        #expect(await stand.store.cart == nil)
    }

    /// Recognises a sentence without an endpoint, and once it is closed another one, a second after the kiosk's speech.
    private struct OpenSentence: VoiceService {
        let engineName = "open"
        let sentence: String
        let then: String

        func startListening(to input: any AudioInput, vocabulary: RecognitionVocabulary?) async throws -> VoiceResults {
            let session = Session(input: input, sentences: [sentence, then])
            return VoiceResults { try await session.next() }
        }

        func canHear(_ word: String) -> Bool { true }

        private actor Session {
            private let input: any AudioInput
            private var sentences: ArraySlice<String>
            private var isFirst = true
            private var timeline = ResultTimeline(agreement: LocalAgreement())
            private var began = SamplePosition.zero

            init(input: any AudioInput, sentences: [String]) {
                self.input = input
                self.sentences = sentences[...]
            }

            func next() async throws -> VoiceTranscriptionResult? {
                while true {
                    try Task.checkCancellation()
                    if let result = timeline.nextResult() { return result }
                    guard let frame = try await input.nextFrame() else { return nil }
                    let span = SpeechSpan(
                        start: began + SampleCount(seconds: 1), end: began + SampleCount(seconds: 1.5))
                    let words =
                        frame.end < span.end ? [] : ScriptedVoiceService.timed(sentences.first ?? "", over: span)
                    timeline.update(words: words, timed: words.count, at: frame.end)
                    guard frame.endsUtterance || !isFirst && !words.isEmpty else { continue }
                    timeline.close(words: words, at: frame.end, reason: .endpoint, isRequested: frame.endsUtterance)
                    if !words.isEmpty { (isFirst, sentences) = (false, sentences.dropFirst()) }
                    began = frame.end
                }
            }
        }
    }

    /// A voice whose prompts take one second of audio time.
    private actor BriefVoice: GuestVoice {
        nonisolated let makesSound = true
        private let clock: ManualClock

        init(clock: ManualClock) { self.clock = clock }

        func say(_ text: String) async -> Bool {
            try? await clock.sleep(for: .seconds(1))
            return true
        }

        func stop() {}
        func play(_ cue: FeedbackCue) {}
        func shortcoming() -> String? { nil }
    }

    @Test(
        "A12: a touch that makes the kiosk speak closes the open utterance: items count, half a sentence is dropped",
        .timeLimit(.minutes(10)), arguments: [("a croissant", ["Bagel", "Croissant"]), ("can i get a", ["Bagel"])])
    func spokenOver(_ sentence: String, _ order: [String]) async throws {
        let clock = ManualClock()
        let stand = try OrchestratorStand(
            service: OpenSentence(sentence: sentence, then: "yes"), voice: BriefVoice(clock: clock), clock: clock)
        _ = await stand.kiosk.perform(.start)
        #expect(await stand.waits { $0.microphone.state == .listening } != nil)
        _ = await stand.kiosk.perform(.add(itemId: "bagel", quantity: 1, options: []))
        #expect(
            await stand.waits { $0.transcript.volatile.contains(sentence) || $0.transcript.stable.contains(sentence) }
                != nil)
        _ = await stand.kiosk.perform(.checkout)
        let over = await stand.waits { $0.microphone.state == .speaking && $0.transcript == .init() }
        #expect(over != nil)
        let placed = await stand.waits { $0.placed != nil }
        #expect(placed?.placed?.number == 1)
        #expect(await stand.store.orders.first?.lines.map(\.name) == order)
        stand.running.cancel()
    }
}
