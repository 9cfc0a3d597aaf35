internal import Foundation
internal import TestSupport
internal import Testing

@testable internal import ModelCatalogue

/// Installing, replacing and losing power in between.
@Suite(.timeLimit(.minutes(10)))
struct ModelStoreTests {
    private static let names = ["alpha", "beta"]

    @Test("a bundle's models are installed, found by name, and replaced by the next bundle's")
    func replaced() throws {
        let office = try Office(), kiosk = try TemporaryFolder()
        let store = ModelStore(folder: kiosk.url.path)
        #expect(try versions(in: store.folder, of: Self.names) == ["none", "none"])
        let first = try office.install(
            office.bundle(1, [office.model("alpha", version: "1"), office.model("beta", version: "1")]), into: store)
        #expect(first.override == nil && first.models.map(\.manifest.name) == Self.names)
        #expect(try versions(in: store.folder, of: Self.names) == ["1", "1"])
        try office.install(office.bundle(2, [office.model("alpha", version: "2")]), into: store)
        #expect(try versions(in: store.folder, of: Self.names) == ["2", "1"])
        #expect(try StoreState.read(store.folder).bundle?.number == 2)
        // The replaced model is gone, the other one stays where it was.
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: store.folder).sorted() == [
                ".brews-store.json", "alpha@3", "beta@2",
            ])
        #expect(try store.installed()["alpha"]?.origin == "bundle 2")
    }

    @Test(
        "an installed model with files and manifest changed together is refused: the store knows the manifest"
    )
    func resealed() throws {
        let office = try Office(), kiosk = try TemporaryFolder()
        let store = ModelStore(folder: kiosk.url.path)
        try office.install(office.bundle(1, [office.model("alpha", version: "1")]), into: store)
        let path = store.folder + "/alpha@1/manifest.json"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try Data(text.replacingOccurrences(of: "true", with: "false").utf8).write(to: URL(fileURLWithPath: path))
        let directory = try ModelCatalogue(searchPath: [store.folder]).locate("alpha")
        #expect(problems(of: directory) == ["manifest.json was changed"])
        // It came by a bundle, and no catalogue has it.
        #expect(
            throws: ModelError.damaged(
                directory: directory.path, problems: ["manifest.json was changed"],
                origin: .installed(name: "alpha", again: .nowhere))
        ) {
            _ = try directory.verify()
        }
        // A damaged model is mended by the same bundle.
        try office.install(office.bundle(1, [office.model("alpha", version: "1")]), into: store, allowOlder: true)
        #expect(try versions(in: store.folder, of: ["alpha"]) == ["1"])
    }

    @Test(
        "the way to mend an installed model is one that there is",
        arguments: [
            (.bundled, ["brews models install FILE", "remove that folder"], "fetch"),
            (.fetch, ["brews models install FILE", "brews models fetch alpha"], "--catalogue"),
            (.fetchByOwnCatalogue, ["brews models install FILE", "brews models fetch alpha --catalogue FILE"], "git"),
            (.nowhere, ["brews models install FILE"], "fetch"),
        ] as [(ModelOrigin.Again, [String], String)])
    func mends(_ again: ModelOrigin.Again, _ says: [String], _ not: String) {
        let sentence = ModelError.damaged(
            directory: "/m/alpha@1", problems: ["x"], origin: .installed(name: "alpha", again: again)
        ).description
        #expect(says.allSatisfy(sentence.contains) && !sentence.contains(not), "\(sentence)")
    }

    @Test(
        "a model whose folder was removed gives way to its namesake in a later folder; without one it is damaged"
    )
    func removedByHand() throws {
        let office = try Office(), kiosk = try TemporaryFolder(), plain = try FakeModel(name: "alpha")
        try office.install(office.bundle(1, [office.model("alpha", version: "1")]), into: .quick(kiosk.url.path))
        let both = try ModelCatalogue(searchPath: [kiosk.url.path, plain.parent])
        #expect(try both.locate("alpha").path == kiosk.path("alpha@1"))
        try FileManager.default.removeItem(atPath: kiosk.path("alpha@1"))
        #expect(try both.locate("alpha").path == plain.path)
        #expect(
            problems(of: try ModelCatalogue(searchPath: [kiosk.url.path]).locate("alpha")) == [
                "manifest.json is missing"
            ])
    }

    @Test(
        "J7: power cuts before every change of an installation leave old or new models, whole and never mixed"
    )
    func powerCut() throws {
        let office = try Office()
        let old = try office.bundle(1, [office.model("alpha", version: "1"), office.model("beta", version: "1")])
        let new = try office.bundle(2, [office.model("alpha", version: "2"), office.model("beta", version: "2")])
        var random = SeededGenerator(seed: 7)
        var seen: [[String]: Int] = [:]
        var cuts = 0
        // Every point of the installation, first onto an empty store and then over the old models, several times: what
        // gets lost is a matter of chance.
        for round in 0..<2 {
            for isFirst in [true, false] {
                for steps in 0... {
                    let kiosk = try TemporaryFolder()
                    let store = ModelStore.quick(kiosk.url.path)
                    if !isFirst { try office.install(old, into: store) }
                    let cut = PowerCut(after: steps)
                    let isWhole =
                        (try? office.install(new, into: ModelStore(folder: store.folder, files: cut.files))) != nil
                    try cut.loseUnsecured(using: &random)
                    let found = try versions(in: store.folder, of: Self.names)
                    #expect(
                        [isFirst ? ["none", "none"] : ["1", "1"], ["2", "2"]].contains(found),
                        "round \(round), cut before change \(steps): \(found)")
                    // What was reported as installed is installed.
                    if isWhole { #expect(found == ["2", "2"]) }
                    seen[found, default: 0] += 1
                    cuts += 1
                    // The next start installs as if nothing had happened, and clears what was left.
                    if steps % 4 == round {
                        try office.install(new, into: store)
                        #expect(try versions(in: store.folder, of: Self.names) == ["2", "2"])
                        #expect(try FileManager.default.contentsOfDirectory(atPath: store.folder).count == 3)
                    }
                    if cut.neverCame { break }
                }
            }
        }
        print(
            """
            J7: \(cuts) power cuts; afterwards \
            \(seen.map { "\($0.key.joined(separator: "+")): \($0.value)" }.sorted().joined(separator: ", "))
            """
        )
        #expect(cuts >= 100, "\(cuts) cuts")
        #expect((seen[["1", "1"]] ?? 0) > 0 && (seen[["none", "none"]] ?? 0) > 0 && (seen[["2", "2"]] ?? 0) > 0)
    }

    @Test("J7: a change that fails while the machine lives on is taken back, and the sentence names it")
    func failedChange() throws {
        let office = try Office()
        let old = try office.bundle(1, [office.model("alpha", version: "1")])
        let new = try office.bundle(2, [office.model("alpha", version: "2")])
        var failures = 0
        for failing in 0... {
            let kiosk = try TemporaryFolder()
            try office.install(old, into: .quick(kiosk.url.path))
            let before = try snapshot(kiosk.url.path)
            let count = Counter()
            let files = StoreFiles.quick { step throws(ModelError) in
                if count.next() == failing {
                    throw .storeFailed(action: "write", path: "\(step)", reason: "No space left on device")
                }
            }
            let result = Result { try office.install(new, into: ModelStore(folder: kiosk.url.path, files: files)) }
            if case .failure(let error) = result {
                failures += 1
                #expect("\(error)".contains("No space left on device") && "\(error)".contains("df -h"))
                #expect(try versions(in: kiosk.url.path, of: ["alpha"]) == ["1"], "change \(failing)")
                #expect(try StoreState.read(kiosk.url.path).bundle?.number == 1)
                #expect(try snapshot(kiosk.url.path)["alpha@1"] == before["alpha@1"])
            }
            if count.value <= failing { break }
        }
        #expect(failures >= 15, "\(failures) failures")
    }

    @Test("J7: a model that fails its trial is never switched to: everything is as it was, byte for byte")
    func failedTrial() throws {
        let office = try Office(), kiosk = try TemporaryFolder()
        let store = ModelStore(folder: kiosk.url.path)
        try office.install(
            office.bundle(1, [office.model("alpha", version: "1"), office.model("beta", version: "1")]), into: store)
        let before = try snapshot(store.folder)
        var tried: [String] = []
        let new = try office.bundle(2, [office.model("alpha", version: "2"), office.model("beta", version: "2")])
        #expect(throws: ModelError.refused(what: "beta", reason: "it is deaf")) {
            try office.install(
                new, into: store,
                trial: { model in
                    // It is whole, and nobody else's yet.
                    tried.append(model.manifest.name)
                    #expect(try ModelDirectory(path: model.directory).verify() == model)
                    #expect(try versions(in: store.folder, of: Self.names) == ["1", "1"])
                    if model.manifest.name == "beta" { throw ModelError.refused(what: "beta", reason: "it is deaf") }
                })
        }
        #expect(tried == Self.names)
        #expect(try snapshot(store.folder) == before)
        #expect(try StoreState.read(store.folder).bundle?.number == 1)
        try office.install(new, into: store)
        #expect(try versions(in: store.folder, of: Self.names) == ["2", "2"])
    }

    @Test(
        "a bundle's model gives way to a newer one of a later program, except after a deliberate rollback"
    )
    func laterProgram() throws {
        let office = try Office(), kiosk = try TemporaryFolder(), program = try TemporaryFolder()
        let store = ModelStore(folder: kiosk.url.path)
        /// What came with the program; its digest is the catalogue's.
        func bring(_ version: String) throws -> ModelCatalogue {
            let path = program.path("brews-en")
            try? FileManager.default.removeItem(atPath: path)
            try FileManager.default.copyItem(atPath: office.model("brews-en", version: version).directory, toPath: path)
            return try ModelCatalogue(
                searchPath: [store.folder, program.url.path],
                bundled: ["brews-en": #require(FileDigest.sha256(ofFile: path + "/manifest.json"))])
        }
        func used(_ catalogue: ModelCatalogue) throws -> String {
            try catalogue.locate("brews-en").verify().manifest.version
        }
        func install(_ version: String, _ number: Int, _ catalogue: ModelCatalogue, allowOlder: Bool = false) throws {
            let bundle = try office.bundle(number, [office.model("brews-en", version: version)])
            let versions: (String) -> String? = { name in
                do { return try catalogue.locate(name).readManifest().version } catch { return nil }
            }
            try office.install(bundle, into: store, allowOlder: allowOlder, versions: versions)
        }
        let first = try bring("2.0")
        #expect(try used(first) == "2.0")
        try install("2.1", 1, first)
        #expect(try used(first) == "2.1")
        #expect(try used(try bring("2.1")) == "2.1" && first.locate("brews-en").path == kiosk.path("brews-en@1"))
        // A later program.
        let later = try bring("3.0")
        #expect(try used(later) == "3.0" && later.installed().map(\.directory.path) == [program.path("brews-en")])
        #expect(throws: ModelError.self) { try install("2.1", 2, later) }
        #expect(try used(later) == "3.0")
        // Back on purpose, and once more as the mending of a damaged model is.
        for number in 3...4 {
            try install("2.1", number, later, allowOlder: true)
            #expect(try used(later) == "2.1", "bundle \(number)")
        }
        #expect(try store.installed()["brews-en"]?.insteadOf == "3.0")
        // That was about 3.0: what comes after it is used, and a bundle that is newer still comes first again.
        let last = try bring("3.1")
        #expect(try used(last) == "3.1")
        try install("3.2", 5, last)
        #expect(try used(last) == "3.2" && store.installed()["brews-en"]?.insteadOf == nil)
        // A changed manifest is nobody's word.
        let forged = try bring("9.0")
        try Data(
            String(
                decoding: Data(contentsOf: URL(fileURLWithPath: program.path("brews-en/manifest.json"))), as: UTF8.self
            ).replacing("9.0", with: "9.1").utf8
        )
        .write(to: URL(fileURLWithPath: program.path("brews-en/manifest.json")))
        #expect(try used(forged) == "3.2")
    }

    @Test("a disk without room for the models is told before anything is written")
    func noRoom() throws {
        let kiosk = try TemporaryFolder()
        let candidate = ModelCandidate(name: "alpha", origin: "test", bytes: Int.max / 2) { _ in
            Issue.record("it was begun")
        }
        // What an installation left that the power cut off makes room before anything is said to be missing.
        try FileManager.default.createDirectory(
            at: kiosk.url.appendingPathComponent("alpha@3"), withIntermediateDirectories: false)
        try Data(count: 1 << 20).write(to: kiosk.url.appendingPathComponent("alpha@3/weights"))
        #expect(throws: ModelError.self) { _ = try ModelStore(folder: kiosk.url.path).install([candidate]) }
        #expect(try snapshot(kiosk.url.path).isEmpty)
    }

    @Test("two installations at a time are refused, and a store that does not exist is named")
    func oneAtATime() throws {
        let office = try Office(), kiosk = try TemporaryFolder()
        let store = ModelStore(folder: kiosk.url.path)
        let inner = try office.bundle(2, [office.model("beta", version: "1")])
        let candidate = ModelCandidate(name: "alpha", origin: "test", bytes: 1) { _ in
            #expect(
                throws: ModelError.storeFailed(
                    action: "change", path: store.folder, reason: "another installation is under way")
            ) {
                try office.install(inner, into: store)
            }
            throw CancellationError()
        }
        #expect(throws: CancellationError.self) { _ = try store.install([candidate]) }
        #expect(throws: ModelError.self) { try office.install(inner, into: ModelStore(folder: "/nowhere")) }
        try office.install(inner, into: store)
    }

    @Test("a damaged state is an error and never taken for an empty store, which would bring old models back")
    func damagedState() throws {
        let office = try Office(), kiosk = try TemporaryFolder()
        let store = ModelStore(folder: kiosk.url.path)
        try office.install(office.bundle(1, [office.model("alpha", version: "1")]), into: store)
        let path = store.folder + "/.brews-store.json"
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        let text = String(decoding: whole, as: UTF8.self)
        let damages = [
            "", "{}", "null", String(text.dropLast(5)),
            text.replacingOccurrences(of: "\"format\" : 1", with: "\"format\" : 2"),
            text.replacingOccurrences(of: "alpha@1", with: "../alpha@1"),
            text.replacingOccurrences(of: "alpha@1", with: "alpha@9"),
            text.replacingOccurrences(of: "alpha@1", with: "beta@1"),
            text.replacingOccurrences(of: "\"alpha\"", with: "\"..\""),
        ]
        for damage in damages {
            try Data(damage.utf8).write(to: URL(fileURLWithPath: path))
            #expect(throws: ModelError.self) { _ = try ModelCatalogue(searchPath: [store.folder]).locate("alpha") }
            #expect(throws: ModelError.self) {
                try office.install(office.bundle(2, [office.model("alpha", version: "2")]), into: store)
            }
        }
        try whole.write(to: URL(fileURLWithPath: path))
        #expect(try versions(in: store.folder, of: ["alpha"]) == ["1"])
    }

    @Test(
        "a fetched model gets its manifest from what arrived, and its files are held to the paths and sizes of a model")
    func fetched() throws {
        let kiosk = try TemporaryFolder()
        let store = ModelStore(folder: kiosk.url.path)
        let entry = try #require(try ModelCatalogue(searchPath: []).entries.first { $0.name == "whisper-tiny.en" })
        func candidate(_ write: @escaping (ModelSink) throws -> Void) -> ModelCandidate {
            ModelCandidate(fetched: entry, downloads: ["a": "b"], bytes: 10, write: write)
        }
        let bytes = Array("ggml".utf8)
        let made = try store.install([
            candidate { sink in try sink.file("ggml-tiny.en.bin", bytes: 4) { give in try bytes.withUnsafeBytes(give) }
            }
        ])
        #expect(
            made.first?.manifest.files.map(\.path) == ["ggml-tiny.en.bin"] && made.first?.manifest.engine == "whisper"
                && made.first?.manifest.sampleRate == 16_000)
        #expect(made.first?.manifest.selfTest == nil)
        #expect(try ModelCatalogue(searchPath: [store.folder]).locate("whisper-tiny.en").verify() == made.first)
        #expect(try store.installed()["whisper-tiny.en"]?.downloads == ["a": "b"])
        let tested = try store.install([
            candidate { sink in
                for file in ["ggml-tiny.en.bin", "self-test.wav"] {
                    try sink.file(file, bytes: 4) { give in try bytes.withUnsafeBytes(give) }
                }
            }
        ])
        #expect(tested.first?.manifest.selfTest == .init(file: "self-test.wav", text: "yes please"))
        let before = try snapshot(store.folder)
        let wrong: [(ModelSink) throws -> Void] = [
            { try $0.file("../evil", bytes: 4) { give in try bytes.withUnsafeBytes(give) } },
            { try $0.file("/evil", bytes: 4) { give in try bytes.withUnsafeBytes(give) } },
            { try $0.file("a", bytes: 3) { give in try bytes.withUnsafeBytes(give) } },
            { try $0.file("a", bytes: 5) { give in try bytes.withUnsafeBytes(give) } },
            { try $0.file("a", bytes: 5 << 30) { _ in } }, { try $0.file("a", bytes: -1) { _ in } },
            { sink in for name in ["a", "A"] { try sink.file(name, bytes: 0) { _ in } } },
            { sink in for name in ["a", "a/b"] { try sink.file(name, bytes: 0) { _ in } } },
            { sink in for index in 0...2_001 { try sink.file("f\(index)", bytes: 0) { _ in } } }, { _ in },
        ]
        for write in wrong {
            #expect(throws: ModelError.self) { _ = try store.install([candidate(write)]) }
            #expect(try snapshot(store.folder) == before)
        }
        #expect(
            !FileManager.default.fileExists(atPath: kiosk.path("evil"))
                && !FileManager.default.fileExists(atPath: "/evil"))
    }
}
