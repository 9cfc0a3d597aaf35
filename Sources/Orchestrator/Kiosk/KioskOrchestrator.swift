internal import Diagnostics
public import Feedback
public import OrderParsing
public import Ordering
internal import Speech
internal import Transcription
internal import VoiceActivity
internal import WakeWord

/// The whole kiosk: carries out what `KioskMachine` decides, and tells it what came of it.
///
/// One actor wires ears, recogniser, understanding, voice, store and displays through protocols. `run` does the listening and the waiting; every
/// other member may be called from any task at any time.
public actor KioskOrchestrator: KioskService {
    /// Longest wait before listening is tried again after a failure.
    private static let longestBackOff = Duration.seconds(30)
    /// Audio that may be missing within an utterance.
    private static let longestGap = Duration.milliseconds(200)
    /// Most confidence of words that were clipped: below what a yes needs.
    private static let clippedConfidence = 0.5
    /// The machine is looked after at least so often.
    private static let tick = Duration.milliseconds(200)
    /// Most writes that may wait for the store; more are dropped and counted, because a store that slow is broken.
    private static let mostWrites = 256

    private let menu: Menu
    private let parts: KioskParts
    private let parser: OrderParsingPipeline
    private var machine: KioskMachine
    private var ears: KioskEars?
    private var reader: UtteranceReader
    /// What the open recognition needs of this actor.
    private var endpoints: EndpointingInput?
    private var session: SessionInput?
    private var isGuestHeard = false
    /// What keeps the kiosk from hearing, by whose fault.
    private var voiceProblems = VoiceProblems()

    /// The commissioning of the microphone that runs, or is over and looked at.
    private var check: MicrophoneCheckRun?
    private let writer: PromptWriter

    private var transcript = KioskSnapshot.Transcript()
    private var preview: [PreviewItem] = []
    private var shown: KioskSnapshot?
    private var displays: [Int: AsyncStream<KioskUpdate>.Continuation] = [:]
    private var nextDisplay = 0

    private var speech = 0
    private var writes: Task<Void, Never>?
    private var waitingWrites = 0
    private var status = KioskStatus()

    /// - Throws: `ConfirmationError` for a menu in a language without yes and no.
    public init(
        menu: Menu, parser: OrderParsingPipeline, writer: PromptWriter, menuDigest: String, times: KioskTimes = KioskTimes(), parts: KioskParts
    ) throws {
        self.menu = menu
        self.parts = parts
        self.parser = parser
        self.writer = writer
        machine = try KioskMachine(
            menu: menu, parser: parser, writer: writer, menuDigest: menuDigest, hasTerminal: parts.terminal != nil, times: times)
        reader = try UtteranceReader(menu: menu, parser: parser)
        if parts.ears == nil { _ = machine.handle(.voice(unavailable: parts.earsMissing), at: .zero) }
    }

    // MARK: Running

    /// Restores a cart that a crash has left, then serves guests until the task is cancelled or a recording has ended and its guest is gone.
    public func run() async throws {
        if let saved = try? await parts.store.takeSavedCart() {
            handle(.restored(session: parts.newSession(), lines: saved.lines))
        }
        status.isReady = true
        publish()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.watchTime() }
            if let ears = parts.ears { group.addTask { try await self.listen(with: ears) } }
            if let microphone = parts.ears?.input as? any MonitoredAudioInput { group.addTask { try await self.watch(microphone) } }
            // The first to end ends the rest: listening ends with a recording, watching never but by cancellation.
            try await group.next()
            group.cancelAll()
        }
        await writes?.value
    }

    private func watchTime() async throws {
        while true {
            try Task.checkCancellation()
            let now = parts.clock.now()
            let wait = machine.nextDeadline.map { min(Self.tick, max(.milliseconds(1), $0 - now)) } ?? Self.tick
            try await parts.clock.sleep(wait)
            let entries = machine.advance(to: parts.clock.now())
            for entry in entries { carryOut(entry) }
            status.ticks += 1
            publish()
        }
    }

    // MARK: Listening

    /// Follows what becomes of the microphone.
    private func watch(_ microphone: any MonitoredAudioInput) async throws {
        for await now in microphone.statusUpdates() {
            status.microphone = now
            switch now.availability {
            case .unavailable(let fault, _): hear(problem: "The microphone \(fault.reason).", of: .microphone)
            case .available: hear(problem: nil, of: .microphone)
            case .starting, .closed: break
            }
            // A turn that is heard too late is no dialogue any more (fault C12).
            if now.isBehind {
                microphone.discardBacklog()
                status.droppedTurns += 1
                if isGuestHeard { handle(.garbled) }
            }
        }
        // The stream ends with the microphone; the kiosk does not.
        while !Task.isCancelled { try await parts.clock.sleep(Self.longestBackOff) }
    }

    /// Something keeps the kiosk from hearing, or no longer: then ordering goes by touch, or by voice again.
    private func hear(problem: String?, of source: VoiceProblems.Source) {
        guard voiceProblems.set(problem, of: source) else { return }
        handle(.voice(unavailable: voiceProblems.first))
    }

    private func listen(with listening: KioskParts.Ears) async throws {
        let ears = try KioskEars(listening.input, whileSpeaking: listening.whileSpeaking, clock: parts.clock) { [weak self] in await self?.notice($0) }
        ears.mute(machine.speakingSince != nil)
        self.ears = ears
        var backOff = Duration.seconds(1)
        while !ears.isEnded {
            try Task.checkCancellation()
            do {
                if isChecking {
                    try await runCheck(listening, ears)
                } else if isGuestHeard {
                    try await recognise(listening, ears)
                } else {
                    try await awaitGuest(listening, ears)
                }
                backOff = .seconds(1)
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                // The circuit is open: ordering goes by touch, and after a while listening is tried again.
                status.recognitionFailures += 1
                parts.log("listening failed: \(error)")
                hear(problem: parts.sentence(error), of: .recogniser)
                try await parts.clock.sleep(backOff)
                backOff = min(backOff * 2, Self.longestBackOff)
                hear(problem: nil, of: .recogniser)
            }
        }
        // A recording is over; its guest may still look at the screen.
        while machine.isServing { try await parts.clock.sleep(Self.tick) }
    }

    /// Waits for the wake phrase or a touch.
    private func awaitGuest(_ listening: KioskParts.Ears, _ ears: KioskEars) async throws {
        ears.begin()
        guard !isGuestHeard else { return }
        guard let spotter = listening.spotter else {
            while !isGuestHeard, try await ears.nextFrame() != nil {}
            return
        }
        let gate = WakeGate(ears, spotter: spotter)
        guard let detection = try await gate.wake() else { return }
        status.wakes += 1
        parts.log("woken, score \(detection.score)")
        handle(.woke(session: parts.newSession()))
        guard isGuestHeard else { return }
        try await recognise(listening, ears, from: gate)
    }

    /// Serves the open session until it no longer listens.
    private func recognise(_ listening: KioskParts.Ears, _ ears: KioskEars, from gate: WakeGate? = nil) async throws {
        ears.begin()
        guard isGuestHeard else { return }
        let session = SessionInput(gate ?? ears, now: parts.clock.now)
        let endpoints = try EndpointingInput(session, settings: UtteranceEndpointer.standard, locale: menu.store.locale)
        self.session = session
        self.endpoints = endpoints
        reader = try UtteranceReader(menu: menu, parser: parser, certainty: listening.certainty)
        defer {
            self.session = nil
            self.endpoints = nil
            forgetWords()
        }
        for try await result in try await listening.service.startListening(to: endpoints, vocabulary: listening.vocabulary) { take(result) }
    }

    private func notice(_ notice: KioskEars.Notice) {
        switch notice {
        case .level(let level):
            check?.hear(level: level)
            for display in displays.values { display.yield(.level(level)) }
        case .speech(let isHeard):
            if isGuestHeard { handle(.speaking(isHeard: isHeard)) }
        case .fault(let fault, let isPresent):
            status.faults[fault.rawValue] = isPresent
            parts.log("microphone: \(fault.rawValue) \(isPresent ? "began" : "ended")")
            // A microphone that gives nothing at all hears no guest: the screen says so (fault A7).
            if fault == .flatLine { hear(problem: isPresent ? "The microphone hears nothing." : nil, of: .signal) }
        }
    }

    private func take(_ result: VoiceTranscriptionResult) {
        guard let endpoints, let session, isGuestHeard else { return }
        let expected = machine.expected
        status.results += 1
        if result.isVolatile {
            let began = parts.clock.now()
            let shown = reader.preview(volatile: result.words, expecting: expected, at: result.span.end)
            endpoints.hear(shown.words, shape: shown.shape, at: result.span.end)
            transcript.stable = UtteranceReader.text(reader.settledWords)
            transcript.volatile = result.text
            if shown.items != nil { preview = reader.understood }
            publish()
            let ended = parts.clock.now()
            status.textToPreview.record(ended - began)
            status.audioToPreview.record(ended - session.newestArrival)
            return
        }
        reader.add(stable: result.words)
        guard let end = result.utteranceEnd else { return }
        switch reader.close(end, decision: endpoints.takeDecision(), expecting: expected, isAsked: machine.isAsking, at: result.span.end) {
        case .empty: endpoints.reset()
        case .unfinished(let words, let shape): endpoints.hear(words, shape: shape, at: result.span.end)
        case .said(let utterance, let confidence):
            endpoints.reset()
            forgetWords()
            // A sentence with a hole in it may mean something else (fault A1).
            guard session.missing(in: utterance.span) <= Self.longestGap else {
                status.garbled += 1
                return handle(.garbled)
            }
            // Nothing that was cut off at full scale is sure (fault A8).
            let confidence = status.faults[SignalFault.clipping.rawValue] == true ? min(confidence, Self.clippedConfidence) : confidence
            let said = KioskEvent.Said(
                text: utterance.text, parse: utterance.parse, confidence: confidence, began: session.time(of: endpoints.beginning(of: utterance.span)),
                ended: parts.clock.now())
            handle(.said(said))
        }
    }

    private func forgetWords() {
        transcript = KioskSnapshot.Transcript()
        preview = []
        publish()
    }

    // MARK: Events and decisions

    private func handle(_ event: KioskEvent) {
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
            // What listens now, for the phrase or to a guest, ends; the other begins.
            ears?.interrupt()
        case .cue(let sound, let haptic): play(sound, haptic)
        case .say(_, let spoken): say(spoken)
        case .hush:
            speech += 1
            ears?.mute(false)
            Task { await parts.voice.stop() }
        case .keepCart(let lines, let session): write("the open cart") { try await $0.saveCart(lines, session: session) }
        case .place(let order): place(order)
        case .pay(let order, let number, let total): pay(order, number, total)
        case .end(let session, let reason, let figures):
            status.ended[reason, default: 0] += 1
            write("the session") { try await $0.end(session: session, reason: reason, figures: figures) }
        }
    }

    private func play(_ sound: String?, _ haptic: String?) {
        let cue = FeedbackCue(sound: sound.flatMap(VoiceAudioFeedback.init), haptic: haptic.flatMap(VoiceHapticFeedback.init))
        Task { await parts.voice.play(cue) }
    }

    private func say(_ text: String) {
        speech += 1
        let run = speech
        ears?.mute(true)
        Task {
            let outcome = await parts.voice.say(text)
            spoke(run, isSaid: outcome)
        }
    }

    private func spoke(_ run: Int, isSaid: Bool) {
        if !isSaid { status.unspoken += 1 }
        // What was cut off has been answered by whoever cut it off.
        guard run == speech else { return }
        ears?.mute(false)
        handle(.spoken)
    }

    private func place(_ order: NewOrder) {
        let before = writes
        // After all that was written before, and whatever waits: an order is never dropped.
        writes = Task {
            await before?.value
            do {
                let receipt = try await parts.store.place(order)
                status.storeFailure = nil
                if receipt.isNew { status.orders += 1 }
                handle(.stored(order: order.id, number: receipt.number))
            } catch {
                status.storeFailure = parts.sentence(error)
                parts.log("order not stored: \(error)")
                handle(.notStored(order: order.id, reason: parts.sentence(error)))
            }
        }
    }

    private func pay(_ order: String, _ number: Int, _ total: Money) {
        guard let terminal = parts.terminal else { return }
        let currency = menu.store.currency
        Task {
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
            do {
                try await body(parts.store)
                status.storeFailure = nil
                status.writes += 1
            } catch {
                status.storeFailure = parts.sentence(error)
                parts.log("\(what) not stored: \(error)")
            }
            waitingWrites -= 1
        }
    }

    /// Appends to the session's event log.
    private func record(_ entry: KioskLogEntry) {
        guard let session = status.session else { return }
        var entry = entry
        if !parts.keepsWords { entry.event = entry.event?.withoutPrivateWords }
        guard let json = try? KioskLog.line(entry) else { return }
        // A session's log says first what was so before it began.
        let voiceMissing = machine.voiceUnavailable != nil && entry.decisions.contains { if case .begin = $0 { true } else { false } }
        if voiceMissing,
            let missing = try? KioskLog.line(KioskLogEntry(milliseconds: entry.milliseconds, event: .voice(unavailable: machine.voiceUnavailable), decisions: []))
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
        if let problem = action.problem(on: menu) { return .refused(problem) }
        handle(.touched(action, session: parts.newSession()))
        return .done
    }

    private func snapshot() -> KioskSnapshot {
        var snapshot = machine.snapshot(transcript: transcript, preview: preview)
        snapshot.revision = shown?.revision ?? 0
        return snapshot
    }

    private func publish() {
        var snapshot = snapshot()
        guard snapshot != shown else { return }
        snapshot.revision += 1
        shown = snapshot
        for display in displays.values { display.yield(.snapshot(snapshot)) }
    }

    // MARK: Commissioning

    private var isChecking: Bool { check.map { !$0.isOver } ?? false }

    /// The commissioning of the microphone as it stands; `nil` while there is none.
    public var microphoneCheck: MicrophoneCheck? { check?.status }

    /// Does what a member of staff touched.
    public func perform(_ action: StaffAction) -> KioskActionResult {
        switch action {
        case .beginCheck:
            guard parts.ears != nil else { return .refused("there is no microphone; see: brews doctor") }
            guard !machine.isServing else { return .refused("a guest is ordering") }
            guard let run = MicrophoneCheckRun(menu: menu, parser: parser, writer: writer) else { return .refused("the menu has nothing to read") }
            check = run
            hear(problem: "Our staff are trying the microphone. Please order on the screen.", of: .staff)
        case .readAgain: check?.again()
        case .skipSentence: check?.skip()
        case .endCheck:
            check = nil
            hear(problem: nil, of: .staff)
        }
        if check?.isOver == true { hear(problem: nil, of: .staff) }
        // What listens now, to guests or to the reader, makes way for the other.
        ears?.interrupt()
        return .done
    }

    private func runCheck(_ listening: KioskParts.Ears, _ ears: KioskEars) async throws {
        ears.begin()
        while let run = check, !run.isReading, !run.isOver, let frame = try await ears.nextFrame() { check?.hear(frame, isSpeech: false) }
        guard check?.isReading == true else { return }
        let reading = CheckedInput(ears) { [weak self] frame, isSpeech in await self?.hear(frame, isSpeech: isSpeech) }
        for try await result in try await listening.service.startListening(to: reading, vocabulary: listening.vocabulary) {
            checked(result)
            if !isChecking { ears.interrupt() }
        }
    }

    private func hear(_ frame: AudioFrame, isSpeech: Bool) { check?.hear(frame, isSpeech: isSpeech) }

    private func checked(_ result: VoiceTranscriptionResult) {
        guard !result.isVolatile else { return }
        reader.add(stable: result.words)
        guard let end = result.utteranceEnd else { return }
        if case .said(let utterance, _) = reader.close(end, decision: nil, expecting: .nothing, isAsked: true, at: result.span.end) { check?.read(utterance.text) }
        if check?.isOver == true { hear(problem: nil, of: .staff) }
    }

    // MARK: Health

    public func health() -> KioskHealth {
        status.health(hasEars: parts.ears != nil, frames: ears?.frames ?? 0, voiceUnavailable: machine.voiceUnavailable, displays: displays.count)
    }

    /// Counters that rise while the loops they are of make progress: for a watchdog.
    public func progress() -> KioskProgress {
        KioskProgress(
            isReady: status.isReady, ticks: status.ticks, frames: parts.ears == nil ? nil : ears?.frames ?? 0, isStoreWaiting: waitingWrites > 0, writes: status.writes)
    }
}

/// Counters of the kiosk's loops.
public struct KioskProgress: Equatable, Sendable {
    public var isReady: Bool
    public var ticks: Int
    /// `nil` without a microphone.
    public var frames: Int?
    public var isStoreWaiting: Bool
    public var writes: Int

    public init(isReady: Bool, ticks: Int, frames: Int?, isStoreWaiting: Bool, writes: Int) {
        self.isReady = isReady
        self.ticks = ticks
        self.frames = frames
        self.isStoreWaiting = isStoreWaiting
        self.writes = writes
    }
}
