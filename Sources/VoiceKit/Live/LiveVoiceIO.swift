internal import Feedback
internal import Foundation
public import Speech
public import SpeechSynthesis
public import VoiceActivity
internal import VoiceOrdering

/// A voice with a microphone, a loudspeaker, a recogniser and a synthesiser.
///
/// ```swift
/// let voice = try await LiveVoiceIO()  // the default devices and the bundled models
/// try await voice.ensureReady()
/// await voice.speak("How many?")
/// let heard = try await voice.listen(context: .number)
/// print(heard.number?.text ?? heard.transcript)
/// ```
///
/// Audio is pulled from the input only while somebody listens; what a microphone captured before that is discarded.
public actor LiveVoiceIO: VoiceIO {
    private static let watchInterval = Duration.milliseconds(100)
    /// Silence that `ensureReady` plays.
    private static let testSamples = [Int16](repeating: 0, count: 220), testRate = 22_050
    private static let mostUnheard = 10

    private let input: any AudioInput
    private let recognizer: any VoiceService
    private let scope: RecognizerScope
    private let freeSpeech: (any VoiceService)?
    let makeVoice: VoiceMaking
    let settings: LiveVoiceSettings
    let clock: MonotonicClock
    let feedback: FeedbackCoordinator
    private let recordings: RecordingStore
    private let statuses = Broadcast<VoiceStatus>(kept: 16), transcripts = Broadcast<TranscriptUpdate>(kept: 16),
        levels = Broadcast<AudioLevel>(kept: LevelMeter.rate)
    let speaking: Broadcast<Bool>

    private let turns = VoiceTurns()
    var clips: [String: AudioClip] = [:]
    private var current: VoiceStatus
    private var tap: ListenTap?
    /// The last listening, whose consumer may still hold the input.
    private var last: Supervised<[TranscribedWord]>?
    var speakers = 0
    var spokenAt: Duration?
    private var readers: [RecognitionContext: ContextReader] = [:]
    private var deviceWatch: Task<Void, Never>?
    private var isClosed = false

    /// Makes a voice of its parts.
    ///
    /// - Parameters:
    ///   - input: a microphone, or a recording. The voice becomes its only consumer.
    ///   - output: a loudspeaker. One that is no `InterruptibleAudioOutput` plays each clip to its end.
    ///   - recognizer: hears numbers, names and commands by the context's vocabulary; with the scope `anySpeech` also
    ///     free speech, without a vocabulary.
    ///   - scope: what `recognizer` can hear.
    ///   - freeSpeech: hears free speech in its stead, and names and commands with words that `recognizer` lacks.
    ///   - synthesizer: speaks.
    ///   - voices: makes the voices of `prepareVoice`; espeak-ng's by default.
    ///   - clock: for time limits; audio is timed by its samples.
    /// - Throws: `FeedbackError.badSetting` for settings of speech out of range.
    public init(
        input: any AudioInput, output: any AudioOutput, recognizer: any VoiceService,
        hears scope: RecognizerScope = .anySpeech, freeSpeech: (any VoiceService)? = nil,
        synthesizer: any SpeechSynthesizer, voices: @escaping VoiceMaking = { try EspeakSynthesizer(settings: $0) },
        settings: LiveVoiceSettings = LiveVoiceSettings(),
        clock: any Clock<Duration> = ContinuousClock()
    ) throws {
        self.input = input
        self.recognizer = recognizer
        self.scope = scope
        self.freeSpeech = freeSpeech
        makeVoice = voices
        self.settings = settings
        self.clock = MonotonicClock(clock)
        let speaking = Broadcast<Bool>(kept: 4)
        self.speaking = speaking
        let player: any ClipPlayer =
            (output as? any InterruptibleAudioOutput).map { OutputClipPlayer($0) } ?? PlainClipPlayer(output: output)
        feedback = try FeedbackCoordinator(
            synthesizer: synthesizer, output: player, settings: settings.speech, clock: clock
        ) { event in
            if case .started = event { speaking.send(true) }
        }
        recordings = RecordingStore(base: settings.recordingFolder)
        current = VoiceStatus(microphone: (input as? any MonitoredAudioInput)?.status.availability)
    }

    deinit {
        deviceWatch?.cancel()
        (input as? any MonitoredAudioInput)?.close()
        for finish in [statuses.finish, transcripts.finish, levels.finish, speaking.finish] { finish() }
    }

    // MARK: State

    /// What it does, and the state of its devices.
    public func status() -> VoiceStatus {
        if let microphone = input as? any MonitoredAudioInput, !isClosed { note(microphone.status.availability) }
        return current
    }

    /// The status now and on each change; see `VoiceIO`.
    public func statusUpdates() -> AsyncStream<VoiceStatus> {
        watchDevice()
        return statuses.stream(first: current)
    }

    /// The text of the listenings while it grows; see `VoiceIO`.
    public func transcriptUpdates() -> AsyncStream<TranscriptUpdate> { transcripts.stream() }

    /// The level of the microphone; see `VoiceIO`.
    public func levelUpdates() -> AsyncStream<AudioLevel> { levels.stream() }

    /// Whether sound is played; see `VoiceIO`.
    public func speakingUpdates() -> AsyncStream<Bool> { speaking.stream() }

    func change(_ body: (inout VoiceStatus) -> Void) {
        let before = current
        body(&current)
        if before != current { statuses.send(current) }
    }

    func showPhase() {
        let running = turns.running
        change { status in
            status.phase =
                isClosed
                ? .closed : running.contains(.listening) ? .listening : running.isEmpty ? .idle : .speaking
        }
    }

    /// Follows the state of a microphone from the first interest in it on.
    private func watchDevice() {
        guard deviceWatch == nil, !isClosed, let microphone = input as? any MonitoredAudioInput else { return }
        deviceWatch = Task { [weak self] in
            for await status in microphone.statusUpdates() { await self?.note(status.availability) }
        }
    }

    private func note(_ availability: MicrophoneStatus.Availability) { change { $0.microphone = availability } }

    /// Checks the microphone and the loudspeaker; see `VoiceIO`.
    public func ensureReady() async throws {
        try requireOpen()
        watchDevice()
        if let microphone = input as? any MonitoredAudioInput {
            let fault = try await within(settings.microphoneLimit, or: .microphone(.stalled)) {
                () async throws -> MicrophoneFault? in
                for await status in microphone.statusUpdates() {
                    switch status.availability {
                    case .available: return nil
                    case .unavailable(let fault, _): return fault
                    case .closed: return .lost
                    case .starting: break
                    }
                }
                throw CancellationError()
            }
            if let fault { throw VoiceKitError.microphone(fault) }
        }
        var queue = VoiceQueue()
        try queue.enqueueClip(AudioClip(samples: Self.testSamples, sampleRate: Self.testRate))
        let before = spokenAt
        let ending = await play(queue, overlapping: true)
        // Silence has no echo.
        if speakers == 0 { spokenAt = before }
        if case .shownOnly(.noSound(let reason)) = ending { throw VoiceKitError.loudspeaker(reason) }
        try requireOpen()
    }

    /// Ends everything; see `VoiceIO`.
    public func close() async {
        guard !isClosed else { return }
        isClosed = true
        await feedback.stopSpeaking()
        tap?.release()
        deviceWatch?.cancel()
        (input as? any MonitoredAudioInput)?.close()
        turns.close()
        recordings.close()
        showPhase()
        for finish in [statuses.finish, transcripts.finish, levels.finish, speaking.finish] { finish() }
    }

    func enter(_ operation: VoiceOpGate.Operation, overlapping: Bool) async throws -> VoiceOpGate.Ticket {
        try await turns.enter(operation, overlapping: overlapping, within: settings.gateLimit, clock)
    }

    func leave(_ ticket: VoiceOpGate.Ticket) {
        turns.leave(ticket)
        showPhase()
    }

    func requireOpen() throws(VoiceKitError) { if isClosed { throw .closed } }

    // MARK: Listening

    /// Listens once; see `VoiceIO`.
    public func listen(_ request: ListenRequest) async throws -> VoiceResult {
        try request.validate()
        let (service, reader) = try prepare(request.context)
        let ticket = try await enter(.listening, overlapping: request.overlapsSpeech)
        defer {
            tap = nil
            leave(ticket)
        }
        try await waitForInput()
        (input as? any MonitoredAudioInput)?.discardBacklog()
        let tap = try ListenTap(
            input, request: request, skipping: echo(in: request), levels: levels, now: clock.now)
        self.tap = tap
        showPhase()
        let words = try await hear(tap, service, reader.vocabulary ?? preferences(request, service))
        return try await result(of: words, tap, request, reader)
    }

    /// Ends push-to-talk; see `VoiceIO`.
    public func endTalking() { tap?.release() }

    private func prepare(_ context: RecognitionContext) throws -> (any VoiceService, ContextReader) {
        if context == .freeform {
            guard let service = freeSpeech ?? (scope == .anySpeech ? recognizer : nil) else {
                throw VoiceKitError.freeSpeechMissing
            }
            return (service, try ContextReader(context))
        }
        let reader = try reader(of: context, heardBy: recognizer)
        // A recogniser of free speech spells names that the other's vocabulary lacks; numbers have their own words.
        if let freeSpeech, context != .number, !reader.unheardAnswers.isEmpty {
            return (freeSpeech, try ContextReader(context, canHear: freeSpeech.canHear))
        }
        guard !reader.isDeaf else {
            throw VoiceKitError.unheard(
                context: context.title, phrases: Array(reader.unheard.prefix(Self.mostUnheard)))
        }
        return (recognizer, reader)
    }

    private func reader(of context: RecognitionContext, heardBy service: any VoiceService) throws -> ContextReader {
        if let reader = readers[context] { return reader }
        let reader = try ContextReader(context, canHear: service.canHear)
        // A few contexts alternate in a dialogue; their grammars are worth keeping.
        if readers.count == 8 { readers = [:] }
        readers[context] = reader
        return reader
    }

    /// The answers of a context that the recogniser cannot hear, because its vocabulary lacks their words.
    ///
    /// - Throws: as `listen`.
    public func unheardAnswers(in context: RecognitionContext) throws -> [String] {
        try prepare(context).1.unheardAnswers
    }

    /// A listening that was cancelled may still hold the input for a moment.
    private func waitForInput() async throws {
        guard let last else { return }
        try await within(settings.microphoneLimit, or: .busy(.listening)) { await last.ended() }
        self.last = nil
    }

    /// Work that is given up after a time.
    nonisolated func within<Output: Sendable>(
        _ limit: Duration, or error: VoiceKitError, _ work: @escaping @Sendable () async throws -> Output
    ) async throws -> Output {
        try await Supervised(work) { [clock] in
            try await clock.sleep(limit)
            throw error
        }.value()
    }

    /// Audio to leave out because the voice has just spoken.
    private func echo(in request: ListenRequest) -> SampleCount {
        guard input is any MonitoredAudioInput, !request.overlapsSpeech, let spokenAt else { return SampleCount(0) }
        return SampleCount(seconds: max(0, (spokenAt + settings.echoTail - clock.now()).seconds))
    }

    /// The likely phrases as far as the recogniser has their words; `nil` for none.
    private func preferences(_ request: ListenRequest, _ service: any VoiceService) -> RecognitionVocabulary? {
        let phrases = request.likelyPhrases.filter { phrase in
            phrase.split(separator: " ").allSatisfy { service.canHear(String($0)) }
        }
        return phrases.isEmpty
            ? nil : RecognitionVocabulary(phrases: phrases, names: phrases, leadIns: request.leadIns)
    }

    private func hear(_ tap: ListenTap, _ service: any VoiceService, _ vocabulary: RecognitionVocabulary?) async throws
        -> [TranscribedWord]
    {
        let transcripts = transcripts
        let listening = Supervised { () async throws -> [TranscribedWord] in
            var stable: [TranscribedWord] = []
            for try await result in try await service.startListening(to: tap, vocabulary: vocabulary) {
                let words = stable + result.words
                if !result.isVolatile { stable = words }
                if !words.isEmpty { tap.noteWords() }
                transcripts.send(
                    TranscriptUpdate(text: words.map(\.text).joined(separator: " "), isVolatile: result.isVolatile))
            }
            try Task.checkCancellation()
            return stable
        } watchdog: { [weak self] in
            try await self?.watch(tap)
        }
        last = listening
        do { return try await listening.value() } catch {
            switch error {
            case is CancellationError: throw isClosed ? VoiceKitError.closed : error
            case is VoiceKitError: throw error
            default: throw tap.failure ?? VoiceKitError.recognizer("\(error)")
            }
        }
    }

    /// Throws when the microphone or the recogniser takes too long.
    private nonisolated func watch(_ tap: ListenTap) async throws {
        while true {
            try await clock.sleep(Self.watchInterval)
            switch tap.progress {
            case .audio(let since):
                guard clock.now() - since >= settings.microphoneLimit else { continue }
                if case .unavailable(let fault, _)? = (input as? any MonitoredAudioInput)?.status.availability {
                    throw VoiceKitError.microphone(fault)
                }
                throw VoiceKitError.microphone(.stalled)
            case .recognition(let since):
                if tap.ending != nil { await showRecognizing() }
                if clock.now() - since >= settings.recognizerLimit { throw VoiceKitError.recognizerTooSlow }
            }
        }
    }

    private func showRecognizing() { if tap != nil { change { $0.phase = .recognizing } } }

    private func result(
        of words: [TranscribedWord], _ tap: ListenTap, _ request: ListenRequest, _ reader: ContextReader
    ) async throws -> VoiceResult {
        let text = words.map(\.text).joined(separator: " ")
        let confidence = words.isEmpty ? 0 : words.reduce(0) { $0 + $1.confidence } / Double(words.count)
        var recording: VoiceRecording?
        if request.recording != .none {
            let samples = tap.takeSamples()
            if let span = settings.recordingPads.span(in: samples, words: words, segments: tap.segments) {
                let late = VoiceKitError.recording(path: "\(request.recording)", reason: "it took too long")
                recording = try await within(settings.recordingLimit, or: late) { [recordings] in
                    try await recordings.write(samples, span, to: request.recording)
                }
            }
        }
        try requireOpen()
        return VoiceResult(
            transcript: text, words: words, confidence: confidence,
            match: reader.match(text, confidence: confidence), ending: tap.ending ?? .endOfInput,
            recording: recording, length: .seconds(tap.end.seconds))
    }
}
