internal import Foundation
internal import Speech
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import TwoPassEngine

@Suite(.timeLimit(.minutes(10)))
struct TwoPassVoiceServiceTests {
    private static let span = SpeechSpan(start: .zero, end: SamplePosition(16_000))
    private static let silence = [Int16](repeating: 0, count: 32_000)

    /// Words with a confidence below what counts as sure.
    private static func unsure(_ text: String) -> [TranscribedWord] {
        ScriptedVoiceService.timed(text, over: span).map {
            TranscribedWord(text: $0.text, span: $0.span, confidence: 0.5)
        }
    }

    /// A first engine that ends an utterance after 1.2 s, and another one after 1.8 s when there is a text for it.
    private static func first(_ text: String, then next: String? = nil) -> ScriptedVoiceService {
        var script: [(at: SamplePosition, event: ScriptedVoiceService.Event)] = [
            (at: SamplePosition(17_600), event: .hears(unsure(text))),
            (at: SamplePosition(19_200), event: .endpoint(unsure(text))),
        ]
        if let next {
            let words = unsure(next).map { word in
                TranscribedWord(
                    text: word.text, span: SpeechSpan(start: SamplePosition(19_200), end: SamplePosition(25_600)),
                    confidence: word.confidence)
            }
            script += [
                (at: SamplePosition(27_200), event: .hears(words)),
                (at: SamplePosition(28_800), event: .endpoint(words)),
            ]
        }
        return ScriptedVoiceService(script: script)
    }

    private static let likesLatte: HypothesisScorer = { $0.contains("latte") ? 1 : 0.2 }

    private final class Reports: Sendable {
        private let reports = Mutex<[SecondPassReport.Outcome]>([])
        var outcomes: [SecondPassReport.Outcome] { reports.withLock { $0 } }
        func take(_ report: SecondPassReport) { reports.withLock { $0.append(report.outcome) } }
    }

    private static func service(
        _ first: any VoiceService, _ second: any UtteranceRecognizer, clock: ManualClock = ManualClock(),
        reports: Reports = Reports()
    ) -> TwoPassVoiceService<ManualClock> {
        let pass = SecondPass(engine: second, vocabulary: nil, scorer: likesLatte)
        return TwoPassVoiceService(first: first, second: pass, clock: clock) { reports.take($0) }
    }

    private static func listen(_ service: any VoiceService) async throws -> RecognitionContract {
        try await RecognitionContract(service.startListening(to: SampleInput(silence), vocabulary: nil))
    }

    @Test("a second hypothesis with a higher score replaces the words that were not stable")
    func better() async throws {
        let recognizer = ScriptedRecognizer(ScriptedVoiceService.timed("a latte", over: Self.span)), reports = Reports()
        let contract = try await Self.listen(Self.service(Self.first("a ladder"), recognizer, reports: reports))
        #expect(contract.violations.isEmpty, "\(contract.violations)")
        #expect(contract.text == "a latte")
        #expect(reports.outcomes == [.decided(.second)])
        #expect(reports.outcomes.map(\.description) == ["the second reading stands"])
    }

    @Test("a second hypothesis with a lower score changes nothing")
    func worse() async throws {
        let recognizer = ScriptedRecognizer(ScriptedVoiceService.timed("a ladder", over: Self.span))
        let contract = try await Self.listen(Self.service(Self.first("a latte"), recognizer))
        #expect(contract.violations.isEmpty, "\(contract.violations)")
        #expect(contract.text == "a latte")
    }

    @Test("the second engine gets the audio of each utterance only")
    func audio() async throws {
        let recognizer = ScriptedRecognizer(ScriptedVoiceService.timed("a latte", over: Self.span))
        _ = try await Self.listen(Self.service(Self.first("a ladder", then: "a ladder"), recognizer))
        let spans = await recognizer.utterances.map { [$0.start.samples, $0.end.samples] }
        #expect(spans == [[0, 19_200], [19_200, 28_800]])
    }

