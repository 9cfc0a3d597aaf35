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

    @Test("A line of words that are all sure stays as it is")
    func sure() throws {
        let words = Self.words([("a", 1), ("large", 1), ("latte", 1)])
        #expect(try Self.parse(words, minimum: 0.4) == (try Self.parse(words, minimum: 0)))
    }

    @Test("A line whose item is a guess is no line, and an utterance of nothing else was not understood")
    func guessed() throws {
        let parse = try Self.parse(
            Self.words([("there", 0.9), ("was", 0.8), ("a", 0.9), ("latte", 0.3)]), minimum: 0.4)
        #expect(parse.acts.isEmpty && parse.items.isEmpty)
        #expect(parse.intent == .unknown)
    }

    @Test("Of two lines the one that is a guess goes")
    func oneOfTwo() throws {
        let words = Self.words([("a", 1), ("latte", 1), ("and", 1), ("a", 0.7), ("croissant", 0.35)])
        let parse = try Self.parse(words, minimum: 0.4)
        #expect(parse.items.map(\.itemId) == ["latte"])
        #expect(parse.acts == [.add(parse.items)])
        #expect(try Self.parse(words, minimum: 0).items.count == 2)
    }

    @Test(
        "A line with two options was ordered, however badly it was heard, and is to be asked about",
        arguments: [(["large", "iced"], 1), (["large"], 0), ([], 0)])
    func options(_ options: [String], _ kept: Int) throws {
        let words = Self.words([("a", 0.6)] + options.map { ($0, 0.4) } + [("latte", 0.3)])
        let items = try Self.parse(words, minimum: 0.4).items
        #expect(items.count == kept)
        #expect(items.allSatisfy { $0.confidence < 0.5 })
        #expect(try Self.parse(words, minimum: 0).items.count == 1)
    }

    @Test("Amid talk even a line with two options goes where it was heard badly")
    func optionsAfterOffTopic() throws {
        let words = Self.words([("a", 0.6), ("large", 0.4), ("iced", 0.4), ("latte", 0.3)])
        let parse = ConfidenceCalibration(words, after: .offTopic).calibrated(
            try Self.parser.get().parse("a large iced latte"), minimum: 0.7)
        #expect(parse.items.isEmpty)
    }

    @Test(
        "Confidence falls with the certainty of the words, and below 0.95 well before they are doubtful",
        arguments: [(0.999, 0.9...1), (0.95, 0.6...0.9), (0.8, 0.4...0.7)])
    func falls(_ confidence: Double, _ expected: ClosedRange<Double>) throws {
        let parse = try Self.parse(Self.words([("a", 1), ("latte", confidence)]), minimum: 0.1)
        #expect(expected.contains(try #require(parse.items.first).confidence))
    }

    @Test("An utterance that is doubtful as a whole makes its lines doubtful")
    func doubtful() throws {
        let order = [("a", 1.0), ("latte", 1.0)]
        let talk = try Self.parse(Self.words([("he", 0.4), ("went", 0.3), ("for", 0.5)] + order), minimum: 0.1)
        let plain = try Self.parse(Self.words(order), minimum: 0.1)
        #expect(try #require(talk.items.first).confidence < #require(plain.items.first).confidence)
    }

    @Test(
        "A line within ten seconds after talk is to be asked about, later it is not",
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
        "A command that was heard well is no talk, one that was heard badly and left no line is",
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
        "A line within ten seconds after speech of which no word is sure is asked about; later, or after clatter no louder than the room, it is not",
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
        "A command that nobody asked for does not end the doubt that talk before it left; an answer does",
        arguments: [(false, 0.85..<0.95), (true, 0.99..<1.01)])
    func commandAfterOffTopic(_ isPrompted: Bool, _ expected: Range<Double>) throws {
        var assembler = try UtteranceAssembler(menu: try MenuLoader.builtIn(), parser: Self.parser.get())
        #expect(try Self.close(&assembler, [("to", 1), ("think", 0.9)], at: 1)?.parse.intent == .unknown)
        #expect(try Self.close(&assembler, [("help", 1)], at: 3, isPrompted: isPrompted)?.parse.intent == .help)
        let line = try #require(try Self.close(&assembler, [("a", 1), ("water", 1)], at: 6))
        #expect(expected.contains(try #require(line.parse.items.first).confidence))
    }

    @Test(
        "Two to ten seconds after talk a line is asked about that right after it would be gone",
        arguments: [(1.0, []), (3.0, ["latte"])])
    func longAfterOffTopic(_ pause: Double, _ items: [String]) throws {
        var assembler = try UtteranceAssembler(menu: try MenuLoader.builtIn(), parser: Self.parser.get())
        #expect(try Self.close(&assembler, [("to", 1), ("think", 0.9)], at: 1)?.parse.intent == .unknown)
        #expect(
            try Self.close(&assembler, [("a", 1), ("latte", 0.8)], at: 2 + pause)?.parse.items.map(\.itemId) == items)
    }

    @Test(
        "After unclear speech a line is asked about that would be gone after talk; unclear speech amid talk goes on with the talk",
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

    /// Words that begin at a second and last for one together.
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

    @Test("What takes lines away or asks is left alone")
    func otherActs() throws {
        let words = Self.words([("remove", 0.4), ("the", 0.4), ("latte", 0.3)])
        #expect(try Self.parse(words, minimum: 0.4) == (try Self.parse(words, minimum: 0)))
    }

    @Test("For recognisers whose confidences mean something else nothing is weighed")
    func any() throws { #expect(ConfidenceGate.acceptAll.line == 0) }
}
