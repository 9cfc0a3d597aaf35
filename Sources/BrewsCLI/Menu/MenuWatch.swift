internal import Foundation
internal import ModelCatalogue
internal import Ordering

/// Detects that the menu file, or what the owner has changed for the day, makes another valid menu while the kiosk runs
/// (fault E6).
struct MenuWatch {
    enum Finding: Equatable {
        case unchanged
        /// There is no file, as while it is being replaced.
        case missing
        /// The served menu again, after a different file.
        case restored
        /// Another valid menu.
        case replaced
        /// An invalid menu, or one that no kiosk can be built for, with the reason; reported once for each file.
        case broken(String)
    }

    private let path: String?
    private let changes: @Sendable () -> MenuChanges
    private let served: String
    private let check: (Menu) throws -> Void
    private var seen: String
    /// Why `seen` is not served although the menu itself is valid; the missing component may appear later.
    private var shortcoming: String?

    /// - Parameters:
    ///   - path: the menu's file; `nil` for the built-in menu.
    ///   - digest: digest of the served menu.
    ///   - check: throws when no kiosk can be built for a menu.
    ///   - changes: what the owner has changed for the day.
    init(
        path: String?, digest: String, check: @escaping (Menu) throws -> Void = { _ in },
        changes: @escaping @Sendable () -> MenuChanges = { MenuChanges() }
    ) {
        self.path = path
        self.changes = changes
        self.check = check
        served = digest
        seen = digest
    }

    /// Reads the file and reports a change.
    mutating func look() -> Finding {
        let file = path.map { FileManager.default.contents(atPath: $0) } ?? Data(MenuLoader.builtInFile)
        let changes = changes()
        guard let file, let digest = KioskMenu.digest(of: file, changes) else { return .missing }
        guard digest != seen || shortcoming != nil else { return .unchanged }
        let known = digest == seen ? shortcoming : nil
        seen = digest
        shortcoming = nil
        guard digest != served else { return .restored }
        let menu: Menu
        do throws(CLIError) { menu = try KioskMenu(path: path, lastGood: nil, changes: changes).menu } catch {
            return .broken(Self.reason(error))
        }
        do { try check(menu) } catch {
            let reason = Self.reason(CLIError.from(error))
            shortcoming = reason
            return reason == known ? .unchanged : .broken(reason)
        }
        return .replaced
    }

    private static func reason(_ error: CLIError) -> String {
        error.message.split(separator: "\n").first.map(String.init) ?? ""
    }
}
