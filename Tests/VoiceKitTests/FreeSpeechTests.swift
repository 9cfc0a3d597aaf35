internal import AudioFiles
internal import Foundation
internal import ModelCatalogue
internal import Speech
internal import SpeechAssembly
internal import TestSupport
internal import Testing
internal import VoiceKit
internal import VoskEngine

/// Free speech through a live voice: the toolkit neither loses nor adds a word.
@Suite(.timeLimit(.minutes(30)))
struct FreeSpeechTests {
    private static let files: [URL] = {
        let folder = Repository.recordings?.appendingPathComponent("coffee-orders")
        let all = folder.flatMap {
            try? FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)
        }
        return (all ?? []).filter { $0.pathExtension == "wav" }.sorted { $0.path < $1.path }
    }()

    @Test(
        "recorded sentences give the same words as the engine alone", .enabled(if: !files.isEmpty, "no recorded orders")
    )
    func sameWords() async throws {
        let engine = try VoskVoiceService(
            model: VoskModelDescription(
                verified: VerifiedModel(bundled: Repository.models.appendingPathComponent("brews-en").path)))
        let count = Repository.rounds(6, full: 100)
        var words = 0
        for file in Self.files.prefix(count) {
            var alone: [String] = []
            let input = try RecordedAudio.open(path: file.path)
            for try await result in try await engine.startListening(to: input, vocabulary: nil) where !result.isVolatile
            {
                alone += result.words.map(\.text)
            }
            let stand = try VoiceStand(try RecordedAudio.open(path: file.path), engine)
            let heard = try await stand.voice.listen(timeout: .seconds(120), inactivity: .seconds(30))
            #expect(heard.words.map(\.text) == alone && heard.ending == .endOfInput, "\(file.lastPathComponent)")
            words += alone.count
        }
        #expect(words >= 2 * min(count, Self.files.count))
    }
}
