/// A path in an archive, restricted to forms that mean the same on every file system.
enum ZipName {
    static let longestPart = 255
    static let longestPath = 512
    /// Extensions of nested archives, which cannot be checked without unpacking and which no model needs.
    private static let packed = ["zip", "tar", "gz", "tgz", "bz2", "xz", "7z", "zst", "rar"]

    /// The problem of a path; `nil` when it is allowed.
    ///
    /// - Parameter bytes: the path as written, without a folder's trailing slash.
    static func problem(_ bytes: ArraySlice<UInt8>, depth: Int) -> String? {
        guard !bytes.isEmpty else { return "an entry has no name" }
        guard bytes.count <= longestPath else { return "a name is longer than \(longestPath) bytes" }
        guard bytes.allSatisfy(isPlain) else {
            return "the name \(shown(bytes)) has other characters than A-Z a-z 0-9 . _ - /"
        }
        let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count <= depth else { return "the name \(shown(bytes)) is deeper than \(depth)" }
        for part in parts {
            guard part.count <= longestPart else { return "a name is longer than \(longestPart) bytes" }
            guard !part.isEmpty, part.contains(where: { $0 != UInt8(ascii: ".") }) else {
                return "the name \(shown(bytes)) leads elsewhere"
            }
        }
        let ending = shown(bytes).lowercased().split(separator: ".").last.map(String.init) ?? ""
        guard !packed.contains(ending) else { return "\(shown(bytes)) is an archive in the archive" }
        return nil
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "/"): true
        default: false
        }
    }

    /// The path for messages, with characters replaced that could confuse a terminal.
    static func shown(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.prefix(100).map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }
}
