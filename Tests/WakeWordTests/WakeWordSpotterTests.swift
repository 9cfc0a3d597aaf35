internal import AudioFiles
internal import Foundation
internal import Speech
internal import SpeechSynthesis
internal import TestSupport
import Testing

@testable import WakeWord

struct WakeWordSpotterTests {
    /// Text in a synthetic voice, with half a second of silence before and a second behind.
    static func spoken(_ text: String, voice: String = "en-us", rate: Int = 150) async throws -> [Int16] {
        let input = try SynthesizedInput(
            try await EspeakSynthesizer(settings: TTSVoiceProfile(voice: voice, rate: rate)).synthesize(text))
        var samples = [Int16](repeating: 0, count: 8_000)
        while let frame = await input.nextFrame() { samples += frame.samples }
        return samples + [Int16](repeating: 0, count: 16_000)
    }

    static func heard(_ samples: [Int16], _ spotter: WakeWordSpotter, frame: Int = 1_600) async throws
        -> [WakeWordDetection]
    {
        var found: [WakeWordDetection] = []
        for try await detection in spotter.detections(in: SampleInput(samples, frameSamples: frame)) {
            found.append(detection)
        }
        return found
    }

    static let voices = [
        "en-us", "en-gb", "en-us+m3", "en-us+m7", "en-us+f2", "en-us+f5", "en-gb+f4", "en-gb-scotland",
    ]

