internal import Foundation
internal import Speech
internal import Synchronization
internal import TestSupport
internal import VoiceKit
internal import VoiceServiceContract

/// A live voice of scripted parts, whose time limits pass only when a test moves the clock.
struct VoiceStand {
    let voice: LiveVoiceIO
    let output = ScriptedOutput(.instant)
    let clock = ManualClock()
    let folder: TemporaryFolder

    /// - Parameters:
    ///   - input: what there is to hear.
    ///   - recognizer: what it makes of it.
    init(
        _ input: any AudioInput, _ recognizer: any VoiceService, hears scope: RecognizerScope = .anySpeech,
        freeSpeech: (any VoiceService)? = nil, output: (any AudioOutput)? = nil
    ) throws {
        folder = try TemporaryFolder()
        var settings = LiveVoiceSettings()
        settings.recordingFolder = folder.url.path
        voice = try LiveVoiceIO(
            input: input, output: output ?? self.output, recognizer: recognizer, hears: scope, freeSpeech: freeSpeech,
            synthesizer: BuzzVoice(), settings: settings, clock: clock)
    }

    /// Files below the folder for recordings.
    var files: [String] {
        (try? FileManager.default.subpathsOfDirectory(atPath: folder.url.path).filter { $0.hasSuffix(".wav") }) ?? []
    }
}

/// A voice whose speech is a tenth of a second a word at 22,050 Hz.
struct BuzzVoice: SpeechSynthesizer {
    func synthesize(_ text: String) async throws -> SynthesizedSpeech {
        let words = text.split(separator: " ").count
        return SynthesizedSpeech(samples: [Int16](repeating: 1_000, count: 2_205 * words), sampleRate: 22_050)
    }
}

/// A recogniser that hears one sentence in every listening as soon as its audio is there.
struct SentenceEngine: VoiceService {
    let engineName = "sentence"
    var sentence = "my name is alice"
    /// Where its words are.
    var span = SpeechSpan(start: SamplePosition(seconds: 0.4), end: SamplePosition(seconds: 1.6))
    var dictionary: Set<String>?
    let vocabularies = Journal<RecognitionVocabulary?>()

    func canHear(_ word: String) -> Bool { dictionary?.contains(word) ?? true }

    func startListening(to input: any AudioInput, vocabulary: RecognitionVocabulary?) async throws -> VoiceResults {
        vocabularies.add(vocabulary)
        let words = ScriptedVoiceService.timed(sentence, over: span)
        let script = words.indices.map {
            (at: words[$0].span.end, event: ScriptedVoiceService.Event.hears(Array(words[...$0])))
        }
        return try await ScriptedVoiceService(script: script).startListening(to: input, vocabulary: vocabulary)
    }
}

/// A recogniser that takes all audio and never gives a result, or never even begins.
struct DeadEngine: VoiceService {
    let engineName = "dead"
    func canHear(_ word: String) -> Bool { true }
    func startListening(to input: any AudioInput, vocabulary: RecognitionVocabulary?) async throws -> VoiceResults {
        VoiceResults {
            while try await input.nextFrame() != nil {}
            let (stream, _) = AsyncStream<Void>.makeStream()
            for await _ in stream {}
            throw CancellationError()
        }
    }
}

/// Values in the order in which they came.
final class Journal<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])
    var all: [Value] { values.withLock { $0 } }
    func add(_ value: Value) { values.withLock { $0.append(value) } }
}

/// Audio of somebody who says a sentence after 0.4 s, and is silent afterwards.
enum Guest {
    static let quiet = [Int16](repeating: 0, count: SampleRate.speech * 2 / 5)
    static func silence(_ seconds: Double) -> [Int16] {
        [Int16](repeating: 0, count: SampleCount(seconds: seconds).samples)
    }
    static func sentence(thenSilent seconds: Double = 4) throws -> [Int16] {
        try quiet + SpokenOrder.threeMuffins.speech() + silence(seconds)
    }
}
