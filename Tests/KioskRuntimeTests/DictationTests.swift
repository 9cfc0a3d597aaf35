internal import Ordering
internal import Speech
internal import Synchronization
internal import TestSupport
internal import Testing
internal import VoiceOrdering

@testable internal import KioskRuntime

/// Dictation: pages borrow the microphone.
@Suite(.timeLimit(.minutes(10)))
struct DictationTests {
    /// A recogniser that hears nothing, for orders.
    private static let deaf = OrchestratorStand.script([])

    private static func stand(
        _ sentences: [(at: Double, text: String)] = [(1, "the great gatsby")], input: any AudioInput = QuietRoom(),
        clock: ManualClock = ManualClock()
    ) throws -> OrchestratorStand {
        try OrchestratorStand(
            service: deaf, input: input, clock: clock, dictation: OrchestratorStand.script(sentences))
    }

    /// All events of a dictation but the levels.
    private static func events(
        _ dictation: Dictation, _ each: (DictationEvent) async -> Void = { _ in }
    ) async -> [DictationEvent] {
        var all: [DictationEvent] = []
        for await event in dictation.events {
            switch event {
            case .level, .speech: continue
            case .began, .partial, .ended: break
            }
            all.append(event)
            await each(event)
        }
        return all
    }

    /// Waits until the kiosk can be dictated to.
    private static func open(_ stand: OrchestratorStand) async -> Bool {
        for await gates in await stand.kiosk.dictationGates() where gates == .all { return true }
        return false
    }

    @Test("Words are shown as they are understood, and silence ends the dictation")
    func silence() async throws {
        let stand = try Self.stand([(1, "the great"), (3, "gatsby")])
        #expect(await Self.open(stand))
        let events = await Self.events(await stand.kiosk.dictate(DictationRequest()))
        #expect(events.first == .began)
        #expect(events.contains(.partial("the great")))
        #expect(events.last == .ended(DictationEnding(.silence, words: "the great gatsby")))
        // The microphone is free again, for another page and for guests.
        let next = await Self.events(await stand.kiosk.dictate(DictationRequest()))
        #expect(next.last == .ended(DictationEnding(.silence, words: "the great gatsby")))
        stand.running.cancel()
    }

    @Test("Words that a recogniser makes of the room's noise are none")
    func noise() async throws {
        let stand = try OrchestratorStand(
            service: Self.deaf, confidenceGate: ConfidenceGate(), dictation: OrchestratorStand.script([(1, "you")]))
        #expect(await Self.open(stand))
        let events = await Self.events(await stand.kiosk.dictate(DictationRequest()))
        #expect(events == [.began, .ended(DictationEnding(.silence))])
        stand.running.cancel()
    }

    @Test("The level of the microphone is reported")
    func level() async throws {
        let stand = try Self.stand()
        #expect(await Self.open(stand))
        var levels = 0
        for await event in await stand.kiosk.dictate(DictationRequest()).events {
            if case .level = event { levels += 1 }
        }
        #expect(levels > 5)
        stand.running.cancel()
    }

