internal import Foundation
internal import Speech
internal import TestSupport
internal import Testing

@testable internal import VoiceActivity

struct EnergyVoiceActivityDetectorTests {
    private static func events(_ frames: [AudioFrame], settings: VoiceActivitySettings = .init()) throws
        -> [VoiceActivityEvent]
    {
        var detector = try EnergyVoiceActivityDetector(settings: settings)
        return frames.flatMap { detector.process($0) } + detector.finish()
    }

    private static func spans(_ samples: [Int16], settings: VoiceActivitySettings = .init()) throws -> [SpeechSpan] {
        let events = try events(samples.frames(), settings: settings)
        var spans: [SpeechSpan] = [], start: SamplePosition?
        for event in events {
            switch event {
            case .speechStarted(let position, _): start = position
            case .speechEnded(let position, _):
                if let begun = start { spans.append(SpeechSpan(start: begun, end: position)) }
            }
        }
        return spans
    }

    @Test(
        "A voice is found in noise where it is, at any level of both", arguments: [-70.0, -50, -35, -25], [30.0, 15, 8])
    func voice(noise: Double, ratio: Double) throws {
        let sound = Sounds.mix(Sounds.noise(8, level: noise), Sounds.voice(1.5, level: max(noise + ratio, -45)), at: 4)
        let spans = try Self.spans(sound)
        try #require(spans.count == 1, "\(spans)")
        #expect(abs(spans[0].start.seconds - 4) < 0.1)
        #expect(abs(spans[0].end.seconds - 5.5) < 0.4)
    }

    @Test("Steady sound is no speech", arguments: [-90.0, -60, -40, -20])
    func steadyNoise(level: Double) throws {
        #expect(try Self.spans(Sounds.noise(30, level: level)) == [])
    }

    @Test("Neither is hum, nor a whistle that lasts", arguments: [50.0, 100, 1_000, 3_000])
    func steadyTone(hertz: Double) throws {
        let sound = Sounds.mix(Sounds.noise(20, level: -60), Sounds.tone(16, hertz: hertz, amplitude: 0.1), at: 4)
        #expect(try Self.spans(sound).allSatisfy { $0.end.seconds < 9 })
    }

