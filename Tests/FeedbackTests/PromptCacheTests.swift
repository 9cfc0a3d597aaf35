internal import Feedback
internal import Speech
internal import Testing

struct PromptCacheTests {
    private static func speech(_ samples: Int) -> SynthesizedSpeech {
        SynthesizedSpeech(samples: [Int16](repeating: 1, count: samples), sampleRate: 8_000)
    }

    /// A cache that an expectation can change.
    private final class Shelf {
        var cache: PromptCache

        init(capacity: Int) throws { cache = try PromptCache(capacity: capacity) }

        var count: Int { cache.count }
        var bytes: Int { cache.bytes }
        @discardableResult func store(_ speech: SynthesizedSpeech, of text: String) -> Bool {
            cache.store(speech, of: text)
        }
        func storeIfRepeated(_ speech: SynthesizedSpeech, of text: String) -> Bool {
            cache.storeIfRepeated(speech, of: text)
        }
        func speech(of text: String) -> SynthesizedSpeech? { cache.speech(of: text) }
        func contains(_ text: String) -> Bool { cache.contains(text) }
        func hasRoom(for speech: SynthesizedSpeech) -> Bool { cache.hasRoom(for: speech) }
    }

    @Test("The least recently used entry is evicted, and the size stays within its limit")
    func bounded() throws {
        let cache = try Shelf(capacity: 60)
        for text in ["a", "b", "c"] { #expect(cache.store(Self.speech(10), of: text)) }
        #expect(cache.bytes == 60 && cache.speech(of: "a") != nil)
        cache.store(Self.speech(5), of: "d")
        #expect(
            cache.speech(of: "b") == nil && cache.contains("a") && cache.contains("c") && cache.contains("d")
                && cache.bytes == 50)
        cache.store(Self.speech(30), of: "e")
        #expect(cache.count == 1 && cache.bytes == 60)
    }

    @Test("Speech larger than the cache is not stored, and a repeated entry counts once")
    func large() throws {
        let cache = try Shelf(capacity: 20)
        #expect(!cache.store(Self.speech(11), of: "a") && cache.count == 0)
        cache.store(Self.speech(4), of: "a")
        cache.store(Self.speech(6), of: "a")
        #expect(cache.bytes == 12 && cache.hasRoom(for: Self.speech(4)) && !cache.hasRoom(for: Self.speech(5)))
        cache.cache.clear()
        #expect(cache.bytes == 0 && cache.count == 0)
        let none = try Shelf(capacity: 0)
        #expect(!none.store(Self.speech(1), of: "a"))
        #expect(throws: FeedbackError.self) { _ = try PromptCache(capacity: -1) }
    }

    @Test("Speech is stored when it is offered the second time, unless 64 others were offered in between")
    func repeated() throws {
        let cache = try Shelf(capacity: 1_000)
        #expect(!cache.storeIfRepeated(Self.speech(1), of: "a") && cache.storeIfRepeated(Self.speech(1), of: "a"))
        #expect(cache.speech(of: "a") != nil)
        for number in 0...64 { #expect(!cache.storeIfRepeated(Self.speech(1), of: "order \(number)")) }
        #expect(
            !cache.storeIfRepeated(Self.speech(1), of: "order 0")
                && cache.storeIfRepeated(Self.speech(1), of: "order 64"))
        #expect(cache.count == 2)
    }
}
