internal import AudioFiles
internal import Foundation
internal import ModelCatalogue
internal import Speech
internal import TestSupport
import Testing
internal import VoskEngine

@testable import WakeWord

struct WakeGateTests {
    private static let recogniser = Result {
        let model = try ModelDirectory(path: Repository.models.appendingPathComponent("brews-en").path).verify()
        return try VoskVoiceService(
            model: VoskModelDescription(
                directory: model.directory, sampleRate: model.manifest.sampleRate,
                runtimeGraph: model.manifest.runtimeGraph))
    }

    private static func words(_ input: any AudioInput) async throws -> String {
        var words: [String] = []
        for try await result in try await recogniser.get().startListening(to: input, vocabulary: nil)
        where !result.isVolatile { words += result.words.map(\.text) }
        return words.joined(separator: " ")
    }

    @Test(
        "Nothing is lost when phrase and order are one breath", .timeLimit(.minutes(10)),
        arguments: [
            "en-us", "en-gb", "en-gb-scotland", "en-us+m1", "en-us+m3", "en-us+m5", "en-us+m7", "en-us+f2", "en-us+f4",
            "en-gb+f5",
        ])
    func oneBreath(voice: String) async throws {
        let samples = try await WakeWordSpotterTests.spoken("hey brews a latte please", voice: voice)
        let gate = WakeGate(SampleInput(samples), spotter: try Models.spotter())
        let found = try await gate.wake()
        #expect(found != nil)
        let heard = try await Self.words(gate)
        // Three words: the unstressed "a" is not lost. As what it is heard is the recogniser's business: alone, the
        // same voices' "a latte please" is heard as "but latte" or "an latte".
        #expect(heard.hasSuffix(" latte please") && heard.split(separator: " ").count == 3, "heard “\(heard)”")
    }

    @Test(
        "Behind the phrase the audio goes on without a gap, sample for sample", .timeLimit(.minutes(10)),
        arguments: [1_600, 333, 7_000])
    func noGap(frame: Int) async throws {
        let samples = try await WakeWordSpotterTests.spoken("hey brews two muffins")
        let gate = WakeGate(
            SampleInput(samples, frameSamples: frame), spotter: try Models.spotter(), preRoll: SampleCount(0))
        let detection = try #require(try await gate.wake())
        var heard: [Int16] = []
        while let next = try await gate.nextFrame() {
            #expect(next.start.samples == detection.span.end.samples + heard.count)
            heard += next.samples
        }
        #expect(heard == Array(samples[detection.span.end.samples...]))
    }

    @Test(
        "G12: on an input read before, as in a kiosk's second wait, nothing from before the phrase is passed on",
        .timeLimit(.minutes(10)))
    func secondWait() async throws {
        let talk = try await WakeWordSpotterTests.spoken("i will have a large latte"),
            phrase = try await WakeWordSpotterTests.spoken("hey brews two muffins")
        let samples = talk + talk + phrase, input = SampleInput(samples, frameSamples: 1_600)
        // What was read before is longer than the wait that follows.
        var read = 0
        while read < talk.count, let frame = await input.nextFrame() { read += frame.samples.count }
        let gate = WakeGate(input, spotter: try Models.spotter(), preRoll: SampleCount(0))
        let detection = try #require(try await gate.wake())
        #expect(detection.span.start.samples >= 2 * talk.count - 8_000, "\(detection.span)")
        var heard: [Int16] = []
        while let next = try await gate.nextFrame() {
            #expect(next.start.samples == detection.span.end.samples + heard.count)
            heard += next.samples
        }
        #expect(heard == Array(samples[detection.span.end.samples...]))
    }

    @Test("A1: where audio is missing behind the phrase, a frame begins that says so", .timeLimit(.minutes(10)))
    func missing() async throws {
        let samples = try await WakeWordSpotterTests.spoken("hey brews two muffins")
        let end = try #require(try await WakeGate(SampleInput(samples), spotter: try Models.spotter()).wake()).span.end
        // Read while the phrase was not yet known, and in no place where the gate cuts by itself.
        let place = SamplePosition((end.samples / 800 + 2) * 800),
            mark = CaptureMark(capturedAt: .seconds(1), lost: .milliseconds(300))
        let lead = SampleCount(960)
        let gate = WakeGate(
            LossyInput(SampleInput(samples, frameSamples: 800), at: place, mark: mark), spotter: try Models.spotter(),
            preRoll: lead)
        #expect(try await gate.wake() != nil)
        var marked: [SamplePosition] = [], position = end + SampleCount(-lead.samples)
        while let frame = try await gate.nextFrame() {
            #expect(frame.start == position)
            position = frame.end
            if frame.capture == mark { marked.append(frame.start) }
        }
        #expect(marked == [place])
    }

    @Test("The gate wakes again behind an order, with positions of the whole stream", .timeLimit(.minutes(10)))
    func wakesAgain() async throws {
        let first = try await WakeWordSpotterTests.spoken("hey brews"), pause = [Int16](repeating: 0, count: 32_000)
        let gate = WakeGate(SampleInput(first + pause + first), spotter: try Models.spotter())
        let one = try #require(try await gate.wake())
        for _ in 0..<15 { _ = try await gate.nextFrame() }
        let two = try #require(try await gate.wake())
        #expect(two.span.start > one.span.end)
        #expect(abs((two.span.end - one.span.end).samples - first.count - pause.count) <= 960)
        #expect(try await gate.wake() == nil)
    }

    @Test("Without the phrase there is no waking", .timeLimit(.minutes(10)))
    func noPhrase() async throws {
        let gate = WakeGate(
            SampleInput(try await WakeWordSpotterTests.spoken("a latte please")), spotter: try Models.spotter())
        #expect(try await gate.wake() == nil)
        #expect(try await gate.nextFrame() == nil)
    }
}

/// A microphone that lost audio before one of its frames.
private struct LossyInput: AudioInput {
    private let input: SampleInput
    private let place: SamplePosition
    private let mark: CaptureMark

    init(_ input: SampleInput, at place: SamplePosition, mark: CaptureMark) {
        self.input = input
        self.place = place
        self.mark = mark
    }

    func nextFrame() async throws -> AudioFrame? {
        guard let frame = await input.nextFrame() else { return nil }
        return AudioFrame(start: frame.start, samples: frame.samples, capture: frame.start == place ? mark : nil)
    }
}
