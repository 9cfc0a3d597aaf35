import EmbeddedFiles
internal import Foundation

/// The known models: bundled ones, and official ones to download.
///
/// ```swift
/// let model = try ModelCatalogue.ofThisProgram().locate("brews-en").verify()
/// ```
public struct ModelCatalogue: Sendable {
    /// A known model.
    public struct Entry: Codable, Equatable, Sendable {
        /// Name of the model.
        public let name: String
        /// Engine that loads it: `vosk`, `whisper` or `piper`.
        public let engine: String
        /// BCP 47 language tag.
        public let language: String
        /// SPDX licence identifier.
        public let licence: String
        /// Whether it comes with Brews.
        public let bundled: Bool
        /// Address of its publisher; `nil` for bundled models.
        public let address: String?
        /// Size in megabytes (10⁶ bytes), rounded: of the download, or of a bundled model's files.
        public let megabytes: Int
        /// SHA-256 of a bundled model's manifest, which protects files and manifest from being changed together.
        public let manifestSHA256: String?
        /// Version for the manifest of a downloaded model; `nil` for bundled models, which have manifests.
        public let version: String?
        /// Sample rate in hertz for the manifest; `nil` for bundled models.
        public let sampleRate: Int?
        /// Whether a grammar can be set at run time, for the manifest; `nil` for bundled models.
        public let runtimeGraph: Bool?
        /// Files to download; `nil` for bundled models.
        public let downloads: [Download]?
        /// A note for its users.
        public let note: String?
        /// Year and holder of the copyright, for the licence text to install; `nil` where the download has one.
        public var copyright: String?
        /// What the model recognises in the self-test recording of the default model; `nil` without self-test.
        public var selfTest: String?

        /// The licence text to install; `nil` where the download has one.
        public var licenceText: String? {
            licence == "MIT" ? copyright.map(LicenceText.mit(copyright:)) : nil
        }
    }

    /// A published file of a model.
    public struct Download: Codable, Equatable, Sendable {
        /// Address of the file.
        public let address: String
        /// Path in the model; `nil` for a zip archive of the model's folder.
        public let file: String?
        /// Size in bytes, if published or confirmed by several downloads.
        public let bytes: Int?
        /// SHA-256 in lower-case hexadecimal, if known. Without it the first download is trusted, and later ones must
        /// match it.
        public let sha256: String?
    }

    /// Folder of the models installed on a kiosk; writable for installation only.
    public static let kioskStore = "/var/lib/brews/models"

    /// The default model.
    public static let defaultModel = "brews-en"

    /// The known models.
    public let entries: [Entry]
    /// Folders of models, in the order they are searched.
    public let searchPath: [String]

    /// - Parameter searchPath: folders whose subfolders are models, in the order they are searched.
    /// - Throws: a decoding error for a damaged built-in catalogue.
    public init(searchPath: [String]) throws {
        entries = try JSONDecoder().decode([Entry].self, from: Data(EmbeddedFile.modelCatalogue.bytes))
        self.searchPath = searchPath
    }

    /// Adds models to download.
    ///
    /// - Parameters:
    ///   - bytes: a JSON array of entries as in `catalogue.json`, none of them bundled.
    ///   - file: file name for messages.
    /// - Throws: `ModelError.refused` for invalid entries.
    public func adding(_ bytes: [UInt8], from file: String) throws(ModelError) -> ModelCatalogue {
        func refused(_ reason: String) -> ModelError { .refused(what: "the catalogue \(file)", reason: reason) }
        let added: [Entry]
        do { added = try JSONDecoder().decode([Entry].self, from: Data(bytes)) } catch {
            throw refused("it is no list of models (\(error))")
        }
        for entry in added {
            guard ModelPath.isModelName(entry.name) else {
                throw refused("\(entry.name.debugDescription) is no name of a model")
            }
            guard !entry.bundled, entry.manifestSHA256 == nil else {
                throw refused("'\(entry.name)' says it is bundled")
            }
            guard let downloads = entry.downloads, !downloads.isEmpty, entry.sampleRate != nil else {
                throw refused("'\(entry.name)' lacks downloads or sampleRate")
            }
            for download in downloads {
                guard download.file.map(ModelPath.isValid) ?? (downloads.count == 1) else {
                    throw refused("'\(entry.name)' has a bad file name")
                }
                guard download.sha256.map({ $0.count == 64 }) ?? true, download.bytes.map({ $0 > 0 }) ?? true else {
                    throw refused("'\(entry.name)' has a bad size or SHA-256")
                }
            }
        }
        let names = Set(added.map(\.name))
        guard names.count == added.count else { throw refused("it has a name twice") }
        guard let clash = entries.first(where: { $0.bundled && names.contains($0.name) }) else {
            return ModelCatalogue(entries: entries.filter { !names.contains($0.name) } + added, searchPath: searchPath)
        }
        throw refused("'\(clash.name)' is a bundled model")
    }

    init(entries: [Entry], searchPath: [String]) {
        self.entries = entries
        self.searchPath = searchPath
    }

