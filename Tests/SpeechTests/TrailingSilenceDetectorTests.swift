internal import Speech
internal import TestSupport
internal import Testing

struct TrailingSilenceDetectorTests {
    private static func tone(seconds: Double, level: Double) -> [Int16] {
        (0..<SampleCount(seconds: seconds).samples).map { Int16(($0 % 40 < 20 ? level : -level)) }
    }

    private static func noise(seconds: Double, level: Int16) -> [Int16] {
        var generator = SeededGenerator(seed: 3)
        return (0..<SampleCount(seconds: seconds).samples).map { _ in
            Int16.random(in: -level...level, using: &generator)
        }
    }

    @Test("silence begins where speech ends and grows with the samples", arguments: [Int16(0), 10, 100])
    func silenceLength(_ level: Int16) {
        var detector = TrailingSilenceDetector()
        detector.process(noise(1, level) + Self.tone(seconds: 1, level: 5_000))
        #expect(detector.silence == SampleCount(0))
        detector.process(noise(0.5, level))
        #expect(abs(detector.silence.seconds - 0.5) < 0.03, "\(detector.silence.seconds)")
        detector.process(Self.tone(seconds: 0.05, level: 5_000))
        #expect(detector.silence == SampleCount(0))
    }

    @Test(
        "silence is clean from 26 dB below the speech on, and not in louder noise",
        arguments: [(Int16(30), true), (300, true), (900, false)])
    func cleanness(_ level: Int16, _ isClean: Bool) {
        var detector = TrailingSilenceDetector()
        detector.process(noise(1, level) + Self.tone(seconds: 1, level: 6_000) + noise(0.3, level))
        #expect(detector.silence.seconds > 0.25)
        #expect(detector.isClean == isClean)
    }

    @Test("loud noise after speech is not silence")
    func loudNoise() {
        var detector = TrailingSilenceDetector()
        detector.process(
            Self.noise(seconds: 0.5, level: 20) + Self.tone(seconds: 1, level: 5_000)
                + Self.noise(seconds: 1, level: 2_000))
        #expect(detector.silence == SampleCount(0))
    }

    @Test(
        "idle silence is below −55 dBFS, and silence above it does not count",
        arguments: [(58.0, 0.5), (59, 0)])
    func idleSilence(_ level: Double, _ seconds: Double) {
        var detector = TrailingSilenceDetector()
        detector.process(noise(0.5, 0) + Self.tone(seconds: 1, level: 5_000) + Self.tone(seconds: 0.5, level: level))
        #expect(detector.silence.seconds == 0.5 && detector.idleSilence.seconds == seconds)
        detector.process(Self.tone(seconds: 0.01, level: 59))
        #expect(detector.silence.seconds > 0.5 && detector.idleSilence == SampleCount(0))
    }

    @Test("a voice below −55 dBFS is no idle silence where the room is quieter still")
    func softVoice() {
        var detector = TrailingSilenceDetector()
        detector.process(Self.tone(seconds: 1, level: 5))
        #expect(detector.idleSilence.seconds == 1)
        detector.process(Self.tone(seconds: 0.1, level: 40))
        #expect(detector.idleSilence == SampleCount(0))
    }

    @Test("the result does not depend on how the samples are cut into blocks", arguments: [1, 37, 160, 801, 100_000])
    func blocks(_ size: Int) {
        let samples =
            Self.noise(seconds: 0.4, level: 30) + Self.tone(seconds: 0.6, level: 4_000)
            + Self.noise(seconds: 0.3, level: 30)
        var whole = TrailingSilenceDetector(), cut = TrailingSilenceDetector()
        whole.process(samples)
        for start in stride(from: 0, to: samples.count, by: size) {
            cut.process(Array(samples[start..<min(start + size, samples.count)]))
        }
        #expect(whole == cut)
    }

    private func noise(_ seconds: Double, _ level: Int16) -> [Int16] { Self.noise(seconds: seconds, level: level) }
}
