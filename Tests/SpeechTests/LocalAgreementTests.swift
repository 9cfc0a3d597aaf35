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

    @Test("a word of low confidence becomes stable later, and so do the words after it")
    func confidence() {
        var agreement = Self.agreement(updates: 1, following: 0)
        var hypothesis = Self.words("a large latte")
        hypothesis[1] = TranscribedWord(text: "large", span: hypothesis[1].span, confidence: 0.98)
        let result = agreement.update(hypothesis: hypothesis, timed: 3, newest: SamplePosition(40_000))
        #expect(result.newlyStable.map(\.text) == ["a"])
        #expect(result.volatile.map(\.text) == ["large", "latte"])
        for _ in 2..<agreement.settings.uncertainUpdates {
            #expect(
                agreement.update(hypothesis: hypothesis, timed: 3, newest: SamplePosition(40_000)).newlyStable.isEmpty)
        }
        #expect(
            agreement.update(hypothesis: hypothesis, timed: 3, newest: SamplePosition(40_000)).newlyStable.map(\.text)
                == ["large", "latte"])
    }

    @Test("words without times stay volatile")
    func untimed() {
        var agreement = Self.agreement(updates: 1)
        let result = agreement.update(
            hypothesis: Self.words("a large latte please"), timed: 1, newest: SamplePosition(40_000))
        #expect(result.newlyStable.map(\.text) == ["a"])
        #expect(result.volatile.map(\.text) == ["large", "latte", "please"])
    }

    @Test("a finalised hypothesis is stable at once, keeps earlier stable words, and the next one continues after it")
    func settling() {
        var agreement = Self.agreement(updates: 1, following: 0)
        _ = agreement.update(hypothesis: Self.words("a large"), timed: 2, newest: SamplePosition(16_000))
        #expect(agreement.stable.map(\.text) == ["a", "large"])
        #expect(agreement.finalize(Self.words("a large latte")).map(\.text) == ["latte"])
        // Said after the pause, so it repeats nothing from before it.
        let later = Self.words("and a muffin").map { word in
            TranscribedWord(
                text: word.text,
                span: SpeechSpan(
                    start: word.span.start + SampleCount(20_000), end: word.span.end + SampleCount(20_000)),
                confidence: 1)
        }
        #expect(agreement.finalize(later).map(\.text) == ["and", "a", "muffin"])
        #expect(agreement.finish(final: Self.words("a large latte and a muffin please")).map(\.text) == ["please"])
        #expect(agreement.finalize(Self.words("a mocha")).map(\.text) == ["a", "mocha"], "a new utterance starts over")
    }

    @Test("final words that were already stable are not repeated, also when the final hypothesis differs")
    func finish() {
        var agreement = Self.agreement(updates: 1)
        _ = agreement.update(hypothesis: Self.words("a large latte please"), timed: 4, newest: SamplePosition(40_000))
        #expect(agreement.stable.map(\.text) == ["a", "large", "latte"])
        var same = agreement
        #expect(same.finish(final: Self.words("a large latte please")).map(\.text) == ["please"])
        #expect(agreement.finish(final: Self.words("a big latte thanks")).map(\.text) == ["thanks"])
        #expect(agreement.stable.isEmpty)
    }

    @Test("a final hypothesis with another word in the middle repeats no stable word")
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
        #expect(timeline.nextResult() == nil)
        timeline.close(words: [], at: SamplePosition(4_800), reason: .endOfInput)
        #expect(timeline.nextResult()?.utteranceEnd == .endOfInput)
    }

    @Test("volatile text that vanished is replaced by nothing")
    func vanished() {
        var timeline = ResultTimeline(agreement: LocalAgreement())
        timeline.update(words: [Self.word("tea", 0)], timed: 1, at: SamplePosition(1_600))
        #expect(timeline.nextResult()?.text == "tea")
        timeline.update(words: [], timed: 0, at: SamplePosition(3_200))
        let result = timeline.nextResult()
        #expect(result?.isVolatile == true)
        #expect(result?.text == "")
        timeline.close(words: [], at: SamplePosition(4_800), reason: .endpoint)
        #expect(timeline.nextResult()?.utteranceEnd == .endpoint)
    }

    @Test("words that reach past the end of their result are cut to it")
    func clamped() {
        var timeline = ResultTimeline(agreement: LocalAgreement())
        timeline.close(words: [Self.word("tea", 1_200)], at: SamplePosition(1_600), reason: .endOfInput)
        let result = timeline.nextResult()
        #expect(result?.span.end == SamplePosition(1_600))
        #expect(result?.words.first?.span.end == SamplePosition(1_600))
    }
}
