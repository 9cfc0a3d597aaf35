internal import Foundation
internal import ModelCatalogue
internal import Synchronization

/// `brews models fetch`: downloads and installs models; the only command that uses a network.
struct ModelsFetch {
    let catalogue: ModelCatalogue
    let setup: Setup
    /// Folder to install into.
    let store: String
    /// Self-test of a model before it is used; `nil` with `--no-self-test`.
    let trial: ModelTrial?

    /// Largest download in bytes.
    private static let mostBytes = 4 << 30

    private struct Output: Encodable {
        let name: String
        let directory: String
        let version: String
        let files: Int
        let bytes: Int
        /// SHA-256 of each download, by address.
        let downloads: [String: String]
        /// Addresses whose SHA-256 the catalogue does not know.
        let trusted: [String]
    }

    /// A downloaded file whose digest was compared.
    private struct Arrived {
        let download: ModelCatalogue.Download
        let path: String
        let sha256: String
        let isTrusted: Bool
    }

    func fetch(_ names: [String]) async throws -> Int32 {
        let entries = try names.map(entry)
        for entry in entries {
            if let model = try? catalogue.locate(entry.name).verify() {
                setup.console.note("brews: note: '\(entry.name)' is installed already, in \(model.directory)")
            } else {
                try await fetch(entry)
            }
        }
        setup.console.noteIfUnsearched(store, catalogue)
        return 0
    }

    private func entry(_ name: String) throws(CLIError) -> ModelCatalogue.Entry {
        guard let entry = catalogue.entries.first(where: { $0.name == name }) else {
            throw .usage("there is no model '\(name)' to fetch; see: brews models list")
        }
        guard entry.downloads?.isEmpty == false else {
            throw .usage(
                "the model '\(name)' comes with Brews and is not fetched; see what is wrong with it: brews models "
                    + "verify \(name)"
            )
        }
        return entry
    }

    private func fetch(_ entry: ModelCatalogue.Entry) async throws {
        let folder = store + "/.brews-downloads/" + entry.name
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw ModelError.storeFailed(action: "make the folder", path: folder, reason: error.localizedDescription)
        }
        let downloader = try Downloader()
        let known = try ModelStore(folder: store).installed()[entry.name]?.downloads ?? [:]
        var arrived: [Arrived] = []
        for download in entry.downloads ?? [] {
            arrived.append(
                try await get(
                    download, of: entry, in: folder, known: download.sha256 ?? known[download.address], downloader))
        }
        setup.console.progress("\(entry.name): unpacking and verifying …")
        let model: VerifiedModel
        do { model = try install(entry, arrived) } catch {
            throwAway(arrived, after: error)
            throw error
        }
        setup.console.progress("\(entry.name): installed", isLast: true)
        try? FileManager.default.removeItem(atPath: folder)
        // The folder is removed only when empty, that is, when no other download runs.
        _ = rmdir(store + "/.brews-downloads")
        try report(model, arrived)
    }

    /// Removes a download that has no known digest and made no model, since it would be reused each time. Files with
    /// the right digest stay for the next attempt, and all files stay after a disk error.
    private func throwAway(_ arrived: [Arrived], after error: any Error) {
        if case ModelError.storeFailed = error { return }
        for file in arrived where file.isTrusted { try? FileManager.default.removeItem(atPath: file.path) }
    }

    /// Downloads one file and compares it with its known size and digest.
    private func get(
        _ download: ModelCatalogue.Download, of entry: ModelCatalogue.Entry, in folder: String, known: String?,
        _ downloader: Downloader
    ) async throws
        -> Arrived
    {
        let address = download.address
        // Named by address: what came from another address is another file.
        guard let name = FileDigest.sha256(of: Data(address.utf8)) else {
            throw CLIError.bug("libcrypto made no digest")
        }
        let path = "\(folder)/\(name.prefix(16))"
        // Without a known digest the transfer at least must be encrypted.
        guard
            known != nil || address.hasPrefix("https://")
                || ["http://127.0.0.1:", "http://localhost:"].contains(where: address.hasPrefix)
        else {
            throw ModelError.refused(
                what: address,
                reason: "its SHA-256 is not known and http does not protect it; give an https address or the SHA-256")
        }
        let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? NSNumber
        let isHere = size != nil && download.bytes.map({ $0 == size?.intValue }) != false
        if !isHere, !Self.copyFromCache(sha256: known, to: path) {
            let line = ProgressLine(console: setup.console)
            try await downloader.fetch(address, to: path, expected: download.bytes, most: Self.mostBytes) { progress in
                line.show(Self.text(progress, name: entry.name))
            }
        }
        guard let sha256 = FileDigest.sha256(ofFile: path) else {
            throw ModelError.storeFailed(action: "read", path: path, reason: "it was written before")
        }
        if let known, sha256 != known {
            try? FileManager.default.removeItem(atPath: path)
            let origin = download.sha256 == nil ? "of its first fetch" : "of the catalogue"
            throw ModelError.refused(
                what: address, reason: "its SHA-256 is \(sha256) and not \(known) \(origin); it was thrown away")
        }
        if known == nil {
            setup.console.note("brews: note: the SHA-256 of \(address) is not public; from now on it is \(sha256)")
        }
        return Arrived(download: download, path: path, sha256: sha256, isTrusted: known == nil)
    }

    /// Copies a file that `scripts/setup --models` has put into the cache; its SHA-256 is compared like that of a
    /// download.
    ///
    /// - Returns: whether there was one.
    private static func copyFromCache(sha256: String?, to path: String) -> Bool {
        let environment = ProcessInfo.processInfo.environment
        guard let sha256, let cache = environment["XDG_CACHE_HOME"] ?? environment["HOME"].map({ $0 + "/.cache" })
        else {
            return false
        }
        let cached = "\(cache)/brews/models/\(sha256)"
        guard FileManager.default.fileExists(atPath: cached) else { return false }
        try? FileManager.default.removeItem(atPath: path)
        return (try? FileManager.default.copyItem(atPath: cached, toPath: path)) != nil
    }

    private static func text(_ progress: Downloader.Progress, name: String) -> String {
        let megabytes = progress.bytes / 1_000_000
        guard let total = progress.total, total > 0 else { return "\(name): \(megabytes) MB" }
        return "\(name): \(megabytes) of \(total / 1_000_000) MB, \(progress.bytes * 100 / total) %"
    }

    private func install(_ entry: ModelCatalogue.Entry, _ arrived: [Arrived]) throws -> VerifiedModel {
        let downloads = Dictionary(arrived.map { ($0.download.address, $0.sha256) }) { first, _ in first }
        let sources = try arrived.map { try Source($0.path, file: $0.download.file) }
        let added = additions(to: entry)
        let candidate = ModelCandidate(
            fetched: entry, downloads: downloads,
            bytes: sources.reduce(0) { $0 + $1.bytes } + added.reduce(0) { $0 + $1.bytes.count }
        ) { sink in
            for source in sources { try source.write(to: sink) }
            for (file, bytes) in added {
                try sink.file(file, bytes: bytes.count) { give in try bytes.withUnsafeBytes(give) }
            }
        }
        let made = try ModelStore(folder: store).install([candidate]) { try trial?.require($0) }
        guard let model = made.first else { throw CLIError.bug("a model was installed and is not there") }
        return model
    }

    /// Files that are installed with a model: the licence's text, and the recording of the self-test.
    private func additions(to entry: ModelCatalogue.Entry) -> [(file: String, bytes: [UInt8])] {
        var files = entry.licenceText.map { [(file: "LICENSE", bytes: Array($0.utf8))] } ?? []
        let recording = ModelManifest.SelfTest.usualFile
        // Without the default model there is no recording, and the model has no self-test.
        if entry.selfTest != nil, let model = try? catalogue.locate(ModelCatalogue.defaultModel),
            let data = FileManager.default.contents(atPath: model.path + "/" + recording)
        {
            files.append((file: recording, bytes: [UInt8](data)))
        }
        return files
    }

    private func report(_ model: VerifiedModel, _ arrived: [Arrived]) throws {
        let manifest = model.manifest
        if setup.json {
            return try setup.console.json(
                Output(
                    name: manifest.name, directory: model.directory, version: manifest.version,
                    files: manifest.files.count, bytes: manifest.bytes,
                    downloads: Dictionary(arrived.map { ($0.download.address, $0.sha256) }) { first, _ in first },
                    trusted: arrived.filter(\.isTrusted).map(\.download.address)))
        }
        setup.console.line(
            "\(manifest.name): \(setup.console.styled("installed", .green)), \(manifest.files.count.counted("file")), "
                + "\(manifest.bytes) bytes, in \(model.directory)"
        )
    }
}

