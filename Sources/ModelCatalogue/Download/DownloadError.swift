/// Why a download did not succeed. `description` is a sentence without the file's name.
public enum DownloadError: Error, Equatable, Sendable, CustomStringConvertible {
    /// libcurl cannot be opened or is too old.
    case libraryMissing(reason: String)
    /// An address that is not fetched from, such as `file:`.
    case address(String)
    /// The server's answer, which trying again does not change.
    case status(Int, address: String)
    /// No connection, or one that broke, after every try.
    case connection(reason: String, address: String, tries: Int)
    /// More or fewer bytes than there should be.
    case size(bytes: Int, expected: Int, address: String)
    /// The disk does not take it.
    case file(path: String, reason: String)

    public var description: String {
        switch self {
        case .libraryMissing(let reason): "libcurl is not installed (\(reason)); install it with: scripts/setup"
        case .address(let address): "\(address) is no http or https address"
        case .status(let status, let address): "\(address) answers with status \(status)"
        case .connection(let reason, let address, let tries):
            "\(address) could not be fetched in \(tries) \(tries == 1 ? "try" : "tries") (\(reason)); run the command again: it goes on where it stopped"
        case .size(let bytes, let expected, let address): "\(address) has \(bytes) bytes instead of \(expected)"
        case .file(let path, let reason): "\(path) cannot be written (\(reason))"
        }
    }
}
