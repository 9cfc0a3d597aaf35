internal import Foundation

/// The folder of a menu file, where its pictures lie.
enum MenuFolder {
    /// The folder of a path.
    static func of(_ path: String) -> String { URL(fileURLWithPath: path).deletingLastPathComponent().path }
}
