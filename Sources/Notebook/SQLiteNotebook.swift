public import Conversation
internal import EmbeddedFiles
internal import Foundation
public import Ordering
internal import PlatformSupport
internal import SQLiteConnection

/// Settings of a notebook.
public struct NotebookSettings: Sendable {
    /// Where a notebook keeps its data.
    public enum Place: Equatable, Sendable {
        /// A database file.
        case file(String)
        /// In memory, for demonstrations. Lost with the process.
        case memory
    }

    /// Location of the data.
    public var place: Place
    /// Changes guests' questions before they are stored, for example to mask card numbers.
    public var mask: @Sendable (String) -> String = { $0 }
    /// Name of an SQLite VFS, for tests that inject faults.
    var vfs: String?

    /// Creates settings with the defaults.
    public init(_ place: Place) { self.place = place }
}

/// The notebook in one SQLite file: one connection, one thread. Other processes may use the file at the same time.
///
/// A change that has returned is on the medium. A damaged file is renamed, never deleted, and replaced by a new one
/// (`notice`). A new notebook has the default questions, without answers.
///
/// ```swift
/// let notebook = try await SQLiteNotebook.open(NotebookSettings(.file("/var/lib/brews/notebook.sqlite")))
/// _ = try await notebook.add(question: "What is the wifi password?", answer: "beans and cream", isPrivate: false)
/// ```
public final class SQLiteNotebook: NoteStore, Sendable {
    private let worker: SerialWorker
    private let core: Core
    private let mask: @Sendable (String) -> String

    private init(_ core: Core, on worker: SerialWorker, mask: @escaping @Sendable (String) -> String) {
        self.core = core
        self.worker = worker
        self.mask = mask
    }

    deinit {
        // The connection must be closed on its worker.
        let core = core
        worker.submit { core.close() }
    }

    /// Opens a notebook, or begins one.
    ///
    /// - Throws: `NotebookError`.
    public static func open(_ settings: NotebookSettings) async throws -> SQLiteNotebook {
        let worker = SerialWorker(label: "notebook")
        let core = try await worker.run { try Core(settings) }
        return SQLiteNotebook(core, on: worker, mask: settings.mask)
    }

    /// The questions of a new notebook.
    public static func defaultQuestions() throws -> [String] {
        try JSONDecoder().decode([String].self, from: Data(EmbeddedFile.defaultQuestions.bytes))
    }

    /// What happened to a damaged file, a sentence for the staff; `nil` if nothing did.
    public func notice() async -> String? { try? await worker.run { [core] in core.notice } }

    /// Closes the file. Later calls throw `NotebookError.closed`.
    public func close() async { try? await worker.run { [core] in core.close() } }

    private func run<Result: Sendable>(
        _ body: @escaping @Sendable (NotebookDatabase) throws(NotebookError) -> Result
    ) async throws -> Result {
        try await worker.run { [core] in try core.run(body) }
    }

    /// All notes, by number.
    public func notes() async throws -> [Note] {
        try await run { database throws(NotebookError) in try database.notes() }
    }

    /// Adds a note; an answer to a question that waits for one goes to its note.
    public func add(question: String, answer: String, isPrivate: Bool) async throws -> Note {
        try await run { database throws(NotebookError) in
            try database.add(question: question, answer: answer, isPrivate: isPrivate)
        }
    }

    /// Replaces a note by one with the same number.
    public func update(_ note: Note) async throws {
        try await run { database throws(NotebookError) in try database.update(note) }
    }

    /// Deletes a note.
    public func delete(note: Int) async throws {
        try await run { database throws(NotebookError) in try database.delete(note: note) }
    }

    /// Adds a wording of the question to a note.
    public func add(question: String, toNote note: Int) async throws {
        try await run { database throws(NotebookError) in try database.add(question: question, toNote: note) }
    }

    /// Deletes a wording of a note's question.
    public func delete(question: String, ofNote note: Int) async throws {
        try await run { database throws(NotebookError) in try database.delete(question: question, ofNote: note) }
    }

