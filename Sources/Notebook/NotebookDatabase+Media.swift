internal import Conversation
internal import Ordering
internal import SQLiteConnection

/// Pictures and recordings of messages in the notebook's file. `secure_delete` overwrites what is deleted.
extension NotebookDatabase {
    /// Most bytes of all pictures and recordings.
    static let mediaBytes = 64 << 20
    /// Most files of a message.
    static let filesOfMessage = 4

    /// The files of a thread's messages, by the messages' places.
    func media(ofThread thread: Int) throws(NotebookError) -> [Int: [MessageMedia]] {
        let rows = try connection.rows(
            "SELECT place, id, kind FROM media WHERE thread = ? ORDER BY id", [.integer(thread)],
            doing: "read the conversation"
        ) { ($0.integer(0), MessageMedia(id: $0.integer(1), kind: Self.kind($0.text(2)))) }
        return Dictionary(grouping: rows, by: \.0).mapValues { $0.map(\.1) }
    }

    private static func kind(_ text: String) -> MediaFile.Kind { MediaFile.Kind(rawValue: text) ?? .picture }

    /// Adds files to a message, inside a transaction.
    func add(_ files: [MediaFile], toThread thread: Int, place: Int) throws(NotebookError) -> [MessageMedia] {
        guard !files.isEmpty else { return [] }
        let doing = "keep the picture or the recording"
        guard files.count <= Self.filesOfMessage else {
            throw .refused("a message has at most \(Self.filesOfMessage) pictures and recordings")
        }
        let stored = try connection.integer("SELECT coalesce(sum(length(bytes)), 0) FROM media", doing: doing)
        guard stored + files.reduce(0, { $0 + $1.bytes.count }) <= Self.mediaBytes else {
            throw .refused("there is no room for more pictures and recordings; delete old conversations")
        }
        var media: [MessageMedia] = []
        for file in files {
            try connection.run(
                "INSERT INTO media (thread, place, kind, type, bytes) VALUES (?, ?, ?, ?, ?)",
                [
                    .integer(thread), .integer(place), .text(file.kind.rawValue), .text(file.contentType),
                    .bytes(file.bytes),
                ], doing: doing)
            let id = try connection.integer("SELECT last_insert_rowid()", doing: doing)
            media.append(MessageMedia(id: id, kind: file.kind))
        }
        return media
    }

    func file(_ media: Int, ofThread thread: Int) throws(NotebookError) -> MediaFile? {
        try connection.row(
            "SELECT kind, type, bytes FROM media WHERE id = ? AND thread = ?", [.integer(media), .integer(thread)],
            doing: "read the picture or the recording"
        ) { MediaFile(kind: Self.kind($0.text(0)), contentType: $0.text(1), bytes: $0.bytes(2)) }
    }

    func delete(media: Int, ofThread thread: Int) throws(NotebookError) {
        try connection.run(
            "DELETE FROM media WHERE id = ? AND thread = ?", [.integer(media), .integer(thread)],
            doing: "delete the picture or the recording")
    }
}
