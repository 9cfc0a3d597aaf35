internal import Foundation
internal import Ordering
internal import SQLiteConnection

/// Reads and writes of a notebook's tables on one connection; each call is one transaction. One owner, one thread at a
/// time.
final class NotebookDatabase {
    let connection: Connection<NotebookError>
    private let defaults: [String]

    /// Opens a file, checks it, and migrates it to the latest version.
    ///
    /// The journal is a rollback journal: a second process may write as well (`brews notebook` beside the kiosk), and
    /// SQLite before 3.51.3 can lose commits of several connections to a write-ahead log. With `synchronous=EXTRA` the
    /// folder is synchronised when the journal is deleted, so a commit survives a power failure.
    ///
    /// - Parameters:
    ///   - path: absolute, or `:memory:`.
    ///   - defaults: the questions of a new notebook.
    ///   - vfs: as in `Connection`.
    init(path: String, defaults: [String], vfs: String? = nil) throws(NotebookError) {
        self.defaults = defaults
        connection = try Connection(path: path, access: .create, vfs: vfs)
        let doing = "set up the notebook"
        try connection.run("PRAGMA cell_size_check = ON", doing: doing)
        let journal = try connection.row("PRAGMA journal_mode = DELETE", doing: doing) { $0.text(0) } ?? ""
        guard journal == (path == ":memory:" ? "memory" : "delete") else {
            throw .setting(name: "journal_mode", wanted: "delete", found: journal)
        }
        try connection.run("PRAGMA synchronous = EXTRA", doing: doing)
        try connection.run("PRAGMA foreign_keys = ON", doing: doing)
        try connection.run("PRAGMA secure_delete = ON", doing: doing)
        try connection.run("PRAGMA temp_store = MEMORY", doing: doing)
        try connection.run("PRAGMA cache_size = -256", doing: doing)
        for (name, wanted, found) in [
            ("synchronous", 3, try connection.integer("PRAGMA synchronous", doing: doing)),
            ("foreign_keys", 1, try connection.integer("PRAGMA foreign_keys", doing: doing)),
        ] where found != wanted { throw .setting(name: name, wanted: "\(wanted)", found: "\(found)") }
        if try NotebookSchema.migrate(connection, path: path) {
            try connection.transaction(doing: doing) { () throws(NotebookError) in
                // Another process may have begun the notebook meanwhile.
                guard try connection.integer("SELECT count(*) FROM notes", doing: doing) == 0 else { return }
                _ = try insertDefaults()
            }
        } else {
            try check()
        }
    }

    /// Checks the whole file, which is small (`PRAGMA integrity_check`), and its tables.
    private func check() throws(NotebookError) {
        let doing = "check the notebook"
        let finding = try connection.row("PRAGMA integrity_check(1)", doing: doing) { $0.text(0) } ?? "no answer"
        guard finding == "ok" else { throw .database(.damaged(message: finding)) }
        func tables(_ connection: Connection<NotebookError>) throws(NotebookError) -> [String] {
            try connection.rows("SELECT name, coalesce(sql, '') FROM sqlite_schema ORDER BY name", doing: doing) {
                $0.text(0) + $0.text(1)
            }
        }
        let model = try Connection<NotebookError>(path: ":memory:", access: .create)
        _ = try NotebookSchema.migrate(model, path: ":memory:")
        guard try tables(connection) == tables(model) else {
            throw .database(.damaged(message: "its tables are not those that Brews makes"))
        }
    }

    // MARK: Notes

    /// A note, inside a transaction.
    private func note(_ id: Int) throws(NotebookError) -> Note {
        let doing = "read the note"
        let found = try connection.row(
            "SELECT answer, is_private FROM notes WHERE id = ?", [.integer(id)], doing: doing
        ) { ($0.text(0), $0.bool(1)) }
        guard let found else { throw .noNote(id) }
        let questions = try connection.rows(
            "SELECT text FROM questions WHERE note = ? ORDER BY place", [.integer(id)], doing: doing
        ) { $0.text(0) }
        return Note(id: id, questions: questions, answer: found.0, isPrivate: found.1)
    }