/// Progress, printed when its text changes; thousands of blocks arrive for each per cent.
private final class ProgressLine: Sendable {
    private let console: Console
    private let shown = Mutex("")

    init(console: Console) { self.console = console }

    func show(_ text: String) {
        let isNews = shown.withLock { shown in
            defer { shown = text }
            return shown != text
        }
        if isNews { console.progress(text) }
    }
}

/// Downloaded files of a model: an archive, or single files.
private enum Source {
    case archive(ZipArchive, root: String?)
    case file(path: String, name: String, bytes: Int)

    /// - Throws: `ZipError` for an archive with contents that no model has.
    init(_ path: String, file: String?) throws {
        if let file {
            let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
            self = .file(path: path, name: file, bytes: size?.intValue ?? 0)
        } else {
            let archive = try ZipArchive(path: path)
            // Archives hold the model in a folder, whose name is dropped.
            let roots = Set(archive.entries.map { $0.path.split(separator: "/").first.map(String.init) ?? "" })
            let hasRoot = roots.count == 1 && archive.entries.allSatisfy { $0.isFolder || $0.path.contains("/") }
            self = .archive(archive, root: hasRoot ? roots.first : nil)
        }
    }

    var bytes: Int {
        switch self {
        case .archive(let archive, _): archive.entries.reduce(0) { $0 + $1.bytes }
        case .file(_, _, let bytes): bytes
        }
    }

    func write(to sink: ModelSink) throws {
        switch self {
        case .archive(let archive, let root):
            for entry in archive.entries where !entry.isFolder {
                let path = root.map { String(entry.path.dropFirst($0.count + 1)) } ?? entry.path
                try sink.file(path, bytes: entry.bytes) { give in try archive.read(entry, give) }
            }
        case .file(let path, let name, let bytes):
            try sink.file(name, bytes: bytes) { give in
                guard let file = FileHandle(forReadingAtPath: path) else {
                    throw ModelError.storeFailed(action: "read", path: path, reason: "it was written before")
                }
                defer { try? file.close() }
                while let block = try file.read(upToCount: 1 << 18), !block.isEmpty { try block.withUnsafeBytes(give) }
            }
        }
    }
}
