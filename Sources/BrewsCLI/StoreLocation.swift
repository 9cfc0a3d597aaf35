public import Foundation
public import SQLiteOrderStore

/// Where the order store is unless somebody says otherwise, and by which clock it counts: the same for the kiosk and
/// for the commands that read it.
public enum StoreLocation {
    /// The option that names another file.
    static let option = OptionSpec(
        "store", value: "FILE",
        "order store (default: $STATE_DIRECTORY/orders.sqlite under systemd, or ~/.local/state/brews/orders.sqlite)")

    /// The store's file: in the service's own folder under systemd (`STATE_DIRECTORY`, the first of several), or the
    /// user's (`XDG_STATE_HOME`).
    ///
    /// - Parameter environment: the process's.
    public static func standard(environment: [String: String] = ProcessInfo.processInfo.environment) -> String {
        func named(_ variable: String) -> String? { environment[variable].flatMap { $0.isEmpty ? nil : $0 } }
        if let folders = named("STATE_DIRECTORY"), let first = folders.split(separator: ":").first {
            return "\(first)/orders.sqlite"
        }
        let home = named("HOME") ?? NSHomeDirectory()
        // The base directory specification says that a relative path counts as none.
        let state = named("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.local/state"
        return state + "/brews/orders.sqlite"
    }

    /// The file named with `--store`, or the standard one.
    static func path(_ arguments: Arguments) -> String { arguments.value("store") ?? standard() }

    /// Seconds since 1970 before which the machine's clock is not set: nothing was built before, and boards without a
    /// battery start in the past.
    public static let earliestClock: Int64 = 1_790_000_000

    /// The machine's clocks for the store.
    public static var clock: StoreClock { .system(earliest: earliestClock) }

    /// Business days of kiosk and commands.
    public static var calendar: BusinessCalendar { BusinessCalendar() }
}
