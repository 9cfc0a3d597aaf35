public import Feedback
internal import Foundation
public import Speech

/// Speech output of the kiosk: speaks one utterance after another and can be interrupted at any time.
///
/// It owns the queue, the rendered prompts, and all tasks that synthesise or play. `QueuePlayer` decides; this actor
/// performs the decisions. Every wait has a limit: ordering never waits for a voice or a sound card that hangs.
///
/// ```swift
/// let feedback = try FeedbackCoordinator(synthesizer: EspeakSynthesizer(), output: clipPlayer)
/// let outcome = await feedback.speakAndWait("What size?", thenListen: true)
/// if outcome.listensNow { startListening() }
/// ```
public actor FeedbackCoordinator {
    private struct Utterance {
        let thenListen: Bool
        var hasStarted = false
        var reason = SpeechOutcome.Reason.tooSlow
        var waiting: [CheckedContinuation<SpeechOutcome, Never>] = []
    }

    struct Work {
        let token: QueuePlayer.Token
        let task: Task<Void, Never>
    }

    struct Rendering {
        let token: QueuePlayer.Token
        let text: String
        /// Whether the standby renders it.
        let isStandby: Bool
        let task: Task<Void, Never>
    }

    /// Sample rate of sounds and pauses before the first speech, which determines the voice's rate.
    private static let standardRate = 22_050
    /// Largest number of voices beside the usual one.
    private static let maxOthers = 8
    /// Number of consecutive failures after which rendering in advance ends.
    private static let maxFailures = 3

    private let output: any ClipPlayer
    let settings: FeedbackSettings
    private let earcons: EarconSynthesizer
    let clock: any Clock<Duration>
    private let observe: @Sendable (SpeechEvent) -> Void

    private(set) var synthesizer: any SpeechSynthesizer
    /// The voice that takes over a sentence when the other one fails or is late.
    private(set) var standby: (any SpeechSynthesizer)?
    var standbyPolicy = StandbyPolicy()
    /// Voices beside the usual one, by name; the newest is the last.
    private var others: [(name: String, synthesizer: any SpeechSynthesizer)] = []
    /// Number of the current voice; speech rendered by an earlier voice is not cached.
    private(set) var voice = 0
    private let gain: Double
    var player = QueuePlayer()
    var cache: PromptCache
    var clips: [QueuePlayer.Token: SynthesizedSpeech] = [:]
    private var utterances: [Int: Utterance] = [:]
    private var lastId = 0
    private var sampleRate = standardRate
    private var playedInAll = Duration.zero
    var rendering: Rendering?
    private var playing: (work: Work, length: Duration)?
    /// Limits the wait for the first sound of a sentence.
    var silenceTimer: Work?
    /// Limits the wait for the end of a clip.
    private var watchdog: Work?
    /// Passes stop, pause and resume to the device in order.
    private var commands: Task<Void, Never>?
    private var idleWaiters: [CheckedContinuation<Void, Never>] = []

    /// - Parameters:
    ///   - standby: takes over a sentence when `synthesizer` fails or takes longer than `FeedbackSettings.patience`.
    ///   - output: the sound card, or a substitute.
    ///   - clock: for the time limits.
    ///   - observe: called for every event, in order, from this actor; it must return at once.
    /// - Throws: `FeedbackError.badSetting`.
    public init(
        synthesizer: any SpeechSynthesizer, standby: (any SpeechSynthesizer)? = nil, output: any ClipPlayer,
        settings: FeedbackSettings = FeedbackSettings(), clock: any Clock<Duration> = ContinuousClock(),
        observe: @escaping @Sendable (SpeechEvent) -> Void = { _ in }
    ) throws(FeedbackError) {
        try settings.validate()
        self.synthesizer = synthesizer
        self.standby = standby
        self.output = output
        self.settings = settings
        self.clock = clock
        self.observe = observe
        gain = pow(10, settings.gainDecibels / 20)
        earcons = try EarconSynthesizer()
        cache = try PromptCache(capacity: settings.cacheBytes)
    }

    deinit {
        for task in [rendering?.task, playing?.work.task, silenceTimer?.task, watchdog?.task] { task?.cancel() }
    }

    // MARK: Speaking

    /// Whether an utterance is being spoken or waits; meanwhile the microphone picks up the kiosk's own speech.
    public var isSpeaking: Bool { player.state != .idle }

    /// The state of the queue.
    public var state: QueuePlayer.State { player.state }

    /// Speaks a text after the utterances in the queue. Returns at once.
    ///
    /// - Parameters:
    ///   - text: sentences from `PromptWriter.spoken`; brackets are not interpreted.
    ///   - cue: a cue whose sound is played first.
    ///   - thenListen: whether to listen to the guest afterwards; reported in `SpeechOutcome.listensNow`.
    /// - Returns: the id of the utterance in `SpeechEvent`.
    @discardableResult
    public func speak(_ text: String, cue: FeedbackCue? = nil, thenListen: Bool = false) -> Int {
        var queue = VoiceQueue()
        do {
            if let sound = cue?.sound { try queue.enqueueSFX(sound) }
            try queue.enqueueSpeak(text)
            return speak(queue, thenListen: thenListen)
        } catch {
            return refuse(thenListen: thenListen)
        }
    }

    /// Speaks a queue of text, sounds and pauses after the utterances in the queue. Returns at once.
    @discardableResult
    public func speak(_ queue: VoiceQueue, thenListen: Bool = false) -> Int {
        let id = admit(thenListen: thenListen)
        start(queue, id)
        return id
    }

    /// Speaks a text and returns when it has ended or has certainly failed. Cancelling the caller stops the speech.
    public func speakAndWait(_ text: String, cue: FeedbackCue? = nil, thenListen: Bool = false) async -> SpeechOutcome {
        var queue = VoiceQueue()
        do {
            if let sound = cue?.sound { try queue.enqueueSFX(sound) }
            try queue.enqueueSpeak(text)
            return await speakAndWait(queue, thenListen: thenListen)
        } catch {
            return await speakAndWait(nil, thenListen: thenListen)
        }
    }

    /// Speaks a queue and returns when it has ended or has certainly failed. Cancelling the caller stops the speech.
    ///
    /// - Parameter queue: `nil` for one that was too long.
    public func speakAndWait(_ queue: VoiceQueue?, thenListen: Bool = false) async -> SpeechOutcome {
        let id = admit(thenListen: thenListen)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                utterances[id]?.waiting.append(continuation)
                if Task.isCancelled {
                    finish(id, .stopped)
                } else if let queue {
                    start(queue, id)
                } else {
                    finish(id, .shownOnly(.tooMuch))
                }
            }
        } onCancel: {
            Task { await self.stopSpeaking() }
        }
    }

    /// Plays a cue's sound unless an utterance is being spoken; after it the sound would come too late.
    ///
    /// - Returns: whether the sound is played.
    @discardableResult
    public func play(_ cue: FeedbackCue) -> Bool {
        guard let sound = cue.sound, !isSpeaking else { return false }
        var queue = VoiceQueue()
        do { try queue.enqueueSFX(sound) } catch { return false }
        speak(queue)
        return true
    }

    /// Stops the current utterance and clears the queue. Returns at once, after reporting the outcomes.
    public func stopSpeaking() { perform(player.stop()) }

    /// Pauses the speech.
    public func pause() { perform(player.pause()) }

    /// Continues the paused speech.
    public func `continue`() { perform(player.resume()) }

    // MARK: The voice

    /// Uses another voice, rate or pitch from the next sentence on, and clears the cache.
    ///
    /// - Parameter standby: takes over when it fails or is late; `nil` for none.
    public func use(_ synthesizer: any SpeechSynthesizer, standby: (any SpeechSynthesizer)? = nil) {
        self.synthesizer = synthesizer
        self.standby = standby
        standbyPolicy = StandbyPolicy()
        voice += 1
        cache.clear()
    }

    /// Keeps a voice beside the usual one for `VoiceQueueElement.speakAs`, under a name. Of more than eight the oldest
    /// is given up.
    public func add(_ synthesizer: any SpeechSynthesizer, named name: String) {
        others.removeAll { $0.name == name }
        others = others.suffix(Self.maxOthers - 1) + [(name, synthesizer)]
    }

    /// The voice beside the usual one with a name; `nil` where there is none.
    public func voice(named name: String) -> (any SpeechSynthesizer)? { others.first { $0.name == name }?.synthesizer }

    /// Renders sentences in advance while nothing is being spoken, in order, until the cache is full.
    ///
    /// - Parameters:
    ///   - sentences: `PromptWriter.frequentSentences`.
    ///   - progress: called after each sentence with the number done and the total.
    public func prepare(_ sentences: [String], progress: @Sendable (Int, Int) -> Void = { _, _ in }) async {
        var failures = 0
        for (index, sentence) in sentences.enumerated() {
            while isSpeaking, !Task.isCancelled { await withCheckedContinuation { idleWaiters.append($0) } }
            guard !Task.isCancelled, failures < Self.maxFailures else { return }
            if !cache.contains(sentence) {
                let madeBy = voice
                do {
                    let speech = try await synthesizer.synthesize(sentence)
                    failures = 0
                    guard madeBy != voice || cache.hasRoom(for: speech) else { return }
                    if madeBy == voice { cache.store(speech, of: sentence) }
                } catch {
                    failures += 1
                }
            }
            progress(index + 1, sentences.count)
        }
    }

    // MARK: Actions

    private func admit(thenListen: Bool) -> Int {
        lastId += 1
        utterances[lastId] = Utterance(thenListen: thenListen)
        return lastId
    }

    private func refuse(thenListen: Bool) -> Int {
        let id = admit(thenListen: thenListen)
        finish(id, .shownOnly(.tooMuch))
        return id
    }

    private func start(_ queue: VoiceQueue, _ id: Int) {
        do { perform(try player.enqueue(standby == nil ? queue : quickened(queue), id: id)) } catch {
            finish(id, .shownOnly(.tooMuch))
        }
    }

    func perform(_ actions: [QueuePlayer.Action]) {
        var rest = actions[...]
        while let action = rest.popFirst() {
            switch action {
            case .synthesise(let token, let text, let voice?): render(token, text, as: voice)
            case .synthesise(let token, let text, nil):
                if let speech = cache.speech(of: text) {
                    clips[token] = speech
                    rest += player.rendered(token)
                } else {
                    render(token, text)
                }
            case .playSpeech(let token):
                guard let clip = clips[token], !clip.samples.isEmpty else {
                    rest += player.played(token, toItsEnd: true)
                    continue
                }
                sampleRate = clip.sampleRate
                play(token, clip.samples, sampleRate)
            case .playSound(let token, let sound):
                do { play(token, try earcons.samples(of: sound, sampleRate: sampleRate), sampleRate) } catch {
                    rest += player.played(token, toItsEnd: true)
                }
            case .playClip(let token, let clip):
                guard !clip.samples.isEmpty else {
                    rest += player.played(token, toItsEnd: true)
                    continue
                }
                play(token, clip.amplified, clip.sampleRate)
            case .playPause(let token, let milliseconds):
                play(token, [Int16](repeating: 0, count: max(1, sampleRate * milliseconds / 1_000)), sampleRate)
            case .drop(let token):
                clips[token] = nil
                if rendering?.token == token {
                    rendering?.task.cancel()
                    rendering = nil
                }
            case .stop:
                command { await $0.stop() }
                // A device that does not stop counts as failed after the slack.
                if let playing { watch(playing.work.token, for: .zero) }
            case .pause:
                command { await $0.pause() }
                watchdog?.task.cancel()
            case .resume:
                command { await $0.resume() }
                if let playing { watch(playing.work.token, for: playing.length) }
            case .report(let id, let ending):
                switch ending {
                case .finished: finish(id, .spoken)
                case .stopped: finish(id, .stopped)
                case .failed: finish(id, .shownOnly(utterances[id]?.reason ?? .tooSlow))
                }
            }
        }
        watchSilence()
        guard player.state == .idle else { return }
        for waiter in idleWaiters { waiter.resume() }
        idleWaiters = []
    }

    private func finish(_ id: Int, _ ending: SpeechOutcome.Ending) {
        guard let utterance = utterances.removeValue(forKey: id) else { return }
        let outcome = SpeechOutcome(
            id: id, ending: ending, listensNow: utterance.thenListen && ending != .stopped, playedInAll: playedInAll)
        for waiter in utterance.waiting { waiter.resume(returning: outcome) }
        observe(.ended(outcome))
    }

    func fail(_ token: QueuePlayer.Token, _ reason: SpeechOutcome.Reason) {
        if let id = player.utterance(of: token) { utterances[id]?.reason = reason }
        perform(player.failed(token))
    }

    private func command(_ send: @escaping @Sendable (any ClipPlayer) async -> Void) {
        commands = Task { [output, commands] in
            await commands?.value
            await send(output)
        }
    }

    // MARK: Playback

    private func play(_ token: QueuePlayer.Token, _ samples: [Int16], _ rate: Int) {
        let loud =
            gain == 1 ? samples : samples.map { Int16(max(-32_768, min(32_767, (Double($0) * gain).rounded()))) }
        let length = Duration.microseconds(Int64(samples.count) * 1_000_000 / Int64(max(1, rate)))
        let task = Task { [weak self, output, commands] in
            // A stop for the previous clip must not reach this one.
            await commands?.value
            do {
                let isWhole = try await output.play(loud, sampleRate: rate)
                await self?.played(token, .success(isWhole))
            } catch {
                await self?.played(token, .failure(error))
            }
        }
        playing = (Work(token: token, task: task), length)
        watch(token, for: length)
        guard let id = player.utterance(of: token), utterances[id]?.hasStarted == false else { return }
        utterances[id]?.hasStarted = true
        observe(.started(id))
    }

    private func played(_ token: QueuePlayer.Token, _ result: Result<Bool, any Error>) {
        // A clip that was given up has already been reported.
        guard let playing, playing.work.token == token else { return }
        self.playing = nil
        watchdog?.task.cancel()
        watchdog = nil
        switch result {
        case .success(let isWhole):
            if isWhole { playedInAll += playing.length }
            perform(player.played(token, toItsEnd: isWhole))
        case .failure(let error): fail(token, .noSound("\(error)"))
        }
    }

    private func watch(_ token: QueuePlayer.Token, for length: Duration) {
        watchdog?.task.cancel()
        let task = Task { [weak self, clock, settings] in
            do { try await clock.sleep(for: length + settings.playbackSlack) } catch { return }
            await self?.gaveUp(token)
        }
        watchdog = Work(token: token, task: task)
    }

    private func gaveUp(_ token: QueuePlayer.Token) {
        guard watchdog?.token == token, let playing, playing.work.token == token else { return }
        playing.work.task.cancel()
        self.playing = nil
        watchdog = nil
        command { await $0.stop() }
        fail(token, .noSound("the sound card accepted a clip and did not play it"))
    }
}
