internal import Speech
internal import TestSupport
internal import Testing

@testable internal import VoskEngine

/// A guest who speaks on at the very moment at which an utterance ends.
@Suite(.timeLimit(.minutes(10)))
struct UtteranceBoundaryTests {
    private static let pauses: [(EngineCase, Double)] =
        [EngineCase.vosk, .voskWithMenuGraph, .twoPass, .isolatedVosk].flatMap { engine -> [(EngineCase, Double)] in
            let seconds: [Double] = engine == .isolatedVosk ? [0.8, 1.1] : [0.7, 0.8, 0.9, 1, 1.1, 1.2]
            return seconds.map { (engine, $0) }
        }

    @Test(
        "no word is lost where a pause is as long as the end of an utterance takes, and each has its place",
        arguments: pauses)
    func pause(_ engine: EngineCase, seconds: Double) async throws {
        let order = try EngineCase.order.speech()
        let offset = SampleCount(order.count) + SampleCount(seconds: seconds)
        let input = SampleInput(
            order + Quiet.silence(seconds: seconds) + order + Quiet.silence(seconds: 1.5), frameSamples: 320)
        let contract = try await RecognitionContract(
            try await engine.service().startListening(to: input, vocabulary: nil))
        let said = EngineCase.order.rawValue
        #expect(contract.violations.isEmpty, "\(contract.violations)")
        // At some places in the network's steps one reading hears "a" twice, and takes nothing else for it.
        #expect(contract.text.replacing(" a a ", with: " a ") == "\(said) \(said)")
        // The word in the middle of either order; the edges of a pause belong to the words beside it.
        let places = contract.stableWords.filter { $0.text == "iced" }.map(\.span.end)
        try #require(places.count == 2)
        let between = (places[1] - places[0]).samples
        #expect(abs(between - offset.samples) < SampleCount(seconds: 0.2).samples, "\(places)")
    }

    @Test(
        "an utterance that the engine ends takes nothing said after its silence, and the next takes no stable word",
        arguments: [false, true])
    func heardAgain(isStable: Bool) throws {
        let recognizer = try VoskRecognizer(model: Vosk.shared().model, vocabulary: nil)
        let order = try EngineCase.order.samples()
        let stream = order + Quiet.silence(seconds: 0.6) + order + Quiet.silence(seconds: 1.5)
        var utterances: [(words: String, again: Int)] = []
        for start in stride(from: 0, to: stream.count, by: 800) {
            // As if somebody had been told of words up to 0.6 s ago.
            let stableEnd = SamplePosition(isStable ? max(0, start + 800 - 9_600) : 0)
            let advance = try recognizer.accept(
                Array(stream[start..<min(start + 800, stream.count)]), stableEnd: stableEnd)
            if case .endpoint(let words, let again) = advance {
                utterances.append((words.map(\.text).joined(separator: " "), again.count))
            }
        }
        let said = EngineCase.order.rawValue
        if !isStable { try #require(utterances.map(\.words).filter { !$0.isEmpty } == [said, said]) }
        // Between the two somebody speaks already, and after the second nobody does.
        #expect(
            utterances.first?.again == SampleCount(seconds: isStable ? 0.6 : 0.8).samples && utterances.last?.again == 0
        )
        #expect(try recognizer.finish().isEmpty)
    }

