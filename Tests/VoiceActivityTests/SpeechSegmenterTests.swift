internal import Speech
internal import Testing

@testable internal import VoiceActivity

struct SpeechSegmenterTests {
    private struct Heard {
        var began: [SamplePosition] = []
        var frames: [AudioFrame] = []
        var segments: [SpeechSegment] = []

        init(_ output: [SpeechSegmenter.Output]) {
            for item in output {
                switch item {
                case .began(let position): began.append(position)
                case .audio(let frame): frames.append(frame)
                case .ended(let segment): segments.append(segment)
                }
            }
        }

        /// The audio of a segment, which must have no gap.
        func samples(of segment: SpeechSegment) -> [Int16]? {
            var position = segment.span.start, samples: [Int16] = []
            for frame in frames where frame.start >= segment.span.start && frame.end <= segment.span.end {
                guard frame.start == position else { return nil }
                samples += frame.samples
                position = frame.end
            }
            return position == segment.span.end ? samples : nil
        }
    }

    private static func heard(_ sound: [Int16], sizes: [Int] = [1_600], settings: SpeechSegmenter.Settings = .init())
        throws -> Heard
    {
        var segmenter = try SpeechSegmenter(settings: settings)
        return Heard(sound.frames(sizes).flatMap { segmenter.process($0) } + segmenter.finish())
    }

    @Test(
        "A segment is exactly the stream's samples, from the pre-roll to the hang-over",
        arguments: [[1_600], [1], [333], [16_000]], [0.0, 0.1, 0.3, 1])
    func exact(sizes: [Int], preRoll: Double) throws {
        var settings = SpeechSegmenter.Settings()
        settings.preRoll = SampleCount(seconds: preRoll)
        let sound = Sounds.mix(Sounds.noise(5, level: -50), Sounds.voice(1, level: -30), at: 2)
        var detector = try EnergyVoiceActivityDetector()
        let events = sound.frames().flatMap { detector.process($0) }
        guard case .speechStarted(let start, _)? = events.first, case .speechEnded(let end, let noticed)? = events.last
        else {
            Issue.record("\(events)")
            return
        }
        let heard = try Self.heard(sound, sizes: sizes, settings: settings)
        let segment = try #require(heard.segments.first)
        #expect(heard.segments.count == 1 && heard.began == [segment.span.start])
        #expect(
            segment.span == SpeechSpan(start: SamplePosition(start.samples - settings.preRoll.samples), end: noticed))
        #expect(segment.speechEnd == end && segment.end == .silence)
        #expect(heard.samples(of: segment) == Array(sound[segment.span.start.samples..<segment.span.end.samples]))
    }

    @Test("The pre-roll reaches no further back than the stream")
    func early() throws {
        let sound = Sounds.mix(Sounds.silence(3), Sounds.voice(1, level: -25), at: 0.1)
        let heard = try Self.heard(sound)
        #expect(heard.began == [.zero])
        let segment = try #require(heard.segments.first)
        #expect(heard.samples(of: segment) == Array(sound[..<segment.span.end.samples]))
    }

    @Test("Words right after one another lose nothing, however close the second pre-roll is to the first segment")
    func neighbours() throws {
        var sound = Sounds.mix(Sounds.noise(8, level: -50), Sounds.voice(1, level: -30), at: 2)
        sound = Sounds.mix(sound, Sounds.voice(1, level: -30), at: 3.75)
        let heard = try Self.heard(sound)
        #expect(heard.segments.count == 2)
        for segment in heard.segments {
            #expect(heard.samples(of: segment) == Array(sound[segment.span.start.samples..<segment.span.end.samples]))
        }
    }

    @Test("C9: a turn is cut after 15 s, and the next one needs silence before it")
    func longestTurn() throws {
        var sound = Sounds.noise(34, level: -60)
        // Words without end.
        for word in 0..<40 { sound = Sounds.mix(sound, Sounds.voice(0.45, level: -25), at: 3 + 0.6 * Double(word)) }
        sound = Sounds.mix(sound, Sounds.voice(1, level: -25), at: 30)
        let heard = try Self.heard(sound)
        try #require(heard.segments.map(\.end) == [.longestTurn, .silence], "\(heard.segments)")
        let first = heard.segments[0]
        #expect(first.span.length.samples == 15 * Sounds.second + SpeechSegmenter.Settings().preRoll.samples)
        #expect(heard.samples(of: first) == Array(sound[first.span.start.samples..<first.span.end.samples]))
        #expect(heard.segments[1].span.start.seconds > 29)
    }

    @Test("What is held back stays small over a long silence, and nothing is handed out")
    func silence() throws {
        var segmenter = try SpeechSegmenter()
        let minute = Sounds.noise(60, level: -50)
        for start in stride(from: 0, to: 3 * minute.count, by: minute.count) {
            #expect(minute.frames(from: start).allSatisfy { segmenter.process($0).isEmpty })
        }
        #expect(segmenter.buffered < SampleCount(seconds: 4))
    }

    @Test("An open segment ends with the stream, or where the stream has a gap")
    func ends() throws {
        let sound = Sounds.mix(Sounds.noise(4, level: -50), Sounds.voice(2, level: -30), at: 2)
        #expect(try Self.heard(sound).segments.map(\.end) == [.endOfInput])
        var segmenter = try SpeechSegmenter()
        let heard = Heard(
            sound.frames().flatMap { segmenter.process($0) }
                + segmenter.process(AudioFrame(start: SamplePosition(999_999), samples: [0, 0])))
        #expect(
            heard.segments.map(\.end) == [.endOfInput] && heard.segments.first?.span.end == SamplePosition(sound.count))
    }

    @Test(
        "A8: a segment at full scale is marked as clipped, an ordinary one is not",
        arguments: [(-28.0, false), (3.0, true)])
    func clipped(level: Double, isClipped: Bool) throws {
        let heard = try Self.heard(Sounds.mix(Sounds.noise(6, level: -55), Sounds.voice(2, level: level), at: 3))
        #expect(try #require(heard.segments.first).isClipped() == isClipped)
    }

    @Test("Settings outside their range are refused by name")
    func ranges() throws {
        var settings = SpeechSegmenter.Settings()
        settings.preRoll = SampleCount(seconds: 3)
        #expect(throws: VoiceActivityError.settingOutOfRange(name: "preRoll", range: "0.0…2.0 s")) {
            try SpeechSegmenter(settings: settings)
        }
        settings = .init()
        settings.longestTurn = SampleCount(0)
        #expect(throws: VoiceActivityError.settingOutOfRange(name: "longestTurn", range: "1.0…60.0 s")) {
            try SpeechSegmenter(settings: settings)
        }
    }
}
