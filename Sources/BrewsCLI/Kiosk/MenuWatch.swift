internal import Foundation
internal import ModelCatalogue

/// Notices that the menu's file has become another good menu while the kiosk runs (fault E6).
struct MenuWatch {
    enum Finding: Equatable {
        case unchanged
        /// There is no file at the moment, as while it is being replaced.
        case missing
        /// The served menu again, after another file.
        case restored
        /// Another menu that may be used.
        case replaced
        /// Another file that is no menu, and why; said once for each.
        case broken(String)
    }

    private let path: String
    private let served: String
    private var seen: String

    /// - Parameters:
    ///   - path: the menu's file.
    ///   - digest: SHA-256 of the menu that is served.
    init(path: String, digest: String) {
        self.path = path
        served = digest
        seen = digest
    }

    /// Looks at the file.
    mutating func look() -> Finding {
        guard let data = FileManager.default.contents(atPath: path), let digest = FileDigest.sha256(of: data) else { return .missing }
        guard digest != seen else { return .unchanged }
        seen = digest
        guard digest != served else { return .restored }
        do throws(CLIError) { _ = try KioskMenu(path: path, lastGood: nil) } catch {
            return .broken(error.message.split(separator: "\n").first.map(String.init) ?? "")
        }
        return .replaced
    }
}
