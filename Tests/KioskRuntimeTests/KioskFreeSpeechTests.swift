internal import Ordering
internal import Speech
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import KioskRuntime
@testable internal import VoiceOrdering

/// Questions whose words the recogniser of orders lacks, read again as free speech.
@Suite(.timeLimit(.minutes(10)))
struct KioskFreeSpeechTests {
    private static let question = "what is the wifi password"

    /// Reads one sentence in every audio, and counts the readings.
    private final class Reader: UtteranceRecognizer {
        let engineName = "reader"
        let spans = Mutex<[SpeechSpan]>([])

        func recognize(_ utterance: AudioFrame, vocabulary: RecognitionVocabulary?) async throws -> [TranscribedWord] {
            let span = SpeechSpan(start: utterance.start, end: utterance.end)
            spans.withLock { $0.append(span) }
            return ScriptedVoiceService.timed(KioskFreeSpeechTests.question, over: span)
        }
    }

    /// Reads the first audio once it is told to, and nothing in the others.
    private final class LateReader: UtteranceRecognizer {
        let engineName = "late"
        let isAsked = Atomic<Bool>(false), isOpen = Atomic<Bool>(false), hasAnswered = Atomic<Bool>(false)

        func recognize(_ utterance: AudioFrame, vocabulary: RecognitionVocabulary?) async throws -> [TranscribedWord] {
            guard !isAsked.exchange(true, ordering: .acquiringAndReleasing) else { return [] }
            while !isOpen.load(ordering: .acquiring) { await Task.yield() }
            hasAnswered.store(true, ordering: .releasing)
            let span = SpeechSpan(start: utterance.start, end: utterance.end)
            return ScriptedVoiceService.timed(KioskFreeSpeechTests.question, over: span)
        }
    }

    private struct Broken: UtteranceRecognizer {
        let engineName = "broken"
        struct Failure: Error {}
        func recognize(_ utterance: AudioFrame, vocabulary: RecognitionVocabulary?) async throws -> [TranscribedWord] {
            throw Failure()
        }
    }

    /// Knows one answer, and what it was asked.
    private final class Notes: NoteAnswering {
        let asked = Mutex<[String]>([])

        func reply(to question: String) async -> NoteReply {
            asked.withLock { $0.append(question) }
            return question == KioskFreeSpeechTests.question ? .answer("Beans and cream.") : .noted
        }

        func isQuestion(_ text: String) async -> Bool { text.hasPrefix("what") }

        func answer(to speech: String) async -> String? {
            asked.withLock { $0.append(speech) }
            return speech == KioskFreeSpeechTests.question ? "Beans and cream." : nil
        }
    }

    /// A recogniser of orders that hears a few words of the menu, with the given confidence.
    private static func hearing(_ text: String, confidence: Double) -> ScriptedVoiceService {
        let span = SpeechSpan(start: SamplePosition(16_000), end: SamplePosition(32_000))
        let words = ScriptedVoiceService.timed(text, over: span).map {
            TranscribedWord(text: $0.text, span: $0.span, confidence: confidence)
        }
        return ScriptedVoiceService(script: [
            (at: SamplePosition(32_000), event: .hears(words)), (at: SamplePosition(40_000), event: .endpoint(words)),
        ])
    }

    @Test("A question is answered by what free speech reads in it, of which the first words are not lost")
    func asked() async throws {
        let notes = Notes(), reader = Reader()
        let stand = try OrchestratorStand(
            service: Self.hearing("what is the", confidence: 1), notes: notes, freeSpeech: reader)
        _ = await stand.kiosk.perform(.start)
        #expect(await stand.waits { $0.caption == "Beans and cream." } != nil)
        #expect(notes.asked.withLock { $0 } == [Self.question])
        let spans = reader.spans.withLock { $0 }
        // The sentence is not complete, so it is closed only after a while.
        #expect(spans.count == 1)
        let hasAllWords = spans.allSatisfy { $0.start.samples <= 16_000 && 32_000...72_000 ~= $0.end.samples }
        #expect(hasAllWords, "\(spans)")
        stand.running.cancel()
    }

    @Test("A question that the recogniser of orders rejects is answered")
    func rejected() async throws {
        let notes = Notes()
        let stand = try OrchestratorStand(
            service: Self.hearing("a latte", confidence: 0.3), notes: notes, freeSpeech: Reader())
        _ = await stand.kiosk.perform(.start)
        let answered = await stand.waits { $0.caption == "Beans and cream." }
        #expect(answered != nil && answered?.cart.isEmpty == true)
        stand.running.cancel()
    }

