/// A note of the notebook: an answer, and the questions that it answers.
///
///     Note(id: 1, questions: ["What is the wifi password?"], answer: "beans and cream", isPrivate: false)
public struct Note: Equatable, Sendable, Codable, Identifiable {
    /// Number of the note, from 1. Numbers are never used again.
    public let id: Int
    /// The question in different wordings, at least one; the first one is the note's title.
    public var questions: [String]
    /// The answer as it is shown and spoken; empty while nobody has given one.
    public var answer: String
    /// Whether only the staff may see the answer.
    public var isPrivate: Bool

    /// Creates a note.
    public init(id: Int, questions: [String], answer: String, isPrivate: Bool = false) {
        self.id = id
        self.questions = questions
        self.answer = answer
        self.isPrivate = isPrivate
    }

    /// The first question.
    public var title: String { questions.first ?? "" }

    /// Whether the note has an answer.
    public var isAnswered: Bool { !answer.isEmpty }
}

/// A guest's question that no note answers.
public struct OpenQuestion: Equatable, Sendable, Codable, Identifiable {
    /// Number of the question, from 1. Numbers are never used again.
    public let id: Int
    /// The question as it was asked first.
    public let text: String
    /// How often it was asked.
    public let count: Int
    /// When it was asked first.
    public let first: WallTime
    /// When it was asked last.
    public let last: WallTime

    /// Creates an open question.
    public init(id: Int, text: String, count: Int, first: WallTime, last: WallTime) {
        self.id = id
        self.text = text
        self.count = count
        self.first = first
        self.last = last
    }
}

/// The step of the notebook that can be undone: the last one that deleted or changed notes.
public enum NoteStep: String, Equatable, Sendable, Codable {
    /// A note was changed.
    case update
    /// A note was deleted.
    case delete
    /// A wording of a question was deleted.
    case deleteQuestion
    /// The notes were replaced by the default questions.
    case reset
    /// All notes were deleted.
    case clear
}

/// Largest sizes of a notebook, so that neither a page nor a program can fill the disk.
public enum NoteLimits {
    /// Longest question, in characters.
    public static let questionCharacters = 300
    /// Longest answer, in characters.
    public static let answerCharacters = 1_000
    /// Most wordings of a note's question.
    public static let questions = 20
    /// Most notes.
    public static let notes = 2_000
    /// Most open questions. When another one is asked, the one that was asked least, and of those the oldest, is
    /// dropped.
    public static let openQuestions = 500
}

/// The owner's notebook: notes, and guests' questions that no note answers. All members may be called from any task.
///
/// After a call returns, its change is stored. After an error, nothing of the call is stored.
public protocol NoteStore: Sendable {
    /// All notes, by number.
    func notes() async throws -> [Note]
    /// Adds a note.
    func add(question: String, answer: String, isPrivate: Bool) async throws -> Note
    /// Replaces a note by one with the same number.
    func update(_ note: Note) async throws
    /// Deletes a note.
    func delete(note: Int) async throws
    /// Adds a wording of the question to a note; a wording that it has already changes nothing.
    func add(question: String, toNote note: Int) async throws
    /// Deletes a wording of a note's question; the only one cannot be deleted.
    func delete(question: String, ofNote note: Int) async throws
    /// Replaces all notes by the default questions, which have no answers yet.
    func resetToDefaults() async throws
    /// Deletes all notes.
    func clear() async throws
    /// The step that `undo` would undo; `nil` if there is none.
    func undoableStep() async throws -> NoteStep?
    /// Undoes the last step that deleted or changed notes. Notes added since are kept.
    ///
    /// - Returns: the step; `nil` if there was none.
    func undo() async throws -> NoteStep?
    /// Open questions, the most frequent first.
    func openQuestions() async throws -> [OpenQuestion]
    /// Records that a guest asked a question that no note answers; a question of the same words is counted.
    ///
    /// - Parameter time: when it was asked.
    func record(openQuestion: String, at time: WallTime) async throws
    /// Answers an open question with a new note, and removes it from the open ones.
    func answer(openQuestion: Int, with answer: String, isPrivate: Bool) async throws -> Note
    /// Adds an open question to a note as another wording, and removes it from the open ones.
    func assign(openQuestion: Int, toNote note: Int) async throws
    /// Removes an open question without an answer.
    func dismiss(openQuestion: Int) async throws
    /// Removes open questions that were last asked before a time.
    ///
    /// - Returns: how many were removed.
    func removeOpenQuestions(before time: WallTime) async throws -> Int
}
