internal import TestSupport
internal import Testing

@testable internal import Moonshine

/// Requests for known phrases.
struct PhraseSearchTests {
    private static let books = ["a tale of two cities", "charles dickens", "emma", "moby dick", "the scarlet letter"]

    private static func requests(_ margin: Double) throws -> MoonshineModel.RequestList {
        try Models.moonshine().requests(
            for: books, leadIns: ["do you have", "i'm looking for", "the book"], margin: margin)
    }

    @Test("A request is found through the noise of its words: with a lead-in, without, and with its author")
    func found() async throws {
        let model = try Models.moonshine()
        for (said, wanted) in [
            ("the scarlet letter", "the scarlet letter"), ("do you have moby dick", "do you have moby dick"),
            ("do you have the book emma", "do you have the book emma"),
            ("a tale of two cities by charles dickens", "a tale of two cities by charles dickens"),
        ] {
            let samples = try await Models.spoken(said)
            let found = model.transcribe(samples[...], search: .beams(4), requests: try Self.requests(5))
            let letters = found.text.lowercased().filter { $0.isLetter || $0 == " " }
            #expect(letters == wanted, "\(found.text)")
            #expect(found.tokens.allSatisfy { 0...samples.count ~= $0.end })
        }
    }

    @Test("What is no request for a phrase stays as it was found")
    func other() async throws {
        let model = try Models.moonshine(), samples = try await Models.spoken("where can i wash my hands please")
        let plain = model.transcribe(samples[...], search: .beams(4))
        let found = model.transcribe(samples[...], search: .beams(4), requests: try Self.requests(1))
        #expect(found.text == plain.text)
    }

    @Test("The grammar has at most two lead-ins, a phrase, and another one after a joint")
    func grammar() {
        let grammar = PhraseGrammar(leadIns: [[1, 2], [3]], phrases: [[4], [4, 5]], joints: [[6]])
        func ends(_ tokens: [Int]) -> Bool {
            var states = [grammar.start]
            for token in tokens {
                states = states.flatMap { grammar.continuations(of: $0) }.filter { $0.token == token }.map(\.state)
            }
            return states.contains(where: grammar.isEnd)
        }
        for text in [[4], [4, 5], [1, 2, 4], [1, 2, 3, 4, 5], [3, 3, 4], [4, 6, 4], [3, 4, 5, 6, 4, 5]] {
            #expect(ends(text), "\(text)")
        }
        for text in [[], [5], [1, 4], [1, 2], [3, 3, 3, 4], [4, 6], [4, 6, 4, 6, 4], [4, 4]] {
            #expect(!ends(text), "\(text)")
        }
    }
}
