internal import AudioFiles
internal import Foundation
internal import ModelCatalogue
internal import Resampling
internal import Speech
internal import TestSupport
internal import Testing
internal import VoskEngine

@testable internal import ALSAAudio

/// Fault A10 with the recogniser: audio of a microphone with another format is recognised like audio with the right
/// one.
@Suite(
    .enabled(if: Repository.recordings != nil, "recorded orders are not beside this checkout"), .timeLimit(.minutes(10))
)
struct FormatTranscriptTests {
    private static func words(_ input: any AudioInput, _ engine: any VoiceService) async throws -> [String] {
        var words: [String] = []
        for try await result in try await engine.startListening(to: input, vocabulary: nil) where !result.isVolatile {
            words += result.words.map(\.text)
        }
        return words
    }

    /// A few orders; all 20 with `BREWS_FULL_SCALE=1`, which takes some minutes unoptimised.
    private static let clips = Repository.rounds(5, full: 20)

    @Test(
        "A10: recorded orders through a microphone of 44.1 kHz, stereo, 32 bits have the same words, 19 of 20"
    )
    func orders() async throws {
        let folder = try #require(Repository.recordings).appendingPathComponent("coffee-orders")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".wav") }
            .sorted()
        let model = try ModelDirectory(path: Repository.models.appendingPathComponent("brews-en").path).verify()
        let engine = try VoskVoiceService(
            model: VoskModelDescription(
                directory: model.directory, sampleRate: model.manifest.sampleRate,
                runtimeGraph: model.manifest.runtimeGraph))
        var same = 0
        let chosen = (0..<Self.clips).map { names[$0 * names.count / Self.clips] }
        for name in chosen {
            let clip = try WaveFile.readSpeech(from: folder.appendingPathComponent(name).path)
            let sound = try Resampler.convert(clip, from: 16_000, to: 44_100)
            let run = CaptureRun(format: .of(44_100, 2, .signed32)) { $0 < sound.count ? sound[$0] : 0 }
            try await run.run(until: .seconds(Double(clip.count) / 16_000 + 0.2))
            let heard = Array(run.frames.flatMap(\.samples).prefix(clip.count))
            let wanted = try await Self.words(SampleInput(clip), engine),
                got = try await Self.words(SampleInput(heard), engine)
            same += wanted == got ? 1 : 0
        }
        #expect(20 * same >= 19 * Self.clips, "\(same) of \(Self.clips)")
    }
}
