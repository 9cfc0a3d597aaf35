internal import Foundation
internal import Ordering
internal import SQLiteConnection
internal import TestSupport
internal import Testing

@testable internal import SQLiteOrderStore

/// A file named as the store that is not one is not changed; a former store is kept.
@Suite(.timeLimit(.minutes(10)))
struct ForeignFileTests {
    /// A folder's files with everything that a refusal could change.
    private static func snapshot(_ folder: QuickFolder) throws -> [String: [String]] {
        try Dictionary(
            uniqueKeysWithValues: folder.names.map { name in
                let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
                let facts = [FileAttributeKey.posixPermissions, .modificationDate, .systemFileNumber].map {
                    "\(attributes[$0] ?? "")"
                }
                return (
                    name, facts + [FileManager.default.contents(atPath: folder.path(name))?.base64EncodedString() ?? ""]
                )
            })
    }

    /// Opens the file as a store, twice: a refusal must not make it look like a store.
    private static func expectRefusal(_ folder: QuickFolder, _ name: String) async throws {
        let path = folder.path(name), before = try snapshot(folder)
        for _ in 0..<2 { await #expect(throws: StoreError.notAStore(path: path)) { _ = try await Sample.store(path) } }
        #expect(try snapshot(folder) == before)
    }

    @Test(
        "a file of another kind is refused and not changed, whatever its age",
        arguments: ["{\"items\": []}", "x", "SQLite format 4\0 and more"])
    func text(_ text: String) async throws {
        let folder = try QuickFolder(), path = folder.path("menu.json")
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000), .posixPermissions: 0o644],
            ofItemAtPath: path)
        try await Self.expectRefusal(folder, "menu.json")
        // Also a file that others have locked, if a lock file exists.
        try Data().write(to: URL(fileURLWithPath: path + ".lock"))
        await #expect(throws: StoreError.notAStore(path: path)) { _ = try await Sample.store(path) }
        #expect(
            folder.names == ["menu.json", "menu.json.lock"]
                && FileManager.default.contents(atPath: path) == Data(text.utf8))
    }

    enum Database: CaseIterable {
        case journalled, logged
        /// As after a kill.
        case killed
        /// As after a kill of a new store, with its tables only in the log.
        case killedEarly
        /// Without tables, with another program's application id.
        case marked
    }

    @Test(
        "another program's database is refused; its contents, mode and folder do not change",
        arguments: Database.allCases)
    func database(_ kind: Database) async throws {
        let folder = try QuickFolder(), source = try QuickFolder(), path = source.path("other?%41.sqlite")
        let connection = try StoreConnection(path: path, access: .create)
        if kind != .journalled, kind != .marked { try connection.run("PRAGMA journal_mode = WAL", doing: "test") }
        if kind == .marked {
            try connection.run("PRAGMA application_id = 7", doing: "test")
        } else {
            try connection.run("CREATE TABLE notes (text)", doing: "test")
        }
        if kind == .logged || kind == .killed { try connection.run("PRAGMA wal_checkpoint(TRUNCATE)", doing: "test") }
        if kind == .killed { try connection.run("INSERT INTO notes VALUES (1)", doing: "test") }
        for name in source.names where kind != .logged || !name.contains("-") {
            try FileManager.default.copyItem(atPath: source.path(name), toPath: folder.path(name))
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.path(name))
        }
        #expect(folder.names.count == (kind == .killed || kind == .killedEarly ? 3 : 1))
        try await Self.expectRefusal(folder, "other?%41.sqlite")
    }

    @Test(
        "F5: a store with an overwritten header is recognised by its companion files",
        arguments: [".marks", ".reserve", "-wal", "-shm"])
    func companions(_ companion: String) async throws {
        let folder = try QuickFolder(), path = folder.path("orders.sqlite"),
            damage = Data(repeating: 0xA5, count: 9_000)
        try damage.write(to: URL(fileURLWithPath: path))
        try Data("anything".utf8).write(to: URL(fileURLWithPath: path + companion))
        let store = try await Sample.store(path)
        #expect(store.notice == .movedAside(path: path + ".damaged-1", reason: "file is not a database"))
        #expect(FileManager.default.contents(atPath: path + ".damaged-1") == damage)
        await store.close()
    }

    @Test("F1: a store whose first start was killed, with its tables only in the log, is recognised")
    func firstStart() async throws {
        let folder = try QuickFolder(), source = try QuickFolder()
        let connection = try StoreConnection(path: source.path("orders.sqlite"), access: .create)
        try connection.run("PRAGMA journal_mode = WAL", doing: "test")
        #expect(try Schema.migrate(connection, path: source.path("orders.sqlite")))
        for name in ["orders.sqlite", "orders.sqlite-wal"] {
            try FileManager.default.copyItem(atPath: source.path(name), toPath: folder.path(name))
        }
        let store = try await Sample.store(folder.path("orders.sqlite"))
        #expect(store.notice == nil)
        _ = try await store.place(Sample.order())
        await store.close()
    }

    @Test("F5: a database with damaged id and counters is recognised by its tables and moved aside")
    func damagedMark() async throws {
        let folder = try QuickFolder(), path = folder.path("orders.sqlite")
        let connection = try StoreConnection(path: path, access: .create)
        #expect(try Schema.migrate(connection, path: path))
        try connection.run("PRAGMA application_id = 7", doing: "test")
        let store = try await Sample.store(path)
        guard case .movedAside = store.notice else {
            return #expect(Bool(false), "\(String(describing: store.notice))")
        }
        await store.close()
    }

    @Test(
        "F5, F11: a file moved aside is kept as long as new data, whatever its age and the clock",
        arguments: [true, false])
    func age(_ isClockSet: Bool) async throws {
        let folder = try QuickFolder(), path = folder.path("orders.sqlite"), aside = path + ".damaged-1",
            clock = TestClock()
        let first = try await Sample.store(path, clock)
        await first.close()
        try Data("damage".utf8).write(to: URL(fileURLWithPath: path))
        for name in folder.names {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)], ofItemAtPath: folder.path(name))
        }
        if !isClockSet { clock.reading.wall = WallTime(epochMilliseconds: 1_000_000, isTrusted: false) }
        let store = try await Sample.store(path, clock)
        #expect(store.notice == .movedAside(path: aside, reason: "file is not a database"))
        if !isClockSet {
            clock.reading.wall = WallTime(epochMilliseconds: TestClock.noon("2026-11-21"), isTrusted: true)
        }
        #expect(try await store.purge(olderThanDays: 30).files == 0)
        clock.pass(hours: 29 * 24)
        #expect(try await store.purge(olderThanDays: 30).files == 0 && FileManager.default.fileExists(atPath: aside))
        clock.pass(hours: 2 * 24)
        #expect(try await store.purge(olderThanDays: 30).files == 1 && !FileManager.default.fileExists(atPath: aside))
        #expect(!folder.names.contains { $0.contains("damaged") })
        await store.close()
    }
}