    func add(question: String, answer: String, isPrivate: Bool) throws(NotebookError) -> Note {
        let question = try NoteText.question(question), answer = try NoteText.answer(answer)
        let words = SpokenWords(question).words
        return try change("save the note") { () throws(NotebookError) in
            // The question may be one of the default questions, which wait for an answer.
            let open = try notes().first { note in
                !note.isAnswered && note.questions.contains { SpokenWords($0).words == words }
            }
            guard var note = open else { return try insert([question], answer, isPrivate) }
            (note.answer, note.isPrivate) = (answer, isPrivate)
            try write(note)
            return note
        }
    }

    func update(_ note: Note) throws(NotebookError) {
        let checked = try NoteText.checked(note)
        try change("save the note") { () throws(NotebookError) in
            let before = try self.note(note.id)
            guard before != checked else { return }
            try keep(.update, before: [before])
            try write(checked)
        }
    }

    func delete(note id: Int) throws(NotebookError) {
        try change("delete the note") { () throws(NotebookError) in
            try keep(.delete, before: [try note(id)])
            try remove(id)
        }
    }

    func add(question: String, toNote id: Int) throws(NotebookError) {
        let question = try NoteText.question(question)
        try change("save the question") { () throws(NotebookError) in try append(question, to: id) }
    }

    func delete(question: String, ofNote id: Int) throws(NotebookError) {
        try change("delete the question") { () throws(NotebookError) in
            let before = try note(id)
            var after = before
            after.questions.removeAll { $0 == question }
            guard after.questions.count < before.questions.count else {
                throw .refused("note \(id) has no question '\(question)'; see: brews notebook list")
            }
            guard !after.questions.isEmpty else {
                throw .refused("note \(id) has only this question; delete the note: brews notebook delete \(id)")
            }
            try keep(.deleteQuestion, before: [before])
            try write(after)
        }
    }

    func resetToDefaults() throws(NotebookError) {
        try change("reset the notebook") { () throws(NotebookError) in
            let before = try notes()
            try connection.run("DELETE FROM notes", doing: "reset the notebook")
            let made = try insertDefaults()
            try keep(.reset, before: before, made: made)
        }
    }

    /// Adds the default questions.
    ///
    /// - Returns: their numbers.
    private func insertDefaults() throws(NotebookError) -> [Int] {
        var made: [Int] = []
        for question in defaults { made.append(try insert([question], "", false).id) }
        return made
    }

    func clear() throws(NotebookError) {
        try change("clear the notebook") { () throws(NotebookError) in
            try keep(.clear, before: try notes())
            try connection.run("DELETE FROM notes", doing: "clear the notebook")
        }
    }

    // MARK: Undo

    func undoableStep() throws(NotebookError) -> NoteStep? {
        try connection.row("SELECT step FROM undo", doing: "read the notebook") { NoteStep(rawValue: $0.text(0)) }
            ?? nil
    }

    func undo() throws(NotebookError) -> NoteStep? {
        let doing = "undo the last step"
        return try change(doing) { () throws(NotebookError) in
            let kept = try connection.row("SELECT step, before, made FROM undo", doing: doing) {
                ($0.text(0), $0.text(1), $0.text(2))
            }
            guard let kept, let step = NoteStep(rawValue: kept.0) else { return nil }
            guard let before = try? JSONDecoder().decode([Note].self, from: Data(kept.1.utf8)),
                let made = try? JSONDecoder().decode([Int].self, from: Data(kept.2.utf8))
            else { throw .database(.damaged(message: "what to undo is unreadable")) }
            for id in made { try remove(id) }
            for note in before { try write(note) }
            try connection.run("DELETE FROM undo", doing: doing)
            return step
        }
    }

