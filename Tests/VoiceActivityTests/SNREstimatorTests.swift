internal import Speech
internal import Testing

@testable internal import VoiceActivity

/// How far sound stands out of the room before it.
struct SNREstimatorTests {
    private static let voice = SpeechSpan(start: SamplePosition(seconds: 6), end: SamplePosition(seconds: 8))

    /// A room of -60 dBFS with something of another level from 6 to 8 s.
    private static func scene(_ level: Double, seed: UInt64 = 1) -> [Int16] {
        Sounds.noise(6, level: -60, seed: seed) + Sounds.noise(2, level: level, seed: seed + 10)
            + Sounds.noise(2, level: -60, seed: seed + 20)
    }

    private static func room(_ samples: [Int16], sizes: [Int] = [1_600], from start: Int = 0) -> SNREstimator {
        samples.frames(sizes, from: start).reduce(into: SNREstimator()) { $0.add($1) }
    }

    @Test("Sound stands out by the difference of the levels", arguments: [-60.0, -50, -40, -20])
    func difference(_ level: Double) throws {
        let snr = try #require(Self.room(Self.scene(level)).estimate(for: Self.voice))
        #expect(abs(snr - (level + 60)) < 1)
    }

    @Test("A8: a microphone's constant offset is neither room nor sound", arguments: [1_400, -1_400] as [Int16])
    func offset(_ offset: Int16) throws {
        let snr = try #require(Self.room(Self.scene(-30).map { $0 + offset }).estimate(for: Self.voice))
        #expect(abs(snr - 30) < 1)
        #expect(
            Self.room((Sounds.silence(6) + Sounds.noise(4, level: -30)).map { $0 + offset }).estimate(for: Self.voice)
                == nil)
    }

    @Test(
        "The sizes of the frames and where the stream begins change nothing",
        arguments: [[160], [1, 319, 5_000], [16_000]])
    func sizes(_ sizes: [Int]) {
        let expected = Self.room(Self.scene(-40)).estimate(for: Self.voice)
        #expect(Self.room(Self.scene(-40), sizes: sizes).estimate(for: Self.voice) == expected)
        let later = SpeechSpan(start: Self.voice.start + SampleCount(48_000), end: Self.voice.end + SampleCount(48_000))
        #expect(Self.room(Self.scene(-40), sizes: sizes, from: 48_000).estimate(for: later) == expected)
    }

    @Test("Less than 3 s of background, digital silence, and a span without audio give no estimate")
    func unknown() {
        let soon = SpeechSpan(start: SamplePosition(seconds: 2.9), end: SamplePosition(seconds: 4))
        #expect(Self.room(Self.scene(-40)).estimate(for: soon) == nil)
        #expect(Self.room(Sounds.silence(6) + Sounds.noise(4, level: -30)).estimate(for: Self.voice) == nil)
        #expect(Self.room(Sounds.noise(6, level: -60) + Sounds.silence(4)).estimate(for: Self.voice) == nil)
        #expect(
            Self.room(Self.scene(-40)).estimate(
                for: SpeechSpan(start: SamplePosition(seconds: 20), end: SamplePosition(seconds: 21))) == nil)
        #expect(SNREstimator().estimate(for: Self.voice) == nil)
    }

    @Test("Speech of a guest is excluded from the background of the next sentence")
    func excluded() throws {
        let sound =
            Sounds.noise(4, level: -60) + Sounds.noise(8, level: -30, seed: 2) + Sounds.noise(2, level: -30, seed: 3)
        let next = SpeechSpan(start: SamplePosition(seconds: 12), end: SamplePosition(seconds: 14))
        var room = Self.room(sound)
        #expect(try #require(room.estimate(for: next)) < 1)
        room.exclude(SpeechSpan(start: SamplePosition(seconds: 4), end: SamplePosition(seconds: 12)))
        #expect(try #require(room.estimate(for: next)) > 28)
    }

    @Test("A gap in the stream ends no more than the level it falls in")
    func gap() throws {
        let first = Sounds.noise(6, level: -60).frames(),
            second = Sounds.noise(2, level: -40, seed: 2).frames(from: 7 * Sounds.second + 5)
        let room = (first + second).reduce(into: SNREstimator()) { $0.add($1) }
        let span = SpeechSpan(start: SamplePosition(seconds: 7), end: SamplePosition(seconds: 9))
        #expect(abs(try #require(room.estimate(for: span)) - 20) < 1)
    }

    @Test("Hours of sound are forgotten but for the last half minute and a little more")
    func bounded() throws {
        let hour =
            (0..<120).flatMap { Sounds.noise(1, level: $0 < 60 ? -20 : -60, seed: UInt64($0)) }
            + Sounds.noise(1, level: -40, seed: 200)
        let span = SpeechSpan(start: SamplePosition(seconds: 120), end: SamplePosition(seconds: 121))
        let room = Self.room(hour)
        #expect(abs(try #require(room.estimate(for: span)) - 20) < 1)
        #expect(
            room.estimate(for: SpeechSpan(start: SamplePosition(seconds: 30), end: SamplePosition(seconds: 31))) == nil)
    }
}
