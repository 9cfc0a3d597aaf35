internal import OrderParsing
internal import Ordering
internal import Speech
internal import TestSupport
internal import Testing
internal import Transcription

@testable internal import KioskRuntime
@testable internal import VoiceOrdering

/// Endpointing in `brews order`: frames are marked, and the recogniser closes the utterance there.
@Suite(.timeLimit(.minutes(10)))
struct EndpointingTests {
    /// A recording of about 1.5 s of speech.
    private static func speech() throws -> [Int16] {
        let samples = try SpokenOrder.largeIcedLatte.samples()
        return Array(samples[...(samples.lastIndex { abs(Int($0)) > 300 } ?? 0)])
    }

    /// The recording with silence up to a length.
    private static func audio(seconds: Double) throws -> [Int16] {
        let speech = try speech()
        return speech + [Int16](repeating: 0, count: SampleCount(seconds: seconds).samples - speech.count)
    }

    /// A recogniser that recognises `sentence` during the speech and has no endpoint of its own.
    private static func service(_ sentence: String, then later: String = "", at second: Double = 0)
        -> ScriptedVoiceService
    {
        var script = words(sentence, from: 0.2)
        if !later.isEmpty { script += words(later, from: second) }
        return ScriptedVoiceService(script: script)
    }

    private static func words(_ sentence: String, from second: Double) -> [(
        at: SamplePosition, event: ScriptedVoiceService.Event
    )] {
        let words = ScriptedVoiceService.timed(
            sentence,
            over: SpeechSpan(start: SamplePosition(seconds: second), end: SamplePosition(seconds: second + 1.2)))
        return words.indices.map { (at: words[$0].span.end, event: .hears(Array(words[...$0]))) }
    }

    private static func outcome(
        _ service: any VoiceService, seconds: Double, endpointing: CompletionSettings? = UtteranceEndpointer.standard
    ) async throws
        -> OrderOutcome
    {
        let menu = try MenuLoader.builtIn()
        let guest = try VoiceOrderingOrchestrator(
            menu: menu, service: service, vocabulary: nil, parser: OrderParsingPipeline(menu: menu),
            endpointing: endpointing, now: { .zero })
        return try await guest.takeOrder(from: SampleInput(audio(seconds: seconds)))
    }

    /// Audio of which some is lost before one frame.
    private actor LossyInput: AudioInput {
        private let input: SampleInput
        private let loss: SamplePosition

        init(_ samples: [Int16], loss: SamplePosition) {
            input = SampleInput(samples, frameSamples: 320)
            self.loss = loss
        }

        func nextFrame() async -> AudioFrame? {
            guard let frame = await input.nextFrame() else { return nil }
            let lost: Duration = frame.start <= loss && loss < frame.end ? .milliseconds(300) : .zero
            return AudioFrame(
                start: frame.start, samples: frame.samples, capture: CaptureMark(capturedAt: .zero, lost: lost))
        }
    }

    private static func input(loss: SamplePosition = .zero) async throws -> EndpointingInput {
        let quiet = [Int16](repeating: 0, count: 3 * SampleRate.speech)
        let input = try EndpointingInput(
            LossyInput(quiet + speech() + quiet, loss: loss), endpointing: UtteranceEndpointer.standard, locale: "en-US"
        ) { .zero }
        while try await input.nextFrame() != nil {}
        return input
    }

    @Test("An utterance starts with speech, not with the silence that a recogniser assigns to its first word")
    func start() async throws {
        let input = try await Self.input()
        let first = try Double(Self.speech().firstIndex { abs(Int($0)) > 300 } ?? 0) / Double(SampleRate.speech),
            end = SamplePosition(seconds: 4.5)
        for start in [0, 1, 2.2] {
            let trimmed = input.trimmedToSpeech(SpeechSpan(start: SamplePosition(seconds: start), end: end))
            #expect(abs(trimmed.start.seconds - 3 - first) < 0.15 && trimmed.end == end, "\(trimmed.start.seconds)")
        }
        // A span that starts within speech is not changed.
        let within = SpeechSpan(start: SamplePosition(seconds: 3.6), end: end)
        #expect(input.trimmedToSpeech(within) == within)
    }

    @Test(
        "A1: audio lost up to half a second before the start of speech counts as lost in it, earlier loss does not",
        arguments: [(0.45, 0.0, true), (0.45, 2.2, true), (0.55, 0, false), (-0.3, 0, true), (0.1, 3.6, false)])
    func lostAudio(_ before: Double, _ start: Double, _ counts: Bool) async throws {
        let span = SpeechSpan(start: SamplePosition(seconds: start), end: SamplePosition(seconds: 4.5))
        let whole = SpeechSpan(start: .zero, end: span.end)
        let speech = try await Self.input().trimmedToSpeech(whole).start
        let input = try await Self.input(loss: SamplePosition(seconds: speech.seconds - before))
        #expect(input.lostAudio(in: span) == (counts ? .milliseconds(300) : .zero))
    }

