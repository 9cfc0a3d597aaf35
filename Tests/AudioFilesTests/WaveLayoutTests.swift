internal import AudioFiles
internal import Foundation
internal import Speech
internal import TestSupport
internal import Testing

/// Every layout of WAV that recorders write comes out as the samples that went in.
@Suite(.timeLimit(.minutes(10)))
struct WaveLayoutTests {
    /// A loud and a quiet stretch with both signs, about a quarter of a second, different in each channel.
    private static func signal(channel: Int) -> [Double] {
        (0..<4_100).map { index in
            let saw = Double((index * (31 + channel * 6)) % 4_001) / 2_000.5 - 1
            return saw * (index < 2_000 ? 0.9 : 0.01)
        }
    }

    private static func interleaved(channels: Int) -> (samples: [Double], mean: [Double]) {
        let all = (0..<channels).map(signal)
        let count = all[0].count
        return (
            (0..<count).flatMap { index in all.map { $0[index] } },
            (0..<count).map { index in all.map { $0[index] }.reduce(0, +) / Double(channels) }
        )
    }

    /// Largest distance from the expected values, in steps of 16 bits.
    private static func error(_ samples: [Int16], _ expected: [Double]) -> Double {
        zip(samples, expected).map { abs(Double($0) - $1 * 32_768) }.max() ?? .infinity
    }

    @Test(
        "every sample layout, channel count and header kind decodes to the mean of its channels",
        arguments: SampleLayout.allCases, [1, 2, 6])
    func layouts(_ layout: SampleLayout, _ channels: Int) async throws {
        let (samples, mean) = Self.interleaved(channels: channels)
        for isExtensible in [false, true] {
            var wave = layout.wave(samples, channels: channels)
            wave.isExtensible = isExtensible
            let decoded = try await Decoded(wave.bytes).samples
            #expect(decoded.count == mean.count)
            // 8 bits round to steps of 256; everything finer comes within one step of 16 bits.
            #expect(Self.error(decoded, mean) <= (layout == .unsigned8 ? 128.5 : 1))
        }
    }

    @Test("16-bit mono at 16 kHz comes out bit by bit")
    func exact() async throws {
        let values = stride(from: -32_768, through: 32_767, by: 1).map { Int16($0) }
        var wave = WaveBytes()
        wave.audio = values.flatMap { little(Int($0), 2) }
        #expect(try await Decoded(wave.bytes).samples == values)
    }

    @Test(
        "the ends and the middle of each scale are where they belong",
        arguments: [
            (SampleLayout.unsigned8, [0, 128, 255], [-32_768, 0, 32_512]),
            (.signed16, [0x00, 0x80, 0x00, 0x00, 0xFF, 0x7F], [-32_768, 0, 32_767]),
            (
                .signed24, [0x00, 0x00, 0x80, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF],
                [-32_768, 0, 32_767, 0]
            ),
            (
                .signed32,
                [0x00, 0x00, 0x00, 0x80, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0x7F, 0x00, 0x00, 0xFF, 0xFF],
                [-32_768, 0, 32_767, -1]
            ),
        ] as [(SampleLayout, [UInt8], [Int16])])
    func scale(_ layout: SampleLayout, _ audio: [UInt8], _ expected: [Int16]) async throws {
        var wave = layout.wave([])
        wave.audio = audio
        #expect(try await Decoded(wave.bytes).samples == expected)
    }

