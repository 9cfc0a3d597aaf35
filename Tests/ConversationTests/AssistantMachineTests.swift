internal import TestSupport
internal import Testing

@testable internal import Conversation

/// The push-to-talk assistant.
@Suite(.timeLimit(.minutes(30)))
struct AssistantMachineTests {
    /// An assistant whose device is there, and its time.
    private struct Stand {
        var machine = AssistantMachine()
        var time = Duration.seconds(10)

        init() {
            _ = machine.handle(.device(isAvailable: true), at: time)
            _ = machine.handle(.audio(isReady: true), at: time)
        }

        mutating func handle(_ event: AssistantEvent, after pause: Duration = .milliseconds(50)) -> [AssistantDecision]
        {
            time += pause
            return machine.handle(event, at: time)
        }

        mutating func wait(_ pause: Duration) -> [AssistantDecision] {
            time += pause
            return machine.advance(to: time)
        }
    }

    @Test("Holding the orb for 0.3 s listens, releasing ends it, and the transcript goes to the draft")
    func hold() {
        var stand = Stand()
        #expect(stand.handle(.pressed(onOrb: true)).isEmpty)
        #expect(stand.wait(.milliseconds(290)).isEmpty)
        #expect(stand.wait(.milliseconds(10)) == [.listen(run: 1)])
        _ = stand.handle(.partial("is there", run: 1), after: .seconds(1))
        #expect(stand.machine.partial == "is there")
        #expect(stand.handle(.released) == [.finish(run: 1)])
        #expect(stand.handle(.recognized("is there a piranha", run: 1)).isEmpty)
        #expect(stand.machine.state == .idle && stand.machine.draft.text == "is there a piranha")
        _ = stand.handle(.edited("is there a piano"))
        _ = stand.handle(.appended("upstairs?"))
        let decisions = stand.handle(.sent)
        guard case .ask(let draft, let run)? = decisions.first else {
            Issue.record("\(decisions)")
            return
        }
        #expect(draft.text == "is there a piano upstairs?" && draft.transcript == "is there a piranha")
        let answer = SourcedAnswer(text: "Yes.", source: "notebook")
        #expect(stand.handle(.answered(answer, run: run)) == [.respond(answer, run: run)])
        _ = stand.handle(.spoken(run: run))
        #expect(stand.machine.state == .idle && stand.machine.draft == AssistantDraft())
    }

    @Test("A short press, a press beside the orb, and one that becomes scrolling do not listen")
    func taps() {
        var stand = Stand()
        _ = stand.handle(.pressed(onOrb: true))
        _ = stand.handle(.released, after: .milliseconds(200))
        #expect(stand.wait(.seconds(1)).isEmpty)
        _ = stand.handle(.pressed(onOrb: false))
        #expect(stand.wait(.seconds(1)).isEmpty)
        _ = stand.handle(.pressed(onOrb: true))
        _ = stand.handle(.scrolling(isScrolling: true))
        #expect(stand.wait(.seconds(1)).isEmpty && stand.machine.state == .idle)
        _ = stand.handle(.pressed(onOrb: true))
        #expect(stand.wait(.seconds(1)).isEmpty)
    }

    @Test("2.5 s of silence end a recording, and speech puts that off")
    func silence() {
        var stand = Stand()
        _ = stand.handle(.pressed(onOrb: true))
        _ = stand.wait(.milliseconds(300))
        #expect(stand.handle(.speech, after: .seconds(2)).isEmpty)
        #expect(stand.wait(.milliseconds(2_400)).isEmpty)
        #expect(stand.wait(.milliseconds(100)) == [.finish(run: 1)])
        // A recogniser that does not answer loses nothing that was recognised.
        _ = stand.handle(.partial("half a sentence", run: 1))
        #expect(stand.wait(.seconds(6)) == [.cancel(run: 1)])
        #expect(stand.machine.draft.text == "half a sentence" && stand.machine.state == .idle)
    }

    @Test("Losing the microphone in the middle of a sentence keeps what was said")
    func lostMicrophone() {
        var stand = Stand()
        _ = stand.handle(.pressed(onOrb: true))
        _ = stand.wait(.milliseconds(300))
        _ = stand.handle(.partial("where is the", run: 1))
        #expect(stand.handle(.device(isAvailable: false)) == [.cancel(run: 1)])
        #expect(stand.machine.draft.text == "where is the" && stand.machine.failure == .microphone)
        #expect(stand.handle(.recognized("late", run: 1)).isEmpty && stand.machine.draft.text == "where is the")
        // Typing still works.
        _ = stand.handle(.appended("toilet?"))
        #expect(stand.handle(.sent).count == 1)
    }

    @Test("Another attempt drops the last transcript only; a second recording is added to the first")
    func retry() {
        var draft = AssistantDraft()
        draft.append(transcript: "one")
        draft.append(typed: "two")
        draft.append(transcript: "three")
        #expect(draft.text == "one two three" && draft.transcript == "one three")
        draft.removeLastTranscript()
        #expect(draft.text == "one two" && draft.transcript == "one")
        // What was edited away is not removed twice.
        draft.text = "two"
        draft.removeLastTranscript()
        #expect(draft.text == "two" && draft.transcript == nil)
    }

    @Test("An answer that does not come, and a late one, leave the assistant usable; a press interrupts an answer")
    func answers() {
        var stand = Stand()
        #expect(stand.handle(.sent).isEmpty, "an empty draft is not sent")
        _ = stand.handle(.appended("hello"))
        guard case .ask(_, let run)? = stand.handle(.sent).first else {
            Issue.record("Nothing was asked.")
            return
        }
        #expect(stand.wait(.seconds(10)) == [.cancel(run: run)] && stand.machine.failure == .noAnswer)
        let answer = SourcedAnswer(text: "Hi.", source: "notebook")
        #expect(stand.handle(.answered(answer, run: run)).isEmpty)
        _ = stand.handle(.appended("again"))
        _ = stand.handle(.sent)
        #expect(stand.handle(.answered(answer, run: run + 1)) == [.respond(answer, run: run + 1)])
        #expect(stand.handle(.pressed(onOrb: true)) == [.hush(run: run + 1)])
        #expect(stand.wait(.milliseconds(300)) == [.listen(run: run + 2)])
    }
}
