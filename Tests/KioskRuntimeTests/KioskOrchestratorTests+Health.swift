internal import Feedback
internal import OrderParsing
internal import Ordering
internal import Speech
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import KioskRuntime
@testable internal import VoiceOrdering

/// The kiosk's health report.
extension KioskOrchestratorTests {
    /// A voice that reports a shortcoming.
    private actor LameVoice: GuestVoice {
        nonisolated let makesSound = true
        private(set) var lacks: String? = "it is being loaded"
        func recover() { lacks = nil }
        func say(_ text: String) -> Bool { lacks == nil }
        func stop() {}
        func play(_ cue: FeedbackCue) {}
        func shortcoming() -> String? { lacks }
    }

    @Test(
        "Health has the voice's shortcoming while it lasts, afterwards the number of prompts that were only shown",
        .timeLimit(.minutes(10)))
    func voiceHealth() async throws {
        func speech(_ kiosk: KioskOrchestrator) async -> KioskHealth.Part? {
            await kiosk.health().parts.first { $0.name == "speech" }
        }
        let voice = LameVoice(), stand = try OrchestratorStand(service: OrchestratorStand.script([]), voice: voice)
        #expect(await speech(stand.kiosk) == .init(name: "speech", state: .degraded, detail: "it is being loaded"))
        await voice.recover()
        #expect(await speech(stand.kiosk)?.state == .ok)
        stand.running.cancel()
        let lame = LameVoice(), silent = try OrchestratorStand(service: OrchestratorStand.script([]), voice: lame)
        _ = await silent.kiosk.perform(.start)
        while await silent.kiosk.health().figures["brews_prompts_shown_only_total"] == 0 { await Task.yield() }
        #expect(await speech(silent.kiosk)?.detail == "it is being loaded", "why is told before how often")
        await lame.recover()
        let part = await speech(silent.kiosk)
        #expect(part?.state == .degraded && part?.detail.contains("prompts were only shown") == true)
        silent.running.cancel()
    }

    /// A voice that the staff have muted.
    private actor MutedVoice: GuestVoice {
        nonisolated let makesSound = false
        nonisolated let isMuted = true
        private(set) var asked = 0
        func say(_ text: String) -> Bool {
            asked += 1
            return false
        }
        func stop() {}
        func play(_ cue: FeedbackCue) {}
        func shortcoming() -> String? { nil }
    }

