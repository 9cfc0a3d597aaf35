internal import Foundation
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import ModelCatalogue

/// Models made for a test, signed with a key of the test's own.
struct Office {
    let folder: TemporaryFolder
    let key: BundleSigningKey

    init() throws {
        folder = try TemporaryFolder()
        key = try BundleSigningKey()
    }

    /// A small whole model.
    ///
    /// - Parameters:
    ///   - name: of the model.
    ///   - version: also in its files, so that versions differ.
    func model(_ name: String, version: String) throws -> VerifiedModel {
        let path = folder.path("\(name)-\(version)-\(UUID().uuidString)")
        var files: [ModelManifest.File] = []
        for (file, text) in [
            "am/final.mdl": "acoustic \(name) \(version)", "conf/model.conf": "--beam=13\n",
            "graph/words.txt": String(repeating: "latte \(version)\n", count: 50),
        ] {
            let url = URL(fileURLWithPath: path + "/" + file)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
            files.append(
                ModelManifest.File(
                    path: file, bytes: text.utf8.count, sha256: FileDigest.sha256(of: Data(text.utf8)) ?? ""))
        }
        let manifest = ModelManifest(
            name: name, version: version, engine: "vosk", language: "en", sampleRate: 16_000, runtimeGraph: true,
            licence: "Apache-2.0",
            files: files.sorted { $0.path < $1.path })
        try JSONEncoder().encode(manifest).write(to: URL(fileURLWithPath: path + "/" + ModelManifest.fileName))
        return try ModelDirectory(path: path).verify()
    }

    /// A bundle on the stick.
    func bundle(_ number: Int, _ models: [VerifiedModel], key other: BundleSigningKey? = nil) throws -> String {
        let path = folder.path("bundle-\(number)-\(UUID().uuidString)")
        _ = try ModelBundle.write(models, number: number, key: other ?? key, to: path)
        return path
    }

    /// Installs as a kiosk does.
    @discardableResult
    func install(
        _ path: String, into store: ModelStore, allowOlder: Bool = false, versions: (String) -> String? = { _ in nil },
        trial: (VerifiedModel) throws -> Void = { _ in }
    ) throws -> (models: [VerifiedModel], override: String?) {
        try store.install(
            ModelBundle(path: path, key: key.publicKey), versions: versions, allowOlder: allowOlder,
            time: "2026-11-21T12:00:00Z", trial: trial)
    }
}

extension ModelCatalogue {
    /// A program's catalogue that brings other models along.
    ///
    /// - Parameter bundled: SHA-256 of each model's manifest, by name.
    init(searchPath: [String], bundled: [String: String]) {
        let entries = bundled.map { name, digest in
            Entry(
                name: name, engine: "vosk", language: "en", licence: "Apache-2.0", bundled: true, address: nil,
                megabytes: 1, manifestSHA256: digest, version: nil,
                sampleRate: nil, runtimeGraph: nil, downloads: nil, note: nil)
        }
        self.init(entries: entries, searchPath: searchPath)
    }
}

extension StoreFiles {
    /// Changes that do not wait for the medium, for tests with hundreds of installations.
    static func quick(before: @escaping @Sendable (Step) throws(ModelError) -> Void = { _ in }) -> StoreFiles {
        StoreFiles(before: before, secure: { _ in 0 })
    }
}

extension ModelStore {
    /// A store that does not wait for the medium.
    static func quick(_ folder: String) -> ModelStore { ModelStore(folder: folder, files: .quick()) }
}

/// Everything in a folder: kind, permissions and contents by path, so that two states can be compared byte for byte.
func snapshot(_ folder: String) throws -> [String: String] {
    var all: [String: String] = [:]
    for case let name as String in try #require(FileManager.default.enumerator(atPath: folder)) {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)
        let kind = (attributes[.type] as? FileAttributeType)?.rawValue ?? "?"
        let contents =
            kind == FileAttributeType.typeRegular.rawValue ? FileDigest.sha256(ofFile: folder + "/" + name) ?? "?" : ""
        all[name] = "\(kind) \(attributes[.posixPermissions] ?? "") \(contents)"
    }
    return all
}

/// The versions that a store's catalogue would hand to engines, every file verified.
func versions(in folder: String, of names: [String]) throws -> [String] {
    let catalogue = try ModelCatalogue(searchPath: [folder])
    return try names.map { name in
        do { return try catalogue.locate(name).verify().manifest.version } catch ModelError.unknown { return "none" }
    }
}

/// Ends the power before the n-th change on disk: that change and all later ones do not happen, and what was not
/// secured is lost.
final class PowerCut: Sendable {
    struct Off: Error {}

    private struct State {
        var left: Int
        /// Files written to since they were last secured.
        var unsecured: Set<String> = []
        /// The last replaced file as it was, until its folder was secured.
        var replaced: (path: String, contents: Data?)?
        /// Files and folders that are new in a folder which was not secured since.
        var unnamed: Set<String> = []
    }

    private let state: Mutex<State>

    /// - Parameter steps: changes that still happen.
    init(after steps: Int) { state = Mutex(State(left: steps)) }

    /// The medium itself is not waited for: what is secured is counted here, and what is not gets lost here.
    var files: StoreFiles {
        .quick { [self] step throws(ModelError) in
            let isOff = state.withLock { state in
                guard state.left > 0 else { return true }
                state.left -= 1
                switch step {
                case .create(let path):
                    state.unsecured.insert(path)
                    state.unnamed.insert(path)
                case .write(let path): state.unsecured.insert(path)
                case .makeFolder(let path): state.unnamed.insert(path)
                case .sync(let path):
                    state.unsecured.remove(path)
                    state.unnamed = state.unnamed.filter {
                        URL(fileURLWithPath: $0).deletingLastPathComponent().path != path
                    }
                    if let replaced = state.replaced, replaced.path.hasPrefix(path + "/") { state.replaced = nil }
                case .rename(_, let path): state.replaced = (path, FileManager.default.contents(atPath: path))
                case .remove: break
                }
                return false
            }
            if isOff { throw .storeFailed(action: "change", path: "", reason: "the power is off") }
        }
    }

    /// Whether every change happened.
    var neverCame: Bool { state.withLock { $0.left > 0 } }

    /// What a file system may do to what was not secured: contents of files end anywhere, new names are not there, and
    /// a replacement may not have happened.
    func loseUnsecured(using random: inout SeededGenerator) throws {
        for path in state.withLock(\.unsecured).sorted() {
            guard let handle = FileHandle(forUpdatingAtPath: path) else { continue }
            try handle.truncate(atOffset: UInt64.random(in: 0...handle.seekToEnd(), using: &random))
            try handle.close()
        }
        for path in state.withLock(\.unnamed).sorted()
        where FileManager.default.fileExists(atPath: path) && Bool.random(using: &random) {
            try FileManager.default.removeItem(atPath: path)
        }
        guard let replaced = state.withLock(\.replaced), Bool.random(using: &random) else { return }
        if let contents = replaced.contents {
            try contents.write(to: URL(fileURLWithPath: replaced.path))
        } else if FileManager.default.fileExists(atPath: replaced.path) {
            try FileManager.default.removeItem(atPath: replaced.path)
        }
    }
}

/// Counts the calls of a closure that may run anywhere.
final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }

    /// - Returns: 0 for the first call.
    func next() -> Int {
        count.withLock { count in
            count += 1
            return count - 1
        }
    }
}
