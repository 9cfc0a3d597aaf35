internal import Speech
internal import TestSupport
internal import Testing

struct LocalAgreementTests {
    private static func words(_ text: String, shiftedBy shift: Int = 0) -> [TranscribedWord] {
        text.split(separator: " ").enumerated().map { index, word in
            let start = SamplePosition(index * 4_000 + shift)
            return TranscribedWord(
                text: String(word), span: SpeechSpan(start: start, end: start + SampleCount(4_000)), confidence: 1)
        }
    }

    private static func agreement(updates: Int = 3, following: Int = 1) -> LocalAgreement {
        LocalAgreement(
            settings: .init(requiredUpdates: updates, holdBack: SampleCount(4_000), followingWords: following))
    }

    @Test("a word is stable after it stood in as many hypotheses as are required, and not before")
    func requiredUpdates() {
        var agreement = Self.agreement()
        let hypothesis = Self.words("a large latte")
        for round in 1...3 {
            let (stable, volatile) = agreement.update(hypothesis: hypothesis, timed: 3, newest: SamplePosition(20_000))
            #expect(stable.map(\.text) == (round == 3 ? ["a", "large"] : []))
            #expect(volatile.map(\.text) == (round == 3 ? ["latte"] : ["a", "large", "latte"]))
        }
    }

    @Test("a changed word starts over")
    func changedWord() {
        var agreement = Self.agreement(updates: 2)
        let newest = SamplePosition(20_000)
        _ = agreement.update(hypothesis: Self.words("a latte please"), timed: 3, newest: newest)
        #expect(
            agreement.update(hypothesis: Self.words("a mocha please"), timed: 3, newest: newest).newlyStable.map(\.text)
                == ["a"])
        #expect(
            agreement.update(hypothesis: Self.words("a mocha please"), timed: 3, newest: newest).newlyStable.map(\.text)
                == ["mocha"])
    }

    @Test("a word that moved further than the tolerance starts over")
    func movedWord() {
        var agreement = Self.agreement(updates: 2)
        let newest = SamplePosition(40_000)
        _ = agreement.update(hypothesis: Self.words("a latte please"), timed: 3, newest: newest)
        #expect(
            agreement.update(hypothesis: Self.words("a latte please", shiftedBy: 9_000), timed: 3, newest: newest)
                .newlyStable.isEmpty)
    }

    @Test("words close to the newest sample are held back")
    func holdBack() {
        var agreement = Self.agreement(updates: 1)
        let result = agreement.update(
            hypothesis: Self.words("a large latte please"), timed: 4, newest: SamplePosition(10_000))
        #expect(result.newlyStable.map(\.text) == ["a"])
    }

    @Test("a word the engine is not sure of waits longer, and so do the words after it")
    func confidence() {
        var agreement = Self.agreement(updates: 1, following: 0)
        var hypothesis = Self.words("a large latte")
        hypothesis[1] = TranscribedWord(text: "large", span: hypothesis[1].span, confidence: 0.98)
        let result = agreement.update(hypothesis: hypothesis, timed: 3, newest: SamplePosition(40_000))
        #expect(result.newlyStable.map(\.text) == ["a"])
        #expect(result.volatile.map(\.text) == ["large", "latte"])
        for _ in 2..<agreement.settings.unsureUpdates {
            #expect(
                agreement.update(hypothesis: hypothesis, timed: 3, newest: SamplePosition(40_000)).newlyStable.isEmpty)
        }
        #expect(
            agreement.update(hypothesis: hypothesis, timed: 3, newest: SamplePosition(40_000)).newlyStable.map(\.text)
                == ["large", "latte"])
    }

    @Test("words the engine has not timed stay volatile")
    func untimed() {
        var agreement = Self.agreement(updates: 1)
        let result = agreement.update(
            hypothesis: Self.words("a large latte please"), timed: 1, newest: SamplePosition(40_000))
        #expect(result.newlyStable.map(\.text) == ["a"])
        #expect(result.volatile.map(\.text) == ["large", "latte", "please"])
    }

    @Test("a settled reading is stable at once, keeps what was stable before, and the next one goes on after it")
    func settling() {
        var agreement = Self.agreement(updates: 1, following: 0)
        _ = agreement.update(hypothesis: Self.words("a large"), timed: 2, newest: SamplePosition(16_000))
        #expect(agreement.stable.map(\.text) == ["a", "large"])
        #expect(agreement.settle(Self.words("a large latte")).map(\.text) == ["latte"])
        // Said after the pause, so it repeats nothing from before it.
        let later = Self.words("and a muffin").map { word in
            TranscribedWord(
                text: word.text,
                span: SpeechSpan(
                    start: word.span.start + SampleCount(20_000), end: word.span.end + SampleCount(20_000)),
                confidence: 1)
        }
        #expect(agreement.settle(later).map(\.text) == ["and", "a", "muffin"])
        #expect(agreement.finish(final: Self.words("a large latte and a muffin please")).map(\.text) == ["please"])
        #expect(agreement.settle(Self.words("a mocha")).map(\.text) == ["a", "mocha"], "a new utterance starts over")
    }

    @Test("the final words that were stable already are not given again, also when the final reading differs")
    func finish() {
        var agreement = Self.agreement(updates: 1)
        _ = agreement.update(hypothesis: Self.words("a large latte please"), timed: 4, newest: SamplePosition(40_000))
        #expect(agreement.stable.map(\.text) == ["a", "large", "latte"])
        var same = agreement
        #expect(same.finish(final: Self.words("a large latte please")).map(\.text) == ["please"])
        #expect(agreement.finish(final: Self.words("a big latte thanks")).map(\.text) == ["thanks"])
        #expect(agreement.stable.isEmpty)
    }

    @Test("a final reading with another word in the middle repeats none of the stable ones")
    func changedMiddle() {
        var agreement = Self.agreement(updates: 1)
        _ = agreement.update(
            hypothesis: Self.words("two lattes and a blueberry muffin please"), timed: 7, newest: SamplePosition(60_000)
        )
        #expect(agreement.stable.count == 6)
        // The same words, heard later and with one changed: by time alone "blueberry" and "muffin" would come again.
        let final = Self.words("two latte and a blueberry muffin please", shiftedBy: 3_000)
        #expect(agreement.finish(final: final).map(\.text) == ["please"])
    }
}

