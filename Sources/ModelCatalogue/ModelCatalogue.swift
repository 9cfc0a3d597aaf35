internal import Foundation

/// The models Brews knows: the bundled ones, and official ones that a person may fetch.
public struct ModelCatalogue: Sendable {
    public struct Entry: Codable, Equatable, Sendable {
        public let name: String
        /// Engine that loads it: `vosk`.
        public let engine: String
        /// BCP 47 language tag.
        public let language: String
        /// SPDX licence identifier.
        public let licence: String
        public let bundled: Bool
        /// Where its makers publish it; `nil` for bundled models.
        public let address: String?
        /// Size in millions of bytes, rounded: of the download as its makers state it, or of a bundled model's files.
        public let megabytes: Int
        /// SHA-256 of a bundled model's manifest, so that files and manifest cannot be changed together.
        public let manifestSHA256: String?
    }

    /// The model used when none is named.
    public static let defaultModel = "brews-en"

    public let entries: [Entry]
    /// Directories that hold models, in the order they are searched.
    public let searchPath: [String]

    /// - Parameter searchPath: directories whose subdirectories are models.
    /// - Throws: a decoding error only if the built-in catalogue is damaged, which its test excludes.
    public init(searchPath: [String]) throws {
        entries = try JSONDecoder().decode([Entry].self, from: Data(PackageResources.catalogue_json))
        self.searchPath = searchPath
    }

    /// Where models may lie: `BREWS_MODELS`, then `models` beside or above the executable, then the system's folders.
    ///
    /// - Parameters:
    ///   - executable: path of the running program.
    ///   - environment: the process's environment.
    public static func standardSearchPath(executable: String, environment: [String: String]) -> [String] {
        var paths = environment["BREWS_MODELS"].map { [$0] } ?? []
        var folder = URL(fileURLWithPath: executable).resolvingSymlinksInPath().deletingLastPathComponent()
        // A build lies up to four folders below its checkout: .build/<triple>/<configuration>/brews.
        for _ in 0..<5 where folder.path != "/" {
            paths.append(folder.appendingPathComponent("models").path)
            folder.deleteLastPathComponent()
        }
        return (paths + ["/usr/local/share/brews/models", "/usr/share/brews/models"]).filter { path in
            var isDirectory: ObjCBool = false
            return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
        }
    }

    /// The directory of a model given by name or by path.
    ///
    /// - Throws: `ModelError.missing`, or `.notBundled` for official models that were not fetched.
    public func locate(_ nameOrPath: String) throws(ModelError) -> ModelDirectory {
        let entry = entries.first { $0.name == nameOrPath }
        // A bundled model's name always means the bundled one, also where the working directory holds a folder of that name.
        if nameOrPath.contains("/") || entry?.bundled != true && FileManager.default.fileExists(atPath: nameOrPath + "/" + ModelManifest.fileName) {
            guard FileManager.default.fileExists(atPath: nameOrPath) else { throw .missing(name: nameOrPath, searched: [nameOrPath]) }
            // A model given by its path is the caller's own; its manifest is the authority.
            return ModelDirectory(path: nameOrPath)
        }
        for folder in searchPath where !["", ".", ".."].contains(nameOrPath) {
            let path = folder + "/" + nameOrPath
            if FileManager.default.fileExists(atPath: path) { return ModelDirectory(path: path, manifestDigest: entry?.manifestSHA256) }
        }
        if let address = entry?.address { throw .notBundled(name: nameOrPath, address: address) }
        throw .missing(name: nameOrPath, searched: searchPath.isEmpty ? ["no models folder was found"] : searchPath)
    }
}
