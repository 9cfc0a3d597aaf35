/// Why a download failed. `description` is a sentence without the file's name.
public enum DownloadError: Error, Equatable, Sendable, CustomStringConvertible {
    /// libcurl cannot be opened or is too old.
    case libraryMissing(reason: String)
    /// The address has an unsupported scheme, such as `file:`.
    case address(String)
    /// A permanent error of the server.
    case status(Int, address: String)
    /// No connection, or an interrupted one, after all attempts.
    case connection(reason: String, address: String, tries: Int)
    /// The size differs from the expected one.
    case size(bytes: Int, expected: Int, address: String)
    /// The file cannot be written.
    case file(path: String, reason: String)

    /// The problem in words, with a remedy where there is one.
    public var description: String {
        switch self {
        case .libraryMissing(let reason): "libcurl is not installed (\(reason)); install it with: scripts/setup"
        case .address(let address): "\(address) is no http or https address"
        case .status(let status, let address): "\(address) answers with status \(status)"
        case .connection(let reason, let address, let tries):
            "\(address) could not be fetched in \(tries) \(tries == 1 ? "try" : "tries") (\(reason)); run the "
                + "command again: it goes on where it stopped"
        case .size(let bytes, let expected, let address): "\(address) has \(bytes) bytes instead of \(expected)"
        case .file(let path, let reason): "\(path) cannot be written (\(reason))"
        }
    }
}
