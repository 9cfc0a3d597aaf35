internal import Conversation
internal import Feedback
internal import Foundation
internal import NoteMatching
internal import Notebook
internal import OrderParsing
internal import Ordering
internal import SQLiteOrderStore

/// `brews chat`: a conversation in the terminal.
enum ChatCommand: Command {
    static let name = "chat"
    static let spec = CommandSpec(
        name: "brews chat",
        summary: "Answers typed questions from the notebook and the menu, and says where each answer comes from.",
        operands: "[QUESTION…]",
        options: [
            NotebookLocation.option,
            OptionSpec("no-notes", "answer from the menu only"),
            OptionSpec("keep", "keep the conversation in the notebook's file"),
            OptionSpec("list", "list the kept conversations, the latest first"),
            OptionSpec("thread", value: "N", "show kept conversation N; with a question or --keep, continue it"),
        ], without: ["model"],
        examples: [
            ("brews chat", "ask line by line; the end of input (Ctrl-D) ends it"),
            ("brews chat \"what's the wifi password?\"", "one question"),
            ("brews chat --json < questions.txt", "one JSON object for each line"),
            ("brews chat --keep \"is there a piano?\" && brews chat --list", "keep a conversation"),
        ])

    private struct Turn: Encodable {
        let question: String
        let answer: String
        let source: String
    }

    static func run(_ arguments: Arguments, _ setup: Setup) async throws -> Int32 {
        let menu = try setup.menu(), writer = try setup.writer(for: menu), console = setup.console
        let path = NotebookLocation.path(arguments)
        // A conversation writes nothing where the owner has no notebook.
        let hasFile = FileManager.default.fileExists(atPath: path), usesNotes = !arguments.has("no-notes")
        let thread = try arguments.integer("thread", in: 1...Int.max)
        let isKept = arguments.has("keep") || thread != nil
        let needsStore = arguments.has("list") || thread != nil
        if !hasFile, needsStore || arguments.has("file") && !isKept { throw NotebookError.missing(path: path) }
        let store = hasFile && usesNotes || isKept || needsStore ? try await NotebookLocation.open(path) : nil
        if let store, needsStore, try await showKept(thread, arguments, setup, store) {
            await store.close()
            return 0
        }
        var keeper = ThreadKeeper(store: isKept ? store : nil, thread: thread)
        var services = Services(parser: try OrderParsingPipeline(menu: menu), writer: writer)
        services.notebook = usesNotes ? store : nil
        services.log = { console.note("brews: note: \($0)") }
        let chain = services.answers()
        func show(_ question: String) async throws {
            let answer = await chain.answer(question)
            if setup.json {
                try console.json(Turn(question: question, answer: answer.text, source: answer.source))
            } else {
                console.line("\(answer.text)  " + console.styled("[\(answer.source)]", .faint))
            }
            try Console.checkOutput()
            try await keeper.keep(question, answer, at: services.wall())
        }
        if !arguments.operands.isEmpty {
            try await show(arguments.operands.joined(separator: " "))
        } else {
            try await converse(console, isPrompting: console.isTerminal && !setup.json, show)
        }
        await store?.close()
        return 0
    }

    /// Shows kept conversations.
    ///
    /// - Returns: whether that was all that was asked for.
    private static func showKept(
        _ thread: Int?, _ arguments: Arguments, _ setup: Setup, _ store: SQLiteNotebook
    ) async throws -> Bool {
        guard let thread else {
            for summary in try await store.threads() {
                if setup.json {
                    try setup.console.json(summary)
                } else {
                    setup.console.line(
                        "\(summary.id)".padded(to: 5) + (summary.last.date ?? "").padded(to: 12) + summary.title)
                }
            }
            return true
        }
        guard arguments.operands.isEmpty, !arguments.has("keep") else { return false }
        for message in try await store.messages(ofThread: thread) {
            if setup.json {
                try setup.console.json(message)
            } else {
                let mark = message.author == .person ? "> " : "  "
                setup.console.line(mark + message.text + (message.source.map { "  [\($0)]" } ?? ""))
            }
        }
        return true
    }

    private static func converse(
        _ console: Console, isPrompting: Bool, _ show: (String) async throws -> Void
    ) async throws {
        if isPrompting { console.text("> ") }
        var lines = InputLines()
        while let line = try lines.next() {
            let question = line.trimmingCharacters(in: .whitespaces)
            if !question.isEmpty { try await show(question) }
            if isPrompting { console.text("> ") }
        }
        if isPrompting { console.line("") }
    }
}

/// Keeps a conversation, message by message.
private struct ThreadKeeper {
    /// Where it is kept; `nil` if it is not.
    let store: (any ThreadStore)?
    /// The thread; `nil` before the first message of a new one.
    var thread: Int?

    mutating func keep(_ question: String, _ answer: SourcedAnswer, at time: WallTime) async throws {
        guard let store else { return }
        let messages = [
            ConversationMessage(author: .person, text: question, time: time),
            ConversationMessage(author: .assistant, text: answer.text, source: answer.source, time: time),
        ]
        thread = try await store.append(messages, toThread: thread)
    }
}