    @Test("without uncertain words there is no second pass")
    func sure() async throws {
        let words = ScriptedVoiceService.timed("a mocha", over: Self.span)
        let first = ScriptedVoiceService(script: [
            (at: SamplePosition(17_600), event: .hears(words)), (at: SamplePosition(19_200), event: .endpoint(words)),
        ])
        let recognizer = ScriptedRecognizer(ScriptedVoiceService.timed("a latte", over: Self.span)), reports = Reports()
        #expect(try await Self.listen(Self.service(first, recognizer, reports: reports)).text == "a mocha")
        #expect(await recognizer.utterances.isEmpty)
        #expect(reports.outcomes == [.skipped])
    }

    @Test("without volatile words at the end there is no second pass, whatever their confidence")
    func settled() async throws {
        let words = ScriptedVoiceService.timed("a ladder", over: SpeechSpan(start: .zero, end: SamplePosition(3_200)))
            .map {
                TranscribedWord(text: $0.text, span: $0.span, confidence: 0.5)
            }
        let first = ScriptedVoiceService(script: [
            (at: SamplePosition(3_200), event: .hears(words)), (at: SamplePosition(32_000), event: .endpoint(words)),
        ])
        let recognizer = ScriptedRecognizer(ScriptedVoiceService.timed("a latte", over: Self.span)), reports = Reports()
        let contract = try await Self.listen(Self.service(first, recognizer, reports: reports))
        #expect(contract.earlyStableWords == 2 && contract.text == "a ladder")
        #expect(await recognizer.utterances.isEmpty)
        #expect(reports.outcomes == [.skipped])
    }