    /// Replaces all notes by the default questions.
    public func resetToDefaults() async throws {
        try await run { database throws(NotebookError) in try database.resetToDefaults() }
    }

    /// Deletes all notes.
    public func clear() async throws { try await run { database throws(NotebookError) in try database.clear() } }

    /// The step that `undo` would undo.
    public func undoableStep() async throws -> NoteStep? {
        try await run { database throws(NotebookError) in try database.undoableStep() }
    }

    /// Undoes the last step that deleted or changed notes.
    public func undo() async throws -> NoteStep? {
        try await run { database throws(NotebookError) in try database.undo() }
    }

    /// Open questions, the most frequent first.
    public func openQuestions() async throws -> [OpenQuestion] {
        try await run { database throws(NotebookError) in try database.openQuestions() }
    }

    /// Counts a question that no note answers.
    public func record(openQuestion: String, at time: WallTime) async throws {
        let question = mask(openQuestion)
        try await run { database throws(NotebookError) in try database.record(openQuestion: question, at: time) }
    }

    /// Answers an open question with a new note.
    public func answer(openQuestion: Int, with answer: String, isPrivate: Bool) async throws -> Note {
        try await run { database throws(NotebookError) in
            try database.answer(openQuestion: openQuestion, with: answer, isPrivate: isPrivate)
        }
    }

    /// Adds an open question to a note as another wording.
    public func assign(openQuestion: Int, toNote note: Int) async throws {
        try await run { database throws(NotebookError) in
            try database.assign(openQuestion: openQuestion, toNote: note)
        }
    }

    /// Removes an open question.
    public func dismiss(openQuestion: Int) async throws {
        try await run { database throws(NotebookError) in try database.dismiss(openQuestion: openQuestion) }
    }

    /// Removes open questions that were last asked before a time.
    public func removeOpenQuestions(before time: WallTime) async throws -> Int {
        try await run { database throws(NotebookError) in try database.removeOpenQuestions(before: time) }
    }
}

/// Conversations, in the same file.
extension SQLiteNotebook: ThreadStore {
    /// All threads, the latest first.
    public func threads() async throws -> [ThreadSummary] {
        try await run { database throws(NotebookError) in try database.threads() }
    }

    /// The messages of a thread, in order.
    public func messages(ofThread thread: Int) async throws -> [ConversationMessage] {
        try await run { database throws(NotebookError) in try database.messages(ofThread: thread) }
    }

    /// Adds messages to a thread, all or none; without a thread to a new one.
    public func append(_ messages: [ConversationMessage], toThread thread: Int?) async throws -> Int {
        try await run { database throws(NotebookError) in try database.append(messages, toThread: thread).thread }
    }

    /// Deletes a thread with its pictures and recordings.
    public func delete(thread: Int) async throws {
        try await run { database throws(NotebookError) in try database.delete(thread: thread) }
    }

    /// Adds a message with its pictures and recordings to a thread, all or none; without a thread to a new one.
    public func append(_ message: ConversationMessage, with files: [MediaFile], toThread thread: Int?) async throws -> (
        thread: Int, media: [MessageMedia]
    ) {
        try await run { database throws(NotebookError) in
            try database.append([message], with: files, toThread: thread)
        }
    }

    /// A picture or a recording of a thread; `nil` if it was deleted.
    public func file(_ media: Int, ofThread thread: Int) async throws -> MediaFile? {
        try await run { database throws(NotebookError) in try database.file(media, ofThread: thread) }
    }

    /// Deletes a picture or a recording of a thread; its message stays.
    public func delete(media: Int, ofThread thread: Int) async throws {
        try await run { database throws(NotebookError) in try database.delete(media: media, ofThread: thread) }
    }
}

