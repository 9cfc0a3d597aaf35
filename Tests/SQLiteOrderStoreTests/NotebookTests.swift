internal import Conversation
internal import Foundation
internal import Ordering
internal import SQLiteConnection
internal import TestSupport
internal import Testing

@testable internal import Notebook

/// The owner's notes in one SQLite file. Here, because the disks with faults are here.
@Suite(.timeLimit(.minutes(10)))
struct NotebookTests {
    private static let noon = WallTime(epochMilliseconds: 1_800_000_000_000, isTrusted: true)

    private static func database(_ layer: DiskLayer) throws -> NotebookDatabase {
        try NotebookDatabase(path: "/notes.sqlite", defaults: ["What is the code?"], vfs: layer.name)
    }

    private static func open(_ path: String) async throws -> SQLiteNotebook {
        try await SQLiteNotebook.open(NotebookSettings(.file(path)))
    }

    @Test("Notes are kept with all their questions, and changed and deleted by number")
    func keeping() async throws {
        let folder = try QuickFolder(), path = folder.path("new/notes.sqlite")
        var notebook = try await Self.open(path)
        let defaults = try SQLiteNotebook.defaultQuestions()
        #expect(!defaults.isEmpty)
        #expect(try await notebook.notes().map(\.title) == defaults)
        try await notebook.clear()
        let wifi = try await notebook.add(question: " What's the\nwifi? ", answer: "beans and cream", isPrivate: false)
        let code = try await notebook.add(question: "Code?", answer: "4711", isPrivate: true)
        try await notebook.add(question: "How do I get online?", toNote: wifi.id)
        try await notebook.add(question: "How do I get online?", toNote: wifi.id)
        await notebook.close()
        await #expect(throws: NotebookError.closed) { _ = try await notebook.notes() }
        notebook = try await Self.open(path)
        var stored = try await notebook.notes()
        #expect(stored.map(\.questions) == [["What's the wifi?", "How do I get online?"], ["Code?"]])
        #expect(stored.map(\.isPrivate) == [false, true] && stored[1] == code)
        stored[0].answer = "new password"
        try await notebook.update(stored[0])
        try await notebook.delete(question: "What's the wifi?", ofNote: wifi.id)
        try await notebook.delete(note: code.id)
        #expect(
            try await notebook.notes()
                == [Note(id: wifi.id, questions: ["How do I get online?"], answer: "new password")])
        // The number of a deleted note is not used again.
        #expect(try await notebook.add(question: "Next?", answer: "", isPrivate: false).id > code.id)
        #expect(folder.names == ["new"])
        #expect(try Self.mode(path) == 0o600)
    }

    private static func mode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test("An answer to a default question is that note's, and not a second note")
    func defaults() async throws {
        let notebook = try await SQLiteNotebook.open(NotebookSettings(.memory))
        let first = try #require(try await notebook.notes().first)
        let note = try await notebook.add(question: first.title.uppercased(), answer: "Yes.", isPrivate: false)
        #expect(note.id == first.id && note.answer == "Yes.")
        #expect(try await notebook.notes().count == SQLiteNotebook.defaultQuestions().count)
    }

    @Test("The last deletion, change, reset or clearing is undone, and what was added since is kept")
    func undo() async throws {
        let notebook = try await SQLiteNotebook.open(NotebookSettings(.memory))
        try await notebook.clear()
        #expect(try await notebook.undo() == .clear)
        #expect(try await notebook.undo() == nil)
        #expect(try await notebook.undoableStep() == nil)
        try await notebook.clear()
        var note = try await notebook.add(question: "One?", answer: "1", isPrivate: true)
        try await notebook.add(question: "First?", toNote: note.id)
        note.questions.append("First?")
        let steps: [(NoteStep, () async throws -> Void)] = [
            (.delete, { try await notebook.delete(note: note.id) }),
            (.update, { try await notebook.update(Note(id: note.id, questions: ["Two?"], answer: "2")) }),
            (.deleteQuestion, { try await notebook.delete(question: "One?", ofNote: note.id) }),
            (.reset, { try await notebook.resetToDefaults() }), (.clear, { try await notebook.clear() }),
        ]
        var added: [Note] = []
        for (step, perform) in steps {
            try await perform()
            #expect(try await !notebook.notes().contains(note))
            #expect(try await notebook.undoableStep() == step)
            added.append(try await notebook.add(question: "After \(step)?", answer: "x", isPrivate: false))
            #expect(try await notebook.undo() == step)
            #expect(try await notebook.notes() == [note] + added, "\(step)")
            for extra in added { try await notebook.delete(note: extra.id) }
            added = []
        }
    }

    @Test("Open questions are counted by their words, answered, assigned, dismissed and forgotten")
    func openQuestions() async throws {
        var settings = NotebookSettings(.memory)
        settings.mask = { $0.replacing("1234", with: "****") }
        let notebook = try await SQLiteNotebook.open(settings)
        try await notebook.clear()
        for (minutes, text) in ["Is there a piano?", "is there a PIANO", "Pin 1234?", "Any ducks?"].enumerated() {
            var time = Self.noon
            time.epochMilliseconds += Int64(minutes) * 60_000
            try await notebook.record(openQuestion: text, at: time)
        }
        let open = try await notebook.openQuestions()
        #expect(open.map(\.text) == ["Is there a piano?", "Any ducks?", "Pin ****?"])
        #expect(open[0].count == 2 && open[0].first == Self.noon)
        #expect(open[0].last.epochMilliseconds == Self.noon.epochMilliseconds + 60_000)
        let piano = try await notebook.answer(openQuestion: open[0].id, with: "Upstairs.", isPrivate: false)
        #expect(piano.questions == ["Is there a piano?"] && piano.answer == "Upstairs.")
        try await notebook.assign(openQuestion: open[1].id, toNote: piano.id)
        #expect(try await notebook.notes().first?.questions.last == "Any ducks?")
        await #expect(throws: NotebookError.noOpenQuestion(open[0].id)) {
            try await notebook.dismiss(openQuestion: open[0].id)
        }
        var later = Self.noon
        later.epochMilliseconds += 1_000_000
        #expect(try await notebook.removeOpenQuestions(before: Self.noon) == 0)
        #expect(try await notebook.removeOpenQuestions(before: later) == 1)
        #expect(try await notebook.openQuestions().isEmpty)
    }

    @Test("An assignment that fails keeps the open question")
    func failedAssignment() async throws {
        let notebook = try await SQLiteNotebook.open(NotebookSettings(.memory))
        try await notebook.record(openQuestion: "Any ducks?", at: Self.noon)
        let id = try #require(try await notebook.openQuestions().first?.id)
        await #expect(throws: NotebookError.noNote(999)) { try await notebook.assign(openQuestion: id, toNote: 999) }
        #expect(try await notebook.openQuestions().map(\.id) == [id])
    }

    @Test("Texts and numbers are limited, so that no page can fill the disk")
    func limits() async throws {
        let notebook = try await SQLiteNotebook.open(NotebookSettings(.memory))
        for (question, answer) in [
            ("", "x"), (" \n", "x"), (String(repeating: "x", count: 301), "x"),
            ("x", String(repeating: "y", count: 1_001)),
        ] {
            await #expect(throws: NotebookError.self) {
                _ = try await notebook.add(question: question, answer: answer, isPrivate: false)
            }
        }
        for number in 0..<NoteLimits.openQuestions + 20 {
            try await notebook.record(openQuestion: "Question \(number)?", at: Self.noon)
        }
        try await notebook.record(openQuestion: "Newest?", at: Self.noon)
        let open = try await notebook.openQuestions()
        #expect(open.count == NoteLimits.openQuestions && open.contains { $0.text == "Newest?" })
    }

    @Test("Two processes use one notebook at the same time")
    func shared() async throws {
        let folder = try QuickFolder(), path = folder.path("notes.sqlite")
        let (one, other) = (try await Self.open(path), try await Self.open(path))
        try await one.clear()
        for number in 0..<20 {
            _ = try await (number.isMultiple(of: 2) ? one : other).add(
                question: "Question \(number)?", answer: "x", isPrivate: false)
        }
        let notes = try await other.notes()
        #expect(try await one.notes() == notes)
        #expect(try await one.notes().count == 20)
    }

    @Test("Another program's file is left alone, and so is that of a newer version")
    func foreign() async throws {
        let folder = try QuickFolder(), path = folder.path("notes.sqlite")
        try Data("something else".utf8).write(to: URL(fileURLWithPath: path))
        await #expect(throws: NotebookError.notANotebook(path: path)) { _ = try await Self.open(path) }
        #expect(folder.names == ["notes.sqlite"])
        try FileManager.default.removeItem(atPath: path)
        let other = try Connection<SQLiteError>(path: path, access: .create)
        try other.run("CREATE TABLE poems (text TEXT)", doing: "write")
        await #expect(throws: NotebookError.notANotebook(path: path)) { _ = try await Self.open(path) }
        try FileManager.default.removeItem(atPath: path)
        await (try await Self.open(path)).close()
        try Connection<SQLiteError>(path: path, access: .readWrite).run("PRAGMA user_version = 9", doing: "write")
        await #expect(throws: NotebookError.newer(version: 9, known: 4)) { _ = try await Self.open(path) }
        #expect(folder.names == ["notes.sqlite"])
    }

    @Test("F5: a damaged notebook is moved aside and begun anew, and never ends the program")
    func damage() async throws {
        var generator = SeededGenerator(seed: 5), moved = 0
        let folder = try QuickFolder(), whole = folder.path("whole.sqlite"), path = folder.path("notes.sqlite")
        let notebook = try await Self.open(whole)
        for number in 0..<60 {
            _ = try await notebook.add(question: "Question \(number)?", answer: "Answer \(number).", isPrivate: false)
        }
        let notes = try await notebook.notes()
        await notebook.close()
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: whole)))
        for round in 0..<rounds(60, full: 300) {
            var damaged = bytes
            if round.isMultiple(of: 3) {
                damaged.removeLast(Int.random(in: 1..<bytes.count - 100, using: &generator))
            } else {
                // The first 100 bytes say whose file it is.
                for _ in 0..<8 {
                    damaged[Int.random(in: 100..<bytes.count, using: &generator)] = .random(
                        in: 0...255, using: &generator)
                }
            }
            try Data(damaged).write(to: URL(fileURLWithPath: path))
            let found = try await Self.open(path)
            if await found.notice() != nil {
                moved += 1
                #expect(try await found.notes().map(\.title) == SQLiteNotebook.defaultQuestions())
                #expect(folder.names.contains("notes.sqlite.damaged-1"))
            } else {
                #expect(try await found.notes().map(\.id) == notes.map(\.id))
            }
            _ = try await found.add(question: "Still there?", answer: "Yes.", isPrivate: false)
            await found.close()
            for name in folder.names where name != "whole.sqlite" {
                try FileManager.default.removeItem(atPath: folder.path(name))
            }
        }
        #expect(moved > 10)
    }

    @Test("F4: a disk that fills up at any point stores no part of a note, and the next one once there is space")
    func fullDisk() throws {
        var refusals = 0
        for point in 0..<60 {
            let layer = DiskLayer(SimulatedDisk()), database = try Self.database(layer)
            layer.disk.capacity = layer.disk.bytesUsed + point * 353
            var stored: [Note] = [], isFull = false
            while !isFull {
                do {
                    let note = try database.add(question: "Question \(stored.count)?", answer: "x", isPrivate: false)
                    try database.add(question: "Other \(stored.count)?", toNote: note.id)
                    stored = try database.notes()
                } catch {
                    guard case .database(.full) = error else { throw error }
                    (isFull, refusals) = (true, refusals + 1)
                }
            }
            layer.disk.capacity = .max
            let now = try database.notes()
            // The note of the refused wording may be there, whole.
            #expect(
                now.starts(with: stored) && now.count <= stored.count + 1 && now.allSatisfy { !$0.questions.isEmpty })
            _ = try database.add(question: "Late?", answer: "x", isPrivate: false)
            #expect(try database.notes().last?.title == "Late?")
        }
        #expect(refusals == 60)
    }

    @Test("F2: power failures lose no acknowledged note, keep no part of one, and damage nothing")
    func powerCuts() throws {
        var acknowledged = 0
        for seed in 0..<rounds(40, full: 400) {
            var generator = SeededGenerator(seed: UInt64(seed)), expected: [Note] = []
            let layer = DiskLayer(SimulatedDisk())
            for _ in 0..<5 {
                layer.disk.changesLeft = Int.random(in: 1...200, using: &generator)
                // What is under way when the power fails: kept or not, but whole.
                var underWay: [Note]?
                do {
                    let database = try Self.database(layer)
                    let found = try database.notes()
                    if !expected.isEmpty { #expect(found == expected) }
                    expected = found
                    while true {
                        var next = expected
                        if expected.count > 3, Bool.random(using: &generator) {
                            next.remove(at: Int.random(in: 0..<expected.count, using: &generator))
                            underWay = next
                            try database.delete(
                                note: try #require(expected.first { note in !next.contains(note) }).id)
                        } else {
                            let id = (try Self.lastID(database)) + 1
                            next.append(Note(id: id, questions: ["Question \(id)?"], answer: "Answer \(id)."))
                            underWay = next
                            _ = try database.add(
                                question: "Question \(id)?", answer: "Answer \(id).", isPrivate: false)
                        }
                        (expected, underWay) = (next, nil)
                        acknowledged += 1
                    }
                } catch let error as NotebookError where layer.disk.lastFailure == .noPower {
                    #expect(error.damage == nil, "\(error)")
                }
                layer.disk = layer.disk.afterPowerCut(&generator)
                let database = try Self.database(layer), found = try database.notes()
                #expect(
                    expected.isEmpty || found == expected || found == underWay, "seed \(seed): \(found) \(expected)")
                expected = found
            }
        }
        #expect(acknowledged > 100)
        if rounds(0, full: 1) == 1 { print("F2: \(acknowledged) acknowledged changes of notes") }
    }

    @Test("Conversations keep text and transcript, are listed, continued and deleted; version 1 is migrated")
    func threads() async throws {
        let folder = try QuickFolder(), path = folder.path("notes.sqlite")
        // A notebook of the first version.
        let old = try Connection<SQLiteError>(path: path, access: .create)
        for statement in NotebookSchema.migrations[0] { try old.run(statement, doing: "write") }
        let notebook = try await Self.open(path)
        let asked = ConversationMessage(
            author: .person, text: "Is there a piano?", transcript: "is there a piranha", time: Self.noon)
        let answer = ConversationMessage(author: .assistant, text: "Yes.", source: "notebook", time: Self.noon)
        let first = try await notebook.append([asked, answer], toThread: nil)
        let second = try await notebook.append([asked], toThread: nil)
        #expect(try await notebook.append([answer], toThread: first) == first)
        #expect(try await notebook.messages(ofThread: first) == [asked, answer, answer])
        #expect(try await notebook.threads().map(\.id) == [second, first])
        #expect(
            try await notebook.threads().last
                == ThreadSummary(id: first, title: "Is there a piano?", messages: 3, last: Self.noon))
        try await notebook.delete(thread: second)
        await #expect(throws: NotebookError.noThread(second)) { try await notebook.delete(thread: second) }
        await #expect(throws: NotebookError.noThread(second)) {
            _ = try await notebook.append([answer], toThread: second)
        }
        await #expect(throws: NotebookError.self) {
            let long = String(repeating: "x", count: 4_001)
            _ = try await notebook.append(
                [asked, ConversationMessage(author: .person, text: long, time: Self.noon)], toThread: first)
        }
        #expect(try await notebook.messages(ofThread: first).count == 3)
    }

    private static func lastID(_ database: NotebookDatabase) throws -> Int {
        try database.connection.integer("SELECT seq FROM sqlite_sequence WHERE name = 'notes'", doing: "look")
    }
}
