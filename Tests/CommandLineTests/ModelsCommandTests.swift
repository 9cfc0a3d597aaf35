internal import Foundation
internal import TestSupport
internal import Testing

/// Models from a server to the office, onto a stick, and into a kiosk, by the program itself.
@Suite(.timeLimit(.minutes(10)))
struct ModelsCommandTests {
    /// An office with a catalogue of its own over a server of the test's own.
    private struct Office {
        let folder: TemporaryFolder
        let server: LocalHTTPServer
        var store: String { folder.path("office") }
        var environment: [String: String] { ["BREWS_MODELS": store] }

        /// - Parameters:
        ///   - archive: what the server gives for every address.
        ///   - fields: of the catalogue's entry, over the usual ones.
        ///   - download: of its download, likewise.
        init(
            _ archive: [UInt8] = Office.archive, fields: [String: Any] = [:], download: [String: Any] = [:],
            answer: (@Sendable (LocalHTTPServer.Request) -> LocalHTTPServer.Reply)? = nil
        ) throws {
            folder = try TemporaryFolder()
            server = try LocalHTTPServer(answer ?? { .file(archive, tag: "1", to: $0) })
            try FileManager.default.createDirectory(atPath: folder.path("office"), withIntermediateDirectories: true)
            var entry: [String: Any] = [
                "name": "own-model", "engine": "vosk", "language": "en", "licence": "Apache-2.0", "bundled": false,
                "megabytes": 1, "version": "3", "sampleRate": 16_000,
                "runtimeGraph": true,
            ]
            var file: [String: Any] = ["address": server.address("/own-model.zip")]
            file.merge(download) { $1 }
            entry["downloads"] = [file]
            entry.merge(fields) { $1 }
            try JSONSerialization.data(withJSONObject: [entry]).write(to: URL(fileURLWithPath: folder.path("own.json")))
        }

        static let archive = ZipBuilder([
            .folder("own-model-3/"),
            ZipBuilder.Entry("own-model-3/am/final.mdl", Array(String(repeating: "acoustic ", count: 30_000).utf8)),
            ZipBuilder.Entry("own-model-3/README"),
        ]).bytes()

        /// Fetches a model that no engine can load.
        func fetch(_ words: [String] = ["--no-self-test"]) throws -> Brews {
            try Brews.run(
                ["models", "fetch", "own-model", "--catalogue", folder.path("own.json"), "--json"] + words,
                environment: environment)
        }

