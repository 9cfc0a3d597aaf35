internal import Foundation
internal import NoteMatching
internal import Ordering
internal import TestSupport
internal import Testing

/// Answers to questions in other words than the notes'.
@Suite(.timeLimit(.minutes(30)))
struct NoteMatcherTests {
    private struct Asked: Decodable {
        let question: String
        /// Number of the note that answers it; 0 if none does.
        let note: Int
    }

    private struct Written: Decodable {
        let question: String
        let answer: String
    }

    private struct Result {
        var right = 0
        var unknown = 0
        var wrong = 0
        var notNoted = 0
        var invented = 0
        var report: [String] = []
    }

    private static let folder = Repository.root.appendingPathComponent("Tests/NoteMatchingTests/Sets")

    private static func read<Value: Decodable>(_ name: String, as type: Value.Type) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(contentsOf: folder.appendingPathComponent(name)))
    }

    private static func notes() throws -> [Note] {
        try read("notes.json", as: [Written].self).enumerated().map {
            Note(id: $0 + 1, questions: [$1.question], answer: $1.answer)
        }
    }

    private static func evaluate(_ set: String) throws -> Result {
        let matcher = try NoteMatcher(try notes(), for: .guests)
        var result = Result()
        for asked in try read(set, as: [Asked].self) {
            switch (matcher.answer(asked.question), asked.note) {
            case (.note(let note, let score), let wanted):
                if note.id == wanted {
                    result.right += 1
                    continue
                }
                if wanted == 0 { result.invented += 1 } else { result.wrong += 1 }
                result.report.append("WRONG \(asked.question) -> \(note.title) (\(score)), wanted \(wanted)")
            case (_, 0): result.notNoted += 1
            case (let other, let wanted):
                result.unknown += 1
                result.report.append("UNKNOWN \(asked.question), wanted \(wanted): \(other)")
            }
        }
        return result
    }

    /// The bar is ≥ 92 % right and ≤ 1 % wrong. What is not reached is pinned at today's figure.
    @Test(
        "Questions in other words are answered, and 60 that no note answers are not",
        arguments: [
            ("development.json", 150, least: 138, most: 4), ("second-development.json", 100, least: 90, most: 7),
            ("held-out.json", 150, least: 126, most: 8),
        ])
    func sets(_ set: String, questions: Int, least: Int, most: Int) throws {
        let result = try Self.evaluate(set)
        let asked = result.right + result.wrong + result.unknown
        if ProcessInfo.processInfo.environment["BREWS_REPORT"] == set { print(result.report.joined(separator: "\n")) }
        print(
            "\(set): right \(result.right) of \(asked), wrong \(result.wrong), unknown \(result.unknown); "
                + "invented \(result.invented) of \(result.invented + result.notNoted)")
        #expect(asked == questions && result.invented + result.notNoted == 60)
        #expect(result.right >= least)
        #expect(result.wrong + result.invented <= most)
    }

    @Test("Questions about allergens, ingredients and diets are left to the menu, also where a note answers them")
    func allergens() throws {
        let notes =
            try Self.notes() + [
                Note(id: 101, questions: ["Does the brownie contain nuts?"], answer: "No."),
                Note(id: 102, questions: ["What about your cakes?"], answer: "All our cakes are free of nuts."),
            ]
        let matcher = try NoteMatcher(notes, for: .guests)
        let questions = try Self.read("allergens.json", as: [String].self)
        #expect(questions.count == 25)
        for question in questions { #expect(matcher.answer(question) == .leftToMenu, "\(question)") }
        #expect(matcher.concern(of: notes[100]) != nil && matcher.concern(of: notes[101]) != nil)
        // The password is food, too.
        #expect(matcher.concern(of: notes[0]) == nil)
        if case .note = matcher.answer("tell me about your cakes") { Issue.record("The note is about allergens.") }
    }

    @Test("No other question of the sets counts as one about allergens")
    func otherTopics() throws {
        let matcher = try NoteMatcher([], for: .guests)
        let questions = try ["development.json", "held-out.json", "second-development.json"].flatMap {
            try Self.read($0, as: [Asked].self)
        }
        let refused = questions.map(\.question).filter { matcher.answer($0) == .leftToMenu }
        // Food from outside the house may be anything, and in doubt a fish is one to eat.
        #expect(refused.allSatisfy { $0.contains("eat") || $0.contains("fish") }, "\(refused)")
    }

    @Test("A private note answers the staff and no guest; a note without an answer answers nobody")
    func audiences() throws {
        let notes = [
            Note(id: 1, questions: ["What is the code of the alarm?"], answer: "4711", isPrivate: true),
            Note(id: 2, questions: ["What is the wifi password?"], answer: ""),
        ]
        #expect(
            try NoteMatcher(notes, for: .staff).answer("what's the alarm code") == .note(notes[0], score: 1))
        #expect(try NoteMatcher(notes, for: .guests).answer("what's the alarm code") == .unknown(closest: []))
        guard case .unknown = try NoteMatcher(notes, for: .staff).answer("what's the wifi password") else {
            Issue.record("A note without an answer answered.")
            return
        }
    }

    @Test(
        "Misheard and mistyped words are found by their sound",
        arguments: ["what is the wifi pasword", "where is the toylet", "do you have an umbrela for me"])
    func misheard(_ question: String) throws {
        guard case .note = try NoteMatcher(try Self.notes(), for: .guests).answer(question) else {
            Issue.record("No answer to: \(question)")
            return
        }
    }

    @Test("A second wording of a note is found as well")
    func wordings() throws {
        let note = Note(id: 1, questions: ["Where is the loo?", "Is there a parrot?"], answer: "Yes.")
        let matcher = try NoteMatcher([note], for: .guests)
        guard case .note = matcher.answer("do you have a parrot") else {
            Issue.record("The second wording is not found.")
            return
        }
    }

    @Test("Questions are told from orders and small talk")
    func questions() throws {
        let matcher = try NoteMatcher([], for: .guests)
        for text in ["what's the wifi password", "hi is there a toilet", "and may I bring my dog", "Piano?"] {
            #expect(matcher.isQuestion(text), "\(text)")
        }
        for text in ["two large lattes", "thank you", "a flat white please", "can I get a latte", ""] {
            #expect(!matcher.isQuestion(text), "\(text)")
        }
    }

    @Test("A note about another day, or about closing, answers no question about this day or about opening")
    func apart() throws {
        let matcher = try NoteMatcher(
            [
                Note(id: 1, questions: ["When do you close on Sundays?"], answer: "At six in the evening."),
                Note(id: 2, questions: ["What are your opening hours?"], answer: "From 7 to 7."),
            ], for: .guests)
        func note(_ question: String) -> Int? {
            if case .note(let note, _) = matcher.answer(question) { note.id } else { nil }
        }
        #expect(note("when do you close on sunday") == 1)
        #expect(note("when do you open on Sundays?") != 1)
        #expect(note("are you open on monday?") != 1)
        #expect(note("when do you close") != nil)
        let single = try NoteMatcher(
            [Note(id: 1, questions: ["When do you close on Sundays?"], answer: "At six in the evening.")],
            for: .guests)
        for question in ["when do you open on Sundays?", "are you open on monday?", "when do you close on a Monday"] {
            let answer = single.answer(question)
            guard case .unknown = answer else { return #expect(Bool(false), "\(question): \(answer)") }
        }
    }
}
