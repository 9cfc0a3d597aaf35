internal import Foundation
internal import PlatformSupport

/// Contents of a bundle, covered by its signature.
public struct BundleManifest: Codable, Equatable, Sendable {
    /// One model of a bundle.
    public struct Model: Codable, Equatable, Sendable {
        /// Name of the model.
        public let name: String
        /// Version of the model.
        public let version: String
        /// The model's files in the order of their bytes, manifest included.
        public let files: [ModelManifest.File]
    }

    static let currentFormat = 1

    let format: Int
    /// Increases from bundle to bundle, so that an old bundle cannot replace a newer one.
    public let number: Int
    /// The models in the bundle.
    public let models: [Model]

    /// Sum of all file sizes in bytes.
    public var bytes: Int { models.flatMap(\.files).reduce(0) { $0 + $1.bytes } }

    /// Why it cannot be installed, regardless of its signature; `nil` when it can.
    var problem: String? {
        guard format == Self.currentFormat else { return "it is of another version of Brews" }
        guard number > 0 else { return "its number is \(number)" }
        guard !models.isEmpty else { return "it holds no model" }
        guard Set(models.map { $0.name.lowercased() }).count == models.count else { return "it holds a model twice" }
        var total = 0
        for file in models.flatMap(\.files) {
            guard file.bytes >= 0, file.bytes <= ModelPath.mostBytes - total else {
                return "it is larger than \(ModelPath.mostBytes) bytes"
            }
            total += file.bytes
        }
        guard models.reduce(0, { $0 + $1.files.count }) <= ModelPath.mostFiles else {
            return "it has more than \(ModelPath.mostFiles) files"
        }
        for model in models {
            guard ModelPath.isModelName(model.name) else {
                return "\(model.name.debugDescription) is no name of a model"
            }
            guard model.files.contains(where: { $0.path == ModelManifest.fileName }) else {
                return "'\(model.name)' has no manifest"
            }
            for file in model.files where !ModelPath.isValid(file.path) {
                return "\(file.path.debugDescription) is no path inside a model"
            }
            guard Set(model.files.map { $0.path.lowercased() }).count == model.files.count else {
                return "'\(model.name)' has a file twice"
            }
        }
        return nil
    }
}

/// A file of models for a USB stick: a line, a signed manifest, the signature, and the bytes of all files.
///
/// ```
/// brews-bundle 1 LENGTH\n
/// LENGTH bytes of JSON
/// 64 bytes Ed25519 over all before
/// bytes of every file, in the manifest's order
/// ```
///
/// There is no archive format to parse: once the signature is verified, every size and digest is known, and the file
/// must be exactly as long as they say.
public struct ModelBundle: Sendable {
    private static let magic = "brews-bundle 1 "
    private static let largestHead = 64
    private static let largestManifest = 4 << 20
    private static let signatureBytes = 64
    private static let blockBytes = 1 << 18

    /// Path of the bundle.
    public let path: String
    /// The verified manifest.
    public let manifest: BundleManifest
    /// Fingerprint of the verifying key.
    public let key: String
    /// SHA-256 of the manifest.
    let sha256: String
    private let dataOffset: UInt64

    // MARK: Writing

    /// Writes a bundle of verified models.
    ///
    /// - Parameters:
    ///   - models: one or more, with distinct names.
    ///   - number: higher than that of every earlier bundle.
    ///   - key: signing key.
    ///   - path: file to write, replaced atomically (`OutputFile`).
    /// - Returns: the manifest of the bundle.
    /// - Throws: `ModelError.refused` for models that cannot be bundled, `.damaged` when a file changed since it was
    ///   verified, `.storeFailed` when the disk is full.
    public static func write(_ models: [VerifiedModel], number: Int, key: BundleSigningKey, to path: String) throws
        -> BundleManifest
    {
        let manifest = BundleManifest(
            format: BundleManifest.currentFormat, number: number, models: try models.map(contents))
        if let problem = manifest.problem { throw ModelError.refused(what: "the bundle", reason: problem) }
        let head = try head(manifest)
        do {
            let output = try OutputFile(path: path)
            try output.write(head)
            try output.write(Array(try key.signature(of: head)))
            for (model, contents) in zip(models, manifest.models) {
                for file in contents.files { try append(file, of: model, to: output) }
            }
            try output.finish()
        } catch let error as OutputFileError {
            throw ModelError.storeFailed(action: "write", path: path, reason: error.reason)
        }
        return manifest
    }

    private static func contents(_ model: VerifiedModel) throws -> BundleManifest.Model {
        let path = model.directory + "/" + ModelManifest.fileName
        guard let data = FileManager.default.contents(atPath: path), let digest = FileDigest.sha256(of: data) else {
            throw ModelError.damaged(directory: model.directory, problems: ["\(ModelManifest.fileName) is missing"])
        }
        let manifest = ModelManifest.File(path: ModelManifest.fileName, bytes: data.count, sha256: digest)
        return BundleManifest.Model(
            name: model.manifest.name, version: model.manifest.version, files: [manifest] + model.manifest.files)
    }

