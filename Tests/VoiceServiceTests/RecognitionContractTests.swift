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
        let speech = try EngineCase.order.samples()
        let contract = try await RecognitionContract(engine.results(SampleInput(speech + Quiet.silence(seconds: 1))))
        #expect(contract.violations.isEmpty, "\(contract.violations)")
        if engine.isExact { #expect(contract.text == EngineCase.order.rawValue) }
    }

    /// Each engine with each size, but engines in a child process only with an odd one and with one that the host cuts.
    private static let framings = EngineCase.allCases.flatMap { engine in
        (engine.isIsolatedEngine ? [777, 1_000_000] : [160, 777, 16_000, 1_000_000]).map { (engine, $0) }
    }

    @Test("the laws hold however the audio is cut into frames", arguments: framings)
    func frameSizes(_ engine: EngineCase, frameSamples: Int) async throws {
        let speech = try EngineCase.order.samples()
        let contract = try await RecognitionContract(engine.results(SampleInput(speech, frameSamples: frameSamples)))
        #expect(contract.violations.isEmpty, "\(contract.violations)")
        if engine.isExact { #expect(contract.stableWords.isEmpty == false) }
    }

    private static let markedFrames = EngineCase.allCases.filter { !$0.isScripted }.flatMap { engine in
        (engine.isIsolatedEngine
            ? [(320, true), (5_000, false)] : [(160, false), (320, true), (1_600, true), (5_000, false)])
            .map { (engine, $0.0, $0.1) }
    }

    @Test("words become stable before the utterance ends", arguments: EngineCase.allCases.filter(\.isExact))
    func earlyStability(_ engine: EngineCase) async throws {
        // Seven seconds without a pause: a word that the engine is not sure of keeps those behind it waiting for some
        // three.
        let order = try EngineCase.order.speech()
        let speech = Array(repeatElement(order, count: 7 * SampleRate.speech / order.count).joined())
        let contract = try await RecognitionContract(engine.results(SampleInput(speech + Quiet.silence(seconds: 1))))
        #expect(
            contract.earlyStableWords >= 3, "\(contract.earlyStableWords) early words of \(contract.stableWords.count)")
    }

    @Test(
        "a frame marked as the end of an utterance closes it at once, with or without words, and be it empty",
        arguments: markedFrames)
    func markedEnd(_ engine: EngineCase, frameSamples: Int, isEmpty: Bool) async throws {
        let order = try EngineCase.order.samples()
        let mark = SamplePosition(order.count), silent = SamplePosition(order.count + SampleRate.speech / 2)
        let pause = Quiet.silence(seconds: 1)
        let input = SampleInput(
            order + pause + order + pause, frameSamples: frameSamples, utteranceEnds: [mark, silent],
            hasEmptyEnds: isEmpty)
        var contract = RecognitionContract(), ends: [SamplePosition] = []
        for try await result in try await engine.results(input) {
            contract.take(result)
            if result.utteranceEnd == .endpoint { ends.append(result.span.end) }
        }
        contract.finish()
        #expect(contract.violations.isEmpty, "\(contract.violations)")
        if engine.isExact { #expect(contract.text == "\(EngineCase.order.rawValue) \(EngineCase.order.rawValue)") }
        try #require(ends.count >= 2)
        #expect(
            ends[0] >= mark && (ends[0] - mark).samples < frameSamples && ends[1] >= silent
                && (ends[1] - silent).samples < frameSamples)
        guard engine.isExact else { return }
        // Times go on counting from the first sample; libvosk lets the first word of an utterance begin in the silence
        // before it.
        let second = try #require(contract.stableWords.dropFirst(contract.stableWords.count / 2).first)
        #expect(second.span.start >= silent && second.span.end.samples > order.count + pause.count)
    }

    @Test("the last word of a recording without trailing silence is not lost", arguments: EngineCase.allCases)
    func tail(_ engine: EngineCase) async throws {
        var speech = try EngineCase.order.samples()
        let lastLoud = speech.lastIndex { abs(Int($0)) > 500 } ?? speech.count - 1
        speech.removeSubrange((lastLoud + 1)...)
        let contract = try await RecognitionContract(engine.results(SampleInput(speech)))
        if engine.isExact { #expect(contract.stableWords.last?.text == "please", "heard: \(contract.text)") }
        #expect(contract.lastEnd == .endOfInput)
    }

    @Test(
        "silence and a quiet room give no words",
        arguments: EngineCase.allCases.filter { ![.scripted, .isolatedScripted, .twoPassScripted].contains($0) })
    func silence(_ engine: EngineCase) async throws {
        let seconds = engine.isIsolatedEngine ? 2.0 : 10
        for quiet in [Quiet.silence(seconds: seconds), Quiet.roomNoise(seconds: seconds), []] {
            let contract = try await RecognitionContract(engine.results(SampleInput(quiet)))
            #expect(contract.text.isEmpty, "heard: \(contract.text)")
            #expect(contract.violations.isEmpty, "\(contract.violations)")
        }
    }

    @Test("a failing input throws its error and never looks like silence", arguments: EngineCase.allCases)
    func failure(_ engine: EngineCase) async throws {
        await #expect(throws: BreakingInput.Broken.self) {
            _ = try await RecognitionContract(engine.results(BreakingInput(frames: 3)))
        }
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
        let input = EndlessSilence()
        let results = try await engine.results(input)
        let listening = Task { for try await _ in results {} }
        while await input.frames < 5 { await Task.yield() }
        listening.cancel()
        // Either end is prompt: the stream finishes, or throws that it was cancelled.
        _ = await listening.result
        let frames = await input.frames
        // Time for dozens of frames, if anything still took them.
        try await Task.sleep(for: .milliseconds(200))
        #expect(await input.frames <= frames + 1, "the engine goes on reading after it was cancelled")
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
