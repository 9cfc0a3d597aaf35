internal import Foundation
internal import Ordering
internal import SQLiteConnection
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import SQLiteOrderStore

/// What the kiosk deletes by itself while it serves.
@Suite(.timeLimit(.minutes(10)))
struct HousekeepingTests {
    /// Sessions one hour apart, with events of some hundred bytes and, every second one, an order.
    private static func fill(_ database: OrderDatabase, _ clock: TestClock, sessions: Range<Int>, events: Int) throws {
        for number in sessions {
            for part in 0..<events {
                try database.record(
                    event: #"{"text":"canary \#(number) event \#(part) \#(String(repeating: "x", count: 400))"}"#,
                    session: "session \(number)")
            }
            if number.isMultiple(of: 2) { _ = try database.place(Sample.order(session: "session \(number)")) }
            clock.pass(hours: 1)
        }
    }

    @Test(
        "F9, F10: a purge without old data writes nothing, and one that removes data writes little at a time"
    )
    func parts() throws {
        let layer = DiskLayer(SimulatedDisk()), clock = TestClock()
        let database = try OrderDatabase(
            path: "/orders.sqlite", clock: clock.storeClock(), calendar: Sample.calendar, vfs: layer.name)
        try Self.fill(database, clock, sessions: 0..<240, events: 20)
        func pass() throws -> (pass: PurgePass, written: [Int]) {
            var pass = try database.beginPurge(olderThanDays: 30, trustsClock: false), written: [Int] = []
            while pass.stage != .done {
                let before = layer.disk.bytesWritten
                pass = try database.purge(pass)
                written.append(layer.disk.bytesWritten - before)
            }
            return (pass, written)
        }
        let none = try pass()
        #expect(none.pass.orders + none.pass.sessions == 0 && none.written.allSatisfy { $0 == 0 }, "\(none)")
        // Half of it is old.
        clock.pass(hours: 24 * 30 - 120)
        let half = try pass()
        #expect(half.pass.sessions == 120 && half.pass.orders == 60)
        #expect(half.written.count > 30)
        // The log of one commit, and sometimes a checkpoint of the log's thousand pages.
        let limit = 1_500 << 10
        #expect(half.written.max() ?? 0 < limit, "\(half.written.max() ?? 0)")
        #expect(try database.connection.integer("SELECT count(*) FROM events", doing: "test") == 120 * 20)
        #expect(try OrderQueries(database.connection).count() == 60)
        try OrderDatabase.checkThoroughly(database.connection)
        let size = layer.disk.size("/orders.sqlite")
        // The space is reused.
        try Self.fill(database, clock, sessions: 240..<350, events: 20)
        try database.checkpoint()
        #expect(layer.disk.size("/orders.sqlite") <= size + size / 10)
    }

