internal import Foundation
internal import PlatformSupport

/// Whether the staff have paused the kiosk, kept beside the order store: a restart does not open it.
struct PauseFile: Sendable {
    private let path: String

    /// - Parameter store: path of the order store.
    init(besideStore store: String) { path = store + ".paused" }

    /// Whether the kiosk is paused.
    var isPaused: Bool { FileManager.default.fileExists(atPath: path) }

    /// Pauses or opens.
    ///
    /// - Throws: `CLIError.input` where that cannot be kept.
    func set(_ isPaused: Bool) throws(CLIError) {
        do {
            if isPaused {
                try OutputFile.write(Array("paused\n".utf8), to: path, mode: 0o644)
            } else if self.isPaused {
                try FileManager.default.removeItem(atPath: path)
            }
        } catch {
            throw .input("the pause cannot be kept in \(path): \(error.localizedDescription)")
        }
    }
}
