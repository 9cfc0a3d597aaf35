internal import Conversation
internal import Feedback
internal import NoteMatching
internal import OrderParsing
internal import Ordering

/// The owner's notes as a source of answers.
struct NotebookSource: AnswerSource {
    let name = "notebook"
    let desk: NotebookDesk

    func answer(_ question: String) async -> String? {
        guard case .note(let note, _)? = try? await desk.find(question) else { return nil }
        return note.answer
    }
}

/// The menu as a source of answers: prices, sizes, what there is, allergens.
struct MenuSource: AnswerSource {
    let name = "menu"
    let parser: OrderParsingPipeline
    let writer: PromptWriter

    func answer(_ question: String) async -> String? {
        let answers = parser.parse(question).acts.compactMap { act -> String? in
            guard case .ask(let asked) = act, asked != .other, asked != .missing(nil) else { return nil }
            return writer.sentence(.answer(asked))
        }
        return answers.isEmpty ? nil : answers.joined(separator: " ")
    }
}
