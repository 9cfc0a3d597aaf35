import Conversation
import Desks
import Synchronization

/// A source that knows two answers.
struct ScriptedSource: AnswerSource {
    let name = "notebook"
    var answers = ["wifi": "It is beans and cream. Ask us for more.", "payload": "x"]

    func answer(_ question: String) async -> String? {
        answers.first { question.contains($0.key) }?.value
    }
}

/// A loudspeaker that speaks until the test lets it end.
final class ScriptedSpeaker: AnswerSpeaking {
    private let state = Mutex<(said: [String], waiting: [CheckedContinuation<Void, Never>])>(([], []))

    var said: [String] { state.withLock { $0.said } }

    func speak(_ text: String) async {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                state.said.append(text)
                state.waiting.append(continuation)
            }
        }
    }

    func stop() async { end() }

    /// Ends what is being spoken.
    func end() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for each in waiting { each.resume() }
    }
}
