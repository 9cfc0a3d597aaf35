internal import Feedback
internal import OrderParsing
internal import Ordering
internal import Speech
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import KioskRuntime
@testable internal import VoiceOrdering

/// The whole kiosk with a scripted recogniser: from touch or speech to the stored order.
struct KioskOrchestratorTests {
    @Test(
        "After a touch on the microphone a spoken order is previewed, read back, placed and stored",
        .timeLimit(.minutes(10)))
    func order() async throws {
        let stand = try OrchestratorStand(
            service: OrchestratorStand.script([(1, "a croissant and a bagel"), (4, "that's all"), (8, "yes please")]))
        #expect(await stand.kiosk.perform(.start) == .done)
        let placed = await stand.waits { $0.placed != nil }
        #expect(placed?.screen == .payment)
        #expect(placed?.placed?.number == 1)
        let orders = await stand.store.orders
        #expect(orders.map { $0.lines.map(\.itemId) } == [["croissant", "bagel"]])
        #expect(orders.first?.menuDigest == "digest")
        #expect(await stand.waits { $0.screen == .welcome } != nil)
        let snapshots = await stand.snapshots
        #expect(snapshots.contains { !$0.preview.isEmpty && $0.transcript.volatile.contains("croissant") })
        #expect(snapshots.contains { $0.screen == .confirmation })
        #expect(zip(snapshots, snapshots.dropFirst()).allSatisfy { $0.revision < $1.revision })
        #expect(await stand.store.ended.first?.reason == "completed")
        #expect(await stand.store.cart == nil)
        stand.running.cancel()
    }

    @Test(
        "C10: words no louder than the background order nothing, and the session times out",
        .timeLimit(.minutes(10)))
    func room() async throws {
        let stand = try OrchestratorStand(
            service: OrchestratorStand.script([(4, "a croissant and a bagel"), (8, "a latte")]),
            confidenceGate: ConfidenceGate())
        #expect(await stand.kiosk.perform(.start) == .done)
        #expect(await stand.waits { $0.screen == .ordering } != nil)
        #expect(await stand.waits { $0.screen == .welcome } != nil)
        let snapshots = await stand.snapshots
        #expect(snapshots.contains { $0.transcript.volatile.contains("croissant") })
        #expect(snapshots.allSatisfy { $0.cart.isEmpty })
        stand.running.cancel()
    }

    @Test("The session's log gives the same decisions when it is replayed", .timeLimit(.minutes(10)))
    func replay() async throws {
        let stand = try OrchestratorStand(
            service: OrchestratorStand.script([(1, "a croissant"), (4, "that's all"), (8, "yes please")]))
        _ = await stand.kiosk.perform(.start)
        #expect(await stand.waits { $0.placed != nil } != nil)
        #expect(await stand.waits { $0.screen == .welcome } != nil)
        let lines = try #require(await stand.store.events.values.first)
        let menu = try MenuLoader.builtIn()
        let machine = try KioskMachine(
            menu: menu, parser: OrderParsingPipeline(menu: menu), writer: PromptWriter(menu: menu), menuDigest: "digest"
        )
        let replayed = KioskLog.replay(try lines.map(KioskLog.entry), with: machine)
        let different = replayed.filter { !$0.isSame }
        #expect(different.isEmpty, "\(different)")
        #expect(replayed.count > 5)
        stand.running.cancel()
    }

    @Test(
        "C14: when a recogniser fails, the order stays on the screen with a notice, and the recogniser is retried",
        .timeLimit(.minutes(10)))
    func failing() async throws {
        let broken = ScriptedVoiceService(script: [(at: SamplePosition(8_000), event: .fails(BreakingInput.Broken()))])
        let stand = try OrchestratorStand(service: broken, speed: 20)
        _ = await stand.kiosk.perform(.add(itemId: "croissant", quantity: 1, options: []))
        _ = await stand.kiosk.perform(.listen(isOn: true))
        let touchOnly = await stand.waits { $0.microphone.state == .unavailable }
        #expect(touchOnly?.cart.count == 1)
        let back = await stand.waits { $0.microphone.state != .unavailable }
        #expect(back?.cart.count == 1)
        _ = await stand.kiosk.perform(.checkout)
        _ = await stand.kiosk.perform(.confirm)
        #expect(await stand.waits { $0.placed != nil } != nil)
        stand.running.cancel()
    }

