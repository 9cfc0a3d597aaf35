internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#endif

/// A model that was installed into a store.
public struct InstalledModel: Codable, Equatable, Sendable {
    /// Name of its folder in the store: the model's name, `@`, and a number that no other has.
    public let folder: String
    public let version: String
    /// SHA-256 of its manifest, so that files and manifest cannot be changed together.
    public let manifestSHA256: String
    /// Where it came from: `bundle` and its number, or an address.
    public let origin: String
    /// SHA-256 of each file as it was first fetched, by address.
    public let downloads: [String: String]
    /// Version that was in use when it was installed although it is older; `nil` where it was not older than another.
    public var insteadOf: String?

    /// Whether the model of this name that came with Brews is used in its place: a later program brought it, and nobody
    /// has gone back from it.
    func givesWay(to bundled: String) -> Bool {
        ModelVersion.isOlder(version, than: bundled)
            && insteadOf.map { ModelVersion.isOlder($0, than: bundled) } ?? true
    }
}

/// What a store holds. One small file, so that replacing it switches everything in it at once.
///
/// A model's name never begins with a dot, so nothing that is installed can write this file.
struct StoreState: Codable, Equatable, Sendable {
    /// A bundle that was installed.
    struct Bundle: Codable, Equatable, Sendable {
        let number: Int
        /// SHA-256 of its manifest.
        let sha256: String
        /// First characters of the SHA-256 of the public key that it was verified with.
        let key: String
    }

    /// A bundle that was installed although it is older, and who could have been surprised by it.
    struct Override: Codable, Equatable, Sendable {
        let number: Int
        let reason: String
        /// Wall clock of the machine, ISO 8601.
        let time: String
    }

    static let fileName = ".brews-store.json"
    static let newFileName = ".brews-store.json.new"
    static let currentFormat = 1
    /// Overrides kept; older ones are dropped.
    static let mostOverrides = 100
    private static let largest = 1 << 20

    var format = StoreState.currentFormat
    /// Number of the folder made last.
    var generation = 0
    /// The newest bundle; never goes back but by an override.
    var bundle: Bundle?
    var models: [String: InstalledModel] = [:]
    var overrides: [Override] = []

    /// Reads a store's state.
    ///
    /// - Returns: an empty state when nothing was ever installed.
    /// - Throws: `ModelError.storeFailed` when it is there, or may be, and cannot be understood: taking it for empty
    ///   would bring back old models.
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

    /// Another user made the folder and kept it to himself, as under a `umask` of 027.
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

    /// The number in a folder's name; `nil` when the folder is not one of ours.
    static func generation(of folder: String, name: String? = nil) -> Int? {
        let parts = folder.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[1]), number > 0, String(number) == parts[1] else { return nil }
        guard name.map({ $0 == parts[0] }) ?? ModelPath.isModelName(String(parts[0])) else { return nil }
        return number
    }
}
