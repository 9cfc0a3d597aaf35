internal import Testing
internal import VoiceKit

/// The gate between speaking and listening.
struct VoiceOpGateTests {
    @Test("listening waits for speech and speech for listening, in the order of the requests")
    func exclusive() {
        var gate = VoiceOpGate()
        let first = gate.request(.speaking), second = gate.request(.listening), third = gate.request(.speaking)
        #expect(first.starts && !second.starts)
        // A later sentence does not overtake the listening that waits.
        #expect(!third.starts && gate.running == [.speaking] && gate.waiting == 2)
        #expect(gate.leave(first.ticket) == [second.ticket] && gate.running == [.listening])
        #expect(gate.leave(second.ticket) == [third.ticket])
        #expect(gate.leave(third.ticket) == [] && gate.running == [] && gate.waiting == 0)
    }

    @Test("what asks to overlap runs beside the other kind; the microphone has one user all the same")
    func overlapping() {
        var gate = VoiceOpGate()
        let speech = gate.request(.speaking), barge = gate.request(.listening, overlapping: true)
        #expect(speech.starts && barge.starts && gate.running == [.speaking, .listening])
        let again = gate.request(.listening, overlapping: true)
        #expect(!again.starts && gate.leave(speech.ticket) == [])
        #expect(gate.leave(barge.ticket) == [again.ticket])
    }

    @Test("a request that is withdrawn lets the next one pass")
    func withdrawn() {
        var gate = VoiceOpGate()
        let speech = gate.request(.speaking), listening = gate.request(.listening), last = gate.request(.speaking)
        #expect(speech.starts && !listening.starts && !last.starts)
        #expect(gate.leave(listening.ticket) == [last.ticket] && gate.running == [.speaking, .speaking])
    }
}