    @Test("F9: orders can be placed between the parts of a purge, none is deleted, and a pause that throws ends it")
    func between() async throws {
        let clock = TestClock("2026-10-01"), store = try await Sample.memory(clock)
        for number in 0..<60 {
            for part in 0..<10 { try await store.record(event: #"{"part":\#(part)}"#, session: "old \(number)") }
            _ = try await store.place(Sample.order(session: "old \(number)"))
        }
        clock.pass(hours: 31 * 24)
        let placed = Mutex<[String]>([])
        let result = try await store.purge(olderThanDays: 30) {
            let order = Sample.order(session: "new")
            let isNew = try await store.place(order).isNew
            #expect(isNew)
            placed.withLock { $0.append(order.id) }
        }
        #expect(result == PurgeResult(orders: 60, sessions: 60, files: 0))
        let ids = placed.withLock { $0 }
        #expect(ids.count > 10)
        #expect(try await store.orders().map(\.order.id) == ids)
        let counted = try await store.health().orders
        #expect(counted == ids.count)
        await #expect(throws: CancellationError.self) {
            _ = try await store.purge(olderThanDays: 30) { throw CancellationError() }
        }
    }

    @Test("F11: after a purge in parts no byte of old data is in any file")
    func bytes() async throws {
        let folder = try QuickFolder(), path = folder.path("orders.sqlite"), clock = TestClock("2026-09-01")
        let store = try await Sample.store(path, clock)
        func sell(_ numbers: Range<Int>, _ word: String) async throws {
            for number in numbers {
                let session = UUID().uuidString.lowercased()
                var order = Sample.order(session: session)
                order.lines[0].name = "\(word) \(number) name " + String(repeating: "x", count: number % 97 * 3)
                for part in 0..<12 {
                    let text = String(repeating: "x", count: (number * 31 + part * 57) % 700)
                    try await store.record(
                        event: #"{"text":"\#(word) \#(number) event \#(part) \#(text)"}"#, session: session)
                }
                try await store.saveCart(OpenCart(session: session, lines: order.lines))
                _ = try await store.place(order)
                try await store.end(session: session, reason: "completed", figures: ["touches": 1])
            }
        }
        try await sell(1_000..<1_100, "canary")
        clock.pass(hours: 31 * 24)
        try await sell(2_000..<2_100, "kept")
        /// The four digits after each occurrence of a word in any file.
        func found(_ word: String) throws -> Set<Int> {
            var numbers: Set<Int> = []
            for name in folder.names {
                let bytes = try Data(contentsOf: folder.url.appendingPathComponent(name))
                var rest = bytes.startIndex..<bytes.endIndex
                while let place = bytes.range(of: Data("\(word) ".utf8), in: rest) {
                    numbers.insert(Int(String(decoding: bytes[place.upperBound...].prefix(4), as: UTF8.self)) ?? 0)
                    rest = place.upperBound..<bytes.endIndex
                }
            }
            return numbers
        }
        #expect(try found("canary").count == 100, "The search finds what is there.")
        #expect(try await store.purge(olderThanDays: 30) {} == PurgeResult(orders: 100, sessions: 100, files: 0))
        let left = try found("canary")
        #expect(left.isEmpty, "\(left.sorted())")
        #expect(try found("kept").count == 100)
        await store.close()
    }

    @Test(
        """
        F9: a reader that never ends stops the purge before the log is too long; it continues when the reader has ended
        """
    )
    func pinned() async throws {
        let folder = try QuickFolder(), path = folder.path("orders.sqlite"), clock = TestClock("2026-09-01")
        var settings = Sample.settings(path)
        settings.maxLogBytes = 1 << 20
        let store = try await SQLiteOrderStore.open(settings, clock: clock.storeClock())
        await store.close()
        try Self.fillQuickly(path, sessions: 200, at: Int(clock.reading.wall.epochMilliseconds))
        clock.pass(hours: 30 * 24 + 4)
        let full = try await SQLiteOrderStore.open(settings, clock: clock.storeClock())
        let reader = try StoreConnection(path: path, access: .readOnly)
        try reader.run("BEGIN", doing: "test")
        _ = try reader.integer("SELECT count(*) FROM orders", doing: "test")
        await #expect(throws: StoreError.busy(doing: "remove old orders")) {
            _ = try await full.purge(olderThanDays: 30) {}
        }
        #expect(try await full.health().logBytes < 3 << 20)
        #expect(try await full.place(Sample.order()).isNew)
        try reader.run("ROLLBACK", doing: "test")
        let rest = try await full.purge(olderThanDays: 30) {}.sessions
        #expect((1..<200).contains(rest))
        #expect(try await full.health().logBytes == 0)
        await full.close()
    }

    @Test(
        "F9: duration of the longest part, compared with a purge that rewrites the file",
        .enabled(if: rounds(0, full: 1) == 1))
    func longest() async throws {
        let folder = try TemporaryFolder(), path = folder.path("orders.sqlite"), clock = TestClock("2026-09-01")
        for isInParts in [true, false] {
            let store = try await Sample.store(path, clock)
            await store.close()
            try Self.fillQuickly(path, sessions: 20_000, at: Int(clock.reading.wall.epochMilliseconds))
            let settings = Sample.settings(path)
            let late = TestClock("2026-10-15")
            let full = try await SQLiteOrderStore.open(settings, clock: late.storeClock())
            let size = try StoreFiles.size(path) ?? 0
            let time = ContinuousClock(), begun = time.now
            let longest = Mutex<(previous: ContinuousClock.Instant, most: Duration, parts: Int)>((begun, .zero, 0))
            if isInParts {
                _ = try await full.purge(olderThanDays: 30) {
                    let before = time.now
                    _ = try await full.health()
                    longest.withLock { $0 = (time.now, max($0.most, before - $0.previous), $0.parts + 1) }
                }
            } else {
                _ = try await full.purge(olderThanDays: 30)
                longest.withLock { $0 = (time.now, time.now - begun, 1) }
            }
            let (_, most, parts) = longest.withLock { $0 }
            print(
                """
                F9: \(size >> 20) MiB, in parts \(isInParts): \(parts) parts, longest \(most), \
                in all \(time.now - begun)
                """
            )
            await full.close()
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
                try FileManager.default.removeItem(atPath: folder.path(name))
            }
        }
    }

