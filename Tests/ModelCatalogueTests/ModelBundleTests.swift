internal import Foundation
internal import TestSupport
internal import Testing

@testable internal import ModelCatalogue

/// Fault J5 and J6: a bundle that is forged, damaged or old changes nothing.
@Suite(.timeLimit(.minutes(10)))
struct ModelBundleTests {
    /// A bundle, and a store with models that it must not change.
    private struct Stand {
        let office: Office
        let store: ModelStore
        let folder: TemporaryFolder
        let path: String
        let bytes: [UInt8]

        init() throws {
            office = try Office()
            folder = try TemporaryFolder()
            store = .quick(folder.url.path)
            try office.install(
                office.bundle(1, [office.model("alpha", version: "1"), office.model("beta", version: "1")]), into: store
            )
            path = try office.bundle(2, [office.model("alpha", version: "2"), office.model("beta", version: "2")])
            bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        }

        /// Where the first line ends, and where the signature begins.
        var lineEnd: Int { bytes.firstIndex(of: UInt8(ascii: "\n")) ?? 0 }
        var signature: Int { lineEnd + 1 + (Int(String(decoding: bytes[15..<lineEnd], as: UTF8.self)) ?? 0) }

        func install(_ bytes: [UInt8]) throws {
            let changed = folder.url.deletingLastPathComponent().appendingPathComponent(
                "brews-test-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: changed) }
            try Data(bytes).write(to: changed)
            try office.install(changed.path, into: store)
        }

        /// A bundle whose manifest says something else, signed by the right key: what only the holder of the key could
        /// do.
        func signed(_ change: (String) -> String, data: [UInt8]? = nil) throws -> [UInt8] {
            let json = Array(change(String(decoding: bytes[(lineEnd + 1)..<signature], as: UTF8.self)).utf8)
            let head = Array("brews-bundle 1 \(json.count)\n".utf8) + json
            return head + (try office.key.signature(of: head)) + (data ?? Array(bytes[(signature + 64)...]))
        }
    }

    @Test("J5: thirty and more forged or damaged bundles are refused, and the store is as it was, byte for byte")
    func tampered() throws {
        let stand = try Stand()
        let whole = stand.bytes, line = stand.lineEnd, sign = stand.signature
        func changed(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
            var bytes = whole
            change(&bytes)
            return bytes
        }
        var tampered: [(String, [UInt8])] = [
            ("empty", []), ("only a line", Array(whole[...line])), ("without signature", Array(whole[..<sign])),
            ("without files", Array(whole[..<(sign + 64)])),
            ("one byte short", whole.dropLast()), ("one byte long", whole + [0]),
            ("half", Array(whole.prefix(whole.count / 2))),
            ("another magic", changed { $0[0] = UInt8(ascii: "B") }),
            ("another format", changed { $0[13] = UInt8(ascii: "2") }),
            ("length with a sign", Array("brews-bundle 1 +".utf8) + whole[15...]),
            ("length with a zero", Array("brews-bundle 1 0".utf8) + whole[15...]),
            ("length too long", Array("brews-bundle 1 99999999999999999999\n".utf8) + whole[(line + 1)...]),
            ("no length", Array("brews-bundle 1 \n".utf8) + whole[(line + 1)...]),
            ("shorter manifest", Array("brews-bundle 1 10\n".utf8) + whole[(line + 1)...]),
            ("no signature at all", changed { for index in sign..<(sign + 64) { $0[index] = 0 } }),
            ("files in another order", Array(whole[..<(sign + 64)]) + whole[(sign + 64)...].reversed()),
            (
                "an older number in the manifest",
                Array(
                    String(decoding: whole[..<sign], as: UTF8.self).replacingOccurrences(
                        of: "\"number\":2", with: "\"number\":9"
                    ).utf8) + whole[sign...]
            ),
        ]
        var random = SeededGenerator(seed: 5)
        for part in [0..<line + 1, (line + 1)..<sign, sign..<(sign + 64), (sign + 64)..<whole.count] {
            for _ in 0..<5 {
                let place = Int.random(in: part, using: &random),
                    bit = UInt8(1) << UInt8.random(in: 0...7, using: &random)
                tampered.append(("bit \(bit) of byte \(place)", changed { $0[place] ^= bit }))
            }
        }
        #expect(tampered.count >= 30)
        let before = try snapshot(stand.store.folder)
        for (name, bytes) in tampered {
            #expect(throws: ModelError.self, "\(name)") { try stand.install(bytes) }
            #expect(try snapshot(stand.store.folder) == before, "\(name)")
        }
        // Untouched it installs, so it was each change that was refused.
        try stand.install(whole)
        #expect(try versions(in: stand.store.folder, of: ["alpha", "beta"]) == ["2", "2"])
    }