    /// Keeps what a step removes or changes, in place of what an earlier step did.
    private func keep(_ step: NoteStep, before: [Note], made: [Int] = []) throws(NotebookError) {
        let encoder = JSONEncoder()
        guard let notes = try? encoder.encode(before), let numbers = try? encoder.encode(made) else {
            throw .refused("these notes cannot be written as JSON")
        }
        try connection.run(
            "INSERT OR REPLACE INTO undo (id, step, before, made) VALUES (1, ?, ?, ?)",
            [
                .text(step.rawValue), .text(String(decoding: notes, as: UTF8.self)),
                .text(String(decoding: numbers, as: UTF8.self)),
            ], doing: "keep what can be undone")
    }

    // MARK: Open questions

    func openQuestions() throws(NotebookError) -> [OpenQuestion] {
        try connection.rows(
            """
            SELECT id, text, count, first_ms, first_trusted, last_ms, last_trusted FROM open_questions \
            ORDER BY count DESC, last_ms DESC, id
            """, doing: "read the open questions"
        ) { row in
            OpenQuestion(
                id: row.integer(0), text: row.text(1), count: row.integer(2),
                first: WallTime(epochMilliseconds: Int64(row.integer(3)), isTrusted: row.bool(4)),
                last: WallTime(epochMilliseconds: Int64(row.integer(5)), isTrusted: row.bool(6)))
        }
    }

    func record(openQuestion: String, at time: WallTime) throws(NotebookError) {
        let text = try NoteText.question(openQuestion), doing = "note the question"
        let words = SpokenWords(text).words.joined(separator: " ")
        guard !words.isEmpty else { throw .refused("the question has no words") }
        let (at, isTrusted) = (SQLValue.integer(Int(time.epochMilliseconds)), SQLValue(time.isTrusted))
        try change(doing) { () throws(NotebookError) in
            try connection.run(
                """
                INSERT INTO open_questions (words, text, count, first_ms, first_trusted, last_ms, last_trusted) \
                VALUES (?1, ?2, 1, ?3, ?4, ?3, ?4) ON CONFLICT (words) DO UPDATE SET count = count + 1, \
                last_ms = ?3, last_trusted = ?4
                """, [.text(words), .text(text), at, isTrusted], doing: doing)
            try connection.run(
                """
                DELETE FROM open_questions WHERE id IN (SELECT id FROM open_questions WHERE words <> ?1 ORDER BY \
                count DESC, last_ms DESC, id DESC LIMIT -1 OFFSET ?2)
                """, [.text(words), .integer(NoteLimits.openQuestions - 1)], doing: doing)
        }
    }

    func answer(openQuestion id: Int, with answer: String, isPrivate: Bool) throws(NotebookError) -> Note {
        let answer = try NoteText.answer(answer)
        guard !answer.isEmpty else { throw .refused("the answer is empty") }
        return try change("save the answer") { () throws(NotebookError) in
            try insert([try take(id)], answer, isPrivate)
        }
    }

    func assign(openQuestion id: Int, toNote note: Int) throws(NotebookError) {
        try change("save the question") { () throws(NotebookError) in try append(try take(id), to: note) }
    }

    func dismiss(openQuestion id: Int) throws(NotebookError) {
        try change("remove the question") { () throws(NotebookError) in _ = try take(id) }
    }

    func removeOpenQuestions(before time: WallTime) throws(NotebookError) -> Int {
        try change("remove old questions") { () throws(NotebookError) in
            try connection.run(
                "DELETE FROM open_questions WHERE last_ms < ?", [.integer(Int(time.epochMilliseconds))],
                doing: "remove old questions")
            return connection.changes
        }
    }

    /// Removes an open question and returns its text, inside a transaction.
    private func take(_ id: Int) throws(NotebookError) -> String {
        let doing = "read the open question"
        let text = try connection.row(
            "SELECT text FROM open_questions WHERE id = ?", [.integer(id)], doing: doing
        ) { $0.text(0) }
        guard let text else { throw .noOpenQuestion(id) }
        try connection.run("DELETE FROM open_questions WHERE id = ?", [.integer(id)], doing: doing)
        return text
    }
}
