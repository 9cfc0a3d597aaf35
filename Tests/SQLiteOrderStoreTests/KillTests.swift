internal import Foundation
internal import Ordering
internal import SQLiteConnection
internal import TestSupport
internal import Testing

@testable internal import SQLiteOrderStore

/// The process is killed during its work.
@Suite(.timeLimit(.minutes(30)))
struct KillTests {
    @Test("F1: kills during commits neither lose nor duplicate an acknowledged order, and damage nothing")
    func kills() async throws {
        let folder = try TemporaryFolder(), path = folder.path("orders.sqlite")
        var generator = SeededGenerator(seed: 1), acknowledged: [String: String] = [:], underWay: String?, again = 0,
            checks = 0
        let rounds = rounds(30, full: 1_000)
        for _ in 0..<rounds {
            let child = try underWay.map { try Child(path, $0) } ?? Child(path)
            #expect(child.line() == "open")
            // After a number of lines, at a random moment of the next order.
            for _ in 0..<Int.random(in: 0...40, using: &generator) {
                try Self.note(child.line(), &acknowledged, &underWay, &again)
            }
            usleep(UInt32.random(in: 0...8_000, using: &generator))
            child.kill()
            while let line = child.line() { try Self.note(line, &acknowledged, &underWay, &again) }
            let connection = try StoreConnection(path: path, access: .readWrite)
            try OrderDatabase.checkThoroughly(connection)
            checks += 1
        }
        let reader = try OrderReader(path: path)
        var stored: [StoredOrder] = []
        while true {
            let more = try reader.orders(after: stored.last?.sequence ?? 0)
            if more.isEmpty { break }
            stored += more
        }
        let byID = Dictionary(grouping: stored, by: \.order.id)
        var lost = 0
        for (id, receipt) in acknowledged {
            guard let found = byID[id], found.count == 1, "\(found[0].sequence) \(found[0].number)" == receipt else {
                lost += 1
                continue
            }
        }
        #expect(lost == 0 && checks == rounds)
        #expect(Set(stored.map(\.sequence)).count == stored.count && byID.count == stored.count)
        // Without an acknowledgement only the order in progress at a kill may exist, and that was placed again.
        #expect(stored.count - acknowledged.count <= 1 && acknowledged.count > 2 * rounds)
        if rounds >= 1_000 {
            print(
                """
                F1: \(rounds) kills, \(acknowledged.count) acknowledged orders, \
                \(again) found stored when placed again, \(lost) lost
                """
            )
        }
    }

    private static func note(
        _ line: String?, _ acknowledged: inout [String: String], _ underWay: inout String?, _ again: inout Int
    ) throws {
        let words = try #require(line).split(separator: " ").map(String.init)
        switch words.first {
        case "try": underWay = words[1]
        case "ack":
            #expect(
                acknowledged[words[1]] == nil || acknowledged[words[1]] == "\(words[2]) \(words[3])",
                "the same numbers again")
            acknowledged[words[1]] = "\(words[2]) \(words[3])"
            if words[4] == "false" { again += 1 }
        case "open": break
        default: Issue.record("\(words)")
        }
    }
}
