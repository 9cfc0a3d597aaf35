internal import Ordering
internal import Speech
internal import TestSupport
internal import Testing

@testable internal import Transcription

struct TranscriptPipelineTests {
    private func pipeline() throws -> TranscriptPipeline { TranscriptPipeline(normalizer: try Cafe.open().normalizer) }

    /// A span in seconds.
    private static func span(_ start: Double, _ end: Double) -> SpeechSpan {
        SpeechSpan(start: SamplePosition(seconds: start), end: SamplePosition(seconds: end))
    }

    /// What an utterance was when it was processed.
    private static func finish(_ pipeline: inout TranscriptPipeline) -> String {
        let text = pipeline.stabilize()
        pipeline.appendToSession()
        pipeline.markProcessed()
        return text
    }

    @Test("A word that stable and volatile words make together stands in the session's text once")
    func acrossStable() throws {
        var pipeline = try pipeline()
        pipeline.processIncoming("a large ice", isFinal: true)
        pipeline.appendToSession()
        pipeline.processIncoming("late", isFinal: false)
        #expect(pipeline.fullSessionTranscript == "a large iced latte")
        pipeline.markProcessed()
        pipeline.discardUtterance()
        pipeline.processIncoming("a muffin", isFinal: false)
        #expect(pipeline.fullSessionTranscript == "a large ice a muffin")
    }

    @Test("Volatile text replaces volatile text, stable text stays before it")
    func flow() throws {
        var pipeline = try pipeline()
        #expect(pipeline.processIncoming("Um a", isFinal: false).normalized == "a")
        var state = pipeline.processIncoming("Um, a large ice", isFinal: true)
        #expect(state.raw == "Um, a large ice")
        #expect(state.stable == "a large ice")
        state = pipeline.processIncoming("late", isFinal: false)
        #expect(state.raw == "Um, a large ice late")
        #expect(state.stable == "a large ice")
        #expect(state.normalized == "a large iced latte", "Corrections see stable and volatile words together.")
        #expect(pipeline.processIncoming("latte with", isFinal: false).normalized == "a large iced latte with")
        #expect(pipeline.stabilize() == "a large iced latte with")
        #expect(pipeline.fullSessionTranscript == "a large iced latte with")
        pipeline.appendToSession()
        pipeline.appendToSession()
        #expect(pipeline.fullSessionTranscript == "a large iced latte with")
        pipeline.processIncoming("oat milk", isFinal: false)
        #expect(pipeline.fullSessionTranscript == "a large iced latte with oat milk")
        pipeline.markProcessed()
        #expect(pipeline.state.lastProcessed == "a large iced latte with")
        #expect(pipeline.state.normalized == "oat milk", "What is volatile goes on.")
        pipeline.reset()
        #expect(pipeline.state == TranscriptState())
        #expect(pipeline.fullSessionTranscript.isEmpty)
    }

    /// A piece of text with its span in seconds, and whether it is stable.
    struct Piece: Sendable {
        let text: String
        let isFinal: Bool
        let span: SpeechSpan?

        init(_ text: String, _ isFinal: Bool, _ start: Double? = nil, _ end: Double? = nil) {
            self.text = text
            self.isFinal = isFinal
            span = start.flatMap { start in end.map { TranscriptPipelineTests.span(start, $0) } }
        }
    }

