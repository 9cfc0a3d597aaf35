/// Plays queues one after another: what to synthesise, to play and to stop, decided without sound, clock or task.
///
/// Each queue is an utterance with an id of the caller's. Its owner feeds events and performs the actions they return,
/// in order. Every utterance that was accepted is reported exactly once. Speech is synthesised one piece ahead of what
/// plays, so that sentences follow each other without a gap and memory stays small. A value with one owner.
public struct QueuePlayer: Equatable, Sendable {
    public enum State: Equatable, Sendable {
        case idle
        /// Something is being synthesised or played.
        case playing
        /// Playback is held; it goes on where it was.
        case paused
        /// Playback was told to stop and has not ended yet.
        case stopping
    }

    /// One element of one utterance, never used twice.
    public struct Token: Hashable, Sendable {
        public let number: Int
    }

    public enum Action: Equatable, Sendable {
        /// Turn text into samples; `rendered` or `failed` answers.
        case synthesise(Token, String)
        /// Play what was synthesised; `played` or `failed` answers.
        case playSpeech(Token)
        case playSound(Token, VoiceAudioFeedback)
        case playPause(Token, milliseconds: Int)
        /// The samples of this token are no longer wanted, whether they are there or in the making.
        case drop(Token)
        case stop
        case pause
        case resume
        case report(Int, Ending)
    }

    /// How an utterance ended.
    public enum Ending: Equatable, Sendable {
        case finished
        /// Somebody stopped it.
        case stopped
        /// A part of it could not be synthesised or played; the rest was left out.
        case failed
    }

    private enum Progress: Equatable, Sendable {
        /// Nothing has been done for it. Sounds and pauses stay so until they play.
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

    /// Utterances that may wait, beside the one that plays.
    public static let mostUtterances = 8

    private var entries: [Entry] = []
    private var isPaused = false
    /// Set until what was told to stop has ended.
    private var stopping: Token?
    private var nextToken = 1

    public init() {}

    public var state: State { stopping != nil ? .stopping : entries.isEmpty ? .idle : isPaused ? .paused : .playing }

    /// The utterance that plays or is about to; `nil` when idle or stopping.
    public var current: Int? { stopping == nil ? entries.first?.utterance : nil }

    /// The utterance that a token belongs to; `nil` once it is over.
    public func utterance(of token: Token) -> Int? { entries.first { $0.token == token }?.utterance }

    /// The token whose samples are waited for before anything can be heard; `nil` when something plays or nothing is to
    /// be said.
    public var awaited: Token? {
        guard stopping == nil, !isPaused, let head = entries.first, head.progress == .rendering else { return nil }
        return head.token
    }

    /// Adds an utterance behind what waits.
    ///
    /// - Throws: `FeedbackError.queueFull` when `mostUtterances` wait; nothing changes then.
    public mutating func enqueue(_ queue: VoiceQueue, id: Int) throws(FeedbackError) -> [Action] {
        guard !queue.isEmpty else { return [.report(id, .finished)] }
        guard Set(entries.map(\.utterance)).count <= Self.mostUtterances else {
            throw .queueFull(limit: Self.mostUtterances)
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

    /// The text of a token has become samples.
    public mutating func rendered(_ token: Token) -> [Action] {
        guard let index = entries.firstIndex(where: { $0.token == token }), entries[index].progress == .rendering else {
            return [.drop(token)]
        }
        entries[index].progress = .ready
        return advance()
    }

    /// A token has been played, to its end or to where it was stopped.
    public mutating func played(_ token: Token, toItsEnd: Bool) -> [Action] {
        if stopping == token {
            stopping = nil
            return [.drop(token)] + advance()
        }
        guard let head = entries.first, head.token == token, head.progress == .playing else { return [] }
        // Something else stopped the device: the rest of the utterance would make no sense.
        guard toItsEnd else { return [.drop(token)] + end(head.utterance, .stopped) + advance() }
        entries.removeFirst()
        return [.drop(token)] + (head.isLast ? [.report(head.utterance, .finished)] : []) + advance()
    }

    /// A token could not be synthesised or played: its utterance is over.
    public mutating func failed(_ token: Token) -> [Action] {
        if stopping == token {
            stopping = nil
            return [.drop(token)] + advance()
        }
        guard let entry = entries.first(where: { $0.token == token }), entry.progress != .waiting else { return [] }
        // What came ahead of its turn has another chance when its turn comes: what is before it is still worth hearing.
        guard entries.first?.token == token else { return fail(ahead: token) }
        return (entry.progress == .playing ? [.drop(token)] : []) + end(entry.utterance, .failed) + advance()
    }

    /// Ends everything that plays or waits. Each utterance is reported now; what the device plays ends with `played`.
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

    /// Holds playback. Without anything to hold, nothing happens.
    public mutating func pause() -> [Action] {
        guard state == .playing else { return [] }
        isPaused = true
        return entries.first?.progress == .playing ? [.pause] : []
    }

    /// Goes on.
    public mutating func resume() -> [Action] {
        guard state == .paused else { return [] }
        isPaused = false
        return (entries.first?.progress == .playing ? [.resume] : []) + advance()
    }

    /// Plays the head if it can, and synthesises the head and the next piece of speech.
    private mutating func advance() -> [Action] {
        var actions: [Action] = []
        if stopping == nil, !isPaused, let head = entries.first {
            switch (head.element, head.progress) {
            case (.sound(let sound), .waiting):
                entries[0].progress = .playing
                actions.append(.playSound(head.token, sound))
            case (.pause(let milliseconds), .waiting):
                entries[0].progress = .playing
                actions.append(.playPause(head.token, milliseconds: milliseconds))
            case (.speak, .ready):
                entries[0].progress = .playing
                actions.append(.playSpeech(head.token))
            case (.speak, .waiting), (.speak, .rendering), (_, .playing), (.sound, .rendering), (.sound, .ready),
                (.pause, .rendering), (.pause, .ready):
                break
            }
        }
        return actions + synthesiseAhead()
    }

    /// At most one piece is in the making, and at most one lies ready behind the head.
    private mutating func synthesiseAhead() -> [Action] {
        guard !entries.contains(where: { $0.progress == .rendering }) else { return [] }
        let made = entries.dropFirst().contains { $0.progress == .ready }
        guard let index = entries.firstIndex(where: { $0.element.isSpeech && $0.progress == .waiting }),
            index == 0 || !made
        else { return [] }
        guard case .speak(let text) = entries[index].element else { return [] }
        entries[index].progress = .rendering
        return [.synthesise(entries[index].token, text)]
    }

    /// Leaves out the rest of an utterance and reports it.
    private mutating func end(_ utterance: Int, _ ending: Ending) -> [Action] {
        let dropped = entries.filter {
            $0.utterance == utterance && ($0.progress == .rendering || $0.progress == .ready)
        }
        entries.removeAll { $0.utterance == utterance }
        return dropped.map { .drop($0.token) } + [.report(utterance, ending)]
    }

    /// Marks a piece for another attempt when its turn comes.
    private mutating func fail(ahead token: Token) -> [Action] {
        guard let index = entries.firstIndex(where: { $0.token == token }) else { return [] }
        entries[index].progress = .waiting
        return []
    }
}

extension VoiceQueueElement {
    fileprivate var isSpeech: Bool {
        switch self {
        case .speak: true
        case .sound, .pause: false
        }
    }
}
