internal import Conversation
internal import Ordering
internal import SQLiteConnection

/// Saved answers in the notebook's file.
extension NotebookDatabase {
    /// Most saved answers.
    static let savedAnswers = 200

    func saved() throws(NotebookError) -> [SavedAnswer] {
        try connection.rows(
            "SELECT id, text, source, time_ms, time_trusted FROM saved_answers ORDER BY id DESC",
            doing: "read the saved answers"
        ) { row in
            SavedAnswer(
                id: row.integer(0), text: row.text(1), source: row.text(2),
                time: WallTime(epochMilliseconds: Int64(row.integer(3)), isTrusted: row.bool(4)))
        }
    }

    func save(_ answer: SourcedAnswer, at time: WallTime) throws(NotebookError) -> Int {
        let doing = "save the answer"
        guard !answer.text.isEmpty, answer.text.count <= Self.messageCharacters else {
            throw .refused("the answer is empty or too long")
        }
        return try change(doing) { () throws(NotebookError) in
            let present = try connection.row(
                "SELECT id FROM saved_answers WHERE text = ? AND source = ?",
                [.text(answer.text), .text(answer.source)], doing: doing
            ) { $0.integer(0) }
            if let present { return present }
            guard try connection.integer("SELECT count(*) FROM saved_answers", doing: doing) < Self.savedAnswers else {
                throw .refused("there are \(Self.savedAnswers) saved answers, and that is the most; forget one first")
            }
            try connection.run(
                "INSERT INTO saved_answers (text, source, time_ms, time_trusted) VALUES (?, ?, ?, ?)",
                [
                    .text(answer.text), .text(answer.source), .integer(Int(time.epochMilliseconds)),
                    SQLValue(time.isTrusted),
                ], doing: doing)
            return try connection.integer("SELECT last_insert_rowid()", doing: doing)
        }
    }

    func forget(saved: Int) throws(NotebookError) {
        try connection.run("DELETE FROM saved_answers WHERE id = ?", [.integer(saved)], doing: "forget the answer")
    }
}
