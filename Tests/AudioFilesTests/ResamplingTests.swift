internal import Foundation
internal import Resampling
internal import Speech
internal import Testing

@testable internal import AudioFiles

/// What resampling keeps and what it removes, measured on tones.
@Suite(.timeLimit(.minutes(10)))
struct ResamplingTests {
    private static func tone(hertz: Double, rate: Int, seconds: Double = 1.5) -> [Double] {
        (0..<Int(seconds * Double(rate))).map { 0.5 * sin(2 * .pi * hertz * Double($0) / Double(rate)) }
    }

    /// The middle second, away from the edges of the tone.
    private static func middle(_ samples: [Int16]) -> [Double] {
        samples.dropFirst(4_000).prefix(16_000).map { Double($0) / 32_768 }
    }

    private static func power(_ samples: [Double]) -> Double {
        samples.map { $0 * $0 }.reduce(0, +) / Double(max(1, samples.count))
    }

    private static func decibels(_ ratio: Double) -> Double { 10 * log10(ratio) }

    /// Power of the sine of this frequency that fits best, and of what is left without it.
    private static func fit(_ samples: [Double], hertz: Double) -> (tone: Double, rest: Double) {
        // A whole number of periods, so that sine and cosine are orthogonal and projecting is fitting.
        let step = 2 * Double.pi * hertz / 16_000
        let sines = samples.indices.map { sin(step * Double($0)) },
            cosines = samples.indices.map { cos(step * Double($0)) }
        let a = zip(samples, sines).map { $0 * $1 }.reduce(0, +) * 2 / Double(samples.count)
        let b = zip(samples, cosines).map { $0 * $1 }.reduce(0, +) * 2 / Double(samples.count)
        let rest = samples.indices.map { samples[$0] - a * sines[$0] - b * cosines[$0] }
        return ((a * a + b * b) / 2, power(rest))
    }

    @Test(
        "a tone of 1 kHz comes out clean and at its level",
        arguments: [8_000, 11_025, 22_050, 32_000, 44_100, 48_000, 96_000])
    func kept(_ rate: Int) async throws {
        let wave = SampleLayout.signed16.wave(Self.tone(hertz: 1_000, rate: rate), sampleRate: rate)
        let (tone, rest) = Self.fit(Self.middle(try await Decoded(wave.bytes).samples), hertz: 1_000)
        #expect(Self.decibels(tone / rest) > 60)
        #expect(abs(Self.decibels(tone / 0.125)) < 0.1)
    }

    @Test(
        "a tone that 16 kHz cannot hold disappears instead of folding back",
        arguments: [(10_000, 44_100), (10_000, 48_000), (15_500, 44_100), (30_000, 96_000)])
    func removed(_ hertz: Int, _ rate: Int) async throws {
        let wave = SampleLayout.float32.wave(Self.tone(hertz: Double(hertz), rate: rate), sampleRate: rate)
        let left = Self.power(Self.middle(try await Decoded(wave.bytes).samples))
        #expect(Self.decibels(max(left, 1e-12) / 0.125) < -60)
    }

    @Test(
        "the length in seconds stays, within two samples",
        arguments: [8_000, 11_025, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000],
        [1, 2, 100, 12_345, 44_100])
    func length(_ rate: Int, _ count: Int) async throws {
        let wave = SampleLayout.signed16.wave([Double](repeating: 0.25, count: count), sampleRate: rate)
        let made = try await Decoded(wave.bytes).samples.count
        let expected = Double(count) * 16_000 / Double(rate)
        #expect(abs(Double(made) - expected) <= 2)
    }

    @Test("a recording is not moved in time: a click stays where it was", arguments: [8_000, 22_050, 44_100, 48_000])
    func aligned(_ rate: Int) async throws {
        var click = [Double](repeating: 0, count: rate)
        click[rate / 2] = 1
        let samples = try await Decoded(SampleLayout.float32.wave(click, sampleRate: rate).bytes).samples
        let peak = samples.indices.max { abs(Int(samples[$0])) < abs(Int(samples[$1])) } ?? 0
        #expect(abs(peak - 8_000) <= 1)
    }

    @Test("blocks make no seams: a stream in pieces gives the samples of the whole")
    func seamless() throws {
        let tone = Self.tone(hertz: 440, rate: 22_050).map { Float($0) }
        let whole = try Resampler(from: 22_050, to: 16_000).process(tone, isLast: true)
        let resampler = try Resampler(from: 22_050, to: 16_000)
        var pieces: [Float] = [], rest = tone[...], size = 1
        while !rest.isEmpty {
            let piece = Array(rest.prefix(size))
            rest = rest.dropFirst(size)
            pieces += try resampler.process(piece, isLast: rest.isEmpty)
            size = size % 997 * 3 + 1
        }
        #expect(pieces.count == whole.count)
        #expect((zip(pieces, whole).map { abs($0 - $1) }.max() ?? 1) < 1e-4)
    }

    @Test("rates that cannot be converted are refused", arguments: [0, -1, 1, 62, 16_000 * 257, Int.max, Int.min])
    func impossible(_ rate: Int) {
        #expect(throws: ResamplingError.self) { _ = try Resampler(from: rate, to: 16_000) }
        #expect(throws: AudioFileError.self) {
            _ = try SynthesizedInput(SynthesizedSpeech(samples: [1, 2, 3], sampleRate: rate))
        }
    }

    @Test("raw standard input is refused at rates that are none", arguments: [0, -16_000, 999, 768_001, Int.max])
    func impossibleRaw(_ rate: Int) {
        #expect(throws: AudioFileError.unsupported("raw audio at \(rate) Hz")) {
            _ = try RecordedAudio.standardInput(rawRate: rate)
        }
    }
}

@Suite(.timeLimit(.minutes(10)))
struct SynthesizedInputTests {
    @Test("synthetic speech at 16 kHz is handed out as it is, in frames without gaps")
    func same() async throws {
        let samples = (0..<4_000).map { Int16($0) }
        let decoded = try await Decoded(SynthesizedInput(SynthesizedSpeech(samples: samples, sampleRate: 16_000)))
        #expect(decoded.samples == samples)
        #expect(decoded.frames.map(\.start.samples) == [0, 1_600, 3_200])
    }

    @Test("synthetic speech at another rate is brought to 16 kHz with its length")
    func converted() async throws {
        let decoded = try await Decoded(
            SynthesizedInput(SynthesizedSpeech(samples: [Int16](repeating: 1_000, count: 22_050), sampleRate: 22_050)))
        #expect(abs(decoded.samples.count - 16_000) <= 2)
        #expect(decoded.samples[8_000] == 1_000)
    }

    @Test("silence of no length gives no frame")
    func empty() async throws {
        #expect(try await Decoded(SynthesizedInput(SynthesizedSpeech(samples: [], sampleRate: 22_050))).frames.isEmpty)
    }
}
