public import Ordering

/// What the notebook says to a question.
public enum NoteAnswer: Equatable, Sendable {
    /// A note answers the question; the score is 0…1.
    case note(Note, score: Double)
    /// No note answers it. The closest notes come first, for the staff.
    case unknown(closest: [Int])
    /// The question is about allergens, ingredients or a diet, which only the menu may answer.
    case leftToMenu
}

/// Finds the note that answers a question in other words: by words and their synonyms, by sound, and by what is asked
/// for (where, when, how much).
///
/// A question without a clear answer gets none. Never answers a question about allergens, ingredients or a diet. Pure;
/// safe on any thread; about 1 ms for 100 notes.
///
/// ```swift
/// let matcher = try NoteMatcher(notes, for: .guests)
/// if case .note(let note, _) = matcher.answer("how do I get online?") { print(note.answer) }
/// ```
public struct NoteMatcher: Sendable {
    /// Who asks.
    public enum Audience: Sendable {
        /// Guests, who see no private answers.
        case guests
        /// The staff.
        case staff
    }

    /// Least score of an answer.
    private static let threshold = 0.52
    /// Least lead of the score over that of the second note.
    private static let margin = 0.03
    /// Share of the question's words in the score; the rest is the share of the note's.
    private static let questionShare = 0.65
    /// Least share of the question's words that the note has: a word that no note has makes it another question.
    private static let leastOfQuestion = 0.4
    /// The same for a question with a word that neither the notes nor the lists of synonyms know.
    private static let leastOfStrangeQuestion = 0.5
    /// How much a word of an answer counts beside one of the question.
    private static let answerWeight = 0.6
    /// Factor for an aspect that is asked for and that the note does not give.
    private static let missingAspect = 0.8
    /// Factor for an aspect that is asked for and that only the note's answer gives.
    private static let answeredAspect = 0.95
    /// Factor for an aspect that the note's question is about and that is not asked for.
    private static let otherAspect = 0.93
    private static let mostClosest = 3

    private struct Entry: Sendable {
        let note: Note
        let wordings: [NoteReading]
        let answer: NoteReading
    }

    private let lexicon: NoteLexicon
    private let topics: AllergenTopic
    private let entries: [Entry]
    private let vocabulary: Set<String>
    /// Weight of every term of the notes' questions: rare ones say more.
    private let rarity: [NoteTerm: Double]

    /// Creates a matcher for the notes that may be answered: those with an answer that is not about allergens, and for
    /// guests not the private ones.
    ///
    /// - Throws: a decoding error if the built-in words are damaged; a test excludes that.
    public init(_ notes: [Note], for audience: Audience) throws {
        let lexicon = try NoteLexicon(), topics = try AllergenTopic(lexicon.words)
        self.lexicon = lexicon
        self.topics = topics
        entries = notes.compactMap { note in
            guard note.isAnswered, audience == .staff || !note.isPrivate && topics.concern(of: note) == nil else {
                return nil
            }
            return Entry(
                note: note, wordings: note.questions.map { lexicon.read($0) },
                answer: lexicon.read(answer: note.answer))
        }
        vocabulary = Set(entries.flatMap { $0.wordings + [$0.answer] }.flatMap(\.terms).map(\.text))
        var rarity: [NoteTerm: Double] = [:]
        let count = Double(entries.count)
        for term in Set(entries.flatMap(\.wordings).flatMap(\.terms)) {
            let uses = entries.count { entry in
                entry.wordings.contains { $0.terms.contains { lexicon.similarity($0, term) > 0.9 } }
            }
            rarity[term] = Self.rarity(of: Double(uses), in: count)
        }
        self.rarity = rarity
    }

    /// 1 for a term of one note, less for a term of many.
    private static func rarity(of uses: Double, in count: Double) -> Double {
        count <= 1 ? 1 : max(0.25, 1 - 0.6 * logarithm(max(1, uses)) / logarithm(count))
    }

