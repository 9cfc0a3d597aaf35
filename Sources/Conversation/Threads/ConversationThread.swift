public import Ordering

/// A message of a conversation.
public struct ConversationMessage: Equatable, Sendable, Codable {
    /// Who wrote a message.
    public enum Author: String, Sendable, Codable {
        /// The person who asks.
        case person
        /// The assistant.
        case assistant
    }

    /// Who wrote it.
    public var author: Author
    /// The text as it was sent: the transcript as the person edited it, or what was typed.
    public var text: String
    /// The transcript as it was recognised; `nil` for typed text and answers.
    public var transcript: String?
    /// Where an answer comes from, as in `SourcedAnswer`; `nil` for a person's message.
    public var source: String?
    /// When it was sent.
    public var time: WallTime
    /// Pictures and recordings that belong to it.
    public var media: [MessageMedia]

    /// Creates a message.
    public init(
        author: Author, text: String, transcript: String? = nil, source: String? = nil, time: WallTime,
        media: [MessageMedia] = []
    ) {
        self.author = author
        self.text = text
        self.transcript = transcript
        self.source = source
        self.time = time
        self.media = media
    }
}

/// A stored picture or recording of a message.
public struct MessageMedia: Equatable, Sendable, Codable, Identifiable {
    /// Number, from 1. Numbers are never used again.
    public let id: Int
    /// What it is.
    public let kind: MediaFile.Kind

    /// Names a stored file.
    public init(id: Int, kind: MediaFile.Kind) {
        self.id = id
        self.kind = kind
    }
}

/// A conversation in a list of conversations.
public struct ThreadSummary: Equatable, Sendable, Codable, Identifiable {
    /// Number of the thread, from 1. Numbers are never used again.
    public let id: Int
    /// The beginning of its first message.
    public let title: String
    /// Number of its messages.
    public let messages: Int
    /// When its last message was sent.
    public let last: WallTime

    /// Creates a summary.
    public init(id: Int, title: String, messages: Int, last: WallTime) {
        self.id = id
        self.title = title
        self.messages = messages
        self.last = last
    }
}

/// Keeps conversations. All members may be called from any task. After a call returns, its change is stored.
public protocol ThreadStore: Sendable {
    /// All threads, the latest first.
    func threads() async throws -> [ThreadSummary]
    /// The messages of a thread, in order.
    func messages(ofThread thread: Int) async throws -> [ConversationMessage]
    /// Adds messages to a thread, all or none.
    ///
    /// - Parameter thread: `nil` begins a thread.
    /// - Returns: the thread.
    func append(_ messages: [ConversationMessage], toThread thread: Int?) async throws -> Int
    /// Deletes a thread with its pictures and recordings.
    func delete(thread: Int) async throws

    /// Adds a message with its pictures and recordings to a thread, all or none.
    ///
    /// - Parameter thread: `nil` begins a thread.
    /// - Returns: the thread, and the numbers of the files in their order.
    /// - Throws: the store's error; also where there is no room for the files.
    func append(_ message: ConversationMessage, with files: [MediaFile], toThread thread: Int?) async throws -> (
        thread: Int, media: [MessageMedia]
    )
    /// A picture or a recording of a thread; `nil` if it was deleted.
    func file(_ media: Int, ofThread thread: Int) async throws -> MediaFile?
    /// Deletes a picture or a recording of a thread; its message stays.
    func delete(media: Int, ofThread thread: Int) async throws
}
