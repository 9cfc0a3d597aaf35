public import Speech

/// State machine that plays voice queues one after another, without audio devices, clocks or tasks.
///
/// Each queue is an utterance with an id chosen by the caller. The owner passes in events and performs the returned
/// actions in order. Each accepted utterance is reported exactly once. Speech is synthesised one piece ahead of
/// playback, so that sentences follow each other without a gap and memory use stays small. A value type with one owner.
///
/// ```swift
/// var player = QueuePlayer()
/// for action in try player.enqueue(queue, id: 1) { perform(action) }
/// ```
public struct QueuePlayer: Equatable, Sendable {
    /// The state of playback.
    public enum State: Equatable, Sendable {
        /// Nothing is playing or queued.
        case idle
        /// A piece is being synthesised or played.
        case playing
        /// Playback is paused and can be resumed.
        case paused
        /// Playback was stopped, and the device has not yet confirmed it.
        case stopping
    }

    /// Identity of one element of one utterance; never reused.
    public struct Token: Hashable, Sendable {
        /// Serial number.
        public let number: Int
    }

    /// Action to be performed by the owner.
    public enum Action: Equatable, Sendable {
        /// Synthesise the text with the usual voice or another one, then report `rendered` or `failed`.
        case synthesise(Token, String, voice: String? = nil)
        /// Play the synthesised speech, then report `played` or `failed`.
        case playSpeech(Token)
        /// Play an earcon, then report `played` or `failed`.
        case playSound(Token, VoiceAudioFeedback)
        /// Play a clip, then report `played` or `failed`.
        case playClip(Token, AudioClip)
        /// Wait for the given time, then report `played`.
        case playPause(Token, milliseconds: Int)
        /// Discard the samples of this token, or the synthesis in progress.
        case drop(Token)
        /// Stop the current sound.
        case stop
        /// Pause the current sound.
        case pause
        /// Resume the paused sound.
        case resume
        /// Report the end of an utterance to the caller.
        case report(Int, Ending)
    }

    /// Outcome of an utterance.
    public enum Ending: Equatable, Sendable {
        /// Everything was played.
        case finished
        /// Playback was stopped.
        case stopped
        /// A part could not be synthesised or played; the rest was skipped.
        case failed
    }

    private enum Progress: Equatable, Sendable {
        /// Not started. Sounds and pauses keep this state until they play.
        case waiting
        case rendering
        case ready
        case playing
    }

    private struct Entry: Equatable, Sendable {
        let token: Token
        let utterance: Int
        let element: VoiceQueueElement
        var progress = Progress.waiting
        let isLast: Bool
    }

    /// Limit of queued utterances, in addition to the current one.
    public static let maxQueuedUtterances = 8

    private var entries: [Entry] = []
    private var isPaused = false
    /// The token that was stopped, until the device confirms it.
    private var stopping: Token?
    private var nextToken = 1

    /// Creates an idle player.
    public init() {}

    /// Current state.
    public var state: State { stopping != nil ? .stopping : entries.isEmpty ? .idle : isPaused ? .paused : .playing }

    /// Id of the utterance that plays or is about to play; `nil` when idle or stopping.
    public var current: Int? { stopping == nil ? entries.first?.utterance : nil }

    /// Id of the utterance of a token; `nil` after its end.
    public func utterance(of token: Token) -> Int? { entries.first { $0.token == token }?.utterance }

    /// The token whose synthesis delays playback; `nil` if a sound is playing or the queue is empty.
    public var awaited: Token? {
        guard stopping == nil, !isPaused, let head = entries.first, head.progress == .rendering else { return nil }
        return head.token
    }

    /// Appends an utterance.
    ///
    /// - Throws: `FeedbackError.queueFull` if `maxQueuedUtterances` are queued; the state is unchanged then.
    public mutating func enqueue(_ queue: VoiceQueue, id: Int) throws(FeedbackError) -> [Action] {
        guard !queue.isEmpty else { return [.report(id, .finished)] }
        guard Set(entries.map(\.utterance)).count <= Self.maxQueuedUtterances else {
            throw .queueFull(limit: Self.maxQueuedUtterances)
        }
        for (index, element) in queue.elements.enumerated() {
            entries.append(
                Entry(
                    token: Token(number: nextToken), utterance: id, element: element,
                    isLast: index == queue.elements.count - 1))
            nextToken += 1
        }
        return advance()
    }

    /// Reports that a token has been synthesised.
    public mutating func rendered(_ token: Token) -> [Action] {
        guard let index = entries.firstIndex(where: { $0.token == token }), entries[index].progress == .rendering else {
            return [.drop(token)]
        }
        entries[index].progress = .ready
        return advance()
    }