    @Test("A question in which the recogniser of orders finds an order is answered, and orders nothing")
    func misheard() async throws {
        let notes = Notes(), reader = Reader()
        let stand = try OrchestratorStand(
            service: Self.hearing("what is a croissant", confidence: 1), notes: notes, freeSpeech: reader)
        _ = await stand.kiosk.perform(.start)
        let answered = await stand.waits { $0.caption == "Beans and cream." }
        #expect(answered != nil && answered?.cart.isEmpty == true)
        #expect(reader.spans.withLock { $0.count } == 1)
        stand.running.cancel()
    }

    @Test("G12: an answer to the last guest's question that comes late is not given to the next guest")
    func nextGuest() async throws {
        let reader = LateReader()
        let stand = try OrchestratorStand(
            service: Self.hearing("a latte", confidence: 0.3), notes: Notes(), freeSpeech: reader)
        _ = await stand.kiosk.perform(.start)
        while !reader.isAsked.load(ordering: .acquiring) { await Task.yield() }
        _ = await stand.kiosk.perform(.startOver)
        _ = await stand.kiosk.perform(.start)
        let next = await stand.waits { $0.session == "session-3" }
        reader.isOpen.store(true, ordering: .releasing)
        while !reader.hasAnswered.load(ordering: .acquiring) { await Task.yield() }
        for _ in 0..<2_000 { await Task.yield() }
        let isGiven = await stand.snapshots.contains { $0.caption == "Beans and cream." }
        #expect(next != nil && !isGiven)
        stand.running.cancel()
    }

    @Test("Free speech that fails leaves the words of the recogniser of orders to the notebook")
    func broken() async throws {
        let notes = Notes()
        let stand = try OrchestratorStand(
            service: Self.hearing("what is the", confidence: 1), notes: notes, freeSpeech: Broken())
        _ = await stand.kiosk.perform(.start)
        #expect(await stand.waits { $0.caption.contains("I've noted it") } != nil)
        #expect(notes.asked.withLock { $0 } == ["what is the"])
        stand.running.cancel()
    }

    @Test("Typed questions and orders are not read again")
    func others() async throws {
        let notes = Notes(), reader = Reader()
        let stand = try OrchestratorStand(
            service: Self.hearing("a croissant", confidence: 1), notes: notes, freeSpeech: reader)
        _ = await stand.kiosk.perform(.start)
        #expect(await stand.waits { $0.cart.count == 1 } != nil)
        _ = await stand.kiosk.perform(.say(text: "where is the toilet", replacesLast: false))
        #expect(await stand.waits { $0.caption.contains("I've noted it") } != nil)
        #expect(reader.spans.withLock { $0 }.isEmpty)
        #expect(notes.asked.withLock { $0 } == ["where is the toilet"])
        stand.running.cancel()
    }

    @Test("An answer comes neither into the kiosk's speech nor into a read-back, and repeats an open question")
    func moments() throws {
        var stand = try MachineStand(answersNotes: true)
        let event = KioskEvent.asked(Self.question, answer: "Beans and cream.")
        #expect(stand.handle(event).isEmpty)
        try stand.isReadTo()
        #expect(stand.handle(event).isEmpty)
        stand.handle(.spoken)
        #expect(stand.handle(event).isEmpty, "during a read-back")

        var other = try MachineStand(answersNotes: true)
        other.wakes()
        other.says("a muffin")
        let open = other.snapshot.caption
        try #require(open.contains("?"))
        let decisions = other.handle(event)
        #expect(other.snapshot.caption.hasPrefix("Beans and cream."))
        #expect(decisions.contains { if case .say = $0 { true } else { false } })
    }

    @Test("The log has no word of the question")
    func masked() throws {
        var stand = try MachineStand(answersNotes: true)
        stand.wakes()
        stand.handle(.asked(Self.question, answer: "Beans and cream."))
        let lines = try stand.log.map { entry in
            var entry = entry
            entry.event = entry.event?.withoutPrivateWords
            return try KioskLog.line(entry)
        }
        let hasWords = lines.contains { $0.contains("wifi") }
        #expect(!hasWords && stand.snapshot.caption == "Beans and cream.")
        let replayed = KioskLog.replay(
            try lines.map(KioskLog.entry), with: try MachineStand(answersNotes: true).machine)
        let isSame = replayed.allSatisfy(\.isSame)
        #expect(isSame)
    }
}
