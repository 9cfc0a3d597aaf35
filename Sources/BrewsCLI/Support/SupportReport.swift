internal import Foundation
internal import Ordering
internal import PlatformSupport
internal import SQLiteOrderStore
internal import SpeechSynthesis

/// The files of a support archive: facts about machine, program and kiosk, without words of guests, orders, notes,
/// audio, takings or codes.
struct SupportReport {
    struct Entry: Encodable {
        let name: String
        /// What the file holds.
        let about: String
        let bytes: Int
        let contents: Data

        private enum CodingKeys: String, CodingKey { case name, about, bytes }
    }

    /// Parts of kernel messages that concern a kiosk.
    private static let kernelWords = [
        "voltage", "thermal", "throttl", "temperature", "oom", "out of memory", "i/o error", "ext4", "mmc", "usb",
        "snd", "alsa", "audio", "watchdog", "segfault", "brews", "undervolt",
    ]
    private static let settingsFiles = [
        "/etc/brews/kiosk.conf", "/etc/default/brews-kiosk", "/var/lib/brews/tuned.conf",
    ]
    private static let keptDays = 30

    private(set) var entries: [Entry] = []
    private let setup: Setup
    private let storePath: String
    private let redaction: SupportRedaction

    /// Collects everything. Takes some seconds; blocks.
    init(_ arguments: Arguments, _ setup: Setup) async throws {
        let settings = arguments.values("settings"), files = settings.isEmpty ? Self.settingsFiles : settings
        // The kiosk's menu, not the built-in one, is checked, and kept out of the logs.
        let menu = files.compactMap(Self.contents).compactMap(SupportRedaction.menuPath).last
        let setup = setup.menuPath == nil ? setup.with(menuPath: menu) : setup
        self.setup = setup
        storePath = StoreLocation.path(arguments)
        redaction = SupportRedaction(menu: try? setup.menu())
        let port = try arguments.integer("port", in: 1...65_535) ?? 8_117
        await addMachine()
        addSettings(files)
        addHealth(HealthProbe(port: port))
        addChecks()
        addStore()
        addProcesses()
        addLogs()
        add("README.txt", "what is in this archive", Data(readme.utf8))
    }

    // MARK: Parts

    private mutating func addMachine() async {
        struct Versions: Encodable {
            let machine: BoardMachine
            let sqlite: String
            let espeak: String?
            let uptimeSeconds: Double?
            let load: String?
            let celsius: Double?
            let isThrottled: Bool
            let isUnderVoltage: Bool?
        }
        let condition = BoardSensors.ofThisMachine.condition()
        let uptime = Self.contents("/proc/uptime")?.split(separator: " ").first.flatMap { Double($0) }
        add(
            "machine.json", "machine, versions, heat and power",
            Versions(
                machine: .this(), sqlite: OrderReader.sqliteVersion, espeak: try? await EspeakSynthesizer.version(),
                uptimeSeconds: uptime, load: Self.contents("/proc/loadavg")?.onOneLine, celsius: condition.celsius,
                isThrottled: condition.isThrottled, isUnderVoltage: condition.isUnderVoltage))
        let memory = Self.contents("/proc/meminfo")?.split(separator: "\n").prefix(5).joined(separator: "\n")
        add("memory.txt", "the machine's memory", Data(((memory ?? "unknown") + "\n").utf8))
    }

    private mutating func addSettings(_ files: [String]) {
        for path in files {
            guard let text = Self.contents(path) else { continue }
            let name = path.split(separator: "/").joined(separator: "-")
            add(
                "settings/\(name)", "options of the kiosk without codes and commands",
                Data(SupportRedaction.settings(text).utf8))
        }
    }

    private mutating func addHealth(_ probe: HealthProbe) {
        let none = "no kiosk answers on port \(probe.port)\n"
        let health = probe.body(of: "/healthz"), figures = probe.body(of: "/metrics")
        add("health.json", "the running kiosk's health", health ?? Data(none.utf8))
        add("figures.txt", "the running kiosk's counters", figures ?? Data(none.utf8))
    }

