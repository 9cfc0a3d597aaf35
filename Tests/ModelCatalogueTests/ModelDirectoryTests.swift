internal import Foundation
internal import TestSupport
internal import Testing

@testable internal import ModelCatalogue

/// Faults B1, B3 and B6 on a small model: only a directory that is its manifest, byte for byte, becomes a
/// `VerifiedModel`.
@Suite(.timeLimit(.minutes(10)))
struct ModelDirectoryTests {
    @Test("a whole model verifies, with its manifest")
    func whole() throws {
        let model = try FakeModel()
        let verified = try model.directory.verify()
        #expect(verified.directory == model.path)
        #expect(try verified.manifest == model.manifest())
        #expect(verified.manifest.bytes == FakeModel.contents.values.map(\.utf8.count).reduce(0, +))
    }

    @Test("a missing model or manifest is named", arguments: ["", "am", "manifest.json"])
    func missingManifest(_ removed: String) throws {
        let model = try FakeModel()
        try model.remove(removed)
        #expect(
            problems(of: model.directory)
                == (removed == "am" ? ["am/final.mdl is missing"] : ["manifest.json is missing"]))
    }

    @Test("each missing file is named", arguments: FakeModel.contents.keys.sorted())
    func missingFile(_ path: String) throws {
        let model = try FakeModel()
        try model.remove(path)
        #expect(problems(of: model.directory) == ["\(path) is missing"])
    }

    @Test("a changed byte, a longer and a shorter file are told apart")
    func changed() throws {
        let model = try FakeModel()
        try model.write("Acoustic", to: "am/final.mdl")
        try model.write("--beam=13\n\n", to: "conf/model.conf")
        try model.write("", to: "graph/words.txt")
        #expect(
            problems(of: model.directory) == [
                "am/final.mdl was changed", "conf/model.conf has 11 bytes instead of 10",
                "graph/words.txt has 0 bytes instead of 8",
            ])
    }

    @Test(
        "a file that is too much is named, hidden ones too",
        arguments: [
            "extra.txt", ".hidden", "am/.final.mdl.swp", "graph/deep/down/extra", "manifest.json~", "MANIFEST.JSON",
            "-rf", "with space",
        ])
    func extraFile(_ path: String) throws {
        let model = try FakeModel()
        try model.write("", to: path)
        #expect(problems(of: model.directory) == ["\(path) does not belong to it"])
    }

    @Test("a file whose name is no text is found too")
    func extraBytes() throws {
        let model = try FakeModel()
        let name: [CChar] = model.path.utf8.map { CChar(bitPattern: $0) } + [0x2F, 0x61, CChar(bitPattern: 0xFF), 0]
        let file = try #require(fopen(name, "w"))
        fclose(file)
        #expect(problems(of: model.directory).count == 1)
    }

    @Test(
        "a link is refused: for a file, for a folder, as an extra, dangling, and as a hard-to-see loop",
        arguments: ["am/final.mdl", "am", "extra", "dangling", "loop"])
    func links(_ path: String) throws {
        let model = try FakeModel(), other = try FakeModel()
        let link = model.url.appendingPathComponent(path)
        let target =
            switch path {
            case "dangling": "/nowhere/at/all"
            case "loop": "."
            case "extra": "am/final.mdl"
            default: other.url.appendingPathComponent(path).path
            }
        if path.hasPrefix("am") { try model.remove(path) }
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: target)
        #expect(
            problems(of: model.directory) == [
                path == "am/final.mdl" ? "am/final.mdl is not a regular file" : "\(path) does not belong to it"
            ])
    }

    @Test("a manifest that is a link is refused, wherever it points")
    func linkedManifest() throws {
        let model = try FakeModel(), other = try FakeModel()
        try model.remove("manifest.json")
        try FileManager.default.createSymbolicLink(
            atPath: model.path + "/manifest.json", withDestinationPath: other.path + "/manifest.json")
        #expect(problems(of: model.directory) == ["manifest.json is not a regular file"])
    }

    @Test("a pipe is refused without waiting for a writer", arguments: ["am/final.mdl", "extra", "manifest.json"])
    func pipes(_ path: String) throws {
        let model = try FakeModel()
        if path != "extra" { try model.remove(path) }
        try #require(mkfifo(model.path + "/" + path, 0o600) == 0)
        #expect(
            problems(of: model.directory) == [
                path == "extra" ? "extra does not belong to it" : "\(path) is not a regular file"
            ])
    }

    @Test("a model reached through a link or a winding path is searched all the same")
    func throughLink() throws {
        let model = try FakeModel()
        let link = model.parent + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: model.path)
        for path in [link, link + "/", model.path + "/", model.path + "/../fake", model.path + "/./am/.."] {
            #expect(problems(of: ModelDirectory(path: path)).isEmpty, "\(path)")
        }
        try model.write("", to: "am/extra")
        for path in [link, link + "/", model.path + "/", model.path + "/../fake"] {
            #expect(problems(of: ModelDirectory(path: path)) == ["am/extra does not belong to it"], "\(path)")
        }
    }

    @Test("every problem is told at once")
    func several() throws {
        let model = try FakeModel()
        try model.remove("am")
        try model.write("Latte 1\n", to: "graph/words.txt")
        try model.write("", to: "extra")
        let found = problems(of: model.directory)
        #expect(found == ["am/final.mdl is missing", "graph/words.txt was changed", "extra does not belong to it"])
        let sentence = ModelError.damaged(directory: "/models/fake", problems: found).description
        #expect(
            sentence.contains("/models/fake") && found.allSatisfy(sentence.contains)
                && sentence.contains("brews models verify"))
    }
}

