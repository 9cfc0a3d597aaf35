internal import Conversation
internal import Foundation
internal import Notebook
internal import Ordering
internal import Speech
internal import TestSupport
internal import Testing

@testable internal import Desks

private struct Echo: AnswerSource {
    let name = "menu"
    func answer(_ question: String) async -> String? { question.isEmpty ? nil : "You said \(question)." }
}

/// The state of the page, as far as the tests look at it.
private struct Shown: Decodable {
    struct Message: Decodable {
        var author: String
        var text: String
        var transcript: String?
        var source: String?
        var media: [MessageMedia]
    }

    struct Media: Decodable {
        var picture: String?
        var keepsVoice: Bool
        var voiceSeconds: Double
    }

    struct Saved: Decodable {
        var id: Int
        var text: String
    }

    var state: String
    var text: String
    var media: Media
    var partial: String
    var revision: Int
    var failure: String?
    var canListen: Bool
    var thread: Int?
    var messages: [Message]
    var saved: [Saved]
    var isKeepingRefused: Bool
}

/// The conversation of one page: the machine's decisions are carried out.
@Suite(.timeLimit(.minutes(10)))
struct AssistantSessionTests {
    private static func session(
        _ dictation: ScriptedDictation?, _ store: SQLiteNotebook, clock: ManualClock, kept: String? = nil
    ) async -> any PageSession {
        await AssistantDesk(
            AssistantParts(
                chain: AnswerChain([Echo()]) { _ in "?" }, threads: store, dictation: dictation, speaker: nil,
                phrases: ["latte"], clock: MonotonicClock(clock),
                wall: { WallTime(epochMilliseconds: 1, isTrusted: true) })
        ).open(kept: kept)
    }

    private static func act(_ session: any PageSession, _ json: String) async {
        #expect(await session.perform(Array(json.utf8)) == .done)
    }

    private static func wait(
        _ updates: inout AsyncStream<PageUpdate>.Iterator, for wanted: (Shown) -> Bool
    ) async throws -> Shown? {
        while let update = await updates.next() {
            guard case .state(let json) = update else { continue }
            let shown = try JSONDecoder().decode(Shown.self, from: Data(json))
            if wanted(shown) { return shown }
        }
        return nil
    }

