internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#endif

/// A model to be installed: its name, and how its files come about.
public struct ModelCandidate {
    public let name: String
    /// Where it comes from, for people.
    let origin: String
    let downloads: [String: String]
    /// Bytes it needs on disk.
    let bytes: Int
    /// Makes the manifest from the files written; `nil` when the manifest is one of them.
    let manifest: (([ModelManifest.File]) -> ModelManifest)?
    let write: (ModelSink) throws -> Void

    /// A model that was fetched and gets its manifest from what arrived.
    ///
    /// - Parameters:
    ///   - entry: what the catalogue knows of it.
    ///   - downloads: SHA-256 of each download, by address.
    ///   - bytes: its size when unpacked.
    ///   - write: delivers the files; called once.
    public init(
        fetched entry: ModelCatalogue.Entry, downloads: [String: String], bytes: Int,
        write: @escaping (ModelSink) throws -> Void
    ) {
        name = entry.name
        origin = entry.address ?? "fetched"
        self.downloads = downloads
        self.bytes = bytes
        manifest = { files in
            ModelManifest(
                name: entry.name, version: entry.version ?? "1", engine: entry.engine, language: entry.language,
                sampleRate: entry.sampleRate ?? 16_000,
                runtimeGraph: entry.runtimeGraph ?? false, licence: entry.licence, files: files)
        }
        self.write = write
    }

    init(name: String, origin: String, bytes: Int, write: @escaping (ModelSink) throws -> Void) {
        self.name = name
        self.origin = origin
        downloads = [:]
        self.bytes = bytes
        manifest = nil
        self.write = write
    }
}

/// A folder of models that are installed and replaced so that a power cut at any moment leaves the old ones or the new
/// ones, never a mixture.
///
/// New models are written into folders of their own, secured (`fsync(2)`), read back, verified and tried; then one
/// small file, the store's state, is replaced (`rename(2)`), which switches all of them at once; then the old folders
/// go. So what does not work is never switched to, and there is nothing to go back from. One installation at a time, by
/// a lock on the folder.
public struct ModelStore: Sendable {
    public let folder: String
    private let files: StoreFiles

    public init(folder: String) { self.init(folder: folder, files: StoreFiles()) }

    init(folder: String, files: StoreFiles) {
        self.folder = folder
        self.files = files
    }

    /// The models that were installed here, by name.
    ///
    /// - Throws: `ModelError.storeFailed` when the state cannot be understood.
    public func installed() throws(ModelError) -> [String: InstalledModel] { try StoreState.read(folder).models }

    /// Number of the newest bundle installed here; `nil` when none was.
    public func newestBundle() throws(ModelError) -> Int? { try StoreState.read(folder).bundle?.number }

    /// The directory of an installed model; `nil` when it was not installed here.
    ///
    /// - Parameter entry: what the catalogue knows of it.
    func directory(of name: String, entry: ModelCatalogue.Entry? = nil) throws(ModelError) -> ModelDirectory? {
        try StoreState.read(folder).models[name].map { directory(of: $0, named: name, entry: entry) }
    }

    /// The directory of a model that the store's state names.
    func directory(of model: InstalledModel, named name: String, entry: ModelCatalogue.Entry?) -> ModelDirectory {
        let again: ModelOrigin.Again =
            if let entry { entry.bundled ? .bundled : .fetch } else {
                model.downloads.isEmpty ? .nowhere : .fetchByOwnCatalogue
            }
        return ModelDirectory(
            path: folder + "/" + model.folder, manifestDigest: model.manifestSHA256,
            origin: .installed(name: name, again: again))
    }

    /// Installs models, all of them or none.
    ///
    /// - Parameter trial: tries a model that is whole, before any is used; what it throws leaves everything as it was.
    /// - Returns: the models as they are now installed, in the candidates' order.
    /// - Throws: `ModelError` when a candidate is not what it should be or the disk does not take it, and what a
    ///   candidate's `write` or `trial` throws; what was installed before is then still installed.
    public func install(_ candidates: [ModelCandidate], trial: (VerifiedModel) throws -> Void = { _ in }) throws
        -> [VerifiedModel]
    {
        try install(candidates, trial: trial) { _, _ in }
    }