    @Test(
        "After the noise has become louder for good the floor follows within 5 s, and softer at once",
        arguments: [10.0, 20, 40])
    func floorSteps(step: Double) throws {
        let loud = -65 + step
        var sound =
            Sounds.noise(5, level: -65) + Sounds.noise(15, level: loud, seed: 2) + Sounds.noise(10, level: -65, seed: 3)
        sound = Sounds.mix(sound, Sounds.voice(1.5, level: loud + 15), at: 15)
        sound = Sounds.mix(sound, Sounds.voice(1.5, level: -50), at: 26)
        let spans = try Self.spans(sound)
        #expect(
            spans.allSatisfy { $0.end.seconds < 10 || $0.start.seconds > 14.8 },
            "\(spans.map { [$0.start.seconds, $0.end.seconds] })")
        let later = spans.filter { $0.start.seconds > 14 }
        try #require(later.count == 2)
        #expect(abs(later[0].start.seconds - 15) < 0.15 && abs(later[1].start.seconds - 26) < 0.15)
    }

    @Test(
        "The same events come whatever the sizes of the frames",
        arguments: [[1], [7], [159, 1], [160], [161], [320, 13], [1_600], [4_001, 3], [100_000]])
    func frameSizes(sizes: [Int]) throws {
        let sound = Sounds.mix(
            Sounds.mix(Sounds.noise(6, level: -50), Sounds.voice(1.2, level: -30), at: 2),
            Sounds.voice(0.7, level: -35), at: 4.3)
        let expected = try Self.events(sound.frames())
        #expect(expected.count == 4)
        #expect(try Self.events(sound.frames(sizes)) == expected)
    }

    @Test("Random cuts of random sounds change nothing", arguments: 1...8)
    func randomCuts(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        var sound = Sounds.noise(5, level: .random(in: -70 ... -30, using: &generator), seed: UInt64(seed))
        sound = Sounds.mix(
            sound, Sounds.voice(.random(in: 0.1...2, using: &generator), level: -25),
            at: .random(in: 0...3, using: &generator))
        let sizes = (0..<40).map { _ in Int.random(in: 1...3_000, using: &generator) }
        #expect(try Self.events(sound.frames(sizes)) == Self.events(sound.frames()))
    }

    @Test("A stream that begins later is the same stream, moved")
    func origin() throws {
        let sound = Sounds.mix(Sounds.noise(5, level: -50), Sounds.voice(1, level: -30), at: 2)
        let early = try Self.events(sound.frames()), late = try Self.events(sound.frames(from: 12_345))
        #expect(late.map { $0.result.timestamp.samples - 12_345 } == early.map(\.result.timestamp.samples))
        #expect(late.map(\.result.speechDetected) == [true, false])
    }

    @Test(
        "A knock is no speech; a word as short as \u{201C}no\u{201D} is", arguments: [(0.01, 0), (0.03, 0), (0.25, 1)])
    func shortest(seconds: Double, count: Int) throws {
        let sound = Sounds.mix(Sounds.noise(6, level: -55), Sounds.voice(seconds, level: -30), at: 4)
        #expect(try Self.spans(sound).count == count)
    }

    @Test(
        "Pauses shorter than the hang-over belong to the speech, longer ones end it", arguments: [(0.15, 1), (0.9, 2)])
    func hangOver(pause: Double, count: Int) throws {
        var sound = Sounds.mix(Sounds.noise(8, level: -55), Sounds.voice(1, level: -30), at: 3)
        sound = Sounds.mix(sound, Sounds.voice(1, level: -30), at: 4 + pause)
        #expect(try Self.spans(sound).count == count)
    }

    @Test("Speech ends where its last sound does, and is noticed the hang-over later")
    func noticed() throws {
        var settings = VoiceActivitySettings()
        settings.hangOver = SampleCount(seconds: 0.5)
        let sound = Sounds.mix(Sounds.noise(6, level: -55), Sounds.voice(1, level: -30), at: 3)
        let events = try Self.events(sound.frames(), settings: settings)
        guard case .speechStarted(let start, let startNoticed)? = events.first,
            case .speechEnded(let end, let endNoticed)? = events.last
        else {
            Issue.record("\(events)")
            return
        }
        #expect(startNoticed > start && (startNoticed - start).seconds < 0.4)
        #expect((endNoticed - end).samples == settings.hangOver.samples)
        #expect(abs(end.seconds - 4) < 0.25)
    }

    @Test("What is loud enough to go on is not always loud enough to begin")
    func hysteresis() throws {
        // The same soft voice, after a loud word and alone.
        let soft = Sounds.voice(1, level: -48)
        var alone = VoiceActivitySettings()
        alone.threshold = 12
        alone.leaveShare = 0.1
        alone.loudestShare = 0
        let noise = Sounds.noise(8, level: -60)
        let withWord = Sounds.mix(Sounds.mix(noise, Sounds.voice(0.5, level: -40), at: 4), soft, at: 4.5)
        #expect(try Self.spans(Sounds.mix(noise, soft, at: 4.5), settings: alone) == [])
        let spans = try Self.spans(withWord, settings: alone)
        try #require(spans.count == 1)
        #expect(spans[0].end.seconds > 5.2)
    }

    @Test("A gap in the stream ends open speech where it begins, and the noise is remembered")
    func gap() throws {
        var detector = try EnergyVoiceActivityDetector()
        let sound = Sounds.mix(Sounds.noise(4, level: -45), Sounds.voice(2, level: -25), at: 2)
        let before = sound.frames().flatMap { detector.process($0) }
        #expect(before.map(\.result.speechDetected) == [true])
        let after = Sounds.noise(4, level: -45, seed: 5).frames(from: 10 * Sounds.second).flatMap {
            detector.process($0)
        }
        #expect(
            after == [.speechEnded(at: SamplePosition(4 * Sounds.second), noticed: SamplePosition(4 * Sounds.second))])
    }

    @Test(
        "C9: far into a long stream without speech the same speech is found as at once", .timeLimit(.minutes(10)),
        arguments: [-100.0, -60])
    func longSilence(level: Double) throws {
        let minute = level == -100 ? Sounds.silence(60) : Sounds.noise(60, level: level)
        let tail = Sounds.mix(Sounds.noise(5, level: level, seed: 9), Sounds.voice(1, level: -30), at: 3)
        let cold = try Self.spans(tail)
        // Five minutes stand for eight hours, which is where the stream's positions begin: nothing remembers more than
        // some seconds.
        var detector = try EnergyVoiceActivityDetector()
        var start = 8 * 3_600 * Sounds.second
        for _ in 0..<5 {
            #expect(minute.frames(from: start).allSatisfy { detector.process($0).isEmpty })
            start += minute.count
        }
        let events = tail.frames(from: start).flatMap { detector.process($0) } + detector.finish()
        let found = events.map { Double($0.result.timestamp.samples - start) / Double(Sounds.second) }
        try #require(found.count == 2 && cold.count == 1)
        #expect(abs(found[0] - cold[0].start.seconds) < 0.1 && abs(found[1] - cold[0].end.seconds) < 0.1)
    }

    @Test("25 s of audio cost less than 4 s of processor time, even without optimisation")
    func cost() throws {
        let frames = Sounds.mix(Sounds.noise(20, level: -50), Sounds.voice(5, level: -30), at: 5).frames()
        var detector = try EnergyVoiceActivityDetector()
        let spent = ProcessorTime.least { for frame in frames { _ = detector.process(frame) } }
        #expect(spent < .seconds(4))
    }

    @Test(
        "Settings outside their range are refused by name",
        arguments: ["threshold", "leaveShare", "loudestShare", "minimumSpeech", "hangOver"])
    func ranges(name: String) throws {
        for bad in [-1.0, 1_000, .nan] {
            var settings = VoiceActivitySettings()
            switch name {
            case "threshold": settings.threshold = bad
            case "leaveShare": settings.leaveShare = bad
            case "loudestShare": settings.loudestShare = bad
            case "minimumSpeech": settings.minimumSpeech = SampleCount(bad.isNaN ? 0 : Int(bad) * Sounds.second)
            default: settings.hangOver = SampleCount(bad.isNaN ? 0 : Int(bad) * Sounds.second)
            }
            do {
                _ = try EnergyVoiceActivityDetector(settings: settings)
                Issue.record("\(name) \(bad) was taken")
            } catch .settingOutOfRange(let refused, _) {
                #expect(refused == name)
            }
        }
    }
}