    @Test(
        "words that the engine has not timed are taken for as new as they can be, however long it was quiet before them"
    )
    func untimed() {
        func word(_ text: String, _ start: Int, _ end: Int) -> TranscribedWord {
            TranscribedWord(
                text: text, span: SpeechSpan(start: SamplePosition(start), end: SamplePosition(end)), confidence: 1)
        }
        let newest = SamplePosition(seconds: 20)
        let open = VoskHypothesis(text: ["two", "iced", "lattes"], timed: [word("two", 304_000, 312_000)]).words(
            upTo: newest)
        #expect(open.map(\.span.start.samples) == [304_000, 312_000, 316_000] && open.last?.span.end == newest)
        let first = VoskHypothesis(text: ["two", "iced"], timed: []).words(upTo: newest)
        #expect(first.map(\.span.start.samples) == [304_000, 312_000] && first.last?.span.end == newest)
        #expect(
            VoskHypothesis(text: ["two"], timed: []).words(upTo: SamplePosition(800)).map(\.span.start.samples) == [0])
    }

    /// Orders, and noise behind them of which the network would make words, up to whole orders: its bound and its seed.
    private static let faint: [(order: SpokenOrder, bound: Int16, seed: UInt64)] = [
        (.largeIcedLatte, 2, 2), (.largeIcedLatte, 3, 0), (.threeMuffins, 2, 1), (.threeMuffins, 8, 1),
        (.threeMuffins, 12, 1),
    ]

    @Test(
        "a microphone's own noise after an order, below −70 dB of full scale, is no word and is not shown as one",
        arguments: faint)
    func ownNoise(_ order: SpokenOrder, bound: Int16, seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let speech = try order.samples(),
            noise = (0..<8 * SampleRate.speech).map { _ in Int16.random(in: -bound...bound, using: &generator) }
        var contract = RecognitionContract(), late: [String] = []
        for try await result in try await Vosk.withMenuGraph().startListening(
            to: SampleInput(speech + noise), vocabulary: nil)
        {
            contract.take(result)
            if result.span.end.samples > speech.count + 2 * SampleRate.speech { late += result.words.map(\.text) }
        }
        contract.finish()
        #expect(contract.violations.isEmpty, "\(contract.violations)")
        #expect(contract.text == order.rawValue && late.isEmpty, "\(late)")
    }

    @Test(
        "a voice that is faint, but above its microphone, is heard", arguments: [EngineCase.vosk, .voskWithMenuGraph])
    func faintVoice(_ engine: EngineCase) async throws {
        // The recording's loudest 10 ms are then at −45 dB of full scale, and the quiet around it is digital.
        let order = try EngineCase.order.samples(), hop = TrailingSilenceDetector.frame.samples
        let loudest =
            stride(from: 0, to: order.count - hop, by: hop).map {
                order[$0..<$0 + hop].reduce(0) { $0 + Double($1) * Double($1) }
            }.max() ?? 0
        let scale = (Double(hop) * 32_768 * 32_768 * 3.2e-5 / loudest).squareRoot()
        let faint = order.map { Int16((Double($0) * scale).rounded()) }
        let contract = try await RecognitionContract(engine.results(SampleInput(faint + Quiet.silence(seconds: 1))))
        #expect(contract.violations.isEmpty, "\(contract.violations)")
        #expect(contract.text.contains("latte"), "\(contract.text)")
    }

    private static let tone = [Int16](repeating: 9_000, count: 320)

    /// A second of quiet, a second of sound; 0.5 s of silence end an utterance.
    private static func spoken(_ rules: String = "", seconds: Double = 1) -> CarryOverBuffer {
        var buffer = CarryOverBuffer(EndpointRules(rules))
        buffer.process(Quiet.silence(seconds: 1))
        for _ in 0..<Int(seconds * 50) { buffer.process(tone) }
        return buffer
    }

    @Test(
        "the carry-over is as long as the shortest endpoint silence, and empty after silence or for finalised audio"
    )
    func carryOver() {
        var buffer = Self.spoken()
        #expect(buffer.endpoint(unstable: SampleCount(seconds: 60)) == [Int16](repeating: 9_000, count: 8_000))
        buffer = Self.spoken(seconds: 0.2)
        #expect(
            buffer.endpoint(unstable: SampleCount(seconds: 60)) == Quiet.silence(seconds: 0.3)
                + [Int16](repeating: 9_000, count: 3_200))
        buffer = Self.spoken()
        buffer.process(Quiet.silence(seconds: 0.49))
        #expect(buffer.endpoint(unstable: SampleCount(seconds: 60)).count == 8_000)
        buffer.process(Quiet.silence(seconds: 0.02))
        #expect(buffer.endpoint(unstable: SampleCount(seconds: 60)).isEmpty)
        buffer = Self.spoken()
        buffer.discard(endsUtterance: false)
        for _ in 0..<15 { buffer.process(Self.tone) }
        #expect(buffer.endpoint(unstable: SampleCount(seconds: 60)).isEmpty, "libvosk may hold as much undecoded")
        for _ in 0..<6 { buffer.process(Self.tone) }
        #expect(buffer.endpoint(unstable: SampleCount(seconds: 60)).count == 21 * 320)
        // What is stable is not heard again.
        buffer = Self.spoken()
        #expect(buffer.endpoint(unstable: SampleCount(seconds: 0.45)).count == 7_200)
        buffer = Self.spoken()
        #expect(buffer.endpoint(unstable: SampleCount(seconds: 0.3)).isEmpty)
        // Kaldi ends an utterance of 20 s in the middle of a word.
        buffer = Self.spoken(seconds: 18.4)
        #expect(buffer.endpoint(unstable: SampleCount(seconds: 60)).count == 8_000)
        buffer = Self.spoken(seconds: 18.6)
        #expect(buffer.endpoint(unstable: SampleCount(seconds: 60)).isEmpty)
        buffer = Self.spoken("--endpoint.rule2.min-trailing-silence=0.3")
        #expect(buffer.endpoint(unstable: SampleCount(seconds: 60)).isEmpty)
    }

    @Test(
        "the silence that ends an utterance is the shortest of the model's rules, and Kaldi's where it has none",
        arguments: [
            ("", 0.5, 20),
            ("--endpoint.rule2.min-trailing-silence=0.8\n--endpoint.rule3.min-trailing-silence=1.0\n", 0.8, 20),
            ("--endpoint.rule2.min-trailing-silence=1.2\n--endpoint.rule5.min-utterance-length=30", 1, 30),
            ("--endpoint.rule1.min-trailing-silence=0.1\r\n--beam=12", 0.1, 20),
            ("--endpoint.rule2.min-trailing-silence=abc\n=\n--endpoint.rule4.min-trailing-silence=0.3", 0.3, 20),
            ("--endpoint.rule2.min-trailing-silence=-1\n--endpoint.rule5.min-trailing-silence=0", 0.5, 20),
        ])
    func rules(_ lines: String, _ silence: Double, _ longest: Double) {
        let rules = EndpointRules(lines)
        #expect(
            rules.shortestSilence == SampleCount(seconds: silence)
                && rules.longestUtterance == SampleCount(seconds: longest))
    }

    @Test("who speaks for half a minute without a pause says no word twice")
    func endless() async throws {
        let order = try EngineCase.order.speech(), times = 31 * SampleRate.speech / order.count
        let input = SampleInput(
            Array(repeatElement(order, count: times).joined()) + Quiet.silence(seconds: 1.5), frameSamples: 320)
        let contract = try await RecognitionContract(
            try Vosk.withMenuGraph().startListening(to: input, vocabulary: nil))
        let lattes = contract.stableWords.count { $0.text == "latte" }
        #expect(contract.violations.isEmpty, "\(contract.violations)")
        #expect(lattes <= times && lattes >= times - 2, "\(lattes) of \(times)")
    }
}
