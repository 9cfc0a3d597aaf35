internal import Speech
internal import Testing
internal import VoiceKit

/// What a context tells the recogniser, and what it makes of the words.
struct ContextReaderTests {
    @Test("the grammar of numbers has the neighbouring words of numbers, and not more phrases than a recogniser takes")
    func numbers() throws {
        let phrases = try #require(try ContextReader(.number) { _ in true }.vocabulary).phrases
        #expect(phrases.count < 20_000, "\(phrases.count)")
        #expect(Set(phrases).count < 9_000)
        var pairs: Set<[String]> = []
        for phrase in phrases { pairs.formUnion(Self.pairs(phrase)) }
        let spoken = NumberSentences.all().flatMap { Self.pairs($0.text) }
        let missing = spoken.filter { !pairs.contains($0) }
        #expect(missing.count * 50 <= spoken.count, "\(Set(missing).map { $0.joined(separator: " ") }.sorted())")
    }

    private static func pairs(_ text: String) -> [[String]] {
        let words = text.split(separator: " ").map(String.init)
        return zip(words, words.dropFirst()).map { [$0, $1] }
    }

    @Test("phrases with words that the recogniser lacks are left out and reported")
    func unheard() throws {
        let numbers = try ContextReader(.number) { $0 != "cents" && $0 != "double" }
        #expect(numbers.unheardAnswers == ["cents", "double"] && !numbers.isDeaf)
        #expect(numbers.vocabulary?.phrases.contains { $0.contains("double") } == false)
        let names = try ContextReader(.name(allowed: ["Alice", "Robert", "Bo Li"])) { ["bob", "alice"].contains($0) }
        // Robert is heard as Bob.
        #expect(names.unheardAnswers == ["Bo Li"] && names.vocabulary?.phrases == ["alice", "bob"])
        #expect(try ContextReader(.command(phrases: ["Stop"])) { _ in false }.isDeaf)
        #expect(try ContextReader(.freeform) { _ in true }.vocabulary == nil)
        #expect(try ContextReader(.number).vocabulary == nil)
    }

    @Test("the longest command that was heard counts, near ones are asked about, and doubt is doubt")
    func commands() throws {
        let reader = try ContextReader(.command(phrases: ["off", "turn it off", "turn it on", "Go!", "go"]))
        #expect(reader.match("please turn it off now") == .command("turn it off"))
        #expect(reader.match("off") == .command("off") && reader.match("GO") == .command("Go!"))
        #expect(reader.match("turn it off turn it on") == .unsure(["turn it off", "turn it on"]))
        #expect(reader.match("a latte") == .none && reader.match("") == .none)
        #expect(reader.match("off", confidence: 0.3) == .unsure(["off"]))
        #expect(try ContextReader(.command(phrases: ["start over"])).match("star tover") == .command("start over"))
        #expect(try ContextReader(.number).match("five or six") == .unsure(["5", "6"]))
        #expect(try ContextReader(.freeform).match("five") == .none)
    }

    @Test(
        "a piece of a number is asked about",
        arguments: ["and thirty five", "may the seventh of", "the and a fifth", "five and"])
    func fragments(_ text: String) throws {
        guard case .unsure = try ContextReader(.number).match(text) else {
            Issue.record("\(text)")
            return
        }
        #expect(try ContextReader(.number).match("the fifth") == .number(.ordinal(5)))
    }
}
