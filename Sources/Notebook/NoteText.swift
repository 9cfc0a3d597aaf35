internal import Ordering

/// Checks and tidies the texts of notes.
enum NoteText {
    /// A question on one line.
    ///
    /// - Throws: `NotebookError.refused` for a text that is empty or too long.
    static func question(_ text: String) throws(NotebookError) -> String {
        let text = tidy(text)
        guard !text.isEmpty else { throw .refused("the question is empty") }
        guard text.count <= NoteLimits.questionCharacters else {
            throw .refused("the question is longer than \(NoteLimits.questionCharacters) characters")
        }
        return text
    }

    /// An answer on one line; it may be empty.
    ///
    /// - Throws: `NotebookError.refused` for a text that is too long.
    static func answer(_ text: String) throws(NotebookError) -> String {
        let text = tidy(text)
        guard text.count <= NoteLimits.answerCharacters else {
            throw .refused("the answer is longer than \(NoteLimits.answerCharacters) characters")
        }
        return text
    }

    static func checked(_ note: Note) throws(NotebookError) -> Note {
        guard (1...NoteLimits.questions).contains(note.questions.count) else {
            throw .refused("a note has 1 to \(NoteLimits.questions) questions")
        }
        var checked = note
        checked.questions = []
        for text in note.questions {
            let question = try question(text)
            if !checked.questions.contains(question) { checked.questions.append(question) }
        }
        checked.answer = try answer(note.answer)
        return checked
    }

    /// Text without control characters and with single spaces: it is shown, spoken and printed on a terminal.
    private static func tidy(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: " "
                    default: scalar
                    }
                })
        ).split(separator: " ").joined(separator: " ")
    }
}
