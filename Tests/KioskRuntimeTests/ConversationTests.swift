internal import Ordering
internal import TestSupport
internal import Testing

@testable internal import KioskRuntime

/// Whole conversations through the kiosk, as text.
struct ConversationTests {
    @Test("Every conversation is as written", arguments: try Conversation.all.get().indices)
    func conversation(_ index: Int) throws {
        let conversation = try Conversation.all.get()[index]
        var stand = try MachineStand()
        if conversation.turns.first?.touch == nil { stand.wakes() }
        for (number, turn) in conversation.turns.enumerated() {
            let place: Comment = "\(conversation.name), turn \(number + 1)"
            let decisions = try Self.take(turn, &stand)
            let spoken = decisions.compactMap { if case .say(let text, _) = $0 { text } else { nil } }
            let snapshot = stand.snapshot
            if let screen = turn.screen { #expect(snapshot.screen.rawValue == screen, place) }
            if let cart = turn.cart { #expect(snapshot.cart.map(\.description) == cart, place) }
            for text in turn.hears ?? [] { #expect(snapshot.caption.contains(text), place) }
            for text in turn.spoken ?? [] { #expect(spoken.contains { $0.contains(text) }, place) }
            if let answers = turn.answers { #expect(snapshot.question?.answers.map(\.label) ?? [] == answers, place) }
            if let avoids = turn.avoids { #expect(snapshot.avoids.map(\.label) == avoids, place) }
            if let total = turn.total { #expect(snapshot.total.minorUnits == total, place) }
            if let idle = turn.idle { #expect((snapshot.idleSecondsLeft != nil) == idle, place) }
            if let names = turn.places { #expect(stand.order?.lines.map(\.name) == names, place) }
            if turn.unplaced == true { #expect(stand.order == nil, place) }
            for text in conversation.never ?? [] {
                #expect(!(spoken + [snapshot.caption]).contains { $0.contains(text) }, place)
            }
        }
    }

    private static func take(_ turn: Conversation.Turn, _ stand: inout MachineStand) throws -> [KioskDecision] {
        if let say = turn.say { return stand.says(say) }
        var decisions: [KioskDecision]
        if let touch = turn.touch {
            decisions = stand.touches(touch)
        } else {
            decisions = stand.wait(.seconds(try #require(turn.wait)))
        }
        if decisions.contains(where: { if case .say = $0 { true } else { false } }) {
            decisions += stand.handle(.spoken)
        }
        return decisions
    }
}
