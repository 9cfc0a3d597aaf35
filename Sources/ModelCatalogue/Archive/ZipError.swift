/// Why an archive was refused.
public struct ZipError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Path of the archive.
    public let archive: String
    /// The problem, without the archive's name.
    public let reason: String

    /// The archive and the problem in words.
    public var description: String { "the archive \(archive) is refused: \(reason)" }
}

/// Largest contents of an archive.
public struct ZipLimits: Equatable, Sendable {
    /// Files and folders together.
    public var entries = 2_000
    /// Unpacked size of all files in bytes.
    public var bytes = 4 << 30
    /// Components of a path.
    public var depth = 6

    /// The default limits.
    public init() {}
}
