internal import Foundation
public import Ordering

/// A conversation of `Tests/Conversations`: what a guest says and touches, and what must follow.
public struct Conversation: Decodable, Sendable, CustomStringConvertible {
    /// One turn of the guest, or a pause, with what must hold after it.
    public struct Turn: Decodable, Sendable {
        public var say: String?
        public var touch: KioskAction?
        public var wait: Int?
        public var screen: String?
        public var cart: [String]?
        public var hears: [String]?
        public var spoken: [String]?
        public var answers: [String]?
        public var avoids: [String]?
        public var total: Int?
        public var idle: Bool?
        public var places: [String]?
        public var unplaced: Bool?
    }

    public var name: String
    public var turns: [Turn]
    public var never: [String]?
    /// Whether the conversation is also held aloud, with a browser.
    public var aloud: Bool?

    public var description: String { name }

    /// All conversations, in the file's order.
    public static let all = Result {
        let file = Repository.root.appendingPathComponent("Tests/Conversations/conversations.ndjson")
        return try String(decoding: Data(contentsOf: file), as: UTF8.self).split(separator: "\n").map {
            try JSONDecoder().decode(Conversation.self, from: Data($0.utf8))
        }
    }
}
