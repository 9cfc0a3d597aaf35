internal import Foundation
internal import NoteMatching
internal import Ordering

/// Answers questions from a notebook: for the kiosk's guests, the staff page and `brews chat`.
///
/// Reads the notes for every question, so that changes of another process count at once.
actor NotebookDesk: NoteAnswering, NoteService {
    /// Words of a question that is noted: shorter ones are fragments of speech.
    private static let fewestWords = 3

    /// Score from which misheard words need not look like a question.
    private static let clearScore = 0.7

    private let store: any NoteStore
    private let audience: NoteMatcher.Audience
    private let now: @Sendable () -> WallTime
    private let log: @Sendable (String) -> Void
    private var matcher: (notes: [Note], matcher: NoteMatcher)?

    /// - Parameters:
    ///   - now: the time that open questions are dated with.
    ///   - log: takes a sentence about a notebook that cannot be used.
    init(
        _ store: any NoteStore, for audience: NoteMatcher.Audience, now: @escaping @Sendable () -> WallTime,
        log: @escaping @Sendable (String) -> Void
    ) {
        self.store = store
        self.audience = audience
        self.now = now
        self.log = log
    }

    /// The notebook's answer, without noting anything.
    ///
    /// - Throws: the store's error.
    func find(_ question: String) async throws -> NoteAnswer { try await current().answer(question) }

    func reply(to question: String) async -> NoteReply {
        do {
            let matcher = try await current()
            switch matcher.answer(question) {
            case .note(let note, _): return .answer(note.answer)
            case .leftToMenu: return .nothing
            case .unknown:
                guard matcher.isQuestion(question), SpokenWords(question).words.count >= Self.fewestWords else {
                    return .nothing
                }
                try await store.record(openQuestion: question, at: now())
                return .noted
            }
        } catch {
            log("the notebook does not answer: \(error)")
            return .nothing
        }
    }

    func isQuestion(_ text: String) async -> Bool { (try? await current().isQuestion(text)) ?? false }

    func answer(to speech: String) async -> String? {
        do {
            let matcher = try await current()
            guard case .note(let note, let score) = matcher.answer(speech),
                score >= Self.clearScore || matcher.isQuestion(speech)
            else { return nil }
            return note.answer
        } catch {
            log("the notebook does not answer: \(error)")
            return nil
        }
    }

    private func current() async throws -> NoteMatcher {
        let notes = try await store.notes()
        if let matcher, matcher.notes == notes { return matcher.matcher }
        let new = try NoteMatcher(notes, for: audience)
        matcher = (notes, new)
        return new
    }

    func page() async throws -> NotebookPage {
        let notes = try await store.notes(), matcher = try await current()
        return NotebookPage(
            notes: notes, withheld: notes.filter { !$0.isPrivate && matcher.concern(of: $0) != nil }.map(\.id),
            open: try await store.openQuestions(), undoable: try await store.undoableStep())
    }

    func perform(_ action: NoteAction) async -> KioskActionResult {
        do {
            switch action {
            case .add(let question, let answer, let isPrivate):
                _ = try await store.add(question: question, answer: answer, isPrivate: isPrivate)
            case .update(let note): try await store.update(note)
            case .delete(let note): try await store.delete(note: note)
            case .answer(let open, let answer, let isPrivate):
                _ = try await store.answer(openQuestion: open, with: answer, isPrivate: isPrivate)
            case .assign(let open, let note): try await store.assign(openQuestion: open, toNote: note)
            case .dismiss(let open): try await store.dismiss(openQuestion: open)
            case .reset: try await store.resetToDefaults()
            case .clear: try await store.clear()
            case .undo: _ = try await store.undo()
            }
            return .done
        } catch {
            return .refused(CLIError.from(error).message)
        }
    }
}
