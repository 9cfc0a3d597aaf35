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
        "two readings agree when they differ in one word at most, or in how they end",
        arguments: [
            ("a small latte", "a small latte", true), ("with no", "with milk", true),
            ("a light roast iced", "a light roast iced coffee", true),
            ("an americano with a short dark", "an americano with sugar", true),
            ("could i have a latte", "i have a latte", true),
            ("a small latte", "a small", true), ("give me an latte", "there with a latte", false),
            ("a small latte", "", false), ("", "", false),
            ("i want a medium tea", "i need a medium coffee", false),
        ])
    func agreement(_ heard: String, _ read: String, _ agree: Bool) {
        func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
        #expect(EarlyFinalizer.agree(words(heard), words(read)) == agree)
    }

    @Test("words have their places in the stream also after an utterance that was not read")
    func spared() {
        var reader = EarlyFinalizer(pause: SampleCount(seconds: 0.3))
        // 3 s without quiet and an endpoint; then 2 s of speech, of which the recogniser has its first sample.
        #expect(reader.take([Int16](repeating: 9_000, count: 48_000), quiet: SampleCount(0), heard: 1) == nil)
        reader.begin(after: SampleCount(800))
        #expect(reader.take([Int16](repeating: 9_000, count: 32_000), quiet: SampleCount(0), heard: 2) == nil)
        var read = 0, ends: [Bool] = []
        for block in 1...8 {
            guard let piece = reader.take(Quiet.silence(seconds: 0.05), quiet: SampleCount(block * 800), heard: 2)
            else { continue }
            read += piece.samples.count
            ends.append(piece.endsReading)
            guard piece.endsReading else { continue }
            let words = ["two", "muffins"].map {
                TranscribedWord(
                    text: $0, span: SpeechSpan(start: SamplePosition(1_000), end: SamplePosition(9_000)), confidence: 1)
            }
            #expect(reader.settle(words, heard: ["two", "muffins"]).map(\.span.start.samples) == [49_800, 49_800])
        }
        // From 0.1 s of quiet on, and no more once the pause was read at 0.3 s.
        #expect(ends == [false, false, false, false, true] && read == 32_000 + 6 * 800)
    }

    @Test("words have their places where an utterance begins with audio that the last one had, read or not")
    func heardAgain() {
        var reader = EarlyFinalizer(pause: SampleCount(seconds: 0.3))
        func word(_ from: Int) -> TranscribedWord {
            TranscribedWord(
                text: "muffins", span: SpeechSpan(start: SamplePosition(from), end: SamplePosition(from + 800)),
                confidence: 1)
        }
        // A pause is read at sample 8,000 and settled; then the engine ends the utterance in the block up to 17,600,
        // and the last 12,800 are heard again.
        #expect(
            reader.take(Quiet.silence(seconds: 0.5), quiet: SampleCount(seconds: 0.5), heard: 1)?.samples.count == 8_000
        )
        #expect(reader.settle([word(1_000)], heard: ["muffins"]).map(\.span.start.samples) == [1_000])
        #expect(reader.take([Int16](repeating: 9_000, count: 8_800), quiet: SampleCount(0), heard: 1) == nil)
        reader.begin(after: SampleCount(800), again: [Int16](repeating: 9_000, count: 12_800))
        #expect(
            reader.take(Quiet.silence(seconds: 0.3), quiet: SampleCount(seconds: 0.3), heard: 1)?.samples.count
                == 12_800 + 4_800)
        // The recogniser that reads has had 8,000 samples before, so what it hears 100 samples later is at 4,800 + 100.
        #expect(reader.settle([word(8_100)], heard: ["muffins"]).map(\.span.start.samples) == [4_900])
    }

    @Test("where the readings differ, the rest of the utterance waits for its end")
    func differing() {
        var reader = EarlyFinalizer(pause: SampleCount(seconds: 0.3))
        func word(_ text: String) -> TranscribedWord {
            TranscribedWord(text: text, span: SpeechSpan(start: .zero, end: SamplePosition(800)), confidence: 1)
        }
        #expect(
            reader.take(Quiet.silence(seconds: 0.3), quiet: SampleCount(seconds: 0.3), heard: 3)?.endsReading == true)
        #expect(reader.settle([word("a"), word("b"), word("c")], heard: ["x", "y", "c"]).isEmpty)
        #expect(reader.take(Quiet.silence(seconds: 0.3), quiet: SampleCount(seconds: 0.6), heard: 4) == nil)
        reader.begin()
        #expect(
            reader.take(Quiet.silence(seconds: 0.3), quiet: SampleCount(seconds: 0.9), heard: 1)?.endsReading == true)
    }
}
