internal import Foundation
internal import Ordering
internal import TestSupport
internal import Testing

@testable internal import SQLiteOrderStore

/// Disks that accept no more data.
@Suite(.timeLimit(.minutes(10)))
struct FullDiskTests {
    private static func open(_ layer: DiskLayer) throws -> OrderDatabase {
        try OrderDatabase(
            path: "/orders.sqlite", clock: TestClock().storeClock(), calendar: Sample.calendar, vfs: layer.name)
    }

    @Test("F4: a disk that fills up at any of 100 points stores no partial order, and the next one once there is space")
    func full() throws {
        var generator = SeededGenerator(seed: 4), refusals = 0
        for point in 0..<rounds(100, full: 1_000) {
            let layer = DiskLayer(SimulatedDisk()), database = try Self.open(layer)
            // Full after slightly more bytes each time, so that every write of an order fails once.
            layer.disk.capacity = layer.disk.bytesUsed + point * 173
            var placed: [NewOrder] = [], refused: NewOrder?
            while refused == nil {
                let order = Sample.order(session: "session \(placed.count)")
                do {
                    #expect(try database.place(order).isNew)
                    placed.append(order)
                    if Int.random(in: 0..<10, using: &generator) == 0 { try database.checkpoint() }
                } catch {
                    guard case .full = error else {
                        Issue.record("\(error)")
                        return
                    }
                    refusals += 1
                    refused = placed.contains { $0.id == order.id } ? Sample.order() : order
                }
            }
            // Reading still works.
            #expect(
                try OrderQueries(database.connection).orders(after: 0, since: nil, limit: 1_000).map(\.order) == placed)
            layer.disk.capacity = .max
            let late = try #require(refused)
            #expect(try database.place(late).isNew)
            try OrderDatabase.checkThoroughly(database.connection)
            #expect(
                try OrderQueries(database.connection).orders(after: 0, since: nil, limit: 1_000).map(\.order) == placed
                    + [late])
        }
        #expect(refusals == rounds(100, full: 1_000))
    }

    @Test(
        "F4: a failing disk has its own error, and the store continues when the disk works again",
        arguments: [SimulatedDisk.Failure.inputOutput, .full])
    func failing(_ failure: SimulatedDisk.Failure) throws {
        let layer = DiskLayer(SimulatedDisk()), database = try Self.open(layer)
        var placed: [NewOrder] = []
        for round in 0..<40 {
            let order = Sample.order()
            layer.disk.failure = round.isMultiple(of: 2) ? failure : nil
            guard round.isMultiple(of: 2) else {
                #expect(try database.place(order).isNew)
                placed.append(order)
                continue
            }
            let found = #expect(throws: StoreError.self) { _ = try database.place(order) }
            let error = try #require(found)
            switch (failure, error) {
            case (.inputOutput, .inputOutput), (.full, .full): break
            default: Issue.record("\(failure): \(error)")
            }
            #expect(error.description.contains("store the order"), "\(error)")
        }
        layer.disk.failure = nil
        try OrderDatabase.checkThoroughly(database.connection)
        #expect(try OrderQueries(database.connection).orders(after: 0, since: nil, limit: 1_000).map(\.order) == placed)
        // As the next start finds it.
        #expect(try OrderQueries(Self.open(layer).connection).count() == placed.count)
    }

    @Test("F4: the ballast space is released for the open order")
    func reserve() async throws {
        let folder = try TemporaryFolder(), path = folder.path("orders.sqlite")
        var settings = Sample.settings(path)
        settings.reserveBytes = 1 << 20
        let store = try await SQLiteOrderStore.open(settings, clock: TestClock().storeClock())
        #expect(try await store.health().hasReserve)
        #expect(try StoreFiles.size(path + ".reserve") == 1 << 20)
        var reserve = BallastFile(StoreFiles(path: path), bytes: 1 << 20)
        reserve.allocate()
        #expect(reserve.release() && !reserve.release())
        #expect(try StoreFiles.size(path + ".reserve") == nil)
        await store.close()
        // Space that is not available is not allocated.
        settings.reserveBytes = Int.max / 4
        let again = try await SQLiteOrderStore.open(settings, clock: TestClock().storeClock())
        #expect(try await !again.health().hasReserve)
        await again.close()
    }
}
