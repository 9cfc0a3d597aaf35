internal import Foundation

/// The models Brews knows: the bundled ones, and official ones that a person may fetch.
public struct ModelCatalogue: Sendable {
    /// A model that can be named.
    public struct Entry: Codable, Equatable, Sendable {
        public let name: String
        /// Engine that loads it: `vosk`, `whisper` or `piper`.
        public let engine: String
        /// BCP 47 language tag.
        public let language: String
        /// SPDX licence identifier.
        public let licence: String
        public let bundled: Bool
        /// Where its makers publish it; `nil` for bundled models.
        public let address: String?
        /// Size in millions of bytes, rounded: of the download, or of a bundled model's files.
        public let megabytes: Int
        /// SHA-256 of a bundled model's manifest, so that files and manifest cannot be changed together.
        public let manifestSHA256: String?
        /// What its manifest will say when it is fetched; `nil` for bundled models, whose manifests are there.
        public let version: String?
        /// Hertz; as `version`.
        public let sampleRate: Int?
        /// Whether a grammar can be given at run time; as `version`.
        public let runtimeGraph: Bool?
        /// What to fetch; `nil` for bundled models.
        public let downloads: [Download]?
        /// What to know before using it.
        public let note: String?
    }

    /// A file of a model as its makers publish it.
    public struct Download: Codable, Equatable, Sendable {
        public let address: String
        /// Its path in the model; `nil` for a zip archive with the model's folder in it.
        public let file: String?
        /// Its size, where its makers or several others who fetched it state it.
        public let bytes: Int?
        /// Its SHA-256 in lower-case hexadecimal, likewise; without one the first fetch is trusted and later ones must
        /// be equal.
        public let sha256: String?
    }

    /// Where a kiosk keeps the models that were installed on it; writable for installing only.
    public static let kioskStore = "/var/lib/brews/models"

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

    /// The catalogue with more models to fetch.
    ///
    /// - Parameters:
    ///   - bytes: a JSON array of entries as in `catalogue.json`, none of them bundled.
    ///   - file: its name, for messages.
    /// - Throws: `ModelError.refused` for what cannot be fetched by these rules.
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

    /// Where models may lie: `BREWS_MODELS`, then the kiosk's own store, then `models` beside or above the executable,
    /// then the system's folders.
    ///
    /// - Parameters:
    ///   - executable: path of the running program.
    ///   - environment: the process's environment.
    public static func standardSearchPath(executable: String, environment: [String: String]) -> [String] {
        // What was installed on a kiosk comes before what the program brought along.
        var paths = (environment["BREWS_MODELS"].map { [$0] } ?? []) + [kioskStore]
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
    /// A model whose folder in a store was removed by hand gives way to one of its name in a later folder, so the way
    /// back to the one that came with Brews is to remove the folder. So does one from a bundle to a newer one that came
    /// with a later program, unless somebody went back to it on purpose.
    ///
    /// - Throws: `ModelError.missing`, `.unknown`, `.notBundled` for official models that were not fetched, or
    ///   `.storeFailed` when a store's state is damaged.
    public func locate(_ nameOrPath: String) throws(ModelError) -> ModelDirectory {
        let entry = entries.first { $0.name == nameOrPath }
        // A bundled model's name always means the bundled one, also where the working directory holds a folder of that
        // name.
        if nameOrPath.contains("/")
            || entry?.bundled != true
                && FileManager.default.fileExists(atPath: nameOrPath + "/" + ModelManifest.fileName)
        {
            guard FileManager.default.fileExists(atPath: nameOrPath) else {
                throw .unknown(name: nameOrPath, searched: [nameOrPath])
            }
            // A model given by its path is the caller's own; its manifest is the authority.
            return ModelDirectory(path: nameOrPath)
        }
        let plain = plain(nameOrPath, entry)
        var removed: ModelDirectory?
        // The program knows the manifest of what came with it, so the version in it is no stranger's word.
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
        let searched = searchPath.isEmpty ? ["no models folder was found"] : searchPath
        throw entry?.bundled == true
            ? .missing(name: nameOrPath, searched: searched) : .unknown(name: nameOrPath, searched: searched)
    }

    /// The first model of a name that is no store's, and the folder of the search path that it lies in.
    private func plain(_ name: String, _ entry: Entry?) -> (folder: String, directory: ModelDirectory)? {
        guard Self.isName(name),
            let folder = searchPath.first(where: { FileManager.default.fileExists(atPath: $0 + "/" + name) })
        else { return nil }
        return (
            folder,
            ModelDirectory(path: folder + "/" + name, manifestDigest: entry?.manifestSHA256, origin: Self.origin(entry))
        )
    }

    /// Of a folder inside another.
    private static func isName(_ name: String) -> Bool { !["", ".", ".."].contains(name) }

    /// Of a plain folder.
    private static func origin(_ entry: Entry?) -> ModelOrigin {
        guard let entry else { return .own }
        return entry.bundled ? .bundled : .official(name: entry.name)
    }

    /// What to do where a model that comes with Brews is not there.
    public var restoration: String { BundledModels.mend(of: searchPath) }

    /// Every model on the search path, the first of each name, with its place.
    ///
    /// - Throws: `ModelError.storeFailed` when a store's state is damaged.
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

    /// The folder that models are installed into when none is named: the first of the search path that may be written.
    public var store: String? { searchPath.first { FileManager.default.isWritableFile(atPath: $0) } }
}
