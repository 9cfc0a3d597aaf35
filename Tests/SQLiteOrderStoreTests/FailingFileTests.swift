internal import CSQLite
internal import Foundation
internal import Ordering
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import SQLiteOrderStore

/// A disk that refuses or fails while the store is opened and used, below SQLite and for the store's other files.
@Suite(.timeLimit(.minutes(10)))
struct FailingFileTests {
    /// SQLITE_IOERR_CORRUPTFS, which SQLite reports for `EIO`, and which some of its calls turn into "damaged"; and
    /// SQLITE_IOERR_READ.
    private static let unreadable = SQLITE_IOERR | (33 << 8)
    private static let unread = SQLITE_IOERR | (1 << 8)
    private static let unwritable = SQLITE_IOERR | (3 << 8)

    /// A closed store of three orders.
    private static func closed(_ path: String, reserve: Int = 0) async throws -> StoreSettings {
        var settings = Sample.settings(path)
        settings.reserveBytes = reserve
        let store = try await SQLiteOrderStore.open(settings, clock: TestClock().storeClock())
        for _ in 0..<3 { _ = try await store.place(Sample.order()) }
        await store.close()
        return settings
    }

    @Test(
        """
        F4, I4: a store on a full disk opens with the ballast space, takes orders, and allocates the ballast again later
        """
    )
    func fullAtStart() async throws {
        let folder = try TemporaryFolder(), path = folder.path("orders.sqlite"), layer = FailingLayer()
        var settings = try await Self.closed(path, reserve: 1 << 20)
        settings.vfs = layer.name
        let reserve = path + ".reserve"
        // Nothing fits beside the ballast file.
        layer.fail { _, isWrite in isWrite && FileManager.default.fileExists(atPath: reserve) ? SQLITE_FULL : nil }
        let store = try await SQLiteOrderStore.open(settings, clock: TestClock().storeClock())
        #expect(store.notice == nil)
        #expect(try await store.health().hasReserve == false)
        #expect(try await store.place(Sample.order()).sequence == 4)
        layer.fail(nil)
        _ = try await store.purge(olderThanDays: 30) {}
        #expect(try await store.health().hasReserve && StoreFiles.size(reserve) == 1 << 20)
        await store.close()
        // Without a ballast file the start fails with its reason.
        try FileManager.default.removeItem(atPath: reserve)
        layer.fail { _, isWrite in isWrite ? SQLITE_FULL : nil }
        let found = await #expect(throws: StoreError.self) {
            _ = try await SQLiteOrderStore.open(settings, clock: TestClock().storeClock())
        }
        if case .full? = found {} else { Issue.record("\(String(describing: found))") }
        layer.fail(nil)
        layer.remove()
    }

    @Test(
        "F4, F11: a purge by hand on a disk that fills up half-way reports and counts everything it removed",
        arguments: [0, 1 << 20])
    func fullInPurge(reserve: Int) async throws {
        let folder = try TemporaryFolder(), path = folder.path("orders.sqlite"), layer = FailingLayer(),
            clock = TestClock("2026-10-01")
        var settings = Sample.settings(path)
        settings.reserveBytes = reserve
        settings.vfs = layer.name
        let store = try await SQLiteOrderStore.open(settings, clock: clock.storeClock())
        for number in 0..<60 { _ = try await store.place(Sample.order(session: "old \(number)")) }
        clock.pass(hours: 31 * 24)
        // Some parts fit into the log; then nothing fits while the ballast file exists, or ever.
        let left = Mutex(60)
        layer.fail { file, isWrite in
            guard isWrite, file.hasSuffix("-wal"),
                reserve == 0 || FileManager.default.fileExists(atPath: path + ".reserve")
            else { return nil }
            return left.withLock { left in
                left -= 1
                return left < 0 ? SQLITE_FULL : nil
            }
        }
        if reserve > 0 {
            #expect(try await store.purge(olderThanDays: 30) == PurgeResult(orders: 60, sessions: 60, files: 0))
        } else {
            let found = await #expect(throws: StoreError.self) { _ = try await store.purge(olderThanDays: 30) }
            if case .full? = found {} else { Issue.record("\(String(describing: found))") }
        }
        #expect(left.withLock { $0 } < 0)
        layer.fail(nil)
        let rest = try await store.orders().count, counted = try await store.health().orders
        #expect(counted == rest && (reserve > 0 ? rest == 0 : rest > 0 && rest < 60), "\(counted), \(rest)")
        await store.close()
        layer.remove()
    }

    @Test("F5, I4: a file that cannot be read at the start is moved aside byte for byte, and numbers continue")
    func unreadableAtStart() async throws {
        let folder = try QuickFolder(), path = folder.path("orders.sqlite"), layer = FailingLayer()
        var settings = try await Self.closed(path)
        settings.vfs = layer.name
        let bytes = FileManager.default.contents(atPath: path), bad = FailingLayer.inode(path)
        layer.fail { path, _ in FailingLayer.inode(path) == bad ? Self.unreadable : nil }
        // If the folder accepts no other file, the disk is at fault, and the file stays.
        try FileManager.default.createDirectory(atPath: path + ".probe", withIntermediateDirectories: false)
        let found = await #expect(throws: StoreError.self) {
            _ = try await SQLiteOrderStore.open(settings, clock: TestClock().storeClock())
        }
        if case .inputOutput? = found {} else { Issue.record("\(String(describing: found))") }
        #expect(FailingLayer.inode(path) == bad)
        try FileManager.default.removeItem(atPath: path + ".probe")

        let store = try await SQLiteOrderStore.open(settings, clock: TestClock().storeClock())
        guard case .movedAside(path + ".damaged-1", let reason)? = store.notice else {
            Issue.record("\(String(describing: store.notice))")
            return
        }
        #expect(reason.contains("SQLite code 8458"))
        #expect(
            FailingLayer.inode(path + ".damaged-1") == bad
                && FileManager.default.contents(atPath: path + ".damaged-1") == bytes)
        #expect(try await store.place(Sample.order()).sequence > 3)
        #expect(!folder.names.contains { $0.hasSuffix(".probe") })
        await store.close()
        layer.remove()
    }

    @Test("F5: a single read error at the start loses nothing, whichever read fails")
    func failsOnce() async throws {
        let folder = try QuickFolder(), path = folder.path("orders.sqlite"), layer = FailingLayer()
        var settings = try await Self.closed(path)
        settings.vfs = layer.name
        // Until an opening has fewer reads than this.
        var hasFailed = true, failing = 0
        while hasFailed {
            let reads = Atomic<Int>(0), only = failing
            layer.fail { _, isWrite in
                !isWrite && reads.wrappingAdd(1, ordering: .relaxed).oldValue == only ? Self.unreadable : nil
            }
            let store = try await SQLiteOrderStore.open(settings, clock: TestClock().storeClock())
            hasFailed = reads.load(ordering: .relaxed) > failing
            layer.fail(nil)
            #expect(
                store.notice == nil && folder.names.allSatisfy { !$0.contains("damaged") },
                "read \(failing): \(String(describing: store.notice))")
            #expect(try await store.place(Sample.order()).sequence == failing + 4)
            await store.close()
            failing += 1
        }
        #expect(failing > 10)
        layer.remove()
    }

    @Test(
        "F5: a file in use that fails repeatedly is moved aside and the order is stored; one that fails once is kept"
    )
    func failsWhileSelling() async throws {
        let folder = try QuickFolder(), path = folder.path("orders.sqlite"), layer = FailingLayer()
        var settings = try await Self.closed(path)
        settings.vfs = layer.name
        let store = try await SQLiteOrderStore.open(settings, clock: TestClock().storeClock())
        #expect(try await store.place(Sample.order()).sequence == 4)
        let bad = [FailingLayer.inode(path), FailingLayer.inode(path + "-wal")]
        let rule: FailingLayer.Rule = { path, isWrite in
            bad.contains(FailingLayer.inode(path)) ? isWrite ? Self.unwritable : Self.unread : nil
        }
        layer.fail(rule)
        await #expect(throws: StoreError.self) { _ = try await store.place(Sample.order()) }
        layer.fail(nil)
        #expect(try await store.place(Sample.order()).sequence == 5)
        #expect(try await store.health().notice == nil)

        layer.fail(rule)
        await #expect(throws: StoreError.self) { _ = try await store.place(Sample.order()) }
        let receipt = try await store.place(Sample.order())
        #expect(receipt.isNew && receipt.sequence > 5)
        #expect(FailingLayer.inode(path + ".damaged-1") == bad[0])
        guard case .movedAside? = try await store.health().notice else {
            Issue.record("no notice")
            return
        }
        await store.close()
        layer.fail(nil)
        layer.remove()
    }
}