/// Reading lists, in the same file.
extension SQLiteNotebook: ReadingListStore {
    /// The entries of a list, in the order in which they were added.
    public func entries(ofList list: String) async throws -> [ReadingListEntry] {
        try await run { database throws(NotebookError) in try database.entries(ofList: list) }
    }

    /// Adds an entry to a list, once.
    public func add(_ entry: ReadingListEntry, toList list: String, at time: WallTime) async throws {
        try await run { database throws(NotebookError) in try database.add(entry, toList: list, at: time) }
    }

    /// Removes an entry of a list.
    public func remove(_ entry: ReadingListEntry, fromList list: String) async throws {
        try await run { database throws(NotebookError) in try database.remove(entry, fromList: list) }
    }

    /// Deletes lists to which nothing was added since a time.
    public func removeReadingLists(before time: WallTime) async throws -> Int {
        try await run { database throws(NotebookError) in try database.removeReadingLists(before: time) }
    }
}

/// Saved answers, in the same file.
extension SQLiteNotebook: AnswerStash {
    /// All saved answers, the latest first.
    public func saved() async throws -> [SavedAnswer] {
        try await run { database throws(NotebookError) in try database.saved() }
    }

    /// Saves an answer, once.
    public func save(_ answer: SourcedAnswer, at time: WallTime) async throws -> Int {
        try await run { database throws(NotebookError) in try database.save(answer, at: time) }
    }

    /// Forgets a saved answer.
    public func forget(saved: Int) async throws {
        try await run { database throws(NotebookError) in try database.forget(saved: saved) }
    }
}

/// State owned by the notebook's worker: the file and the connection to it.
private final class Core: @unchecked Sendable {
    // Safe: only the notebook's serial worker touches it.
    private enum Condition {
        case open(NotebookDatabase)
        /// The connection was closed because of an error, and the file is opened again by the next call.
        case lost
        case closed
    }

    private(set) var notice: String?
    private let settings: NotebookSettings
    private let defaults: [String]
    private let file: NotebookFile?
    private var condition = Condition.lost
    /// Files begun anew since opening; beyond `mostRenewals` the disk is assumed faulty.
    private var renewals = 0
    private static let mostRenewals = 3

    init(_ settings: NotebookSettings) throws {
        self.settings = settings
        defaults = try SQLiteNotebook.defaultQuestions()
        if case .file(let path) = settings.place { file = NotebookFile(path: path) } else { file = nil }
        _ = try opened()
    }

    func close() { condition = .closed }

    /// Runs `body`, and once more with a new file if this one is damaged.
    func run<Result>(_ body: (NotebookDatabase) throws(NotebookError) -> Result) throws(NotebookError) -> Result {
        do {
            return try body(try opened())
        } catch {
            guard error.damage != nil, case .open = condition else { throw error }
            // Opening checks the file, and moves it aside if it is really damaged.
            condition = .lost
        }
        return try body(try opened())
    }

    private func opened() throws(NotebookError) -> NotebookDatabase {
        switch condition {
        case .open(let database): return database
        case .closed: throw .closed
        case .lost:
            let database = try open()
            condition = .open(database)
            return database
        }
    }

    private func open() throws(NotebookError) -> NotebookDatabase {
        guard let file else { return try NotebookDatabase(path: ":memory:", defaults: defaults, vfs: settings.vfs) }
        // A layer for tests has its own files.
        guard settings.vfs == nil else {
            return try NotebookDatabase(path: file.path, defaults: defaults, vfs: settings.vfs)
        }
        guard try !file.isForeign() else { throw .notANotebook(path: file.path) }
        try file.create()
        do {
            return try NotebookDatabase(path: file.path, defaults: defaults)
        } catch {
            guard let damage = error.damage, renewals < Self.mostRenewals else { throw error }
            renewals += 1
            let moved = try file.moveAside()
            notice = "the notebook was damaged (\(damage)); it is now \(moved), and a new one was begun"
        }
        try file.create()
        return try NotebookDatabase(path: file.path, defaults: defaults)
    }
}
