internal import Foundation
internal import Speech
internal import TestSupport
internal import Testing
internal import VoiceKit
internal import VoiceServiceContract

/// A thousand listenings in a row, some of them cancelled, some of them without their microphone.
@Suite(.timeLimit(.minutes(10)))
struct VoiceSoakTests {
    private static func count(_ folder: String, _ holds: (String) -> Bool = { _ in true }) -> Int {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).count { name in
            holds((try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + name)) ?? name)
        }
    }

    @Test("1,000 listenings, 100 cancelled and 50 lost, leave no file, no descriptor and no thread, and none hangs")
    func soak() async throws {
        let rounds = 1_000
        let microphone = ScriptedMicrophone(frameSamples: 1_600)
        let stand = try VoiceStand(microphone, SentenceEngine())
        let folder = stand.folder.url.path
        var random = SeededGenerator(seed: 7)
        let speech = try Guest.sentence(thenSilent: 0.8)
        var heard = 0, cancelled = 0, lost = 0, threads = 0
        for round in 0..<rounds {
            let isRecorded = round % 3 == 0
            let listening = Task {
                try await stand.voice.listen(
                    inactivity: .seconds(0.3), record: isRecorded ? .memory : .none, context: .name(allowed: ["Alice"]))
            }
            switch round % 20 {
            case 3, 13:
                // Cancelled anywhere: before it begins, while it hears, or when it has almost ended.
                if Bool.random(using: &random) {
                    await microphone.drained()
                    microphone.hear(Array(speech.prefix(Int.random(in: 0..<speech.count * 2 / 3, using: &random))))
                }
                listening.cancel()
                await #expect(throws: CancellationError.self) { try await listening.value }
                cancelled += 1
            case 7:
                await microphone.drained()
                microphone.hear(Array(speech.prefix(Int.random(in: 0..<speech.count / 2, using: &random))))
                await microphone.drained()
                microphone.fail(.lost)
                await stand.clock.sleepers()
                stand.clock.advance(by: .seconds(2))
                await #expect(throws: VoiceKitError.microphone(.lost)) { try await listening.value }
                microphone.recover()
                lost += 1
            default:
                await microphone.drained()
                microphone.hear(speech)
                let result = try await listening.value
                #expect(result.name == "Alice" && (result.recording != nil) == isRecorded)
                heard += 1
            }
            if round == 50 { threads = Self.count("/proc/self/task") }
        }
        #expect(heard == 850 && cancelled == 100 && lost == 50)
        #expect(stand.clock.sleeperCount == 0)
        // Other tests of this process may start threads meanwhile; one a listening would be hundreds.
        #expect(Self.count("/proc/self/task") < threads + 100)
        // The folder's lock is the only descriptor, whatever was recorded.
        #expect(Self.count("/proc/self/fd") { $0.hasPrefix(folder) } <= 1)
        await stand.voice.close()
        #expect(stand.files.isEmpty && Self.count(folder) == 0)
        #expect(Self.count("/proc/self/fd") { $0.hasPrefix(folder) } == 0)
    }
}
