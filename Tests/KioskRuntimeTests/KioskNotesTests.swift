internal import Ordering
internal import Testing

@testable internal import KioskRuntime

/// Questions that the menu does not answer, and the owner's notes.
struct KioskNotesTests {
    private static let unknown = "I don't know that. Please ask our staff."

    private func question(_ decisions: [KioskDecision]) -> Int? {
        decisions.compactMap { if case .askNotes(let question) = $0 { question } else { nil } }.first
    }

    @Test("Without a notebook nothing changes")
    func without() throws {
        var stand = try MachineStand()
        stand.wakes()
        #expect(question(stand.says("what's the wifi password")) == nil)
        #expect(stand.snapshot.caption == Self.unknown)
    }

    @Test("A note's answer is shown and said, by voice and typed")
    func answered() throws {
        var stand = try MachineStand(answersNotes: true)
        stand.wakes()
        let asked = try #require(question(stand.says("what's the wifi password")))
        #expect(stand.machine.noteQuestion == "what's the wifi password")
        let decisions = stand.handle(.noteReply(question: asked, .answer("Beans and cream.")))
        #expect(stand.snapshot.caption == "Beans and cream." && stand.machine.noteQuestion == nil)
        #expect(decisions.contains(.say(text: "Beans and cream.", spoken: "Beans and cream.")))
        stand.handle(.spoken)
        let typed = try #require(question(stand.touches(.say(text: "may I bring my dog", replacesLast: false))))
        #expect(typed > asked)
        #expect(
            stand.handle(.noteReply(question: typed, .answer("Yes."))).contains(.say(text: "Yes.", spoken: "Yes.")))
    }

    @Test("A question that no note answers is noted, and what is no question has its old reply")
    func unanswered() throws {
        var stand = try MachineStand(answersNotes: true)
        stand.wakes()
        let first = try #require(question(stand.says("where is the toilet")))
        stand.handle(.noteReply(question: first, .noted))
        #expect(stand.snapshot.caption == "I don't know that. I've noted it for our staff.")
        let second = try #require(question(stand.says("a glorp please")))
        stand.handle(.noteReply(question: second, .nothing))
        #expect(stand.snapshot.caption == "Sorry, I did not get that. Please say it again.")
    }

    @Test("What the menu does not have may be the misheard words of a question: answered from a note, never noted")
    func missing() throws {
        var stand = try MachineStand(answersNotes: true)
        stand.wakes()
        let asked = try #require(question(stand.says("do you have any bacon")))
        #expect(!stand.machine.isNoteQuestionNoted)
        stand.handle(.noteReply(question: asked, .nothing))
        #expect(stand.snapshot.caption == "Sorry, we don't have any bacon.")
        let again = try #require(question(stand.says("do you have any bacon")))
        stand.handle(.noteReply(question: again, .answer("Ask at the till.")))
        #expect(stand.snapshot.caption == "Ask at the till.")
        stand.says("where is the toilet")
        #expect(stand.machine.isNoteQuestionNoted)
    }

    @Test("An order beside the question stays, and its reply too")
    func withOrder() throws {
        var stand = try MachineStand(answersNotes: true)
        stand.wakes()
        let asked = try #require(question(stand.says("a croissant and where is the toilet")))
        #expect(stand.snapshot.cart.map(\.itemId) == ["croissant"])
        stand.handle(.noteReply(question: asked, .answer("Downstairs.")))
        #expect(stand.snapshot.caption.contains("Downstairs.") && stand.snapshot.caption.contains("croissant"))
    }

    @Test("A notebook that does not answer delays the reply by two seconds, and its late answer is ignored")
    func late() throws {
        var stand = try MachineStand(answersNotes: true)
        stand.wakes()
        let asked = try #require(question(stand.says("where is the toilet")))
        stand.wait(.seconds(1))
        #expect(stand.snapshot.caption != Self.unknown)
        stand.wait(.seconds(2))
        #expect(stand.snapshot.caption == Self.unknown)
        #expect(stand.handle(.noteReply(question: asked, .answer("Late."))).isEmpty)
        #expect(stand.snapshot.caption == Self.unknown)
    }

    @Test("A touch or an order in the meantime has its own reply")
    func overtaken() throws {
        var stand = try MachineStand(answersNotes: true)
        stand.wakes()
        let asked = try #require(question(stand.says("where is the toilet")))
        stand.touches(.add(itemId: "croissant", quantity: 1, options: []))
        let caption = stand.snapshot.caption
        #expect(stand.handle(.noteReply(question: asked, .answer("Downstairs."))).isEmpty)
        #expect(stand.snapshot.caption == caption && caption != Self.unknown)
    }

    @Test("The log of a kiosk with a notebook is replayed to the same decisions")
    func replay() throws {
        var stand = try MachineStand(answersNotes: true)
        stand.wakes()
        let first = try #require(question(stand.says("what's the wifi password")))
        stand.handle(.noteReply(question: first, .answer("Beans and cream.")))
        stand.says("may I bring my dog")
        stand.wait(.seconds(3))
        let lines = try stand.log.map { entry in
            var entry = entry
            entry.event = entry.event?.withoutPrivateWords
            return try KioskLog.line(entry)
        }
        let hasDog = lines.contains { $0.contains("dog") }
        #expect(!hasDog)
        let entries = try lines.map(KioskLog.entry), machine = try MachineStand(answersNotes: true).machine
        let replayed = KioskLog.replay(entries, with: machine)
        let isSame = replayed.allSatisfy(\.isSame)
        #expect(isSame)
    }
}
