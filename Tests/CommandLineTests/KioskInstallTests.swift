internal import Foundation
internal import TestSupport
internal import Testing

#if canImport(Glibc)
    internal import Glibc
#endif

/// `brews kiosk` on a machine that was set up badly, and what it keeps others of that machine from.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct KioskInstallTests {
    /// How long kiosks with bad installs have to stand; ten with `BREWS_BAD_INSTALL_MINUTES=10`.
    private static let badInstallMinutes = ProcessInfo.processInfo.environment["BREWS_BAD_INSTALL_MINUTES"].flatMap(Int.init) ?? 0

    @Test("B1, I4: with a model that is missing or damaged the kiosk takes orders by touch within 3 s, and does not end")
    func brokenModel() async throws {
        let folder = try TemporaryFolder(), clock = ContinuousClock()
        var starts: [Duration] = []
        for model in ["no-such-model", folder.path("")] {
            let begun = clock.now
            let kiosk = try await KioskProcess(["--ephemeral", "--port", "0", "--model", model])
            starts.append(clock.now - begun)
            let health = try await Self.health(kiosk)
            #expect(health.contains("\"canOrder\":true"))
            // The staff is told what is broken, guests that ordering goes by touch.
            #expect(health.contains(#""name":"recognition""#) && health.contains(model))
            #expect(kiosk.stop() == 0)
        }
        #expect(starts.allSatisfy { $0 < .seconds(3) }, "\(starts)")
    }

    @Test("I4: with each file of the model missing, cut or changed the kiosk stays, and takes orders")
    func damagedModels() async throws {
        let good = Repository.root.appendingPathComponent("models/brews-en")
        let files = try #require(FileManager.default.subpaths(atPath: good.path)).filter { path in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: good.appendingPathComponent(path).path, isDirectory: &isFolder) && !isFolder.boolValue
        }
        let folder = try TemporaryFolder()
        var bad: [String] = []
        for file in files {
            for damage in ["missing", "cut", "changed"] {
                let copy = URL(fileURLWithPath: folder.path("\(bad.count)"))
                try FileManager.default.copyItem(at: good, to: copy)
                let path = copy.appendingPathComponent(file)
                var bytes = try Data(contentsOf: path)
                try FileManager.default.removeItem(at: path)
                if damage == "cut" { bytes.removeLast(max(1, bytes.count / 3)) } else { bytes[bytes.count / 2] ^= 0x20 }
                if damage != "missing" { try bytes.write(to: path) }
                bad.append(copy.path)
            }
        }
        #expect(bad.count >= 20)
        var standing: [(model: String, kiosk: KioskProcess)] = []
        for model in bad { standing.append((model, try await KioskProcess(["--ephemeral", "--port", "0", "--model", model]))) }
        try await ContinuousClock().sleep(for: .seconds(60 * Self.badInstallMinutes))
        for (model, kiosk) in standing {
            let health = try await Self.health(kiosk)
            #expect(health.contains("\"canOrder\":true") && health.contains(model), "\(health)")
            #expect(kiosk.stop() == 0)
        }
    }

    @Test("J3: not even who started a kiosk reads its memory")
    func undumpable() async throws {
        // Root may look into everything, by this capability.
        let plainly = geteuid() == 0 ? ["/usr/bin/setpriv", "--bounding-set", "-sys_ptrace"] : ["/usr/bin/env"]
        func canLook(into process: Int32) throws -> Bool {
            try !Brews.capture(plainly[0], Array(plainly.dropFirst()) + ["readlink", "/proc/\(process)/exe"]).isEmpty
        }
        let other = Process()
        other.executableURL = URL(fileURLWithPath: plainly[0])
        other.arguments = Array(plainly.dropFirst()) + ["sleep", "60"]
        try other.run()
        defer { other.terminate() }
        let kiosk = try await KioskProcess(["--touch-only", "--ephemeral", "--port", "0"], within: plainly)
        #expect(try canLook(into: other.processIdentifier))
        #expect(try !canLook(into: kiosk.identifier))
        #expect(kiosk.stop() == 0)
    }

    @Test("A port that is taken is said in a sentence, with an exit code of its own")
    func portTaken() async throws {
        let kiosk = try await KioskProcess(["--touch-only", "--ephemeral", "--port", "0"])
        let port = try #require(URL(string: kiosk.address)?.port)
        let second = try Brews.run(["kiosk", "--touch-only", "--ephemeral", "--port", "\(port)"])
        #expect(second.code != 0 && second.code != 70)
        #expect(second.errors.contains("\(port)") && second.errors.contains("--port"))
        #expect(kiosk.stop() == 0)
    }

    private static func health(_ kiosk: KioskProcess) async throws -> String {
        let port = try #require(URL(string: kiosk.address)?.port)
        let request = "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n"
        return try await LoopbackConnection.exchange(port: port, Array(request.utf8))?.text ?? ""
    }
}