    @Test(
        "A muted kiosk is well, shows what it would say, and waits for nobody to finish speaking",
        .timeLimit(.minutes(10)))
    func mutedHealth() async throws {
        let voice = MutedVoice(), stand = try OrchestratorStand(service: OrchestratorStand.script([]), voice: voice)
        _ = await stand.kiosk.perform(.start)
        #expect(await stand.waits { !$0.caption.isEmpty && $0.microphone.state == .listening } != nil)
        while await voice.asked == 0 { await Task.yield() }
        let health = await stand.kiosk.health()
        #expect(
            health.parts.first { $0.name == "speech" } == .init(name: "speech", state: .ok, detail: "muted by staff"))
        #expect(health.figures["brews_prompts_shown_only_total"] == 0)
        stand.running.cancel()
    }

    @Test(
        "A3: voice input is starting until the microphone reports whether it is available",
        .timeLimit(.minutes(10)), arguments: [true, false])
    func slowMicrophone(isThere: Bool) async throws {
        let microphone = SlowMicrophone(), menu = try MenuLoader.builtIn()
        let voiceInput = KioskParts.VoiceInput(input: microphone, service: OrchestratorStand.script([]))
        let kiosk = try KioskOrchestrator(
            menu: menu, parser: OrderParsingPipeline(menu: menu), writer: PromptWriter(menu: menu),
            menuDigest: "digest",
            parts: KioskParts(
                voiceInput: .loading { voiceInput }, voice: SilentVoice(), store: MemoryOrderStore(),
                clock: MonotonicClock(ContinuousClock())
            ) { "session" })
        let running = Task { try await kiosk.run() }
        while await kiosk.health().parts.first?.detail == "not in use" { await Task.yield() }
        #expect(await kiosk.health().parts[1].detail == VoiceProblem.starting.description)
        microphone.say(isThere ? .available : .unavailable(.missing, since: .zero))
        await kiosk.awaitVoiceInput()
        #expect(await kiosk.health().parts[1].detail == (isThere ? "" : VoiceProblem.microphone.description))
        running.cancel()
        _ = await running.result
    }

    @Test(
        "B1, A3: a microphone that is not yet open is reported as starting when the recogniser is loaded at last",
        .timeLimit(.minutes(10)))
    func slowMicrophoneLate() async throws {
        let microphone = SlowMicrophone(), menu = try MenuLoader.builtIn(), clock = ManualClock(),
            isMended = Atomic<Bool>(false)
        let voiceInput = KioskParts.VoiceInput(input: microphone, service: OrchestratorStand.script([]))
        let loading = KioskParts.VoiceInputSource.loading {
            guard isMended.load(ordering: .acquiring) else { throw BreakingInput.Broken() }
            return voiceInput
        }
        let kiosk = try KioskOrchestrator(
            menu: menu, parser: OrderParsingPipeline(menu: menu), writer: PromptWriter(menu: menu),
            menuDigest: "digest",
            parts: KioskParts(
                voiceInput: loading, voice: SilentVoice(), store: MemoryOrderStore(), clock: MonotonicClock(clock)
            ) { "session" })
        let running = Task { try await kiosk.run() }
        while await kiosk.health().parts[1].state != .failed { await Task.yield() }
        isMended.store(true, ordering: .releasing)
        let updates = await kiosk.updates()
        while await kiosk.health().parts.first?.detail == "not in use" {
            clock.advance(by: .seconds(1))
            await Task.yield()
        }
        #expect(await kiosk.health().parts[1].detail == VoiceProblem.starting.description)
        microphone.say(.available)
        var reasons: [VoiceProblem?] = []
        for await case .snapshot(let snapshot) in updates {
            guard snapshot.microphone.state == .unavailable else { break }
            reasons.append(snapshot.microphone.reason)
        }
        #expect(reasons.last == .starting, "the screen never asked for speech before: \(reasons)")
        running.cancel()
        _ = await running.result
    }

    @Test(
        "B1: without a wake-word detector guests speak after a touch, no phrase is shown, health has the reason",
        .timeLimit(.minutes(10)))
    func noSpotter() async throws {
        let menu = try MenuLoader.builtIn(), clock = ManualClock()
        let voiceInput = KioskParts.VoiceInput(
            input: QuietRoom(), service: OrchestratorStand.script([]), spotterShortcoming: "no phones")
        let kiosk = try KioskOrchestrator(
            menu: menu, parser: OrderParsingPipeline(menu: menu), writer: PromptWriter(menu: menu),
            menuDigest: "digest",
            parts: KioskParts(
                voiceInput: .loaded(voiceInput), voice: SilentVoice(), store: MemoryOrderStore(),
                clock: MonotonicClock(clock)
            ) { "session" })
        var updates = await kiosk.updates().makeAsyncIterator()
        guard case .snapshot(let snapshot) = await updates.next() else { return #expect(Bool(false), "no snapshot") }
        #expect(snapshot.microphone == .init(state: .off))
        #expect(
            await kiosk.health().parts[1]
                == .init(name: "recognition", state: .degraded, detail: "only a touch begins: no phones"))
        #expect(await kiosk.health().canOrder)
    }

    @Test("H5: an implausible wall clock is reported, and ordering continues", .timeLimit(.minutes(10)))
    func clockNotSet() async throws {
        for isSet in [true, false] {
            let stand = try OrchestratorStand(speed: 1, isClockSet: isSet)
            let clock = await stand.kiosk.health().parts.first { $0.name == "clock" }
            #expect(clock?.state == (isSet ? .ok : .degraded) && clock?.detail.isEmpty == isSet)
            _ = await stand.kiosk.perform(.add(itemId: "croissant", quantity: 1, options: []))
            _ = await stand.kiosk.perform(.checkout)
            _ = await stand.kiosk.perform(.confirm)
            #expect(await stand.waits { $0.placed != nil } != nil)
            stand.running.cancel()
        }
    }

    private struct Refused: OrderStoreError {
        let isRefusal: Bool
    }

    /// A store that throws at every call.
    private struct RefusingStore: OrderStore {
        let error: Refused
        func place(_ order: NewOrder) async throws -> OrderReceipt { throw error }
        func saveCart(_ cart: OpenCart) async throws { throw error }
        func takeSavedCart() async throws -> OpenCart? { nil }
        func mark(_ mark: OrderMark, order: String) async throws { throw error }
        func record(event json: String, session: String) async throws { throw error }
        func end(session: String, reason: String, figures: [String: Int]) async throws { throw error }
    }

    @Test(
        "Content that the store refuses is no failure of the store; an error is",
        .timeLimit(.minutes(10)), arguments: [true, false])
    func refusedContents(_ isRefusal: Bool) async throws {
        let menu = try MenuLoader.builtIn(), store = RefusingStore(error: Refused(isRefusal: isRefusal))
        let kiosk = try KioskOrchestrator(
            menu: menu, parser: OrderParsingPipeline(menu: menu), writer: PromptWriter(menu: menu),
            menuDigest: "digest",
            parts: KioskParts(
                voiceInput: .none, voice: SilentVoice(), store: store, clock: MonotonicClock(ManualClock())
            ) {
                "session"
            })
        _ = await kiosk.perform(.add(itemId: "croissant", quantity: 1, options: []))
        while await kiosk.progress().isStoreWaiting { await Task.yield() }
        #expect(await kiosk.progress().writes > 0)
        #expect(await kiosk.health().canOrder == isRefusal)
    }

    @Test("H1: health has the reason why old data was not deleted, until it is deleted", .timeLimit(.minutes(10)))
    func purgeFailure() async throws {
        let stand = try OrchestratorStand(speed: 1)
        for reason in ["the clock is 400 days past the orders before", nil] {
            await stand.kiosk.note(purgeFailure: reason)
            let store = await stand.kiosk.health().parts.first { $0.name == "store" }
            #expect(store?.state == (reason == nil ? .ok : .degraded) && store?.detail == reason ?? "")
        }
        stand.running.cancel()
    }
}
