/// A picture or a recording with its type, as pages send and get it.
public struct MediaFile: Equatable, Sendable {
    /// What a file is.
    public enum Kind: String, Equatable, Sendable, Codable {
        /// PNG, JPEG or WebP.
        case picture
        /// A WAV recording, 16 kHz mono.
        case sound
    }

    /// Largest picture: 1 MiB. Pages make larger ones smaller before they send them.
    public static let largestPicture = 1 << 20
    /// Longest recording, in samples: 60 s.
    public static let longestSound = 60 * sampleRate
    private static let sampleRate = 16_000

    /// What it is.
    public let kind: Kind
    /// MIME type.
    public let contentType: String
    /// The file.
    public let bytes: [UInt8]

    /// A file that was stored; nothing is checked.
    public init(kind: Kind, contentType: String, bytes: [UInt8]) {
        self.kind = kind
        self.contentType = contentType
        self.bytes = bytes
    }

    /// A picture, told by its first bytes. Nothing is decoded.
    ///
    /// - Returns: `nil` for bytes that are neither PNG, JPEG nor WebP, or more than `largestPicture`.
    public init?(picture bytes: [UInt8]) {
        guard bytes.count <= Self.largestPicture, let type = Self.pictureType(bytes) else { return nil }
        self.init(kind: .picture, contentType: type, bytes: bytes)
    }

    /// A recording of 16 kHz mono samples; those after `longestSound` are left out.
    public init(sound samples: [Int16]) {
        let samples = samples.prefix(Self.longestSound)
        func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        func half(_ value: Int) -> [UInt8] { Array(word(value).prefix(2)) }
        var bytes = Array("RIFF".utf8) + word(36 + 2 * samples.count) + Array("WAVEfmt ".utf8)
        bytes += word(16) + half(1) + half(1) + word(Self.sampleRate) + word(2 * Self.sampleRate) + half(2) + half(16)
        bytes += Array("data".utf8) + word(2 * samples.count)
        bytes.reserveCapacity(bytes.count + 2 * samples.count)
        for sample in samples { bytes += half(Int(sample)) }
        self.init(kind: .sound, contentType: "audio/wav", bytes: bytes)
    }

    /// The type of a picture by its first bytes; `nil` if they are neither PNG, JPEG nor WebP.
    public static func pictureType(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        let isWebP =
            bytes.count > 12 && bytes.starts(with: Array("RIFF".utf8)) && bytes[8..<12].elementsEqual("WEBP".utf8)
        return isWebP ? "image/webp" : nil
    }
}
