internal import Foundation
internal import Ordering
internal import PlatformSupport
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import BrewsCLI

/// The machine in health, `brews doctor` and `brews tune`.
@Suite(.timeLimit(.minutes(10)))
struct BoardCommandTests {
    @Test("I6, I7: heat and a low supply are told in health, once in the log, and a dip for ten minutes")
    func watch() throws {
        let sensors = try FakeSensors()
        let time = Mutex(Duration.zero), lines = Mutex<[String]>([])
        let watch = BoardWatch(sensors: .init(root: sensors.path), now: { time.withLock { $0 } }) { line in
            lines.withLock { $0.append(line) }
        }
        watch.look()
        #expect(watch.health.parts.isEmpty, "a machine without sensors has no such parts")
        try sensors.setPi(celsius: 60, isLow: false)
        watch.look()
        #expect(watch.health.parts.map(\.name) == ["temperature", "power"])
        #expect(watch.health.parts.allSatisfy { $0.state == .ok && $0.detail.isEmpty })
        #expect(watch.health.figures["brews_board_celsius"] == 60 && lines.withLock { $0.isEmpty })
        try sensors.setPi(celsius: 85, isLow: true, isThrottled: true)
        for _ in 0..<3 { watch.look() }
        #expect(watch.health.parts.allSatisfy { $0.state == .degraded })
        #expect(watch.health.canOrder, "guests can order all the same")
        #expect(watch.health.figures["brews_board_low_supply_readings_total"] == 3)
        #expect(lines.withLock { $0.count } == 2)
        try sensors.setPi(celsius: 55, isLow: false)
        time.withLock { $0 = .seconds(599) }
        watch.look()
        #expect(watch.health.parts.map(\.state) == [.ok, .degraded])
        time.withLock { $0 = .seconds(601) }
        #expect(watch.health.parts.map(\.state) == [.ok, .ok])
        #expect(lines.withLock { $0.last } == "the machine has cooled down")
    }

    @Test("I6, I7: the kiosk and doctor tell of heat and of a low supply")
    func program() async throws {
        let sensors = try FakeSensors()
        try sensors.setPi(celsius: 91, isLow: true)
        let kiosk = try await KioskProcess(
            ["--ephemeral", "--touch-only", "--port", "0"], environment: ["BREWS_SYSFS": sensors.path])
        let health = try await kiosk.health { $0.contains("\"temperature\"") && $0.contains("supply voltage") }
        #expect(health.contains("hot (91 °C)") && health.contains("\"canOrder\":true"), "\(health)")
        #expect(kiosk.stop() == 0)
        let doctor = try Brews.run(["doctor", "--json"], environment: ["BREWS_SYSFS": sensors.path])
        #expect(doctor.code == 0, "\(doctor.output)")
        for name in ["temperature", "power"] {
            let check = doctor.objects.first { $0["check"] as? String == name }
            #expect(check?["status"] as? String == "warning", "\(doctor.output)")
            #expect(check?["help"] as? String == "brews help machine", "\(doctor.output)")
        }
        for check in doctor.objects {
            let (isGood, help) = (check["status"] as? String == "ok", check["help"] as? String)
            #expect(isGood == (help == nil), "\(check)")
            // The page that it names is there.
            guard let topic = help?.split(separator: " ").last else { continue }
            #expect(try Brews.run(["help", String(topic)]).output.hasPrefix("\(topic): "))
        }
        #expect(doctor.objects.contains { $0["check"] as? String == "speed" })
    }

    private static func figures(
        first: Double = 0.1, second: Double? = 0.1, look: Double? = 100, piper: Double? = nil
    ) -> BoardFigures {
        var figures = BoardFigures()
        figures.recognitionFactor = first
        figures.secondReadingFactor = second
        figures.wakeLookMilliseconds = look
        figures.piperMilliseconds = piper
        return figures
    }

