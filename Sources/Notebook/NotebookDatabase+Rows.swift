internal import Ordering
internal import SQLiteConnection

/// Rows of the notes, inside a transaction.
extension NotebookDatabase {
    /// Runs a change as one transaction.
    func change<Result>(_ doing: String, _ body: () throws(NotebookError) -> Result) throws(NotebookError) -> Result {
        try connection.transaction(doing: doing, body)
    }

    /// All notes, by number.
    func notes() throws(NotebookError) -> [Note] {
        let doing = "read the notes"
        var notes: [Note] = []
        let rows = try connection.rows(
            """
            SELECT notes.id, answer, is_private, text FROM notes LEFT JOIN questions ON note = notes.id \
            ORDER BY notes.id, place
            """, doing: doing
        ) { ($0.integer(0), $0.text(1), $0.bool(2), $0.optionalText(3)) }
        for (id, answer, isPrivate, question) in rows {
            if notes.last?.id != id { notes.append(Note(id: id, questions: [], answer: answer, isPrivate: isPrivate)) }
            if let question { notes[notes.count - 1].questions.append(question) }
        }
        return notes
    }

    /// Adds a note.
    func insert(_ questions: [String], _ answer: String, _ isPrivate: Bool) throws(NotebookError) -> Note {
        let doing = "save the note"
        guard try connection.integer("SELECT count(*) FROM notes", doing: doing) < NoteLimits.notes else {
            throw .refused("the notebook has \(NoteLimits.notes) notes, which is the most; delete some first")
        }
        try connection.run(
            "INSERT INTO notes (answer, is_private) VALUES (?, ?)", [.text(answer), SQLValue(isPrivate)], doing: doing)
        let id = try connection.integer("SELECT last_insert_rowid()", doing: doing)
        let note = Note(id: id, questions: questions, answer: answer, isPrivate: isPrivate)
        try writeQuestions(of: note)
        return note
    }

    /// Stores a note under its number, in place of one that has it.
    func write(_ note: Note) throws(NotebookError) {
        try connection.run(
            """
            INSERT INTO notes (id, answer, is_private) VALUES (?1, ?2, ?3) \
            ON CONFLICT (id) DO UPDATE SET answer = ?2, is_private = ?3
            """, [.integer(note.id), .text(note.answer), SQLValue(note.isPrivate)], doing: "save the note")
        try writeQuestions(of: note)
    }

    private func writeQuestions(of note: Note) throws(NotebookError) {
        try connection.run("DELETE FROM questions WHERE note = ?", [.integer(note.id)], doing: "save the note")
        for (place, question) in note.questions.enumerated() {
            try connection.run(
                "INSERT INTO questions (note, place, text) VALUES (?, ?, ?)",
                [.integer(note.id), .integer(place), .text(question)], doing: "save the note")
        }
    }

    /// Adds a wording to a note that does not have it.
    func append(_ question: String, to id: Int) throws(NotebookError) {
        let doing = "save the question"
        guard try connection.integer("SELECT count(*) FROM notes WHERE id = ?", [.integer(id)], doing: doing) == 1
        else { throw .noNote(id) }
        let has = try connection.rows("SELECT text FROM questions WHERE note = ?", [.integer(id)], doing: doing) {
            $0.text(0)
        }
        guard !has.contains(question) else { return }
        guard has.count < NoteLimits.questions else {
            throw .refused("note \(id) has \(NoteLimits.questions) questions, which is the most")
        }
        try connection.run(
            "INSERT INTO questions (note, place, text) SELECT ?1, 1 + max(place), ?2 FROM questions WHERE note = ?1",
            [.integer(id), .text(question)], doing: doing)
    }

    /// Deletes a note, if it exists.
    func remove(_ id: Int) throws(NotebookError) {
        try connection.run("DELETE FROM notes WHERE id = ?", [.integer(id)], doing: "delete the note")
    }
}
