internal import Speech
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import SegmentStreaming

/// Reads words that were put at fixed times into the stream, as a perfect recogniser would, and counts its calls.
private final class ScriptedSegmentDecoder: SegmentDecoder {
    struct Reading: Sendable { var start: Int, count: Int, isFinal: Bool }

    private let words: [(text: String, start: Double, end: Double)]
    private let total: Int
    private let log = Mutex<[Reading]>([])
    private let change: (@Sendable (Int, [TranscribedWord]) -> [TranscribedWord])?

    init(
        _ words: [(text: String, start: Double, end: Double)], in samples: [Int16],
        change: (@Sendable (Int, [TranscribedWord]) -> [TranscribedWord])? = nil
    ) {
        self.words = words
        total = samples.count
        self.change = change
    }

    var calls: [Reading] { log.withLock { $0 } }

    func words(_ audio: ArraySlice<Int16>, onset: Int, speech: SampleCount, isFinal: Bool) async throws
        -> [TranscribedWord]
    {
        // The samples say where they stand: each test's audio counts up.
        let start = Int(audio.first ?? 0) * 160
        let number = log.withLock { log in
            log.append(Reading(start: start, count: audio.count, isFinal: isFinal))
            return log.count
        }
        let heard: [TranscribedWord] = words.compactMap { word in
            let (from, to) = (
                SamplePosition(seconds: word.start).samples - start, SamplePosition(seconds: word.end).samples - start
            )
            guard from >= -1_600, to <= audio.count else { return nil }
            return TranscribedWord(
                text: word.text, span: SpeechSpan(start: SamplePosition(max(0, from)), end: SamplePosition(to)),
                confidence: 0.9)
        }
        return change?(number, heard) ?? heard
    }
}

/// A gate that is open in given blocks.
private struct ScriptedGate: SpeechGate {
    let open: [ClosedRange<Double>]
    private var block = 0

    init(open: [ClosedRange<Double>]) { self.open = open }

    mutating func isSpeech(_ samples: ArraySlice<Int16>) -> Bool {
        defer { block += 1 }
        let time = Double(block) / 100
        return open.contains { $0.contains(time) }
    }
}

/// Samples whose value is the number of their block of 10 ms, so that a decoder knows where a stretch comes from.
private func counted(_ seconds: Double) -> [Int16] {
    (0..<SampleCount(seconds: seconds).samples).map { Int16($0 / 160) }
}

@Suite(.timeLimit(.minutes(10)))
struct SessionTests {
    private func run(
        _ decoder: ScriptedSegmentDecoder, _ samples: [Int16], open: [ClosedRange<Double>],
        settings: SegmentSettings = SegmentSettings(), frame: Int = 1_600
    )
        async throws
        -> (RecognitionContract, [VoiceTranscriptionResult])
    {
        let session = SegmentSession(
            input: SampleInput(samples, frameSamples: frame), decoder: decoder, settings: settings,
            gate: ScriptedGate(open: open)
        ) { .zero }
        var contract = RecognitionContract()
        var results: [VoiceTranscriptionResult] = []
        while let result = try await session.next() {
            contract.take(result)
            results.append(result)
        }
        contract.finish()
        return (contract, results)
    }

    private static let order: [(text: String, start: Double, end: Double)] = [
        ("a", 1.0, 1.1), ("large", 1.1, 1.5), ("iced", 1.5, 1.9), ("latte", 1.9, 2.4), ("please", 2.4, 2.9),
    ]

    @Test(
        "words appear, become stable after two agreeing calls, and the utterance closes",
        arguments: [160, 777, 1_600, 100_000])
    func order(_ frame: Int) async throws {
        let samples = counted(5)
        let decoder = ScriptedSegmentDecoder(Self.order, in: samples)
        let (contract, results) = try await run(decoder, samples, open: [1.0...2.9], frame: frame)
        #expect(contract.violations.isEmpty, "\(contract.violations)")
        #expect(contract.text == "a large iced latte please")
        #expect(contract.earlyStableWords >= 3)
        #expect(results.contains { $0.utteranceEnd == .endpoint })
        #expect(contract.lastEnd == .endOfInput)
    }

    @Test("silence is never read")
    func silence() async throws {
        let samples = counted(60)
        let decoder = ScriptedSegmentDecoder([], in: samples)
        let (contract, results) = try await run(decoder, samples, open: [])
        #expect(decoder.calls.isEmpty)
        #expect(contract.violations.isEmpty)
        #expect(results.map(\.text) == [""])
    }

