internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#endif

/// A model to install: its name and the source of its files.
public struct ModelCandidate {
    /// Name of the model.
    public let name: String
    /// Source, for messages.
    let origin: String
    let downloads: [String: String]
    /// Bytes needed on disk.
    let bytes: Int
    /// Makes the manifest of the written files; `nil` when the source includes it.
    let manifest: (([ModelManifest.File]) -> ModelManifest)?
    let write: (ModelSink) throws -> Void

    /// A downloaded model, whose manifest is made from its files.
    ///
    /// - Parameters:
    ///   - entry: catalogue entry.
    ///   - downloads: SHA-256 of each download, by address.
    ///   - bytes: unpacked size.
    ///   - write: writes the files; called once.
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
                runtimeGraph: entry.runtimeGraph ?? false, licence: entry.licence, files: files,
                selfTest: files.contains { $0.path == ModelManifest.SelfTest.usualFile }
                    ? entry.selfTest.map { .init(file: ModelManifest.SelfTest.usualFile, text: $0) } : nil)
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

/// A folder of installed models. A power cut at any moment leaves all old models or all new ones.
///
/// New models are written into new folders, flushed (`fsync(2)`), read back, verified and tested. Then one small file,
/// the store's state, is replaced (`rename(2)`), which switches all models at once, and the old folders are removed. A
/// lock on the folder allows one installation at a time.
public struct ModelStore: Sendable {
    /// Folder of the store.
    public let folder: String
    private let files: StoreFiles

    /// A store in a folder; nothing is read or created yet.
    public init(folder: String) { self.init(folder: folder, files: StoreFiles()) }

    init(folder: String, files: StoreFiles) {
        self.folder = folder
        self.files = files
    }

    /// The installed models by name.
    ///
    /// - Throws: `ModelError.storeFailed` for an unreadable state.
    public func installed() throws(ModelError) -> [String: InstalledModel] { try StoreState.read(folder).models }

    /// The directory of an installed model; `nil` when it is not installed here.
    ///
    /// - Parameter entry: its catalogue entry.
    func directory(of name: String, entry: ModelCatalogue.Entry? = nil) throws(ModelError) -> ModelDirectory? {
        try StoreState.read(folder).models[name].map { directory(of: $0, named: name, entry: entry) }
    }

    /// The directory of a model in the store's state.
    func directory(of model: InstalledModel, named name: String, entry: ModelCatalogue.Entry?) -> ModelDirectory {
        let again: ModelOrigin.Again =
            if let entry { entry.bundled ? .bundled : .fetch } else {
                model.downloads.isEmpty ? .nowhere : .fetchByOwnCatalogue
            }
        return ModelDirectory(
            path: folder + "/" + model.folder, manifestDigest: model.manifestSHA256,
            origin: .installed(name: name, again: again))
    }

    /// Installs all models, or none.
    ///
    /// - Parameter trial: tests a verified model before any is used; if it throws, nothing is changed.
    /// - Returns: the installed models in the order of the candidates.
    /// - Throws: `ModelError` for an invalid candidate or a full disk, and what `write` or `trial` throws; nothing was
    ///   changed then.
    public func install(_ candidates: [ModelCandidate], trial: (VerifiedModel) throws -> Void = { _ in }) throws
        -> [VerifiedModel]
    {
        try install(candidates, trial: trial) { _, _ in }
    }

    /// As above. `change` can inspect the state under the lock, refuse by throwing, and add to the new state.
    func install(
        _ candidates: [ModelCandidate], trial: (VerifiedModel) throws -> Void,
        change: (inout StoreState, [VerifiedModel]) throws -> Void,
        check: (StoreState) throws -> Void = { _ in }
    ) throws -> [VerifiedModel] {
        let lock = try StoreLock(folder)
        defer { lock.release() }
        let old = try StoreState.read(folder)
        try check(old)
        // Remains of an interrupted installation may hold the space that is needed.
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
            // Remains are harmless; the next installation removes them.
            try? removeLeftOvers(old)
            throw error
        }
        try switchTo(new, from: old)
        try? removeLeftOvers(new)
        return made
    }

    /// Writes, flushes and verifies one model in a new folder.
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

    /// Replaces the state, and restores the old one if it cannot be flushed.
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
            // New folders are removed only once the old state is back; until then both states have their folders.
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

    /// Removes the store's folders that its state does not name, of interrupted installations or replaced models.
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

    /// Checks free space first: failing half way would cost minutes.
    private func requireSpace(_ bytes: Int) throws(ModelError) {
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder)
        guard let free = (attributes?[.systemFreeSize] as? NSNumber)?.intValue else { return }
        guard bytes < free else {
            throw .storeFailed(action: "write", path: folder, reason: "\(bytes) bytes are needed and \(free) are free")
        }
    }
}

/// The lock on a store (`flock(2)` on its folder); released at the latest with the process.
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
