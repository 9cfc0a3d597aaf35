internal import AudioFiles
internal import Foundation
internal import OrderParsing
internal import Ordering
internal import Speech
internal import TestSupport
internal import Testing

@testable internal import VoskEngine

enum Recording {
    static func open(_ url: URL) throws -> RecordedAudio { try RecordedAudio.open(path: url.path) }
}

/// Group B and C of the fault list, on libvosk itself.
@Suite(.timeLimit(.minutes(60)))
struct VoskFaultTests {
    @Test("B2: a directory that libvosk refuses is an error, never a NULL handle", arguments: ["/nonexistent", "/tmp"])
    func refusedModel(_ directory: String) {
        #expect(throws: VoskError.modelRefused(directory: directory)) {
            _ = try VoskVoiceService(
                model: VoskModelDescription(directory: directory, sampleRate: 16_000, runtimeGraph: true))
        }
    }

    @Test(
        "B7, C5: a model of another sample rate is refused with both numbers before libvosk sees it",
        arguments: [0, 4, 8_000, 44_100])
    func sampleRate(_ rate: Int) throws {
        let own = try Vosk.description()
        #expect(throws: VoskError.sampleRateMismatch(model: rate, required: 16_000)) {
            _ = try VoskVoiceService(
                model: VoskModelDescription(directory: own.directory, sampleRate: rate, runtimeGraph: true))
        }
    }

    @Test("B3: a model that loads and hears something else than its own recording is refused")
    func selfTest() throws {
        let own = try Vosk.description()
        func load(_ samples: [Int16], _ text: String) throws -> VoskVoiceService {
            let test = VoskModelDescription.SelfTest(samples: samples, text: text)
            return try VoskVoiceService(
                model: VoskModelDescription(
                    directory: own.directory, sampleRate: 16_000, runtimeGraph: true, selfTest: test))
        }
        let muffins = SpokenOrder.threeMuffins, samples = try muffins.samples() + Quiet.silence(seconds: 0.5)
        _ = try load(samples, muffins.rawValue)
        #expect(throws: VoskError.selfTestFailed(heard: muffins.rawValue, expected: "yes please")) {
            _ = try load(samples, "yes please")
        }
        #expect(throws: VoskError.selfTestFailed(heard: "", expected: "yes please")) {
            _ = try load(Quiet.silence(seconds: 1), "yes please")
        }
    }

    @Test("B8: a vocabulary for a model with a compiled-in graph is refused")
    func staticGraph() async throws {
        let own = try Vosk.description()
        let service = try VoskVoiceService(
            model: VoskModelDescription(directory: own.directory, sampleRate: 16_000, runtimeGraph: false))
        await #expect(throws: VoskError.grammarNotSupported) {
            _ = try await service.startListening(
                to: SampleInput([]), vocabulary: RecognitionVocabulary(phrases: ["latte"]))
        }
    }

    @Test("B8: the bundled model takes a vocabulary, as its manifest says")
    func bundledModelTakesGrammar() async throws {
        #expect(try Vosk.description().runtimeGraph)
        let order = SpokenOrder.threeMuffins
        func heard(_ phrases: [String]) async throws -> String {
            try await RecognitionContract(
                Vosk.shared().startListening(
                    to: SampleInput(order.samples()), vocabulary: RecognitionVocabulary(phrases: phrases))
            ).text
        }
        #expect(try await heard([order.rawValue, "a small mocha"]) == order.rawValue)
        // A vocabulary that was ignored would still hear what is said.
        let others = try await heard(["a large iced latte", "a small mocha"])
        #expect(
            others.split(separator: " ").allSatisfy {
                "a large iced latte small mocha".split(separator: " ").contains($0)
            })
    }

    @Test("C1: eight recognitions at once hear what one hears")
    func concurrency() async throws {
        let samples = try EngineCase.order.samples()
        let service = try Vosk.shared()
        let alone = try await RecognitionContract(service.startListening(to: SampleInput(samples), vocabulary: nil))
            .text
        #expect(alone == EngineCase.order.rawValue)
        let clock = ContinuousClock(),
            end = clock.now + .seconds(60 * Repository.count("BREWS_C1_MINUTES", standard: 0))
        repeat {
            try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        try await RecognitionContract(service.startListening(to: SampleInput(samples), vocabulary: nil))
                            .text
                    }
                }
                for try await text in group { #expect(text == alone) }
            }
        } while clock.now < end
    }

    @Test("C3: blocks of 0 to 3,201 samples are all survived, and silence stays silence")
    func blockLengths() throws {
        let recognizer = try VoskRecognizer(model: Vosk.shared().model, vocabulary: nil)
        // All of them are five minutes of audio: every run has the short ones, those around 0.1 s and 0.2 s, and every
        // 17th.
        let lengths = (0...3_201).filter {
            Repository.isFullScale || $0 < 200 || $0.isMultiple(of: 17) || 1_590...1_610 ~= $0 || $0 > 3_190
        }
        for length in lengths {
            switch try recognizer.accept([Int16](repeating: 0, count: length)) {
            case .partial(let hypothesis): #expect(hypothesis.words(upTo: .zero).isEmpty)
            case .endpoint(let words, _): #expect(words.isEmpty)
            }
        }
        #expect(try recognizer.finish().isEmpty)
        #expect(recognizer.malformedResults == 0)
    }

    @Test("C3: a recogniser that never got a sample finishes with nothing")
    func noAudio() throws {
        let recognizer = try VoskRecognizer(model: Vosk.shared().model, vocabulary: nil)
        #expect(try recognizer.finish().isEmpty)
    }

    @Test("C6: vocabularies of any text are refused or work, and an empty one is refused")
    func vocabularies() throws {
        let model = try Vosk.shared().model
        for phrases in [[], [""], ["   "], ["xyzzyq"], ["\"]}"]] {
            #expect(throws: VoskError.recognizerRefused) {
                _ = try VoskRecognizer(model: model, vocabulary: RecognitionVocabulary(phrases: phrases))
            }
        }
        var generator = SeededGenerator(seed: 11)
        let pieces = [
            "latte", "large", "iced", "[unk]", "\"", "\\", "]", "{", "\u{0}", "é", "a", "oat", "milk", "\n", "<eps>",
            "#0",
        ]
        for _ in 0..<Repository.count("BREWS_VOCABULARIES", standard: Repository.rounds(100, full: 10_000)) {
            let phrases = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
                (0..<Int.random(in: 1...5, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? ""
                }.joined(separator: " ")
            }
            // Refused is fine; what was made must work.
            guard
                let recognizer = try? VoskRecognizer(model: model, vocabulary: RecognitionVocabulary(phrases: phrases))
            else { continue }
            _ = try recognizer.accept([Int16](repeating: 0, count: 1_600))
        }
    }

    @Test("C7: the recogniser can hear every item and option of the built-in menu by at least one name")
    func dictionary() throws {
        let service = try Vosk.shared()
        let checks = MenuChecks(canHear: { service.canHear($0) }, pronounce: { $0 })
        let unheard = checks.findings(try MenuLoader.builtIn()).filter { $0.severity == .error }
        #expect(unheard.isEmpty, "\(unheard)")
        #expect(service.canHear("latte"))
        #expect(!service.canHear("xyzzyq"))
    }

    @Test(
        "D6: results that are not the JSON expected are no words, and are counted",
        arguments: ["", "{", "[]", "{\"result\":[{\"word\":1}]}", "null", "\u{0}"])
    func malformedJSON(_ text: String) {
        var decoder = VoskResultDecoder()
        #expect(decoder.finalWords(text).isEmpty)
        #expect(decoder.partialWords(text).isEmpty)
        #expect(decoder.partialText(text).isEmpty)
        #expect(decoder.malformedResults >= 1)
    }

    @Test("D6: times that cannot be and unknown words are left out")
    func oddWords() {
        var decoder = VoskResultDecoder()
        let json =
            #"{"result":[{"word":"latte","start":1e300,"end":2,"conf":1},{"word":"[unk]","start":0,"end":1,"conf":1},"#
            + #"{"word":"tea","start":1,"end":2,"conf":7}]}"#
        #expect(decoder.finalWords(json).map(\.text) == ["tea"])
        #expect(decoder.finalWords(json).map(\.confidence) == [1])
    }
}
