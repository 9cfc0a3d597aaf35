internal import Foundation
internal import Speech
internal import TestSupport
internal import Testing

@testable internal import ALSAAudio

/// Fault A10: microphones without 16 kHz, one channel and 16 bits.
@Suite(.timeLimit(.minutes(10)))
struct PCMConversionTests {
    private static func tone(_ rate: Int, hertz: Double = 440) -> (Int) -> Int16 {
        { Int16((8_000 * sin(2 * .pi * hertz * Double($0 % rate) / Double(rate))).rounded()) }
    }

    /// Power of a frequency and of everything else, 0…1 of full scale squared.
    private static func power(_ samples: [Int16], hertz: Double) -> (tone: Double, rest: Double) {
        let values = samples.map { Double($0) / 32_768 }, step = 2 * Double.pi * hertz / 16_000
        let a = values.indices.map { values[$0] * sin(step * Double($0)) }.reduce(0, +) * 2 / Double(values.count)
        let b = values.indices.map { values[$0] * cos(step * Double($0)) }.reduce(0, +) * 2 / Double(values.count)
        let total = values.map { $0 * $0 }.reduce(0, +) / Double(values.count), tone = (a * a + b * b) / 2
        return (tone, max(total - tone, 1e-12))
    }

    @Test(
        "A10: a tone through a device of any format comes out at 16 kHz, clean, at its level and without a gap",
        arguments: [
            PCMFormat.of(44_100, 2, .signed32), .of(48_000, 2, .signed16), .of(48_000, 1, .packed24),
            .of(32_000, 2, .signed24), .of(8_000, 1, .signed16),
            .of(96_000, 2, .float32), .of(16_000, 1, .signed16), .of(48_000, 6, .signed32),
        ])
    func formats(format: PCMFormat) async throws {
        let run = CaptureRun(format: format, sound: Self.tone(format.rate))
        try await run.run(until: .seconds(3))
        let samples = run.frames.flatMap(\.samples)
        #expect(samples.count > 46_000 && samples.count <= 48_000)
        // A whole number of periods from the middle.
        let (tone, rest) = Self.power(Array(samples[8_000..<24_000]), hertz: 440)
        #expect(abs(10 * log10(tone / (0.5 * pow(8_000 / 32_768, 2)))) < 0.1)
        #expect(10 * log10(tone / rest) > 60)
        #expect(run.stream.status.counters == MicrophoneStatus.Counters())
        #expect(run.stream.status.format == format.description)
    }

    @Test(
        "channels are averaged, or one is selected; a missing channel gives the average",
        arguments: [(nil, 150), (0, 100), (1, 200), (2, 150), (-1, 150)])
    func channels(channel: Int?, expected: Int16) throws {
        let converter = try CaptureConverter(.of(16_000, 2, .signed16), channel: channel)
        #expect(try converter.convert([100, 0, 200, 0, 100, 0, 200, 0]) == [expected, expected])
    }

    @Test("each encoding returns its input, also at the extremes", arguments: PCMEncoding.allCases)
    func encodings(encoding: PCMEncoding) throws {
        let values: [Int16] = [0, 1, -1, 12_345, -12_345, .max, .min, 255, 256, -256]
        for channels in [1, 2, 3] {
            let format = PCMFormat.of(16_000, channels, encoding)
            let bytes = PlaybackEncoder(format: format).encode(values[...])
            #expect(bytes.count == values.count * channels * encoding.bytes)
            #expect(try CaptureConverter(format, channel: nil).convert(bytes) == values)
        }
    }

    @Test("values that are not numbers become silence", arguments: [Float.nan, .infinity, -.infinity, 1e30])
    func notFinite(value: Float) throws {
        let bits = value.bitPattern
        let samples = try CaptureConverter(.of(16_000, 1, .float32), channel: nil).convert(
            (0..<4).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) })
        #expect(samples == [value.isFinite ? .max : 0])
    }
}