    @Test("the closing reading is not made twice when the last one saw every word whole")
    func noDoubleReading() async throws {
        let samples = counted(5)
        let decoder = ScriptedSegmentDecoder(Self.order, in: samples)
        _ = try await run(decoder, samples, open: [1.0...2.9])
        #expect(decoder.calls.allSatisfy { !$0.isFinal })
        var settings = SegmentSettings()
        settings.decodesEndedUtterances = true
        let wide = ScriptedSegmentDecoder(Self.order, in: samples)
        _ = try await run(wide, samples, open: [1.0...2.9], settings: settings)
        #expect(wide.calls.count(where: \.isFinal) == 1)
    }

    @Test("the tail of a recording that ends within a word is read to its end")
    func tail() async throws {
        let samples = counted(2.9)
        let (contract, _) = try await run(ScriptedSegmentDecoder(Self.order, in: samples), samples, open: [1.0...2.9])
        #expect(contract.stableWords.last?.text == "please")
        #expect(contract.violations.isEmpty, "\(contract.violations)")
    }

    @Test("a long utterance slides on at a stable word: every word once, and no reading longer than the window")
    func sliding() async throws {
        let words = (0..<80).map { index in
            let start = 1 + 0.4 * Double(index)
            return (text: "word\(index)", start: start, end: start + 0.3)
        }
        let samples = counted(36)
        let decoder = ScriptedSegmentDecoder(words, in: samples)
        var settings = SegmentSettings()
        settings.window = SampleCount(seconds: 5)
        let (contract, _) = try await run(decoder, samples, open: [1.0...33], settings: settings)
        #expect(contract.violations.isEmpty, "\(contract.violations)")
        #expect(contract.text == words.map(\.text).joined(separator: " "))
        #expect(decoder.calls.allSatisfy { $0.count <= settings.window.samples })
    }

    @Test(
        "an utterance that fills the window in the quiet after its last word is not told twice",
        arguments: [4.6, 4.75, 4.9, 5.0, 5.1])
    func fullInTheQuiet(_ end: Double) async throws {
        let count = Int((end - 0.5) / 0.4)
        let begins = (0..<count).map { end - 0.4 * Double(count - $0) }
        let words = begins.enumerated().map { (text: "word\($0.offset)", start: $0.element, end: $0.element + 0.3) }
        let samples = counted(8)
        let decoder = ScriptedSegmentDecoder(words, in: samples)
        var settings = SegmentSettings()
        settings.window = SampleCount(seconds: 5)
        let (contract, _) = try await run(decoder, samples, open: [0.5...end], settings: settings)
        #expect(contract.violations.isEmpty, "\(contract.violations)")
        #expect(contract.text == words.map(\.text).joined(separator: " "))
        #expect(decoder.calls.allSatisfy { $0.count <= settings.window.samples })
    }

    @Test("C9: speech in which nothing becomes stable is closed when the window is full")
    func neverStable() async throws {
        let samples = counted(30)
        let decoder = ScriptedSegmentDecoder([], in: samples) { number, _ in
            [
                TranscribedWord(
                    text: "word\(number)", span: SpeechSpan(start: SamplePosition(1_600), end: SamplePosition(3_200)),
                    confidence: 0.3)
            ]
        }
        let (contract, results) = try await run(decoder, samples, open: [0.0...30])
        #expect(contract.violations.isEmpty, "\(contract.violations)")
        #expect(results.count { $0.utteranceEnd == .endpoint } == 2)
        #expect(decoder.calls.allSatisfy { $0.count <= SegmentSettings().window.samples })
    }

    @Test("two utterances are two: words of the first never come again")
    func twoUtterances() async throws {
        let second: [(text: String, start: Double, end: Double)] = [("and", 6.0, 6.2), ("tea", 6.2, 6.6)]
        let samples = counted(9)
        let (contract, results) = try await run(
            ScriptedSegmentDecoder(Self.order + second, in: samples), samples, open: [1.0...2.9, 6.0...6.6])
        #expect(contract.violations.isEmpty, "\(contract.violations)")
        #expect(contract.text == "a large iced latte please and tea")
        #expect(results.count { $0.utteranceEnd == .endpoint } == 2)
    }

    @Test("C10: words that only one reading invented are taken back")
    func tookBack() async throws {
        let samples = counted(5)
        let decoder = ScriptedSegmentDecoder([], in: samples) { number, _ in
            number == 1
                ? [
                    TranscribedWord(
                        text: "thanks", span: SpeechSpan(start: .zero, end: SamplePosition(1_600)), confidence: 0.9)
                ] : []
        }
        let (contract, results) = try await run(decoder, samples, open: [1.0...2.9])
        #expect(results.contains { $0.isVolatile && $0.text == "thanks" })
        #expect(contract.text.isEmpty)
        #expect(contract.violations.isEmpty, "\(contract.violations)")
    }
}
