internal import Catalogue
internal import Conversation
internal import Desks
internal import Feedback
internal import Foundation
internal import KioskRuntime
internal import KioskWeb
internal import NoteMatching
internal import Notebook
internal import OrderParsing
internal import Ordering
internal import SQLiteOrderStore
internal import Speech

/// Builds the desks behind the kiosk's pages from a command line.
struct PageDesks {
    let arguments: Arguments
    let orchestrator: KioskOrchestrator
    let parser: OrderParsingPipeline
    let writer: PromptWriter
    /// The loudspeaker; `nil` for a silent kiosk.
    let voice: LoadingVoice?
    let clock: MonotonicClock
    let log: ServiceLogger
    /// The notebook of `--notebook`, which also has the reading lists.
    let notebook: SQLiteNotebook?
    /// Path of the order store; `nil` for one in memory.
    let storePath: String?

    /// - Returns: the desks, and the file of reading lists where they have one of their own.
    /// - Throws: `CatalogueError`.
    func make() async throws -> (desks: KioskWebDesks, lists: SQLiteNotebook?) {
        var desks = KioskWebDesks()
        let dictation: KioskOrchestrator? = arguments.has("touch-only") ? nil : orchestrator
        let catalogue = try await SearchBackend.open(arguments, menu: writer.menu)
        if let notebook {
            desks.assistant = AssistantDesk(await assistant(notebook, catalogue, dictation))
            desks.noteSpeech = dictation.map { NoteSpeechDesk(dictation: $0) }
        }
        guard let catalogue else { return (desks, nil) }
        let lists = notebook == nil ? await openLists() : nil
        desks.search = SearchDesk(
            SearchParts(
                catalogue: catalogue, dictation: dictation, pictures: CoverPictures(), kiosk: orchestrator,
                lists: notebook ?? lists,
                clock: clock, wall: { StoreLocation.clock.wall() }, price: price,
                newList: { UUID().uuidString.lowercased() }, heading: writer.menu.store.name))
        return (desks, lists)
    }

    /// Answers from the notebook, the menu and the catalogue. Behind the staff's code the private notes count, too.
    private func assistant(
        _ notebook: SQLiteNotebook, _ catalogue: SearchBackend?, _ dictation: KioskOrchestrator?
    ) async -> AssistantParts {
        let isForStaff = arguments.has("staff-code-file")
        let desk = NotebookDesk(
            notebook, for: isForStaff ? .staff : .guests, now: { StoreLocation.clock.wall() }, log: { [log] in log($0) }
        )
        var sources: [any AnswerSource] = [NotebookSource(desk: desk), MenuSource(parser: parser, writer: writer)]
        if let catalogue { sources.append(CatalogueSource(catalogue: catalogue, price: price)) }
        let chain = AnswerChain(sources) { [writer] question in
            // What the staff ask is not noted for the staff.
            guard !isForStaff, await desk.reply(to: question) == .noted else {
                return writer.sentence(.answer(.other))
            }
            return writer.sentence(.noted)
        }
        return AssistantParts(
            chain: chain, threads: notebook, dictation: dictation,
            speaker: voice.map { voice in
                KioskSpeaker(voice: voice) { [orchestrator] in await orchestrator.staffSession.state == "active" }
            }, phrases: await catalogue?.phrases() ?? [], clock: clock, wall: { StoreLocation.clock.wall() })
    }

    private var price: @Sendable (CatalogueItem) -> String {
        { [writer] item in
            guard let amount = item.price.map(Money.init(minorUnits:)) else { return "" }
            return item.currency == writer.menu.store.currency
                ? writer.money(amount) : amount.formatted(currency: item.currency)
        }
    }

    /// The reading lists of a kiosk without a notebook: beside the order store.
    private func openLists() async -> SQLiteNotebook? {
        do {
            guard let storePath else { return try await SQLiteNotebook.open(NotebookSettings(.memory)) }
            let folder = storePath[..<(storePath.lastIndex(of: "/") ?? storePath.startIndex)]
            return try await NotebookLocation.open((folder.isEmpty ? "." : folder) + "/reading-lists.sqlite")
        } catch {
            log("no reading lists: \(CLIError.from(error).message)")
            return nil
        }
    }
}
