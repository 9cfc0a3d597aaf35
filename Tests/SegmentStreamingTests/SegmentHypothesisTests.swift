internal import Speech
internal import Testing

@testable internal import SegmentStreaming

/// From tokens to words, and which readings are believed. No model is needed.
struct SegmentHypothesisTests {
    private func tokens(_ pieces: [String], probability: Double = -0.1) -> [SegmentHypothesis.Token] {
        pieces.map { SegmentHypothesis.Token(bytes: Array($0.utf8), logProbability: probability, end: nil) }
    }

    private func reading(_ text: String, probability: Double = -0.1, noSpeech: Double = 0, seconds: Double = 2)
        -> SegmentHypothesis
    {
        SegmentHypothesis(
            tokens: tokens(text.split(separator: " ").map { " " + $0 }, probability: probability), noSpeech: noSpeech,
            samples: SampleCount(seconds: seconds).samples)
    }

    @Test(
        "written text becomes lower-case words without punctuation",
        arguments: [
            ("Can I get a Latte, please?", ["can", "i", "get", "a", "latte", "please"]),
            ("half-and-half", ["half", "and", "half"]),
            ("I’d like 2% milk.", ["i'd", "like", "two", "percent", "milk"]),
            ("'quoted'", ["quoted"]), ("mac & cheese", ["mac", "and", "cheese"]),
            ("Café crème!", ["café", "crème"]),
            ("a 16-ounce latte", ["a", "sixteen", "ounce", "latte"]), ("8 oz. tea", ["eight", "ounce", "tea"]),
            ("12oz", ["twelve", "ounce"]), ("25 teas", ["twenty", "five", "teas"]), ("12345", ["12345"]),
            ("...", []), ("", []), ("♪ ♪", []), ("\u{FFFD}", []),
        ])
    func spelling(_ text: String, _ words: [String]) { #expect(NormalizedWords.words(text) == words) }

    @Test(
        "tokens are joined to words, and what stands in brackets is no speech",
        arguments: [
            ([" lar", "ge", " lat", "te"], "large latte"), (["Two", " te", "as", "."], "two teas"),
            ([" [", "BLANK", "_AUDIO", "]"], ""),
            ([" (", "music", ")", " tea"], "tea"), ([" [", "laugh"], ""), ([" *sighs*"], "sighs"),
            ([" ", " ", "tea"], "tea"), ([], ""),
        ])
    func words(_ pieces: [String], _ text: String) {
        let reading = SegmentHypothesis(tokens: tokens(pieces), noSpeech: 0, samples: 16_000)
        #expect(reading.words(onset: 0).map(\.text).joined(separator: " ") == text)
    }

    @Test("a letter whose bytes are in two tokens is whole, and bytes that are no letter are left out")
    func splitLetters() {
        var split = tokens([" caf"])
        split.append(SegmentHypothesis.Token(bytes: [0xC3], logProbability: -0.1, end: nil))
        split.append(SegmentHypothesis.Token(bytes: [0xA9], logProbability: -0.1, end: nil))
        split.append(SegmentHypothesis.Token(bytes: [0x20, 0xFF], logProbability: -0.1, end: nil))
        #expect(SegmentHypothesis(tokens: split, samples: 16_000).words(onset: 0).map(\.text) == ["café"])
    }

    @Test("a word's confidence is the geometric mean of its tokens' probabilities")
    func confidence() throws {
        var two = tokens([" lat", "te"])
        two[0].logProbability = -1
        two[1].logProbability = -3
        let word = try #require(SegmentHypothesis(tokens: two, samples: 16_000).words(onset: 0).first)
        #expect(abs(word.confidence - 0.1353) < 0.001)
    }

    @Test("word ends never decrease, stay in the audio, and the untimed share the time by their letters")
    func times() {
        #expect(WordTimes.ends([(4, nil), (4, nil)], onset: 1_000, samples: 9_000) == [5_000, 9_000])
        #expect(
            WordTimes.ends([(1, 4_000), (3, nil), (1, 8_000)], onset: 0, samples: 16_000) == [4_000, 7_000, 8_000])
        #expect(
            WordTimes.ends([(1, 4_000), (1, 2_000), (1, 99_000)], onset: 0, samples: 16_000) == [4_000, 4_000, 16_000])
        #expect(WordTimes.ends([], onset: 0, samples: 0) == [])
        #expect(WordTimes.ends([(2, 500)], onset: 900, samples: 800) == [800])
        let words = SegmentHypothesis(
            tokens: [
                .init(bytes: Array(" a".utf8), logProbability: 0, end: 3_200),
                .init(bytes: Array(" tea".utf8), logProbability: 0, end: 16_000),
            ], samples: 20_000
        ).words(onset: 1_600)
        // The pause before "tea" is not counted to it.
        #expect(words.map(\.span.start.samples) == [1_600, 16_000 - WordTimes.maxDuration(letters: 3)])
        #expect(words.map(\.span.end.samples) == [3_200, 16_000])
    }

    @Test(
        "C10: repetition is not understood",
        arguments: [
            ("you you you", true), ("thank you thank you thank you thank you", true), ("tea tea", false),
            ("no no no", true),
            ("a tea a tea a tea a tea a tea please", true),
            ("a large latte and a small latte and a large mocha", false),
            ("one two three four one two three four one two three four one two three four", true),
            ("very very very large tea please now ok", false), ("", false),
        ])
    func repetition(_ text: String, _ isRepetition: Bool) {
        #expect(HypothesisFilter.isRepetition(text.split(separator: " ").map(String.init)) == isRepetition)
    }

    @Test("numbers are spelled out in the language of the text")
    func numbers() {
        #expect(NormalizedWords.words("2 Kaffee", language: "de") == ["zwei", "kaffee"])
        #expect(NormalizedWords.words("3 cafés", language: "fr") == ["trois", "cafés"])
    }

    @Test(
        "a loop at the end of a text is cut to its first round",
        arguments: [
            ("can i have a light roast can i have a light roast", 2, "can i have a light roast"),
            ("can i have a light roast can i have a light roast", 5, nil),
            ("a tea with milk please please please please please please", 2, "a tea with milk please"),
            ("a b c d e a b c d e a b c", 2, "a b c d e"),
            ("one small iced latte with oat milk and one small iced latte with oat milk", 2, nil),
            ("thank you thank you thank you thank you", 1, nil), ("tea tea", 1, nil), ("", 0, nil),
        ] as [(String, Double, String?)])
    func loop(_ text: String, _ seconds: Double, _ kept: String?) {
        let words = text.split(separator: " ").map { word in
            TranscribedWord(text: String(word), span: SpeechSpan(start: .zero, end: .zero), confidence: 1)
        }
        #expect(
            HypothesisFilter().withoutLoop(words, speech: SampleCount(seconds: seconds)).map(\.text)
                .joined(separator: " ") == kept ?? text)
    }

    @Test(
        "C10: a reading is dropped for silence, improbability, repetition or haste, and believed otherwise",
        arguments: [
            ("a large latte please", -0.3, 0.1, 1.5, nil), ("a large latte please", -0.3, 0.9, 1.5, nil),
            ("a large latte please", -1.4, 0.9, 1.5, .noSpeech),
            ("a large latte please", -1.4, 0.1, 1.5, nil), ("a large latte please", -2.5, 0.0, 1.5, .improbable),
            ("you you you", -0.1, 0.0, 1.5, .repetition),
            ("thank you for watching and see you next time", -0.2, 0.0, 0.2, .tooManyWords),
            ("yes", -0.2, 0.0, 0.05, nil), ("", -9, 1, 0, nil),
        ] as [(String, Double, Double, Double, HypothesisFilter.Rejection?)])
    func rejection(
        _ text: String, _ probability: Double, _ noSpeech: Double, _ speech: Double,
        _ doubt: HypothesisFilter.Rejection?
    ) {
        let reading = reading(text, probability: probability, noSpeech: noSpeech)
        #expect(
            HypothesisFilter().rejection(
                of: reading, words: reading.words(onset: 0), speech: SampleCount(seconds: speech))
                == doubt)
    }
}