    /// Bytes that this process has written (`/proc/self/io`).
    private static func written() throws -> Int {
        let line = try String(contentsOfFile: "/proc/self/io", encoding: .utf8).split(separator: "\n").first {
            $0.hasPrefix("wchar: ")
        }
        return line.flatMap { Int($0.dropFirst(7)) } ?? 0
    }

    @Test(
        "F10: bytes written by housekeeping at start without old data, compared with a purge that rewrites the file",
        .enabled(if: rounds(0, full: 1) == 1))
    func nothingOld() async throws {
        let folder = try TemporaryFolder(), path = folder.path("orders.sqlite"), clock = TestClock("2026-09-01")
        await (try Sample.store(path, clock)).close()
        try Self.fillQuickly(path, sessions: 3_000, at: Int(clock.reading.wall.epochMilliseconds))
        clock.pass(hours: 72)
        let store = try await Sample.store(path, clock), size = try StoreFiles.size(path) ?? 0
        let before = try Self.written()
        _ = try await store.purge(olderThanDays: 30) {}
        let between = try Self.written()
        _ = try await store.purge(olderThanDays: 30)
        print(
            """
            F10: \(size) bytes; housekeeping wrote \(between - before), a purge by hand \(try Self.written() - between)
            """
        )
        #expect(between - before < 100_000)
        await store.close()
    }

    /// Sessions one minute apart, of thirty events of 400 bytes each, in one transaction.
    private static func fillQuickly(_ path: String, sessions: Int, at begin: Int) throws {
        let connection = try StoreConnection(path: path, access: .readWrite)
        try connection.transaction(doing: "test") { () throws(StoreError) in
            try connection.run(
                """
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
                INSERT INTO sessions (number, id, start, business_day, began_ms, clock_trusted) SELECT i, \
                'session ' || i, 1, 1, ?2 + i * 60000, 1 FROM n
                """, [.integer(sessions), .integer(begin)], doing: "test")
            try connection.run(
                """
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
                INSERT INTO events (session, sequence, at_ms, json) SELECT number, i, began_ms, hex(randomblob(200)) \
                FROM sessions, n
                """, doing: "test")
        }
        try connection.run("PRAGMA wal_checkpoint(TRUNCATE)", doing: "test")
    }

    // MARK: The clock

    /// Days of the sessions, in their order; the current day; and which sessions remain after housekeeping, or by how
    /// much the clock jumped.
    struct Life: CustomTestStringConvertible {
        let testDescription: String
        let days: [Int]
        let now: Int
        var left: [Int]?
        var leap = 0
    }