    /// Natural logarithm, without the C library: the series of artanh.
    private static func logarithm(_ value: Double) -> Double {
        var mantissa = value, result = 0.0
        while mantissa > 1.5 {
            mantissa /= 2
            result += 0.693_147_180_559_945
        }
        let ratio = (mantissa - 1) / (mantissa + 1), square = ratio * ratio
        return result + 2 * ratio * (1 + square * (1.0 / 3 + square * (1.0 / 5 + square * (1.0 / 7 + square / 9))))
    }

    /// Answers a question.
    public func answer(_ question: String) -> NoteAnswer {
        guard !topics.isOfAllergens(question) else { return .leftToMenu }
        let ranked = scores(question)
        guard let best = ranked.first, best.score >= Self.threshold, !isApart(question, from: best.note),
            best.score - (ranked.dropFirst().first?.score ?? 0) >= Self.margin
        else { return .unknown(closest: ranked.prefix(Self.mostClosest).filter { $0.score > 0.25 }.map(\.note.id)) }
        return .note(best.note, score: best.score)
    }

    /// Whether a note is about another day, or about closing instead of opening. No other note answers then: the
    /// question is close to this one.
    private func isApart(_ question: String, from note: Note) -> Bool {
        guard let entry = entries.first(where: { $0.note.id == note.id }) else { return false }
        let asked = lexicon.read(question)
        return entry.wordings.allSatisfy { asked.isApart(from: $0, answer: entry.answer) }
    }

    /// Notes with their scores, 0…1, the best first.
    func scores(_ question: String) -> [(note: Note, score: Double)] {
        let asked = lexicon.read(question, vocabulary: vocabulary)
        guard !asked.terms.isEmpty else { return [] }
        let isStrange = asked.terms.contains { term in
            term.weight == 1 && term.groups.isEmpty && !vocabulary.contains(term.text)
        }
        return entries.map { entry in
            (entry.note, entry.wordings.map { score(asked, $0, entry.answer, isStrange: isStrange) }.max() ?? 0)
        }.filter { $0.1 > 0 }.sorted { ($1.score, $0.note.id) < ($0.score, $1.note.id) }
    }

    private func score(_ asked: NoteReading, _ wording: NoteReading, _ answer: NoteReading, isStrange: Bool) -> Double {
        let ofQuestion = coverage(of: asked.terms) { term in
            max(similarity(of: term, in: wording), Self.answerWeight * similarity(of: term, in: answer))
        }
        guard ofQuestion >= (isStrange ? Self.leastOfStrangeQuestion : Self.leastOfQuestion) else { return 0 }
        let ofNote = coverage(of: wording.terms) { similarity(of: $0, in: asked) }
        var score = Self.questionShare * ofQuestion + (1 - Self.questionShare) * ofNote
        for aspect in asked.aspects.subtracting(wording.aspects) {
            score *= answer.aspects.contains(aspect) ? Self.answeredAspect : Self.missingAspect
        }
        for _ in wording.aspects.subtracting(asked.aspects) { score *= Self.otherAspect }
        return score
    }

    /// The weighted mean of the terms' similarities.
    private func coverage(of terms: [NoteTerm], _ similarity: (NoteTerm) -> Double) -> Double {
        var (sum, weights) = (0.0, 0.0)
        for term in terms {
            let weight = term.weight * (rarity[term] ?? 1)
            sum += weight * similarity(term)
            weights += weight
        }
        return weights > 0 ? sum / weights : 0
    }

    private func similarity(of term: NoteTerm, in reading: NoteReading) -> Double {
        reading.terms.map { lexicon.similarity(term, $0) }.max() ?? 0
    }

    /// Why guests never see a note's answer, a sentence for the staff; `nil` if they may.
    public func concern(of note: Note) -> String? { topics.concern(of: note) }

    /// Whether a text sounds like a question.
    public func isQuestion(_ text: String) -> Bool { topics.isQuestion(text) }
}
