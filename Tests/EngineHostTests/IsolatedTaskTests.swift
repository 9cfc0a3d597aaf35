internal import EngineHost
internal import Foundation
internal import Speech
internal import SpeechSynthesis
internal import TestSupport
internal import Testing

/// Synthesis and whole-utterance reading in a child.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct IsolatedTaskTests {
    @Test("C15: isolated espeak-ng speaks as it does in this process")
    func espeak() async throws {
        let isolated = try IsolatedSynthesizer(command: Child.command("espeak"))
        for text in ["Your latte is ready.", "", "That is $12.50. Anything else?"] {
            // espeak-ng does not give the same samples twice, and up to 60 ms more silence after other texts.
            let far = try await isolated.synthesize(text), near = try await EspeakSynthesizer().synthesize(text)
            #expect(
                far.sampleRate == near.sampleRate && abs(far.seconds - near.seconds) < 0.15,
                "\(far.seconds) s, \(near.seconds) s")
            #expect(far.samples.contains { abs(Int($0)) > 1_000 } == !text.isEmpty)
        }
        #expect(isolated.health.losses == 0)
    }

    @Test("C15: a text that the engine dies of is tried twice and then an error; the next is spoken")
    func deadlyText() async throws {
        let synthesizer = try IsolatedSynthesizer(command: Child.command("tones"), settings: Child.patient)
        let error = await #expect(throws: EngineHostError.self) { _ = try await synthesizer.synthesize("two!") }
        guard case .lostTooOften(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("signal 6"))
        #expect(try await synthesizer.synthesize("ok").samples == [111, 107])
        #expect(synthesizer.health.losses == 2)
    }

    @Test("an error of the synthesiser comes over with its code and sentence")
    func failingText() async throws {
        let synthesizer = try IsolatedSynthesizer(command: Child.command("tones"), settings: Child.patient)
        await #expect(throws: EngineHostError.engine(EngineFailure(code: 4, text: "CannotLoad()"))) {
            _ = try await synthesizer.synthesize("really?")
        }
        #expect(synthesizer.health.losses == 0)
    }

    @Test("prompts asked for at once are all spoken, in one process")
    func manyTexts() async throws {
        let synthesizer = try IsolatedSynthesizer(command: Child.command("tones"))
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<50 {
                group.addTask {
                    try await synthesizer.synthesize("number \(number)").samples
                        == "number \(number)".utf8.map { Int16($0) }
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
        #expect(synthesizer.health.losses == 0)
    }

    @Test("C14: an utterance is read again when the child dies of a signal, and the words are the same")
    func utterances() async throws {
        let recognizer = try IsolatedUtteranceRecognizer(command: Child.command("tones"), settings: Child.patient)
        let utterance = AudioFrame(start: .zero, samples: ToneVoiceService.samples([[4, 5, 6]]))
        #expect(recognizer.engineName == "tones")
        // On a busy machine a child may not have its successor yet when the next one is to be killed, and nobody
        // notices that a spare one is dead before it is needed.
        var killed: Set<Int32> = []
        for _ in 0..<5 {
            for process in recognizer.health.processIdentifiers where kill(process, SIGSEGV) == 0 {
                killed.insert(process)
            }
            #expect(try await recognizer.recognize(utterance, vocabulary: nil).map(\.text) == ["w4", "w5", "w6"])
        }
        let health = recognizer.health
        let noticed = killed.subtracting(health.processIdentifiers)
        #expect(!noticed.isEmpty)
        #expect(health.losses >= noticed.count)
    }

    @Test("C13: reading that hangs ends at the deadline, and cancelling ends it at once")
    func hangingUtterance() async throws {
        var settings = Child.patient
        settings.leastDeadline = .milliseconds(300)
        let recognizer = try IsolatedUtteranceRecognizer(command: Child.command("tones"), settings: settings)
        let poison = AudioFrame(
            start: .zero, samples: [Int16](repeating: ToneVoiceService.Fault.hang.rawValue, count: 1_600))
        await #expect(throws: EngineHostError.self) { _ = try await recognizer.recognize(poison, vocabulary: nil) }
        #expect(recognizer.health.hangs == 2)
        settings.leastDeadline = .seconds(8)
        let patient = try IsolatedUtteranceRecognizer(command: Child.command("tones"), settings: settings)
        let reading = Task { try await patient.recognize(poison, vocabulary: nil) }
        // Long enough for the child to have been asked.
        try await Task.sleep(for: .milliseconds(300))
        let began = ContinuousClock.now
        reading.cancel()
        await #expect(throws: CancellationError.self) { _ = try await reading.value }
        #expect(ContinuousClock.now - began < .seconds(4), "it waited for the deadline")
        #expect(patient.health.hangs == 0)
        let silence = AudioFrame(start: .zero, samples: [Int16](repeating: 0, count: 1_600))
        #expect(try await recognizer.recognize(silence, vocabulary: nil).isEmpty)
    }
}

/// Menus as careless or hostile people write them, spoken in a child.
@Suite(.serialized, .timeLimit(.minutes(60)))
struct IsolatedNameTests {
    @Test("C15: fuzzed item names go through espeak-ng in a child, and the host lives")
    func names() async throws {
        let count = ProcessInfo.processInfo.environment["BREWS_C15_NAMES"].flatMap { Int($0) } ?? 200
        let synthesizer = try IsolatedSynthesizer(command: Child.command("espeak"), settings: Child.patient)
        var names = FuzzedName(seed: 99)
        var spoken = 0, failed = 0
        for index in 0..<count {
            do {
                spoken +=
                    try await synthesizer.synthesize(index.isMultiple(of: 10) ? names.nastiest() : names.next()).samples
                    .isEmpty ? 0 : 1
            } catch {
                failed += 1
            }
        }
        if count > 200 {
            print("C15: \(count) names, \(spoken) spoken, \(failed) failed, \(synthesizer.health.losses) children lost")
        }
        #expect(spoken > count / 2 && failed == 0 && synthesizer.health.losses == 0)
    }
}
