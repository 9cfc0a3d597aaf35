internal import Speech
internal import TestSupport
internal import Testing

/// What the loudspeaker's buffer remembers, and when.
struct EchoReferenceBufferTests {
    private static func read(_ buffer: EchoReferenceBuffer, _ count: Int, at seconds: Double) -> [Int16] {
        buffer.samples(count, from: EchoReferenceBuffer.index(.seconds(seconds)))
    }

    @Test("samples are at the time they are played, and zeros elsewhere")
    func places() {
        let buffer = EchoReferenceBuffer()
        #expect(buffer.playbackEnd == nil && Self.read(buffer, 3, at: 5) == [0, 0, 0])
        buffer.record([1, 2, 3], soundingAt: .seconds(5))
        #expect(buffer.samples(5, from: 79_999) == [0, 1, 2, 3, 0])
        #expect(buffer.playbackEnd.map { abs(($0 - .seconds(5)).seconds - 3 / 16_000) < 1e-9 } == true)
    }

    @Test(
        "blocks that follow each other join, although their times are off by a few milliseconds",
        arguments: [-0.009, 0.0, 0.012, 0.019])
    func joins(error: Double) {
        let buffer = EchoReferenceBuffer()
        buffer.record([Int16](repeating: 1, count: 320), soundingAt: .seconds(1))
        buffer.record([Int16](repeating: 2, count: 320), soundingAt: .seconds(1.02 + error))
        #expect(Self.read(buffer, 640, at: 1) == [Int16](repeating: 1, count: 320) + [Int16](repeating: 2, count: 320))
    }

    @Test(
        "a later sound begins where it sounds, with silence before it, also beyond the buffer's length",
        arguments: [1.1, 3.0, 8.99, 9.2, 100.0, 2_592_000.0])
    func later(at seconds: Double) {
        let buffer = EchoReferenceBuffer()
        buffer.record([Int16](repeating: 7, count: 16_000), soundingAt: .zero)
        buffer.record([9, 9], soundingAt: .seconds(seconds))
        #expect(Self.read(buffer, 3, at: seconds) == [9, 9, 0])
        #expect(Self.read(buffer, 800, at: seconds - 0.05).allSatisfy { $0 == 0 })
    }

    @Test("audio that was cut off is erased")
    func cut() {
        let buffer = EchoReferenceBuffer()
        buffer.record([Int16](repeating: 7, count: 16_000), soundingAt: .seconds(2))
        buffer.truncate(at: .milliseconds(2_500))
        #expect(
            Self.read(buffer, 8_000, at: 2).allSatisfy { $0 == 7 }
                && Self.read(buffer, 8_000, at: 2.5).allSatisfy { $0 == 0 })
        #expect(buffer.playbackEnd == .milliseconds(2_500))
        buffer.truncate(at: .seconds(9))
        #expect(buffer.playbackEnd == .milliseconds(2_500))
    }

    @Test("random writing and reading agree with a model of unlimited length")
    func model() {
        var random = SeededGenerator(seed: 5)
        let buffer = EchoReferenceBuffer()
        var model: [Int: Int16] = [:], end = 0
        for _ in 0..<300 {
            let gap = Bool.random(using: &random) ? 0 : Int.random(in: 400...40_000, using: &random)
            let samples = (0..<Int.random(in: 1...3_000, using: &random)).map { _ in
                Int16.random(in: 1...1_000, using: &random)
            }
            let start = end + gap
            buffer.record(samples, soundingAt: .seconds(Double(start) / 16_000))
            for (offset, sample) in samples.enumerated() { model[start + offset] = sample }
            end = start + samples.count
            let from = max(0, end - Int.random(in: 0...120_000, using: &random)),
                count = Int.random(in: 0...2_000, using: &random)
            #expect(buffer.samples(count, from: from) == (from..<from + count).map { model[$0] ?? 0 })
        }
    }
}

struct StreamClockTests {
    @Test(
        "blocks that are read late by anything up to 200 ms are timed within 5 ms, whatever the card's clock",
        arguments: [0.0, 100e-6, -100e-6])
    func jitter(drift: Double) {
        var random = SeededGenerator(seed: 8)
        var clock = StreamClock(rate: 16_000), worst = 0.0, waiting = 0
        for block in 1...30_000 {
            waiting += 320
            let end = 0.02 * Double(block) * (1 + drift)
            // Now and then the reader is held up, and reads all that waits when it is back.
            if Int.random(in: 0..<20, using: &random) == 0, waiting < 3_000 { continue }
            let late = Double.random(in: 0...0.002, using: &random)
            let start = clock.observe(samples: waiting, endingAt: .seconds(end + late))
            if block > 500 { worst = max(worst, abs(start.seconds - (end - Double(waiting) / 16_000))) }
            waiting = 0
        }
        #expect(worst < 0.005)
    }

    @Test("one block read 0.1 s late does not move later estimates")
    func late() {
        var clock = StreamClock(rate: 16_000)
        for block in 1...500 {
            _ = clock.observe(samples: 320, endingAt: .seconds(0.02 * Double(block) + (block == 400 ? 0.1 : 0)))
        }
        let start = clock.observe(samples: 320, endingAt: .seconds(0.02 * 501))
        #expect(abs(start.seconds - 10) < 0.002)
    }

    @Test("after an interruption, reported or not, the estimate restarts")
    func restarts() {
        var clock = StreamClock(rate: 16_000)
        _ = clock.observe(samples: 320, endingAt: .seconds(1))
        #expect(abs(clock.observe(samples: 320, endingAt: .seconds(9)).seconds - 8.98) < 1e-6)
        clock.restart()
        #expect(abs(clock.observe(samples: 320, endingAt: .seconds(9.1)).seconds - 9.08) < 1e-6)
    }
}

struct MicrophoneStatusTests {
    @Test("the audio lost in an utterance is the sum of its gaps, its ends included")
    func lost() {
        var status = MicrophoneStatus(device: "mic")
        for (at, milliseconds) in [(100, 1), (200, 10), (300, 100), (400, 1_000)] {
            status.recordGap(AudioGap(at: SamplePosition(at), length: .milliseconds(milliseconds)))
        }
        #expect(
            status.lostAudio(in: SpeechSpan(start: SamplePosition(200), end: SamplePosition(300))) == .milliseconds(110)
        )
        #expect(status.lostAudio(in: SpeechSpan(start: SamplePosition(201), end: SamplePosition(299))) == .zero)
    }

    @Test("all gaps are counted and the newest are kept")
    func bounded() {
        var status = MicrophoneStatus(device: "mic")
        for index in 0..<1_000 { status.recordGap(AudioGap(at: SamplePosition(index), length: .milliseconds(1))) }
        #expect(
            status.counters.gaps == 1_000 && status.gaps.count == MicrophoneStatus.maxGaps
                && status.gaps.last?.at.samples == 999)
    }

    @Test("every fault has its own reason text")
    func words() {
        let faults: [MicrophoneFault] = [
            .missing, .lost, .busy, .denied, .stalled, .wrongRate(measured: 8_000), .suspended, .unsupported,
            .failed("x"),
        ]
        #expect(Set(faults.map(\.reason)).count == faults.count)
    }
}
