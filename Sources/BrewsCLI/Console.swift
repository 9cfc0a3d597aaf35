internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#endif

/// Standard output and error of the tool.
public struct Console: Sendable {
    public let isTerminal: Bool
    /// Whether notes for the curious are printed.
    public let isVerbose: Bool

    public init(isVerbose: Bool) {
        isTerminal = isatty(STDOUT_FILENO) == 1
        self.isVerbose = isVerbose
    }

    /// A line on standard output, written at once so that pipes see it while it is true.
    public func line(_ text: String) { write(text + "\n", to: .standardOutput) }

    /// Text on standard output without a line end.
    public func text(_ text: String) { write(text, to: .standardOutput) }

    /// A line on standard error.
    public func note(_ text: String) { write(text + "\n", to: .standardError) }

    /// How far a long work is, over and over in one line of standard error; nothing where that is no terminal.
    public func progress(_ text: String, isLast: Bool = false) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        write("\r\u{1B}[K\(text)\(isLast ? "\n" : "")", to: .standardError)
    }

    /// A line on standard error when `--verbose` was given.
    public func detail(_ text: @autoclosure () -> String) { if isVerbose { note(text()) } }

    /// A value as one line of JSON.
    public func json(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        line(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// Text in a style, on terminals only.
    func styled(_ text: String, _ style: Style) -> String { isTerminal ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text }

    enum Style: Int { case bold = 1, faint = 2, red = 31, green = 32, yellow = 33 }

    private func write(_ text: String, to handle: FileHandle) {
        // A reader that went away ends the output, not the order.
        try? handle.write(contentsOf: Data(text.utf8))
    }
}
