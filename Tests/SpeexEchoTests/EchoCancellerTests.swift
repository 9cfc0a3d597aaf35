internal import AudioFiles
internal import EchoRoom
internal import Foundation
internal import Speech
internal import TestSupport
internal import Testing

@testable internal import SpeexEcho

/// Echo of a prompt in a simulated room, alone and under a guest's voice. Recordings of people are used for both.
@Suite(.timeLimit(.minutes(10)))
struct EchoCancellerTests {
    private static func recording(_ name: String) throws -> [Int16] {
        try WaveFile.readSpeech(from: Repository.root.appendingPathComponent("Tests/Recordings/\(name).wav").path)
    }

    private static func prompt() throws -> [Int16] { try recording("can-i-get-a-large-iced-latte-please") }
    private static func guest() throws -> [Int16] { try recording("i-want-three-blueberry-muffins") }

    /// Passes both signals through a canceller.
    private static func clean(_ near: [Int16], _ far: [Int16], _ canceller: EchoCanceller) throws -> [Int16] {
        var clean: [Int16] = []
        let block = canceller.blockSamples
        for start in stride(from: 0, to: near.count - block + 1, by: block) {
            let piece = start < far.count ? Array(far[start..<min(start + block, far.count)]) : []
            clean += try canceller.process(
                near: Array(near[start..<start + block]), far: piece + [Int16](repeating: 0, count: block - piece.count)
            )
        }
        return clean
    }

    /// A voice as it passes without playback: without the range below about 50 Hz, which the filter always removes.
    private static func plain(_ voice: [Int16], _ settings: EchoSettings = EchoSettings()) throws -> [Float] {
        try clean(voice, [], EchoCanceller(settings)).map { Float($0) / 32_768 }
    }

    private static func room(_ saturation: Float = 2) -> SimulatedRoom {
        SimulatedRoom(seed: 7, reverberation: 0.25, delay: 0.03, reflections: 120, saturation: saturation)
    }

    /// Reduction of the echo of the n-th prompt in decibels.
    private static func enhancement(prompts: Int, settings: EchoSettings = EchoSettings(), room: SimulatedRoom = room())
        throws -> Double
    {
        let far = try prompt(), canceller = try EchoCanceller(settings)
        let near = SoundEnergy.sum([room.echo(of: far), SoundEnergy.noise(far.count + 8_000, decibels: -70, seed: 3)])
        var ratio = 0.0
        for _ in 0..<prompts {
            let cleaned = try Self.clean(near, far, canceller)
            ratio = SoundEnergy.decibels(
                SoundEnergy.power(near[0..<far.count]),
                over: SoundEnergy.power(cleaned[0..<min(far.count, cleaned.count)]))
        }
        return ratio
    }

    @Test(
        """
        A12: cancelling reduces the echo of the first prompt by 6 dB, of the second by 12 dB, of the fourth by 20 dB
        """)
    func reduction() throws {
        #expect(try Self.enhancement(prompts: 1) > 6)
        #expect(try Self.enhancement(prompts: 2) > 12)
        #expect(try Self.enhancement(prompts: 4) > 20)
    }

    @Test("A12: a distorting loudspeaker leaves more echo, which no linear filter can remove")
    func distortion() throws {
        let distorted = try Self.enhancement(prompts: 4, room: Self.room(0.2))
        #expect(distorted > 10 && distorted < 20)
    }

    @Test("a filter that is too short for the room, or was reset, leaves more echo")
    func short() throws {
        var settings = EchoSettings()
        settings.filter = .milliseconds(50)
        #expect(try Self.enhancement(prompts: 4, settings: settings) < Self.enhancement(prompts: 4) - 6)
        let far = try Self.prompt(), near = SoundEnergy.sum([Self.room().echo(of: far)]),
            canceller = try EchoCanceller()
        for _ in 0..<3 { _ = try Self.clean(near, far, canceller) }
        let known = SoundEnergy.power(try Self.clean(near, far, canceller))
        canceller.reset()
        #expect(SoundEnergy.decibels(SoundEnergy.power(try Self.clean(near, far, canceller)), over: known) > 10)
    }

    @Test("speech without playback passes, except below 50 Hz")
    func quiet() throws {
        let tone = (0..<16_000).map { Int16(8_000 * sin(2 * .pi * 300 * Double($0) / 16_000)) }
        let cleaned = try Self.clean(tone, [], EchoCanceller())
        #expect(
            abs(SoundEnergy.decibels(SoundEnergy.power(cleaned[8_000...]), over: SoundEnergy.power(tone[8_000...])))
                < 0.5)
        let guest = try Self.guest()
        #expect(
            abs(
                SoundEnergy.decibels(
                    SoundEnergy.power(try Self.clean(guest, [], EchoCanceller())), over: SoundEnergy.power(guest))) < 1)
    }

    @Test("speech over a prompt of the same level is 9 dB above the residual echo and distortion")
    func doubleTalk() throws {
        let far = try Self.prompt(), guest = try Self.guest(), canceller = try EchoCanceller()
        let echo = Self.room().echo(of: far)
        let training = SoundEnergy.sum([echo, SoundEnergy.noise(far.count, decibels: -70, seed: 3)])
        for _ in 0..<2 { _ = try Self.clean(training, far, canceller) }
        let voice = try Self.plain(guest)
        let near = SoundEnergy.sum([echo, guest.map { Float($0) / 32_768 }])
        let through = try Self.plain(near), cleaned = try Self.clean(near, far, canceller)
        let count = min(voice.count, cleaned.count), level = SoundEnergy.power(voice.prefix(count))
        let before = (0..<count).map { through[$0] - voice[$0] },
            after = (0..<count).map { Float(cleaned[$0]) / 32_768 - voice[$0] }
        #expect(SoundEnergy.decibels(level, over: SoundEnergy.power(before)) < 2)
        #expect(SoundEnergy.decibels(level, over: SoundEnergy.power(after)) > 9)
    }

    @Test(
        "settings out of range are refused by name",
        arguments: [(5, 200, "block"), (21, 200, "block"), (10, 49, "filter"), (20, 501, "filter")])
    func settings(block: Int, filter: Int, name: String) {
        var settings = EchoSettings()
        settings.block = .milliseconds(block)
        settings.filter = .milliseconds(filter)
        #expect { _ = try EchoCanceller(settings) } throws: { error in
            if case .settingOutOfRange(let found, _) = error as? EchoError { found == name } else { false }
        }
    }

    @Test("blocks of another size are refused, and full scale is handled")
    func blocks() throws {
        let canceller = try EchoCanceller()
        for (near, far) in [(0, 160), (160, 159), (320, 160)] {
            #expect(throws: EchoError.blockSizeMismatch(expected: 160, near: near, far: far)) {
                _ = try canceller.process(
                    near: [Int16](repeating: 0, count: near), far: [Int16](repeating: 0, count: far))
            }
        }
        for value in [Int16.max, .min, 0] {
            for _ in 0..<100 {
                #expect(
                    try canceller.process(
                        near: [Int16](repeating: value, count: 160), far: [Int16](repeating: .max, count: 160)
                    ).count == 160)
            }
        }
    }
}
