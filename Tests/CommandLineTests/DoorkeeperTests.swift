internal import Feedback
internal import Foundation
internal import KioskRuntime
internal import OrderParsing
internal import Ordering
internal import Speech
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import BrewsCLI

/// Opening hours of a kiosk and what the staff change of them, with a clock that the test sets.
struct DoorkeeperTests {
    /// A wall clock that is set by hand.
    private final class WallClock: Sendable {
        private let time = Mutex(LocalTime(minutes: 0, isTrusted: true))

        var now: LocalTime { time.withLock(\.self) }

        /// A time in the week of Monday, 5 January 1970.
        func set(_ day: Int, _ time: String, isTrusted: Bool = true) {
            let minutes = (TimeOfDay(time) ?? .midnight).minutes
            self.time.withLock { $0 = LocalTime(minutes: (4 + day) * 1_440 + minutes, isTrusted: isTrusted) }
        }
    }

    private static func kiosk() throws -> (KioskOrchestrator, PromptWriter) {
        let menu = try MenuLoader.builtIn(), writer = try PromptWriter(menu: menu)
        let parts = KioskParts(
            voiceInput: .none, voice: SilentVoice(), store: MemoryOrderStore(),
            clock: MonotonicClock(ManualClock())
        ) { "session" }
        let kiosk = try KioskOrchestrator(
            menu: menu, parser: OrderParsingPipeline(menu: menu), writer: writer, menuDigest: "digest", parts: parts)
        return (kiosk, writer)
    }

    private static func seen(_ kiosk: KioskOrchestrator) async -> String? {
        for await case .snapshot(let snapshot) in await kiosk.updates() { return snapshot.closed }
        return nil
    }

    @Test("The kiosk opens and closes with its hours, the staff open it for once, and all outlives a restart")
    func day() async throws {
        let folder = try TemporaryFolder(), store = folder.path("orders.sqlite"), clock = WallClock()
        let lines = Mutex<[String]>([])
        func keeper(_ kiosk: KioskOrchestrator, _ writer: PromptWriter) -> Doorkeeper {
            Doorkeeper(
                kiosk, writer: writer, hours: OpeningHours("mon-fri 7:00-18:00"), store: store, now: { clock.now }
            ) { line in lines.withLock { $0.append(line) } }
        }
        let (kiosk, writer) = try Self.kiosk()
        var door = keeper(kiosk, writer)
        for (day, time, sentence) in [
            (0, "6:00", "We open at 7:00 AM."), (0, "7:00", nil), (0, "18:00", "We open tomorrow at 7:00 AM."),
            (4, "18:30", "We open on Monday at 7:00 AM."),
        ] as [(Int, String, String?)] {
            clock.set(day, time)
            await door.look()
            #expect(await Self.seen(kiosk)?.replacing("\u{A0}", with: " ") == sentence, "\(day) \(time)")
        }
        // A clock that was never set closes nothing.
        clock.set(0, "3:00", isTrusted: false)
        await door.look()
        #expect(await Self.seen(kiosk) == nil)

        clock.set(0, "6:00")
        #expect(await door.openNow(true) == .done)
        #expect(await Self.seen(kiosk) == nil)
        var page = await door.page
        #expect(page.openUntil == TimeOfDay("18:00") && page.closed == nil)
        #expect(await door.set(OpeningHours("daily 9:00-2:00")) == .done)
        door = keeper(kiosk, writer)
        await door.look()
        #expect(await Self.seen(kiosk) == nil, "the opening outlives a restart")
        page = await door.page
        #expect(page.hours == OpeningHours("daily 9:00-2:00") && !page.isStandard)
        #expect(await door.openNow(false) == .done)
        #expect(await Self.seen(kiosk) != nil)
        #expect(await door.set(nil) == .done)
        page = await door.page
        #expect(page.isStandard && page.hours == OpeningHours("mon-fri 7:00-18:00"))
        clock.set(1, "12:00")
        #expect(await door.pause(true) == .done)
        #expect(await keeper(kiosk, writer).page.isPaused)
        #expect(await Self.seen(kiosk)?.contains("taking a break") == true)
        #expect(await door.pause(false) == .done)
        #expect(await Self.seen(kiosk) == nil)
        #expect(lines.withLock { $0.filter { $0.contains("the staff have") } }.count == 5, "\(lines.withLock(\.self))")
    }

    @Test("A file that cannot be read leaves the hours of the options, and is said")
    func damaged() async throws {
        let folder = try TemporaryFolder(), store = folder.path("orders.sqlite"), said = Mutex<[String]>([])
        try "{\"hours\": [1]}".write(toFile: store + ".hours.json", atomically: true, encoding: .utf8)
        let (kiosk, writer) = try Self.kiosk()
        let door = Doorkeeper(
            kiosk, writer: writer, hours: OpeningHours("daily 7:00-18:00"), store: store,
            now: { LocalTime(minutes: 60, isTrusted: true) }
        ) { line in said.withLock { $0.append(line) } }
        await door.look()
        #expect(await Self.seen(kiosk)?.contains("7:00") == true)
        #expect(said.withLock { $0.contains { $0.contains("hours.json cannot be read") } })
        #expect(await door.set(OpeningHours("daily 8:00-9:00")) == .done, "the staff's hours replace it")
    }

    @Test("Hours that cannot be read are refused, in the option and in the settings file")
    func refused() throws {
        let folder = try TemporaryFolder(), file = folder.path("brews.json")
        try #"{"hours": "mon 7-18"}"#.write(toFile: file, atomically: true, encoding: .utf8)
        let config = try Brews.run(["config", file])
        #expect(config.code == 3 && config.errors.contains("hours: “mon 7-18” is no opening hours"))
        try #"{"hours": "mon-fri 7:00-18:00"}"#.write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try Brews.run(["config", file]).code == 0)
        try #"{"suggestions": "no"}"#.write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try Brews.run(["config", file]).errors.contains("suggestions must be true or false"))
        try #"{"suggestions": false}"#.write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try Brews.run(["config", file]).code == 0)
        let kiosk = try Brews.run(["kiosk", "--touch-only", "--ephemeral", "--port", "0", "--hours", "always"])
        #expect(kiosk.code == 2 && kiosk.errors.contains("--hours: “always” is no opening hours"))
    }
}
