internal import Foundation
internal import Ordering
internal import PlatformSupport

/// The opening hours that the staff have set, and their opening outside of them, as JSON beside the order store. Read
/// and replaced as a whole.
struct HoursFile: Sendable {
    /// What the file holds.
    struct Contents: Equatable, Codable {
        /// `nil` for the hours of the kiosk's options.
        var hours: OpeningHours?
        /// First minute of an opening outside the hours, in local time, and the minute after its last.
        var openedFrom: Int?
        var openedUntil: Int?

        /// The opening outside the hours.
        var opened: Range<Int>? {
            get {
                guard let openedFrom, let openedUntil, openedFrom < openedUntil else { return nil }
                return openedFrom..<openedUntil
            }
            set { (openedFrom, openedUntil) = (newValue?.lowerBound, newValue?.upperBound) }
        }
    }

    let path: String

    /// - Parameter store: path of the order store.
    init(besideStore store: String) { path = store + ".hours.json" }

    /// The contents; nothing where there is no file.
    ///
    /// - Throws: `CLIError.input` for a file that cannot be read.
    func read() throws(CLIError) -> Contents {
        guard FileManager.default.fileExists(atPath: path) else { return Contents() }
        do {
            return try JSONDecoder().decode(Contents.self, from: Data(InputFile.read(path, "the opening hours")))
        } catch {
            throw .input("the opening hours \(path) cannot be read; to begin anew, remove the file")
        }
    }

    /// Replaces the file.
    ///
    /// - Throws: `CLIError.input` where it cannot be written.
    func write(_ contents: Contents) throws(CLIError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        do { try OutputFile.write(Array(encoder.encode(contents)), to: path, mode: 0o644) } catch {
            throw .input("the opening hours cannot be kept in \(path): \(error.localizedDescription)")
        }
    }
}
