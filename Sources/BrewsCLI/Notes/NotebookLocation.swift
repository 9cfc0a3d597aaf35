internal import Notebook
internal import Ordering
internal import SQLiteOrderStore

/// Path of the notebook, for the kiosk and the commands that use it.
enum NotebookLocation {
    /// Option for another path.
    static let option = OptionSpec(
        "file", value: "FILE",
        "the notebook (default: notebook.sqlite in $STATE_DIRECTORY under systemd, or in ~/.local/state/brews)")

    /// The path of `--file`, or the default: beside the order store.
    static func path(_ arguments: Arguments) -> String {
        if let path = arguments.value("file") { return path }
        let orders = StoreLocation.standard()
        return orders[..<(orders.lastIndex(of: "/") ?? orders.endIndex)] + "/notebook.sqlite"
    }

    /// Opens a notebook, in which card numbers of guests' questions are masked.
    static func open(_ path: String) async throws -> SQLiteNotebook {
        var settings = NotebookSettings(.file(path))
        settings.mask = { CardNumbers.masked($0) }
        return try await SQLiteNotebook.open(settings)
    }
}

extension SQLiteNotebook {
    /// Removes open questions that were last asked some days ago. Does nothing while the clock is not set.
    func removeOpenQuestions(olderThanDays days: Int) async throws {
        var time = StoreLocation.clock.wall()
        guard time.isTrusted else { return }
        time.epochMilliseconds -= Int64(days) * 86_400_000
        _ = try await removeOpenQuestions(before: time)
    }

    /// Removes guests' reading lists to which nothing was added for some days. Does nothing while the clock is not set.
    func removeReadingLists(olderThanDays days: Int) async throws {
        var time = StoreLocation.clock.wall()
        guard time.isTrusted else { return }
        time.epochMilliseconds -= Int64(days) * 86_400_000
        _ = try await removeReadingLists(before: time)
    }
}
