internal import Catalogue
internal import Conversation
internal import Desks
internal import Feedback
internal import Foundation
internal import KioskWeb
internal import NoteMatching
internal import OrderParsing
internal import Ordering
internal import SQLiteOrderStore
internal import Speech

/// The services behind search, notebook and assistant, for the kiosk's pages and for the commands: the one place that
/// puts them together. Tests replace any part.
struct Services: Sendable {
    /// What the notebook's file keeps.
    typealias NotebookStore = NoteStore & ThreadStore & AnswerStash & ReadingListStore

    /// Understands questions about the menu.
    let parser: OrderParsingPipeline
    /// The sentences, and the menu.
    let writer: PromptWriter
    /// Who asks the assistant.
    var audience: NoteMatcher.Audience = .guests
    /// Notes, conversations, saved answers and reading lists; `nil` where there are no notes to answer from.
    var notebook: (any NotebookStore)?
    /// Reading lists of a kiosk without a notebook.
    var lists: (any ReadingListStore)?
    /// What guests search; `nil` for no search.
    var catalogue: (any CatalogueSearching)?
    /// Reads pictures of books.
    var pictures: any PictureReading = CoverPictures()
    /// Takes orders of what was found.
    var kiosk: (any KioskService)?
    /// Lends the microphone, and tells its state; `nil` where there is none.
    var dictation: (any DictationService)?
    /// Speaks answers; `nil` where they are only shown.
    var speaker: (any AnswerSpeaking)?
    /// The deadlines' clock.
    var clock = MonotonicClock(ContinuousClock())
    /// What entries and messages are dated with.
    var wall: @Sendable () -> WallTime = { StoreLocation.clock.wall() }
    /// Returns a new id.
    var newID: @Sendable () -> String = { UUID().uuidString.lowercased() }
    /// Takes a sentence about something that does not work.
    var log: @Sendable (String) -> Void = { _ in }

    init(parser: OrderParsingPipeline, writer: PromptWriter) {
        self.parser = parser
        self.writer = writer
    }

    /// Answers from the notebook for an audience; `nil` without a notebook.
    func notes(for audience: NoteMatcher.Audience) -> NotebookDesk? {
        notebook.map { NotebookDesk($0, for: audience, now: wall, log: log) }
    }

    /// Answers from notebook, menu and catalogue, in this order. What guests ask in vain is noted; what the staff ask
    /// is not.
    func answers() -> AnswerChain {
        let notes = notes(for: audience)
        var sources: [any AnswerSource] = notes.map { [NotebookSource(desk: $0)] } ?? []
        sources.append(MenuSource(parser: parser, writer: writer))
        if let catalogue { sources.append(CatalogueSource(catalogue: catalogue, price: price)) }
        return AnswerChain(sources) { [writer, audience] question in
            guard audience == .guests, let notes, await notes.reply(to: question) == .noted else {
                return writer.sentence(.answer(.other))
            }
            return writer.sentence(.noted)
        }
    }

    /// The desks of the kiosk's pages; a page without its parts has none.
    func desks() async -> KioskWebDesks {
        var desks = KioskWebDesks()
        if let notebook {
            desks.assistant = AssistantDesk(
                AssistantParts(
                    chain: answers(), threads: notebook, dictation: dictation, speaker: speaker,
                    phrases: await catalogue?.phrases() ?? [], clock: clock, wall: wall))
            desks.noteSpeech = dictation.map { NoteSpeechDesk(dictation: $0) }
        }
        if let catalogue, let kiosk {
            desks.search = SearchDesk(
                SearchParts(
                    catalogue: catalogue, dictation: dictation, pictures: pictures, kiosk: kiosk,
                    lists: notebook ?? lists, clock: clock, wall: wall, price: price, newList: newID,
                    heading: writer.menu.store.name))
        }
        return desks
    }

    /// The price of an item, as text; empty for none.
    private var price: @Sendable (CatalogueItem) -> String {
        { [writer] item in
            guard let amount = item.price.map(Money.init(minorUnits:)) else { return "" }
            return item.currency == writer.menu.store.currency
                ? writer.money(amount) : amount.formatted(currency: item.currency)
        }
    }
}