    /// The signed bytes: first line and manifest.
    private static func head(_ manifest: BundleManifest) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = try encoder.encode(manifest)
        guard json.count <= largestManifest else {
            throw ModelError.refused(what: "the bundle", reason: "it has too many files")
        }
        return Array("\(magic)\(json.count)\n".utf8) + json
    }

    private static func append(_ file: ModelManifest.File, of model: VerifiedModel, to output: OutputFile) throws {
        let changed = ModelError.damaged(directory: model.directory, problems: ["\(file.path) was changed"])
        guard let input = FileHandle(forReadingAtPath: model.directory + "/" + file.path), let hash = HashingStream()
        else { throw changed }
        defer { try? input.close() }
        var left = file.bytes
        while left > 0 {
            guard let block = try? input.read(upToCount: min(left, blockBytes)), !block.isEmpty else { throw changed }
            block.withUnsafeBytes(hash.add)
            try output.write(Array(block))
            left -= block.count
        }
        guard hash.finish() == file.sha256 else { throw changed }
    }

    // MARK: Reading

    /// Opens a bundle and verifies its signature before reading its manifest.
    ///
    /// - Throws: `ModelError.refused` when it differs from what the key signed.
    public init(path: String, key: BundlePublicKey) throws(ModelError) {
        func refused(_ reason: String) -> ModelError { .refused(what: "the bundle \(path)", reason: reason) }
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else {
            throw refused("there is no such file, or no permission")
        }
        guard attributes[.type] as? FileAttributeType == .typeRegular,
            let size = (attributes[.size] as? NSNumber)?.intValue,
            let file = FileHandle(forReadingAtPath: path)
        else { throw refused("it is no regular file") }
        defer { try? file.close() }
        guard let start = try? file.read(upToCount: Self.largestHead),
            let lineEnd = start.firstIndex(of: UInt8(ascii: "\n"))
        else {
            throw refused("it is no bundle of Brews")
        }
        let line = String(decoding: start[..<lineEnd], as: UTF8.self)
        let digits = line.dropFirst(Self.magic.count)
        guard line.hasPrefix(Self.magic), let length = Int(digits), String(length) == digits,
            (1...Self.largestManifest).contains(length)
        else {
            throw refused("it is no bundle of Brews")
        }
        let headBytes = lineEnd + 1 + length
        guard (try? file.seek(toOffset: 0)) != nil, let head = try? file.read(upToCount: headBytes),
            head.count == headBytes,
            let signature = try? file.read(upToCount: Self.signatureBytes), signature.count == Self.signatureBytes
        else { throw refused("it is cut short") }
        guard key.accepts(Array(signature), of: Array(head)) else {
            throw refused(
                "it is not signed by the key \(key.fingerprint), or was changed; copy it again, or name the right "
                    + "key with --key"
            )
        }
        let json = head.dropFirst(lineEnd + 1)
        guard let manifest = try? JSONDecoder().decode(BundleManifest.self, from: json),
            let digest = FileDigest.sha256(of: json)
        else {
            throw refused("its manifest cannot be read")
        }
        if let problem = manifest.problem { throw refused(problem) }
        let expected = headBytes + Self.signatureBytes + manifest.bytes
        guard size == expected else { throw refused("it has \(size) bytes instead of \(expected); copy it again") }
        self.path = path
        self.manifest = manifest
        self.key = key.fingerprint
        sha256 = digest
        dataOffset = UInt64(headBytes + Self.signatureBytes)
    }

    /// The models as candidates for installation, each reading its part of the file.
    var candidates: [ModelCandidate] {
        var offset = dataOffset
        return manifest.models.map { model in
            let start = offset
            let bytes = model.files.reduce(0) { $0 + $1.bytes }
            offset += UInt64(bytes)
            return ModelCandidate(name: model.name, origin: "bundle \(manifest.number)", bytes: bytes) { sink in
                try copy(model, from: start, to: sink)
            }
        }
    }

    private func copy(_ model: BundleManifest.Model, from offset: UInt64, to sink: ModelSink) throws {
        let refused = ModelError.refused(
            what: "the bundle \(path)", reason: "it cannot be read to its end; copy it again")
        guard let input = FileHandle(forReadingAtPath: path) else { throw refused }
        defer { try? input.close() }
        try input.seek(toOffset: offset)
        for file in model.files {
            try sink.file(file.path, bytes: file.bytes) { give in
                var left = file.bytes
                while left > 0 {
                    guard let block = try? input.read(upToCount: min(left, Self.blockBytes)), !block.isEmpty else {
                        throw refused
                    }
                    try block.withUnsafeBytes(give)
                    left -= block.count
                }
            }
            guard sink.written.last?.sha256 == file.sha256 else {
                throw ModelError.refused(
                    what: "the bundle \(path)", reason: "\(model.name)/\(file.path) was changed; copy it again")
            }
        }
    }
}
