internal import Foundation
internal import TestSupport
internal import Testing

@testable internal import ModelCatalogue

/// The models that ship, and damage to a copy of each.
@Suite(.timeLimit(.minutes(10)))
struct BundledModelTests {
    private static func catalogue(_ folder: String = Repository.models.path) throws -> ModelCatalogue {
        try ModelCatalogue(searchPath: [folder])
    }

    @Test("every bundled model verifies and is what the catalogue says")
    func verifies() throws {
        let catalogue = try Self.catalogue()
        let bundled = catalogue.entries.filter(\.bundled)
        #expect(!bundled.isEmpty)
        for entry in bundled {
            let model = try catalogue.locate(entry.name).verify()
            #expect(model.directory == Repository.models.path + "/" + entry.name)
            #expect(model.manifest.name == entry.name)
            #expect(
                model.manifest.engine == entry.engine && model.manifest.language == entry.language
                    && model.manifest.licence == entry.licence)
            #expect(model.manifest.sampleRate == 16_000)
            // Whoever loads it lets it hear this first (fault B3).
            #expect(model.manifest.selfTest?.text.isEmpty == false)
            #expect(abs(Double(model.manifest.bytes) / 1e6 - Double(entry.megabytes)) <= 1)
        }
    }

    @Test("the catalogue's digest is that of the manifest on disk")
    func digest() throws {
        for entry in try Self.catalogue().entries where entry.bundled {
            #expect(
                entry.manifestSHA256
                    == FileDigest.sha256(ofFile: Repository.models.path + "/\(entry.name)/manifest.json"))
        }
    }

    /// A copy that may be damaged, found by name through a catalogue of its own.
    private struct Copy {
        let folder: TemporaryFolder
        let directory: ModelDirectory
        let name: String
        let files: [ModelManifest.File]

        init(_ name: String) throws {
            self.name = name
            folder = try TemporaryFolder()
            try FileManager.default.copyItem(atPath: Repository.models.path + "/\(name)", toPath: folder.path(name))
            directory = try BundledModelTests.catalogue(folder.url.path).locate(name)
            files = try directory.verify().manifest.files
        }

        func url(_ path: String) -> URL { folder.url.appendingPathComponent("\(name)/" + path) }

        /// Offsets drawn from all bytes of the model, each with its file; every file has at least its first and last
        /// byte among them.
        func offsets(_ count: Int, seed: UInt64) -> [(path: String, offset: Int)] {
            var random = SeededGenerator(seed: seed)
            let ends = files.flatMap { [($0.path, 0), ($0.path, $0.bytes - 1)] }
            let total = files.map(\.bytes).reduce(0, +)
            let drawn = (0..<count).map { _ in
                var offset = Int.random(in: 0..<total, using: &random)
                for file in files {
                    if offset < file.bytes { return (file.path, offset) }
                    offset -= file.bytes
                }
                return (files[0].path, 0)
            }
            return Array((ends + drawn).prefix(count))
        }
    }

    /// Names of the models that ship.
    private static let names = (try? catalogue().entries.filter(\.bundled).map(\.name)) ?? []

    @Test(
        "B3, B5: a byte flipped at 200 offsets and files cut at 22 are refused before a loader sees them, 222 of 222",
        arguments: names)
    func damaged(_ name: String) throws {
        let copy = try Copy(name)
        var refused = 0
        for (index, place) in copy.offsets(200, seed: 3).enumerated() {
            let file = try FileHandle(forUpdating: copy.url(place.path))
            try file.seek(toOffset: UInt64(place.offset))
            let byte = try #require(file.read(upToCount: 1)?.first)
            func put(_ byte: UInt8) throws {
                try file.seek(toOffset: UInt64(place.offset))
                try file.write(contentsOf: [byte])
            }
            try put(byte ^ 1 << (index % 8))
            refused += problems(of: copy.directory) == ["\(place.path) was changed"] ? 1 : 0
            try put(byte)
            try file.close()
        }
        #expect(refused == 200)
        for place in copy.offsets(22, seed: 22) {
            let whole = try Data(contentsOf: copy.url(place.path))
            try whole.prefix(place.offset).write(to: copy.url(place.path))
            refused +=
                problems(of: copy.directory) == ["\(place.path) has \(place.offset) bytes instead of \(whole.count)"]
                ? 1 : 0
            try whole.write(to: copy.url(place.path))
        }
        #expect(refused == 222)
        // Put back together it is whole, so it was each damage that was refused.
        #expect(problems(of: copy.directory).isEmpty)
    }

    @Test("B6: a missing, an extra, a hidden and a linked file are refused", arguments: names)
    func partlyCopied(_ name: String) throws {
        let copy = try Copy(name)
        for file in copy.files {
            try FileManager.default.moveItem(
                at: copy.url(file.path), to: copy.folder.url.appendingPathComponent("aside"))
            #expect(problems(of: copy.directory) == ["\(file.path) is missing"])
            try FileManager.default.createSymbolicLink(
                at: copy.url(file.path), withDestinationURL: copy.folder.url.appendingPathComponent("aside"))
            #expect(problems(of: copy.directory) == ["\(file.path) is not a regular file"])
            try FileManager.default.removeItem(at: copy.url(file.path))
            try FileManager.default.moveItem(
                at: copy.folder.url.appendingPathComponent("aside"), to: copy.url(file.path))
        }
        for extra in ["HCLG.fst", ".final.mdl.part"] {
            try Data().write(to: copy.url(extra))
            #expect(problems(of: copy.directory) == ["\(extra) does not belong to it"])
            try FileManager.default.removeItem(at: copy.url(extra))
        }
        #expect(problems(of: copy.directory).isEmpty)
    }

    @Test("files and manifest changed together are refused, because the program knows the manifest")
    func resealed() throws {
        let copy = try Copy("brews-en")
        let manifest = copy.url("manifest.json")
        let text = String(decoding: try Data(contentsOf: manifest), as: UTF8.self)
        try Data(text.replacingOccurrences(of: "\"runtimeGraph\": true", with: "\"runtimeGraph\": false").utf8).write(
            to: manifest)
        #expect(problems(of: copy.directory) == ["manifest.json was changed"])
        try Data((text + "\n").utf8).write(to: manifest)
        #expect(problems(of: copy.directory) == ["manifest.json was changed"])
    }
}
