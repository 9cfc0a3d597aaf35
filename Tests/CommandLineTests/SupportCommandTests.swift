internal import Foundation
internal import Ordering
internal import SQLiteOrderStore
internal import TestSupport
internal import Testing

@testable internal import BrewsCLI

/// `brews support`: what is in the archive, and what must not be.
@Suite(.timeLimit(.minutes(10)))
struct SupportCommandTests {
    /// Words of an order, a guest, a note, a code and a payment program; none may get into the archive.
    private static let canaries = [
        "zorblax", "quuxberry", "fnordpass", "748613", "terminalsecret", "98765", "987.65", "thneed",
    ]

    private static func store(_ path: String) async throws {
        var settings = StoreSettings(.file(path))
        settings.acceptsAnyFileSystem = true
        settings.reserveBytes = 0
        let store = try await SQLiteOrderStore.open(settings, clock: StoreLocation.clock)
        try await store.record(event: #"{"kind":"heard","text":"a quuxberry tea"}"#, session: "s")
        let line = StoredLine(
            itemId: "zorblax", name: "Zorblax", quantity: 1, options: [], unitPrice: Money(minorUnits: 98_765))
        _ = try await store.place(
            NewOrder(
                id: UUID().uuidString, session: "s", lines: [line], total: Money(minorUnits: 98_765), currency: "USD",
                menuDigest: "digest"))
        try await store.end(session: "s", reason: "completed", figures: ["touches": 0, "reasks": 7])
        await store.close()
    }

    private static let journal = """
        2026-11-30T06:00:00+00:00 brews[1]: brews kiosk: Café is open on http://127.0.0.1:8117/
        2026-11-30T06:00:01+00:00 brews[1]: brews kiosk: heard: a quuxberry tea
        2026-11-30T06:00:02+00:00 brews[1]: brews kiosk: said: Added a Zorblax.
        2026-11-30T06:00:03+00:00 brews[1]: recognition: second pass: late, “a zorblax” / “”
        2026-11-30T06:00:04+00:00 brews[1]: brews kiosk: no note “fnordpass” could be read
        2026-11-30T06:00:06+00:00 brews[1]: brews kiosk: stuck: audio
        2026-11-30T06:00:07+00:00 brews[1]: brews kiosk: order 1 placed: 1 line, $987.65
        2026-11-30T06:00:08+00:00 brews[1]: brews kiosk: read again: a quuxberry
        2026-11-30T06:00:09+00:00 brews[1]: {"event":"heard: a \"quuxberry\" tea","seconds":1}
        2026-11-30T06:00:10+00:00 brews[1]: {"event":"open for guests","seconds":2}
        2026-11-30T06:00:11+00:00 brews[1]: {"event":"cut a quuxberr
        2026-11-30T06:00:12+00:00 brews[1]: brews kiosk: the thneed cake is sold out
        """

    @Test("The archive tells of the machine and the kiosk, and holds no words, orders, notes, codes or takings")
    func contents() async throws {
        let folder = try TemporaryFolder()
        try await Self.store(folder.path("orders.sqlite"))
        let notes = try Brews.run(
            ["notebook", "add", "What is the password?", "fnordpass", "--file", folder.path("notes.sqlite")])
        #expect(notes.code == 0)
        try Data("748613\n".utf8).write(to: URL(fileURLWithPath: folder.path("code")))
        let options =
            "--engine vosk --staff-code-file 748613 --payment-command /opt/terminalsecret --port=8117 zorblax "
            + "--menu=\(folder.path("menu.json"))"
        let cake = #"{"id":"t","name":"Thneed cake","price":1,"category":"c"}"#
        let store = #"{"name":"T","currency":"USD","locale":"en-US"}"#
        try Data(#"{"store":\#(store),"optionGroups":[],"items":[\#(cake)]}"#.utf8).write(
            to: URL(fileURLWithPath: folder.path("menu.json")))
        try Data("BREWS_KIOSK_OPTIONS=\(options)\nPASSWORD=fnordpass\n".utf8).write(
            to: URL(fileURLWithPath: folder.path("kiosk.conf")))
        // The system's journal, as a kiosk with --verbose writes it.
        let program = folder.path("journalctl")
        try ScriptedProgram.write("cat <<'END'\n\(Self.journal)\nEND", to: program)
        let path = folder.url.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
        let archive = folder.path("report.tar.gz")
        let run = try Brews.run(
            [
                "support", "--json", "-o", archive, "--store", folder.path("orders.sqlite"), "--port", "1",
                "--settings", folder.path("kiosk.conf"),
            ], environment: ["PATH": path])
        #expect(run.code == 0, "\(run.errors)")
        #expect(try FileManager.default.attributesOfItem(atPath: archive)[.posixPermissions] as? NSNumber == 0o600)

        let unpacked = try Brews.shell("cd \"$(dirname \"$1\")\" && mkdir out && tar -xzf \"$1\" -C out", archive)
        #expect(unpacked.code == 0, "\(unpacked.errors)")
        let root = folder.url.appendingPathComponent("out")
        let found = try FileManager.default.subpathsOfDirectory(atPath: root.path)
        let listed = (run.objects.first?["entries"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
        #expect(listed.count >= 10)
        var texts: [String: String] = [:]
        for name in listed {
            let inside = try #require(found.first { $0.hasSuffix("/" + name) }, "\(name) is not in the archive")
            texts[name] = try String(contentsOf: root.appendingPathComponent(inside), encoding: .utf8)
        }
        for (name, text) in texts {
            for canary in Self.canaries { #expect(!text.lowercased().contains(canary), "\(name): \(text)") }
        }
        let log = try #require(texts["kiosk.log"])
        #expect(log.contains("is open on") && log.contains("stuck: audio") && log.contains("7 lines"), "\(log)")
        #expect(log.contains("order 1 placed\n") && log.contains("brews kiosk: open for guests"), "\(log)")
        let settings = try #require(texts.first { $0.key.hasPrefix("settings/") }?.value)
        #expect(settings.contains("--engine vosk --staff-code-file (left out)"), "\(settings)")
        let counts = try #require(texts["store.json"])
        #expect(counts.contains("\"reasks\" : 7") && counts.contains("\"orders\" : 1"), "\(counts)")
        #expect(texts["machine.json"]?.contains(BrewsTool.version) == true)
        #expect(texts["doctor.ndjson"]?.contains("\"check\":\"recognition\"") == true)
        #expect(texts["health.json"]?.contains("no kiosk answers") == true)
    }

    @Test("The health of a running kiosk is in the archive")
    func health() async throws {
        let folder = try TemporaryFolder()
        let kiosk = try await KioskProcess(["--ephemeral", "--touch-only", "--port", "0"])
        let port = try #require(URL(string: kiosk.address)?.port)
        let run = try Brews.shell(
            "cd \"$1\" && \"$0\" support --port \"$2\" --store none.sqlite >/dev/null && tar -xzOf "
                + "brews-support-*.tar.gz --wildcards '*/health.json' '*/figures.txt' '*/processes.json'",
            folder.url.path, "\(port)")
        #expect(run.code == 0, "\(run.errors)")
        #expect(run.output.contains("\"canOrder\":true") && run.output.contains("brews_sessions_total 0"))
        #expect(run.output.contains("memoryMegabytes"), "\(run.output)")
        #expect(kiosk.stop() == 0)
        #expect(try Brews.run(["support", "operand"]).code == 2)
        #expect(try Brews.run(["support", "-o", folder.path("none/x.tar.gz")]).code == 3)
    }
}
