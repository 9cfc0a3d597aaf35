internal import AudioFiles
internal import Foundation
internal import Speech
internal import TestSupport
internal import Testing

/// Damage of any kind: an error or frames, never the end of the process.
@Suite(.timeLimit(.minutes(10)))
struct WaveMutationTests {
    private static let rounds = 2_000

    private static func valid(_ round: Int) -> [UInt8] {
        let layout = SampleLayout.allCases[round % SampleLayout.allCases.count]
        let channels = round % 3 + 1
        var wave = layout.wave(
            (0..<channels * 400).map { Double($0 % 50) / 100 }, channels: channels,
            sampleRate: [8_000, 16_000, 44_100][round / 3 % 3])
        wave.isExtensible = round % 4 == 0
        if round % 5 == 0 { wave.between = [WaveBytes.Chunk(id: "LIST", body: [1, 2, 3])] }
        return wave.bytes
    }

    /// Changes bytes, mostly of the header; cuts, repeats or inserts stretches.
    private static func mutated(_ bytes: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let place = Int.random(
                in: 0..<(Bool.random(using: &random) ? min(80, bytes.count) : bytes.count), using: &random)
            switch Int.random(in: 0..<7, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
            case 2: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
            case 3: for offset in place..<min(place + 4, bytes.count) { bytes[offset] = 0xFF }
            case 4: bytes.removeSubrange(place..<min(place + Int.random(in: 1...9, using: &random), bytes.count))
            case 5: bytes.insert(contentsOf: bytes[place..<min(place + 8, bytes.count)], at: place)
            default: bytes.removeLast(bytes.count - place)
            }
        }
        return bytes
    }

    @Test("2,000 damaged files each give frames or an AudioFileError")
    func mutations() async throws {
        var random = SeededGenerator(seed: 2_026)
        let folder = try TemporaryFolder()
        var read = 0, refused = 0
        for round in 0..<Self.rounds {
            let bytes = Self.mutated(Self.valid(round), using: &random)
            try Data(bytes).write(to: folder.url.appendingPathComponent("a.wav"))
            do {
                let decoded = try await Decoded(path: folder.path("a.wav"))
                // No more audio than the bytes can hold at the lowest rate and the smallest sample.
                #expect((1...bytes.count * 16).contains(decoded.samples.count))
                read += 1
            } catch is AudioFileError {
                refused += 1
            }
        }
        #expect(read + refused == Self.rounds)
        // Both ends are reached, or this test shows nothing.
        #expect(read > 200 && refused > 200, "\(read) read, \(refused) refused")
    }

    @Test("reading a thousand files leaves none open")
    func descriptors() async throws {
        let folder = try TemporaryFolder()
        var wave = WaveBytes()
        wave.audio = [1, 2, 3, 4]
        try Data(wave.bytes).write(to: folder.url.appendingPathComponent("a.wav"))
        try Data(wave.bytes.prefix(30)).write(to: folder.url.appendingPathComponent("b.wav"))
        func openHere() -> Int {
            let links = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
            return links.count {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0))?.hasPrefix(
                    folder.url.path) ?? false
            }
        }
        for _ in 0..<500 {
            _ = try await Decoded(path: folder.path("a.wav"))
            #expect(throws: AudioFileError.self) { _ = try RecordedAudio.open(path: folder.path("b.wav")) }
        }
        // The thread of the last reader may still hold its file.
        #expect(openHere() <= 1)
    }
}
