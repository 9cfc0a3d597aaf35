internal import Feedback
internal import Speech
internal import Testing

struct PromptCacheTests {
    private static func speech(_ samples: Int) -> SynthesizedSpeech {
        SynthesizedSpeech(samples: [Int16](repeating: 1, count: samples), sampleRate: 8_000)
    }

    /// A cache that an expectation may change.
    private final class Shelf {
        var cache: PromptCache

        init(capacity: Int) throws { cache = try PromptCache(capacity: capacity) }

        var count: Int { cache.count }
        var bytes: Int { cache.bytes }
        @discardableResult func keep(_ speech: SynthesizedSpeech, of text: String) -> Bool {
            cache.keep(speech, of: text)
        }
        func keepRepeated(_ speech: SynthesizedSpeech, of text: String) -> Bool { cache.keepRepeated(speech, of: text) }
        func speech(of text: String) -> SynthesizedSpeech? { cache.speech(of: text) }
        func contains(_ text: String) -> Bool { cache.contains(text) }
        func hasRoom(for speech: SynthesizedSpeech) -> Bool { cache.hasRoom(for: speech) }
    }

    @Test("What was used longest ago goes first, and the bytes stay within bounds")
    func bounded() throws {
        let cache = try Shelf(capacity: 60)
        for text in ["a", "b", "c"] { #expect(cache.keep(Self.speech(10), of: text)) }
        #expect(cache.bytes == 60 && cache.speech(of: "a") != nil)
        cache.keep(Self.speech(5), of: "d")
        #expect(
            cache.speech(of: "b") == nil && cache.contains("a") && cache.contains("c") && cache.contains("d")
                && cache.bytes == 50)
        cache.keep(Self.speech(30), of: "e")
        #expect(cache.count == 1 && cache.bytes == 60)
        #expect(cache.cache.hits == 1 && cache.cache.misses == 1)
    }

    @Test("What is larger than the cache is not kept, and what is kept again counts once")
    func large() throws {
        let cache = try Shelf(capacity: 20)
        #expect(!cache.keep(Self.speech(11), of: "a") && cache.count == 0)
        cache.keep(Self.speech(4), of: "a")
        cache.keep(Self.speech(6), of: "a")
        #expect(cache.bytes == 12 && cache.hasRoom(for: Self.speech(4)) && !cache.hasRoom(for: Self.speech(5)))
        cache.cache.clear()
        #expect(cache.bytes == 0 && cache.count == 0)
        let none = try Shelf(capacity: 0)
        #expect(!none.keep(Self.speech(1), of: "a"))
        #expect(throws: FeedbackError.self) { _ = try PromptCache(capacity: -1) }
    }

    @Test("Speech is kept when it is offered the second time, unless 64 others were offered in between")
    func repeated() throws {
        let cache = try Shelf(capacity: 1_000)
        #expect(!cache.keepRepeated(Self.speech(1), of: "a") && cache.keepRepeated(Self.speech(1), of: "a"))
        #expect(cache.speech(of: "a") != nil)
        for number in 0...64 { #expect(!cache.keepRepeated(Self.speech(1), of: "order \(number)")) }
        #expect(
            !cache.keepRepeated(Self.speech(1), of: "order 0") && cache.keepRepeated(Self.speech(1), of: "order 64"))
        #expect(cache.count == 2)
    }
}