extension LocalAgreementTests {
    @Test(
        "a word that takes the place of a short stable one is given, wherever in the stream it is said",
        arguments: [0, 1_000_000])
    func replaced(shift: Int) {
        func word(_ text: String, _ start: Int, _ end: Int) -> TranscribedWord {
            TranscribedWord(
                text: text, span: SpeechSpan(start: SamplePosition(start + shift), end: SamplePosition(end + shift)),
                confidence: 1)
        }
        let stable = [word("a", 1_600, 3_200)]
        #expect(LocalAgreement.remainder(of: [word("latte", 1_600, 11_200)], after: stable).map(\.text) == ["latte"])
        #expect(
            LocalAgreement.remainder(of: [word("the", 1_600, 3_000), word("latte", 3_200, 11_200)], after: stable).map(
                \.text) == ["latte"])
        #expect(LocalAgreement.remainder(of: [], after: stable).isEmpty)
    }
}

struct ResultTimelineTests {
    private static func word(_ text: String, _ start: Int) -> TranscribedWord {
        TranscribedWord(
            text: text, span: SpeechSpan(start: SamplePosition(start), end: SamplePosition(start + 1_000)),
            confidence: 0.5)
    }

    @Test("an endpoint in silence closes nothing; the end of the input always does")
    func silence() {
        var timeline = ResultTimeline(agreement: LocalAgreement())
        timeline.update(words: [], timed: 0, at: SamplePosition(1_600))
        timeline.close(words: [], at: SamplePosition(3_200), reason: .endpoint)
        #expect(timeline.takeResult() == nil)
        timeline.close(words: [], at: SamplePosition(4_800), reason: .endOfInput)
        #expect(timeline.takeResult()?.utteranceEnd == .endOfInput)
    }

