internal import Foundation
internal import TestSupport
internal import Testing

@testable internal import ModelCatalogue

struct CatalogueTests {
    @Test("every entry has what a person needs: a name of its own, a licence, and where to get what is not bundled")
    func entries() throws {
        let entries = try ModelCatalogue(searchPath: []).entries
        #expect(Set(entries.map(\.name)).count == entries.count)
        #expect(entries.contains { $0.name == ModelCatalogue.defaultModel && $0.bundled })
        #expect(entries.contains { $0.name == "vosk-model-small-en-us-0.15" && !$0.bundled })
        for entry in entries {
            #expect(!entry.name.isEmpty && !entry.name.contains("/"))
            #expect(!entry.engine.isEmpty && !entry.language.isEmpty && !entry.licence.isEmpty)
            #expect(entry.megabytes > 0)
            if entry.bundled {
                #expect(entry.address == nil)
                #expect(
                    entry.manifestSHA256?.count == 64
                        && entry.manifestSHA256?.allSatisfy { "0123456789abcdef".contains($0) } == true)
            } else {
                let downloads = try #require(entry.downloads)
                #expect(entry.manifestSHA256 == nil && entry.address == downloads.first?.address)
                #expect(entry.version != nil && entry.sampleRate != nil && entry.runtimeGraph != nil)
                // Whisper's files have no licence text and no recording.
                #expect((entry.engine == "whisper") == (entry.selfTest != nil))
                #expect(entry.engine != "whisper" || entry.licenceText?.contains("Copyright (c) 2022 OpenAI") == true)
                for download in downloads {
                    #expect(
                        download.address.hasPrefix("https://")
                            && download.address.hasSuffix("/" + (download.file ?? entry.name + ".zip")))
                    #expect(download.file.map(ModelPath.isValid) ?? (downloads.count == 1))
                    #expect(
                        download.sha256.map { $0.count == 64 && $0.allSatisfy { "0123456789abcdef".contains($0) } }
                            ?? true)
                    #expect(
                        download.bytes.map { abs(Double($0) / 1e6 - Double(entry.megabytes)) <= 1 || $0 < 10_000 }
                            ?? true)
                }
            }
        }
    }

    @Test(
        "all kinds of models are listed: Vosk in four languages, whisper plain and quantised, Piper; most with SHA-256"
    )
    func kinds() throws {
        let entries = try ModelCatalogue(searchPath: []).entries.filter { !$0.bundled }
        #expect(Set(entries.filter { $0.engine == "vosk" }.map(\.language)) == ["en-US", "es", "fr", "de"])
        for size in ["tiny.en", "base.en", "small.en"] {
            for kind in ["", "-q5_1", "-q8_0"] {
                #expect(entries.contains { $0.name == "whisper-\(size)\(kind)" && $0.engine == "whisper" })
            }
        }
        #expect(
            entries.filter {
                $0.engine == "piper" && $0.downloads?.map(\.file).allSatisfy { $0?.contains(".onnx") == true } == true
            }.count >= 3)
        let digests = entries.flatMap { $0.downloads ?? [] }.compactMap(\.sha256)
        #expect(Set(digests).count == digests.count && digests.count >= 20)
    }

    @Test("a catalogue of one's own adds models; what could not be fetched safely is refused with its reason")
    func ownCatalogue() throws {
        let catalogue = try ModelCatalogue(searchPath: [])
        func entry(_ changes: [String: String] = [:]) -> String {
            var fields = [
                "name": "\"own\"", "engine": "\"vosk\"", "language": "\"en\"", "licence": "\"MIT\"", "bundled": "false",
                "megabytes": "1", "sampleRate": "16000",
                "downloads": "[{\"address\": \"https://cafe.example/own.zip\"}]",
            ]
            fields.merge(changes) { $1 }
            return "{" + fields.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ",") + "}"
        }
        let added = try catalogue.adding(Array("[\(entry())]".utf8), from: "own.json")
        #expect(added.entries.count == catalogue.entries.count + 1 && added.entries.contains { $0.name == "own" })
        let wrong = [
            entry(["name": "\"../own\""]), entry(["name": "\"brews-en\""]), entry(["bundled": "true"]),
            entry(["downloads": "[]"]), entry(["sampleRate": "null"]),
            entry(["downloads": "[{\"address\": \"https://x\", \"file\": \"../x\"}]"]),
            entry(["downloads": "[{\"address\": \"https://x\"}, {\"address\": \"https://y\"}]"]),
            entry(["downloads": "[{\"address\": \"https://x\", \"sha256\": \"00\"}]"]),
            entry(["downloads": "[{\"address\": \"https://x\", \"bytes\": -1}]"]),
            "\(entry()),\(entry())", "1",
        ]
        for text in wrong {
            #expect(throws: ModelError.self, "\(text)") {
                _ = try catalogue.adding(Array("[\(text)]".utf8), from: "own.json")
            }
        }
        #expect(throws: ModelError.self) { _ = try catalogue.adding([], from: "own.json") }
    }

    @Test("a model that is not bundled is refused with the address where it is published")
    func notBundled() throws {
        let catalogue = try ModelCatalogue(searchPath: [Repository.models.path])
        for entry in catalogue.entries where !entry.bundled {
            let address = try #require(entry.address)
            let error = ModelError.notBundled(name: entry.name, address: address)
            #expect(throws: error) { _ = try catalogue.locate(entry.name) }
            #expect(
                error.description.contains(entry.name) && error.description.contains(address)
                    && error.description.contains("--model"))
        }
    }

    @Test(
        "a bundled model that is missing and an unknown model are refused with the places that were searched"
    )
    func missing() throws {
        let catalogue = try ModelCatalogue(searchPath: ["/nowhere/a", "/nowhere/b"])
        let error = ModelError.missing(name: "brews-en", searched: ["/nowhere/a", "/nowhere/b"])
        #expect(throws: error) { _ = try catalogue.locate("brews-en") }
        #expect(
            error.description.contains("'brews-en'") && error.description.contains("/nowhere/a, /nowhere/b")
                && error.description.contains("copy the folder models"))
        #expect(error.mend == nil && catalogue.restoration.contains("copy the folder models"))
        for name in ["/nowhere/c", "nope"] {
            let unknown = ModelError.unknown(
                name: name, searched: name == "nope" ? ["/nowhere/a", "/nowhere/b"] : [name])
            #expect(throws: unknown) { _ = try catalogue.locate(name) }
            #expect(
                unknown.description.contains("'\(name)'") && unknown.description.contains("brews models list")
                    && !unknown.description.contains("git"))
        }
    }

    @Test("git is named for the bundled folder of a checkout alone, whichever folder the command is given in")
    func checkouts() throws {
        let folder = try TemporaryFolder()
        for path in ["checkout/other", "strange/.git", "strange/models"] {
            try FileManager.default.createDirectory(atPath: folder.path(path), withIntermediateDirectories: true)
        }
        func mark(_ root: String) throws {
            for path in [root + "/Sources/ModelCatalogue", root + "/models", root + "/.git"] {
                try FileManager.default.createDirectory(atPath: folder.path(path), withIntermediateDirectories: true)
            }
            try Data("[]".utf8).write(
                to: URL(fileURLWithPath: folder.path(root + "/Sources/ModelCatalogue/catalogue.json")))
        }
        try mark("checkout")
        try mark("checkout's twin")
        func missing(_ path: String) -> ModelError {
            .missing(name: "brews-en", searched: ["/nowhere", folder.path(path)])
        }
        #expect(missing("checkout/models").mend == "git -C \(folder.path("checkout")) checkout -- models")
        #expect(
            missing("checkout's twin/models").mend
                == "git -C '\(folder.path("checkout"))'\\''s twin' checkout -- models")
        for path in ["checkout/other", "strange/models"] {
            #expect(missing(path).mend == nil && !missing(path).description.contains("git"))
        }
        let damaged = ModelError.damaged(
            directory: folder.path("checkout/models/brews-en"), problems: ["x"], origin: .bundled)
        #expect(damaged.description.contains("git -C \(folder.path("checkout")) checkout -- models"))
        let own = ModelError.damaged(directory: folder.path("checkout/models/brews-en"), problems: ["x"])
        #expect(own.mend == nil && !own.description.contains("git"))
    }

    @Test("names that are none are refused and never taken for the models folder itself", arguments: ["", ".", ".."])
    func noName(_ name: String) throws {
        let model = try FakeModel()
        let catalogue = try ModelCatalogue(searchPath: [model.parent])
        #expect(throws: ModelError.unknown(name: name, searched: [model.parent])) { _ = try catalogue.locate(name) }
    }

    @Test("without any models folder the refusal says so")
    func nowhere() throws {
        let catalogue = try ModelCatalogue(searchPath: [])
        #expect(throws: ModelError.unknown(name: "none", searched: ["no folder, because none named models was found"]))
        {
            _ = try catalogue.locate("none")
        }
    }

    @Test("every installed model is found once, plain folders and those of a store, and what is no model is left out")
    func installed() throws {
        let office = try Office(), store = try TemporaryFolder(), plain = try FakeModel()
        try office.install(office.bundle(1, [office.model("alpha", version: "2")]), into: .quick(store.url.path))
        for name in ["beta", ".hidden", "no-manifest"] {
            try FileManager.default.createDirectory(atPath: store.path(name), withIntermediateDirectories: true)
        }
        try FileManager.default.copyItem(
            atPath: plain.path + "/manifest.json", toPath: store.path("beta/manifest.json"))
        let catalogue = try ModelCatalogue(searchPath: [store.url.path, plain.parent])
        #expect(try catalogue.installed().map(\.name) == ["alpha", "beta", "fake"])
        #expect(
            try catalogue.installed().map(\.directory.path) == [store.path("alpha@1"), store.path("beta"), plain.path])
        #expect(catalogue.store == store.url.path)
        #expect(try ModelCatalogue(searchPath: []).store == nil)
    }

    @Test("folders are searched in their order")
    func order() throws {
        let first = try FakeModel(), second = try FakeModel(), third = try FakeModel(name: "other")
        let catalogue = try ModelCatalogue(searchPath: ["/nowhere", first.parent, second.parent, third.parent])
        #expect(try catalogue.locate("fake").path == first.path)
        #expect(try catalogue.locate("other").path == third.path)
        try FileManager.default.removeItem(at: first.url)
        #expect(try catalogue.locate("fake").path == second.path)
    }

    @Test("a path is taken as it is, and its own manifest is the authority")
    func byPath() throws {
        let model = try FakeModel(name: "brews-en")
        let catalogue = try ModelCatalogue(searchPath: [])
        #expect(try catalogue.locate(model.path).verify().directory == model.path)
    }

    @Test("a folder that only has a bundled model's name is refused")
    func impostor() throws {
        let model = try FakeModel(name: "brews-en")
        let catalogue = try ModelCatalogue(searchPath: [model.parent])
        #expect(try problems(of: catalogue.locate("brews-en")) == ["manifest.json was changed"])
    }
}

