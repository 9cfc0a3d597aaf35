internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#endif

/// An installed model of a store.
public struct InstalledModel: Codable, Equatable, Sendable {
    /// Name of its folder: the model's name, `@` and a unique number.
    public let folder: String
    /// Version of the model.
    public let version: String
    /// SHA-256 of its manifest, which protects files and manifest from being changed together.
    public let manifestSHA256: String
    /// Source: `bundle` and its number, or an address.
    public let origin: String
    /// SHA-256 of each file at its first download, by address.
    public let downloads: [String: String]
    /// The newer version that this deliberate downgrade replaced; `nil` otherwise.
    public var insteadOf: String?

    /// Whether the bundled model of this name takes precedence: a later program brought it, and it was not downgraded.
    func givesWay(to bundled: String) -> Bool {
        ModelVersion.isOlder(version, than: bundled)
            && insteadOf.map { ModelVersion.isOlder($0, than: bundled) } ?? true
    }
}

/// The contents of a store in one small file, so that replacing it switches all models at once.
///
/// Model names never begin with a dot, so no model can overwrite this file.
struct StoreState: Codable, Equatable, Sendable {
    /// An installed bundle.
    struct Bundle: Codable, Equatable, Sendable {
        let number: Int
        /// SHA-256 of its manifest.
        let sha256: String
        /// Fingerprint of the key that verified it.
        let key: String
    }

    /// A deliberate downgrade, recorded for later inspection.
    struct Override: Codable, Equatable, Sendable {
        let number: Int
        let reason: String
        /// Wall-clock time, ISO 8601.
        let time: String
    }

    static let fileName = ".brews-store.json"
    static let newFileName = ".brews-store.json.new"
    static let currentFormat = 1
    /// Number of recorded downgrades; older ones are dropped.
    static let mostOverrides = 100
    private static let largest = 1 << 20

    var format = StoreState.currentFormat
    /// Number of the newest folder.
    var generation = 0
    /// The newest bundle; goes back only by a deliberate downgrade.
    var bundle: Bundle?
    var models: [String: InstalledModel] = [:]
    var overrides: [Override] = []

    /// Reads a store's state.
    ///
    /// - Returns: an empty state when nothing was installed.
    /// - Throws: `ModelError.storeFailed` when it exists, or may exist, and cannot be read: an empty state would bring
    ///   old models back.
    static func read(_ folder: String) throws(ModelError) -> StoreState {
        let path = folder + "/" + fileName
        func damaged(_ reason: String) -> ModelError {
            .storeFailed(
                action: "read", path: path, reason: "\(reason); remove it and install the models of this folder again")
        }
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return StoreState() }
            throw unreadable(folder, path)
        }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= largest else {
            throw damaged("it is no file of ours")
        }
        guard access(path, R_OK) == 0 else { throw unreadable(folder, path) }
        guard let data = FileManager.default.contents(atPath: path),
            let state = try? JSONDecoder().decode(StoreState.self, from: data)
        else {
            throw damaged("it is damaged")
        }
        guard state.format == currentFormat else { throw damaged("it is of another version of Brews") }
        let isSound = state.models.allSatisfy { name, model in
            ModelPath.isModelName(name)
                && generation(of: model.folder, name: name).map { $0 <= state.generation } == true
        }
        guard isSound, state.generation >= 0 else { throw damaged("it is damaged") }
        return state
    }

    /// Whether the folder is closed to this user, as one made under a `umask` of 027.
    private static func unreadable(_ folder: String, _ path: String) -> ModelError {
        let reason = String(cString: strerror(errno))
        return .storeFailed(
            action: "read", path: path,
            reason: "\(reason); let everybody read the models with: sudo chmod -R a+rX \(folder)")
    }

    func encoded() throws(ModelError) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else {
            throw .storeFailed(action: "write", path: Self.fileName, reason: "it cannot be encoded")
        }
        return data + Data("\n".utf8)
    }

    /// The number in a folder's name; `nil` for other folders.
    static func generation(of folder: String, name: String? = nil) -> Int? {
        let parts = folder.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[1]), number > 0, String(number) == parts[1] else { return nil }
        guard name.map({ $0 == parts[0] }) ?? ModelPath.isModelName(String(parts[0])) else { return nil }
        return number
    }
}
