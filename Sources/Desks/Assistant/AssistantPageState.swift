internal import Conversation
internal import Ordering

/// The state of an assistant's page. Its JSON uses the property names as keys.
struct AssistantPageState: Equatable, Encodable, Sendable {
    struct Thread: Equatable, Encodable, Sendable {
        var id: Int
        var title: String
    }

    struct Message: Equatable, Encodable, Sendable {
        /// `person` or `assistant`.
        var author: String
        var text: String
        /// The transcript as it was recognised, where the person changed it.
        var transcript: String?
        var source: String?
        var media: [MessageMedia]
    }

    /// What belongs to the message that is being composed.
    struct Media: Equatable, Encodable, Sendable {
        /// Name of the picture's file; `nil` for none.
        var picture: String?
        var keepsVoice: Bool
        /// Length of the recordings that will be kept.
        var voiceSeconds: Double
    }

    struct Saved: Equatable, Encodable, Sendable {
        var id: Int
        var text: String
        var source: String
    }

    /// `idle`, `armed`, `listening`, `recognizing`, `answering` or `responding`.
    var state: String
    /// What was understood so far.
    var partial: String
    /// The message that is being composed.
    var text: String
    /// What was recognised of it; `nil` where nothing was said.
    var transcript: String?
    var media: Media
    /// Rises whenever the kiosk, and not the page, changes the text.
    var revision: Int
    /// Raw value of `AssistantFailure`.
    var failure: String?
    var hasVoice: Bool
    var microphone: DeviceState
    var canListen: Bool
    /// The sentence that is being spoken.
    var caption: String
    var thread: Int?
    var threads: [Thread]
    var messages: [Message]
    var saved: [Saved]
    /// Whether the last message could not be kept.
    var isKeepingRefused: Bool
    /// Whether the last message was kept without its picture or recording.
    var isMediaRefused: Bool
}

extension AssistantMachine.State {
    /// The name for the page.
    var name: String {
        switch self {
        case .idle: "idle"
        case .armed: "armed"
        case .listening: "listening"
        case .recognizing: "recognizing"
        case .answering: "answering"
        case .responding: "responding"
        }
    }
}

extension DraftMedia {
    /// The files' names begin with this one.
    static let fileName = "draft-"

    /// The media for the page.
    var shown: AssistantPageState.Media {
        AssistantPageState.Media(
            picture: picture.map { _ in Self.fileName + String(revision) }, keepsVoice: keepsVoice,
            voiceSeconds: voiceSeconds)
    }
}

extension ConversationMessage {
    /// The message for the page.
    var shown: AssistantPageState.Message {
        AssistantPageState.Message(
            author: author.rawValue, text: text, transcript: transcript == text ? nil : transcript, source: source,
            media: media)
    }
}

extension String {
    /// The sentences of an answer, which are spoken and shown one after another.
    var sentences: [String] {
        var sentences: [String] = [], current = ""
        for word in split(separator: " ") {
            current += (current.isEmpty ? "" : " ") + word
            guard let last = word.last, ".!?…".contains(last) else { continue }
            sentences.append(current)
            current = ""
        }
        return current.isEmpty ? sentences : sentences + [current]
    }
}
