internal import Speech
internal import TestSupport
internal import Testing

@testable internal import VoskEngine

/// Words that become stable in a pause, before the utterance ends.
@Suite(.timeLimit(.minutes(10)))
struct PauseReaderTests {
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
            ("a small latte", "a small latte", true), ("with no", "with milk", true), ("a light roast iced", "a light roast iced coffee", true),
            ("an americano with a short dark", "an americano with sugar", true), ("could i have a latte", "i have a latte", true),
            ("a small latte", "a small", true), ("give me an latte", "there with a latte", false), ("a small latte", "", false), ("", "", false),
            ("i want a medium tea", "i need a medium coffee", false),
        ])
    func agreement(_ heard: String, _ read: String, _ agree: Bool) {
        func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
        #expect(PauseReader.agree(words(heard), words(read)) == agree)
    }

    @Test("an utterance spared in loud noise leaves the times of the next one right")
    func spared() throws {
        let reader = PauseReader(try VoskRecognizer(model: Vosk.shared().model, vocabulary: nil), pause: SampleCount(seconds: 0.3))
        let order = try SpokenOrder.largeIcedLatte.samples(), said = SpokenOrder.largeIcedLatte.rawValue.split(separator: " ").map(String.init)
        // 3 s without quiet, of which it reads nothing, and an utterance's end.
        #expect(try reader.take([Int16](repeating: 9_000, count: 48_000), quiet: SampleCount(0), heard: ["mocha"]).isEmpty)
        reader.begin(after: SampleCount(800))
        #expect(try reader.take(order, quiet: SampleCount(0), heard: said).isEmpty)
        var words: [TranscribedWord] = []
        for block in 1...20 { words += try reader.take(Quiet.silence(seconds: 0.05), quiet: SampleCount(block * 800), heard: said) }
        #expect(words.map(\.text) == said)
        let start = try #require(words.first?.span.start), end = try #require(words.last?.span.end)
        #expect(start.samples >= 48_800 && end.samples > 48_800 + order.count / 2 && end.samples <= 48_800 + order.count + 16_000)
    }
}
