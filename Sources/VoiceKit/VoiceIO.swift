internal import AudioFiles
public import Feedback
public import Speech
public import SpeechSynthesis
public import VoiceActivity
public import VoiceOrdering

/// How a speech or a queue of sounds ended.
public typealias SpeechEnding = SpeechOutcome.Ending

/// A voice: speaks, plays and listens. `LiveVoiceIO` has a microphone and a loudspeaker, `ScriptedVoiceIO` a script.
///
/// All members may be called from any task. Speaking and listening wait for each other unless a request overlaps; each
/// wait has a limit. Cancelling a task ends its speech or listening at once.
///
/// ```swift
/// await voice.speak("Say your name after the beep.")
/// let heard = try await voice.listen(record: true, context: .name(allowed: ["Alice", "Bob"]))
/// print(heard.name ?? "?", heard.recording?.url.path ?? "-")
/// ```
public protocol VoiceIO: Sendable {
    /// Checks the microphone and the loudspeaker, at most a few seconds.
    ///
    /// - Throws: `VoiceKitError` with what is missing and the command that mends it; `CancellationError`.
    func ensureReady() async throws

    /// Plays speech, sounds, clips and pauses in order, after what plays already.
    ///
    /// - Parameter overlapping: whether it may begin while this voice listens.
    /// - Returns: how it ended. Nothing is thrown: without sound the caller shows the text.
    @discardableResult
    func play(_ queue: VoiceQueue, overlapping: Bool) async -> SpeechEnding

    /// Plays queues at the same time, such as music under speech, after what plays already.
    ///
    /// - Parameters:
    ///   - channels: up to eight queues; all begin together.
    ///   - overlapping: whether it may begin while this voice listens.
    /// - Returns: how it ended, for all of them.
    @discardableResult
    func play(together channels: [VoiceQueue], overlapping: Bool) async -> SpeechEnding

    /// Makes a voice ready to speak beside the usual one. The eight used last are kept.
    ///
    /// - Returns: its name for `VoiceQueue.enqueueSpeak(_:voice:)`.
    /// - Throws: `VoiceKitError.voice` for one that is not there or has a setting out of range; `CancellationError`.
    func prepareVoice(_ profile: TTSVoiceProfile) async throws -> String

    /// Listens once.
    ///
    /// - Throws: `VoiceKitError`; `CancellationError` as soon as the task is cancelled.
    func listen(_ request: ListenRequest) async throws -> VoiceResult

    /// Ends the listening of push-to-talk: the button was released. What was said until then is the result.
    func endTalking() async

    /// Ends the current speech and everything queued behind it.
    func stopSpeaking() async

    /// Pauses the speech.
    func pauseSpeaking() async

    /// Continues the speech after a pause.
    func continueSpeaking() async

    /// Keeps a clip under a name, for `startPreparedClip` and for `[sfx:name]` in text. A clip of the same name is
    /// replaced.
    func prepareClip(_ clip: AudioClip, named name: String) async

    /// The prepared clips by name.
    func preparedClips() async -> [String: AudioClip]

    /// What it does, and the state of its devices.
    func status() async -> VoiceStatus

    /// The status now and on each change. Each caller gets a stream that keeps the newest 16 values.
    func statusUpdates() async -> AsyncStream<VoiceStatus>

    /// The text of the listenings while it grows. Each caller gets a stream that keeps the newest 16 values.
    func transcriptUpdates() async -> AsyncStream<TranscriptUpdate>

    /// The level of the microphone while it listens, 20 times a second of audio. Each caller gets a stream that keeps
    /// the newest 20 values.
    func levelUpdates() async -> AsyncStream<AudioLevel>

    /// Whether sound is played, on each change. Each caller gets a stream that keeps the newest 4 values.
    func speakingUpdates() async -> AsyncStream<Bool>

    /// Ends everything, closes the microphone and removes the recordings in memory. Later calls fail with
    /// `VoiceKitError.closed`.
    func close() async
}

