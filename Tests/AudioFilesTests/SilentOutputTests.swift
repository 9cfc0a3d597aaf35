internal import Foundation
internal import Speech
internal import TestSupport
internal import Testing

@testable internal import AudioFiles

/// Playback that nobody hears, on a clock that the test moves.
@Suite(.timeLimit(.minutes(10)))
struct SilentOutputTests {
    private static let clip = AudioClip(samples: [Int16](repeating: 1_000, count: 1_600), sampleRate: 16_000)

    /// Moves the clock slice by slice.
    private static func pass(_ slices: Int, _ clock: ManualClock) async {
        for _ in 0..<slices {
            await clock.sleepers()
            clock.advance(by: .milliseconds(20))
        }
    }

    @Test("a paced clip takes its playing time, to the slice")
    func paced() async throws {
        let clock = ManualClock(), output = SilentOutput(clock: clock, isPaced: true)
        let end = Task { try await output.play(Self.clip) }
        await Self.pass(4, clock)
        await clock.sleepers()
        #expect(output.isPlaying)
        clock.advance(by: .milliseconds(20))
        #expect(try await end.value == .finished)
        #expect(!output.isPlaying)
    }

    @Test("a clip that is cut off says how much has sounded")
    func stopped() async throws {
        let clock = ManualClock(), output = SilentOutput(clock: clock, isPaced: true)
        let end = Task { try await output.play(Self.clip) }
        await Self.pass(2, clock)
        await clock.sleepers()
        output.stop()
        clock.advance(by: .milliseconds(20))
        #expect(try await end.value == .stopped(after: .milliseconds(60)))
    }

    @Test("paused time does not count")
    func paused() async throws {
        let clock = ManualClock(), output = SilentOutput(clock: clock, isPaced: true)
        output.pause()
        let end = Task { try await output.play(Self.clip) }
        await Self.pass(50, clock)
        await clock.sleepers()
        #expect(output.isPlaying)
        output.resume()
        clock.advance(by: .milliseconds(20))
        await Self.pass(5, clock)
        #expect(try await end.value == .finished)
    }

    @Test("instant clips take no time, and are written where a folder is named")
    func written() async throws {
        let folder = try TemporaryFolder()
        let output = SilentOutput(clock: ManualClock(), isPaced: false, folder: folder.url.path)
        #expect(try await output.play(Self.clip) == .finished)
        #expect(try await output.play(AudioClip(samples: [1, 2, 3], sampleRate: 22_050)) == .finished)
        #expect(try WaveFile.readSpeech(from: folder.path("reply-1.wav")) == Self.clip.samples)
        #expect(FileManager.default.fileExists(atPath: folder.path("reply-2.wav")))
    }

    @Test("a folder that is not there is an error")
    func noFolder() async {
        let output = SilentOutput(clock: ManualClock(), isPaced: false, folder: "/no/such/folder")
        await #expect(throws: (any Error).self) { try await output.play(Self.clip) }
        #expect(!output.isPlaying)
    }
}