    /// The folders of models: `BREWS_MODELS`, the kiosk's store, `models` beside or above the executable, and the
    /// system's folders. Missing folders are left out.
    ///
    /// - Parameters:
    ///   - executable: path of the running program.
    ///   - environment: the process's environment.
    public static func standardSearchPath(executable: String, environment: [String: String]) -> [String] {
        // Installed models precede those that came with the program.
        var paths = (environment["BREWS_MODELS"].map { [$0] } ?? []) + [kioskStore]
        var folder = URL(fileURLWithPath: executable).resolvingSymlinksInPath().deletingLastPathComponent()
        // A build directory is up to four folders below its checkout: .build/<triple>/<configuration>/brews.
        for _ in 0..<5 where folder.path != "/" {
            paths.append(folder.appendingPathComponent("models").path)
            folder.deleteLastPathComponent()
        }
        return (paths + ["/usr/local/share/brews/models", "/usr/share/brews/models"]).filter { path in
            var isDirectory: ObjCBool = false
            return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
        }
    }

    /// The directory of a model, by name or path.
    ///
    /// A store's model whose folder was removed by hand is skipped, so removing the folder restores the bundled model.
    /// A model from a bundle is skipped when the program came with a newer one, unless the older one was chosen on
    /// purpose.
    ///
    /// - Throws: `ModelError.missing`, `.unknown`, `.notBundled` for official models that are not installed,
    ///   `.storeFailed` for a damaged store.
    public func locate(_ nameOrPath: String) throws(ModelError) -> ModelDirectory {
        let entry = entries.first { $0.name == nameOrPath }
        // The name of a bundled model always means that model, even if the working directory has a folder of that name.
        if nameOrPath.contains("/")
            || entry?.bundled != true
                && FileManager.default.fileExists(atPath: nameOrPath + "/" + ModelManifest.fileName)
        {
            guard FileManager.default.fileExists(atPath: nameOrPath) else {
                throw .unknown(name: nameOrPath, searched: [nameOrPath])
            }
            // A model given by path is trusted by its own manifest.
            return ModelDirectory(path: nameOrPath)
        }
        let plain = plain(nameOrPath, entry)
        var removed: ModelDirectory?
        // The manifest of a bundled model is checked against the catalogue, so its version can be trusted.
        let bundled = entry?.bundled == true ? (try? plain?.directory.readManifest())?.version : nil
        for folder in searchPath where Self.isName(nameOrPath) {
            let store = ModelStore(folder: folder)
            if let model = try store.installed()[nameOrPath], bundled.map(model.givesWay) != true {
                let installed = store.directory(of: model, named: nameOrPath, entry: entry)
                if FileManager.default.fileExists(atPath: installed.path) { return installed }
                removed = removed ?? installed
            }
            if let plain, plain.folder == folder { return plain.directory }
        }
        if let removed { return removed }
        if let address = entry?.address { throw .notBundled(name: nameOrPath, address: address) }
        let searched = searchPath.isEmpty ? ["no folder, because none named models was found"] : searchPath
        throw entry?.bundled == true
            ? .missing(name: nameOrPath, searched: searched) : .unknown(name: nameOrPath, searched: searched)
    }

    /// The first folder of this name on the search path outside a store.
    private func plain(_ name: String, _ entry: Entry?) -> (folder: String, directory: ModelDirectory)? {
        guard Self.isName(name),
            let folder = searchPath.first(where: { FileManager.default.fileExists(atPath: $0 + "/" + name) })
        else { return nil }
        return (
            folder,
            ModelDirectory(path: folder + "/" + name, manifestDigest: entry?.manifestSHA256, origin: Self.origin(entry))
        )
    }

    /// Whether a name denotes a subfolder.
    private static func isName(_ name: String) -> Bool { !["", ".", ".."].contains(name) }

    /// Origin of a model outside a store.
    private static func origin(_ entry: Entry?) -> ModelOrigin {
        guard let entry else { return .own }
        return entry.bundled ? .bundled : .official(name: entry.name)
    }

    /// How to restore a missing bundled model.
    public var restoration: String { BundledModels.mend(of: searchPath) }

    /// Every model on the search path with its directory; of several with one name, the first.
    ///
    /// - Throws: `ModelError.storeFailed` for a damaged store.
    public func installed() throws(ModelError) -> [(name: String, directory: ModelDirectory)] {
        var found: [(name: String, directory: ModelDirectory)] = []
        for folder in searchPath {
            let plain = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter {
                ModelPath.isModelName($0)
                    && FileManager.default.fileExists(atPath: folder + "/" + $0 + "/" + ModelManifest.fileName)
            }
            let names = Set(try ModelStore(folder: folder).installed().keys).union(plain).subtracting(found.map(\.name))
            for name in names.sorted() { found.append((name, try locate(name))) }
        }
        return found
    }

    /// The default folder for installation: the first writable one of the search path.
    public var store: String? { searchPath.first { FileManager.default.isWritableFile(atPath: $0) } }
}