/// The manifest itself is not trusted either.
@Suite(.timeLimit(.minutes(10)))
struct ManifestTests {
    @Test("a manifest with another digest than the catalogue's is refused, even where its files agree with it")
    func replaced() throws {
        let model = try FakeModel()
        let digest = try #require(FileDigest.sha256(ofFile: model.path + "/manifest.json"))
        #expect(problems(of: ModelDirectory(path: model.path, manifestDigest: digest)).isEmpty)
        try model.write("--beam=99\n", to: "conf/model.conf")
        try model.seal(FakeModel.contents.keys.sorted())
        #expect(problems(of: ModelDirectory(path: model.path)).isEmpty)
        #expect(problems(of: ModelDirectory(path: model.path, manifestDigest: digest)) == ["manifest.json was changed"])
    }

    @Test("a manifest cut at any byte is refused")
    func cut() throws {
        let model = try FakeModel()
        let whole = try Data(contentsOf: model.url.appendingPathComponent("manifest.json"))
        for count in 0..<whole.count {
            try whole.prefix(count).write(to: model.url.appendingPathComponent("manifest.json"))
            #expect(problems(of: model.directory) == ["manifest.json cannot be read"])
        }
    }

    @Test(
        "what is no manifest is refused",
        arguments: [
            "", "null", "[]", "{}", "\"text\"", "1e999", "{\"files\": []}", "\u{0}\u{1}\u{2}",
            String(repeating: "[", count: 100_000),
        ])
    func noManifest(_ text: String) throws {
        let model = try FakeModel()
        try model.write(text, to: "manifest.json")
        #expect(problems(of: model.directory) == ["manifest.json cannot be read"])
    }

    @Test("a manifest of more than a mebibyte is refused unread")
    func huge() throws {
        let model = try FakeModel()
        let padding = String(repeating: " ", count: 1 << 20)
        try model.write(
            padding
                + String(
                    decoding: try Data(contentsOf: model.url.appendingPathComponent("manifest.json")), as: UTF8.self),
            to: "manifest.json")
        #expect(problems(of: model.directory) == ["manifest.json cannot be read"])
    }

    @Test("a manifest that lists nothing is refused: a model without files is none")
    func nothingListed() throws {
        let model = try FakeModel(files: [:].merging(FakeModel.contents) { $1 })
        for path in ["am", "conf", "graph"] { try model.remove(path) }
        try model.writeManifest([])
        #expect(problems(of: model.directory) == ["manifest.json lists no files"])
    }

