public import Ordering

/// An answer that a person saved.
public struct SavedAnswer: Equatable, Sendable, Codable, Identifiable {
    /// Number, from 1. Numbers are never used again.
    public let id: Int
    /// The answer.
    public let text: String
    /// Its source, as in `SourcedAnswer`.
    public let source: String
    /// When it was saved.
    public let time: WallTime

    /// Creates a saved answer.
    public init(id: Int, text: String, source: String, time: WallTime) {
        self.id = id
        self.text = text
        self.source = source
        self.time = time
    }
}

/// Keeps saved answers. All members may be called from any task. After a call returns, its change is stored.
public protocol AnswerStash: Sendable {
    /// All saved answers, the latest first.
    func saved() async throws -> [SavedAnswer]
    /// Saves an answer.
    ///
    /// - Returns: its number; that of the same answer where it was saved before.
    /// - Throws: the store's error; also where there are too many.
    func save(_ answer: SourcedAnswer, at time: WallTime) async throws -> Int
    /// Forgets a saved answer.
    func forget(saved: Int) async throws
}
