internal import Foundation
public import Ordering
internal import Speech

/// The desk of the staff page's notes: a note is spoken, and becomes a question with its answer.
public struct NoteSpeechDesk: PageDesk {
    private let dictation: any DictationService

    /// - Parameter dictation: lends the microphone.
    public init(dictation: any DictationService) { self.dictation = dictation }

    /// Begins a session; nothing is kept.
    public func open(kept: String?) async -> any PageSession {
        let session = NoteSpeechSession(dictation)
        await session.begin()
        return session
    }
}

/// A spoken note.
struct SpokenNote: Equatable, Encodable, Sendable {
    var question = ""
    var answer = ""

    private static let verbs: Set<Substring> = ["is", "are", "was", "were"]

    /// Reads a statement, "the wifi password is beans and cream", as a question and its answer. Other words are an
    /// answer.
    init(_ words: String) {
        let parts = words.split(separator: " ")
        guard let verb = parts.firstIndex(where: Self.verbs.contains), verb > 0, verb + 1 < parts.count else {
            answer = Self.capitalized(words)
            return
        }
        let subject = parts[..<verb].joined(separator: " "), rest = parts[(verb + 1)...].joined(separator: " ")
        question = "What \(parts[verb]) \(subject)?"
        answer = Self.capitalized(rest)
    }

    private static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}

/// One spoken note after another.
actor NoteSpeechSession: PageSession {
    private enum Action: Codable {
        case start, stop, cancel
    }

    struct State: Equatable, Encodable, Sendable {
        /// `idle` or `listening`.
        var state = "idle"
        var transcript = ""
        /// Raw value of `DictationEnding.Reason` where the person was not heard to the end.
        var problem: String?
        var canListen = false
        /// The latest note, and its number.
        var note: SpokenNote?
        var number = 0
    }

    private let dictation: any DictationService
    private var listener: Listener
    private var state = State()
    private var feed = PageFeed<State>()
    private var run = 0
    private var watch: Task<Void, Never>?

    init(_ dictation: any DictationService) {
        self.dictation = dictation
        listener = Listener(dictation)
    }

    func begin() {
        watch = Task { [weak self, dictation] in
            for await gates in await dictation.dictationGates() { await self?.take(gates) }
        }
        feed.show(state)
    }

    func updates() -> AsyncStream<PageUpdate> { feed.updates }

    func close() {
        listener.cancel()
        watch?.cancel()
        feed.finish()
    }

    func perform(_ json: [UInt8]) async -> KioskActionResult? {
        guard let action = try? JSONDecoder().decode(Action.self, from: Data(json)) else { return nil }
        switch action {
        case .start:
            guard state.state == "idle" else { break }
            run += 1
            (state.state, state.transcript, state.problem) = ("listening", "", nil)
            listener.listen(run: run, DictationRequest()) { [weak self, run] id in
                await self?.given(id, run)
            } report: { [weak self, run] event in
                await self?.heard(event, run)
            }
        case .stop: listener.stop(run: run)
        case .cancel:
            run += 1
            listener.cancel()
            (state.state, state.transcript) = ("idle", "")
        }
        feed.show(state)
        return .done
    }

    private func take(_ gates: DictationGates) {
        state.canListen = gates == .all
        feed.show(state)
    }

    private func given(_ id: Int, _ run: Int) { listener.given(id, run: run) }

    private func heard(_ event: DictationEvent, _ run: Int) {
        guard run == self.run else { return }
        switch event {
        case .began, .speech: return
        case .level(let level): return feed.show(level: level)
        case .partial(let text): state.transcript = text
        case .ended(let ending):
            (state.state, state.transcript) = ("idle", "")
            state.problem = ending.isComplete ? ending.words.isEmpty ? "nothing" : nil : ending.reason.rawValue
            if !ending.words.isEmpty {
                state.note = SpokenNote(ending.words)
                state.number += 1
            }
        }
        feed.show(state)
    }
}
