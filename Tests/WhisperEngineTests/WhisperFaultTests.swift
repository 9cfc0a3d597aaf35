internal import Foundation
internal import PlatformSupport
internal import SegmentStreaming
internal import Speech
internal import TestSupport
internal import Testing

@testable internal import WhisperEngine

/// Groups B and C of the fault list, on libwhisper itself.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct WhisperFaultTests {
    private func refusal(_ path: String) -> WhisperError? {
        do {
            _ = try WhisperVoiceService(model: WhisperModelDescription(file: path))
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "B1, B2: a file that is not there, or is none, is an error and never a NULL handle",
        arguments: ["/nonexistent", "/tmp", "/dev/null"])
    func noFile(_ path: String) {
        guard case .modelDamaged(file: path, _) = refusal(path) else { Issue.record("\(path) was taken"); return }
    }

    @Test("B3: a file that ends after its header is refused, which libwhisper would take for an empty model")
    func headerOnly() throws {
        let (folder, path) = try Models.faulty(.headerOnly)
        #expect(refusal(path) == .modelDamaged(file: path, reason: "it holds no weights"))
        withExtendedLifetime(folder) {}
    }

    @Test(
        "B4: each number of the header is checked before libwhisper sees it", arguments: 0..<12,
        [Int32.min, -1, 0, 7, Int32.max])
    func damagedHeader(_ place: Int, _ value: Int32) throws {
        // The weights' type may be 7; that its tensors then are of another type the library sees itself.
        guard !(place == 11 && value == 7) else { return }
        let (folder, path) = try Models.faulty(.header(at: place, value: value))
        guard case .modelDamaged = refusal(path) else { Issue.record("number \(place) = \(value) was taken"); return }
        withExtendedLifetime(folder) {}
    }

    @Test(
        "B4: missing and unknown tensors are refused",
        arguments: [RandomModel.Fault.oneTensorMissing, .unknownTensorType])
    func damagedTensors(_ fault: RandomModel.Fault) throws {
        let (folder, path) = try Models.faulty(fault)
        guard case .modelDamaged = refusal(path) else { Issue.record("\(fault) was taken"); return }
        withExtendedLifetime(folder) {}
    }

    @Test("B3: a file cut at 22 places is refused before libwhisper sees it")
    func cut() throws {
        let whole = RandomModel.file()
        let folder = try TemporaryFolder()
        let path = folder.path("cut.bin")
        for step in 0..<22 {
            // Close to the beginning at first, where the structure is, then all over the weights.
            let length = step < 8 ? step * 7 : whole.count * (step - 7) / 15 - 1
            try whole.prefix(length).write(to: URL(fileURLWithPath: path))
            guard case .modelDamaged = refusal(path) else { Issue.record("cut at \(length) was taken"); return }
        }
    }

    @Test(
        "B5: weights that are no numbers, or nothing but zeros, fail the self-test",
        arguments: [RandomModel.Fault.weightsNotANumber, .weightsZero])
    func unsoundWeights(_ fault: RandomModel.Fault) throws {
        let (folder, path) = try Models.faulty(fault)
        guard case .selfTestFailed = refusal(path) else { Issue.record("\(fault) was taken"); return }
        withExtendedLifetime(folder) {}
    }

    @Test("B3: a model that does not hear its clip is refused, with what it heard")
    func selfTest() throws {
        let path = try Models.randomFile()
        let test = try WhisperModelDescription.SelfTest(
            samples: SpokenOrder.threeMuffins.samples(), text: SpokenOrder.threeMuffins.rawValue)
        let error = #expect(throws: WhisperError.self) {
            _ = try WhisperVoiceService(model: WhisperModelDescription(file: path, selfTest: test))
        }
        guard case .selfTestFailed(_, expected: SpokenOrder.threeMuffins.rawValue) = error else {
            Issue.record("\(String(describing: error))"); return
        }
    }

    @Test(
        "B7: a model of another sample rate is refused with both numbers before its file is opened",
        arguments: [0, 8_000, 44_100])
    func sampleRate(_ rate: Int) {
        #expect(throws: WhisperError.sampleRateMismatch(model: rate, required: 16_000)) {
            _ = try WhisperVoiceService(model: WhisperModelDescription(file: "/nonexistent", sampleRate: rate))
        }
    }

    @Test("C3, C4: lengths of 0 to 3,201 samples, silent and at full scale, are all survived")
    func lengths() throws {
        let model = try WhisperModel(WhisperModelDescription(file: Models.randomFile()), language: "en")
        let decoder = try WhisperDecoder(model: model, settings: WhisperSettings())
        let guide = VocabularyGuide(nil, use: .none, model: model)
        for length in 0...3_201 {
            // Below 0.1 s the decoder gives nothing; above, a step of 53 reaches every alignment.
            guard length < 1_620 || length % 53 == 0 || length > 3_195 else { continue }
            let samples = [Int16](repeating: length % 2 == 0 ? 0 : .min, count: length)
            let hypothesis = try decoder.decode(samples[...], guide: guide, isFinal: false, abort: AbortFlag())
            if length < 1_600 { #expect(hypothesis.tokens.isEmpty) }
            #expect(hypothesis.words(onset: 0).allSatisfy { $0.span.end.samples <= max(length, 0) })
        }
    }

    @Test("C3: every length of input up to 3,201 samples ends with one closing result and no words of silence")
    func inputLengths() async throws {
        let service = try Models.ignorant()
        // Every length within a block of 10 ms and around the ends of the next two; then a few of each hundred.
        for length in Array(0...3_201).filter({ $0 < 165 || 315...325 ~= $0 || 475...485 ~= $0 || $0 % 100 < 2 }) {
            let contract = try await RecognitionContract(
                service.startListening(to: SampleInput([Int16](repeating: 0, count: length)), vocabulary: nil))
            #expect(contract.violations.isEmpty && contract.text.isEmpty)
        }
    }

    @Test("C13: cancelling while libwhisper decodes frees the caller at once, and the library stops soon after")
    func cancellation() async throws {
        let service = try Models.ignorant()
        var before = service.cost.decodings.count
        // The quickest of several: other tests may occupy every thread until a decoding is complete.
        var freed = Duration.seconds(60)
        for _ in 0..<20 where freed >= .milliseconds(100) {
            if let time = try await timeToCancel(service) { freed = min(freed, time) } else { before += 1 }
        }
        #expect(freed < .milliseconds(100), "\(freed.milliseconds) ms")
        // The cost counts complete decodings only.
        _ = try await service.recognize(
            AudioFrame(start: .zero, samples: Sound.noise(1, amplitude: 8_000)), vocabulary: nil)
        #expect(service.cost.decodings.count == before + 1)
    }

    /// Time from cancelling a decoding of 25 s until its caller returns; `nil` when it was complete before.
    private func timeToCancel(_ service: WhisperVoiceService) async throws -> Duration? {
        let clock = ContinuousClock()
        let speech = Sound.noise(25, amplitude: 8_000)
        let task = Task { try await service.recognize(AudioFrame(start: .zero, samples: speech), vocabulary: nil) }
        let begun = clock.now
        while clock.now - begun < .milliseconds(60) { await Task.yield() }
        let cancelled = clock.now
        task.cancel()
        let result = await task.result
        let freed = clock.now - cancelled
        if case .success = result { return nil }
        #expect(throws: CancellationError.self) { _ = try result.get() }
        return freed
    }

    @Test("C13: an abort raised before a decoding ends it without an encoder step")
    func abortedBefore() throws {
        let model = try WhisperModel(WhisperModelDescription(file: Models.randomFile()), language: "en")
        let decoder = try WhisperDecoder(model: model, settings: WhisperSettings())
        let abort = AbortFlag()
        abort.raise()
        #expect(throws: CancellationError.self) {
            _ = try decoder.decode(
                Sound.noise(10, amplitude: 8_000)[...], guide: VocabularyGuide(nil, use: .none, model: model),
                isFinal: false, abort: abort)
        }
        // The same decoder works on.
        #expect(
            try decoder.decode(
                Sound.noise(1, amplitude: 8_000)[...], guide: VocabularyGuide(nil, use: .none, model: model),
                isFinal: false, abort: AbortFlag()
            ).tokens
                .isEmpty == false)
    }

    @Test("C10: a minute of silence, of room noise and of loud noise gives no words of a model that knows nothing")
    func noWordsFromNoise() async throws {
        let service = try Models.ignorant()
        for samples in [
            Sound.noise(60, amplitude: 0), Sound.noise(60, amplitude: 12), Sound.noise(10, amplitude: 3_000),
        ] {
            let contract = try await RecognitionContract(
                service.startListening(to: SampleInput(samples), vocabulary: nil))
            #expect(contract.text.isEmpty, "\(contract.text)")
            #expect(contract.violations.isEmpty, "\(contract.violations)")
        }
    }

    @Test("C1: four recognitions at once on one model hear what one hears")
    func concurrency() async throws {
        let service = try WhisperVoiceService(model: WhisperModelDescription(file: Models.trainedFile))
        let frame = AudioFrame(start: .zero, samples: try SpokenOrder.largeIcedLatte.samples())
        func text() async throws -> String {
            try await RecognitionContract(service.startListening(to: SampleInput(frame.samples), vocabulary: nil)).text
        }
        let alone = try await service.recognize(frame, vocabulary: nil).map(\.text)
        let streamed = try await text()
        #expect(!alone.isEmpty && !streamed.isEmpty)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 {
                group.addTask { try await service.recognize(frame, vocabulary: nil).map(\.text) == alone }
            }
            for _ in 0..<4 { group.addTask { try await text() == streamed } }
            for try await isAlike in group { #expect(isAlike) }
        }
    }

    @Test("C11: 25 utterances leave the memory as it was; a leak would show in each of twelve stretches")
    func memory() async throws {
        let service = try Models.ignorant()
        func residentKilobytes() throws -> Int {
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS") })
            return Int(line.filter(\.isNumber)) ?? 0
        }
        let speech = Sound.noise(0.15, amplitude: 8_000)
        func listen(_ times: Int) async throws {
            for _ in 0..<times {
                _ = try await RecognitionContract(service.startListening(to: SampleInput(speech), vocabulary: nil))
            }
        }
        try await listen(20)
        // Other tests of this process grow meanwhile; a leak of ours would show in every stretch.
        var growths: [Int] = []
        while growths.count < 12, growths.min() ?? .max >= 2_500 {
            let before = try residentKilobytes()
            try await listen(25)
            growths.append(try residentKilobytes() - before)
        }
        #expect(growths.min() ?? .max < 2_500, "\(growths) kB")
    }

    @Test(
        "C6: vocabularies of any text are survived as prompt, as preference and as grammar",
        arguments: [
            WhisperSettings.VocabularyUse.prompt(tokens: 60), .bias(tokens: 60, pair: 2, word: 8),
            .grammar(penalty: 100),
        ])
    func vocabularies(_ use: WhisperSettings.VocabularyUse) throws {
        let model = try WhisperModel(WhisperModelDescription(file: Models.randomFile()), language: "en")
        var settings = WhisperSettings()
        settings.vocabulary = use
        let decoder = try WhisperDecoder(model: model, settings: settings)
        let long = String(repeating: "a", count: 5_000)
        for phrases in [
            [], [""], ["  "], ["latte tea"], ["é ß 日本"], ["\"]}", "\u{0}"], [long], ["[unk] <eps> #0"],
        ] {
            let guide = VocabularyGuide(RecognitionVocabulary(phrases: phrases), use: use, model: model)
            #expect(guide.tokens.count <= 60)
            _ = try decoder.decode(
                Sound.noise(0.4, amplitude: 8_000)[...], guide: guide, isFinal: false, abort: AbortFlag())
        }
    }

    @Test("C9: an utterance longer than the model's 30 s is refused, which libwhisper would end the process for")
    func tooLong() async throws {
        let limit = 1_499 * 320
        await #expect(throws: WhisperError.utteranceTooLong(samples: limit + 1, limit: limit)) {
            _ = try await Models.ignorant().recognize(
                AudioFrame(start: .zero, samples: [Int16](repeating: 0, count: limit + 1)), vocabulary: nil)
        }
        _ = try await Models.ignorant().recognize(
            AudioFrame(start: .zero, samples: Sound.noise(29.98, amplitude: 8_000)), vocabulary: nil)
    }

    @Test(
        "any word of letters can be heard",
        arguments: [
            ("latte", true), ("i'd", true), ("crème", true), ("two words", false), ("", false),
            ("half-and-half", false), ("Latte", false),
        ])
    func canHear(_ word: String, _ can: Bool) throws { #expect(try Models.ignorant().canHear(word) == can) }
}
