internal import Foundation

/// A model whose files match its manifest, with no others beside them. Engines are made only from this value.
public struct VerifiedModel: Equatable, Sendable {
    /// Directory with the model's files.
    public let directory: String
    /// The verified manifest.
    public let manifest: ModelManifest
}

/// The directory of a model, not yet verified.
public struct ModelDirectory: Equatable, Sendable {
    /// Largest manifest in bytes.
    private static let largestManifest = 1 << 20

    /// Path of the model's directory.
    public let path: String
    /// Required SHA-256 of the manifest; `nil` for models outside the catalogue.
    private let manifestDigest: String?
    /// Determines how to restore it.
    let origin: ModelOrigin

    /// A model directory; nothing is read yet.
    public init(path: String, manifestDigest: String? = nil, origin: ModelOrigin = .own) {
        self.path = path
        self.origin = origin
        self.manifestDigest = manifestDigest
    }

    /// Reads the manifest and checks its digest, if known, and its sizes: 0 or more each, and in total no more than a
    /// model may have. The files are not read.
    ///
    /// - Throws: `ModelError.damaged`.
    public func readManifest() throws(ModelError) -> ModelManifest {
        let manifestPath = path + "/" + ModelManifest.fileName
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: manifestPath) else {
            throw damaged(["\(ModelManifest.fileName) is missing"])
        }
        guard attributes[.type] as? FileAttributeType == .typeRegular else {
            throw damaged(["\(ModelManifest.fileName) is not a regular file"])
        }
        guard let size = attributes[.size] as? NSNumber, size.intValue <= Self.largestManifest,
            let data = FileManager.default.contents(atPath: manifestPath),
            let manifest = try? ModelManifest.decode(data)
        else { throw damaged(["\(ModelManifest.fileName) cannot be read"]) }
        if let manifestDigest, FileDigest.sha256(of: data) != manifestDigest {
            throw damaged(["\(ModelManifest.fileName) was changed"])
        }
        guard !manifest.files.isEmpty else { throw damaged(["\(ModelManifest.fileName) lists no files"]) }
        var left = ModelPath.mostBytes
        for file in manifest.files {
            guard 0...left ~= file.bytes else {
                throw damaged(["\(ModelManifest.fileName) lists sizes that no model has"])
            }
            left -= file.bytes
        }
        return manifest
    }

    /// The error for a damaged model, with the way to restore it.
    public func damaged(_ problems: [String]) -> ModelError {
        .damaged(directory: path, problems: problems, origin: origin)
    }

    /// Compares every file with the manifest. No model data is parsed.
    ///
    /// - Throws: `ModelError.damaged` with every problem found.
    public func verify() throws(ModelError) -> VerifiedModel {
        let manifest = try readManifest()
        var problems = manifest.files.compactMap(problem)
        if let clip = manifest.selfTest?.file, !manifest.files.contains(where: { $0.path == clip }) {
            problems.append("the self-test's \(clip) is not among its files")
        }
        let expected = Set(manifest.files.map(\.path) + [ModelManifest.fileName])
        problems += foundFiles().filter { !expected.contains($0) }.sorted().map { "\($0) does not belong to it" }
        guard problems.isEmpty else { throw damaged(problems) }
        return VerifiedModel(directory: path, manifest: manifest)
    }

    private func problem(_ file: ModelManifest.File) -> String? {
        guard ModelPath.isValid(file.path) else { return "\(file.path) is no path inside the model" }
        let full = path + "/" + file.path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: full) else {
            return "\(file.path) is missing"
        }
        guard attributes[.type] as? FileAttributeType == .typeRegular else {
            return "\(file.path) is not a regular file"
        }
        let size = (attributes[.size] as? NSNumber)?.intValue ?? -1
        guard size == file.bytes else { return "\(file.path) has \(size) bytes instead of \(file.bytes)" }
        guard let digest = FileDigest.sha256(ofFile: full) else { return "\(file.path) cannot be read" }
        guard digest == file.sha256 else { return "\(file.path) was changed" }
        return nil
    }

    /// Paths of all entries below the directory except directories; links are included.
    private func foundFiles() -> [String] {
        // The enumerator is empty for a link to a directory.
        let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        guard let paths = FileManager.default.enumerator(atPath: path) else { return [] }
        return paths.compactMap { $0 as? String }.filter { name in
            let attributes = try? FileManager.default.attributesOfItem(atPath: path + "/" + name)
            return attributes?[.type] as? FileAttributeType != .typeDirectory
        }
    }
}