    @Test("J5: what the key's holder signs by mistake is refused all the same")
    func signedNonsense() throws {
        let stand = try Stand()
        let before = try snapshot(stand.store.folder)
        let replacements = [
            ("am/final.mdl", "../final.mdl"), ("am/final.mdl", "/m/final.mdl"), ("am/final.mdl", "a/b/c/d/e/f/g"),
            ("am/final.mdl", "conf/model.conf"),
            ("am/final.mdl", "am//inal.mdl"),
            ("am/final.mdl", "AM/x\\u0000"), ("\"name\":\"alpha\"", "\"name\":\"beta\""),
            ("\"name\":\"alpha\"", "\"name\":\".brews-store.json\""),
            ("\"name\":\"alpha\"", "\"name\":\"gamma\""),
            ("\"name\":\"alpha\"", "\"name\":\"..\""), ("\"number\":2", "\"number\":0"),
            ("\"number\":2", "\"number\":-2"), ("\"format\":1", "\"format\":2"),
            ("\"version\":\"2\"", "\"version\":\"3\""),
            ("manifest.json", "manifest.txt"), ("\"bytes\":", "\"bytes\":-"), ("\"bytes\":", "\"bytes\":9"),
            ("\"bytes\":", "\"bytes\":99999999999"), ("{", "["),
        ]
        for (old, new) in replacements {
            let bytes = try stand.signed { $0.replacingOccurrences(of: old, with: new) }
            #expect(throws: ModelError.self, "\(new)") { try stand.install(bytes) }
            #expect(try snapshot(stand.store.folder) == before, "\(new)")
        }
        try stand.install(stand.signed { $0 })
    }

    @Test("no half of a pair of keys is left where the other cannot be written", arguments: ["pub", "key"])
    func halfAPair(_ there: String) throws {
        let folder = try TemporaryFolder()
        try Data("old".utf8).write(to: folder.url.appendingPathComponent("cafe." + there))
        let pair = try BundleSigningKey()
        #expect(throws: ModelError.self) { try pair.write(to: folder.path("cafe")) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["cafe." + there])
        #expect(FileManager.default.contents(atPath: folder.path("cafe." + there)) == Data("old".utf8))
    }

    @Test("J5: a bundle of another key, or none, is refused with the key's name")
    func otherKey() throws {
        let stand = try Stand()
        let before = try snapshot(stand.store.folder)
        let other = try BundleSigningKey()
        let forged = try stand.office.bundle(3, [stand.office.model("alpha", version: "3")], key: other)
        do {
            try stand.office.install(forged, into: stand.store)
            Issue.record("installed")
        } catch {
            #expect("\(error)".contains(stand.office.key.publicKey.fingerprint) && "\(error)".contains("--key"))
        }
        #expect(try snapshot(stand.store.folder) == before)
    }