/// Where models are looked for.
struct SearchPathTests {
    /// `checkout/models`, and an executable four folders down in `checkout/.build`.
    private struct Checkout {
        let folder = try? TemporaryFolder()
        var root: String { folder.map { $0.url.resolvingSymlinksInPath().path } ?? "" }

        init() throws {
            for path in ["models", ".build/x86_64/debug/models", ".build/x86_64/debug/brews-dir", "elsewhere"] {
                try FileManager.default.createDirectory(atPath: root + "/" + path, withIntermediateDirectories: true)
            }
            try Data().write(to: URL(fileURLWithPath: root + "/.build/x86_64/debug/brews"))
        }
    }

    private static func path(_ executable: String, _ environment: [String: String] = [:]) -> [String] {
        ModelCatalogue.standardSearchPath(executable: executable, environment: environment).filter {
            !$0.hasPrefix("/usr/") && $0 != ModelCatalogue.kioskStore
        }
    }

    @Test("BREWS_MODELS comes first, then the folders beside and above the executable, the nearest first")
    func order() throws {
        let checkout = try Checkout()
        let beside = checkout.root + "/.build/x86_64/debug/models", above = checkout.root + "/models",
            own = checkout.root + "/elsewhere"
        let executable = checkout.root + "/.build/x86_64/debug/brews"
        #expect(Self.path(executable) == [beside, above])
        #expect(Self.path(executable, ["BREWS_MODELS": own]) == [own, beside, above])
        #expect(
            Self.path(executable, ["BREWS_MODELS": own, "HOME": "/root", "MODELS": "/tmp"]) == [own, beside, above])
    }

    @Test("what is no folder is left out", arguments: ["", "/nowhere", "/dev/null", "/etc/hostname"])
    func leftOut(_ own: String) throws {
        let checkout = try Checkout()
        #expect(Self.path(checkout.root + "/elsewhere/brews", ["BREWS_MODELS": own]) == [checkout.root + "/models"])
    }

    @Test("a link to the executable leads to the models of the real one")
    func linked() throws {
        let checkout = try Checkout(), other = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(
            atPath: other.path("brews"), withDestinationPath: checkout.root + "/.build/x86_64/debug/brews")
        #expect(Self.path(other.path("brews")).contains(checkout.root + "/models"))
    }

    @Test("no more than five folders are climbed, and the root ends the climb")
    func bounded() throws {
        let checkout = try Checkout()
        #expect(Self.path(checkout.root + "/1/2/3/4/brews") == [checkout.root + "/models"])
        #expect(Self.path(checkout.root + "/1/2/3/4/5/brews").isEmpty)
        #expect(Self.path("/brews").isEmpty)
        #expect(Self.path("/").isEmpty)
    }

    @Test("from the test's own checkout the bundled model is found")
    func found() throws {
        let path = ModelCatalogue.standardSearchPath(
            executable: Repository.root.path + "/.build/debug/brews", environment: [:])
        _ = try ModelCatalogue(searchPath: path).locate(ModelCatalogue.defaultModel).verify()
    }
}
