internal import Foundation
internal import Ordering
internal import SQLiteConnection
internal import TestSupport
internal import Testing

@testable internal import SQLiteOrderStore

/// Location of a store, exclusive access and permissions.
@Suite(.timeLimit(.minutes(10)))
struct PlaceTests {
    @Test(
        "F8: file systems that lose data are refused by type",
        arguments: [
            (0xEF53, "ext4", true), (0x9123_683E, "btrfs", true), (0x5846_5342, "xfs", true),
            (0xF2F5_2010, "f2fs", true),
            (0x0102_1994, "tmpfs", false), (0x8584_58F6, "ramfs", false), (0x794C_7630, "overlayfs", false),
            (0x4D44, "vfat", false), (0x2011_BAB0, "exfat", false),
            (0x6969, "nfs", false), (0xFF53_4D42, "cifs", false), (0xFE53_4D42, "smb", false),
            (0x0102_1997, "9p", false), (0x6573_5546, "fuse", false),
            // As on a 32-bit machine.
            (Int(Int32(bitPattern: 0x9123_683E)), "btrfs", true),
        ])
    func types(type: Int, name: String, isDurable: Bool) {
        let kind = FileSystemKind(type: type)
        #expect(kind.name.hasPrefix(name))
        switch kind {
        case .durable: #expect(isDurable)
        case .unsafe: #expect(!isDurable)
        case .unknown: Issue.record("\(name) is unknown")
        }
    }

