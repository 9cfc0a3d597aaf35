public import Feedback
public import OrderParsing
internal import OrderSession
public import Ordering
internal import Speech
internal import Transcription
internal import VoiceActivity
internal import VoiceOrdering
internal import WakeWord

/// The whole kiosk: carries out what `KioskMachine` decides, and tells it what came of it.
///
/// One actor wires ears, recogniser, understanding, voice, store and displays through protocols. `run` does the
/// listening and the waiting; every other member may be called from any task at any time.
public actor KioskOrchestrator: KioskService {
    /// The machine is looked after at least so often.
    static let tick = Duration.milliseconds(200)
    /// No recogniser in a process of its own is waited for longer before that is replaced: three times the longest
    /// utterance (`EngineHostSettings`).
    static let longestDeadline = Duration.seconds(90)
    /// Most writes that may wait for the store; more are dropped and counted, because a store that slow is broken.
    private static let mostWrites = 256

    let menu: Menu
    let parts: KioskParts
    let parser: OrderParsingPipeline
    var machine: KioskMachine
    /// Where it hears, once that is open.
    var hearing: KioskParts.Ears?
    var ears: GatedAudioInput?
    var reader: UtteranceAssembler
    /// What the open recognition needs of this actor.
    var endpoints: EndpointingInput?
    var session: SessionAudioInput?
    var isGuestHeard = false
    /// Whether the recogniser has the ears.
    var isRecognising = false
    /// What keeps the kiosk from hearing, by whose fault.
    var voiceProblems: Set<VoiceProblem> = []

    /// The commissioning of the microphone that runs, or is over and looked at.
    var check: MicrophoneCheckRun?
    let writer: PromptWriter

    var transcript = TranscriptState()
    var preview: [PreviewItem] = []
    private var shown: KioskSnapshot?
    var displays: [Int: AsyncStream<KioskUpdate>.Continuation] = [:]
    private var nextDisplay = 0

    /// Whoever waits for the ears to be opened.
    private var awaitingEars: [CheckedContinuation<Void, Never>] = []
    private var speech = 0
    private var isEnding = false
    /// The newest order's payment at the terminal.
    private var paying: Task<Void, Never>?
    private var writes: Task<Void, Never>?
    private var waitingWrites = 0
    var status = KioskStatus()

    /// - Parameter confirmation: when an order is to be confirmed.
    /// - Throws: `ConfirmationError` for a menu in a language without confirmation keywords.
    public init(
        menu: Menu, parser: OrderParsingPipeline, writer: PromptWriter, menuDigest: String,
        confirmation: ConfirmationMode = .always, times: KioskTimes = KioskTimes(), parts: KioskParts
    ) throws {
        self.menu = menu
        self.parts = parts
        self.parser = parser
        self.writer = writer
        machine = try KioskMachine(
            menu: menu, parser: parser, writer: writer, menuDigest: menuDigest, hasTerminal: parts.terminal != nil,
            confirmation: confirmation, times: times)
        reader = try UtteranceAssembler(menu: menu, parser: parser)
        let missing: VoiceProblem
        switch parts.hearing {
        case .open(let ears):
            hearing = ears
            return
        case .none: missing = .recogniser
        case .opening: missing = .starting
        }
        voiceProblems = [missing]
        _ = machine.handle(.voice(unavailable: missing), at: .zero)
    }

    // MARK: Running

    /// Restores a cart that a crash has left, then serves guests until the task is cancelled or a recording has ended
    /// and its guest is gone.
    public func run() async throws {
        if let saved = try? await parts.store.takeSavedCart() {
            handle(.restored(session: parts.newSession(), lines: saved.lines))
        }
        status.isReady = true
        publish()
        let result = await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.watchTime() }
            switch parts.hearing {
            case .none: break
            case .open(let ears): group.addTask { try await self.serveByVoice { ears } }
            case .opening(let open): group.addTask { try await self.serveByVoice(open) }
            }
            // The first to end ends the rest: listening ends with a recording, watching never but by cancellation.
            let result = await group.nextResult()
            // Nobody looks after a guest who comes now: an engine in this process may still load for a while.
            isEnding = true
            group.cancelAll()
            return result
        }
        voiceProblems.remove(.starting)
        tellOpened()
        // However it ended, and also what the last of them has to be followed by: after this the store may be closed.
        while waitingWrites > 0 { await writes?.value }
        try result?.get()
    }

    /// Returns once the ears are open, or could not be opened, or the kiosk has ended: what may wait need not take the
    /// processor from loading them.
    public func awaitEars() async {
        guard voiceProblems.contains(.starting) else { return }
        await withCheckedContinuation { awaitingEars.append($0) }
    }

    func tellOpened() {
        for waiting in awaitingEars { waiting.resume() }
        awaitingEars = []
    }

    private func watchTime() async throws {
        while true {
            try Task.checkCancellation()
            let now = parts.clock.now()
            let wait = machine.nextDeadline.map { min(Self.tick, max(.milliseconds(1), $0 - now)) } ?? Self.tick
            try await parts.clock.sleep(wait)
            let entries = machine.advance(to: parts.clock.now())
            for entry in entries { carryOut(entry) }
            endAbandonedCheck()
            status.ticks += 1
            publish()
        }
    }

    // MARK: Events and decisions

    func handle(_ event: KioskEvent) {
        for entry in machine.handle(event, at: parts.clock.now()) { carryOut(entry) }
        publish()
    }

    private func carryOut(_ entry: KioskLogEntry) {
        for decision in entry.decisions { carryOut(decision) }
        record(entry)
    }

    private func carryOut(_ decision: KioskDecision) {
        switch decision {
        case .begin(let session):
            status.sessions += 1
            status.session = session
        case .listen(let isOn):
            guard isGuestHeard != isOn else { return }
            isGuestHeard = isOn
            // What listens now, for the phrase or to a guest, ends; the other begins. An engine may take its time to
            // end, or a microphone that is gone.
            letGo()
        case .cue(let sound, let haptic): play(sound, haptic)
        case .say(_, let spoken): say(spoken)
        case .hush:
            speech += 1
            ears?.unmute(sounded: true)
            Task { await parts.voice.stop() }
        case .keepCart(let lines, let session):
            write("the open cart") { try await $0.saveCart(lines, session: session) }
        case .place(let order): place(order)
        case .pay(let order, let number, let total): pay(order, number, total)
        case .stopPaying: paying?.cancel()
        case .end(let session, let reason, let figures):
            write("the session") { try await $0.end(session: session, reason: reason, figures: figures) }
        }
    }

    private func play(_ sound: String?, _ haptic: String?) {
        let cue = FeedbackCue(
            sound: sound.flatMap(VoiceAudioFeedback.init), haptic: haptic.flatMap(VoiceHapticFeedback.init))
        Task { await parts.voice.play(cue) }
    }

    private func say(_ text: String) {
        speech += 1
        let run = speech
        if parts.voice.makesSound { ears?.mute() }
        Task {
            let outcome = await parts.voice.say(text)
            spoke(run, isSaid: outcome)
        }
    }

    private func spoke(_ run: Int, isSaid: Bool) {
        if !isSaid { status.unspoken += 1 }
        // What was cut off has been answered by whoever cut it off.
        guard run == speech else { return }
        ears?.unmute(sounded: isSaid)
        handle(.spoken)
    }

    private func place(_ order: NewOrder) {
        let before = writes
        // After all that was written before, and whatever waits: an order is never dropped.
        waitingWrites += 1
        writes = Task {
            await before?.value
            defer { endWrite() }
            do {
                let receipt = try await parts.store.place(order)
                status.storeFailure = nil
                if receipt.isNew { status.orders += 1 }
                handle(.stored(order: order.id, number: receipt.number))
            } catch {
                noteFailure(error)
                parts.log("order not stored: \(error)")
                handle(.notStored(order: order.id, reason: parts.sentence(error)))
            }
        }
    }

    private func pay(_ order: String, _ number: Int, _ total: Money) {
        guard let terminal = parts.terminal else { return }
        let currency = menu.store.currency
        paying = Task {
            let isPaid = await terminal.pay(order: order, number: number, total: total, currency: currency)
            handle(.paid(order: order, isPaid: isPaid))
        }
    }

    /// Writes after all that was to be written before.
    private func write(_ what: String, _ body: @escaping @Sendable (any OrderStore) async throws -> Void) {
        guard waitingWrites < Self.mostWrites else {
            status.droppedWrites += 1
            return
        }
        waitingWrites += 1
        let before = writes
        writes = Task {
            await before?.value
            defer { endWrite() }
            do {
                try await body(parts.store)
                status.storeFailure = nil
            } catch {
                noteFailure(error)
                parts.log("\(what) not stored: \(error)")
            }
        }
    }

    /// What the store does not take is no failure of the store, and keeps nobody from ordering.
    private func noteFailure(_ error: any Error) {
        if (error as? any OrderStoreError)?.isRefusal != true { status.storeFailure = parts.sentence(error) }
    }

    /// A store that refuses is not one that hangs: both kinds of end are progress.
    private func endWrite() {
        waitingWrites -= 1
        status.writes += 1
    }

    /// Appends to the session's event log.
    private func record(_ entry: KioskLogEntry) {
        guard let session = status.session else { return }
        var entry = entry
        if !parts.keepsWords { entry.event = entry.event?.withoutPrivateWords }
        guard let json = try? KioskLog.line(entry) else { return }
        // A session's log says first what was so before it began.
        let voiceMissing =
            machine.voiceUnavailable != nil && entry.decisions.contains { if case .begin = $0 { true } else { false } }
        if voiceMissing,
            let missing = try? KioskLog.line(
                KioskLogEntry(
                    milliseconds: entry.milliseconds, event: .voice(unavailable: machine.voiceUnavailable),
                    decisions: []))
        {
            write("an event") { try await $0.record(event: missing, session: session) }
        }
        write("an event") { try await $0.record(event: json, session: session) }
        if entry.decisions.contains(where: { if case .end = $0 { true } else { false } }) { status.session = nil }
    }

    // MARK: Displays

    public func updates() -> AsyncStream<KioskUpdate> {
        let id = nextDisplay
        nextDisplay += 1
        let (stream, continuation) = AsyncStream.makeStream(of: KioskUpdate.self, bufferingPolicy: .bufferingNewest(64))
        continuation.onTermination = { [weak self] _ in Task { await self?.forget(display: id) } }
        displays[id] = continuation
        continuation.yield(.snapshot(snapshot()))
        return stream
    }

    private func forget(display id: Int) { displays[id] = nil }

    public func perform(_ action: KioskAction) -> KioskActionResult {
        if isEnding { return .refused("the kiosk is closing") }
        if let problem = action.problem(on: menu) { return .refused(problem) }
        handle(.touched(action, session: parts.newSession()))
        return .done
    }

    private func snapshot() -> KioskSnapshot {
        var snapshot = machine.snapshot(transcript: transcript, preview: preview)
        snapshot.revision = shown?.revision ?? 0
        // Nothing waits for a phrase where none is listened for: only a touch begins.
        if snapshot.microphone.state == .armed, hearing?.spotter == nil { snapshot.microphone.state = .off }
        return snapshot
    }

    func publish() {
        var snapshot = snapshot()
        guard snapshot != shown else { return }
        snapshot.revision += 1
        shown = snapshot
        for display in displays.values { display.yield(.snapshot(snapshot)) }
    }

    /// Whether nobody orders, and the screen has nothing left to show anybody.
    public var isIdle: Bool { !machine.isServing }

    // MARK: Health

    /// Says in the kiosk's health why what is old was not wiped; `nil` once it was.
    public func note(purgeFailure: String?) { status.purgeFailure = purgeFailure }

    public func health() async -> KioskHealth {
        let voiceShortcoming = await parts.voice.shortcoming()
        return status.health(
            hasEars: hearing != nil, frames: ears?.frames ?? 0, spotterShortcoming: hearing?.spotterShortcoming,
            voiceUnavailable: machine.voiceUnavailable, ended: machine.session.endCounts,
            voiceShortcoming: voiceShortcoming, isClockSet: parts.isClockSet(), displays: displays.count)
    }

    /// Counters that rise while the loops they are of make progress: for a watchdog.
    public func progress() -> KioskProgress {
        // Where the voice or the microphone is known to be gone no frame need come, nor from a recording that waits for
        // the kiosk to finish speaking.
        var isHearing =
            machine.voiceUnavailable == nil && (hearing?.input as? any MonitoredAudioInput)?.status.isAvailable ?? false
        // An engine that does not take what is heard is replaced at a deadline of its own.
        if isRecognising, hearing?.isReplaceable == true, let idle = ears?.idle(at: parts.clock.now()),
            idle < Self.longestDeadline
        {
            isHearing = false
        }
        return KioskProgress(
            isReady: status.isReady, ticks: status.ticks, frames: isHearing ? ears?.frames ?? 0 : nil,
            isStoreWaiting: waitingWrites > 0, writes: status.writes)
    }
}

/// Counters of the kiosk's loops.
public struct KioskProgress: Equatable, Sendable {
    public var isReady: Bool
    public var ticks: Int
    /// `nil` while none need come.
    public var frames: Int?
    public var isStoreWaiting: Bool
    /// Calls of the store that have ended, well or not.
    public var writes: Int

    public init(isReady: Bool, ticks: Int, frames: Int?, isStoreWaiting: Bool, writes: Int) {
        self.isReady = isReady
        self.ticks = ticks
        self.frames = frames
        self.isStoreWaiting = isStoreWaiting
        self.writes = writes
    }
}