    @Test(
        "an utterance predicted to miss the deadline is skipped, and tried again after some utterances"
    )
    func pace() async throws {
        let clock = ManualClock()
        let engine = TimedRecognizer(clock: clock, share: 0.3)
        let scheduler = SecondPassScheduler(
            engine: engine, vocabulary: nil, deadline: .milliseconds(400), clock: clock,
            realTimeFactor: RealTimeFactorEstimator()
        )
        func outcome(seconds: Double) async throws -> String {
            switch try await scheduler.recognize(
                AudioFrame(start: .zero, samples: [Int16](repeating: 0, count: SampleCount(seconds: seconds).samples)))
            {
            case .words: "words"
            case .tooLong: "too long"
            case .late, .busy, .failed: "other"
            }
        }
        #expect(try await outcome(seconds: 1) == "words")
        #expect(
            try await outcome(seconds: 1.25) == "too long", "at 0.3 of the audio 0.375 s, more than 0.9 of the deadline"
        )
        #expect(try await outcome(seconds: 1.1) == "words")
        var refused = 0
        while try await outcome(seconds: 1.3) == "too long", refused < 100 { refused += 1 }
        #expect((1...20).contains(refused))
    }

    @Test("after a missed deadline utterances of that length are skipped for a while, shorter ones are not")
    func paceAfterLateness() {
        let pace = RealTimeFactorEstimator(), deadline = Duration.milliseconds(400)
        #expect(pace.canDecode(SampleCount(seconds: 30), within: deadline), "nothing is known before the first reading")
        pace.record(.milliseconds(405), for: SampleCount(seconds: 4), deadline: deadline)
        #expect(pace.canDecode(SampleCount(seconds: 30), within: deadline), "the first may have waited for the engine")
        pace.record(.milliseconds(405), for: SampleCount(seconds: 4), deadline: deadline)
        #expect(pace.canDecode(SampleCount(seconds: 1.5), within: deadline))
        var refused = 0
        while !pace.canDecode(SampleCount(seconds: 4), within: deadline), refused < 100 { refused += 1 }
        #expect((20...40).contains(refused))
    }

    @Test("a service keeps the real-time factor from one recognition to the next")
    func paceStays() async throws {
        let clock = ManualClock(), reports = Reports()
        let service = Self.service(
            Self.first("a ladder"), TimedRecognizer(clock: clock, share: 0.33), clock: clock, reports: reports)
        for _ in 0..<2 { _ = try await Self.listen(service) }
        #expect(reports.outcomes == [.decided(.first), .tooLong])
    }

    @Test("without words from the first engine there is no second pass: silence gives no words")
    func silence() async throws {
        let recognizer = ScriptedRecognizer(ScriptedVoiceService.timed("a latte", over: Self.span))
        let contract = try await Self.listen(Self.service(ScriptedVoiceService(script: []), recognizer))
        #expect(contract.text.isEmpty && contract.violations.isEmpty)
        #expect(await recognizer.utterances.isEmpty)
    }

    @Test("an error of the second engine is reported, and the first hypothesis is used")
    func failure() async throws {
        let reports = Reports()
        let contract = try await Self.listen(
            Self.service(Self.first("a ladder"), FailingRecognizer(), reports: reports))
        #expect(contract.text == "a ladder" && contract.violations.isEmpty)
        #expect(reports.outcomes == [.failed("Broken()")])
    }

    @Test(
        "C13: at the deadline the first hypothesis is used and the second pass is cancelled", arguments: [true, false])
    func deadline(heedsCancellation: Bool) async throws {
        let recognizer = HangingRecognizer(heedsCancellation: heedsCancellation), clock = ManualClock(),
            reports = Reports()
        let service = Self.service(Self.first("a ladder", then: "a mocha"), recognizer, clock: clock, reports: reports)
        let listening = Task { try await Self.listen(service) }
        await clock.sleepers()
        clock.advance(by: .milliseconds(399))
        #expect(reports.outcomes.isEmpty, "the service did not wait for its deadline")
        clock.advance(by: .milliseconds(1))
        // An engine that stopped in time is asked for the second utterance too, and is late again.
        let passing = Task {
            while !Task.isCancelled {
                clock.advance(by: .milliseconds(400))
                await Task.yield()
            }
        }
        let contract = try await listening.value
        passing.cancel()
        #expect(contract.text == "a ladder a mocha" && contract.violations.isEmpty)
        #expect(reports.outcomes.count == 2 && reports.outcomes.first == .late)
        while recognizer.cancelled == 0 { await Task.yield() }
        if !heedsCancellation {
            #expect(reports.outcomes == [.late, .busy], "a hanging engine is not asked a second time")
        }
        recognizer.release()
    }

    @Test("cancelling ends a recognition that waits for its second pass")
    func cancellation() async throws {
        let recognizer = HangingRecognizer(heedsCancellation: false), clock = ManualClock()
        let service = Self.service(Self.first("a ladder"), recognizer, clock: clock)
        let listening = Task { try await Self.listen(service) }
        await clock.sleepers()
        while recognizer.readings == 0 { await Task.yield() }
        listening.cancel()
        guard case .failure = await listening.result else {
            Issue.record("a cancelled recognition gave a result")
            return
        }
        #expect(recognizer.cancelled == 1)
        recognizer.release()
    }

    @Test(
        "stable words never change, whatever the second hypothesis",
        arguments: ["", "the ladder", "a latte please", "b c d e f g latte", "latte"])
    func stablePrefix(_ again: String) async throws {
        let sure = ScriptedVoiceService.timed("a large", over: SpeechSpan(start: .zero, end: SamplePosition(8_000)))
        let doubtful = TranscribedWord(
            text: "ladder", span: SpeechSpan(start: SamplePosition(8_000), end: SamplePosition(16_000)), confidence: 0.4
        )
        let first = ScriptedVoiceService(script: [
            (at: SamplePosition(11_200), event: .hears(sure)),
            (at: SamplePosition(17_600), event: .hears(sure + [doubtful])),
            (at: SamplePosition(19_200), event: .endpoint(sure + [doubtful])),
        ])
        let recognizer = ScriptedRecognizer(ScriptedVoiceService.timed(again, over: Self.span))
        let contract = try await Self.listen(Self.service(first, recognizer))
        #expect(contract.violations.isEmpty, "\(contract.violations)")
        #expect(contract.stableWords.prefix(2) == sure[...])
        #expect(contract.earlyStableWords == 2)
    }

    @Test("an endless utterance keeps the newest 30 s of its audio and no more")
    func bounded() async throws {
        let audio = UtteranceAudio(EndlessSilence())
        for _ in 0..<400 { _ = try await audio.nextFrame() }
        let kept = audio.samples(in: SpeechSpan(start: .zero, end: SamplePosition(640_000)))
        #expect(kept.end == SamplePosition(640_000))
        #expect(kept.samples.count == UtteranceAudio.maxLength.samples)
        audio.discard(before: SamplePosition(639_000))
        #expect(audio.samples(in: SpeechSpan(start: .zero, end: SamplePosition(700_000))).samples.count == 1_000)
    }
}
