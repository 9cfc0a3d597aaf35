internal import Foundation
internal import NoteMatching
internal import Ordering

/// Prints notes and open questions, for people or as JSON.
struct NotebookOutput {
    let setup: Setup

    private struct Done: Encodable { let done: String }

    private struct Open: Encodable {
        let id: Int
        let question: String
        let count: Int
        let first: String?
        let last: String?
    }

    private struct Asked: Encodable {
        let question: String
        let answer: String?
        let note: Int?
        let score: Double?
        let source: String
    }

    /// Prints what a command did.
    func tell(_ text: String) throws {
        if setup.json { try setup.console.json(Done(done: text)) } else { setup.console.line(text) }
    }

    /// Prints a note that was saved.
    func saved(_ note: Note) throws {
        try show([note])
        let matcher = try NoteMatcher([note], for: .guests)
        if !note.isPrivate, let concern = matcher.concern(of: note) { setup.console.note("brews: note: \(concern)") }
    }

    func show(_ notes: [Note]) throws {
        for note in notes {
            if setup.json {
                try setup.console.json(note)
                continue
            }
            let mark = note.isPrivate ? setup.console.styled("  (staff only)", .yellow) : ""
            setup.console.line("\(note.id)".padded(to: 5) + setup.console.styled(note.title, .bold) + mark)
            for other in note.questions.dropFirst() { setup.console.line("     or: \(other)") }
            setup.console.line(
                "     " + (note.isAnswered ? note.answer : setup.console.styled("no answer yet", .faint)))
        }
        if notes.isEmpty, !setup.json {
            setup.console.note("brews: note: the notebook is empty; begin with: brews notebook add QUESTION ANSWER")
        }
    }

    func show(_ questions: [OpenQuestion]) throws {
        for question in questions {
            if setup.json {
                try setup.console.json(
                    Open(
                        id: question.id, question: question.text, count: question.count, first: question.first.date,
                        last: question.last.date))
            } else {
                setup.console.line(
                    "\(question.id)".padded(to: 5) + "\(question.count) ×".padded(to: 7) + question.text
                        + setup.console.styled(question.last.date.map { "  last \($0)" } ?? "", .faint))
            }
        }
        if questions.isEmpty, !setup.json { setup.console.note("brews: note: no open questions") }
    }

    func show(_ answer: NoteAnswer, to question: String) throws {
        switch answer {
        case .note(let note, let score):
            guard !setup.json else {
                return try setup.console.json(
                    Asked(
                        question: question, answer: note.answer, note: note.id, score: score.rounded(places: 3),
                        source: "notebook"))
            }
            setup.console.line(note.answer)
            setup.console.line(
                setup.console.styled("  note \(note.id): \(note.title) (\(String(format: "%.2f", score)))", .faint))
        case .unknown(let closest):
            guard !setup.json else { return try unanswered(question, "none") }
            setup.console.line("No note answers that.")
            if !closest.isEmpty {
                setup.console.line(
                    setup.console.styled("  closest: note \(closest.map(String.init).joined(separator: ", "))", .faint))
            }
        case .leftToMenu:
            guard !setup.json else { return try unanswered(question, "menu") }
            setup.console.line("Allergens, ingredients and diets are answered from the menu only.")
        }
    }

    private func unanswered(_ question: String, _ source: String) throws {
        try setup.console.json(Asked(question: question, answer: nil, note: nil, score: nil, source: source))
    }
}

extension WallTime {
    /// Day by ISO 8601, UTC; `nil` if the clock was not set.
    var date: String? {
        guard isTrusted else { return nil }
        return Date(timeIntervalSince1970: Double(epochMilliseconds) / 1_000).formatted(.iso8601.year().month().day())
    }
}