    /// `brews doctor` in a process of its own, which a damaged model or a hanging device may end.
    private mutating func addChecks() {
        let program = Bundle.main.executablePath ?? "/proc/self/exe"
        let options = ["--store=\(storePath)"] + setup.doctorOptions
        let output = ProgramOutput.of([program, "doctor", "--json"] + options, atMost: 180, mayFail: true)
        let lines = String(decoding: output ?? Data(), as: UTF8.self).split(separator: "\n").map { line in
            // The menu's findings name items.
            line.contains("\"check\":\"menu\"")
                ? "{\"check\":\"menu\",\"status\":\(line.contains("\"status\":\"ok\"") ? "\"ok\"" : "\"not ok\"")}"
                : String(line)
        }
        add(
            "doctor.ndjson", "the checks of brews doctor",
            Data((lines.isEmpty ? "it ended without an answer\n" : lines.joined(separator: "\n") + "\n").utf8))
    }

    private mutating func addStore() {
        struct Day: Encodable {
            let day: String
            let orders: Int
            let sessions: Int
            let unaided: Int
            let reasks: Int
            let corrections: Int
            let utterances: Int
            let meanSecondsPerOrder: Double
        }
        struct Store: Encodable {
            var state: String
            var orders: Int?
            var fileBytes: [String: Int] = [:]
            var days: [Day] = []
        }
        var store = Store(state: "sound")
        let url = URL(fileURLWithPath: storePath)
        let folder = url.deletingLastPathComponent().path
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where name.hasPrefix(url.lastPathComponent) {
            let size = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.size] as? NSNumber
            store.fileBytes[name] = size?.intValue ?? 0
        }
        do {
            let reader = try OrderReader(path: storePath)
            try reader.check()
            store.orders = try reader.count()
            let today = StoreLocation.calendar.day(epochMilliseconds: StoreLocation.clock.wall().epochMilliseconds)
            for number in 0..<Self.keptDays {
                let day = BusinessDay(daysSince1970: today.daysSince1970 - number)
                let figures = try reader.figures(from: day, to: day)
                guard figures.sessions > 0 || figures.orders > 0 else { continue }
                store.days.append(
                    Day(
                        day: day.description, orders: figures.orders, sessions: figures.sessions,
                        unaided: figures.unaided, reasks: figures.reasks, corrections: figures.corrections,
                        utterances: figures.utterances,
                        meanSecondsPerOrder: Double(figures.meanMillisecondsPerOrder) / 1_000))
            }
        } catch {
            store.state = CLIError.from(error).message
        }
        add("store.json", "state of the order store and counts by day, without orders and takings", store)
    }

    private mutating func addProcesses() {
        struct Process: Encodable {
            let process: Int
            let memoryMegabytes: Double
            let threads: Int
            let descriptors: Int?
        }
        let numbers = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { Int($0) }
        let processes = numbers.sorted().compactMap { number -> Process? in
            guard let status = Self.contents("/proc/\(number)/status"), status.hasPrefix("Name:\tbrews\n") else {
                return nil
            }
            func value(_ key: String) -> Int {
                let line = status.split(separator: "\n").first { $0.hasPrefix(key + ":") }
                return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
            }
            let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(number)/fd").count
            return Process(
                process: number, memoryMegabytes: (Double(value("VmRSS")) * 1.024 / 10).rounded() / 100,
                threads: value("Threads"), descriptors: open)
        }
        add("processes.json", "memory, threads and files of Brews's processes", processes)
    }

    private mutating func addLogs() {
        let units = ["--unit", "brews-kiosk", "--unit", "brews-screen"]
        let form = ["--no-pager", "--no-hostname", "--output", "short-iso", "--lines", "5000"]
        let log = ProgramOutput.text(["journalctl"] + units + form)
        add(
            "kiosk.log", "the service's log without words of guests",
            Data(redaction.log(log ?? "the journal cannot be read; run the command as root\n").utf8))
        let kernel =
            ProgramOutput.text(["journalctl", "--dmesg", "--priority", "warning"] + form)
            ?? ProgramOutput.text(["dmesg", "--level", "emerg,alert,crit,err,warn"])
        let excerpts = kernel?.split(separator: "\n").filter { line in
            let lower = line.lowercased()
            return Self.kernelWords.contains { lower.contains($0) }
        }
        add(
            "kernel.log", "warnings of the kernel about power, heat, disks, USB and sound",
            Data(redaction.log(excerpts?.suffix(500).joined(separator: "\n") ?? "it cannot be read; run as root").utf8))
    }

    // MARK: Writing

    private var readme: String {
        "A report of Brews for support. It holds no words of guests, no orders, notes, audio, takings or codes.\n\n"
            + entries.map { "\($0.name): \($0.about)\n" }.joined()
    }

    private mutating func add(_ name: String, _ about: String, _ value: some Encodable) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        add(name, about, (try? encoder.encode(value)) ?? Data())
    }

    private mutating func add(_ name: String, _ about: String, _ contents: Data) {
        entries.append(Entry(name: name, about: about, bytes: contents.count, contents: contents))
    }

    private static func contents(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }
}
