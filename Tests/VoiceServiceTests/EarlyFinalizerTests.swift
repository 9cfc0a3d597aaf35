internal import Speech
internal import TestSupport
internal import Testing

@testable internal import VoskEngine

/// Words that become stable in a pause, before the utterance ends.
@Suite(.timeLimit(.minutes(10)))
struct EarlyFinalizerTests {
    @Test("in a pause too short to end the utterance all words become stable, and what follows goes on after them")
    func pause() async throws {
        let order = try SpokenOrder.largeIcedLatte.samples()
        let loudest = order.lastIndex { abs(Int($0)) > 500 } ?? order.count - 1
        let first = Array(order[...loudest]) + Quiet.silence(seconds: 0.44)
        var contract = RecognitionContract(), inPause = "", ends = 0
        let input = SampleInput(first + order + Quiet.silence(seconds: 1), frameSamples: 320)
        for try await result in try await Vosk.shared().startListening(to: input, vocabulary: nil) {
            contract.take(result)
            if result.utteranceEnd == .endpoint { ends += 1 }
            if !result.isVolatile, ends == 0, result.span.end.samples <= first.count { inPause = contract.text }
        }
        contract.finish()
        let said = SpokenOrder.largeIcedLatte.rawValue
        #expect(contract.violations.isEmpty, "\(contract.violations)")
        #expect(inPause == said)
        #expect(contract.text == "\(said) \(said)")
    }

    @Test(
        "two hypotheses agree when they differ in one word at most, or at the end",
        arguments: [
            ("a small latte", "a small latte", true), ("with no", "with milk", true),
            ("a light roast iced", "a light roast iced coffee", true),
            ("an americano with a short dark", "an americano with sugar", true),
            ("could i have a latte", "i have a latte", true),
            ("a small latte", "a small", true), ("give me an latte", "there with a latte", false),
            ("a small latte", "", false), ("", "", false),
            ("i want a medium tea", "i need a medium coffee", false),
        ])
    func agreement(_ hypothesis: String, _ final: String, _ agree: Bool) {
        func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
        #expect(EarlyFinalizer.agree(words(hypothesis), words(final)) == agree)
    }

    @Test("words have their times in the stream also after an utterance that was not decoded")
    func skippedAudio() {
        var finalizer = EarlyFinalizer(pause: SampleCount(seconds: 0.3))
        // 3 s without silence and an endpoint; then 2 s of speech, all of which the recogniser decodes.
        #expect(
            finalizer.process([Int16](repeating: 9_000, count: 48_000), silence: SampleCount(0), wordCount: 1) == nil)
        finalizer.begin(after: SampleCount(800))
        #expect(
            finalizer.process([Int16](repeating: 9_000, count: 32_000), silence: SampleCount(0), wordCount: 2) == nil)
        var decoded = 0, ends: [Bool] = []
        for block in 1...8 {
            guard
                let segment = finalizer.process(
                    Quiet.silence(seconds: 0.05), silence: SampleCount(block * 800), wordCount: 2)
            else { continue }
            decoded += segment.samples.count
            ends.append(segment.endsUtterance)
            guard segment.endsUtterance else { continue }
            let words = ["two", "muffins"].map {
                TranscribedWord(
                    text: $0, span: SpeechSpan(start: SamplePosition(1_000), end: SamplePosition(9_000)), confidence: 1)
            }
            #expect(
                finalizer.finalize(words, hypothesis: ["two", "muffins"]).map(\.span.start.samples) == [49_800, 49_800])
        }
        // From 0.1 s of silence on, and no more once the pause was decoded at 0.3 s.
        #expect(ends == [false, false, false, false, true] && decoded == 32_000 + 6 * 800)
    }

    @Test("words have their times where an utterance begins with audio of the last one, decoded or not")
    func carryOver() {
        var finalizer = EarlyFinalizer(pause: SampleCount(seconds: 0.3))
        func word(_ from: Int) -> TranscribedWord {
            TranscribedWord(
                text: "muffins", span: SpeechSpan(start: SamplePosition(from), end: SamplePosition(from + 800)),
                confidence: 1)
        }
        // A pause is decoded at sample 8,000 and finalised; the engine then ends the utterance in the block to 17,600,
        // and the last 12,800 are decoded again.
        #expect(
            finalizer.process(Quiet.silence(seconds: 0.5), silence: SampleCount(seconds: 0.5), wordCount: 1)?.samples
                .count == 8_000
        )
        #expect(finalizer.finalize([word(1_000)], hypothesis: ["muffins"]).map(\.span.start.samples) == [1_000])
        #expect(
            finalizer.process([Int16](repeating: 9_000, count: 8_800), silence: SampleCount(0), wordCount: 1) == nil)
        finalizer.begin(after: SampleCount(800), carryOver: [Int16](repeating: 9_000, count: 12_800))
        #expect(
            finalizer.process(Quiet.silence(seconds: 0.3), silence: SampleCount(seconds: 0.3), wordCount: 1)?.samples
                .count
                == 12_800 + 4_800)
        // The finalising recogniser has had 8,000 samples before, so audio 100 samples later is at 4,800 + 100.
        #expect(finalizer.finalize([word(8_100)], hypothesis: ["muffins"]).map(\.span.start.samples) == [4_900])
    }

    @Test("when the hypotheses differ, the rest of the utterance waits for its end")
    func differing() {
        var finalizer = EarlyFinalizer(pause: SampleCount(seconds: 0.3))
        func word(_ text: String) -> TranscribedWord {
            TranscribedWord(text: text, span: SpeechSpan(start: .zero, end: SamplePosition(800)), confidence: 1)
        }
        #expect(
            finalizer.process(Quiet.silence(seconds: 0.3), silence: SampleCount(seconds: 0.3), wordCount: 3)?
                .endsUtterance == true)
        #expect(finalizer.finalize([word("a"), word("b"), word("c")], hypothesis: ["x", "y", "c"]).isEmpty)
        #expect(finalizer.process(Quiet.silence(seconds: 0.3), silence: SampleCount(seconds: 0.6), wordCount: 4) == nil)
        finalizer.begin()
        #expect(
            finalizer.process(Quiet.silence(seconds: 0.3), silence: SampleCount(seconds: 0.9), wordCount: 1)?
                .endsUtterance == true)
    }
}