    @Test(
        "What is said again in the same audio is one, and in other audio two",
        arguments: [
            // The whole utterance again.
            ([Piece("a latte", true, 0, 1)], [Piece("a latte", true, 0, 1)], ""),
            ([Piece("a latte", true, 0, 1)], [Piece("a latte", false, 0, 1)], ""),
            ([Piece("a latte", true, 0, 1)], [Piece("a late", true, 0.1, 0.9)], ""),
            // Again with more.
            ([Piece("a latte", true, 0, 1)], [Piece("a latte and a muffin", true, 0, 2)], "and a muffin"),
            ([Piece("a latte", true, 0, 1)], [Piece("a lotta and a muffin", true, 0, 2)], "and a muffin"),
            ([Piece("a large latte", true, 0, 1)], [Piece("large latte and a muffin", true, 0, 2)], "and a muffin"),
            (
                [Piece("a", true, 0, 0.4), Piece("latte", true, 0.4, 1)], [Piece("a latte with milk", false, 0, 2)],
                "with milk"
            ),
            // The same in new audio.
            ([Piece("a latte", true, 0, 1)], [Piece("a latte", true, 2, 3)], "a latte"),
            ([Piece("a latte", true, 0, 1)], [Piece("a latte", false, 1, 3)], "a latte"),
            ([Piece("yes", true, 0, 1)], [Piece("yes", true, 1, 2)], "yes"),
            // Volatile words that were made stable come again as stable ones.
            ([Piece("a latte", false, 0, 1)], [Piece("a latte", true, 0, 1)], ""),
            // Without spans: again, again with more, and newly begun.
            ([Piece("a latte", true)], [Piece("a latte", true)], ""),
            ([Piece("a latte", true)], [Piece("a latte and a muffin", true)], "and a muffin"),
            (
                [Piece("a latte", true)], [Piece("a latte and", false), Piece("a latte and a muffin", true)],
                "and a muffin"
            ),
            (
                [Piece("a latte", true)], [Piece("a", false), Piece("a latte", false), Piece("a latte", true)],
                "a latte"
            ),
            ([Piece("a latte", true)], [Piece("", false), Piece("a latte", true)], "a latte"),
            ([Piece("a latte", true)], [Piece("two muffins", true)], "two muffins"),
        ])
    func again(_ first: [Piece], _ then: [Piece], _ second: String) throws {
        var pipeline = try pipeline()
        for piece in first { pipeline.processIncoming(piece.text, isFinal: piece.isFinal, span: piece.span) }
        let expected = first.map(\.text).joined(separator: " ")
        #expect(Self.finish(&pipeline) == expected)
        for piece in then { pipeline.processIncoming(piece.text, isFinal: piece.isFinal, span: piece.span) }
        #expect(Self.finish(&pipeline) == second)
        #expect(pipeline.fullSessionTranscript == [expected, second].filter { !$0.isEmpty }.joined(separator: " "))
    }

    @Test(
        "An engine that says the whole utterance with each stable piece is heard once, with spans and without",
        arguments: [true, false])
    func cumulative(_ hasSpans: Bool) throws {
        var pipeline = try pipeline()
        let words = ["two", "large", "lattes", "and", "a", "muffin", "please"]
        for count in 1...words.count {
            pipeline.processIncoming(
                words.prefix(count).joined(separator: " "), isFinal: true,
                span: hasSpans ? Self.span(0, Double(count)) : nil)
        }
        #expect(pipeline.state.stable == words.joined(separator: " "))
    }

    @Test("Results of an engine are told apart by the samples of their words")
    func results() throws {
        func result(_ words: [(String, Double, Double)], _ start: Double, _ end: Double, isVolatile: Bool)
            -> VoiceTranscriptionResult
        {
            VoiceTranscriptionResult(
                span: Self.span(start, end),
                words: words.map { TranscribedWord(text: $0.0, span: Self.span($0.1, $0.2), confidence: 1) },
                isVolatile: isVolatile)
        }
        var pipeline = try pipeline()
        pipeline.processIncoming(result([("a", 0, 0.2), ("latte", 0.2, 0.8)], 0, 1, isVolatile: false))
        pipeline.processIncoming(result([("and", 1, 1.2)], 1, 1.5, isVolatile: true))
        #expect(pipeline.state.normalized == "a latte and")
        #expect(pipeline.state.startedAt == .zero)
        #expect(Self.finish(&pipeline) == "a latte and")
        let unheard = pipeline.processIncoming(
            result([("a", 0, 0.2), ("lady", 0.2, 0.8), ("and", 1, 1.2), ("tea", 1.6, 2)], 0, 2, isVolatile: false))
        #expect(unheard.map(\.text) == ["tea"])
        #expect(pipeline.state.normalized == "tea")
    }

