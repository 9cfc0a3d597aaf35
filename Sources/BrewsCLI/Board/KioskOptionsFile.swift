internal import Foundation
internal import PlatformSupport

/// The file with the options of the kiosk's service, of which `brews tune` writes one line.
///
/// The service passes `BREWS_KIOSK_TUNED` before `BREWS_KIOSK_OPTIONS`, so an option that the owner chose counts.
enum KioskOptionsFile {
    /// The variable that `brews tune` writes.
    static let variable = "BREWS_KIOSK_TUNED"
    private static let comment =
        "# Chosen by `brews tune` for this machine; an option of BREWS_KIOSK_OPTIONS counts more."

    /// The file's text with other tuned options; all other lines stay.
    static func text(_ text: String, with options: [String]) -> String {
        let line = "\(variable)=\(options.joined(separator: " "))"
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last?.isEmpty == true { lines.removeLast() }
        let own = lines.indices.filter { lines[$0].hasPrefix("\(variable)=") }
        guard let first = own.first else { return (lines + [comment, line]).joined(separator: "\n") + "\n" }
        lines[first] = line
        for index in own.dropFirst().reversed() { lines.remove(at: index) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Writes tuned options into a file, atomically; a missing file is made.
    ///
    /// - Throws: `CLIError.input`.
    static func write(_ options: [String], to path: String) throws(CLIError) {
        let old: String
        if FileManager.default.fileExists(atPath: path) {
            guard let data = FileManager.default.contents(atPath: path) else {
                throw .input("\(path) cannot be read")
            }
            old = String(decoding: data, as: UTF8.self)
        } else {
            old = ""
        }
        do { try OutputFile.write(Array(text(old, with: options).utf8), to: path) } catch {
            throw .input("\(path) cannot be written: \(error.reason)")
        }
    }
}