    @Test(
        "J6: an older bundle is refused unless it is allowed, and that is written down",
        arguments: [("number", 1, "1"), ("version", 3, "0.9"), ("same number", 2, "2.1")])
    func older(_ what: String, _ number: Int, _ version: String) throws {
        let stand = try Stand()
        try stand.install(stand.bytes)
        let old = try stand.office.bundle(number, [stand.office.model("alpha", version: version)])
        let before = try snapshot(stand.store.folder)
        do {
            try stand.office.install(old, into: stand.store)
            Issue.record("installed")
        } catch {
            #expect("\(error)".contains("--allow-older"), "\(error)")
        }
        #expect(try snapshot(stand.store.folder) == before)
        let result = try stand.office.install(old, into: stand.store, allowOlder: true)
        #expect(result.override != nil)
        let state = try StoreState.read(stand.store.folder)
        #expect(
            state.overrides.map(\.number) == [number] && state.overrides.first?.time == "2026-11-21T12:00:00Z"
                && state.overrides.first?.reason == result.override)
        #expect(try versions(in: stand.store.folder, of: ["alpha", "beta"]) == [version, "2"])
    }

    @Test("J6: the same bundle again, a newer one, and one beside a newer bundled model")
    func ages() throws {
        let stand = try Stand()
        try stand.install(stand.bytes)
        try stand.install(stand.bytes)
        #expect(try StoreState.read(stand.store.folder).overrides.isEmpty)
        // A model that came with the program counts too, though no bundle brought it.
        let gamma = try stand.office.bundle(5, [stand.office.model("gamma", version: "1.9")])
        #expect(throws: ModelError.self) {
            try stand.office.install(gamma, into: stand.store, versions: { $0 == "gamma" ? "1.10" : nil })
        }
        try stand.office.install(gamma, into: stand.store, versions: { $0 == "gamma" ? "1.9" : nil })
        #expect(throws: ModelError.self) { try stand.install(stand.bytes) }
    }

    @Test("J6: nothing a bundle holds can reach the store's state")
    func stateOutOfReach() throws {
        let office = try Office(), kiosk = try TemporaryFolder()
        for name in [
            ".brews-store.json", ".brews-store.json.new", ".hidden", "-rf", "a/b", "alpha@7", "", "..", "a b",
            "caf\u{e9}",
        ] {
            #expect(!ModelPath.isModelName(name))
        }
        #expect(throws: ModelError.self) {
            try office.install(
                office.bundle(1, [office.model(".brews-store.json", version: "1")]), into: .quick(kiosk.url.path))
        }
        #expect(try snapshot(kiosk.url.path).isEmpty)
    }

    @Test(
        "versions count like people",
        arguments: [("1", "2"), ("1.9", "1.10"), ("0.15", "0.15.1"), ("2024.10.29", "2025.1.1"), ("1.0-a", "1.0-b")])
    func versionOrder(_ older: String, _ newer: String) {
        #expect(
            ModelVersion.isOlder(older, than: newer) && !ModelVersion.isOlder(newer, than: older)
                && !ModelVersion.isOlder(older, than: older))
    }

    @Test("a bundle goes where a link leads, which stays")
    func throughLink() throws {
        let office = try Office()
        let model = try office.model("alpha", version: "1"), link = office.folder.path("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real")
        _ = try ModelBundle.write([model], number: 1, key: office.key, to: link)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "real")
        #expect(try ModelBundle(path: office.folder.path("real"), key: office.key.publicKey).manifest.number == 1)
        let refused = #expect(throws: ModelError.self) {
            _ = try ModelBundle.write([model], number: 1, key: office.key, to: office.folder.path("none/bundle"))
        }
        guard case .storeFailed = refused else { return #expect(Bool(false), "\(String(describing: refused))") }
    }

    @Test("a model that changes while it is bundled makes no bundle")
    func changedWhileWriting() throws {
        let office = try Office()
        let model = try office.model("alpha", version: "1")
        try Data("acoustic evil! 1".utf8).write(to: URL(fileURLWithPath: model.directory + "/am/final.mdl"))
        let path = office.folder.path("bundle")
        #expect(throws: ModelError.self) { _ = try ModelBundle.write([model], number: 1, key: office.key, to: path) }
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(
            try !FileManager.default.contentsOfDirectory(atPath: office.folder.url.path).contains {
                $0.hasPrefix("bundle")
            })
        let good = try office.model("beta", version: "1")
        for models in [[], [good, good]] {
            #expect(throws: ModelError.self) { _ = try ModelBundle.write(models, number: 1, key: office.key, to: path) }
        }
        #expect(throws: ModelError.self) { _ = try ModelBundle.write([good], number: 0, key: office.key, to: path) }
    }
}

