internal import Foundation
internal import Speech
internal import Testing

@testable internal import VoiceActivity

struct LevelTests {
    private static func levels(_ samples: [Int16], sizes: [Int] = [1_600]) -> [AudioLevel] {
        var meter = LevelMeter()
        return samples.frames(sizes).flatMap { meter.process($0) }
    }

    @Test(
        "A tone of known amplitude reads what it is",
        arguments: [(1.0, -3.01, 0.0), (0.1, -23.01, -20), (0.001, -63.01, -60)])
    func tone(amplitude: Double, rms: Double, peak: Double) throws {
        let last = try #require(Self.levels(Sounds.tone(2, hertz: 1_000, amplitude: amplitude)).last)
        #expect(abs(last.rms - rms) < 0.1 && abs(last.peak - peak) < 0.1)
    }

    @Test(
        "There are 20 readings a second, at the same places whatever the frames", arguments: [[1], [799, 2], [16_000]])
    func rate(sizes: [Int]) {
        let sound = Sounds.noise(2, level: -30)
        let readings = Self.levels(sound, sizes: sizes)
        #expect(readings == Self.levels(sound))
        #expect(readings.map(\.at.samples) == Array(stride(from: 800, through: 32_000, by: 800)))
    }

    @Test("Silence reads -100, not minus infinity")
    func silence() {
        #expect(Self.levels(Sounds.silence(1)).allSatisfy { $0.rms == -100 && $0.peak == -100 })
    }

    @Test("A8: a microphone's constant offset is not loud", arguments: [1_400, -1_400] as [Int16])
    func offset(_ offset: Int16) throws {
        #expect(Self.levels([Int16](repeating: offset, count: Sounds.second)).allSatisfy { $0.rms == -100 })
        let last = try #require(Self.levels(Sounds.tone(2, hertz: 1_000, amplitude: 0.01).map { $0 + offset }).last)
        #expect(abs(last.rms + 43.01) < 0.1)
    }

    @Test(
        "The level reaches a sudden tone as the fast time weighting says: within 1 dB after 0.2 s, within 0.1 after 0.6"
    )
    func attack() {
        let readings = Self.levels(Sounds.silence(1) + Sounds.tone(1, hertz: 1_000, amplitude: 0.5))
        let steady = -9.03
        #expect(readings[20].rms < steady - 4)
        #expect(abs(readings[23].rms - steady) < 1.1 && abs(readings[31].rms - steady) < 0.1)
    }

    @Test("The level falls by 34.7 dB a second, as a memory of 125 ms does, and the peak by 20 dB in 1.7 s")
    func release() {
        let readings = Self.levels(Sounds.tone(1, hertz: 1_000, amplitude: 0.5) + Sounds.silence(2))
        #expect(abs((readings[20].rms - readings[40].rms) - 34.74) < 0.2)
        #expect(abs((readings[19].peak - readings[53].peak) - 20) < 0.01)
    }

    @Test("The peak rises at once")
    func peak() {
        var sound = Sounds.silence(1)
        sound[8_100] = -16_384
        #expect(abs(Self.levels(sound)[10].peak + 6.02) < 0.01)
    }
}

struct SignalMonitorTests {
    private static func changes(_ samples: [Int16], sizes: [Int] = [1_600]) throws -> [SignalChange] {
        var monitor = try SignalMonitor()
        return samples.frames(sizes).flatMap { monitor.process($0) }
    }

    private static func at(_ fault: SignalFault, _ isPresent: Bool, _ seconds: Double) -> SignalChange {
        SignalChange(fault: fault, isPresent: isPresent, at: SamplePosition(seconds: seconds))
    }

    @Test("A7: zeros, a constant, or next to nothing for 10 s is a silent microphone", arguments: [0, 1, 1_234])
    func flatLine(constant: Int16) throws {
        let flat = [Int16](repeating: constant, count: 12 * Sounds.second)
        let changes = try Self.changes(Sounds.noise(1, level: -60) + flat + Sounds.noise(1, level: -60))
        #expect(changes == [Self.at(.flatLine, true, 11), Self.at(.flatLine, false, 13.1)])
    }

    @Test(
        "A7: nine seconds are not enough, nor is a quiet room",
        arguments: [(-86.0, 9.0, 0), (-86, 15, 1), (-72, 30, 0)])
    func quiet(level: Double, seconds: Double, count: Int) throws {
        let changes = try Self.changes(
            Sounds.noise(2, level: -60) + Sounds.noise(seconds, level: level) + Sounds.noise(1, level: -60))
        #expect(changes.count { $0.isPresent } == count)
    }

    @Test("A8: more than one sample of a hundred at full scale is clipping")
    func clipping() throws {
        let clipped = Sounds.tone(3, hertz: 300, amplitude: 1.5)
        #expect(try Self.changes(Sounds.tone(3, hertz: 300, amplitude: 0.9)) == [])
        #expect(
            try Self.changes(Sounds.noise(2, level: -40) + clipped + Sounds.noise(2, level: -40)) == [
                Self.at(.clipping, true, 3), Self.at(.clipping, false, 6),
            ])
    }

    @Test("A8: a square wave at full scale for a minute is clipped all the time")
    func square() throws {
        let square = (0..<(60 * Sounds.second)).map { Int16($0 / 40 % 2 == 0 ? 32_767 : -32_768) }
        #expect(try Self.changes(square) == [Self.at(.clipping, true, 1)])
    }

    @Test("A8: a constant offset is told from a loud signal", arguments: [(1_000, 0), (3_000, 1), (-3_000, 1)])
    func offset(constant: Int, count: Int) throws {
        let shifted = Sounds.noise(4, level: -30).map { Int16(clamping: Int($0) + constant) }
        let changes = try Self.changes(Sounds.noise(2, level: -30) + shifted)
        #expect(changes.map(\.fault) == Array(repeating: .offset, count: count))
    }

    @Test("The same faults are found at the same places whatever the frames", arguments: [[1], [777], [50_000]])
    func frameSizes(sizes: [Int]) throws {
        let sound =
            Sounds.silence(12) + Sounds.tone(2, hertz: 100, amplitude: 2)
            + Sounds.noise(2, level: -50).map { Int16(clamping: Int($0) + 5_000) }
        #expect(try Self.changes(sound, sizes: sizes) == Self.changes(sound))
        #expect(Set(try Self.changes(sound).map(\.fault)) == Set(SignalFault.allCases))
    }

    @Test("Limits outside their range are refused by name")
    func ranges() {
        var limits = SignalLimits()
        limits.clippedShare = 0
        #expect(throws: VoiceActivityError.settingOutOfRange(name: "clippedShare", range: "0.0001…1.0 of the samples"))
        { try SignalMonitor(limits: limits) }
    }
}
