internal import Foundation
internal import TestSupport

@testable internal import ModelCatalogue

/// A small folder in the form of a model, for damage that does not need the real one.
struct FakeModel {
    static let contents = [
        "am/final.mdl": "acoustic", "conf/model.conf": "--beam=13\n", "graph/words.txt": "latte 1\n",
    ]

    private let folder: TemporaryFolder
    let url: URL

    var path: String { url.path }
    var directory: ModelDirectory { ModelDirectory(path: path) }

    /// - Parameters:
    ///   - name: folder's name below a temporary one.
    ///   - files: files to write, by their path.
    init(name: String = "fake", files: [String: String] = FakeModel.contents) throws {
        folder = try TemporaryFolder()
        url = folder.url.appendingPathComponent(name)
        for (path, text) in files { try write(text, to: path) }
        try seal(files.keys.sorted())
    }

    /// The folder that holds the model, as part of a search path.
    var parent: String { folder.url.path }

    func write(_ text: String, to path: String) throws {
        let file = url.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// Writes the manifest for files that are there.
    func seal(_ paths: [String]) throws {
        try writeManifest(
            paths.map { path in
                let data = try Data(contentsOf: url.appendingPathComponent(path))
                return ModelManifest.File(path: path, bytes: data.count, sha256: FileDigest.sha256(of: data) ?? "")
            })
    }

    func writeManifest(_ files: [ModelManifest.File]) throws {
        let manifest = ModelManifest(
            name: "fake", version: "1", engine: "vosk", language: "en", sampleRate: 16_000, runtimeGraph: true,
            licence: "Apache-2.0", files: files)
        try JSONEncoder().encode(manifest).write(to: url.appendingPathComponent(ModelManifest.fileName))
    }

    func manifest() throws -> ModelManifest {
        try ModelManifest.decode(Data(contentsOf: url.appendingPathComponent(ModelManifest.fileName)))
    }

    func remove(_ path: String) throws { try FileManager.default.removeItem(at: url.appendingPathComponent(path)) }
}

/// What is wrong with a model; empty when it verifies.
func problems(of directory: ModelDirectory) -> [String] {
    do {
        _ = try directory.verify()
        return []
    } catch {
        guard case .damaged(let path, let problems, _) = error, path == directory.path, !problems.isEmpty else {
            return ["not 'damaged': \(error)"]
        }
        return problems
    }
}
