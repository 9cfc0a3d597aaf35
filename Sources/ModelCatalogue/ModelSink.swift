internal import Foundation

/// Receives the files of a new model in a folder that no engine uses yet.
///
/// Creates only regular files with valid paths inside the folder, and flushes each to the medium.
public final class ModelSink {
    private let folder: String
    private let files: StoreFiles
    private var folders: Set<String> = []
    private var names: Set<String> = []
    private var total = 0
    /// The written files in order, without the manifest.
    private(set) var written: [ModelManifest.File] = []

    init(folder: String, files: StoreFiles) throws(ModelError) {
        self.folder = folder
        self.files = files
        try files.makeFolder(folder)
    }

    /// Writes a file.
    ///
    /// - Parameters:
    ///   - path: path in the model, with `/`.
    ///   - bytes: exact size.
    ///   - contents: passes the bytes in blocks to its argument, which copies them.
    /// - Throws: `ModelError.refused` for an invalid path, count or size, `.storeFailed` when the disk is full, and
    ///   what `contents` throws.
    public func file(_ path: String, bytes: Int, _ contents: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void)
        throws
    {
        func refused(_ reason: String) -> ModelError { .refused(what: "the model", reason: reason) }
        guard ModelPath.isValid(path) else { throw refused("\(path.debugDescription) is no path inside a model") }
        guard names.insert(path.lowercased()).inserted else { throw refused("\(path) comes twice") }
        guard names.count <= ModelPath.mostFiles + 1 else {
            throw refused("it has more than \(ModelPath.mostFiles) files")
        }
        guard bytes >= 0, bytes <= ModelPath.mostBytes - total else {
            throw refused("it is larger than \(ModelPath.mostBytes) bytes")
        }
        total += bytes
        try makeParents(of: path)
        guard let hash = HashingStream() else {
            throw ModelError.storeFailed(action: "hash", path: path, reason: "libcrypto does not start")
        }
        let file = try files.create(folder + "/" + path)
        var count = 0
        try contents { block in
            count += block.count
            guard count <= bytes else { throw refused("\(path) is longer than the \(bytes) bytes it should have") }
            hash.add(block)
            try file.write(Array(block))
        }
        guard count == bytes else { throw refused("\(path) has \(count) bytes instead of \(bytes)") }
        try file.finish()
        guard let digest = hash.finish() else {
            throw ModelError.storeFailed(action: "hash", path: path, reason: "libcrypto failed")
        }
        written.append(ModelManifest.File(path: path, bytes: bytes, sha256: digest))
    }

    private func makeParents(of path: String) throws(ModelError) {
        var parent = ""
        for part in path.split(separator: "/").dropLast() {
            parent += "/" + part
            if folders.insert(parent).inserted { try files.makeFolder(folder + parent) }
        }
    }

    /// Writes the manifest of the written files.
    func seal(_ manifest: ModelManifest) throws(ModelError) {
        guard !names.contains(ModelManifest.fileName) else {
            throw .refused(what: "the model", reason: "it brings a \(ModelManifest.fileName) of its own")
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(manifest) else {
            throw .storeFailed(action: "write", path: ModelManifest.fileName, reason: "it cannot be encoded")
        }
        try files.write(data + Data("\n".utf8), to: folder + "/" + ModelManifest.fileName)
    }

    /// Flushes the names of all folders, innermost first.
    func finish() throws(ModelError) {
        for name in folders.sorted(by: { $0.count > $1.count }) { try files.syncFolder(folder + name) }
        try files.syncFolder(folder)
    }
}