        func installed() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: store).sorted() }
    }

    @Test("a model goes from a server to the office, onto a stick, and into a kiosk without network")
    func wholeWay() throws {
        let office = try Office()
        let fetched = try office.fetch()
        #expect(fetched.code == 0, "\(fetched.errors)")
        #expect(fetched.objects.first?["version"] as? String == "3" && fetched.objects.first?["files"] as? Int == 2)
        #expect(fetched.objects.first?["directory"] as? String == office.store + "/own-model@1")
        #expect(
            fetched.errors.contains("is not public; from now on it is")
                && (fetched.objects.first?["trusted"] as? [String])?.count == 1)
        // Progress is for terminals.
        #expect(!fetched.errors.contains("\r") && !fetched.errors.contains("%"))
        #expect(try office.installed() == [".brews-store.json", "own-model@1"])
        let again = try office.fetch()
        #expect(again.code == 0 && again.errors.contains("installed already") && office.server.requests.count == 1)

        let listed = try Brews.run(["models", "list", "--json"], environment: office.environment).objects
        let own = try #require(listed.first { $0["name"] as? String == "own-model" })
        #expect(
            own["state"] as? String == "installed" && own["installed"] as? Bool == true
                && own["engine"] as? String == "vosk")
        #expect(
            listed.contains { $0["state"] as? String == "fetchable" }
                && listed.contains { $0["state"] as? String == "bundled" })
        let verified = try Brews.run(["models", "verify", "--json"], environment: office.environment)
        #expect(
            verified.code == 0
                && Set(verified.objects.compactMap { $0["name"] as? String }).isSuperset(of: ["own-model", "brews-en"]))

        let key = try Brews.run(["models", "key", "-o", office.folder.path("cafe"), "--json"])
        #expect(key.code == 0, "\(key.errors)")
        let mode =
            try FileManager.default.attributesOfItem(atPath: office.folder.path("cafe.key"))[.posixPermissions]
            as? NSNumber
        #expect(mode?.intValue == 0o600)
        #expect(try Brews.run(["models", "key", "-o", office.folder.path("cafe")]).code == 3)
        let stick = office.folder.path("stick.brews"), kiosk = office.folder.path("kiosk/models")
        let bundle = [
            "models", "bundle", "own-model", "brews-en", "--key", office.folder.path("cafe.key"), "-o", stick, "--json",
        ]
        let bundled = try Brews.run(bundle, environment: office.environment)
        #expect(bundled.code == 0, "\(bundled.errors)")
        #expect(
            (bundled.objects.first?["number"] as? Int ?? 0) > 202_600_000_000
                && bundled.objects.first?["key"] as? String == key.objects.first?["fingerprint"] as? String)

        let install = [
            "models", "install", stick, "--key", office.folder.path("cafe.pub"), "--into", kiosk, "--json",
            "--no-self-test",
        ]
        let installed = try Brews.run(install)
        #expect(installed.code == 0, "\(installed.errors)")
        #expect(installed.objects.compactMap { $0["name"] as? String } == ["own-model", "brews-en"])
        #expect(installed.errors.contains("set BREWS_MODELS=\(kiosk)"))
        // The kiosk uses what was installed, and recognises with it.
        let there = ["BREWS_MODELS": kiosk]
        let kioskModel = try Brews.run(["models", "verify", "brews-en", "--json"], environment: there)
        #expect(
            kioskModel.code == 0
                && (kioskModel.objects.first?["directory"] as? String)?.hasPrefix(kiosk + "/brews-en@") == true)
        #expect(
            try Brews.run(["transcribe", "--json", SpokenOrder.largeIcedLatte.url.path], environment: there).output
                .contains("latte"))

        // An older bundle is refused, and taken when that is wanted.
        let old = try Brews.run(bundle.dropLast() + ["--number", "7"], environment: office.environment)
        #expect(old.code == 0, "\(old.errors)")
        let refused = try Brews.run(install)
        #expect(refused.code == 3 && refused.errors.contains("--allow-older"), "\(refused.errors)")
        let allowed = try Brews.run(install + ["--allow-older"])
        #expect(
            allowed.code == 0 && allowed.objects.first?["override"] is String && allowed.errors.contains("written down")
        )
    }

    @Test(
        "a changed bundle, another key or no key is exit 3; a damaged model on the kiosk is exit 4 with the remedy"
    )
    func refused() throws {
        let folder = try TemporaryFolder()
        for name in ["cafe", "other"] { #expect(try Brews.run(["models", "key", "-o", folder.path(name)]).code == 0) }
        let stick = folder.path("stick.brews"), kiosk = folder.path("kiosk")
        #expect(
            try Brews.run(["models", "bundle", "brews-en", "--key", folder.path("cafe.key"), "-o", stick]).code == 0)
        func install(_ file: String, _ key: String) throws -> Brews {
            try Brews.run(["models", "install", file, "--key", key, "--into", kiosk])
        }
        #expect(try install(stick, folder.path("other.pub")).code == 3)
        #expect(try install(stick, folder.path("cafe.key")).code == 3)
        #expect(try install(folder.path("nowhere"), folder.path("cafe.pub")).code == 3)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: stick))
        bytes[bytes.count - 1] ^= 1
        try bytes.write(to: URL(fileURLWithPath: folder.path("changed.brews")))
        let changed = try install(folder.path("changed.brews"), folder.path("cafe.pub"))
        #expect(changed.code == 3 && changed.errors.contains("was changed"), "\(changed.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: kiosk).isEmpty)
        #expect(try install(stick, folder.path("cafe.pub")).code == 0)
        try Data("--beam=1\n".utf8).write(to: URL(fileURLWithPath: kiosk + "/brews-en@1/conf/model.conf"))
        let damaged = try Brews.run(["models", "verify"], environment: ["BREWS_MODELS": kiosk])
        #expect(
            damaged.code == 4 && damaged.errors.contains("brews models install FILE")
                && !damaged.errors.contains("models fetch"), "\(damaged.errors)")
        #expect(damaged.errors.contains("remove that folder") && damaged.errors.contains(kiosk + "/brews-en@1"))
        // The advice works, both ways.
        try FileManager.default.removeItem(atPath: kiosk + "/brews-en@1")
        let bundled = try Brews.run(["models", "verify", "brews-en", "--json"], environment: ["BREWS_MODELS": kiosk])
        #expect(
            bundled.code == 0
                && (bundled.objects.first?["directory"] as? String)?.hasSuffix("/models/brews-en") == true,
            "\(bundled.output)\(bundled.errors)")
        #expect(try install(stick, folder.path("cafe.pub")).code == 0)
        let again = try Brews.run(["models", "verify", "brews-en", "--json"], environment: ["BREWS_MODELS": kiosk])
        #expect(
            again.code == 0 && (again.objects.first?["directory"] as? String)?.hasPrefix(kiosk) == true,
            "\(again.output)\(again.errors)")
        let noKey = try Brews.run(["models", "install", stick, "--into", kiosk])
        #expect(noKey.code == 3 && noKey.errors.contains("/etc/brews/bundle.pub"))
    }

    @Test("a model of several files goes on with the file that broke")
    func severalFiles() throws {
        let office = try Office { request in
            request.path == "/voice.onnx.json" && request.index < 2
                ? .init(status: 404) : .file(Array(request.path.utf8), tag: request.path, to: request)
        }
        let downloads = ["voice.onnx", "voice.onnx.json"].map {
            ["address": office.server.address("/" + $0), "file": $0]
        }
        var entry = try #require(
            JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: office.folder.path("own.json"))))
                as? [[String: Any]])
        entry[0]["downloads"] = downloads
        try JSONSerialization.data(withJSONObject: entry).write(
            to: URL(fileURLWithPath: office.folder.path("own.json")))
        #expect(try office.fetch().code == 4)
        #expect(try office.installed() == [".brews-downloads"])
        let run = try office.fetch()
        #expect(run.code == 0 && run.objects.first?["files"] as? Int == 2, "\(run.errors)")
        #expect(office.server.requests.map(\.path) == ["/voice.onnx", "/voice.onnx.json", "/voice.onnx.json"])
        #expect(
            FileManager.default.contents(atPath: office.store + "/own-model@1/voice.onnx.json")
                == Data("/voice.onnx.json".utf8))
        #expect(try office.installed() == [".brews-store.json", "own-model@1"])
    }

    @Test("what does not arrive as it should is refused, and the folder of models holds nothing of it")
    func badDownloads() throws {
        let digest = String(repeating: "0", count: 64)
        var bomb = ZipBuilder.Entry("own-model/am/final.mdl", ZipBuilder.zeros(10 << 30))
        bomb.method = 8
        bomb.size = 1_024
        bomb.crc = 0
        let cases: [(String, Office, code: Int32, says: String)] = [
            ("digest", try Office(download: ["sha256": digest]), 3, "and not \(digest) of the catalogue"),
            ("size", try Office(download: ["bytes": 10]), 4, "instead of 10"),
            ("not there", try Office { _ in .init(status: 404) }, 4, "status 404"),
            ("no archive", try Office(Array("<html>".utf8)), 3, "is refused"),
            ("leads elsewhere", try Office(ZipBuilder([ZipBuilder.Entry("../evil")]).bytes()), 3, "leads elsewhere"),
            (
                "a manifest of its own",
                try Office(ZipBuilder([ZipBuilder.Entry("m/manifest.json"), ZipBuilder.Entry("m/a")]).bytes()), 3,
                "manifest.json of its own"
            ),
            ("bomb", try Office(ZipBuilder([bomb]).bytes()), 3, "promises"),
        ]
        for (name, office, code, says) in cases {
            let run = try office.fetch()
            #expect(run.code == code && run.errors.contains(says), "\(name): \(run.code) \(run.errors)")
            #expect(try office.installed().filter { $0 != ".brews-downloads" }.isEmpty, "\(name)")
        }
    }

    @Test("B11: a bomb takes no more memory than an honest archive, within 64 MiB")
    func bombMemory() throws {
        var bomb = ZipBuilder.Entry("own-model/am/final.mdl", ZipBuilder.zeros(10 << 30))
        bomb.method = 8
        bomb.size = 1_024
        bomb.crc = 0
        let honest = try Self.peakKibibytes(Office()), evil = try Self.peakKibibytes(Office(ZipBuilder([bomb]).bytes()))
        print("B11: peak memory \(honest) KiB for an honest archive, \(evil) KiB for 65 MiB that unpack to 10 GiB")
        #expect(honest > 1_000 && evil - honest < 64 << 10, "\(honest) KiB, \(evil) KiB")
    }

    /// The most memory that the program had while it fetched.
    private static func peakKibibytes(_ office: Office) throws -> Int {
        let script =
            """
            import resource, subprocess, sys; subprocess.run(sys.argv[1:], capture_output=True); \
            print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
            """
        let words = [
            "-c", script, Brews.path, "models", "fetch", "own-model", "--no-self-test", "--catalogue",
            office.folder.path("own.json"),
        ]
        let output = try Brews.capture("/usr/bin/python3", words, environment: office.environment)
        return Int(output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
    }

    @Test("a model whose digest is not public must be the same when it is fetched again")
    func trustOnFirstFetch() throws {
        let changed = ZipBuilder([ZipBuilder.Entry("own-model-3/am/final.mdl", Array("other".utf8))]).bytes()
        let office = try Office {
            $0.index == 0 ? .file(Office.archive, tag: "1", to: $0) : .file(changed, tag: "2", to: $0)
        }
        #expect(try office.fetch().code == 0)
        // Damage makes the command fetch again; what comes now is not what was trusted.
        try Data("x".utf8).write(to: URL(fileURLWithPath: office.store + "/own-model@1/README"))
        let again = try office.fetch()
        #expect(again.code == 3 && again.errors.contains("of its first fetch"), "\(again.errors)")
        #expect(try office.installed().contains("own-model@1"))
    }

    @Test(
        "an intact download that does not work is not installed, is fetched anew, and works for another machine"
    )
    func deafModel() throws {
        let office = try Office()
        let archive = office.folder.path("archive")
        try Data(Office.archive).write(to: URL(fileURLWithPath: archive))
        let digest = try #require(
            Brews.capture("/usr/bin/sha256sum", [archive], environment: [:]).split(separator: " ").first)
        let refused = try office.fetch([])
        #expect(
            refused.code == 3
                && refused.errors.contains(
                    "the model 'own-model' is refused: it does not work here: libvosk cannot load the model"),
            "\(refused.errors)")
        #expect(refused.errors.contains("nothing was changed; to take it all the same, add --no-self-test"))
        #expect(
            try office.installed() == [".brews-downloads"]
                && FileManager.default.subpathsOfDirectory(atPath: office.store) == [
                    ".brews-downloads", ".brews-downloads/own-model",
                ])
        #expect(try office.fetch().code == 0 && office.server.requests.count == 2)
        let verified = try Brews.run(
            ["models", "verify", "own-model", "brews-en", "--self-test", "--json"], environment: office.environment)
        #expect(
            verified.code == 4 && verified.errors.contains("it fails its self-test: libvosk cannot load the model"),
            "\(verified.errors)")
        #expect(
            verified.objects.map { $0["ok"] as? Bool } == [false, true]
                && verified.objects.last?["selfTest"] as? String == "passed")
        // One that somebody vouches for need not come twice.
        let known = try Office(download: ["sha256": String(digest)])
        #expect(try known.fetch([]).code == 3 && known.fetch().code == 0 && known.server.requests.count == 1)
    }

    @Test("a file that came from another address is not taken for this one")
    func otherAddress() throws {
        let office = try Office {
            $0.path == "/own-model.zip"
                ? .file(Array("<html>".utf8), tag: "1", to: $0) : .file(Office.archive, tag: "2", to: $0)
        }
        // A wrong file that arrived whole, as an earlier version may have left it, too.
        try FileManager.default.createDirectory(
            atPath: office.store + "/.brews-downloads/own-model", withIntermediateDirectories: true)
        try Data("<html>".utf8).write(to: URL(fileURLWithPath: office.store + "/.brews-downloads/own-model/0"))
        #expect(try office.fetch().code == 3)
        #expect(try office.fetch().code == 3 && office.server.requests.count == 2)
        let text = try String(contentsOfFile: office.folder.path("own.json"), encoding: .utf8)
        try Data(text.replacing("own-model.zip", with: "right.zip").utf8).write(
            to: URL(fileURLWithPath: office.folder.path("own.json")))
        #expect(try office.fetch().code == 0)
        #expect(try office.installed() == [".brews-store.json", "own-model@1"])
    }

    @Test(
        "installed files are readable by every user, whatever the umask; unreadable models are reported, not missing"
    )
    func permissions() throws {
        let folder = try TemporaryFolder(), stick = folder.path("stick.brews"), kiosk = folder.path("kiosk")
        #expect(try Brews.run(["models", "key", "-o", folder.path("cafe")]).code == 0)
        #expect(
            try Brews.run(["models", "bundle", "brews-whisper-en", "--key", folder.path("cafe.key"), "-o", stick]).code
                == 0)
        // What the umask takes away.
        let install =
            """
            umask 077 && '\(Brews.path)' models install '\(stick)' --key '\(folder.path("cafe.pub"))' --into \
            '\(kiosk)' 2>&1 && stat -c %a '\(stick)' && find '\(kiosk)' -printf '%m\n'
            """
        let modes = try Brews.capture("/bin/sh", ["-c", install], environment: [:]).split(separator: "\n").map(
            String.init)
        #expect(modes.count > 5 && Set(modes.dropFirst(3)) == ["755", "644"], "\(modes)")
        // As a user who may not look into it; root may look into anything as long as it has its capabilities.
        let plainly = geteuid() == 0 ? "setpriv --bounding-set -all" : "env"
        let look =
            """
            chmod 000 '\(kiosk)'; \(plainly) '\(Brews.path)' models verify brews-whisper-en 2>&1; echo code $?; \
            chmod 755 '\(kiosk)'; '\(Brews.path)' models verify brews-whisper-en 2>&1
            """
        let told = try Brews.capture("/bin/sh", ["-c", look], environment: ["BREWS_MODELS": kiosk])
        #expect(
            told.contains("Permission denied; let everybody read the models with: sudo chmod -R a+rX \(kiosk)")
                && told.contains("code 6"), "\(told)")
        #expect(told.contains("in \(kiosk)/brews-whisper-en@1"), "\(told)")
    }

    @Test("without a digest, only https or this machine is fetched from")
    func plainHTTP() throws {
        let office = try Office(fields: ["downloads": [["address": "http://cafe.example/own-model.zip"]]])
        let run = try office.fetch()
        #expect(run.code == 3 && run.errors.contains("https"), "\(run.errors)")
    }

    @Test("a terminal sees the progress")
    func terminal() throws {
        let office = try Office { .file(Office.archive, tag: "1", to: $0) }
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/script") else {
            print("skipped: /usr/bin/script is not installed")
            return
        }
        let command =
            "'\(Brews.path)' models fetch own-model --no-self-test --catalogue '\(office.folder.path("own.json"))'"
        let output = try Brews.capture(
            "/usr/bin/script", ["-qec", command, "/dev/null"], environment: office.environment)
        #expect(
            output.contains("100 %") && output.contains("\r") && output.contains("own-model: installed"), "\(output)")
    }

    @Test(
        "wrong usage is told with the way to the help",
        arguments: [
            [], ["fetch"], ["bundle"], ["install"], ["install", "a", "b"], ["list", "x"], ["nothing"], ["key"],
            ["bundle", "brews-en"],
        ])
    func usage(_ words: [String]) throws {
        let run = try Brews.run(["models"] + words)
        #expect(run.code == 2 && run.errors.contains("brews models --help"), "\(run.errors)")
    }

    @Test("what cannot be fetched is named: unknown models, and those that come with Brews")
    func notFetchable() throws {
        let folder = try TemporaryFolder()
        for (name, says) in [("nothing", "brews models list"), ("brews-en", "comes with Brews")] {
            let run = try Brews.run(["models", "fetch", name, "--into", folder.path("store")])
            #expect(run.code == 2 && run.errors.contains(says), "\(run.errors)")
        }
        let noCatalogue = try Brews.run(["models", "list", "--catalogue", folder.path("nowhere")])
        #expect(noCatalogue.code == 3)
    }
}
