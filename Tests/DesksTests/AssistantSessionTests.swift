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
    }

    struct Saved: Decodable {
        var id: Int
        var text: String
    }

    var state: String
    var text: String
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
}