    @Test(
        "float beyond full scale is clipped, up to 1e30 and the largest there is",
        arguments: [SampleLayout.float32, .float64])
    func clipped(_ layout: SampleLayout) async throws {
        let largest = layout == .float32 ? Double(Float.greatestFiniteMagnitude) : .greatestFiniteMagnitude
        let values = [1, -1, 1.5, -1.5, 1e30, -1e30, largest, -largest, 0.5, Double(Float.leastNonzeroMagnitude)]
        #expect(
            try await Decoded(layout.wave(values).bytes).samples == [
                32_767, -32_768, 32_767, -32_768, 32_767, -32_768, 32_767, -32_768, 16_384, 0,
            ])
    }

    @Test(
        "chunks before, between and after are skipped, with their padding when their size is odd",
        arguments: [0, 1, 2, 3, 26, 101, 70_001])
    func chunks(_ size: Int) async throws {
        let extra = WaveBytes.Chunk(id: "LIST", body: (0..<size).map { UInt8(truncatingIfNeeded: $0 * 7) })
        // The name of a chunk inside another one must not be taken for the chunk itself.
        let decoy = WaveBytes.Chunk(
            id: "note", body: Array("data".utf8) + little(2, 4) + [1, 2] + [UInt8](repeating: 9, count: size % 2))
        let expected: [Int16] = [100, -100, 32_000, 7]
        for places in 1..<8 {
            var wave = WaveBytes()
            wave.audio = expected.flatMap { little(Int($0), 2) }
            if places & 1 != 0 { wave.before = [extra, decoy] }
            if places & 2 != 0 { wave.between = [decoy, extra] }
            if places & 4 != 0 { wave.after = [extra, decoy] }
            #expect(try await Decoded(wave.bytes).samples == expected)
        }
    }

    @Test(
        "whatever size the RIFF header claims, the file is read",
        arguments: [
            [0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF], [0xCC, 0x81, 0, 0], [0xE2, 0x80, 0x8D, 0], [0, 0, 0xD8, 0x80],
        ])
    func riffSizes(_ size: [UInt8]) async throws {
        var wave = WaveBytes()
        wave.audio = little(1_234, 2)
        var bytes = wave.bytes
        bytes.replaceSubrange(4..<8, with: size)
        #expect(try await Decoded(bytes).samples == [1_234])
    }

    @Test("a format chunk longer than its fields is read to its end")
    func longFormat() async throws {
        var wave = WaveBytes()
        wave.audio = little(1_234, 2)
        var bytes = wave.bytes
        bytes[16] = 18
        bytes.insert(contentsOf: [0, 0], at: 36)
        #expect(try await Decoded(bytes).samples == [1_234])
    }

    @Test("a torn sample at the end of a recording is left out")
    func torn() async throws {
        var wave = WaveBytes()
        wave.channels = 2
        wave.audio = little(1_000, 2) + little(2_000, 2) + [1, 2, 3]
        #expect(try await Decoded(wave.bytes).samples == [1_500])
    }

    @Test(
        "frames are 100 ms, ascend from 0 without gaps, and only the last is shorter",
        arguments: [
            (1, 16_000), (1_599, 16_000), (1_600, 16_000), (1_601, 16_000), (48_123, 16_000), (44_100, 44_100),
            (9_999, 8_000), (200_000, 96_000),
        ])
    func frames(_ count: Int, _ rate: Int) async throws {
        let wave = SampleLayout.signed16.wave((0..<count).map { Double($0 % 100) / 200 }, sampleRate: rate)
        let decoded = try await Decoded(wave.bytes)
        var position = SamplePosition.zero
        for (index, frame) in decoded.frames.enumerated() {
            #expect(frame.start == position)
            #expect(
                index == decoded.frames.count - 1
                    ? (1...1_600).contains(frame.samples.count) : frame.samples.count == 1_600)
            position = frame.end
        }
        #expect(abs(position.seconds - Double(count) / Double(rate)) <= 2.0 / 16_000)
    }

    @Test("after its last frame a recording gives nothing, for ever")
    func ends() async throws {
        let folder = try TemporaryFolder()
        try WaveFile.write([1, 2, 3], sampleRate: 16_000, to: folder.path("short.wav"))
        let audio = try RecordedAudio.open(path: folder.path("short.wav"))
        #expect(try await audio.nextFrame() == AudioFrame(start: .zero, samples: [1, 2, 3]))
        for _ in 0..<3 { #expect(try await audio.nextFrame() == nil) }
    }
}

struct WaveFileTests {
    @Test("what is written is read back bit by bit", arguments: [1, 2, 1_600, 20_000])
    func roundTrip(_ count: Int) async throws {
        var random = SeededGenerator(seed: UInt64(count))
        let samples = (0..<count).map { _ in Int16.random(in: .min ... .max, using: &random) }
        #expect(try await Decoded(Array(WaveFile.encode(samples, sampleRate: 16_000))).samples == samples)
    }

    @Test("the header is the one that other programs expect")
    func header() {
        var expected = WaveBytes()
        expected.sampleRate = 22_050
        expected.audio = [1, 0, 0xFE, 0xFF]
        #expect(Array(WaveFile.encode([1, -2], sampleRate: 22_050)) == expected.bytes)
    }

    @Test("a file that cannot be written is an error, and nothing is left behind")
    func unwritable() throws {
        let folder = try TemporaryFolder()
        #expect(throws: (any Error).self) {
            try WaveFile.write([1], sampleRate: 16_000, to: folder.path("nowhere/a.wav"))
        }
        #expect(throws: (any Error).self) { try WaveFile.write([1], sampleRate: 16_000, to: folder.url.path) }
    }
}
