internal import Catalogue
internal import Desks
internal import Feedback
internal import Foundation
internal import KioskRuntime
internal import KioskWeb
internal import Notebook
internal import Ordering
internal import SQLiteOrderStore
internal import Speech

/// Builds the desks behind the kiosk's pages from a command line.
struct PageDesks {
    let arguments: Arguments
    let orchestrator: KioskOrchestrator
    let writer: PromptWriter
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
        guard let catalogue = try await SearchBackend.open(arguments, menu: writer.menu) else { return (desks, nil) }
        let lists = notebook == nil ? await openLists() : nil
        let currency = writer.menu.store.currency
        desks.search = SearchDesk(
            SearchParts(
                catalogue: catalogue, dictation: arguments.has("touch-only") ? nil : orchestrator,
                kiosk: orchestrator, lists: notebook ?? lists, clock: clock, wall: { StoreLocation.clock.wall() },
                price: { [writer] item in
                    guard let amount = item.price.map(Money.init(minorUnits:)) else { return "" }
                    return item.currency == currency ? writer.money(amount) : amount.formatted(currency: item.currency)
                }, newList: { UUID().uuidString.lowercased() }, heading: writer.menu.store.name))
        return (desks, lists)
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