    /// As above; `change` may look at the state under the lock, refuse by throwing, and add to what is written with the
    /// switch.
    func install(
        _ candidates: [ModelCandidate], trial: (VerifiedModel) throws -> Void,
        change: (inout StoreState, [VerifiedModel]) throws -> Void,
        check: (StoreState) throws -> Void = { _ in }
    ) throws -> [VerifiedModel] {
        let lock = try StoreLock(folder)
        defer { lock.release() }
        let old = try StoreState.read(folder)
        try check(old)
        // First what an installation left that was cut off: it may hold the very space that is missing.
        try removeLeftOvers(old)
        try requireSpace(candidates.reduce(0) { $0 + $1.bytes })

        var new = old
        var made: [VerifiedModel] = []
        do {
            for candidate in candidates { made.append(try add(candidate, to: &new)) }
            try change(&new, made)
            for model in made { try trial(model) }
            try files.syncFolder(folder)
            try files.write(try new.encoded(), to: folder + "/" + StoreState.newFileName)
        } catch {
            // Left-overs harm nobody: the next installation clears what cannot be removed now.
            try? removeLeftOvers(old)
            throw error
        }
        try switchTo(new, from: old)
        try? removeLeftOvers(new)
        return made
    }

    /// Writes, secures and verifies one model in a folder of its own.
    private func add(_ candidate: ModelCandidate, to state: inout StoreState) throws -> VerifiedModel {
        guard ModelPath.isModelName(candidate.name) else {
            throw ModelError.refused(
                what: "the model", reason: "\(candidate.name.debugDescription) is no name of a model")
        }
        state.generation += 1
        let name = "\(candidate.name)@\(state.generation)"
        let sink = try ModelSink(folder: folder + "/" + name, files: files)
        try candidate.write(sink)
        if let manifest = candidate.manifest { try sink.seal(manifest(sink.written)) }
        try sink.finish()
        let path = folder + "/" + name
        let verified = try ModelDirectory(path: path).verify()
        guard verified.manifest.name == candidate.name else {
            throw ModelError.refused(
                what: "the model '\(candidate.name)'", reason: "its manifest is that of '\(verified.manifest.name)'")
        }
        guard let digest = FileDigest.sha256(ofFile: path + "/" + ModelManifest.fileName) else {
            throw ModelError.storeFailed(
                action: "read", path: path + "/" + ModelManifest.fileName, reason: "it was there before")
        }
        state.models[candidate.name] = InstalledModel(
            folder: name, version: verified.manifest.version, manifestSHA256: digest, origin: candidate.origin,
            downloads: candidate.downloads)
        return verified
    }

    /// The one step that counts, and the way back when the medium does not confirm it.
    private func switchTo(_ new: StoreState, from old: StoreState) throws {
        let path = folder + "/" + StoreState.fileName
        do {
            try files.rename(folder + "/" + StoreState.newFileName, to: path)
        } catch {
            try? removeLeftOvers(old)
            throw error
        }
        do {
            try files.syncFolder(folder)
            guard try StoreState.read(folder) == new else {
                throw ModelError.storeFailed(action: "read back", path: path, reason: "it holds something else")
            }
        } catch {
            // Only when the old state is back may the new folders go; until then either state has its folders.
            if (try? restore(old)) != nil { try? removeLeftOvers(old) }
            throw error
        }
    }

    private func restore(_ old: StoreState) throws(ModelError) {
        try files.remove(folder + "/" + StoreState.newFileName)
        try files.write(try old.encoded(), to: folder + "/" + StoreState.newFileName)
        try files.rename(folder + "/" + StoreState.newFileName, to: folder + "/" + StoreState.fileName)
        try files.syncFolder(folder)
    }

    /// Removes folders of ours that the state does not name: of an installation that was cut short, or of models that
    /// were replaced.
    private func removeLeftOvers(_ state: StoreState) throws(ModelError) {
        let kept = Set(state.models.values.map(\.folder))
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw StoreFiles.failure("read", folder)
        }
        for name in names.sorted()
        where name == StoreState.newFileName || StoreState.generation(of: name) != nil && !kept.contains(name) {
            try files.remove(folder + "/" + name)
        }
    }

    /// A disk that fills half way costs minutes; asking first costs nothing.
    private func requireSpace(_ bytes: Int) throws(ModelError) {
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder)
        guard let free = (attributes?[.systemFreeSize] as? NSNumber)?.intValue else { return }
        guard bytes < free else {
            throw .storeFailed(action: "write", path: folder, reason: "\(bytes) bytes are needed and \(free) are free")
        }
    }
}

/// The right to change a store (`flock(2)` on its folder), which ends with the process at the latest.
private struct StoreLock {
    private let descriptor: Int32

    init(_ folder: String) throws(ModelError) {
        descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreFiles.failure("open", folder) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw .storeFailed(action: "change", path: folder, reason: "another installation is under way")
        }
    }

    func release() { close(descriptor) }
}
