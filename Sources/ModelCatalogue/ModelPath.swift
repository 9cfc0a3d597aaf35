/// Valid paths and names of models: plain ASCII, so that equal texts are equal bytes.
public enum ModelPath {
    /// Components of a path.
    public static let deepest = 6
    static let longestPart = 255
    static let longestPath = 512
    /// Files of one model or bundle.
    static let mostFiles = 2_000
    /// Bytes of all files of one model or bundle.
    static let mostBytes = 4 << 30

    /// Whether a path stays inside a model.
    public static func isValid(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return path.utf8.count <= longestPath && parts.count <= deepest && parts.allSatisfy(isName)
    }

    /// Whether a name is valid for a model: one path component that does not begin like a hidden file or an option.
    public static func isModelName(_ name: String) -> Bool {
        isName(name[...]) && name.utf8.count <= 100 && !name.hasPrefix(".") && !name.hasPrefix("-")
    }

    static func isName(_ part: Substring) -> Bool {
        part.utf8.count <= longestPart && !["", ".", ".."].contains(part)
            && part.unicodeScalars.allSatisfy {
                "a"..."z" ~= $0 || "A"..."Z" ~= $0 || "0"..."9" ~= $0 || "._-".unicodeScalars.contains($0)
            }
    }
}

/// Version order by numeric components: `1.9` before `1.10`, `0.15` before `0.15.1`.
enum ModelVersion {
    static func isOlder(_ version: String, than other: String) -> Bool {
        let left = parts(version), right = parts(other)
        for (a, b) in zip(left, right) where a != b {
            if let a = Int(a), let b = Int(b) {
                if a != b { return a < b }
            } else {
                return a < b
            }
        }
        return left.count < right.count
    }

    private static func parts(_ version: String) -> [Substring] {
        version.split { $0 == "." || $0 == "-" || $0 == "_" }
    }
}