    @Test("Held for 0.3 s the orb listens; 2.5 s of silence end it; the sent message keeps both texts")
    func held() async throws {
        let clock = ManualClock(), dictation = ScriptedDictation()
        let store = try await SQLiteNotebook.open(NotebookSettings(.memory))
        let session = await Self.session(dictation, store, clock: clock)
        var updates = await session.updates().makeAsyncIterator()
        #expect(try await Self.wait(&updates) { $0.canListen } != nil)
        await Self.act(session, #"{"pressed":{"onOrb":true}}"#)
        #expect(try await Self.wait(&updates) { $0.state == "armed" } != nil)
        #expect(dictation.requests.isEmpty)
        clock.advance(by: .milliseconds(300))
        #expect(try await Self.wait(&updates) { $0.state == "listening" } != nil)
        await dictation.waits(forListening: true)
        #expect(dictation.requests.first?.phrases == ["latte"])
        dictation.say("a lottery")
        #expect(try await Self.wait(&updates) { $0.partial == "a lottery" } != nil)
        clock.advance(by: .milliseconds(2_500))
        let heard = try #require(try await Self.wait(&updates) { $0.state == "idle" && $0.text == "a lottery" })
        #expect(heard.revision > 0)
        await Self.act(session, #"{"edited":{"text":"a latte"}}"#)
        await Self.act(session, #"{"sent":{}}"#)
        let answered = try #require(
            try await Self.wait(&updates) { $0.messages.count == 2 && $0.thread == 1 && $0.state == "idle" })
        #expect(answered.messages.map(\.text) == ["a latte", "You said a latte."])
        #expect(answered.messages[0].transcript == "a lottery" && answered.messages[1].source == "menu")
        #expect(answered.text.isEmpty)
        await Self.act(session, #"{"save":{"message":1}}"#)
        #expect(try await Self.wait(&updates) { $0.saved.map(\.text) == ["You said a latte."] } != nil)
        await Self.act(session, #"{"save":{"message":0}}"#)
        await session.close()
        // Another page continues it, and forgets what was saved.
        let other = await Self.session(nil, store, clock: clock, kept: "1")
        var again = await other.updates().makeAsyncIterator()
        let continued = try #require(try await Self.wait(&again) { _ in true })
        #expect(continued.messages.count == 2 && continued.saved.count == 1)
        await Self.act(other, #"{"forget":{"saved":\#(continued.saved[0].id)}}"#)
        #expect(try await Self.wait(&again) { $0.saved.isEmpty } != nil)
        await Self.act(other, #"{"delete":{"thread":1}}"#)
        #expect(try await Self.wait(&again) { $0.messages.isEmpty && $0.thread == nil } != nil)
        await other.close()
    }

    @Test("A microphone lost mid-sentence keeps the words as a draft; another page's use of it is a failure")
    func lost() async throws {
        let clock = ManualClock(), dictation = ScriptedDictation()
        let store = try await SQLiteNotebook.open(NotebookSettings(.memory))
        let session = await Self.session(dictation, store, clock: clock)
        var updates = await session.updates().makeAsyncIterator()
        #expect(try await Self.wait(&updates) { $0.canListen } != nil)
        for reason in [DictationEnding.Reason.microphone, .busy, .recognizer] {
            await Self.act(session, #"{"pressed":{"onOrb":true}}"#)
            #expect(try await Self.wait(&updates) { $0.state == "armed" } != nil)
            clock.advance(by: .milliseconds(300))
            #expect(try await Self.wait(&updates) { $0.state == "listening" } != nil)
            await dictation.waits(forListening: true)
            dictation.say("where is")
            dictation.end(reason)
            let shown = try await Self.wait(&updates) { $0.state == "idle" && $0.failure != nil }
            #expect(shown?.text == "where is")
            #expect(shown?.failure == (reason == .recognizer ? "recognizer" : "microphone"))
            await Self.act(session, #"{"discarded":{}}"#)
            // The gates of the scripted microphone were never closed.
            dictation.set(.all)
            #expect(try await Self.wait(&updates) { $0.canListen && $0.text.isEmpty } != nil)
        }
        await session.close()
        #expect(await session.perform(Array("{}".utf8)) == nil)
    }

    /// Sends a picture in parts of a size.
    private static func attach(_ session: any PageSession, _ bytes: [UInt8], part: Int) async -> KioskActionResult? {
        for start in stride(from: 0, to: max(1, bytes.count), by: part) {
            let end = min(start + part, bytes.count), data = Data(bytes[start..<end]).base64EncodedString()
            let part = #""data":"\#(data)","isFirst":\#(start == 0),"isLast":\#(end == bytes.count)"#
            let result = await session.perform(Array(#"{"attach":{"part":{\#(part)}}}"#.utf8))
            if result != .done { return result }
        }
        return .done
    }

    @Test("A picture comes in parts, is kept with its message, and is forgotten with the draft")
    func picture() async throws {
        let store = try await SQLiteNotebook.open(NotebookSettings(.memory))
        let session = await Self.session(nil, store, clock: ManualClock())
        var updates = await session.updates().makeAsyncIterator()
        let bytes: [UInt8] = [0xFF, 0xD8, 0xFF] + (0..<5_000).map { UInt8($0 % 256) }
        #expect(await Self.attach(session, bytes, part: 1_000) == .done)
        let draft = try #require(try await Self.wait(&updates) { $0.media.picture != nil }?.media.picture)
        #expect(await session.file(draft)?.bytes == bytes)
        await Self.act(session, #"{"discarded":{}}"#)
        #expect(await session.file(draft) == nil)
        #expect(await Self.attach(session, bytes, part: 9_000) == .done)
        await Self.act(session, #"{"edited":{"text":"What is this?"}}"#)
        await Self.act(session, #"{"sent":{}}"#)
        let shown = try #require(try await Self.wait(&updates) { $0.messages.first?.media.isEmpty == false })
        let media = try #require(shown.messages.first?.media.first)
        #expect(shown.media.picture == nil && media.kind == .picture)
        #expect(await session.file(String(media.id))?.bytes == bytes)
        #expect(await session.file("../1") == nil)
        await Self.act(session, #"{"deleteMedia":{"media":\#(media.id)}}"#)
        #expect(try await Self.wait(&updates) { $0.messages.first?.media.isEmpty == true } != nil)
        #expect(await session.file(String(media.id)) == nil)
        await session.close()
    }

    @Test("What is no picture, too large or without its beginning is refused, and the draft stays as it was")
    func badPictures() async throws {
        let store = try await SQLiteNotebook.open(NotebookSettings(.memory))
        let session = await Self.session(nil, store, clock: ManualClock())
        for bytes in BadPictures.all {
            #expect(await Self.attach(session, bytes, part: 60_000) != .done)
        }
        let later = #"{"attach":{"part":{"data":"/9j/","isFirst":false,"isLast":true}}}"#
        #expect(await session.perform(Array(later.utf8)) != .done)
        let noBase64 = #"{"attach":{"part":{"data":"?","isFirst":true,"isLast":true}}}"#
        #expect(await session.perform(Array(noBase64.utf8)) == nil)
        var updates = await session.updates().makeAsyncIterator()
        #expect(try await Self.wait(&updates) { _ in true }?.media.picture == nil)
        await session.close()
    }

    @Test("A recording is kept where the person wants it for this message, and not with the next one")
    func voice() async throws {
        let clock = ManualClock(), dictation = ScriptedDictation()
        let store = try await SQLiteNotebook.open(NotebookSettings(.memory))
        let session = await Self.session(dictation, store, clock: clock)
        var updates = await session.updates().makeAsyncIterator()
        #expect(try await Self.wait(&updates) { $0.canListen } != nil)
        for (index, keeps) in [false, true, false].enumerated() {
            if keeps { await Self.act(session, #"{"keepVoice":{"isOn":true}}"#) }
            await Self.act(session, #"{"pressed":{"onOrb":true}}"#)
            #expect(try await Self.wait(&updates) { $0.state == "armed" } != nil)
            clock.advance(by: .milliseconds(300))
            await dictation.waits(forListening: true)
            #expect(dictation.requests.last?.keepsSound == keeps)
            dictation.say("where is the piano")
            dictation.end()
            let seconds = keeps ? 0.5 : 0
            let heard = try await Self.wait(&updates) { $0.state == "idle" && $0.text == "where is the piano" }
            #expect(heard?.media.voiceSeconds == seconds)
            await Self.act(session, #"{"sent":{}}"#)
            let sent = try await Self.wait(&updates) { $0.state == "idle" && $0.messages.count == 2 * index + 2 }
            #expect(sent?.media.keepsVoice == false)
        }
        await session.close()
        let kept = try await store.messages(ofThread: 1)
        #expect(kept.map { $0.media.map(\.kind) } == [[], [], [.sound], [], [], []])
        let sound = try #require(try await store.file(kept[2].media[0].id, ofThread: 1))
        #expect(sound == MediaFile(sound: ScriptedDictation.sound))
    }

    @Test("Voice that was recorded is dropped where the person changes their mind, or says it again")
    func droppedVoice() {
        var media = DraftMedia()
        media.keepVoice(true)
        media.follow(transcripts: 1, sound: [1, 2])
        media.follow(transcripts: 2, sound: [3])
        #expect(media.files == [MediaFile(sound: [1, 2, 3])])
        media.follow(transcripts: 1)
        #expect(media.files == [MediaFile(sound: [1, 2])])
        media.keepVoice(false)
        #expect(media.files.isEmpty)
        media.keepVoice(true)
        media.follow(transcripts: 2, sound: [4])
        #expect(media.files == [MediaFile(sound: [4])])
        media.follow(transcripts: 3, sound: [Int16](repeating: 0, count: DraftMedia.mostSamples))
        #expect(media.files == [MediaFile(sound: [4])])
        media.clear()
        #expect(media.files.isEmpty && !media.keepsVoice)
    }
}

/// Bytes that are no pictures, or none that the kiosk takes.
enum BadPictures {
    static let all: [[UInt8]] = [
        [], [0], Array("<svg onload='alert(1)'/>".utf8), Array("GIF89a".utf8), Array("%PDF-1.7".utf8),
        Array("BM".utf8), [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8], Array("RIFF\0\0\0\0WAVEfmt ".utf8),
        [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 7, count: MediaFile.largestPicture),
    ]
}
