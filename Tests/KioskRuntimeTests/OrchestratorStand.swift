internal import Feedback
internal import OrderParsing
internal import Ordering
internal import Speech
internal import Synchronization
internal import TestSupport

@testable internal import KioskRuntime
@testable internal import VoiceOrdering

/// A kiosk whose clock is driven by its audio, so that the load of the machine does not matter.
struct OrchestratorStand {
    let kiosk: KioskOrchestrator
    let store: MemoryOrderStore
    let running: Task<Void, any Error>
    private let seen: Seen
    let audible: ManualClock
    /// A gate without a minimum signal-to-noise ratio: a scripted recogniser's words have no sound in the scripted
    /// room.
    static let scripted = {
        var gate = ConfidenceGate()
        (gate.unprompted.signalToNoise, gate.prompted.signalToNoise) = (-.infinity, -.infinity)
        return gate
    }()
    /// Made once for all stands.
    private static let menu = Result { try MenuLoader.builtIn() }
    private static let parser = Result { try OrderParsingPipeline(menu: menu.get()) }
    /// Audio time after which waiting fails.
    private static let patience = ManualClock.Instant(offset: .seconds(900))

    init(
        service: (any VoiceService)? = nil, input: any AudioInput = QuietRoom(), voice: any GuestVoice = SilentVoice(),
        store: MemoryOrderStore = MemoryOrderStore(),
        speed: Double? = nil, whileSpeaking: KioskParts.VoiceInput.WhileSpeaking = .drop, isClockSet: Bool = true,
        confidenceGate: ConfidenceGate = OrchestratorStand.scripted,
        isReplaceable: Bool = false, confirmation: ConfirmationMode = .always, locale: String? = nil,
        notes: (any NoteAnswering)? = nil, freeSpeech: (any UtteranceRecognizer)? = nil,
        clock manual: ManualClock = ManualClock(), dictation: (any VoiceService)? = nil,
        opening: (@Sendable () async throws -> Void)? = nil
    ) throws {
        let menu = try Self.menu.get()
        audible = manual
        // Without audio, or while the kiosk waits after a failure, nothing else advances the time.
        let clock =
            service != nil && speed == nil
            ? MonotonicClock(manual) : MonotonicClock(ContinuousClock(), speed: speed ?? 1)
        // A monitored microphone must not be wrapped; it advances the time itself.
        let flowing: any AudioInput =
            (input as? LateMicrophone)?.flowing(manual) ?? input as? UnpluggedMicrophone
            ?? FlowingInput(input, clock: manual)
        let loaded = service.map {
            var voiceInput = KioskParts.VoiceInput(
                input: flowing, whileSpeaking: whileSpeaking, service: $0, isReplaceable: isReplaceable,
                confidenceGate: confidenceGate)
            voiceInput.freeSpeech = freeSpeech
            voiceInput.dictation = dictation
            return voiceInput
        }
        let sessions = Counter()
        var voiceInput = loaded.map(KioskParts.VoiceInputSource.loaded) ?? .none
        if let loaded, let opening {
            voiceInput = .loading {
                try await opening()
                return loaded
            }
        }
        var parts = KioskParts(voiceInput: voiceInput, voice: voice, store: store, clock: clock) {
            "session-\(sessions.next())"
        }
        parts.isClockSet = { isClockSet }
        parts.notes = notes
        var times = KioskTimes()
        // On a real clock a busy machine must not look like a guest who has left or a store that hangs.
        if speed != nil { (times.wipe, times.placing) = (.seconds(3_000), .seconds(600)) }
        let kiosk = try KioskOrchestrator(
            menu: menu, parser: Self.parser.get(), writer: PromptWriter(menu: menu, locale: locale),
            menuDigest: "digest", confirmation: confirmation, times: times, parts: parts)
        self.kiosk = kiosk
        self.store = store
        let seen = Seen()
        self.seen = seen
        running = Task {
            let updates = await kiosk.updates()
            async let watching: Void = seen.watch(updates)
            async let patience: Void = seen.end(at: Self.patience, of: manual)
            try await kiosk.run()
            await watching
            await patience
        }
    }

    /// The first matching snapshot after the last one returned; `nil` when the patience or the kiosk ends before.
    func waits(for wanted: @Sendable (KioskSnapshot) -> Bool) async -> KioskSnapshot? {
        await withTaskCancellationHandler {
            await seen.take(wanted)
        } onCancel: {
            Task { await seen.end() }
        }
    }

    /// Every snapshot so far.
    var snapshots: [KioskSnapshot] { get async { await seen.all } }

    /// A recogniser that recognises sentences, each during one second from the given time, with an endpoint half a
    /// second later.
    static func script(_ sentences: [(at: Double, text: String)]) -> ScriptedVoiceService {
        var script: [(at: SamplePosition, event: ScriptedVoiceService.Event)] = []
        for (second, text) in sentences {
            let start = SamplePosition(Int(second * 16_000))
            let words = ScriptedVoiceService.timed(
                text, over: SpeechSpan(start: start, end: start + SampleCount(16_000)))
            for index in words.indices {
                script.append((at: words[index].span.end, event: .hears(Array(words[...index]))))
            }
            script.append((at: start + SampleCount(24_000), event: .endpoint(words)))
        }
        return ScriptedVoiceService(script: script)
    }
}

private actor Seen {
    private(set) var all: [KioskSnapshot] = []
    private var taken = 0
    private var isOver = false
    private var waiting: CheckedContinuation<Void, Never>?

    func watch(_ updates: AsyncStream<KioskUpdate>) async {
        for await case .snapshot(let snapshot) in updates {
            all.append(snapshot)
            wake()
        }
    }

    /// Ends the waiting once the clock reaches `instant`, or when the caller is cancelled.
    func end(at instant: ManualClock.Instant, of clock: ManualClock) async {
        try? await clock.sleep(until: instant, tolerance: nil)
        end()
    }

    func end() {
        isOver = true
        wake()
    }

    func take(_ wanted: (KioskSnapshot) -> Bool) async -> KioskSnapshot? {
        var next = taken
        while true {
            if let index = all.indices.dropFirst(next).first(where: { wanted(all[$0]) }) {
                taken = index
                return all[index]
            }
            // Those seen so far need no second look.
            next = all.count
            guard !isOver else { return nil }
            await withCheckedContinuation { waiting = $0 }
        }
    }

    private func wake() {
        waiting?.resume()
        waiting = nil
    }
}

private final class Counter: Sendable {
    private let value = Atomic<Int>(0)
    func next() -> Int { value.add(1, ordering: .relaxed).newValue }
}

/// An input whose frames advance the clock.
private actor FlowingInput: AudioInput {
    private let input: any AudioInput
    private let clock: ManualClock

    init(_ input: any AudioInput, clock: ManualClock) {
        self.input = input
        self.clock = clock
    }

    func nextFrame() async throws -> AudioFrame? {
        guard let frame = try await input.nextFrame() else { return nil }
        clock.advance(by: .seconds(Double(frame.samples.count) / Double(SampleRate.speech)))
        // Tasks that waited for this time run first.
        for _ in 0..<50 { await Task.yield() }
        return frame
    }
}