/// Keys as files.
struct BundleKeyTests {
    @Test("a pair written as PEM reads back, and OpenSSL's own tool takes it for the same pair")
    func pem() throws {
        let folder = try TemporaryFolder()
        let key = try BundleSigningKey()
        try Data(key.pem.utf8).write(to: URL(fileURLWithPath: folder.path("key")))
        try Data(key.publicKey.pem.utf8).write(to: URL(fileURLWithPath: folder.path("pub")))
        #expect(try BundleSigningKey(path: folder.path("key")).publicKey == key.publicKey)
        #expect(try BundlePublicKey(path: folder.path("pub")) == key.publicKey)
        #expect(key.publicKey.fingerprint.count == 16)
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl") else {
            print("skipped: /usr/bin/openssl is not installed")
            return
        }
        let process = Process(), output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = ["pkey", "-in", folder.path("key"), "-pubout"]
        process.standardOutput = output
        try process.run()
        process.waitUntilExit()
        #expect(String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) == key.publicKey.pem)
    }

    @Test("the first test vector of RFC 8032 gives its signature")
    func vector() throws {
        let folder = try TemporaryFolder()
        let secret: [UInt8] = [
            0x9D, 0x61, 0xB1, 0x9D, 0xEF, 0xFD, 0x5A, 0x60, 0xBA, 0x84, 0x4A, 0xF4, 0x92, 0xEC, 0x2C, 0xC4, 0x44, 0x49,
            0xC5, 0x69, 0x7B, 0x32, 0x69, 0x19, 0x70, 0x3B,
            0xAC, 0x03,
            0x1C, 0xAE, 0x7F, 0x60,
        ]
        let prefix: [UInt8] = [
            0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
        ]
        try Data(
            "-----BEGIN PRIVATE KEY-----\n\(Data(prefix + secret).base64EncodedString())\n-----END PRIVATE KEY-----\n"
                .utf8
        ).write(
            to: URL(fileURLWithPath: folder.path("key")))
        let key = try BundleSigningKey(path: folder.path("key"))
        let signature = try key.signature(of: [])
        #expect(
            Hexadecimal.text(signature).hasPrefix("e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"))
        #expect(key.publicKey.accepts(signature, of: []) && !key.publicKey.accepts(signature, of: [0]))
    }

    @Test(
        "what is no key is refused with the command that makes one",
        arguments: ["", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n", "PRIVATE", "\u{0}\u{1}"])
    func noKey(_ text: String) throws {
        let folder = try TemporaryFolder()
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path("key")))
        for path in [folder.path("key"), folder.path("nowhere"), folder.url.path] {
            #expect(throws: ModelError.self) { _ = try BundlePublicKey(path: path) }
            #expect(throws: ModelError.self) { _ = try BundleSigningKey(path: path) }
        }
        // A secret key is not taken for a public one, nor the other way round.
        let key = try BundleSigningKey()
        try Data(key.pem.utf8).write(to: URL(fileURLWithPath: folder.path("key")))
        #expect(throws: ModelError.self) { _ = try BundlePublicKey(path: folder.path("key")) }
        try Data(key.publicKey.pem.utf8).write(to: URL(fileURLWithPath: folder.path("key")))
        #expect(throws: ModelError.self) { _ = try BundleSigningKey(path: folder.path("key")) }
    }
}
