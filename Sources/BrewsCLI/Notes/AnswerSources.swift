internal import Catalogue
internal import Conversation
internal import Desks
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

/// A catalogue as a source of answers: the item that fits best, if it fits well.
struct CatalogueSource: AnswerSource {
    /// Least score of an item that answers a question.
    private static let leastScore = 0.6

    let name = "catalogue"
    let catalogue: any CatalogueSearching
    let price: @Sendable (CatalogueItem) -> String

    func answer(_ question: String) async -> String? {
        guard let best = try? await catalogue.search(question).first(where: { $0.item.kind != .menu }),
            best.score >= Self.leastScore
        else { return nil }
        let item = best.item
        let title = ([item.title] + (item.creators.isEmpty ? [] : [item.creators.joined(separator: ", ")]))
            .joined(separator: ", ")
        let details = [item.place, price(item)].filter { !$0.isEmpty }
        return (["\(title)."] + (details.isEmpty ? [] : [details.joined(separator: ", ") + "."])).joined(separator: " ")
    }
}
