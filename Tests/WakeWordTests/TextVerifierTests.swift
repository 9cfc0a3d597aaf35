internal import Moonshine
internal import Speech
import Testing

@testable import WakeWord

/// The third look, over synthetic voices.
struct TextVerifierTests {
    @Test("A phrase is written with and without capital letters, and in one word")
    func spellings() {
        #expect(TextVerifier.spellings("alexa") == ["alexa", "Alexa"])
        #expect(
            TextVerifier.spellings("view glass") == [
                "view glass", "View glass", "View Glass", "viewglass", "Viewglass",
            ])
    }

    private static func verifier(_ text: String, _ phones: String) throws -> TextVerifier {
        let transformer = try Models.transformer()
        return TextVerifier(
            try WakePhrase(text: text, phones: phones), transformer: transformer,
            noise: transformer.encoderStates(of: TextVerifier.noise[...]))
    }

    @Test("Noise says nothing for a phrase, nor against it")
    func noise() throws {
        for (text, phones) in [("computer", "K AH M P Y UW T ER"), ("hey brews", "HH EY | B R UW Z")] {
            let verifier = try Self.verifier(text, phones)
            #expect(
                verifier.scoreChange(TextVerifier.noise[...]) == 0
                    && abs(verifier.scoreChange(TextVerifier.noise[4_000..<20_000])) < 2, "\(text)")
        }
    }

    @Test("The phrase gains, what only sounds like it gains less or loses")
    func gains() async throws {
        let verifier = try Self.verifier("computer", "K AH M P Y UW T ER")
        let said = try await verifier.scoreChange(WakeWordSpotterTests.spoken("computer")[...])
        #expect(said > 5 && said <= verifier.maxGain)
        for text in ["come put her there", "can paint the dog", "compete for it"] {
            #expect(try await verifier.scoreChange(WakeWordSpotterTests.spoken(text)[...]) < said - 3, "\(text)")
        }
        #expect(try await verifier.scoreChange(WakeWordSpotterTests.spoken("a large iced oat latte please")[...]) < -1)
        #expect(verifier.scoreChange([]) == 0)
    }

    @Test("Of what is written with unknown letters it says nothing")
    func unwritable() async throws {
        let verifier = try Self.verifier("héllo wörld", "HH AH L OW | W ER L D")
        #expect(verifier.maxGain == 0)
        #expect(try await verifier.scoreChange(WakeWordSpotterTests.spoken("good morning")[...]) == 0)
    }

    private static func best(_ samples: [Int16], isThird: Bool) throws -> Double? {
        let phrase = try WakePhrase(text: "computer", phones: "K AH M P Y UW T ER")
        var session = try WakeWordSpotter(
            network: Models.network(), transformer: isThird ? Models.transformer() : nil, phrases: [phrase],
            settings: SpottingSettings(threshold: 0)
        ).session()
        return (session.process(samples) + session.finish()).map(\.score).max()
    }

    @Test("A spotter with it scores the phrase higher and what sounds like it lower", .timeLimit(.minutes(10)))
    func spotter() async throws {
        let said = try await WakeWordSpotterTests.spoken("computer")
        let two = try #require(try Self.best(said, isThird: false)),
            three = try #require(try Self.best(said, isThird: true))
        #expect(three > two + 5)
        let other = try await WakeWordSpotterTests.spoken("come put her there", voice: "en-gb")
        #expect(try Self.best(other, isThird: true) ?? 0 < three - 5)
    }
}
