internal import Foundation
internal import Synchronization

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
    public func line(_ text: String) { self.text(text + "\n") }

    /// Text on standard output without a line end.
    public func text(_ text: String) {
        let code = Self.write(text, to: STDOUT_FILENO)
        // A reader that went away ends the output, not the order.
        if code != 0, code != EPIPE { _ = Self.loss.compareExchange(expected: 0, desired: code, ordering: .relaxed) }
    }

    /// A line on standard error.
    public func note(_ text: String) { _ = Self.write(text + "\n", to: STDERR_FILENO) }

    /// How far a long work is, over and over in one line of standard error; nothing where that is no terminal.
    public func progress(_ text: String, isLast: Bool = false) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        _ = Self.write("\r\u{1B}[K\(text)\(isLast ? "\n" : "")", to: STDERR_FILENO)
    }

    /// A line on standard error when `--verbose` was given.
    public func detail(_ text: @autoclosure () -> String) { if isVerbose { note(text()) } }

    /// A value as one line of JSON.
    ///
    /// - Throws: as `checkOutput`, and for values that are no JSON.
    public func json(_ value: some Encodable) throws {
        line(try Self.encoded(value))
        try Self.checkOutput()
    }

    /// A value as one line of JSON in the log of a service, which goes on when the line is lost.
    func log(_ value: some Encodable) throws { _ = Self.write(try Self.encoded(value) + "\n", to: STDOUT_FILENO) }

    private static func encoded(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// Text in a style, on terminals only.
    func styled(_ text: String, _ style: Style) -> String {
        isTerminal ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    enum Style: Int { case bold = 1, faint = 2, red = 31, green = 32, yellow = 33 }

    /// The system's code for the first text that standard output did not take; 0 while it took all. The process has one
    /// standard output.
    private static let loss = Atomic<Int32>(0)

    /// Why some of the output is lost; `nil` where none is, or only because nobody reads it any more.
    static var lostOutput: CLIError? {
        let code = loss.load(ordering: .relaxed)
        return code == 0 ? nil : .output(reason: String(cString: strerror(code)))
    }

    /// - Throws: `CLIError.output` when some of the output is lost, so that nobody works on for nothing.
    public static func checkOutput() throws(CLIError) { if let lostOutput { throw lostOutput } }

    /// Writes all of a text (`write(2)`).
    ///
    /// - Returns: 0, or the system's code for what went wrong.
    private static func write(_ text: String, to descriptor: Int32) -> Int32 {
        let bytes = Array(text.utf8)
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress.map { $0 + done }, bytes.count - done)
            }
            if count > 0 {
                done += count
                continue
            }
            guard count < 0 else { return EIO }
            switch errno {
            case EINTR: break
            case EAGAIN:
                // Whoever gave us the descriptor may have made it one that does not wait.
                var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&request, 1, -1)
            default: return errno
            }
        }
        return 0
    }
}
