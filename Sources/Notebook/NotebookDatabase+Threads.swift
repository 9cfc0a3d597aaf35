internal import Conversation
internal import Ordering
internal import SQLiteConnection

/// Conversations that are kept in the notebook's file.
extension NotebookDatabase {
    /// Longest message in characters, and most messages of a thread.
    static let messageCharacters = 4_000
    static let messages = 2_000
    /// Characters of a thread's title.
    private static let titleCharacters = 60

    func threads() throws(NotebookError) -> [ThreadSummary] {
        try connection.rows(
            """
            SELECT thread, (SELECT text FROM messages AS first WHERE first.thread = messages.thread ORDER BY place \
            LIMIT 1), count(*), max(time_ms), max(time_trusted) FROM messages GROUP BY thread ORDER BY thread DESC
            """, doing: "read the conversations"
        ) { row in
            let title = row.text(1)
            return ThreadSummary(
                id: row.integer(0),
                title: title.count > Self.titleCharacters ? title.prefix(Self.titleCharacters) + "…" : title,
                messages: row.integer(2),
                last: WallTime(epochMilliseconds: Int64(row.integer(3)), isTrusted: row.bool(4)))
        }
    }

    func messages(ofThread thread: Int) throws(NotebookError) -> [ConversationMessage] {
        let media = try media(ofThread: thread)
        let messages = try connection.rows(
            """
            SELECT place, author, text, transcript, source, time_ms, time_trusted FROM messages WHERE thread = ? \
            ORDER BY place
            """, [.integer(thread)], doing: "read the conversation"
        ) { row in
            ConversationMessage(
                author: row.text(1) == ConversationMessage.Author.person.rawValue ? .person : .assistant,
                text: row.text(2), transcript: row.optionalText(3), source: row.optionalText(4),
                time: WallTime(epochMilliseconds: Int64(row.integer(5)), isTrusted: row.bool(6)),
                media: media[row.integer(0)] ?? [])
        }
        guard !messages.isEmpty else { throw .noThread(thread) }
        return messages
    }

    /// Adds messages, and files to the last of them.
    func append(_ messages: [ConversationMessage], with files: [MediaFile] = [], toThread thread: Int?)
        throws(NotebookError) -> (thread: Int, media: [MessageMedia])
    {
        let doing = "keep the conversation"
        guard !messages.isEmpty else { throw .refused("there is no message to keep") }
        for message in messages
        where max(message.text.count, message.transcript?.count ?? 0) > Self.messageCharacters {
            throw .refused("the message is longer than \(Self.messageCharacters) characters")
        }
        return try change(doing) { () throws(NotebookError) in
            let id: Int
            if let thread {
                guard
                    try connection.integer(
                        "SELECT count(*) FROM threads WHERE id = ?", [.integer(thread)], doing: doing)
                        == 1
                else { throw .noThread(thread) }
                id = thread
            } else {
                try connection.run("INSERT INTO threads DEFAULT VALUES", doing: doing)
                id = try connection.integer("SELECT last_insert_rowid()", doing: doing)
            }
            let count = try connection.integer(
                "SELECT count(*) FROM messages WHERE thread = ?", [.integer(id)], doing: doing)
            guard count + messages.count <= Self.messages else {
                throw .refused(
                    "the conversation has \(count) messages, and \(Self.messages) is the most; begin another")
            }
            for (place, message) in messages.enumerated() {
                try connection.run(
                    """
                    INSERT INTO messages (thread, place, author, text, transcript, source, time_ms, time_trusted) \
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                    [
                        .integer(id), .integer(count + place), .text(message.author.rawValue), .text(message.text),
                        SQLValue(message.transcript), SQLValue(message.source),
                        .integer(Int(message.time.epochMilliseconds)), SQLValue(message.time.isTrusted),
                    ], doing: doing)
            }
            return (id, try add(files, toThread: id, place: count + messages.count - 1))
        }
    }

    func delete(thread: Int) throws(NotebookError) {
        try connection.run("DELETE FROM threads WHERE id = ?", [.integer(thread)], doing: "delete the conversation")
        guard connection.changes == 1 else { throw .noThread(thread) }
    }
}