    @Test("volatile text that vanished is replaced by nothing")
    func vanished() {
        var timeline = ResultTimeline(agreement: LocalAgreement())
        timeline.update(words: [Self.word("tea", 0)], timed: 1, at: SamplePosition(1_600))
        #expect(timeline.takeResult()?.text == "tea")
        timeline.update(words: [], timed: 0, at: SamplePosition(3_200))
        let result = timeline.takeResult()
        #expect(result?.isVolatile == true)
        #expect(result?.text == "")
        timeline.close(words: [], at: SamplePosition(4_800), reason: .endpoint)
        #expect(timeline.takeResult()?.utteranceEnd == .endpoint)
    }

    @Test("words that reach past the end of their result are cut to it")
    func clamped() {
        var timeline = ResultTimeline(agreement: LocalAgreement())
        timeline.close(words: [Self.word("tea", 1_200)], at: SamplePosition(1_600), reason: .endOfInput)
        let result = timeline.takeResult()
        #expect(result?.span.end == SamplePosition(1_600))
        #expect(result?.words.first?.span.end == SamplePosition(1_600))
    }
}

struct TrailingSilenceDetectorTests {
    private static func tone(seconds: Double, level: Double) -> [Int16] {
        (0..<SampleCount(seconds: seconds).samples).map { Int16(($0 % 40 < 20 ? level : -level)) }
    }

    private static func noise(seconds: Double, level: Int16) -> [Int16] {
        var generator = SeededGenerator(seed: 3)
        return (0..<SampleCount(seconds: seconds).samples).map { _ in
            Int16.random(in: -level...level, using: &generator)
        }
    }

    @Test("quiet begins where speech ends and grows with the samples", arguments: [Int16(0), 10, 100])
    func quiet(_ level: Int16) {
        var quiet = TrailingSilenceDetector()
        quiet.take(noise(1, level) + Self.tone(seconds: 1, level: 5_000))
        #expect(quiet.length == SampleCount(0))
        quiet.take(noise(0.5, level))
        #expect(abs(quiet.length.seconds - 0.5) < 0.03, "\(quiet.length.seconds)")
        quiet.take(Self.tone(seconds: 0.05, level: 5_000))
        #expect(quiet.length == SampleCount(0))
    }

    @Test(
        "quiet is deep where it lies 26 dB below the speech, and not in noise nearer to it",
        arguments: [(Int16(30), true), (300, true), (900, false)])
    func depth(_ level: Int16, _ isDeep: Bool) {
        var quiet = TrailingSilenceDetector()
        quiet.take(noise(1, level) + Self.tone(seconds: 1, level: 6_000) + noise(0.3, level))
        #expect(quiet.length.seconds > 0.25)
        #expect(quiet.isDeep == isDeep)
    }

    @Test("loud noise after speech is not quiet")
    func loudNoise() {
        var quiet = TrailingSilenceDetector()
        quiet.take(
            Self.noise(seconds: 0.5, level: 20) + Self.tone(seconds: 1, level: 5_000)
                + Self.noise(seconds: 1, level: 2_000))
        #expect(quiet.length == SampleCount(0))
    }

    @Test(
        "silence is what lies below −70 dB of full scale, and quiet above it is none",
        arguments: [(10.0, 0.5), (11, 0)])
    func silence(_ level: Double, _ seconds: Double) {
        var quiet = TrailingSilenceDetector()
        quiet.take(noise(0.5, 0) + Self.tone(seconds: 1, level: 5_000) + Self.tone(seconds: 0.5, level: level))
        #expect(quiet.length.seconds == 0.5 && quiet.silence.seconds == seconds)
        quiet.take(Self.tone(seconds: 0.01, level: 11))
        #expect(quiet.length.seconds > 0.5 && quiet.silence == SampleCount(0))
    }

    @Test("the same samples give the same quiet however they are cut", arguments: [1, 37, 160, 801, 100_000])
    func blocks(_ size: Int) {
        let samples =
            Self.noise(seconds: 0.4, level: 30) + Self.tone(seconds: 0.6, level: 4_000)
            + Self.noise(seconds: 0.3, level: 30)
        var whole = TrailingSilenceDetector(), cut = TrailingSilenceDetector()
        whole.take(samples)
        for start in stride(from: 0, to: samples.count, by: size) {
            cut.take(Array(samples[start..<min(start + size, samples.count)]))
        }
        #expect(whole == cut)
    }

    private func noise(_ seconds: Double, _ level: Int16) -> [Int16] { Self.noise(seconds: seconds, level: level) }
}
