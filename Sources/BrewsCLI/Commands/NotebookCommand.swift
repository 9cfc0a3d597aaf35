internal import Foundation
internal import NoteMatching
internal import Notebook
internal import Ordering

/// `brews notebook`: the owner's questions and answers, and what guests asked.
enum NotebookCommand: Command {
    static let name = "notebook"
    static let spec = CommandSpec(
        name: "brews notebook",
        summary: "Keeps questions and answers for guests, and shows what guests asked that no note answers.",
        operands: """
            list | add QUESTION ANSWER | edit N [ANSWER] | delete N | open | answer N ANSWER | dismiss N | \
            ask QUESTION | export | reset | clear | undo
            """,
        options: [
            NotebookLocation.option,
            OptionSpec("private", "add, edit, answer: only the staff see the answer"),
            OptionSpec("public", "edit: guests are told the answer"),
            OptionSpec("question", value: "TEXT", "edit: another wording of the question; may be repeated"),
            OptionSpec("drop-question", value: "TEXT", "edit: removes this wording of the question"),
            OptionSpec("note", value: "N", "answer: the question is another wording of note N, whose answer holds"),
            OptionSpec("staff", "ask: private answers are found as well"),
        ], without: ["model"],
        examples: [
            (
                "brews notebook add \"What is the wifi password?\" \"beans and cream\"",
                "from now on guests who ask get this answer"
            ),
            ("brews notebook ask \"how do I get online?\"", "what a guest would hear, and from which note"),
            ("brews notebook open", "what guests asked and nobody has answered, the most frequent first"),
            ("brews notebook answer 3 \"Yes, upstairs.\"", "answer open question 3"),
            ("brews notebook answer 4 --note 1", "open question 4 is another wording of note 1"),
            ("brews notebook edit 2 --private", "tell the answer of note 2 to nobody but the staff"),
            ("brews notebook delete 2 && brews notebook undo", "delete a note, and take that back"),
            ("brews notebook export > notes.ndjson", "all notes, one JSON object a line"),
        ])

    static func run(_ arguments: Arguments, _ setup: Setup) async throws -> Int32 {
        let store = try await NotebookLocation.open(NotebookLocation.path(arguments))
        if let notice = await store.notice() { setup.console.note("brews: note: \(notice)") }
        do {
            let code = try await run(arguments, setup, store)
            await store.close()
            return code
        } catch {
            await store.close()
            throw error
        }
    }

    private static func run(_ arguments: Arguments, _ setup: Setup, _ store: SQLiteNotebook) async throws -> Int32 {
        let operands = arguments.operands, page = NotebookOutput(setup: setup)
        let isPrivate = arguments.has("private")
        switch (operands.first, operands.count) {
        case ("list", 1): try page.show(try await store.notes())
        case ("export", 1): for note in try await store.notes() { try setup.console.json(note) }
        case ("open", 1): try page.show(try await store.openQuestions())
        case ("add", 3):
            try page.saved(try await store.add(question: operands[1], answer: operands[2], isPrivate: isPrivate))
        case ("edit", 2...3): try await edit(arguments, page, store)
        case ("delete", 2):
            try await store.delete(note: try number(operands[1]))
            try page.tell("deleted note \(operands[1]); take it back with: brews notebook undo")
        case ("answer", 2...3): try await answer(arguments, page, store)
        case ("dismiss", 2):
            try await store.dismiss(openQuestion: try number(operands[1]))
            try page.tell("removed the open question \(operands[1])")
        case ("ask", 2...): return try await ask(arguments, page, store)
        case ("reset", 1):
            try await store.resetToDefaults()
            try page.tell("the notebook has the default questions; take it back with: brews notebook undo")
        case ("clear", 1):
            try await store.clear()
            try page.tell("the notebook is empty; take it back with: brews notebook undo")
        case ("undo", 1):
            guard let step = try await store.undo() else { throw CLIError.input("there is nothing to undo") }
            try page.tell("took back: \(step.words)")
        default:
            throw CLIError.usage(
                "brews notebook takes \(spec.operands); a question or an answer of several words stands in quotes; "
                    + "see: brews notebook --help")
        }
        return 0
    }

    private static func number(_ text: String) throws(CLIError) -> Int {
        guard let number = Int(text), number > 0 else { throw .usage("'\(text)' is no number of a note or question") }
        return number
    }

    private static func edit(_ arguments: Arguments, _ page: NotebookOutput, _ store: SQLiteNotebook) async throws {
        let id = try number(arguments.operands[1])
        guard !(arguments.has("private") && arguments.has("public")) else {
            throw CLIError.usage("--private and --public exclude each other")
        }
        guard var note = try await store.notes().first(where: { $0.id == id }) else { throw NotebookError.noNote(id) }
        if arguments.operands.count == 3 { note.answer = arguments.operands[2] }
        if arguments.has("private") { note.isPrivate = true }
        if arguments.has("public") { note.isPrivate = false }
        note.questions += arguments.values("question")
        for dropped in arguments.values("drop-question") {
            guard let index = note.questions.firstIndex(of: dropped) else {
                throw CLIError.input("note \(id) has no question '\(dropped)'; see: brews notebook list")
            }
            note.questions.remove(at: index)
        }
        try await store.update(note)
        guard let saved = try await store.notes().first(where: { $0.id == id }) else { return }
        try page.saved(saved)
    }

    private static func answer(_ arguments: Arguments, _ page: NotebookOutput, _ store: SQLiteNotebook) async throws {
        let open = try number(arguments.operands[1])
        if let note = try arguments.integer("note", in: 1...Int.max) {
            guard arguments.operands.count == 2 else { throw CLIError.usage("--note takes the place of an answer") }
            try await store.assign(openQuestion: open, toNote: note)
            guard let saved = try await store.notes().first(where: { $0.id == note }) else { return }
            return try page.saved(saved)
        }
        guard arguments.operands.count == 3 else {
            throw CLIError.usage(
                "brews notebook answer takes the number of an open question, and an answer or --note N")
        }
        try page.saved(
            try await store.answer(
                openQuestion: open, with: arguments.operands[2], isPrivate: arguments.has("private")))
    }

    /// - Returns: 0 if a note answers, 1 otherwise.
    private static func ask(_ arguments: Arguments, _ page: NotebookOutput, _ store: SQLiteNotebook) async throws
        -> Int32
    {
        let question = arguments.operands.dropFirst().joined(separator: " ")
        let notes = try await store.notes()
        let answer = try NoteMatcher(notes, for: arguments.has("staff") ? .staff : .guests).answer(question)
        try page.show(answer, to: question)
        if case .note = answer { return 0 }
        return 1
    }
}

extension NoteStep {
    /// The step for people.
    var words: String {
        switch self {
        case .update: "the last change of a note"
        case .delete: "the deletion of a note"
        case .deleteQuestion: "the deletion of a question"
        case .reset: "the reset to the default questions"
        case .clear: "the deletion of all notes"
        }
    }
}