    /// Reports that a token was played.
    ///
    /// - Parameter toItsEnd: `false` if playback was stopped before its end.
    public mutating func played(_ token: Token, toItsEnd: Bool) -> [Action] {
        if stopping == token {
            stopping = nil
            return [.drop(token)] + advance()
        }
        guard let head = entries.first, head.token == token, head.progress == .playing else { return [] }
        // Playback was stopped from outside: the rest of the utterance is skipped.
        guard toItsEnd else { return [.drop(token)] + end(head.utterance, .stopped) + advance() }
        entries.removeFirst()
        return [.drop(token)] + (head.isLast ? [.report(head.utterance, .finished)] : []) + advance()
    }

    /// Reports that a token could not be synthesised or played. Its utterance ends.
    public mutating func failed(_ token: Token) -> [Action] {
        if stopping == token {
            stopping = nil
            return [.drop(token)] + advance()
        }
        guard let entry = entries.first(where: { $0.token == token }), entry.progress != .waiting else { return [] }
        // A failure in advance is retried when the token's turn comes: the parts before it are still played.
        guard entries.first?.token == token else { return fail(ahead: token) }
        return (entry.progress == .playing ? [.drop(token)] : []) + end(entry.utterance, .failed) + advance()
    }

    /// Ends the current and all queued utterances and reports each of them. The device confirms with `played`.
    public mutating func stop() -> [Action] {
        guard let head = entries.first else { return [] }
        let isAudible = head.progress == .playing
        var actions: [Action] = isAudible ? [.stop] : []
        for entry in entries where entry.progress != .waiting && entry.progress != .playing {
            actions.append(.drop(entry.token))
        }
        var ids: [Int] = []
        for entry in entries where ids.last != entry.utterance { ids.append(entry.utterance) }
        actions += ids.map { .report($0, .stopped) }
        if isAudible { stopping = head.token }
        entries = []
        isPaused = false
        return actions
    }

    /// Pauses playback. Has no effect when nothing is playing.
    public mutating func pause() -> [Action] {
        guard state == .playing else { return [] }
        isPaused = true
        return entries.first?.progress == .playing ? [.pause] : []
    }

    /// Resumes playback.
    public mutating func resume() -> [Action] {
        guard state == .paused else { return [] }
        isPaused = false
        return (entries.first?.progress == .playing ? [.resume] : []) + advance()
    }

    /// Plays the first element if it is ready, and requests synthesis of it and of the next piece of speech.
    private mutating func advance() -> [Action] {
        var actions: [Action] = []
        if stopping == nil, !isPaused, let head = entries.first {
            switch (head.element, head.progress) {
            case (.sound(let sound), .waiting):
                entries[0].progress = .playing
                actions.append(.playSound(head.token, sound))
            case (.clip(let clip), .waiting):
                entries[0].progress = .playing
                actions.append(.playClip(head.token, clip))
            case (.pause(let milliseconds), .waiting):
                entries[0].progress = .playing
                actions.append(.playPause(head.token, milliseconds: milliseconds))
            case (.speak, .ready), (.speakAs, .ready):
                entries[0].progress = .playing
                actions.append(.playSpeech(head.token))
            case (.speak, .waiting), (.speak, .rendering), (.speakAs, .waiting), (.speakAs, .rendering), (_, .playing),
                (.sound, .rendering), (.sound, .ready), (.clip, .rendering), (.clip, .ready), (.pause, .rendering),
                (.pause, .ready):
                break
            }
        }
        return actions + synthesiseAhead()
    }

    /// At most one piece is being synthesised, and at most one waits behind the first.
    private mutating func synthesiseAhead() -> [Action] {
        guard !entries.contains(where: { $0.progress == .rendering }) else { return [] }
        let made = entries.dropFirst().contains { $0.progress == .ready }
        guard let index = entries.firstIndex(where: { $0.element.speech != nil && $0.progress == .waiting }),
            index == 0 || !made, let speech = entries[index].element.speech
        else { return [] }
        entries[index].progress = .rendering
        return [.synthesise(entries[index].token, speech.text, voice: speech.voice)]
    }

    /// Skips the rest of an utterance and reports it.
    private mutating func end(_ utterance: Int, _ ending: Ending) -> [Action] {
        let dropped = entries.filter {
            $0.utterance == utterance && ($0.progress == .rendering || $0.progress == .ready)
        }
        entries.removeAll { $0.utterance == utterance }
        return dropped.map { .drop($0.token) } + [.report(utterance, ending)]
    }

    /// Marks a piece for another attempt at its turn.
    private mutating func fail(ahead token: Token) -> [Action] {
        guard let index = entries.firstIndex(where: { $0.token == token }) else { return [] }
        entries[index].progress = .waiting
        return []
    }
}

extension VoiceQueueElement {
    /// What is to be synthesised, and the name of the voice where it is not the usual one.
    package var speech: (text: String, voice: String?)? {
        switch self {
        case .speak(let text): (text, nil)
        case .speakAs(let text, let voice): (text, voice)
        case .sound, .clip, .pause: nil
        }
    }
}