    @Test("Nothing said: the dictation ends by itself after the lead, and the longest time counts for a talker")
    func limits() async throws {
        let silent = try Self.stand([])
        #expect(await Self.open(silent))
        let nothing = await Self.events(await silent.kiosk.dictate(DictationRequest()))
        #expect(nothing == [.began, .ended(DictationEnding(.silence))])
        silent.running.cancel()

        let talker = try Self.stand((0..<30).map { (Double($0) * 1.5, "and so on") })
        #expect(await Self.open(talker))
        var request = DictationRequest()
        request.longest = .seconds(5)
        let events = await Self.events(await talker.kiosk.dictate(request))
        guard case .ended(let ending)? = events.last else { return #expect(Bool(false), "\(events)") }
        #expect(ending.reason == .longest && ending.words.hasPrefix("and so on and so on"))
        talker.running.cancel()
    }

    @Test("Stopping gives the words so far; another page is refused meanwhile; whoever stops reading cancels")
    func stopping() async throws {
        let stand = try Self.stand([(1, "persuasion by jane austen"), (9, "never heard")])
        #expect(await Self.open(stand))
        let dictation = await stand.kiosk.dictate(DictationRequest())
        let events = await Self.events(dictation) { event in
            guard case .partial("persuasion by jane austen") = event else { return }
            let other = await Self.events(await stand.kiosk.dictate(DictationRequest()))
            #expect(other == [.ended(DictationEnding(.busy))])
            await stand.kiosk.stopDictation(dictation.id)
        }
        #expect(events.last == .ended(DictationEnding(.stopped, words: "persuasion by jane austen")))
        let abandoned = await stand.kiosk.dictate(DictationRequest())
        for await _ in abandoned.events { break }
        while await stand.kiosk.isDictating, !Task.isCancelled { await Task.yield() }
        stand.running.cancel()
    }

    @Test("A guest's touch ends the dictation at once, and no page gets the microphone during the turn")
    func guest() async throws {
        let stand = try Self.stand([(1, "emma"), (20, "never heard")])
        #expect(await Self.open(stand))
        let events = await Self.events(await stand.kiosk.dictate(DictationRequest())) { event in
            guard case .partial("emma") = event else { return }
            #expect(await stand.kiosk.perform(.start) == .done)
        }
        #expect(events.last == .ended(DictationEnding(.guest, words: "emma")))
        let refused = await Self.events(await stand.kiosk.dictate(DictationRequest()))
        #expect(refused == [.ended(DictationEnding(.guest))])
        #expect(await stand.waits { $0.microphone.state == .listening } != nil)
        // A guest who only touches leaves the microphone free.
        #expect(await stand.kiosk.perform(.listen(isOn: false)) == .done)
        let events2 = await Self.events(await stand.kiosk.dictate(DictationRequest()))
        #expect(events2.last == .ended(DictationEnding(.silence, words: "emma")))
        stand.running.cancel()
    }

    @Test("The staff's microphone check ends the dictation")
    func check() async throws {
        let stand = try Self.stand([(1, "emma"), (20, "never heard")])
        #expect(await Self.open(stand))
        let events = await Self.events(await stand.kiosk.dictate(DictationRequest())) { event in
            if case .partial("emma") = event { _ = await stand.kiosk.perform(StaffAction.beginCheck) }
        }
        #expect(events.last == .ended(DictationEnding(.staff, words: "emma")))
        stand.running.cancel()
    }

    @Test("A microphone that is unplugged mid-sentence ends the dictation with the words so far, and closes the gate")
    func unplugged() async throws {
        let clock = ManualClock(), microphone = UnpluggedMicrophone(clock: clock)
        let stand = try Self.stand([(1, "emma"), (20, "never heard")], input: microphone, clock: clock)
        #expect(await Self.open(stand))
        let events = await Self.events(await stand.kiosk.dictate(DictationRequest())) { event in
            if case .partial("emma") = event { microphone.unplug() }
        }
        #expect(events.last == .ended(DictationEnding(.microphone, words: "emma")))
        for await gates in await stand.kiosk.dictationGates() where !gates.contains(.microphone) { break }
        let refused = await Self.events(await stand.kiosk.dictate(DictationRequest()))
        #expect(refused == [.ended(DictationEnding(.microphone))])
        stand.running.cancel()
    }

    private struct Broken: Error {}

    @Test("A recogniser that fails ends the dictation and leaves guests' orders alone")
    func failing() async throws {
        let breaking = ScriptedVoiceService(script: [(at: SamplePosition(seconds: 1), event: .fails(Broken()))])
        let stand = try OrchestratorStand(
            service: OrchestratorStand.script([(1, "a croissant")]), dictation: breaking)
        #expect(await Self.open(stand))
        let events = await Self.events(await stand.kiosk.dictate(DictationRequest()))
        #expect(events.last == .ended(DictationEnding(.recognizer)))
        #expect(await stand.kiosk.perform(.start) == .done)
        #expect(await stand.waits { !$0.cart.isEmpty } != nil)
        stand.running.cancel()
    }

    @Test("The deadline ends a dictation whose microphone or recogniser does not answer")
    func deadlines() {
        var run = DictationRun(id: 1, request: DictationRequest(), at: .seconds(10))
        #expect(run.deadline == .seconds(15) && run.lateEnding.reason == .microphone)
        run.begin(at: .seconds(11))
        #expect(run.deadline == .seconds(31) && run.lateEnding.reason == .microphone)
        run.close(.stopped, at: .seconds(12))
        run.close(.longest, at: .seconds(13))
        #expect(run.deadline == .seconds(17) && run.lateEnding.reason == .recognizer)
        #expect(run.ending.reason == .stopped)
    }

    @Test("Without a recogniser of free speech, the one of orders gets the phrases whose words it can hear")
    func orderRecogniser() async throws {
        let service = RecordingService(dictionary: ["emma", "latte"])
        let stand = try OrchestratorStand(service: service)
        #expect(await Self.open(stand))
        _ = await Self.events(
            await stand.kiosk.dictate(DictationRequest(phrases: ["emma", "persuasion", "emma latte"])))
        #expect(service.vocabularies.contains(RecognitionVocabulary(phrases: ["emma", "emma latte"])))
        stand.running.cancel()
    }
}

/// A recogniser that notes what it is to expect, and hears nothing.
private final class RecordingService: VoiceService {
    let engineName = "recording"
    private let inner: ScriptedVoiceService
    private let given = Mutex<[RecognitionVocabulary?]>([])

    init(dictionary: Set<String>) { inner = ScriptedVoiceService(script: [], dictionary: dictionary) }

    var vocabularies: [RecognitionVocabulary?] { given.withLock { $0 } }

    func canHear(_ word: String) -> Bool { inner.canHear(word) }

    func startListening(to input: any AudioInput, vocabulary: RecognitionVocabulary?) async throws -> VoiceResults {
        given.withLock { $0.append(vocabulary) }
        return try await inner.startListening(to: input, vocabulary: vocabulary)
    }
}
