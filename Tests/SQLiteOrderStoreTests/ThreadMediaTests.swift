internal import Conversation
internal import Foundation
internal import Ordering
internal import Testing

@testable internal import Notebook

/// Pictures and recordings of conversations.
struct ThreadMediaTests {
    private static let message = ConversationMessage(
        author: .person, text: "What is this?", time: WallTime(epochMilliseconds: 1, isTrusted: true))

    /// A picture that can be found in a file.
    private static func picture(_ count: Int = 200_000) -> MediaFile? {
        MediaFile(picture: [0xFF, 0xD8, 0xFF] + (0..<count).map { UInt8($0 % 251) })
    }

    private static func has(_ path: String, _ bytes: [UInt8]) throws -> Bool {
        try Data(contentsOf: URL(fileURLWithPath: path)).range(of: Data(bytes)) != nil
    }

    @Test("Files are kept with their message over a restart, deleted by themselves, and gone with their thread")
    func kept() async throws {
        let folder = try QuickFolder(), path = folder.path("notes.sqlite")
        let picture = try #require(Self.picture()), sound = MediaFile(sound: (0..<16_000).map { Int16($0 % 500) })
        let first = try await SQLiteNotebook.open(NotebookSettings(.file(path)))
        let kept = try await first.append(Self.message, with: [picture, sound], toThread: nil)
        #expect(kept.media.map(\.kind) == [.picture, .sound])
        let other = try await first.append([Self.message], toThread: nil)
        await first.close()
        let part = Array(picture.bytes[1_000..<1_064])
        #expect(try Self.has(path, part))
        let second = try await SQLiteNotebook.open(NotebookSettings(.file(path)))
        #expect(try await second.messages(ofThread: kept.thread).first?.media == kept.media)
        #expect(try await second.file(kept.media[0].id, ofThread: kept.thread) == picture)
        #expect(try await second.file(kept.media[1].id, ofThread: kept.thread) == sound)
        #expect(try await second.file(kept.media[0].id, ofThread: other) == nil)
        try await second.delete(media: kept.media[1].id, ofThread: other)
        try await second.delete(media: kept.media[0].id, ofThread: kept.thread)
        #expect(try await second.messages(ofThread: kept.thread).first?.media == [kept.media[1]])
        #expect(try !Self.has(path, part))
        #expect(try Self.has(path, Array(sound.bytes[2_000..<2_064])))
        try await second.delete(thread: kept.thread)
        #expect(try await second.file(kept.media[1].id, ofThread: kept.thread) == nil)
        await second.close()
        #expect(try !Self.has(path, Array(sound.bytes[2_000..<2_064])))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["notes.sqlite"])
    }

    @Test("There is a most of all files and of a message's; what is refused leaves nothing")
    func limits() async throws {
        let store = try await SQLiteNotebook.open(NotebookSettings(.memory))
        let picture = try #require(Self.picture(MediaFile.largestPicture - 3))
        for _ in 0..<NotebookDatabase.mediaBytes / MediaFile.largestPicture {
            _ = try await store.append(Self.message, with: [picture], toThread: nil)
        }
        let before = try await store.threads()
        await #expect(throws: NotebookError.self) {
            _ = try await store.append(Self.message, with: [picture], toThread: nil)
        }
        #expect(try await store.threads() == before)
        try await store.delete(thread: before[0].id)
        let many = Array(repeating: MediaFile(sound: []), count: NotebookDatabase.filesOfMessage + 1)
        await #expect(throws: NotebookError.self) {
            _ = try await store.append(Self.message, with: many, toThread: nil)
        }
        _ = try await store.append(Self.message, with: [picture], toThread: nil)
    }
}