extension VoiceIO {
    /// Speaks a text, split into sentences. Marks such as `[sfx:itemAdded]` are text here; see `queue`.
    @discardableResult
    public func speak(_ text: String, overlapping: Bool = false) async -> SpeechEnding {
        var queue = VoiceQueue()
        do { try queue.enqueueSpeak(text) } catch { return .shownOnly(.tooMuch) }
        return await play(queue, overlapping: overlapping)
    }

    /// Speaks a text with another voice, rate or pitch than usual.
    ///
    /// - Throws: as `prepareVoice`.
    @discardableResult
    public func speak(_ text: String, as profile: TTSVoiceProfile, overlapping: Bool = false) async throws
        -> SpeechEnding
    {
        let voice = try await prepareVoice(profile)
        var queue = VoiceQueue()
        do { try queue.enqueueSpeak(text, voice: voice) } catch { return .shownOnly(.tooMuch) }
        return await play(queue, overlapping: overlapping)
    }

    /// A queue of a text with marks, `[sfx:itemAdded]` or `[sfx:NAME]` of a prepared clip and `[pause:300]`.
    ///
    /// - Throws: `FeedbackError` for an unknown mark, or too long a text.
    public func queue(_ text: String) async throws -> VoiceQueue {
        try VoiceQueue(text, clips: await preparedClips())
    }

    /// Plays a clip.
    @discardableResult
    public func playClip(_ clip: AudioClip, overlapping: Bool = false) async -> SpeechEnding {
        var queue = VoiceQueue()
        do { try queue.enqueueClip(clip) } catch { return .shownOnly(.tooMuch) }
        return await play(queue, overlapping: overlapping)
    }

    /// Reads a clip from a WAV file of at most 60 s and keeps it, at 16 kHz, under a name.
    ///
    /// - Parameter gainDecibels: −60…+20 dB.
    /// - Throws: `VoiceKitError.clip`.
    public func prepareClip(path: String, named name: String, gainDecibels: Double = 0) async throws {
        let samples: [Int16]
        do { samples = try WaveFile.readSpeech(from: path) } catch {
            throw VoiceKitError.clip(path: path, reason: "\(error)")
        }
        await prepareClip(
            AudioClip(samples: samples, sampleRate: SampleRate.speech, gainDecibels: gainDecibels), named: name)
    }

    /// Plays a prepared clip; it starts within 20 ms of the end of what plays before it.
    ///
    /// - Throws: `VoiceKitError.unknownClip`.
    @discardableResult
    public func startPreparedClip(_ name: String, overlapping: Bool = false) async throws -> SpeechEnding {
        let clips = await preparedClips()
        guard let clip = clips[name] else { throw VoiceKitError.unknownClip(name, known: clips.keys.sorted()) }
        return await playClip(clip, overlapping: overlapping)
    }

    /// Listens once, hands-free.
    ///
    /// - Parameters:
    ///   - timeout: longest listening, 0.5…120 s.
    ///   - inactivity: silence after speech that ends it, 0.2…30 s.
    ///   - record: `true` keeps the audio in a file in memory; `.file(path:)` at a path.
    ///   - context: what is expected.
    /// - Throws: as `listen(_:)`.
    public func listen(
        timeout: Duration = .seconds(8), inactivity: Duration = .seconds(2), record: RecordingTarget = .none,
        context: RecognitionContext = .freeform
    ) async throws -> VoiceResult {
        try await listen(
            ListenRequest(timeout: timeout, inactivity: inactivity, recording: record, context: context))
    }

    /// Listens while a button is held: `endTalking` or 2.5 s of silence end it.
    ///
    /// - Throws: as `listen(_:)`.
    public func beginTalking(record: RecordingTarget = .none, context: RecognitionContext = .freeform) async throws
        -> VoiceResult
    {
        try await listen(.pushToTalk(recording: record, context: context))
    }
}
