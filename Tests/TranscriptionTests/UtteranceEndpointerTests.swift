internal import OrderParsing
internal import Ordering
internal import Speech
internal import Testing

@testable internal import Transcription

/// The rule table of `UtteranceEndpointer`, row by row.
struct UtteranceEndpointerTests {
    /// A sentence said from 1 s to 2 s, whose text the recogniser finished at 2.2 s.
    private static let began = SamplePosition(seconds: 1)
    private static let ended = SamplePosition(seconds: 2)
    private static let known = SamplePosition(seconds: 2.2)

    private static func shape(_ text: String, _ expected: UtteranceShape.Expected) throws -> UtteranceShape {
        UtteranceShape(try Cafe.open().parser.parse(text), expecting: expected)
    }

    /// Asks every 50 ms until it is over.
    private static func end(
        _ text: String, _ expected: UtteranceShape.Expected = .nothing,
        voiceUntil: (SamplePosition) -> SamplePosition = { min($0, ended) }, seconds: Double = 30
    ) throws -> (after: Double, reason: CompletionReason)? {
        var endpointer = try UtteranceEndpointer()
        endpointer.updateHypothesis(text, startedAt: began, endedAt: ended, shape: try shape(text, expected), at: known)
        for step in 44..<Int(seconds * 20) {
            let position = SamplePosition(seconds: Double(step) / 20)
            endpointer.extendSpeech(to: voiceUntil(position))
            let analysis = endpointer.decide(at: position)
            if analysis.isComplete { return (position.seconds - ended.seconds, analysis.reason) }
        }
        return nil
    }

    @Test(
        "Every row: how long after the last sound it is over, and why",
        arguments: [
            ("a large latte that's all", .nothing, 0.45, .orderEndingPhrase),
            ("that's all", .nothing, 0.45, .orderEndingPhrase),
            ("yes", .yesOrNo, 0.45, .confirmationKeyword),
            ("a large latte please", .nothing, 0.45, .endOfItemKeyword),
            ("a large latte", .nothing, 0.5, .stableTranscript),
            ("remove the latte", .nothing, 0.5, .stableTranscript),
            ("a large", .detail, 0.5, .stableTranscript), ("a large latte with", .nothing, 2, .silenceTimeout),
            ("can i get a large", .nothing, 2, .silenceTimeout),
            ("what is the weather", .nothing, 1.5, .silenceTimeout), ("yes", .nothing, 1.5, .silenceTimeout),
        ] as [(String, UtteranceShape.Expected, Double, CompletionReason)])
    func rows(_ text: String, _ expected: UtteranceShape.Expected, _ seconds: Double, _ reason: CompletionReason) throws
    {
        let end = try #require(try Self.end(text, expected))
        #expect(end.reason == reason)
        #expect(abs(end.after - seconds) < 0.051, "\(end)")
    }

    @Test("Nothing said is never over")
    func nothing() throws {
        #expect(try Self.end("") == nil)
    }

    @Test(
        "C9: with a voice present, explicit ends come first, then noise without new words, then the longest turn",
        arguments: [
            ("a large latte", 4.2, .stableTranscript), ("a large latte with", 14, .hardTimeout),
            ("that's all", 0.45, .orderEndingPhrase),
        ]
            as [(String, Double, CompletionReason)])
    func voiceGoesOn(_ text: String, _ seconds: Double, _ reason: CompletionReason) throws {
        let end = try #require(try Self.end(text, voiceUntil: { $0 }))
        #expect(end.reason == reason)
        #expect(abs(end.after - seconds) < 0.06, "\(end)")
    }

    @Test("C9: a turn whose words change for ever is over 15 s after its first word")
    func longestTurn() throws {
        var endpointer = try UtteranceEndpointer()
        var end: SamplePosition?
        for step in 20..<400 where end == nil {
            let position = SamplePosition(seconds: Double(step) / 20)
            // The recogniser also moves the beginning about, which does not make the turn a new one.
            endpointer.updateHypothesis(
                "word number \(step)", startedAt: SamplePosition(seconds: 1 + Double(step % 3) / 10), endedAt: position,
                shape: UtteranceShape(), at: position)
            endpointer.extendSpeech(to: position)
            let analysis = endpointer.decide(at: position)
            guard analysis.isComplete else { continue }
            #expect(analysis.reason == .hardTimeout)
            end = position
        }
        #expect(abs(try #require(end).seconds - 16.2) < 0.06, "\(String(describing: end))")
    }

    @Test(
        "A guest who goes on in time is not cut off, whether voice activity or the recogniser hears it first",
        arguments: [true, false])
    func goesOn(voiceFirst: Bool) throws {
        var endpointer = try UtteranceEndpointer()
        endpointer.updateHypothesis(
            "a large latte", startedAt: Self.began, endedAt: Self.ended,
            shape: try Self.shape("a large latte", .nothing), at: Self.known)
        endpointer.extendSpeech(to: Self.ended)
        #expect(!endpointer.decide(at: SamplePosition(seconds: 2.4)).isComplete)
        if voiceFirst {
            endpointer.extendSpeech(to: SamplePosition(seconds: 2.45))
        } else {
            let shape = try Self.shape("a large latte with oat milk", .nothing)
            endpointer.updateHypothesis(
                "a large latte with oat milk", startedAt: Self.began, endedAt: SamplePosition(seconds: 2.45),
                shape: shape, at: SamplePosition(seconds: 2.45))
        }
        #expect(!endpointer.decide(at: SamplePosition(seconds: 2.9)).isComplete)
        #expect(endpointer.decide(at: SamplePosition(seconds: 3)).reason == .stableTranscript)
    }

    @Test("The same words said again after a reset are another utterance")
    func again() throws {
        var endpointer = try UtteranceEndpointer()
        let shape = try Self.shape("a latte", .nothing)
        for start in [1.0, 11] {
            endpointer.updateHypothesis(
                "a latte", startedAt: SamplePosition(seconds: start), endedAt: SamplePosition(seconds: start + 0.5),
                shape: shape,
                at: SamplePosition(seconds: start + 0.7))
            #expect(endpointer.decide(at: SamplePosition(seconds: start + 2)).reason == .stableTranscript)
            #expect(endpointer.decide(at: SamplePosition(seconds: start + 3)).reason == .alreadyProcessed)
            endpointer.reset()
            #expect(endpointer.decide(at: SamplePosition(seconds: start + 4)).reason == .empty)
        }
    }

    @Test(
        "Speech in which no words were found is over after 0.8 s, once; what is too short for a word never",
        arguments: [(0.2, true), (0.1, false)])
    func wordless(_ seconds: Double, _ isOver: Bool) throws {
        var endpointer = try UtteranceEndpointer()
        endpointer.endSpeech(SpeechSpan(start: Self.began, end: Self.began + SampleCount(seconds: seconds)))
        #expect(endpointer.decide(at: SamplePosition(seconds: 1.75 + seconds)).reason == .empty)
        let analysis = endpointer.decide(at: SamplePosition(seconds: 1.8 + seconds))
        #expect(analysis.isComplete == isOver && analysis.reason == (isOver ? .silenceTimeout : .empty))
        #expect(endpointer.decide(at: SamplePosition(seconds: 3)).reason == .empty)
    }

    @Test("Speech of the utterance before is not speech without words")
    func earlierSpeech() throws {
        var endpointer = try UtteranceEndpointer()
        _ = endpointer.decide(at: Self.ended)
        endpointer.reset()
        endpointer.endSpeech(SpeechSpan(start: Self.began, end: Self.ended))
        #expect(endpointer.decide(at: SamplePosition(seconds: 4)).reason == .empty)
    }
}
