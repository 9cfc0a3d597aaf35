internal import AudioFiles
internal import Foundation
internal import TestSupport
internal import Testing

#if canImport(Glibc)
    internal import Glibc
#endif

/// `brews kiosk` on a machine that was set up badly, and what it keeps others of that machine from.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct BadInstallTests {
    /// How long kiosks with bad installs have to stand; ten with `BREWS_BAD_INSTALL_MINUTES=10`.
    private static let badInstallMinutes =
        ProcessInfo.processInfo.environment["BREWS_BAD_INSTALL_MINUTES"].flatMap(Int.init) ?? 0

    @Test(
        "C13: an engine that hangs while it loads keeps nobody from the page; once it has loaded the kiosk hears",
        arguments: [true, false])
    func hangingLoad(goesOn: Bool) async throws {
        let folder = try TemporaryFolder(), clock = ContinuousClock(), isLoading = "the recogniser is being loaded"
        let room = folder.path("room.wav")
        try WaveFile.encode([Int16](repeating: 3, count: 16_000 * 120), sampleRate: 16_000).write(
            to: URL(fileURLWithPath: room))
        // An engine may have loaded before it could be stopped.
        for _ in 0..<20 {
            let kiosk = try await KioskProcess(["--ephemeral", "--port", "0", "--input", room])
            let begun = clock.now
            var engine: pid_t?
            while engine == nil, clock.now - begun < .seconds(30) {
                engine = Self.engine(of: kiosk.identifier)
                await Task.yield()
            }
            let stopped = try #require(engine)
            kill(stopped, SIGSTOP)
            defer { kill(stopped, SIGCONT) }
            try await clock.sleep(for: .seconds(1))
            let health = try await kiosk.health { _ in true }
            guard health.contains(isLoading) else {
                kill(stopped, SIGCONT)
                #expect(kiosk.stop() == 0)
                continue
            }
            #expect(health.contains("\"canOrder\":true"))
            if goesOn {
                kill(stopped, SIGCONT)
                let hears = #"{"detail":"","name":"recognition","state":"ok"}"#
                #expect(try await kiosk.health { $0.contains(hears) }.contains(hears))
                let speaks = #"{"detail":"","name":"speech","state":"ok"}"#
                #expect(try await kiosk.health { $0.contains(speaks) }.contains(speaks))
            }
            #expect(kiosk.stop() == 0)
            // It ends with the kiosk, or as soon as it can see that the kiosk is gone.
            kill(stopped, SIGCONT)
            while FileManager.default.contents(atPath: "/proc/\(stopped)/cmdline")?.isEmpty == false, !Task.isCancelled
            { await Task.yield() }
            return
        }
        Issue.record("no engine was stopped while it loaded")
    }

    /// The process of the kiosk's recogniser, once it is Brews.
    private static func engine(of kiosk: pid_t) -> pid_t? {
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap(pid_t.init) ?? []
        return processes.first { process in
            guard let words = FileManager.default.contents(atPath: "/proc/\(process)/cmdline"),
                String(decoding: words, as: UTF8.self).contains("--serve\0recognition"),
                let status = FileManager.default.contents(atPath: "/proc/\(process)/status")
            else { return false }
            return String(decoding: status, as: UTF8.self).contains("PPid:\t\(kiosk)\n")
        }
    }

    @Test("I4: with each file of the model missing, cut or changed the kiosk stays, and takes orders")
    func damagedModels() async throws {
        let good = Repository.root.appendingPathComponent("models/brews-en")
        let files = try #require(FileManager.default.subpaths(atPath: good.path)).filter { path in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(
                atPath: good.appendingPathComponent(path).path, isDirectory: &isFolder) && !isFolder.boolValue
        }
        let folder = try TemporaryFolder()
        var bad: [String] = []
        let damages = ["missing", "cut", "changed"]
        for (index, file) in files.enumerated() {
            // Each file by turns in one way; `BundledModelTests` has all of them.
            for damage in Repository.isFullScale ? damages : [damages[index % damages.count]] {
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
        #expect(files.count == 13 && bad.count == Repository.rounds(13, full: 39), "\(files)")
        var standing: [(model: String, kiosk: KioskProcess)] = []
        for model in bad {
            standing.append((model, try await KioskProcess(["--ephemeral", "--port", "0", "--model", model])))
        }
        try await ContinuousClock().sleep(for: .seconds(60 * Self.badInstallMinutes))
        for (model, kiosk) in standing {
            let health = try await kiosk.health { $0.contains(model) }
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

    @Test("B1: a wake phrase that cannot be listened for costs the phrase, not the voice", .timeLimit(.minutes(10)))
    func impossiblePhrase() async throws {
        let folder = try TemporaryFolder()
        let room = folder.path("room.wav")
        try WaveFile.encode([Int16](repeating: 3, count: 16_000 * 120), sampleRate: 16_000).write(
            to: URL(fileURLWithPath: room))
        let kiosk = try await KioskProcess(["--ephemeral", "--port", "0", "--input", room, "--phrase", "?!"])
        let wanted = "only a touch begins: "
        let health = try await kiosk.health { $0.contains(wanted) }
        #expect(health.contains(wanted) && health.contains("\"canOrder\":true"), "\(health)")
        #expect(kiosk.stop() == 0)
    }
}
