internal import Speech
import Testing

@testable import WakeWord

/// The second look, over scores made by hand and over voices.
struct PhraseVerifierTests {
    /// Frames of three each in which one phone fits by 3 nats and all others by nothing.
    private static func frames(_ phones: [Phone]) -> [FrameScores] {
        phones.flatMap { phone -> [FrameScores] in
            var values = [Float](repeating: 0, count: 2 * Phone.allCases.count)
            values[2 * phone.index] = 3
            values[2 * phone.index + 1] = 3
            return Array(repeating: FrameScores(values: values[...], phones: Models.outputs), count: 3)
        }
    }

    private static func words(_ spoken: [([Phone], nats: Int)]) throws -> CommonWords {
        let lines = spoken.map { word in [48] + word.0.map { UInt8(48 + $0.index) } + [UInt8(48 + 4 * word.nats)] }
        return try #require(CommonWords(lines: Array(lines.joined(separator: [10]))))
    }

    private static let brew: [Phone] = [.b, .r, .uw], bruise: [Phone] = [.b, .r, .uw, .z], hay: [Phone] = [.hh, .ey],
        zoo: [Phone] = [.z, .uw]

    @Test("The best way through words is the best of all ways that there are")
    func bestWay() throws {
        let words = try Self.words([(Self.brew, nats: 4), (Self.zoo, nats: 3)])
        var loop = WordLoop(words)
        loop.enter(0)
        for frame in Self.frames([.b, .r, .uw, .z, .uw]) { loop.process(frame) }
        // Every frame fits, and both words are paid for.
        #expect(abs(loop.boundary - (15 * 3 - 4 - 3)) < 1e-4)
        for frame in Self.frames([.sil]) { loop.process(frame) }
        #expect(abs(loop.boundary - (18 * 3 - 4 - 3 - 0.7)) < 1e-4)
        // In the middle of a word, with what its end will cost.
        for frame in Self.frames([.b, .r]) { loop.process(frame) }
        #expect(abs(loop.best - (24 * 3 - 4 - 3 - 0.7 - 4)) < 1e-4)
        // Silence for what was no silence is still better than nothing, and costs only what does not fit.
        #expect(loop.boundary < loop.best)
    }

    /// - Parameters:
    ///   - end: of the match, in frames behind where the phones end.
    ///   - quiet: phones of silence behind.
    private static func penalty(_ said: [Phone], vocabulary: [([Phone], nats: Int)], end: Int = 0, quiet: Int = 3)
        throws -> Double
    {
        let verifier = PhraseVerifier(
            try WakePhrase(text: "x", phones: "HH EY | B R UW Z"), words: try words(vocabulary), maxPhoneFrames: 14)
        return verifier.penalty(
            frames([.sil, .sil] + said + Array(repeating: .sil, count: quiet)), end: 3 * (2 + said.count) + end)
    }

    @Test(
        "A phrase that common words explain worse loses nothing, and its own words do not speak against it",
        arguments: 0...3)
    func sure(quiet: Int) throws {
        let phrase = Self.hay + Self.bruise
        #expect(try Self.penalty(phrase, vocabulary: [(Self.zoo, nats: 3)], quiet: quiet) == 0)
        #expect(
            try Self.penalty(
                phrase,
                vocabulary: [(Self.hay, nats: 2), (Self.bruise, nats: 5), (phrase, nats: 1), (Self.zoo, nats: 3)],
                quiet: quiet) == 0)
    }

    @Test(
        "What a likely word leaves of the lead that is asked for is lost, nat for nat",
        arguments: [(1, 19.0), (6, 14), (15, 5), (19, 1), (21, 0)])
    func penalty(nats: Int, wanted: Double) throws {
        // The phrase misses a frame for its h and three for its z, 12 nats; the word misses nothing and costs what it
        // is unlikely.
        let alike: [Phone] = [.ey, .b, .r, .uw, .s]
        #expect(abs(try Self.penalty(alike, vocabulary: [(alike, nats: nats)]) - wanted) < 1e-3)
    }

    @Test("A drawn-out last sound may go on behind the match, and the phrase may end a little before it")
    func ends() throws {
        let drawn = Self.hay + Self.bruise + [.z, .z], vocabulary = [(Self.zoo, nats: 3)]
        for early in 0...6 {
            #expect(try Self.penalty(drawn, vocabulary: vocabulary, end: -early) == 0, "\(early) frames early")
        }
        #expect(try Self.penalty(Self.hay + Self.bruise, vocabulary: vocabulary, end: 4) == 0)
    }

    @Test("A word that goes on behind the phrase speaks against it")
    func halfSpoken() throws {
        // "hey brews" in "hey bruising": what is behind is explained by no word of its own.
        let going = Self.hay + Self.bruise + [.ih, .ng]
        let vocabulary: [([Phone], nats: Int)] = [(Self.zoo, nats: 3), (going, nats: 8)]
        #expect(
            try Self.penalty(going, vocabulary: vocabulary, end: -6) > Self.penalty(
                Self.hay + Self.bruise, vocabulary: vocabulary) + 5)
    }

    private static func score(_ text: String, of phrase: String, voice: String) async throws -> Double? {
        var session = try WakeWordSpotter(
            network: Models.network(), transformer: nil, phrases: [WakePhrase(text: "computer", phones: phrase)],
            settings: SpottingSettings(threshold: 0)
        ).session()
        let samples = try await WakeWordSpotterTests.spoken(text, voice: voice)
        return (session.process(samples) + session.finish()).map(\.score).max()
    }

    @Test(
        "Words that sound much like the phrase do not wake, and the phrase does", .timeLimit(.minutes(10)),
        arguments: ["en-us", "en-gb", "en-us+f2", "en-us+m3"])
    func commonWords(voice: String) async throws {
        let phones = "K AH M P Y UW T ER"
        // By the first look alone the first two have more than that in the British voice.
        for text in ["come put her there", "compete for it", "can paint the dog"] {
            #expect(try await Self.score(text, of: phones, voice: voice) ?? 0 < 3, "\(text)")
        }
        #expect(try await Self.score("computer", of: phones, voice: voice) ?? 0 > WakePhrase.defaultThreshold)
    }
}
