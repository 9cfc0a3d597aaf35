internal import Speech
internal import TestSupport
internal import Testing

@testable internal import SegmentStreaming

struct EnergyGateTests {
    private func open(_ samples: [Int16]) -> [Bool] {
        var gate = EnergyGate()
        return Sound.blocks(samples).map { gate.isSpeech($0) }
    }

    @Test(
        "C9, C10: digital silence, a quiet room and a flat line never open the gate", arguments: [0, 12, 20] as [Int16])
    func quiet(_ amplitude: Int16) {
        #expect(!open(Sound.noise(60, amplitude: amplitude)).contains(true))
        #expect(!open([Int16](repeating: 20_000, count: 160_000)).dropFirst(20).contains(true))
    }

    @Test("a voice opens it within 50 ms, from the first sample on too", arguments: [0.0, 2, 10])
    func onset(_ before: Double) throws {
        let opened = open(Sound.noise(before, amplitude: 30) + Sound.noise(1, amplitude: 2_000))
        let first = try #require(opened.firstIndex(of: true))
        #expect(first - Int(before * 100) <= 5)
    }

    @Test("it closes within 0.3 s after the voice, also in noise", arguments: [0, 30, 300] as [Int16])
    func end(_ amplitude: Int16) throws {
        let opened = open(
            Sound.noise(4, amplitude: amplitude) + Sound.noise(1, amplitude: 6_000)
                + Sound.noise(2, amplitude: amplitude))
        let last = try #require(opened.lastIndex(of: true))
        #expect((500...530).contains(last), "\(last)")
    }

    @Test("steady noise that begins is let in for a few seconds at most")
    func steadyNoise() {
        let opened = open(Sound.noise(3, amplitude: 10) + Sound.noise(20, amplitude: 1_500))
        #expect(!opened.dropFirst(300 + 400).contains(true))
    }
}

struct SpeechWindowTests {
    private static let block = [Int16](repeating: 1, count: 160)

    /// Feeds blocks (`1` speech, `0` quiet, so many of each) and returns the actions other than none, with the block's
    /// number.
    private func actions(
        _ runs: [(Bool, Int)], _ settings: SegmentSettings = SegmentSettings(), cost: SampleCount = SampleCount(0)
    ) -> [(Int, SpeechWindow.Action)] {
        var window = SpeechWindow(settings: settings)
        var result: [(Int, SpeechWindow.Action)] = []
        var number = 0
        for (isSpeech, count) in runs {
            for _ in 0..<count {
                number += 1
                let action = window.process(Self.block[...], isSpeech: isSpeech)
                if action != .none { result.append((number, action)) }
                switch action {
                case .none: break
                case .decode: window.recordDecoding(cost: cost)
                case .close, .makeRoom: window.close()
                }
            }
        }
        return result
    }

    @Test("C9: an hour of silence asks for no reading and keeps only the pre-roll")
    func silence() {
        var window = SpeechWindow(settings: SegmentSettings())
        for _ in 0..<360_000 {
            #expect(window.process(Self.block[...], isSpeech: false) == .none)
        }
        #expect(window.audio.count == SegmentSettings().preRoll.samples)
        #expect(window.end == SamplePosition(seconds: 3_600))
    }

    @Test("speech is read every interval, once more when it has settled, and closed after the silence")
    func readings() {
        let taken = actions([(false, 100), (true, 100), (false, 200)])
        #expect(taken.map(\.0) == [140, 180, 220, 270])
        #expect(taken.map(\.1) == [.decode, .decode, .decode, .close])
    }

    @Test("C12: a reading that takes longer than the interval puts off the next by as long")
    func slowReadings() {
        let taken = actions([(true, 400), (false, 20)], cost: SampleCount(seconds: 1))
        #expect(taken.map(\.0) == [40, 140, 240, 340])
    }

    @Test("a full window asks for room")
    func full() {
        var settings = SegmentSettings()
        settings.window = SampleCount(seconds: 4)
        let taken = actions([(true, 450)], settings)
        #expect(taken.last { $0.1 == .makeRoom }?.0 == 400)
    }

    @Test("the window begins before the first sound, and never before the last close")
    func preRoll() {
        var window = SpeechWindow(settings: SegmentSettings())
        for _ in 0..<100 { _ = window.process(Self.block[...], isSpeech: false) }
        _ = window.process(Self.block[...], isSpeech: true)
        // The pre-roll includes the block that opened.
        #expect(window.start.samples == 101 * 160 - SegmentSettings().preRoll.samples - 160)
        #expect(window.onset == SegmentSettings().preRoll.samples)
        window.close()
        let closed = window.end
        _ = window.process(Self.block[...], isSpeech: true)
        #expect(window.start == closed)
        #expect(window.onset == 0)
    }
}