    @Test(
        "a path that leads out of the model, or is written to confuse, is refused",
        arguments: [
            "../other.txt", "am/../../other.txt", "am/../am/final.mdl", "./am/final.mdl", "am/./final.mdl",
            "am//final.mdl", "/am/final.mdl", "/etc/hostname",
            "am/final.mdl/", "", ".", "..", "/", "am\u{0}", "caf\u{e9}", "cafe\u{301}", "am\\final.mdl",
            "am/final.mdl\n", "\u{202E}ldm.lanif", "~/x", "with space",
        ])
    func paths(_ path: String) throws {
        let model = try FakeModel()
        // What the path could reach is there and has the right digest, so that only the path is at fault.
        try Data("x".utf8).write(to: URL(fileURLWithPath: model.parent + "/other.txt"))
        let files = try model.manifest().files
        let reached = FakeModel.contents["am/final.mdl"] ?? ""
        try model.writeManifest(
            files + [
                ModelManifest.File(
                    path: path, bytes: reached.utf8.count, sha256: FileDigest.sha256(of: Data(reached.utf8)) ?? "")
            ])
        #expect(problems(of: model.directory) == ["\(path) is no path inside the model"])
    }

    @Test(
        "sizes and digests that cannot be are refused",
        arguments: [(-1, ""), (8, ""), (8, "ACOUSTIC"), (Int.max, ""), (Int.min, "")])
    func impossible(_ bytes: Int, _ digest: String) throws {
        let model = try FakeModel()
        let files = try model.manifest().files.filter { $0.path != "am/final.mdl" }
        try model.writeManifest(files + [ModelManifest.File(path: "am/final.mdl", bytes: bytes, sha256: digest)])
        #expect(problems(of: model.directory).count == 1)
    }

    @Test(
        "sizes that no model has are refused by whoever reads the manifest alone, and those it may have are added up",
        arguments: [
            ([Int.max, Int.max], nil), ([4 << 30, 1], nil), ([-1, 1], nil), ([4 << 30, 0], 4 << 30),
            ([(4 << 30) - 1, 1], 4 << 30),
        ] as [([Int], Int?)])
    func sizes(_ sizes: [Int], _ sum: Int?) throws {
        let model = try FakeModel()
        try model.writeManifest(sizes.enumerated().map { ModelManifest.File(path: "file\($0)", bytes: $1, sha256: "") })
        guard let sum else {
            #expect(
                throws: ModelError.damaged(
                    directory: model.path, problems: ["manifest.json lists sizes that no model has"])
            ) { try model.directory.readManifest() }
            return
        }
        #expect(try model.directory.readManifest().bytes == sum)
    }
}

struct FileDigestTests {
    /// From FIPS 180-4 and its examples.
    @Test(
        "digests are SHA-256",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                String(repeating: "a", count: 1_000_000),
                "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
            ),
        ])
    func vectors(_ text: String, _ digest: String) throws {
        let folder = try TemporaryFolder()
        try Data(text.utf8).write(to: folder.url.appendingPathComponent("file"))
        #expect(FileDigest.sha256(of: Data(text.utf8)) == digest)
        #expect(FileDigest.sha256(ofFile: folder.path("file")) == digest)
    }

    @Test("files around the block size are read whole", arguments: [-1, 0, 1])
    func blocks(_ difference: Int) throws {
        let folder = try TemporaryFolder()
        let data = Data((0..<(1 << 20) + difference).map { UInt8(truncatingIfNeeded: $0 / 7) })
        try data.write(to: folder.url.appendingPathComponent("file"))
        #expect(FileDigest.sha256(ofFile: folder.path("file")) == FileDigest.sha256(of: data))
    }

    @Test("what cannot be read has no digest")
    func unreadable() throws {
        let folder = try TemporaryFolder()
        #expect(FileDigest.sha256(ofFile: folder.path("nowhere")) == nil)
        #expect(FileDigest.sha256(ofFile: folder.url.path) == nil)
    }
}