    @Test("For a display the words are split where stable and volatile ones normalise differently")
    func split() throws {
        var pipeline = try pipeline()
        pipeline.processIncoming("a large ice", isFinal: true)
        pipeline.processIncoming("late with", isFinal: false)
        #expect(pipeline.state.stable == "a large ice")
        #expect(pipeline.state.split == (stable: "a large", volatile: "iced latte with"))
        pipeline.stabilize()
        #expect(pipeline.state.split == (stable: "a large iced latte with", volatile: ""))
    }

    @Test("An utterance that was dropped is not heard again")
    func discarded() throws {
        var pipeline = try pipeline()
        pipeline.processIncoming("noise", isFinal: false, span: Self.span(0, 1))
        pipeline.discardUtterance()
        #expect(pipeline.state.normalized.isEmpty)
        #expect(pipeline.processIncoming("noise", isFinal: true, span: Self.span(0, 1)).normalized.isEmpty)
        #expect(pipeline.fullSessionTranscript.isEmpty)
        #expect(pipeline.state.lastProcessed.isEmpty)
    }

    @Test("What is longer than a transcript may be is left out, and said to be")
    func tooLong() throws {
        var pipeline = try pipeline()
        #expect(pipeline.processIncoming(String(repeating: "latte ", count: 200_000), isFinal: true).isTooLong)
        #expect(pipeline.state.normalized.isEmpty)
        pipeline.markProcessed()
        #expect(!pipeline.state.isTooLong)
        for piece in 0..<100 {
            pipeline.processIncoming(
                "a large latte \(["a", "b"][piece % 2])", isFinal: true,
                span: Self.span(Double(piece), Double(piece + 1)))
        }
        #expect(pipeline.state.isTooLong)
        #expect(SpokenWords(pipeline.state.stable).words.count <= SpokenWords.mostWords)
    }

    @Test("A session of any length holds a fixed amount of text and costs as much at its end as at its beginning")
    func bounded() throws {
        var pipeline = try pipeline()
        var random = SeededGenerator(seed: 1)
        let words = ["latte", "mocha", "a", "large", "muffin", "and", "with", "oat", "milk"]
        var second = 0.0, most = 0
        func utterances(_ count: Int) {
            for _ in 0..<count {
                for _ in 0..<3 {
                    let text = (0..<Int.random(in: 1...8, using: &random)).map { _ in
                        words.randomElement(using: &random) ?? ""
                    }.joined(separator: " ")
                    pipeline.processIncoming(
                        text, isFinal: Bool.random(using: &random), span: Self.span(second, second + 1))
                    second += 1
                }
                _ = Self.finish(&pipeline)
                most = max(most, pipeline.held)
            }
        }
        utterances(60)
        let early = ProcessorTime.least { utterances(60) }
        utterances(2_000)
        let late = ProcessorTime.least { utterances(60) }
        #expect(late < early * 2, "\(early) → \(late)")
        #expect(most <= 3 * TranscriptPipeline.mostCharacters, "\(most)")
        #expect(pipeline.state.sessionAccumulated.utf8.count <= TranscriptPipeline.mostCharacters)
        var long = try self.pipeline()
        for index in 0..<300 {
            long.processIncoming("word\(index)", isFinal: true, span: Self.span(Double(index), Double(index + 1)))
            _ = Self.finish(&long)
        }
        #expect(long.state.sessionAccumulated.split(separator: " ").count == TranscriptPipeline.mostUtterances)
        #expect(long.state.sessionAccumulated.hasSuffix("word299"))
    }

    @Test("Random bytes trap nowhere", arguments: 0..<2)
    func fuzz(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var pipeline = try pipeline()
        for _ in 0..<2_000 {
            let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let start = Double.random(in: 0...20, using: &random)
            pipeline.processIncoming(
                String(decoding: bytes, as: UTF8.self), isFinal: Bool.random(using: &random),
                span: Bool.random(using: &random)
                    ? Self.span(start, start + Double.random(in: -1...5, using: &random)) : nil)
            switch Int.random(in: 0...9, using: &random) {
            case 0: pipeline.stabilize()
            case 1: pipeline.appendToSession()
            case 2: pipeline.markProcessed()
            case 3: pipeline.discardUtterance()
            default: break
            }
            #expect(pipeline.held < 40_000)
        }
    }
}
