public import Feedback
public import OrderParsing
internal import OrderSession
public import Ordering
internal import Speech
internal import Transcription
internal import VoiceActivity
internal import VoiceOrdering
internal import WakeWord

/// The whole kiosk: performs the decisions of `KioskMachine` and reports their results to it as events.
///
/// One actor connects microphone, recogniser, parser, speech output, store and displays through protocols. `run`
/// listens and waits; all other members may be called from any task at any time.
///
/// ```swift
/// let kiosk = try KioskOrchestrator(
///     menu: menu, parser: parser, writer: writer, menuDigest: digest,
///     parts: KioskParts(voiceInput: .none, voice: SilentVoice(), store: store, clock: clock) { newId() })
/// try await kiosk.run()
/// ```
public actor KioskOrchestrator: KioskService {
    /// Longest interval between calls to `machine.advance`.
    static let tick = Duration.milliseconds(200)
    /// Time after which a hung child recogniser has been replaced: three times the longest utterance
    /// (`EngineHostSettings`).
    static let longestDeadline = Duration.seconds(90)
    /// Largest number of writes waiting for the store; further ones are dropped and counted, because a store that slow
    /// is broken.
    private static let maxWaitingWrites = 256

    let menu: Menu
    let parts: KioskParts
    let parser: OrderParsingPipeline
    var machine: KioskMachine
    /// Microphone, recogniser and wake word, once loaded.
    var voiceInput: KioskParts.VoiceInput?
    var gate: GatedAudioInput?
    /// The guest's turn under recognition; `nil` where results are to be ignored.
    var turn: ListeningSession?
    /// The turn's audio; `nil` where nothing reads it again.
    var turnAudio: UtteranceAudio?
    /// The audio of the latest utterance, while a question in it may be read again.
    var questionAudio: AudioFrame?
    /// Whether the session listens to the guest.
    var isListening = false
    /// Whether a recogniser consumes the microphone's audio.
    var isRecognising = false
    /// Reasons why guests cannot speak.
    var voiceProblems: Set<VoiceProblem> = []

    /// The microphone check that runs, or whose result is shown.
    var check: MicrophoneCheckRun?
    /// The dictation that has the microphone.
    var dictation: LentMicrophone?
    /// The code of the latest order, by its number.
    var code: (number: Int, code: KioskSnapshot.Code)?
    /// Why the kiosk is closed for guests; `nil` while it is open.
    var closed: String?
    var nextDictation = 0
    /// The readers of the conditions of a dictation, and what they were told last.
    var gateReaders: [Int: AsyncStream<DictationGates>.Continuation] = [:]
    var shownGates: DictationGates = []
    let writer: PromptWriter

    var transcript = TranscriptState()
    var preview: [PreviewItem] = []
    /// Ids of lines that the open utterance removes.
    var leaving: Set<Int> = []
    private var shown: KioskSnapshot?
    var displays: [Int: AsyncStream<KioskUpdate>.Continuation] = [:]
    private var nextDisplay = 0

    /// Callers of `awaitVoiceInput`.
    private var voiceInputWaiters: [CheckedContinuation<Void, Never>] = []
    private var speech = 0
    private var isEnding = false
    /// The latest order's payment at the terminal.
    private var paying: Task<Void, Never>?
    private var writes: Task<Void, Never>?
    private var waitingWrites = 0
    var status = KioskStatus()
    private var story: KioskStory

    /// - Parameters:
    ///   - writer: the kiosk's sentences, in its language.
    ///   - menuDigest: SHA-256 of the menu file, stored with every order.
    ///   - confirmation: when an order is to be confirmed.
    /// - Throws: `ConfirmationError` for a menu in a language without words for yes and no.
    public init(
        menu: Menu, parser: OrderParsingPipeline, writer: PromptWriter, menuDigest: String,
        confirmation: ConfirmationMode = .always, times: KioskTimes = KioskTimes(), parts: KioskParts
    ) throws {
        self.menu = menu
        self.parts = parts
        self.parser = parser
        self.writer = writer
        story = KioskStory(tellsWords: parts.logsWords) { writer.money($0) }
        machine = try KioskMachine(
            menu: menu, parser: parser, writer: writer, menuDigest: menuDigest, hasTerminal: parts.terminal != nil,
            answersNotes: parts.notes != nil, confirmation: confirmation, times: times)
        let missing: VoiceProblem
        switch parts.voiceInput {
        case .loaded(let loaded):
            voiceInput = loaded
            return
        case .none: missing = .recogniser
        case .loading: missing = .starting
        }
        voiceProblems = [missing]
        _ = machine.handle(.voice(unavailable: missing), at: .zero)
    }

    // MARK: Running

    /// Restores the open cart of an earlier process, then serves guests until the task is cancelled, or until a
    /// recording has ended and its guest has left.
    ///
    /// - Throws: `CancellationError` when cancelled.
    public func run() async throws {
        if let saved = try? await parts.store.takeSavedCart() {
            handle(.restored(saved, session: parts.newSession()))
        }
        status.isReady = true
        publish()
        let result = await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.watchTime() }
            switch parts.voiceInput {
            case .none: break
            case .loaded(let loaded): group.addTask { try await self.serveByVoice { loaded } }
            case .loading(let load): group.addTask { try await self.serveByVoice(load) }
            }
            // The first task to end cancels the other: listening ends with a recording, watching time only by
            // cancellation.
            let result = await group.nextResult()
            // From here on no guest is served, although an engine in this process may still load for a while.
            isEnding = true
            group.cancelAll()
            return result
        }
        voiceProblems.remove(.starting)
        resumeVoiceInputWaiters()
        // All writes, and those that follow from them, are done before the caller closes the store.
        while waitingWrites > 0 { await writes?.value }
        try result?.get()
    }

    /// Returns once voice input has been loaded or failed to load, or the kiosk has ended. For work that should not
    /// compete with loading.
    public func awaitVoiceInput() async {
        guard voiceProblems.contains(.starting) else { return }
        await withCheckedContinuation { voiceInputWaiters.append($0) }
    }

    func resumeVoiceInputWaiters() {
        for waiting in voiceInputWaiters { waiting.resume() }
        voiceInputWaiters = []
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
            endLateDictation()
            status.ticks += 1
            publish()
        }
    }

    // MARK: Events and decisions

    func handle(_ event: KioskEvent) {
        if closed != nil, !machine.isOrderOpen, event.beginsSession { return }
        for entry in machine.handle(event, at: parts.clock.now()) { carryOut(entry) }
        publish()
    }

    private func carryOut(_ entry: KioskLogEntry) {
        for decision in entry.decisions { carryOut(decision) }
        for line in story.lines(of: entry) { parts.log(line) }
        record(entry)
    }

    private func carryOut(_ decision: KioskDecision) {
        switch decision {
        case .begin(let session):
            status.sessions += 1
            status.session = session
        case .listen(let isOn):
            guard isListening != isOn else { return }
            isListening = isOn
            // The current consumer of the audio, wake word or recogniser, ends and the other begins. An engine or a
            // missing microphone may take long to end.
            endTurn()
        case .cue(let sound, let haptic): play(sound, haptic)
        case .say(_, let spoken): say(spoken)
        case .hush:
            speech += 1
            gate?.unmute(sounded: true)
            Task { await parts.voice.stop() }
        case .keepCart(let cart): write("the open cart") { try await $0.saveCart(cart) }
        case .place(let order): place(order)
        case .pay(let order, let number, let total): pay(order, number, total)
        case .stopPaying: paying?.cancel()
        case .askNotes(let question): askNotes(question)
        case .staffCall(let change):
            if change == .called { status.staffCalls += 1 }
            parts.log("call for the staff: \(change.rawValue)")
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
        if parts.voice.makesSound { gate?.mute() }
        Task {
            let outcome = await parts.voice.say(text)
            finishSpeech(run, isSpoken: outcome)
        }
    }

    private func finishSpeech(_ run: Int, isSpoken: Bool) {
        if !isSpoken, !parts.voice.isMuted { status.unspoken += 1 }
        // Speech that was stopped or replaced has been reported by the event that did so.
        guard run == speech else { return }
        gate?.unmute(sounded: isSpoken)
        handle(.spoken)
    }

    private func place(_ order: NewOrder) {
        let before = writes
        // After all earlier writes and however many wait: an order is never dropped.
        waitingWrites += 1
        writes = Task {
            await before?.value
            defer { endWrite() }
            do {
                let receipt = try await parts.store.place(order)
                status.storeFailure = nil
                if receipt.isNew {
                    status.orders += 1
                    printOut(order, receipt.number)
                }
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
            if isPaid { write("the payment") { try await $0.mark(.paid, order: order) } }
            handle(.paid(order: order, isPaid: isPaid))
        }
    }

    /// Writes to the store after all earlier writes.
    private func write(_ what: String, _ body: @escaping @Sendable (any OrderStore) async throws -> Void) {
        guard waitingWrites < Self.maxWaitingWrites else {
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

    /// Records a failure of the store. Content that the store refuses is not a failure, and ordering continues.
    private func noteFailure(_ error: any Error) {
        if (error as? any OrderStoreError)?.isRefusal != true { status.storeFailure = parts.sentence(error) }
    }

    /// Counts a write, successful or not: a store that refuses content does not hang.
    private func endWrite() {
        waitingWrites -= 1
        status.writes += 1
    }

    /// Appends an entry to the session's event log.
    private func record(_ entry: KioskLogEntry) {
        guard let session = status.session else { return }
        var entry = entry
        if !parts.keepsWords {
            entry.event = entry.event?.withoutPrivateWords
            entry.decisions = entry.decisions.map(\.withoutPrivateWords)
        }
        guard let json = try? KioskLog.line(entry) else { return }
        // A session's log begins with the voice problem that was present before.
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

    /// The kiosk's snapshots and levels for one display, the current snapshot first. Up to 64 updates are buffered;
    /// older ones are dropped.
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

    /// Performs an action of a guest's display.
    public func perform(_ action: KioskAction) -> KioskActionResult {
        if isEnding { return .refused("the kiosk is closing") }
        if let closed, !machine.isOrderOpen, action.beginsSession { return .refused(closed) }
        if let problem = action.problem(on: menu) { return .refused(problem) }
        handle(.touched(action, session: parts.newSession()))
        return .done
    }

    private func snapshot() -> KioskSnapshot {
        var snapshot = machine.snapshot(transcript: transcript, preview: preview, leaving: leaving)
        snapshot.revision = shown?.revision ?? 0
        // Without a wake-word detector a session begins only with a touch.
        if snapshot.microphone.state == .armed, voiceInput?.spotter == nil { snapshot.microphone.state = .off }
        addEnding(&snapshot)
        return snapshot
    }

    func publish() {
        updateDictation()
        var snapshot = snapshot()
        guard snapshot != shown else { return }
        snapshot.revision += 1
        shown = snapshot
        for display in displays.values { display.yield(.snapshot(snapshot)) }
    }

    /// Whether there is no session and the screen shows the welcome page.
    public var isIdle: Bool { !machine.isServing }

    // MARK: Progress

    /// Counters that rise while the kiosk's loops make progress, for a watchdog.
    public func progress() -> KioskProgress {
        // Frames are expected neither without voice input or microphone, nor from a recording that waits for the
        // kiosk's speech.
        var expectsFrames =
            machine.voiceUnavailable == nil
            && (voiceInput?.input as? any MonitoredAudioInput)?.status.isAvailable ?? false
        // A hung child recogniser is replaced at its own deadline.
        if isRecognising, voiceInput?.isReplaceable == true, let idle = gate?.idle(at: parts.clock.now()),
            idle < Self.longestDeadline
        {
            expectsFrames = false
        }
        return KioskProgress(
            isReady: status.isReady, ticks: status.ticks, frames: expectsFrames ? gate?.frames ?? 0 : nil,
            isStoreWaiting: waitingWrites > 0, writes: status.writes)
    }
}
