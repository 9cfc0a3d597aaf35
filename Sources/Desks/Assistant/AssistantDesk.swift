public import Conversation
public import Ordering
public import Speech

/// Speaks answers. May be called from any task.
public protocol AnswerSpeaking: Sendable {
    /// Speaks a text and returns when it has ended or was stopped; returns at once where it cannot be spoken now.
    func speak(_ text: String) async
    /// Stops the text that is being spoken.
    func stop() async
}

/// What the assistant's pages need.
public struct AssistantParts: Sendable {
    /// Answers questions.
    public var chain: AnswerChain
    /// Keeps conversations and saved answers.
    public var threads: any ThreadStore & AnswerStash
    /// Lends the microphone; `nil` where there is none.
    public var dictation: (any DictationService)?
    /// The loudspeaker; `nil` where answers are only shown.
    public var speaker: (any AnswerSpeaking)?
    /// Phrases that the recogniser should expect, in lower case.
    public var phrases: [String]
    /// The deadlines' clock.
    public var clock: MonotonicClock
    /// The time that messages are dated with.
    public var wall: @Sendable () -> WallTime

    /// What the assistant's pages need.
    public init(
        chain: AnswerChain, threads: any ThreadStore & AnswerStash, dictation: (any DictationService)?,
        speaker: (any AnswerSpeaking)?, phrases: [String], clock: MonotonicClock,
        wall: @escaping @Sendable () -> WallTime
    ) {
        self.chain = chain
        self.threads = threads
        self.dictation = dictation
        self.speaker = speaker
        self.phrases = phrases
        self.clock = clock
        self.wall = wall
    }
}

/// The desk of the page `/assistant`: each open page has a conversation.
public struct AssistantDesk: PageDesk {
    private let parts: AssistantParts

    /// Creates a desk.
    public init(_ parts: AssistantParts) { self.parts = parts }

    /// Begins a conversation; `kept` is the number of the one to continue.
    public func open(kept: String?) async -> any PageSession {
        let session = AssistantSession(parts)
        await session.begin(thread: kept.flatMap { Int($0) })
        return session
    }
}
