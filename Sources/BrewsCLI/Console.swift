internal import Foundation
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#endif

/// Standard output and error of the tool.
public struct Console: Sendable {
    /// Whether standard output is a terminal.
    public let isTerminal: Bool
    /// Whether details are printed (`--verbose`).
    public let isVerbose: Bool

    /// Standard output and error of this process.
    public init(isVerbose: Bool) {
        isTerminal = isatty(STDOUT_FILENO) == 1
        self.isVerbose = isVerbose
    }

    /// Prints a line on standard output without buffering.
    public func line(_ text: String) { self.text(text + "\n") }

    /// Prints text on standard output without a line end.
    public func text(_ text: String) {
        let code = Self.write(text, to: STDOUT_FILENO)
        // A closed pipe ends the output, not the command.
        if code != 0, code != EPIPE { _ = Self.loss.compareExchange(expected: 0, desired: code, ordering: .relaxed) }
    }

    /// Prints a line on standard error.
    public func note(_ text: String) { _ = Self.write(text + "\n", to: STDERR_FILENO) }

    /// Prints progress in one line of standard error, on terminals only.
    public func progress(_ text: String, isLast: Bool = false) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        _ = Self.write("\r\u{1B}[K\(text)\(isLast ? "\n" : "")", to: STDERR_FILENO)
    }

    /// Prints a line on standard error with `--verbose`.
    public func detail(_ text: @autoclosure () -> String) { if isVerbose { note(text()) } }

    /// Prints a value as one line of JSON.
    ///
    /// - Throws: as `checkOutput`, and for values that JSON cannot encode.
    public func json(_ value: some Encodable) throws {
        line(try Self.encoded(value))
        try Self.checkOutput()
    }

    /// Prints a value as one line of JSON in a log; a lost line is no error.
    func log(_ value: some Encodable) throws { _ = Self.write(try Self.encoded(value) + "\n", to: STDOUT_FILENO) }

    private static func encoded(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// The text in a style, on terminals only.
    func styled(_ text: String, _ style: Style) -> String {
        isTerminal ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    enum Style: Int { case bold = 1, faint = 2, red = 31, green = 32, yellow = 33 }

    /// Error code of the first failed write to standard output; 0 if none failed. Shared by the process.
    private static let loss = Atomic<Int32>(0)

    /// Why output was lost; `nil` if none was, or if the reader closed the pipe.
    static var lostOutput: CLIError? {
        let code = loss.load(ordering: .relaxed)
        return code == 0 ? nil : .output(reason: String(cString: strerror(code)))
    }

    /// - Throws: `CLIError.output` when output was lost.
    public static func checkOutput() throws(CLIError) { if let lostOutput { throw lostOutput } }

    /// Writes a whole text (`write(2)`).
    ///
    /// - Returns: 0 or an error code.
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
                // The descriptor may be in non-blocking mode.
                var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&request, 1, -1)
            default: return errno
            }
        }
        return 0
    }
}
