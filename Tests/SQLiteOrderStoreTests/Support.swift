internal import Foundation
internal import Ordering
internal import Synchronization
internal import TestSupport

@testable internal import SQLiteOrderStore

/// Clocks set by the test.
final class TestClock: Sendable {
    struct Reading {
        var wall: WallTime
        var sinceBoot = 0
    }

    private let state: Mutex<Reading>

    /// - Parameter date: date of the wall clock, at noon in the store's time zone.
    init(_ date: String = "2026-11-21", isTrusted: Bool = true) {
        state = Mutex(Reading(wall: WallTime(epochMilliseconds: Self.noon(date), isTrusted: isTrusted)))
    }

    var reading: Reading {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    /// Real time passes: both clocks advance.
    func pass(hours: Double) {
        state.withLock { reading in
            reading.wall.epochMilliseconds += Int64(hours * 3_600_000)
            reading.sinceBoot += Int(hours * 3_600_000)
        }
    }

    /// The wall clock is set to another time; nothing else happens.
    func jump(hours: Double) { state.withLock { $0.wall.epochMilliseconds += Int64(hours * 3_600_000) } }

    func storeClock(boot: String = "boot 1") -> StoreClock {
        StoreClock(wall: { self.reading.wall }, sinceBoot: { self.reading.sinceBoot }, boot: boot)
    }

    static func noon(_ date: String) -> Int64 { Int64(BusinessDay(date)?.daysSince1970 ?? 0) * 86_400_000 + 43_200_000 }
}

/// Orders and stores for tests.
enum Sample {
    static let calendar = BusinessCalendar(timeZone: TimeZone(secondsFromGMT: 0) ?? .gmt)

    static func lines(_ quantity: Int = 2) -> [StoredLine] {
        [
            StoredLine(
                itemId: "latte", name: "Latte", quantity: quantity,
                options: [
                    .init(group: "size", id: "large", name: "Large"),
                    .init(group: "syrup", id: "vanilla", name: "Vanilla", amount: .light, count: 2),
                    .init(group: "topping", id: "foam", name: "Foam", amount: .without),
                ], unitPrice: Money(minorUnits: 525)),
            StoredLine(
                itemId: "muffin", name: "Blueberry muffin", quantity: 1, options: [],
                unitPrice: Money(minorUnits: 350)),
        ]
    }

    static func order(_ id: String = UUID().uuidString, session: String = "session 1", quantity: Int = 2) -> NewOrder {
        NewOrder(
            id: id, session: session, lines: lines(quantity), avoids: ["nuts"],
            total: Money(minorUnits: quantity * 525 + 350),
            currency: "USD",
            menuDigest: String(repeating: "ab", count: 32))
    }

    static func settings(_ path: String) -> StoreSettings {
        var settings = StoreSettings(.file(path))
        settings.calendar = calendar
        settings.reserveBytes = 0
        // A test's folder may be in memory.
        settings.acceptsAnyFileSystem = true
        return settings
    }

    static func store(_ path: String, _ clock: TestClock = TestClock(), boot: String = "boot 1") async throws
        -> SQLiteOrderStore
    {
        try await SQLiteOrderStore.open(settings(path), clock: clock.storeClock(boot: boot))
    }

    static func memory(_ clock: TestClock = TestClock()) async throws -> SQLiteOrderStore {
        var settings = StoreSettings(.memory)
        settings.calendar = calendar
        return try await SQLiteOrderStore.open(settings, clock: clock.storeClock())
    }
}

/// Number of rounds of a long test: the short number, or the full one if `BREWS_STORE_FULL` is set.
func rounds(_ everyDay: Int, full: Int) -> Int {
    Repository.isFullScale || ProcessInfo.processInfo.environment["BREWS_STORE_FULL"] != nil ? full : everyDay
}

/// A new folder, in memory if possible, for tests that open many stores and do not concern the disk.
final class QuickFolder: Sendable {
    let url: URL

    init() throws {
        let memory = URL(fileURLWithPath: "/dev/shm")
        let parent =
            FileManager.default.isWritableFile(atPath: memory.path) ? memory : FileManager.default.temporaryDirectory
        url = parent.appendingPathComponent("brews-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// Names of all files, sorted.
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }
}
