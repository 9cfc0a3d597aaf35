public import Feedback
public import Speech
public import SpeechSynthesis
public import VoiceActivity
public import VoiceOrdering

/// A voice for tests and previews: each listening hears the next line of a script, and what is spoken is noted.
///
/// No call takes time. `elapsed` is the time that a person would have needed, so that time-outs behave as they do live.
///
/// ```swift
/// let voice = ScriptedVoiceIO(["Alice", "forty two"])
/// await voice.speak("Your name?")
/// let name = try await voice.listen(context: .name(allowed: ["Alice", "Bob"])).name  // "Alice"
/// ```
public actor ScriptedVoiceIO: VoiceIO {
    /// Time of a spoken word.
    public static let wordTime = Duration.milliseconds(400)
    private static let toneLevel: Int16 = 3_000

    private var script: ArraySlice<VoiceScript.Line>
    private let recordings = RecordingStore()
    private let statuses = Broadcast<VoiceStatus>(kept: 16), transcripts = Broadcast<TranscriptUpdate>(kept: 16),
        levels = Broadcast<AudioLevel>(kept: LevelMeter.rate), speaking = Broadcast<Bool>(kept: 4)
    private var clips: [String: AudioClip] = [:]
    private var current = VoiceStatus(microphone: .available)
    private var meter = LevelMeter()

    /// Everything that was played, in order.
    public private(set) var played: [VoiceQueueElement] = []
    /// Time that a person would have needed so far.
    public private(set) var elapsed = Duration.zero

    /// Creates a voice that hears a script.
    public init(_ script: VoiceScript) {
        self.script = script.lines[...]
        current.loudspeaker = .available
    }

    /// Creates a voice that hears texts.
    public init(_ texts: [String]) { self.init(VoiceScript(texts)) }

    /// The texts that were spoken, in order.
    public var spoken: [String] {
        played.compactMap { element in
            switch element {
            case .speak(let text), .speakAs(let text, _): text
            case .sound, .clip, .pause: nil
            }
        }
    }

    /// Lines that nobody has said yet.
    public var remaining: Int { script.count }

    /// Nothing is missing; see `VoiceIO`.
    ///
    /// - Throws: `VoiceKitError.closed`.
    public func ensureReady() throws(VoiceKitError) { try requireOpen() }

    /// Notes the elements; see `VoiceIO`.
    @discardableResult
    public func play(_ queue: VoiceQueue, overlapping: Bool) -> SpeechEnding {
        guard current.phase != .closed, !Task.isCancelled else { return .stopped }
        show(.speaking)
        speaking.send(true)
        for element in queue.elements {
            played.append(element)
            switch element {
            case .speak(let text), .speakAs(let text, _): elapsed += Self.wordTime * text.split(separator: " ").count
            case .sound: break
            case .clip(let clip): elapsed += clip.duration
            case .pause(let milliseconds): elapsed += .milliseconds(milliseconds)
            }
        }
        speaking.send(false)
        show(.idle)
        return .spoken
    }

    /// Notes the elements, channel by channel; the time is that of the longest. See `VoiceIO`.
    @discardableResult
    public func play(together channels: [VoiceQueue], overlapping: Bool) -> SpeechEnding {
        let began = elapsed
        var longest = Duration.zero, ending = SpeechEnding.spoken
        for queue in channels where ending == .spoken {
            ending = play(queue, overlapping: overlapping)
            longest = max(longest, elapsed - began)
            elapsed = began
        }
        elapsed = began + longest
        return ending
    }

    /// Any profile within its ranges; see `VoiceIO`.
    public func prepareVoice(_ profile: TTSVoiceProfile) throws -> String {
        try requireOpen()
        do { try profile.validate() } catch { throw VoiceKitError.voice(profile.voice, reason: error.description) }
        return profile.voice
    }

    /// Hears the next line; see `VoiceIO`.
    public func listen(_ request: ListenRequest) async throws -> VoiceResult {
        try Task.checkCancellation()
        try requireOpen()
        try request.validate()
        let reader = try ContextReader(request.context)
        show(.listening)
        defer { show(current.phase == .closed ? .closed : .idle) }
        let (words, length, ending) = hear(request)
        for count in words.indices {
            send(words[...count], isVolatile: true)
        }
        if !words.isEmpty { send(words[...], isVolatile: false) }
        let text = words.map(\.text).joined(separator: " ")
        var recording: VoiceRecording?
        if request.recording != .none, !words.isEmpty {
            let samples = [Int16](repeating: 0, count: SampleCount(seconds: length.seconds).samples)
            if let span = RecordingTrimmer().span(in: samples, words: words, segments: []) {
                recording = try await recordings.write(samples, span, to: request.recording)
            }
        }
        let confidence = words.first?.confidence ?? 0
        return VoiceResult(
            transcript: text, words: words, confidence: confidence, match: reader.match(text, confidence: confidence),
            ending: ending, recording: recording, length: length)
    }

    /// The words of the next line that are said before the time-out.
    private func hear(_ request: ListenRequest) -> ([TranscribedWord], Duration, ListenEnding) {
        guard var line = script.first, !line.text.isEmpty, line.after < request.timeout else {
            // Who has not begun yet goes on being silent.
            if var line = script.popFirst(), !line.text.isEmpty {
                line.after -= request.timeout
                script.insert(line, at: script.startIndex)
            }
            pass(request.timeout, words: 0)
            return ([], request.timeout, .timeout)
        }
        script.removeFirst()
        var words: [TranscribedWord] = []
        for text in line.text.split(separator: " ") where line.after + Self.wordTime <= request.timeout {
            let start = SamplePosition(seconds: line.after.seconds)
            line.after += Self.wordTime
            words.append(
                TranscribedWord(
                    text: text.lowercased(),
                    span: SpeechSpan(start: start, end: SamplePosition(seconds: line.after.seconds)),
                    confidence: line.confidence))
        }
        let isReleased = request.mode == .pushToTalk
        let length = min(request.timeout, line.after + (isReleased ? .zero : request.inactivity))
        pass(length, words: words.count)
        return (words, length, length == request.timeout ? .timeout : isReleased ? .released : .inactivity)
    }

    /// Lets time pass in which somebody says words, and reports the level of it.
    private func pass(_ length: Duration, words: Int) {
        let loud = SampleCount(seconds: (Self.wordTime * words).seconds).samples,
            whole = SampleCount(seconds: length.seconds).samples
        let samples = (0..<whole).map { $0 < loud ? ($0 % 2 == 0 ? Self.toneLevel : -Self.toneLevel) : 0 }
        let start = SamplePosition(seconds: elapsed.seconds)
        for level in meter.process(AudioFrame(start: start, samples: samples)) { levels.send(level) }
        elapsed += length
    }

    private func send(_ words: ArraySlice<TranscribedWord>, isVolatile: Bool) {
        transcripts.send(
            TranscriptUpdate(text: words.map(\.text).joined(separator: " "), isVolatile: isVolatile))
    }

    /// Nothing: the script says when somebody stops.
    public func endTalking() {}

    /// Nothing: what is played has ended.
    public func stopSpeaking() {}

    /// Nothing: what is played has ended.
    public func pauseSpeaking() {}

    /// Nothing: what is played has ended.
    public func continueSpeaking() {}

    /// Keeps a clip under a name; see `VoiceIO`.
    public func prepareClip(_ clip: AudioClip, named name: String) { clips[name] = clip }

    /// The prepared clips by name.
    public func preparedClips() -> [String: AudioClip] { clips }

    /// What it does.
    public func status() -> VoiceStatus { current }

    /// The status now and on each change; see `VoiceIO`.
    public func statusUpdates() -> AsyncStream<VoiceStatus> { statuses.stream(first: current) }

    /// The text of the listenings; see `VoiceIO`.
    public func transcriptUpdates() -> AsyncStream<TranscriptUpdate> { transcripts.stream() }

    /// The level of a tone as long as the words; see `VoiceIO`.
    public func levelUpdates() -> AsyncStream<AudioLevel> { levels.stream() }

    /// Whether something is played; see `VoiceIO`.
    public func speakingUpdates() -> AsyncStream<Bool> { speaking.stream() }

    /// Ends the streams and removes the recordings in memory; see `VoiceIO`.
    public func close() {
        show(.closed)
        recordings.close()
        for finish in [statuses.finish, transcripts.finish, levels.finish, speaking.finish] { finish() }
    }

    private func requireOpen() throws(VoiceKitError) { if current.phase == .closed { throw .closed } }

    private func show(_ phase: VoiceStatus.Phase) {
        guard current.phase != phase, current.phase != .closed else { return }
        current.phase = phase
        statuses.send(current)
    }
}
