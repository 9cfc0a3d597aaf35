/// Why an archive is not unpacked.
public struct ZipError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Path of the archive.
    public let archive: String
    /// What is wrong with it, without the archive's name.
    public let reason: String

    public var description: String { "the archive \(archive) is refused: \(reason)" }
}

/// How much an archive may hold.
public struct ZipLimits: Equatable, Sendable {
    /// Files and folders together.
    public var entries = 2_000
    /// Bytes of all files, unpacked.
    public var bytes = 4 << 30
    /// Names between slashes in one path.
    public var depth = 6

    public init() {}
}
