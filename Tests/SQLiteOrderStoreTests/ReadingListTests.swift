internal import Foundation
internal import Ordering
internal import Testing

@testable internal import Notebook

/// Guests' reading lists.
struct ReadingListTests {
    private static let emma = ReadingListEntry(title: "Emma", by: "Jane Austen", identifier: "978", place: "A 3")

    private static func time(_ milliseconds: Int64) -> WallTime {
        WallTime(epochMilliseconds: milliseconds, isTrusted: true)
    }

    @Test("A list is kept over a restart, in order and without repetitions")
    func restart() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("lists-\(UUID().uuidString).sqlite")
            .path
        defer { try? FileManager.default.removeItem(atPath: path) }
        var other = Self.emma
        other.title = "Persuasion"
        let first = try await SQLiteNotebook.open(NotebookSettings(.file(path)))
        for entry in [Self.emma, other, Self.emma] {
            try await first.add(entry, toList: "a", at: Self.time(5))
        }
        try await first.add(other, toList: "b", at: Self.time(9))
        await first.close()
        let second = try await SQLiteNotebook.open(NotebookSettings(.file(path)))
        #expect(try await second.entries(ofList: "a") == [Self.emma, other])
        try await second.remove(Self.emma, fromList: "a")
        #expect(try await second.entries(ofList: "a") == [other])
        #expect(try await second.removeReadingLists(before: Self.time(6)) == 1)
        #expect(try await second.entries(ofList: "a").isEmpty)
        #expect(try await second.entries(ofList: "b") == [other])
        await second.close()
    }

    @Test("A list has a most, and so have texts")
    func limits() async throws {
        let store = try await SQLiteNotebook.open(NotebookSettings(.memory))
        for index in 0..<NotebookDatabase.entriesOfList {
            var entry = Self.emma
            entry.title = "Emma \(index)"
            try await store.add(entry, toList: "a", at: Self.time(1))
        }
        await #expect(throws: NotebookError.self) { try await store.add(Self.emma, toList: "a", at: Self.time(1)) }
        var long = Self.emma
        long.by = String(repeating: "x", count: 401)
        await #expect(throws: NotebookError.self) { try await store.add(long, toList: "b", at: Self.time(1)) }
        await #expect(throws: NotebookError.self) { try await store.add(Self.emma, toList: "", at: Self.time(1)) }
    }
}