    private static let lives = [
        Life(testDescription: "used every day", days: Array(0...40), now: 40, left: Array(11...40)),
        Life(testDescription: "nothing old", days: Array(0...20), now: 20, left: Array(0...20)),
        Life(testDescription: "never used", days: [], now: 4_000, left: []),
        Life(testDescription: "three weeks' holiday", days: Array(0...10) + [31], now: 35, left: Array(6...10) + [31]),
        Life(testDescription: "a month's holiday, at the start after it", days: Array(0...10), now: 40, left: []),
        Life(testDescription: "a clock years ahead, before anybody orders", days: Array(0...10), now: 1_000, leap: 990),
        Life(
            testDescription: "a clock years ahead, and orders by it", days: Array(0...10) + [1_000, 1_000, 1_001],
            now: 1_001, leap: 990),
        Life(
            testDescription: "set right again", days: Array(0...10) + [1_000, 1_001] + Array(12...41), now: 41,
            left: [1_000, 1_001] + Array(12...41)),
        Life(
            testDescription: "two months' holiday, soon after it", days: Array(0...10) + Array(70...90), now: 90,
            leap: 60),
        Life(
            testDescription: "two months' holiday, a month after it", days: Array(0...10) + Array(70...101), now: 101,
            left: Array(72...101)),
        Life(
            testDescription: "a clock years behind, set right since",
            days: Array(1_000...1_010) + [5] + Array(1_011...1_015), now: 1_015, leap: 1_006),
    ]

    /// A new store beside one that was moved aside.
    private static func afterDamage(_ path: String, _ clock: TestClock) async throws -> SQLiteOrderStore {
        await (try Sample.store(path, clock)).close()
        try Data("damage".utf8).write(to: URL(fileURLWithPath: path))
        return try await Sample.store(path, clock)
    }

    @Test(
        "H1, F11: housekeeping removes old data, and nothing when the clock has jumped past all stored data",
        arguments: lives)
    func leaps(_ life: Life) async throws {
        let clock = TestClock(), begin = clock.reading.wall.epochMilliseconds
        let folder = try QuickFolder(), path = folder.path("orders.sqlite")
        let store = try await Self.afterDamage(path, clock)
        for (number, day) in life.days.enumerated() {
            clock.reading.wall.epochMilliseconds = begin + Int64(day) * 86_400_000
            _ = try await store.place(Sample.order(session: "session \(number) of day \(day)"))
        }
        clock.reading.wall.epochMilliseconds = begin + Int64(life.now) * 86_400_000 + 3_600_000
        func left() async throws -> [Int] {
            try await store.orders().compactMap { $0.order.session.split(separator: " ").last.flatMap { Int($0) } }
        }
        if let expected = life.left {
            _ = try await store.purge(olderThanDays: 30) {}
            #expect(try await left() == expected)
        } else {
            await #expect(throws: StoreError.clockJumped(days: life.leap)) {
                _ = try await store.purge(olderThanDays: 30) {}
            }
            #expect(try await left() == life.days)
            #expect(folder.names.contains("orders.sqlite.damaged-1"))
            // A person who requests the purge has checked the clock.
            #expect(try await store.purge(olderThanDays: 30).orders > 0)
        }
        await store.close()
    }

    @Test("H1: with a clock years ahead a damaged file is kept while nothing in the new one is old")
    func damagedFiles() async throws {
        let folder = try QuickFolder(), path = folder.path("orders.sqlite"), clock = TestClock("2040-01-01")
        let store = try await Self.afterDamage(path, clock)
        #expect(try await store.purge(olderThanDays: 30) {}.files == 0)
        _ = try await store.place(Sample.order())
        #expect(try await store.purge(olderThanDays: 30) {}.files == 0)
        #expect(folder.names.contains("orders.sqlite.damaged-1"))
        await store.close()
    }

    @Test("H1: a clock that is not set removes nothing")
    func notSet() async throws {
        let clock = TestClock(isTrusted: false), store = try await Sample.memory(clock)
        await #expect(throws: StoreError.clockNotSet) { _ = try await store.purge(olderThanDays: 30) {} }
    }
}