    @Test(
        "“Hey Brews” is heard where it is said, in every synthetic voice, and the gate takes nothing from it",
        .timeLimit(.minutes(10)), arguments: voices)
    func heard(voice: String) async throws {
        let samples = try await Self.spoken("hey brews", voice: voice)
        let found = try await Self.heard(samples, Models.spotter())
        #expect(found.count == 1)
        var settings = SpottingSettings()
        settings.isGated = false
        #expect(try await Self.heard(samples, Models.spotter(settings)).count == found.count)
        #expect(
            found.first.map {
                (0.3...0.8).contains($0.span.start.seconds) && $0.span.end.samples <= samples.count - 14_000
            } == true)
    }

    @Test(
        "Near words wake in at most a quarter of the synthetic voices", .timeLimit(.minutes(10)),
        arguments: ["hey bruce", "hey brew", "hey bruno", "hi there"])
    func nearWords(text: String) async throws {
        let spotter = try Models.spotter()
        var woken = 0
        for voice in Self.voices {
            if try await !Self.heard(Self.spoken(text, voice: voice), spotter).isEmpty { woken += 1 }
        }
        #expect(woken <= Self.voices.count / 4)
    }

    @Test("Orders and other sentences do not wake", .timeLimit(.minutes(10)))
    func otherSpeech() async throws {
        let spotter = try Models.spotter()
        for text in [
            "can I get a large iced oat latte", "he brought us the news", "they brewed it yesterday",
            "thanks and have a nice day", "a few blue shoes",
        ] {
            #expect(try await Self.heard(Self.spoken(text), spotter).isEmpty, "\(text)")
        }
    }

    @Test("How the audio is cut into frames changes nothing", .timeLimit(.minutes(10)))
    func frameSizes() async throws {
        let samples = try await Self.spoken("hey brews, a latte please") + Self.spoken("hey brews", voice: "en-gb")
        let spotter = try Models.spotter()
        var whole = spotter.session()
        let wanted = whole.process(samples) + whole.finish()
        #expect(wanted.count == 2)
        for size in [1_600, 160, 37, 4_801, 100_000] {
            #expect(try await Self.heard(samples, spotter, frame: size) == wanted, "\(size)")
        }
    }

    @Test("A phrase cut off by the end of the audio is still heard", .timeLimit(.minutes(10)))
    func endOfAudio() async throws {
        let samples = try await Self.spoken("hey brews")
        let end = try #require(try await Self.heard(samples, Models.spotter()).first).span.end.samples
        #expect(try await Self.heard(Array(samples.prefix(end + 320)), Models.spotter()).count == 1)
    }

    @Test("A second phrase within the refractory time is not reported, one behind it is", .timeLimit(.minutes(10)))
    func refractory() async throws {
        let once = Array(try await Self.spoken("hey brews").dropLast(12_000))
        var settings = SpottingSettings()
        settings.refractory = SampleCount(0)
        #expect(try await Self.heard(once + once, Models.spotter(settings)).count == 2)
        settings.refractory = SampleCount(seconds: 5)
        #expect(try await Self.heard(once + once, Models.spotter(settings)).count == 1)
        let apart = once + [Int16](repeating: 0, count: 100_000) + once
        #expect(try await Self.heard(apart, Models.spotter(settings)).count == 2)
    }

    @Test(
        "The default phrase, which is like little else, needs less than another that is spoken alike",
        .timeLimit(.minutes(10)))
    func ownThreshold() async throws {
        let standard = try WakePhrase(text: WakeWordSpotter.defaultPhrase, phones: "HH EY | B R UW Z"),
            alike = try WakePhrase(text: "alike", phones: "HH EY | B R UW Z")
        #expect(standard.threshold < alike.threshold)
        let said = try await Self.spoken("hey brews"),
            spotter = try WakeWordSpotter(
                network: Models.network(), transformer: Models.transformer(), phrases: [standard, alike])
        #expect(try await Self.heard(said, spotter).map(\.phrase).sorted() == ["alike", "hey brews"])
        func heard(under loudness: Int) async throws -> [String] {
            var generator = SeededGenerator(seed: UInt64(loudness))
            let samples = said.map {
                Int16(clamping: Int($0) + Int.random(in: -loudness...loudness, using: &generator))
            }
            return try await Self.heard(samples, spotter).map(\.phrase).sorted()
        }
        // Noise over it, more and more and always another, until only one of both is sure; the voice is not the same to
        // the sample each time. In large steps first, and back by one, because both are heard for most of the way.
        var start = 4_000
        while start < 16_000, try await heard(under: start + 800).count == 2 { start += 800 }
        var found: [[String]] = []
        for loudness in stride(from: start, through: 16_000, by: 100) where found.last != ["hey brews"] {
            found.append(try await heard(under: loudness))
        }
        #expect(found.last == ["hey brews"] && !found.contains(["alike"]), "\(found)")
    }

    @Test("The threshold decides", .timeLimit(.minutes(10)))
    func threshold() async throws {
        let samples = try await Self.spoken("hey brews")
        let score = try #require(try await Self.heard(samples, Models.spotter()).first).score
        #expect(try await Self.heard(samples, Models.spotter(SpottingSettings(threshold: score - 0.01))).count == 1)
        #expect(try await Self.heard(samples, Models.spotter(SpottingSettings(threshold: score + 0.01))).isEmpty)
    }

    @Test(
        "Silence, hum, direct current and noise do not wake, and the network rests in a quiet room",
        .timeLimit(.minutes(10)))
    func idle() throws {
        var generator = SeededGenerator(seed: 3)
        let room = (0..<480_000).map { _ in Int16.random(in: -12...12, using: &generator) }
        let hiss = (0..<160_000).map { _ in Int16.random(in: -4_000...4_000, using: &generator) }
        let hum = (0..<160_000).map { Int16(6_000 * sin(Double($0) * 2 * .pi * 50 / 16_000)) }
        for samples in [
            room, hiss, hum, [Int16](repeating: 9_000, count: 160_000), [Int16](repeating: .min, count: 32_000),
        ] {
            var session = try Models.spotter().session()
            #expect((session.process(samples) + session.finish()).isEmpty)
            if samples == room { #expect(session.scoredFrames == 0) }
        }
    }

    @Test("An input that fails ends the stream with its error", .timeLimit(.minutes(10)))
    func brokenInput() async throws {
        let stream = try Models.spotter().detections(in: BreakingInput(frames: 3))
        await #expect(throws: BreakingInput.Broken()) { for try await _ in stream {} }
    }

    @Test("Cancelling ends listening to an input without end", .timeLimit(.minutes(10)))
    func cancelling() async throws {
        let input = EndlessSilence()
        let spotter = try Models.spotter()
        let task = Task { for try await _ in spotter.detections(in: input) {} }
        while await input.frames < 5 { await Task.yield() }
        task.cancel()
        _ = await task.result
        let frames = await input.frames
        for _ in 0..<100 { await Task.yield() }
        #expect(await input.frames == frames)
    }

    // Two minutes of speech, beside hundreds of tests that need the processor, too.
    @Test(
        "Recorded orders hold no wake phrase", .timeLimit(.minutes(30)),
        .enabled(if: Repository.recordings != nil, "the recordings are not here"))
    func orders() async throws {
        let folder = try #require(Repository.recordings).appendingPathComponent("coffee-orders")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".wav") }
            .sorted().prefix(Repository.rounds(20, full: .max))
        let spotter = try Models.spotter()
        for name in names {
            for try await detection in spotter.detections(
                in: try RecordedAudio.open(path: folder.appendingPathComponent(name).path))
            {
                Issue.record("\(name): \(detection)")
            }
        }
    }
}