    @Test("B1: without voice input the kiosk takes orders by touch", .timeLimit(.minutes(10)))
    func touchOnly() async throws {
        let stand = try OrchestratorStand()
        #expect(await stand.waits { _ in true }?.microphone.state == .unavailable)
        _ = await stand.kiosk.perform(.add(itemId: "croissant", quantity: 2, options: []))
        _ = await stand.kiosk.perform(.checkout)
        _ = await stand.kiosk.perform(.confirm)
        #expect(await stand.waits { $0.placed != nil } != nil)
        #expect(await stand.store.orders.first?.total == Money(minorUnits: 650))
        _ = await stand.kiosk.perform(.endCheck)
        _ = await stand.kiosk.perform(.dismiss)
        #expect(
            await stand.waits { $0.screen == .welcome }?.microphone.state == .unavailable,
            "the end of a check gives no voice input")
        stand.running.cancel()
    }

    @Test(
        "C13: while an engine loads, the kiosk takes orders by touch; afterwards the same order continues by voice",
        .timeLimit(.minutes(10)))
    func loadingVoiceInput() async throws {
        let (gate, opened) = AsyncStream.makeStream(of: Void.self)
        let stand = try OrchestratorStand(service: OrchestratorStand.script([(1, "a bagel")])) {
            for await _ in gate { return }
        }
        #expect(await stand.waits { _ in true }?.microphone == .init(state: .unavailable, reason: .starting))
        #expect(await stand.kiosk.health().parts.first { $0.name == "recognition" }?.state == .degraded)
        #expect(await stand.kiosk.progress().frames == nil, "no frame need come from a microphone that is not open")
        #expect(await stand.kiosk.perform(.beginCheck) == .refused("the recogniser is being loaded"))
        _ = await stand.kiosk.perform(.add(itemId: "croissant", quantity: 1, options: []))
        #expect(await stand.waits { $0.cart.count == 1 } != nil)
        let waiting = Task { await stand.kiosk.awaitVoiceInput() }
        opened.yield()
        #expect(await stand.waits { $0.microphone.state != .unavailable }?.cart.count == 1)
        await waiting.value
        #expect(await stand.kiosk.health().parts.first { $0.name == "recognition" }?.state == .ok)
        _ = await stand.kiosk.perform(.listen(isOn: true))
        #expect(await stand.waits { $0.cart.count == 2 } != nil)
        stand.running.cancel()
    }

    @Test("A kiosk that is cancelled while an engine loads ends at once", .timeLimit(.minutes(10)))
    func endsOpening() async throws {
        let (gate, _) = AsyncStream.makeStream(of: Void.self)
        let stand = try OrchestratorStand(service: OrchestratorStand.script([])) {
            for await _ in gate { return }
            throw CancellationError()
        }
        #expect(await stand.waits { _ in true }?.microphone.reason == .starting)
        let waiting = Task { await stand.kiosk.awaitVoiceInput() }
        stand.running.cancel()
        await waiting.value
        await #expect(throws: CancellationError.self) { try await stand.running.value }
    }

    @Test(
        "B1: when an engine cannot be loaded, orders are taken by touch, health has the reason, loading is retried",
        .timeLimit(.minutes(10)))
    func failedVoiceInput() async throws {
        let isMended = Atomic<Bool>(false)
        let stand = try OrchestratorStand(service: OrchestratorStand.script([])) {
            if !isMended.load(ordering: .relaxed) { throw BreakingInput.Broken() }
        }
        #expect(await stand.waits { $0.microphone.reason == .recogniser } != nil)
        let recognition = await stand.kiosk.health().parts.first { $0.name == "recognition" }
        #expect(recognition?.state == .failed && recognition?.detail == "Broken()")
        _ = await stand.kiosk.perform(.add(itemId: "croissant", quantity: 1, options: []))
        _ = await stand.kiosk.perform(.checkout)
        _ = await stand.kiosk.perform(.confirm)
        #expect(await stand.waits { $0.placed != nil } != nil)
        isMended.store(true, ordering: .relaxed)
        stand.audible.advance(by: KioskOrchestrator.reloadInterval)
        #expect(await stand.waits { $0.microphone.state != .unavailable } != nil)
        #expect(await stand.kiosk.health().parts.first { $0.name == "recognition" }?.state == .ok)
        stand.running.cancel()
    }

    @Test(
        "F4: with a full store no order is shown as placed, and it is stored once there is space",
        .timeLimit(.minutes(10)))
    func storeFull() async throws {
        let stand = try OrchestratorStand()
        await stand.store.fill(true)
        _ = await stand.kiosk.perform(.add(itemId: "croissant", quantity: 1, options: []))
        _ = await stand.kiosk.perform(.checkout)
        _ = await stand.kiosk.perform(.confirm)
        let failed = await stand.waits { $0.screen == .failure }
        #expect(failed?.placed == nil)
        #expect(await stand.kiosk.health().canOrder == false)
        await stand.store.fill(false)
        _ = await stand.kiosk.perform(.confirm)
        #expect(await stand.waits { $0.placed != nil } != nil)
        #expect(await stand.store.orders.count == 1)
        stand.running.cancel()
    }

    /// A slow store.
    private actor SlowStore: OrderStore {
        private let store = MemoryOrderStore()
        private(set) var calls = 0

        private func takeTime() async {
            for _ in 0..<1_000 { await Task.yield() }
            calls += 1
        }

        func place(_ order: NewOrder) async throws -> OrderReceipt {
            await takeTime()
            return try await store.place(order)
        }
        func saveCart(_ cart: OpenCart) async { await takeTime() }
        func takeSavedCart() async throws -> OpenCart? { nil }
        func mark(_ mark: OrderMark, order: String) async { await takeTime() }
        func record(event json: String, session: String) async { await takeTime() }
        func end(session: String, reason: String, figures: [String: Int]) async { await takeTime() }
    }

    @Test(
        "F1: a cancelled kiosk ends after all writes and those that follow from them",
        .timeLimit(.minutes(10)))
    func endsWritten() async throws {
        let menu = try MenuLoader.builtIn(), store = SlowStore()
        let kiosk = try KioskOrchestrator(
            menu: menu, parser: OrderParsingPipeline(menu: menu), writer: PromptWriter(menu: menu),
            menuDigest: "digest",
            parts: KioskParts(
                voiceInput: .none, voice: SilentVoice(), store: store, clock: MonotonicClock(ContinuousClock())
            ) { "session" })
        let running = Task { try await kiosk.run() }
        _ = await kiosk.perform(.add(itemId: "croissant", quantity: 1, options: []))
        _ = await kiosk.perform(.checkout)
        _ = await kiosk.perform(.confirm)
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        let progress = await kiosk.progress()
        #expect(!progress.isStoreWaiting)
        #expect(await store.calls == progress.writes && progress.writes > 4)
    }

    @Test("An action with an item or option that is not on the menu is refused with a reason")
    func refused() async throws {
        let stand = try OrchestratorStand()
        #expect(
            await stand.kiosk.perform(.add(itemId: "sofa", quantity: 1, options: []))
                == .refused("there is no item 'sofa'"))
        #expect(await stand.kiosk.perform(.setQuantity(line: 1, quantity: -1)) != .done)
        #expect(
            await stand.kiosk.perform(.add(itemId: "latte", quantity: 1, options: [.init(group: "size", id: "bucket")]))
                != .done)
        stand.running.cancel()
    }

    /// Recognises by another script at each start, and nothing after the last.
    private final class Successive: VoiceService {
        let engineName = "successive"
        private let services: Mutex<[ScriptedVoiceService]>

        init(_ services: [ScriptedVoiceService]) { self.services = Mutex(services) }

        func startListening(to input: any AudioInput, vocabulary: RecognitionVocabulary?) async throws -> VoiceResults {
            let next = services.withLock { $0.isEmpty ? ScriptedVoiceService(script: []) : $0.removeFirst() }
            return try await next.startListening(to: input, vocabulary: vocabulary)
        }

        func canHear(_ word: String) -> Bool { true }
    }

    @Test(
        "C12: a turn recognised more than 3 s late is dropped, the guest is asked again, and the next turn is accepted",
        .timeLimit(.minutes(10)))
    func late() async throws {
        let stand = try OrchestratorStand(
            service: Successive([
                OrchestratorStand.script([(1, "a croissant")]), OrchestratorStand.script([(12, "a brownie")]),
            ]), input: LateMicrophone())
        _ = await stand.kiosk.perform(.start)
        let asked = await stand.waits { $0.caption.hasPrefix("Sorry, I did not get that") }
        #expect(asked?.cart.isEmpty == true)
        #expect(await stand.kiosk.health().figures["brews_turns_dropped_total"] == 1)
        let next = await stand.waits { !$0.cart.isEmpty }
        let shown = await stand.snapshots.map { "\($0.screen) \($0.caption) \($0.cart.map(\.description))" }
        #expect(next?.cart.map(\.description) == ["a brownie"], "\(shown)")
        stand.running.cancel()
    }

    @Test(
        "A8: a clipped yes places no order",
        .timeLimit(.minutes(10)), arguments: [0..<1_000, 8.3..<8.8])
    func clipped(_ seconds: Range<Double>) async throws {
        let stand = try OrchestratorStand(
            service: OrchestratorStand.script([(1, "a croissant"), (4, "that's all"), (8, "yes please")]),
            input: ClippedRoom(seconds))
        _ = await stand.kiosk.perform(.start)
        #expect(await stand.waits { $0.screen == .confirmation } != nil)
        #expect(await stand.waits { $0.caption.hasPrefix("Once more") || $0.screen == .welcome } != nil)
        #expect(await stand.store.orders.isEmpty)
        stand.running.cancel()
    }

    @Test(
        "A7: after ten seconds without a signal the screen says so, and orders are taken by touch",
        .timeLimit(.minutes(10)))
    func flatLine() async throws {
        let stand = try OrchestratorStand(service: OrchestratorStand.script([]), input: EndlessSilence())
        #expect(await stand.waits { $0.microphone == .init(state: .unavailable, reason: .silence) } != nil)
        #expect(await stand.kiosk.health().parts.first { $0.name == "microphone" }?.state == .failed)
        _ = await stand.kiosk.perform(.add(itemId: "croissant", quantity: 1, options: []))
        #expect(await stand.waits { $0.cart.count == 1 } != nil)
        stand.running.cancel()
    }

    @Test(
        "H3: an abandoned microphone check ends by itself, and guests can speak again",
        .timeLimit(.minutes(10)))
    func abandonedCheck() async throws {
        let stand = try OrchestratorStand(service: OrchestratorStand.script([]))
        #expect(await stand.kiosk.perform(.beginCheck) == .done)
        #expect(await stand.waits { $0.microphone.reason == .staff } != nil)
        #expect(await stand.waits { $0.microphone.state == .off } != nil)
        #expect(await stand.kiosk.microphoneCheck == nil)
        stand.running.cancel()
    }

    @Test(
        "Repeating a sentence after the last one resumes the microphone check",
        .timeLimit(.minutes(10)))
    func readAgain() async throws {
        let stand = try OrchestratorStand(service: OrchestratorStand.script([]))
        _ = await stand.kiosk.perform(.beginCheck)
        #expect(await stand.waits { $0.microphone.reason == .staff } != nil)
        while await stand.kiosk.microphoneCheck?.phase == .quiet { await Task.yield() }
        for _ in 0..<5 { _ = await stand.kiosk.perform(.skipSentence) }
        #expect(await stand.waits { $0.microphone.state == .off } != nil)
        _ = await stand.kiosk.perform(.readAgain)
        #expect(await stand.waits { $0.microphone.reason == .staff } != nil)
        stand.running.cancel()
    }

    @Test("I1: after a crash the restarted kiosk shows the open cart", .timeLimit(.minutes(10)))
    func restored() async throws {
        let line = StoredLine(
            itemId: "croissant", name: "Croissant", quantity: 2, options: [], unitPrice: Money(minorUnits: 350))
        let stand = try OrchestratorStand(store: MemoryOrderStore(cart: OpenCart(session: "old", lines: [line])))
        #expect(await stand.waits { $0.cart.first?.quantity == 2 } != nil)
        stand.running.cancel()
    }
}
