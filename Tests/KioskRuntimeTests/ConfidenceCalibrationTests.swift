internal import OrderParsing
internal import Ordering
internal import Speech
internal import TestSupport
internal import Testing
internal import Transcription

@testable internal import KioskRuntime
@testable internal import VoiceOrdering

/// Calibrated confidence of order lines, and lines of off-topic speech.
struct ConfidenceCalibrationTests {
    private static let parser = Result { try OrderParsingPipeline(menu: try MenuLoader.builtIn()) }

    private static func words(_ heard: [(String, Double)]) -> [TranscribedWord] {
        heard.map {
            TranscribedWord(text: $0.0, span: SpeechSpan(start: .zero, end: SamplePosition(1_600)), confidence: $0.1)
        }
    }

    private static func parse(_ words: [TranscribedWord], minimum: Double) throws -> OrderParseResult {
        ConfidenceCalibration(words).calibrated(
            try parser.get().parse(words.map(\.text).joined(separator: " ")), minimum: minimum)
    }

    @Test("A line of words with full confidence is unchanged")
    func sure() throws {
        let words = Self.words([("a", 1), ("large", 1), ("latte", 1)])
        #expect(try Self.parse(words, minimum: 0.4) == (try Self.parse(words, minimum: 0)))
    }

    @Test("A line whose item has low confidence is removed, and an utterance without other acts is not understood")
    func guessed() throws {
        let parse = try Self.parse(
            Self.words([("there", 0.9), ("was", 0.8), ("a", 0.9), ("latte", 0.3)]), minimum: 0.4)
        #expect(parse.acts.isEmpty && parse.items.isEmpty)
        #expect(parse.intent == .unknown)
    }

    @Test("Of two lines the one with low confidence is removed")
    func oneOfTwo() throws {
        let words = Self.words([("a", 1), ("latte", 1), ("and", 1), ("a", 0.7), ("croissant", 0.35)])
        let parse = try Self.parse(words, minimum: 0.4)
        #expect(parse.items.map(\.itemId) == ["latte"])
        #expect(parse.acts == [.add(parse.items)])
        #expect(try Self.parse(words, minimum: 0).items.count == 2)
    }

    @Test(
        "A line with two options is kept at any confidence, and is to be confirmed",
        arguments: [(["large", "iced"], 1), (["large"], 0), ([], 0)])
    func options(_ options: [String], _ kept: Int) throws {
        let words = Self.words([("a", 0.6)] + options.map { ($0, 0.4) } + [("latte", 0.3)])
        let items = try Self.parse(words, minimum: 0.4).items
        #expect(items.count == kept)
        #expect(items.allSatisfy { $0.confidence < 0.5 })
        #expect(try Self.parse(words, minimum: 0).items.count == 1)
    }

    @Test("After off-topic speech a line with two options and low confidence is removed")
    func optionsAfterOffTopic() throws {
        let words = Self.words([("a", 0.6), ("large", 0.4), ("iced", 0.4), ("latte", 0.3)])
        let parse = ConfidenceCalibration(words, after: .offTopic).calibrated(
            try Self.parser.get().parse("a large iced latte"), minimum: 0.7)
        #expect(parse.items.isEmpty)
    }

    @Test(
        "The calibrated confidence falls with the words' confidence",
        arguments: [(0.999, 0.9...1), (0.95, 0.6...0.9), (0.8, 0.4...0.7)])
    func falls(_ confidence: Double, _ expected: ClosedRange<Double>) throws {
        let parse = try Self.parse(Self.words([("a", 1), ("latte", confidence)]), minimum: 0.1)
        #expect(expected.contains(try #require(parse.items.first).confidence))
    }

    @Test("An utterance with a low mean confidence lowers the confidence of its lines")
    func doubtful() throws {
        let order = [("a", 1.0), ("latte", 1.0)]
        let talk = try Self.parse(Self.words([("he", 0.4), ("went", 0.3), ("for", 0.5)] + order), minimum: 0.1)
        let plain = try Self.parse(Self.words(order), minimum: 0.1)
        #expect(try #require(talk.items.first).confidence < #require(plain.items.first).confidence)
    }

    @Test(
        "A line within ten seconds after off-topic speech is to be confirmed, a later one is not",
        arguments: [(1.0, 0.85..<0.95), (9.5, 0.85..<0.95), (10.5, 0.99..<1.01)])
    func afterOffTopic(_ pause: Double, _ expected: Range<Double>) throws {
        let menu = try MenuLoader.builtIn()
        var assembler = try UtteranceAssembler(menu: menu, parser: Self.parser.get())
        #expect(try Self.close(&assembler, [("to", 1), ("think", 0.9)], at: 1)?.parse.intent == .unknown)
        let line = try #require(try Self.close(&assembler, [("a", 1), ("water", 1)], at: 2 + pause))
        #expect(expected.contains(try #require(line.parse.items.first).confidence))
        // What follows an utterance that was understood is not amid talk.
        let next = try #require(try Self.close(&assembler, [("a", 1), ("water", 1)], at: 3.5 + pause))
        #expect(try #require(next.parse.items.first).confidence > 0.99)
    }

