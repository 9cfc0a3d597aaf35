internal import Foundation
internal import Ordering
internal import SQLiteConnection
internal import TestSupport
internal import Testing

@testable internal import SQLiteOrderStore

/// Damaged, lost and foreign files, and files of another version.
@Suite(.timeLimit(.minutes(10)))
struct DamageTests {
    /// A store with some orders as a killed kiosk leaves it: file and log.
    private static func killed(_ orders: Int) async throws -> (file: Data, log: Data) {
        let folder = try QuickFolder(), path = folder.path("orders.sqlite")
        let store = try await Sample.store(path)
        for number in 0..<orders {
            _ = try await store.place(Sample.order(session: "session \(number)"))
            try await store.record(event: #"{"kind":"heard"}"#, session: "session \(number)")
            if number == orders / 2 { _ = try await store.purge(olderThanDays: 30) }
        }
        let files = try (
            Data(contentsOf: URL(fileURLWithPath: path)), Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
        )
        await store.close()
        #expect(files.0.count > 20_000 && files.1.count > 20_000)
        return files
    }

    @Test(
        "F5: after 300 bit flips and truncations the store opens, takes orders and moves unreadable files aside"
    )
    func flips() async throws {
        let (file, log) = try await Self.killed(30)
        var generator = SeededGenerator(seed: 5), moved = 0
        for trial in 0..<rounds(300, full: 3_000) {
            let folder = try QuickFolder(), path = folder.path("orders.sqlite")
            var damaged = [file, log]
            let which = trial % 5 == 4 ? 1 : 0
            switch trial % 3 {
            case 0: damaged[which].removeLast(Int.random(in: 1...damaged[which].count, using: &generator))
            case 1:
                damaged[which][Int.random(in: 0..<damaged[which].count, using: &generator)] ^= UInt8.random(
                    in: 1...255, using: &generator)
            // The header, in which each byte matters most, or a whole page.
            default:
                let start =
                    trial.isMultiple(of: 2)
                    ? 0 : Int.random(in: 0..<damaged[which].count / 1_024, using: &generator) * 1_024
                for index in start..<start + (trial.isMultiple(of: 2) ? 100 : 1_024)
                where trial % 4 == 1 || Int.random(in: 0..<20, using: &generator) == 0 {
                    damaged[which][index] = UInt8.random(in: 0...255, using: &generator)
                }
            }
            try damaged[0].write(to: URL(fileURLWithPath: path))
            try damaged[1].write(to: URL(fileURLWithPath: path + "-wal"))
            if trial.isMultiple(of: 2) {
                try Data(HighWaterMarks(sequence: 50, day: BusinessDay(daysSince1970: 20_778), number: 50).text.utf8)
                    .write(to: URL(fileURLWithPath: path + ".marks"))
            }
            let store = try await Sample.store(path)
            let health = try await store.health()
            let receipt = try await store.place(Sample.order())
            #expect(receipt.isNew)
            let stored = try await store.orders()
            #expect(stored.contains { $0.sequence == receipt.sequence && $0.number == receipt.number })
            if case .movedAside(let place, let reason) = health.notice {
                moved += 1
                #expect(!reason.isEmpty && FileManager.default.fileExists(atPath: place))
                // The damaged file is kept unchanged.
                #expect(FileManager.default.contents(atPath: place) == damaged[0])
                #expect(FileManager.default.contents(atPath: place + "-wal") == damaged[1])
                if trial.isMultiple(of: 2) { #expect(receipt.number == 51 && receipt.sequence == 51) }
            }
            await store.close()
            let again = try await Sample.store(path)
            #expect(again.notice == nil, "A second start finds nothing wrong: \(String(describing: again.notice))")
            await again.close()
        }
        // The remaining damage is in text, in pages with a newer copy in the log, or truncates the log.
        #expect(moved > rounds(60, full: 600))
        if rounds(0, full: 1) == 1 { print("F5: \(moved) of 3000 were moved aside") }
    }

    /// An open store of 6,000 orders, more than SQLite caches, whose file is overwritten except for its first page.
    private static func damagedBehindItsBack(_ path: String) async throws -> SQLiteOrderStore {
        let store = try await Sample.store(path)
        for _ in 0..<6_000 { _ = try await store.place(Sample.order()) }
        _ = try await store.purge(olderThanDays: 30)
        let size = try #require(FileManager.default.contents(atPath: path)).count
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.seek(toOffset: 1_024)
        try handle.write(contentsOf: Data(repeating: 0xA5, count: size - 1_024))
        try handle.close()
        return store
    }

    @Test("F5: damage found while the store is in use is moved aside as well, and the order is stored")
    func healing() async throws {
        let folder = try QuickFolder(), path = folder.path("orders.sqlite")
        let store = try await Self.damagedBehindItsBack(path)
        var receipts: [OrderReceipt] = []
        #expect(try await store.orders(limit: 10_000).isEmpty)
        for _ in 0..<5 { receipts.append(try await store.place(Sample.order())) }
        guard case .movedAside = try await store.health().notice else {
            Issue.record("no notice")
            return
        }
        #expect(
            receipts.map(\.isNew) == [true, true, true, true, true]
                && receipts.allSatisfy { $0.number > 6_000 && $0.sequence > 6_000 })
        #expect(folder.names.contains("orders.sqlite.damaged-1"))
        await store.close()
    }

    enum Obstacle: CaseIterable {
        /// The file cannot be opened for the check.
        case unopened
        /// The file cannot be moved aside.
        case unmoved
    }

    @Test(
        "F5: a repair that fails reports its reason at every call, and continues once the obstacle is gone",
        arguments: Obstacle.allCases)
    func repairLater(_ obstacle: Obstacle) async throws {
        let folder = try QuickFolder(), path = folder.path("orders.sqlite"), files = FileManager.default
        let store = try await Self.damagedBehindItsBack(path)
        switch obstacle {
        case .unopened: try files.moveItem(atPath: path, toPath: folder.path("elsewhere"))
        case .unmoved: try files.createDirectory(atPath: path + ".damaged-1", withIntermediateDirectories: false)
        }
        for _ in 0..<3 {
            let found = await #expect(throws: StoreError.self) { _ = try await store.orders(limit: 10_000) }
            #expect(found != nil && found != .closed)
        }
        switch obstacle {
        case .unopened: try files.moveItem(atPath: folder.path("elsewhere"), toPath: path)
        case .unmoved: try files.removeItem(atPath: path + ".damaged-1")
        }
        let receipt = try await store.place(Sample.order())
        #expect(receipt.isNew && receipt.number > 6_000 && receipt.sequence > 6_000)
        guard case .movedAside = try await store.health().notice else {
            Issue.record("no notice")
            return
        }
        await store.close()
        await #expect(throws: StoreError.closed) { _ = try await store.place(Sample.order()) }
    }

    @Test("F5: damaged stores are numbered, and none is overwritten")
    func numbered() async throws {
        let folder = try QuickFolder(), path = folder.path("orders.sqlite")
        let sound = try await Sample.store(path)
        await sound.close()
        for round in 1...3 {
            try Data("damage \(round)".utf8).write(to: URL(fileURLWithPath: path))
            let store = try await Sample.store(path)
            #expect(store.notice == .movedAside(path: path + ".damaged-\(round)", reason: "file is not a database"))
            await store.close()
        }
        for round in 1...3 {
            #expect(FileManager.default.contents(atPath: path + ".damaged-\(round)") == Data("damage \(round)".utf8))
        }
    }

    @Test("a missing store is detected")
    func lost() async throws {
        let folder = try QuickFolder(), path = folder.path("orders.sqlite")
        let store = try await Sample.store(path)
        _ = try await store.place(Sample.order())
        await store.close()
        try FileManager.default.removeItem(atPath: path)
        let again = try await Sample.store(path)
        #expect(again.notice == .lost(path: path))
        #expect(try await again.place(Sample.order()).number > 1)
        await again.close()
    }

    @Test("a newer store and another program's database are refused and not changed")
    func foreign() async throws {
        let folder = try QuickFolder(), path = folder.path("orders.sqlite")
        let store = try await Sample.store(path)
        await store.close()
        var connection: StoreConnection? = try StoreConnection(path: path, access: .readWrite)
        try connection?.run("UPDATE state SET version = 7", doing: "test")
        try connection?.run("PRAGMA user_version = 7", doing: "test")
        connection = nil
        let before = FileManager.default.contents(atPath: path)
        await #expect(throws: StoreError.newer(version: 7, known: Schema.version)) { _ = try await Sample.store(path) }
        #expect(throws: StoreError.newer(version: 7, known: Schema.version)) { _ = try OrderReader(path: path) }
        #expect(FileManager.default.contents(atPath: path) == before)

        let other = folder.path("other.sqlite")
        connection = try StoreConnection(path: other, access: .create)
        try connection?.run("CREATE TABLE notes (text)", doing: "test")
        connection = nil
        await #expect(throws: StoreError.notAStore(path: other)) { _ = try await Sample.store(other) }
        #expect(throws: StoreError.notAStore(path: other)) { _ = try OrderReader(path: other) }
        try Data("no database, whatever its name says".utf8).write(to: URL(fileURLWithPath: folder.path("text")))
        #expect(throws: StoreError.notAStore(path: folder.path("text"))) {
            _ = try OrderReader(path: folder.path("text"))
        }
        #expect(throws: StoreError.missing(path: folder.path("none"))) {
            _ = try OrderReader(path: folder.path("none"))
        }
        #expect(!folder.names.contains { $0.contains("damaged") || $0 == "none" })
    }

    @Test("a migration that fails leaves the earlier version intact")
    func migrations() throws {
        let folder = try QuickFolder(), path = folder.path("orders.sqlite")
        let connection = try StoreConnection(path: path, access: .create)
        #expect(try Schema.migrate(connection, path: path))
        let broken: [[StaticString]] =
            Schema.migrations + [
                [
                    "CREATE TABLE more (id INTEGER PRIMARY KEY) STRICT", "UPDATE state SET version = 5",
                    "CREATE TABLE state (id)", "PRAGMA user_version = 5",
                ]
            ]
        #expect(throws: StoreError.self) { _ = try Schema.migrate(connection, path: path, migrations: broken) }
        #expect(try Schema.version(of: connection, path: path) == 4)
        #expect(try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'more'", doing: "test") == 0)
        let sound: [[StaticString]] =
            Schema.migrations + [
                [
                    "CREATE TABLE more (id INTEGER PRIMARY KEY) STRICT", "UPDATE state SET version = 5",
                    "PRAGMA user_version = 5",
                ]
            ]
        #expect(try !Schema.migrate(connection, path: path, migrations: sound))
        #expect(try Schema.version(of: connection, path: path) == 5)
        #expect(throws: StoreError.newer(version: 5, known: Schema.version)) {
            _ = try Schema.migrate(connection, path: path)
        }
    }

    @Test("A store of the first version is read as it is, and is brought up to date by the kiosk with its orders")
    func firstVersion() async throws {
        let folder = try QuickFolder(), path = folder.path("orders.sqlite")
        do {
            let connection = try StoreConnection(path: path, access: .create)
            #expect(try Schema.migrate(connection, path: path, migrations: [Schema.migrations[0]]))
            for statement: StaticString in [
                "INSERT INTO starts VALUES (1, 'boot', 0, 1)",
                "INSERT INTO sessions VALUES (1, 'session 1', 1, 20000, 0, 1, NULL, NULL)",
                """
                INSERT INTO orders VALUES (1, '8B0E4D6C-5A3B-4D43-9E0A-0D3E0C4B6F01', 1, 1, 20000, 1, 0, 1, 350, \
                'USD', 'ab')
                """,
                "INSERT INTO order_lines VALUES (1, 0, 'muffin', 'Muffin', 1, 350)",
                "UPDATE state SET last_sequence = 1, business_day = 20000, last_number = 1",
                "INSERT INTO saved_cart VALUES (1, 'old', '[]')",
            ] { try connection.run(statement, doing: "test") }
        }
        #expect(try OrderReader(path: path).orders().map(\.order.avoids) == [[]])
        let store = try await Sample.store(path)
        #expect(try await store.place(Sample.order()).sequence == 2)
        #expect(try await store.orders().map(\.order.avoids) == [[], ["nuts"]])
        await store.close()
        #expect(try OrderReader(path: path).orders().map(\.order.avoids) == [[], ["nuts"]])
    }

    @Test("F5: checking a hundred thousand orders takes at most two seconds")
    func quickCheck() throws {
        let folder = try QuickFolder(), path = folder.path("orders.sqlite"), count = rounds(2_000, full: 100_000)
        let database = try OrderDatabase(path: path, clock: TestClock().storeClock(), calendar: Sample.calendar)
        for number in 0..<count { _ = try database.place(Sample.order(session: "session \(number)")) }
        try database.checkpoint()
        // Fewer orders get their share of the 2 s. The file is in memory, so that only SQLite's work is measured.
        let bar = Duration.seconds(2) * count / 100_000
        var failure: (any Error)?
        let quick = ProcessorTime.least {
            do { try OrderDatabase.check(database.connection) } catch { failure = error }
        }
        #expect(failure == nil)
        #expect(quick <= bar, "\(count) orders")
        let thorough = try ContinuousClock().measure { try OrderDatabase.checkThoroughly(database.connection) }
        if rounds(0, full: 1) == 1 { print("F5: \(count) orders: quick_check \(quick), integrity_check \(thorough)") }
    }
}
