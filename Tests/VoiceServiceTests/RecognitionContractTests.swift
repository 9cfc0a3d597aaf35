internal import Foundation
internal import Speech
internal import TestSupport
internal import Testing

@testable internal import VoskEngine

/// The promises of `VoiceService`, over every engine. One after another: each isolated recognition at work is a
/// process.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct RecognitionContractTests {
    @Test("spans ascend, stable words stay, and nothing volatile is left", arguments: EngineCase.allCases)
    func laws(_ engine: EngineCase) async throws {
        #expect(try await engine.suite().laws() == [])
    }

    /// Whether a case runs with every frame size.
    private static func hasAllSizes(_ engine: EngineCase) -> Bool { Repository.isFullScale || engine.hasOwnFraming }

    /// Each engine with each size, but engines that cut audio as another does only with an odd one and with one that
    /// is cut.
    private static let framings = EngineCase.allCases.flatMap { engine in
        (hasAllSizes(engine) ? [160, 777, 16_000, 1_000_000] : [777, 1_000_000]).map { (engine, $0) }
    }

    @Test("the laws hold however the audio is cut into frames", arguments: framings)
    func frameSizes(_ engine: EngineCase, frameSamples: Int) async throws {
        #expect(try await engine.suite().frameSizes(frameSamples) == [])
    }

    private static let markedFrames = EngineCase.allCases.filter { !$0.isScripted }.flatMap { engine in
        (hasAllSizes(engine)
            ? [(160, false), (320, true), (1_600, true), (5_000, false)] : [(320, true), (5_000, false)])
            .map { (engine, $0.0, $0.1) }
    }

    /// At full scale also the engines in child processes, which decode as in this one; what a child passes on early
    /// is the scripted engine's child's to show.
    private static let decoders = EngineCase.allCases.filter { Repository.isFullScale || !$0.isIsolatedEngine }

    @Test("words become stable before the utterance ends", arguments: decoders.filter(\.isExact))
    func earlyStability(_ engine: EngineCase) async throws {
        #expect(try await engine.suite().earlyStability() == [])
    }

    @Test(
        "a frame marked as the end of an utterance closes it at once, with or without words, and be it empty",
        arguments: markedFrames)
    func markedEnd(_ engine: EngineCase, frameSamples: Int, isEmpty: Bool) async throws {
        #expect(
            try await engine.suite().markedEnd(frameSamples: frameSamples, isEmpty: isEmpty) == [])
    }

    @Test("the last word of a recording without trailing silence is not lost", arguments: EngineCase.allCases)
    func tail(_ engine: EngineCase) async throws {
        #expect(try await engine.suite().tail() == [])
    }

    @Test(
        "silence and a quiet room give no words",
        arguments: decoders.filter { !$0.isScripted })
    func silence(_ engine: EngineCase) async throws {
        #expect(try await engine.suite().silence() == [])
    }

    @Test("a failing input throws its error and never looks like silence", arguments: EngineCase.allCases)
    func failure(_ engine: EngineCase) async throws {
        #expect(try await engine.suite().failure() == [])
    }

    @Test("a failing engine throws")
    func engineFailure() async throws {
        let service = ScriptedVoiceService(script: [(at: SamplePosition(1_600), event: .fails(BreakingInput.Broken()))])
        await #expect(throws: BreakingInput.Broken.self) {
            _ = try await RecognitionContract(
                service.startListening(to: SampleInput(Quiet.silence(seconds: 1)), vocabulary: nil))
        }
    }

    @Test("cancelling ends a recognition of endless audio", arguments: EngineCase.allCases)
    func cancellation(_ engine: EngineCase) async throws {
        #expect(try await engine.suite().cancellation() == [])
    }

    @Test("the suite finds an engine that breaks the contract")
    func broken() async throws {
        // Says its words as if they would not change, once for each frame, and never closes the input.
        let suite = RecognitionContractSuite(recording: try EngineCase.order.samples(), text: nil) { input in
            VoiceResults {
                try Task.checkCancellation()
                guard try await input.nextFrame() != nil else { return nil }
                let span = SpeechSpan(start: .zero, end: SamplePosition(1_600))
                return VoiceTranscriptionResult(
                    span: span, words: [TranscribedWord(text: "latte", span: span, confidence: 1)], isVolatile: false)
            }
        }
        let checks = await suite.violations().compactMap { $0.split(separator: ":").first }
        for check in RecognitionContractSuite.Check.allCases where ![.failure, .cancellation].contains(check) {
            #expect(checks.contains { $0 == check.rawValue } == (check != .earlyStability), "\(check)")
        }
    }
}

/// The same promises on people's voices.
@Suite(
    .enabled(if: Repository.recordings != nil, "recorded orders are not beside this checkout"), .timeLimit(.minutes(20))
)
struct RecordedSpeechContractTests {
    /// The orders are shared out, so that the last does not keep one processor busy and the others waiting.
    private static let shares = 4
    /// Every sixth order; all at full scale, which takes four minutes unoptimised.
    private static let step = Repository.rounds(6, full: 1)

    @Test("recorded orders keep the laws, and no stable word is taken back", arguments: 0..<shares)
    func recordedOrders(_ share: Int) async throws {
        let folder = try #require(Repository.recordings).appendingPathComponent("coffee-orders")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".wav") }
            .sorted()
        #expect(names.count > 100)
        var early = 0, all = 0
        for name in names.enumerated().filter({ $0.offset % (Self.shares * Self.step) == share * Self.step }).map(
            \.element)
        {
            let results = try await Vosk.shared().startListening(
                to: try Recording.open(folder.appendingPathComponent(name)), vocabulary: nil)
            let contract = try await RecognitionContract(results)
            #expect(contract.violations.isEmpty, "\(name): \(contract.violations)")
            early += contract.earlyStableWords
            all += contract.stableWords.count
        }
        #expect(early * 3 > all, "\(early) of \(all) words became stable early")
    }
}