    @Test("F8: an unknown file system type is reported")
    func unknownType() {
        #expect(
            FileSystemKind(type: 0x1234_5678) == .unknown(0x1234_5678)
                && FileSystemKind(type: 0x1234_5678).name.contains("0x12345678"))
    }

    @Test(
        "F8: a store on tmpfs is refused, and no file is left there",
        .enabled(if: (try? FileSystemKind.of("/dev/shm").kind) == FileSystemKind(type: 0x0102_1994)))
    func memoryFileSystem() async throws {
        let folder = try QuickFolder(), path = folder.path("orders.sqlite")
        var settings = Sample.settings(path)
        settings.acceptsAnyFileSystem = false
        await #expect(throws: StoreError.fileSystem(path: folder.url.path, name: "tmpfs (memory)")) {
            _ = try await SQLiteOrderStore.open(settings, clock: TestClock().storeClock())
        }
        #expect(folder.names.isEmpty)
    }

    @Test("F3: a second store on the same file is refused, in this process and from another, until the first has ended")
    func oneWriter() async throws {
        let folder = try QuickFolder(), path = folder.path("orders.sqlite")
        let store = try await Sample.store(path)
        await #expect(throws: StoreError.inUse(path: path, process: Int(getpid()))) { _ = try await Sample.store(path) }
        await store.close()
        let child = try Child(path, "hold")
        #expect(child.line() == "open")
        await #expect(throws: StoreError.inUse(path: path, process: Int(child.identifier))) {
            _ = try await Sample.store(path)
        }
        child.kill()
        let again = try await Sample.store(path)
        await again.close()
    }

    @Test("F3: a reader changes neither the file nor the log, not even as the last to close")
    func readerKeepsOut() async throws {
        let folder = try QuickFolder(), path = folder.path("orders.sqlite"), copy = folder.path("copy.sqlite")
        let store = try await Sample.store(path)
        for _ in 0..<20 { _ = try await store.place(Sample.order()) }
        // As after a kill, with a log that was not checkpointed.
        for suffix in ["", "-wal"] { try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix) }
        func contents() -> [Data?] { ["", "-wal"].map { FileManager.default.contents(atPath: copy + $0) } }
        let before = contents()
        #expect(try #require(before[1]).count > 10_000)
        try {
            let reader = try OrderReader(path: copy)
            #expect(try reader.orders().count == 20)
            try reader.check()
        }()
        #expect(contents() == before)
        await store.close()
    }

    @Test("a reader sees orders placed while the kiosk writes, and delays nobody")
    func reading() async throws {
        let folder = try QuickFolder(), path = folder.path("orders.sqlite")
        let store = try await Sample.store(path), reader = try OrderReader(path: path)
        for count in 1...50 {
            let order = Sample.order()
            let receipt = try await store.place(order)
            #expect(try reader.orders(after: count - 1).map(\.order) == [order])
            #expect(try reader.order(idOrNumber: order.id.lowercased())?.number == receipt.number)
            #expect(try reader.order(idOrNumber: "\(receipt.number)")?.order.id == order.id)
        }
        #expect(try reader.order(idOrNumber: "51") == nil && reader.order(idOrNumber: "x") == nil)
        #expect(try reader.orders(after: 10, limit: 5).map(\.sequence) == [11, 12, 13, 14, 15])
        #expect(try reader.orders(since: BusinessDay("2026-11-22")).isEmpty)
        await store.close()
    }

    @Test("F9: a reader that never ends costs events but no orders, and the log stays short")
    func pinnedLog() async throws {
        let folder = try QuickFolder(), path = folder.path("orders.sqlite")
        var settings = Sample.settings(path)
        settings.maxLogBytes = rounds(2 << 20, full: 16 << 20)
        let store = try await SQLiteOrderStore.open(settings, clock: TestClock().storeClock())
        for number in 0..<3_000 {
            try await store.record(event: #"{"number":\#(number)}"#, session: "session \(number / 500)")
        }
        #expect(try await store.health().logBytes < settings.maxLogBytes, "Without a reader the log is emptied.")
        let reader = try StoreConnection(path: path, access: .readOnly)
        try reader.run("BEGIN", doing: "test")
        _ = try reader.integer("SELECT count(*) FROM orders", doing: "test")
        var dropped = 0
        for number in 0..<rounds(4_000, full: 40_000) {
            do {
                try await store.record(event: #"{"number":\#(number)}"#, session: "pinned \(number / 500)")
            } catch StoreError.busy { dropped += 1 }
            if dropped > 20 { break }
        }
        #expect(dropped > 20)
        for _ in 0..<20 { #expect(try await store.place(Sample.order()).isNew) }
        let health = try await store.health()
        #expect(health.droppedEvents == dropped && health.logBytes < settings.maxLogBytes + 20 * 40_000)
        try reader.run("ROLLBACK", doing: "test")
        for number in 0..<3_000 {
            try await store.record(event: #"{"number":\#(number)}"#, session: "free \(number / 500)")
        }
        #expect(try await store.health().logBytes <= max(4 << 20, settings.maxLogBytes))
        await store.close()
    }

    @Test("E7: only the owner can read the store's files, also files that others could read before")
    func modes() async throws {
        let folder = try QuickFolder(), path = folder.path("state/orders.sqlite")
        func modes() throws -> [String: Int] {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("state"))
            return try Dictionary(
                uniqueKeysWithValues: names.map { name in
                    let mode =
                        try FileManager.default.attributesOfItem(atPath: folder.path("state/" + name))[
                            .posixPermissions] as? NSNumber
                    return (name, mode?.intValue ?? 0)
                })
        }
        var store = try await Sample.store(path)
        _ = try await store.place(Sample.order())
        #expect(
            try Set(modes().keys) == [
                "orders.sqlite", "orders.sqlite-wal", "orders.sqlite-shm", "orders.sqlite.lock", "orders.sqlite.marks",
            ])
        #expect(try modes().values.allSatisfy { $0 == 0o600 })
        #expect(
            try FileManager.default.attributesOfItem(atPath: folder.path("state"))[.posixPermissions] as? NSNumber
                == 0o700)
        await store.close()
        chmod(path, 0o644)
        store = try await Sample.store(path)
        _ = try await store.place(Sample.order())
        #expect(try modes().values.allSatisfy { $0 == 0o600 })
        await store.close()
    }

    @Test("a symbolic link is not followed, and a folder is not a store")
    func links() async throws {
        let folder = try QuickFolder(), path = folder.path("orders.sqlite"), target = folder.path("target")
        try Data("keep me".utf8).write(to: URL(fileURLWithPath: target))
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        await #expect(throws: StoreError.file(action: "use", path: path, reason: "it is no regular file")) {
            _ = try await Sample.store(path)
        }
        #expect(FileManager.default.contents(atPath: target) == Data("keep me".utf8))
        try FileManager.default.createDirectory(atPath: folder.path("dir"), withIntermediateDirectories: true)
        await #expect(throws: StoreError.self) { _ = try await Sample.store(folder.path("dir")) }
        await #expect(throws: StoreError.self) { _ = try await Sample.store(target + "/orders.sqlite") }
    }

    @Test("errors are sentences that name a remedy")
    func sentences() {
        let errors: [StoreError] = [
            .full(doing: "store the order"), .readOnly(doing: "store the order"),
            .inputOutput(code: 778, message: "disk I/O error", doing: "store the order"),
            .damaged(message: "m"), .busy(doing: "d"), .inUse(path: "p", process: 1), .missing(path: "p"),
            .notAStore(path: "p"), .newer(version: 2, known: 1),
            .fileSystem(path: "p", name: "tmpfs"), .file(action: "make", path: "p", reason: "r"), .clockNotSet,
        ]
        // A systemd unit by its real name.
        #expect(StoreError.inUse(path: "p", process: 1).description.contains("systemctl stop brews-kiosk"))
        #expect(FileManager.default.fileExists(atPath: Repository.root.path + "/scripts/systemd/brews-kiosk.service"))
        for error in errors {
            #expect(
                ["see ", "brews", "systemctl", "install", "end it", "--store", "df -h", "timedatectl"].contains {
                    error.description.contains($0)
                }, "\(error)")
        }
    }
}