    @Test(
        "An utterance ends depending on its words and the silence after it",
        arguments: [
            ("a large latte", 0.5, .stableTranscript), ("a large latte please", 0.1, .endOfItemKeyword),
            ("a large latte with", 2, .silenceTimeout),
        ] as [(String, Double, CompletionReason)])
    func ends(_ sentence: String, _ silence: Double, _ reason: CompletionReason) async throws {
        let outcome = try await Self.outcome(Self.service(sentence), seconds: 8)
        let utterance = try #require(outcome.utterances.first)
        #expect(outcome.utterances.count == 1)
        #expect(utterance.text == sentence && utterance.reason == reason)
        let waited = try utterance.decidedAt.seconds - SampleCount(Self.speech().count).seconds
        #expect(waited > silence - 0.25 && waited < silence + 0.45, "decided at \(utterance.decidedAt.seconds)")
        #expect(outcome.lines.map(\.itemId) == ["latte"])
    }

    @Test("Without endpointing the recogniser ends the utterance: here, at the end of the input")
    func engineOnly() async throws {
        let outcome = try await Self.outcome(Self.service("a large latte"), seconds: 8, endpointing: nil)
        #expect(outcome.utterances.map(\.reason) == [.explicitStop])
        #expect(outcome.utterances.first?.decidedAt == SamplePosition(seconds: 8))
    }

    @Test("Words after the end are an utterance of their own, and both are in the order")
    func two() async throws {
        let outcome = try await Self.outcome(
            Self.service("a large latte", then: "two blueberry muffins", at: 5), seconds: 10)
        #expect(outcome.utterances.map(\.text) == ["a large latte", "two blueberry muffins"])
        #expect(outcome.lines.map(\.itemId) == ["latte", "blueberry-muffin"])
    }

    @Test("A sentence that the recogniser closes in its middle is held, and ends by its own rule if nothing follows")
    func heldAlone() async throws {
        let sentence = ScriptedVoiceService.timed(
            "a large latte with",
            over: SpeechSpan(start: SamplePosition(seconds: 0.2), end: SamplePosition(seconds: 1.4)))
        let service = ScriptedVoiceService(script: [
            (at: SamplePosition(seconds: 1.4), event: .hears(sentence)),
            (at: SamplePosition(seconds: 2.4), event: .endpoint(sentence)),
        ])
        let outcome = try await Self.outcome(service, seconds: 9)
        let utterance = try #require(outcome.utterances.first)
        #expect(outcome.utterances.count == 1 && utterance.reason == .silenceTimeout)
        #expect(utterance.decidedAt.seconds > 3 && utterance.decidedAt.seconds < 4.5)
    }

    @Test("A recogniser that ignores the mark ends utterances at its own endpoints")
    func unmarked() async throws {
        let sentence = ScriptedVoiceService.timed(
            "a large latte", over: SpeechSpan(start: SamplePosition(seconds: 0.2), end: SamplePosition(seconds: 1.4)))
        let service = ScriptedVoiceService(script: [
            (at: SamplePosition(seconds: 1.4), event: .hears(sentence)),
            (at: SamplePosition(seconds: 4), event: .endpoint(sentence)),
        ])
        let outcome = try await Self.outcome(Unmarked(service: service), seconds: 6)
        #expect(outcome.utterances.map(\.text) == ["a large latte"])
        #expect(outcome.utterances.map(\.reason) == [.stableTranscript])
        #expect(outcome.utterances.first?.decidedAt == SamplePosition(seconds: 4))
    }

    @Test("Silence is no utterance", arguments: [0.0, 30])
    func silence(seconds: Double) async throws {
        let menu = try MenuLoader.builtIn()
        let guest = try VoiceOrderingOrchestrator(
            menu: menu, service: ScriptedVoiceService(script: []), vocabulary: nil,
            parser: OrderParsingPipeline(menu: menu), now: { .zero })
        let outcome = try await guest.takeOrder(
            from: SampleInput([Int16](repeating: 0, count: SampleCount(seconds: seconds).samples)))
        #expect(outcome.utterances.isEmpty)
    }

    /// Removes the marks from the frames.
    private struct Unmarked: VoiceService {
        private struct Input: AudioInput {
            let input: any AudioInput

            func nextFrame() async throws -> AudioFrame? {
                try await input.nextFrame().map { AudioFrame(start: $0.start, samples: $0.samples) }
            }
        }

        let service: ScriptedVoiceService
        var engineName: String { service.engineName }

        func startListening(to input: any AudioInput, vocabulary: RecognitionVocabulary?) async throws -> VoiceResults {
            try await service.startListening(to: Input(input: input), vocabulary: vocabulary)
        }

        func canHear(_ word: String) -> Bool { service.canHear(word) }
    }
}