    @Test(
        "A command with high confidence is not off-topic; one with low confidence and without a line is",
        arguments: [(1.0, 0.99...1), (0.8, 0.85...0.95)])
    func afterCommand(_ confidence: Double, _ expected: ClosedRange<Double>) throws {
        var assembler = try UtteranceAssembler(menu: try MenuLoader.builtIn(), parser: Self.parser.get())
        #expect(
            try Self.close(&assembler, [("help", 1), ("me", confidence), ("please", confidence)], at: 1)?.parse.intent
                == .help)
        let line = try #require(try Self.close(&assembler, [("a", 1), ("water", 1)], at: 3))
        #expect(expected.contains(try #require(line.parse.items.first).confidence))
    }

    @Test(
        "A line within ten seconds after unconfident speech needs confirmation; later or after noise it does not",
        arguments: [
            (1.0, 12.0, 0.85..<0.95), (9.5, 12.0, 0.85..<0.95), (10.5, 12.0, 0.99..<1.01), (1.0, 5.0, 0.99..<1.01),
        ])
    func afterLowConfidence(_ pause: Double, _ signalToNoise: Double, _ expected: Range<Double>) throws {
        var assembler = try UtteranceAssembler(menu: try MenuLoader.builtIn(), parser: Self.parser.get())
        #expect(try Self.close(&assembler, [("a", 0.7), ("tea", 0.9)], at: 1, signalToNoise: signalToNoise) == nil)
        let line = try #require(try Self.close(&assembler, [("a", 1), ("water", 1)], at: 2 + pause))
        #expect(expected.contains(try #require(line.parse.items.first).confidence))
        let next = try #require(try Self.close(&assembler, [("a", 1), ("water", 1)], at: 3.5 + pause))
        #expect(try #require(next.parse.items.first).confidence > 0.99)
    }

    @Test(
        "An unprompted command does not end the context of off-topic speech; an answer does",
        arguments: [(false, 0.85..<0.95), (true, 0.99..<1.01)])
    func commandAfterOffTopic(_ isPrompted: Bool, _ expected: Range<Double>) throws {
        var assembler = try UtteranceAssembler(menu: try MenuLoader.builtIn(), parser: Self.parser.get())
        #expect(try Self.close(&assembler, [("to", 1), ("think", 0.9)], at: 1)?.parse.intent == .unknown)
        #expect(try Self.close(&assembler, [("help", 1)], at: 3, isPrompted: isPrompted)?.parse.intent == .help)
        let line = try #require(try Self.close(&assembler, [("a", 1), ("water", 1)], at: 6))
        #expect(expected.contains(try #require(line.parse.items.first).confidence))
    }

    @Test(
        "A line that is removed right after off-topic speech is to be confirmed two to ten seconds after it",
        arguments: [(1.0, []), (3.0, ["latte"])])
    func longAfterOffTopic(_ pause: Double, _ items: [String]) throws {
        var assembler = try UtteranceAssembler(menu: try MenuLoader.builtIn(), parser: Self.parser.get())
        #expect(try Self.close(&assembler, [("to", 1), ("think", 0.9)], at: 1)?.parse.intent == .unknown)
        #expect(
            try Self.close(&assembler, [("a", 1), ("latte", 0.8)], at: 2 + pause)?.parse.items.map(\.itemId) == items)
    }

    @Test(
        "A line after low-confidence speech needs confirmation; with off-topic speech before, it is dropped",
        arguments: [false, true])
    func lowConfidenceAfterOffTopic(_ isOffTopic: Bool) throws {
        var assembler = try UtteranceAssembler(menu: try MenuLoader.builtIn(), parser: Self.parser.get())
        if isOffTopic {
            #expect(try Self.close(&assembler, [("to", 1), ("think", 0.9)], at: 1)?.parse.intent == .unknown)
        }
        #expect(try Self.close(&assembler, [("a", 0.7), ("tea", 0.9)], at: 3) == nil)
        let line = try #require(try Self.close(&assembler, [("a", 1), ("latte", 0.8)], at: 5))
        #expect(line.parse.items.map(\.itemId) == (isOffTopic ? [] : ["latte"]))
        #expect(line.parse.items.allSatisfy { $0.confidence < 0.95 })
    }

    /// Closes an utterance whose words start at a second and last one second together.
    private static func close(
        _ assembler: inout UtteranceAssembler, _ heard: [(String, Double)], at second: Double,
        signalToNoise: Double? = nil,
        isPrompted: Bool = false
    ) throws
        -> Utterance?
    {
        let span = SpeechSpan(start: SamplePosition(seconds: second), end: SamplePosition(seconds: second + 1))
        let words = heard.map { TranscribedWord(text: $0.0, span: span, confidence: $0.1) }
        assembler.append(
            stable: VoiceTranscriptionResult(span: span, words: words, isVolatile: false, utteranceEnd: .endpoint))
        let closing = assembler.close(
            .endpoint, decision: nil, expecting: .nothing, isPrompted: isPrompted, at: span.end
        ) { _ in
            signalToNoise
        }
        guard case .complete(let utterance, _) = closing else { return nil }
        return utterance
    }

    @Test("Acts other than adding items are unchanged")
    func otherActs() throws {
        let words = Self.words([("remove", 0.4), ("the", 0.4), ("latte", 0.3)])
        #expect(try Self.parse(words, minimum: 0.4) == (try Self.parse(words, minimum: 0)))
    }

    @Test("A gate that accepts everything turns calibration off")
    func any() throws { #expect(ConfidenceGate.acceptAll.line == 0) }
}
