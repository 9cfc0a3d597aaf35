public import Foundation
public import SQLiteOrderStore

/// Default path and clock of the order store, for the kiosk and the commands that read it.
public enum StoreLocation {
    /// Option for another path.
    static let option = OptionSpec(
        "store", value: "FILE",
        "order store (default: $STATE_DIRECTORY/orders.sqlite under systemd, or ~/.local/state/brews/orders.sqlite)")

    /// Default path: the first folder of `STATE_DIRECTORY` under systemd, else `XDG_STATE_HOME`.
    ///
    /// - Parameter environment: the process's environment.
    public static func standard(environment: [String: String] = ProcessInfo.processInfo.environment) -> String {
        func named(_ variable: String) -> String? { environment[variable].flatMap { $0.isEmpty ? nil : $0 } }
        if let folders = named("STATE_DIRECTORY"), let first = folders.split(separator: ":").first {
            return "\(first)/orders.sqlite"
        }
        let home = named("HOME") ?? NSHomeDirectory()
        // The base directory specification ignores relative paths.
        let state = named("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.local/state"
        return state + "/brews/orders.sqlite"
    }

    /// Option for another catalogue.
    static let catalogueOption = OptionSpec(
        "catalogue", value: "FILE", "catalogue (default: catalogue.sqlite in the folder of the order store)")

    /// The absolute path of `--catalogue`, or the default, which need not exist.
    static func catalogue(_ arguments: Arguments) -> String {
        let standard = standard().split(separator: "/").dropLast().joined(separator: "/")
        return URL(fileURLWithPath: arguments.value("catalogue") ?? "/" + standard + "/catalogue.sqlite").path
    }

    /// The path of `--store`, or the default.
    static func path(_ arguments: Arguments) -> String { arguments.value("store") ?? standard() }

    /// Earliest plausible time in seconds since 1970; boards without a battery start before it.
    public static let earliestClock: Int64 = 1_790_000_000

    /// The machine's clocks for the store.
    public static var clock: StoreClock { .system(earliest: earliestClock) }

    /// Business days of the kiosk and the commands.
    public static var calendar: BusinessCalendar { BusinessCalendar() }
}
