internal import Foundation
internal import Ordering
internal import PlatformSupport

/// What the owner has changed for the day, as JSON beside the order store. Read and replaced as a whole: after a power
/// cut the file holds the changes of before or of after.
struct MenuChangesFile: Sendable {
    let path: String
    private let calls: DurableCalls

    /// Largest file that is read.
    private static let largest = 1 << 20

    /// - Parameters:
    ///   - store: path of the order store.
    ///   - calls: write the file.
    init(besideStore store: String, calls: DurableCalls = .system) {
        path = store + ".changes.json"
        self.calls = calls
    }

    /// The changes; none where there is no file.
    ///
    /// - Throws: `CLIError.input` for a file that cannot be read.
    func read() throws(CLIError) -> MenuChanges {
        guard FileManager.default.fileExists(atPath: path) else { return MenuChanges() }
        do {
            let bytes = try InputFile.read(path, "the menu's changes")
            guard bytes.count <= Self.largest else { throw CLIError.input("it has \(bytes.count) bytes") }
            return try JSONDecoder().decode(MenuChanges.self, from: Data(bytes))
        } catch {
            throw .input(
                "the menu's changes \(path) cannot be read; see: brews menu list. To begin anew, remove the file")
        }
    }

    /// The changes that hold on a business day, and why others are not used.
    func holding(on day: String) -> (changes: MenuChanges, problem: String?) {
        do throws(CLIError) { return (try read().holding(on: day), nil) } catch {
            return (MenuChanges(), error.message)
        }
    }

    /// Changes the file.
    ///
    /// - Throws: `CLIError.input` for a file that cannot be read or written.
    func change(_ body: (inout MenuChanges) -> Void) throws(CLIError) {
        var changes = try read()
        body(&changes)
        do {
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            // Read by the kiosk, which may run as another user.
            try OutputFile.write(Array(changes.json), to: path, mode: 0o644, calls: calls)
        } catch {
            let reason = (error as? OutputFileError)?.reason ?? error.localizedDescription
            throw .input("the menu's changes \(path) cannot be written: \(reason)")
        }
    }
}

extension MenuChanges {
    /// The changes as JSON with sorted keys, the same bytes for the same changes.
    var json: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)) ?? Data()
    }
}
