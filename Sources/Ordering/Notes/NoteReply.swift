/// What the notebook says to a guest's question that the menu does not answer.
public enum NoteReply: Equatable, Sendable, Codable {
    /// The answer of a note.
    case answer(String)
    /// No note answers it, and it has been noted for the staff.
    case noted
    /// The words are no question for the notebook, or it cannot be read.
    case nothing
}

/// Answers guests' questions from the owner's notes. May be called from any task.
public protocol NoteAnswering: Sendable {
    /// Answers a question, or notes it for the staff.
    func reply(to question: String) async -> NoteReply
    /// Whether a text sounds like a question, and not like an order in that form ("can I get").
    func isQuestion(_ text: String) async -> Bool
    /// The answer of a note to speech that may be no question; `nil` where none fits. Notes nothing for the staff.
    func answer(to speech: String) async -> String?
}

/// A request of the staff page to the notebook. In JSON it is an object with the case's name as its only key.
public enum NoteAction: Equatable, Sendable, Codable {
    /// Adds a note.
    case add(question: String, answer: String, isPrivate: Bool)
    /// Replaces a note.
    case update(note: Note)
    /// Deletes a note.
    case delete(note: Int)
    /// Answers an open question with a new note.
    case answer(open: Int, answer: String, isPrivate: Bool)
    /// Adds an open question to a note as another wording.
    case assign(open: Int, note: Int)
    /// Removes an open question.
    case dismiss(open: Int)
    /// Replaces all notes by the default questions.
    case reset
    /// Deletes all notes.
    case clear
    /// Undoes the last step that deleted or changed notes.
    case undo
}

/// The notebook as the staff page shows it. Its JSON uses the property names as keys.
public struct NotebookPage: Equatable, Sendable, Encodable {
    /// All notes, by number.
    public var notes: [Note]
    /// Numbers of the notes whose answers guests never see, because they are about allergens or diets.
    public var withheld: [Int]
    /// Open questions, the most frequent first.
    public var open: [OpenQuestion]
    /// The step that can be undone; `nil` if there is none.
    public var undoable: NoteStep?

    /// The notebook as the staff page shows it.
    public init(notes: [Note], withheld: [Int], open: [OpenQuestion], undoable: NoteStep?) {
        self.notes = notes
        self.withheld = withheld
        self.open = open
        self.undoable = undoable
    }
}

/// The notebook for the staff page. May be called from any task.
public protocol NoteService: Sendable {
    /// The notes and open questions.
    ///
    /// - Throws: the store's error.
    func page() async throws -> NotebookPage
    /// Performs a request.
    func perform(_ action: NoteAction) async -> KioskActionResult
}