    @Test("What a machine is too slow for is switched off, and nothing else")
    func choice() {
        func options(_ figures: BoardFigures) -> String {
            let choice = BoardChoice(for: figures, voice: "en-us")
            #expect(choice.reasons.isEmpty == choice.options.isEmpty)
            return choice.options.joined(separator: " ")
        }
        #expect(options(Self.figures()).isEmpty)
        #expect(options(Self.figures(second: 0.2)) == "--engine vosk")
        #expect(options(Self.figures(first: 0.75, second: 0.1)) == "--engine vosk")
        #expect(options(Self.figures(look: 401)) == "--quick-wake")
        #expect(options(Self.figures(piper: 601)) == "--voice en-us")
        #expect(options(Self.figures(second: nil, look: nil, piper: 599)).isEmpty)
        #expect(options(Self.figures(first: 0.9, second: 2, look: 900, piper: 900)) == "--touch-only")
    }

    @Test("Options are written into one line of the service's file; what the owner wrote stays")
    func optionsFile() {
        let owners = "# Options\nBREWS_KIOSK_OPTIONS=--menu /etc/brews/menu.json\n"
        let once = KioskOptionsFile.text(owners, with: ["--engine", "vosk"])
        #expect(once.hasPrefix(owners) && once.hasSuffix("\nBREWS_KIOSK_TUNED=--engine vosk\n"))
        let twice = KioskOptionsFile.text(once, with: ["--quick-wake"])
        #expect(twice == once.replacingOccurrences(of: "--engine vosk", with: "--quick-wake"))
        let none = KioskOptionsFile.text(twice + "BREWS_KIOSK_TUNED=--old\n", with: [])
        #expect(none == twice.replacingOccurrences(of: "--quick-wake", with: ""))
        #expect(KioskOptionsFile.text("", with: ["--engine", "vosk"]).hasSuffix("\nBREWS_KIOSK_TUNED=--engine vosk\n"))
    }

    @Test("tune measures each stage with the kiosk's own parts and writes options that the kiosk takes")
    func tune() throws {
        let folder = try TemporaryFolder(), file = folder.path("kiosk.conf")
        try Data("BREWS_KIOSK_OPTIONS=--confirm selective\n".utf8).write(to: URL(fileURLWithPath: file))
        let run = try Brews.run(["tune", "--json", "--write", file])
        #expect(run.code == 0, "\(run.errors)")
        let report = try #require(run.objects.first)
        let figures = try #require(report["figures"] as? [String: Double], "\(run.output)")
        for name in [
            "audioSeconds", "loadSeconds", "recognitionFactor", "blockMilliseconds", "secondReadingFactor",
            "parseMilliseconds", "wakeQuietShare", "wakeTalkShare", "wakeLookMilliseconds",
            "quickWakeLookMilliseconds", "espeakMilliseconds", "memoryMegabytes",
        ] {
            #expect((figures[name] ?? 0) > 0, "\(name): \(run.output)")
        }
        #expect((figures["quickWakeLookMilliseconds"] ?? 0) < figures["wakeLookMilliseconds"] ?? 0, "\(run.output)")
        #expect((figures["wakeQuietShare"] ?? 1) < figures["wakeTalkShare"] ?? 0, "\(run.output)")
        let machine = try #require(report["machine"] as? [String: Any])
        #expect((machine["memoryMegabytes"] as? Int ?? 0) > 0 && machine["version"] as? String == BrewsTool.version)
        #expect((report["model"] as? String)?.hasPrefix("brews-en ") == true)
        let options = try #require((report["choice"] as? [String: Any])?["options"] as? [String])
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.hasPrefix("BREWS_KIOSK_OPTIONS=--confirm selective\n"))
        #expect(text.hasSuffix("\nBREWS_KIOSK_TUNED=\(options.joined(separator: " "))\n"))
        // Whatever this machine needs, the kiosk knows each option that can be written.
        let all = ["--engine", "vosk", "--quick-wake", "--voice", "en-us", "--touch-only"]
        #expect(throws: Never.self) { try Arguments(all, spec: KioskCommand.spec) }
        #expect(try Brews.run(["tune", "--write", folder.path("none/kiosk.conf"), "--phrase", "off"]).code == 3)
    }
}
