internal import Speech
internal import TestSupport
internal import Testing

@testable internal import VoskEngine

/// A guest who speaks on at the very moment at which an utterance ends.
@Suite(.timeLimit(.minutes(10)))
struct UtteranceBoundaryTests {
    @Test(
        "no word is lost where a pause is as long as the end of an utterance takes, and each has its place",
        arguments: [EngineCase.vosk, .voskWithMenuGraph, .twoPass, .isolatedVosk], [0.7, 0.8, 0.9, 1, 1.1, 1.2])
    func pause(_ engine: EngineCase, seconds: Double) async throws {
        let whole = try EngineCase.order.samples()
        let begin = whole.firstIndex { abs(Int($0)) > 500 } ?? 0, end = whole.lastIndex { abs(Int($0)) > 500 } ?? whole.count
        let order = Array(whole[begin..<end])
        let offset = SampleCount(order.count) + SampleCount(seconds: seconds)
        let input = SampleInput(order + Quiet.silence(seconds: seconds) + order + Quiet.silence(seconds: 1.5), frameSamples: 320)
        var contract = RecognitionContract(), ends: [SamplePosition] = []
        for try await result in try await engine.service().startListening(to: input, vocabulary: nil) {
            contract.take(result)
            if result.utteranceEnd == .endpoint, !contract.stableWords.isEmpty { ends.append(result.span.end) }
        }
        contract.finish()
        let said = EngineCase.order.rawValue
        #expect(contract.violations.isEmpty, "\(contract.violations)")
        // At some places in the network's steps it hears "a" twice, also of the order alone; the second reading mends that.
        #expect(contract.text.replacing(" a a ", with: " a ") == "\(said) \(said)")
        // The word in the middle of either order; the edges of a pause belong to the words beside it.
        let places = contract.stableWords.filter { $0.text == "iced" }.map(\.span.end)
        try #require(places.count == 2)
        let between = (places[1] - places[0]).samples
        #expect(abs(between - offset.samples) < SampleCount(seconds: 0.2).samples, "\(places)")
    }

    @Test("an utterance that the engine ends takes nothing with it that is said after its silence")
    func heardAgain() throws {
        let recognizer = try VoskRecognizer(model: Vosk.shared().model, vocabulary: nil)
        let order = try EngineCase.order.samples()
        let stream = order + Quiet.silence(seconds: 0.6) + order + Quiet.silence(seconds: 1.5)
        var utterances: [(words: String, again: Int)] = []
        for start in stride(from: 0, to: stream.count, by: 800) {
            let advance = try recognizer.accept(Array(stream[start..<min(start + 800, stream.count)]))
            if case .endpoint(let words, let again) = advance { utterances.append((words.map(\.text).joined(separator: " "), again.count)) }
        }
        let said = EngineCase.order.rawValue
        try #require(utterances.map(\.words).filter { !$0.isEmpty } == [said, said])
        // Between the two somebody speaks already, and after the second nobody does.
        #expect(utterances.first?.again == SampleCount(seconds: 0.8).samples && utterances.last?.again == 0)
        #expect(recognizer.finish().isEmpty)
    }

    @Test("as much is heard again as was silent at least, and nothing after real quiet")
    func recent() {
        var recent = RecentAudio(silence: SampleCount(800))
        recent.take(Quiet.silence(seconds: 0.02))
        #expect(recent.unheard.isEmpty)
        recent.take([Int16](repeating: 9_000, count: 160))
        #expect(recent.unheard == Quiet.silence(seconds: 0.02) + [Int16](repeating: 9_000, count: 160))
        for value in 1...100 { recent.take([Int16](repeating: Int16(value * 100), count: 320)) }
        #expect(recent.unheard.count == 800 && recent.unheard.last == 10_000 && recent.unheard.first == 9_800)
        for _ in 1...2 { recent.take(Quiet.silence(seconds: 0.02)) }
        #expect(recent.unheard.count == 800)
        recent.take(Quiet.silence(seconds: 0.02))
        #expect(recent.unheard.isEmpty)
        recent.take([9_000])
        recent.forget()
        #expect(recent.unheard.isEmpty)
    }

    @Test(
        "the silence that ends an utterance is the shortest of the model's rules, and Kaldi's where it has none",
        arguments: [
            ("", 0.5), ("--endpoint.rule2.min-trailing-silence=0.8\n--endpoint.rule3.min-trailing-silence=1.0\n", 0.8),
            ("--endpoint.rule2.min-trailing-silence=1.2", 1), ("--endpoint.rule1.min-trailing-silence=0.1\r\n--beam=12", 0.5),
            ("--endpoint.rule2.min-trailing-silence=abc\n=\n--endpoint.rule4.min-trailing-silence=0.3", 0.3), ("--endpoint.rule2.min-trailing-silence=-1", 0.5),
        ])
    func rules(_ lines: String, _ seconds: Double) {
        #expect(EndpointRules.shortestSilence(lines) == SampleCount(seconds: seconds))
    }
}
