internal import Foundation
internal import PlatformSupport

/// Something that the staff have switched on, kept beside the order store: a restart does not switch it off.
struct StaffSwitchFile: Sendable {
    private let path: String

    /// The staff's pause of the kiosk that keeps its orders in `store`.
    static func pause(besideStore store: String) -> Self { Self(path: store + ".paused") }

    /// The staff's muting of the kiosk.
    static func mute(besideStore store: String) -> Self { Self(path: store + ".muted") }

    /// Whether it is switched on.
    var isOn: Bool { FileManager.default.fileExists(atPath: path) }

    /// Switches on or off.
    ///
    /// - Throws: `CLIError.input` where that cannot be kept.
    func set(_ isOn: Bool) throws(CLIError) {
        do {
            if isOn {
                try OutputFile.write(Array("on\n".utf8), to: path, mode: 0o644)
            } else if self.isOn {
                try FileManager.default.removeItem(atPath: path)
            }
        } catch {
            throw .input("this cannot be kept in \(path): \(error.localizedDescription)")
        }
    }
}
