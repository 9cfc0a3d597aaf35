internal import AudioFiles
internal import EchoRoom
internal import Foundation
internal import Speech
internal import TestSupport
internal import Testing

@testable internal import SpeexEcho

/// A microphone together with a playback reference: alignment by their clocks, and complete frames.
@Suite(.timeLimit(.minutes(10)))
struct EchoCancellingInputTests {
    private static func recording() throws -> [Int16] {
        try WaveFile.readSpeech(
            from: Repository.root.appendingPathComponent("Tests/Recordings/can-i-get-a-large-iced-latte-please.wav")
                .path)
    }

    /// All frames until the microphone closes.
    private static func frames(_ input: EchoCancellingInput) async throws -> [AudioFrame] {
        var frames: [AudioFrame] = []
        while let frame = try await input.nextFrame() { frames.append(frame) }
        return frames
    }

    @Test("frames pass unchanged while nothing was played")
    func untouched() async throws {
        let microphone = ScriptedMicrophone(),
            input = try EchoCancellingInput(microphone, reference: EchoReferenceBuffer())
        let samples = (0..<5_000).map { Int16($0) }
        microphone.hear(samples)
        microphone.close()
        let frames = try await Self.frames(input)
        #expect(
            frames.flatMap(\.samples) == samples
                && frames.map(\.start.samples) == stride(from: 0, to: 5_000, by: 320).map { $0 })
        #expect(frames[3].capture?.capturedAt == .milliseconds(60) && input.reduction == nil)
    }

    @Test(
        "A12: the reference is removed, whatever time the clocks show, as long as they agree",
        arguments: [0.0, 0.0051, 12.34])
    func cancelled(start: Double) async throws {
        let room = SimulatedRoom(seed: 9, reverberation: 0.2, delay: 0.02, reflections: 80)
        let prompt = try Self.recording(), tape = EchoReferenceBuffer(), microphone = ScriptedMicrophone()
        let input = try EchoCancellingInput(microphone, reference: tape)
        let echo = SoundEnergy.sum([room.echo(of: prompt)])
        microphone.hear([Int16](repeating: 0, count: Int(start * 16_000)))
        var near: [Int16] = [], clean: [Int16] = []
        for round in 0..<4 {
            // Prompts begin at another point between two frames each time; the microphone signal moves with them.
            let silence = [Int16](repeating: 0, count: 8_000 + 37 * round)
            microphone.hear(silence)
            let at = microphone.heard
            tape.record(prompt, soundingAt: .seconds(Double(at) / 16_000))
            microphone.hear(echo)
            let wanted = microphone.heard - 320
            var got: [Int16] = []
            while let last = try await input.nextFrame() {
                if last.end.samples > at { got += last.samples }
                if last.end.samples >= wanted { break }
            }
            (near, clean) = (echo, got)
        }
        #expect(SoundEnergy.decibels(SoundEnergy.power(near), over: SoundEnergy.power(clean)) > 18)
        #expect((input.reduction ?? 0) > 18)
        microphone.close()
    }

    @Test(
        "a reference of another time removes nothing, and a constant offset of the microphone is not an echo",
        arguments: [0, 1_400] as [Int16])
    func misaligned(offset: Int16) async throws {
        let room = SimulatedRoom(seed: 9, reverberation: 0.2, delay: 0.02, reflections: 80)
        let prompt = try Self.recording(), tape = EchoReferenceBuffer(), microphone = ScriptedMicrophone()
        let input = try EchoCancellingInput(microphone, reference: tape)
        let echo = SoundEnergy.sum([room.echo(of: prompt)])
        // Later than it is captured: no causal filter can help.
        tape.record(prompt, soundingAt: .milliseconds(900))
        // Quiet, as from a distant microphone: an offset is relatively louder.
        let heard = echo.map { $0 / 8 }
        microphone.hear(heard.map { $0 + offset })
        microphone.close()
        let clean = try await Self.frames(input).flatMap(\.samples)
        if offset == 0 { #expect(SoundEnergy.decibels(SoundEnergy.power(heard), over: SoundEnergy.power(clean)) < 6) }
        #expect(try #require(input.reduction) < 6)
    }

    @Test(
        "frames of any size lose no sample and keep their order and gaps, also when split inside a block"
    )
    func whole() async throws {
        var random = SeededGenerator(seed: 12)
        let tape = EchoReferenceBuffer(), microphone = ScriptedMicrophone(frameSamples: 333)
        let input = try EchoCancellingInput(microphone, reference: tape)
        tape.record([Int16](repeating: 0, count: 32_000) + [1], soundingAt: .seconds(1))
        var total = 0, lost = Duration.zero
        for _ in 0..<60 {
            let count = Int.random(in: 1...2_000, using: &random)
            if Int.random(in: 0..<4, using: &random) == 0 {
                microphone.lose(.milliseconds(7))
                lost += .milliseconds(7)
            }
            microphone.hear([Int16](repeating: 0, count: count))
            total += count
        }
        microphone.close()
        let frames = try await Self.frames(input)
        #expect(frames.reduce(0) { $0 + $1.samples.count } == total)
        #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.end == $1.start })
        #expect(frames.reduce(.zero) { $0 + ($1.capture?.lost ?? .zero) } == lost)
    }

    @Test("the microphone's status is passed through")
    func status() async throws {
        let microphone = ScriptedMicrophone(),
            input = try EchoCancellingInput(microphone, reference: EchoReferenceBuffer())
        microphone.fail(.busy, at: .seconds(3))
        #expect(input.status.availability == .unavailable(.busy, since: .seconds(3)))
        microphone.hear([1, 2, 3])
        #expect(input.discardBacklog() == SampleCount(3))
        input.close()
        #expect(try await input.nextFrame() == nil)
    }
}
