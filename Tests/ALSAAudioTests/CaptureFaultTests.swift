internal import Glibc
internal import Speech
internal import TestSupport
internal import Testing

@testable internal import ALSAAudio

/// Group A of the fault list on a scripted device with virtual time: hours of faults in one second, through the capture
/// loop of real devices.
@Suite(.timeLimit(.minutes(10)))
struct CaptureFaultTests {
    /// Numbers of samples that follow a frame without a mark although some are missing, and the error of the estimate
    /// where there is a mark.
    private static func splices(_ frames: [AudioFrame]) -> (unmarked: Int, worstEstimate: Double) {
        var unmarked = 0, worst = 0.0
        for (before, after) in zip(frames, frames.dropFirst()) {
            guard let last = before.samples.last, let first = after.samples.first else { continue }
            // Numbers wrap around at 65,536, which is 4 s.
            let missing = Int(UInt16(bitPattern: first &- last &- 1))
            let lost = after.capture?.lost ?? .zero
            if lost == .zero {
                unmarked += missing == 0 ? 0 : 1
            } else {
                worst = max(worst, abs(lost.seconds - Double(missing) / 16_000))
            }
            unmarked += SampleNumbers.areConsecutive(after.samples) ? 0 : 1
        }
        return (unmarked, worst)
    }

    @Test("a healthy device gives frames of 20 ms, in order, without gaps, and says when they were heard")
    func healthy() async throws {
        let run = CaptureRun()
        try await run.run(until: .seconds(30))
        #expect(run.frames.count > 1_490)
        #expect(run.frames.enumerated().allSatisfy { $1.start.samples == $0 * 320 && $1.samples.count == 320 })
        #expect(Self.splices(run.frames).unmarked == 0)
        let times = run.frames.compactMap { $0.capture?.capturedAt.seconds }
        #expect(times.enumerated().allSatisfy { abs($1 - 1_000 - 0.02 * Double($0)) < 0.005 })
        #expect(run.stream.status.counters == MicrophoneStatus.Counters())
    }

    @Test("A1: each of 100 overruns is recovered within 100 ms, counted, and marked in the stream")
    func overruns() async throws {
        var random = SeededGenerator(seed: 1)
        let moments = (0..<100).map {
            Duration.milliseconds(1_000 * $0 + 1_000 + Int.random(in: 0..<900, using: &random))
        }
        let run = CaptureRun(moments.map { ($0, .fail(EPIPE)) })
        try await run.run(until: .seconds(103))
        let status = run.stream.status
        #expect(status.counters.overruns == 100 && status.counters.gaps == 100 && status.isAvailable)
        #expect(status.counters.reopenings == 0 && run.source.openings == 1)
        let splices = Self.splices(run.frames)
        #expect(splices.unmarked == 0 && splices.worstEstimate < 0.025)
        #expect(run.frames.allSatisfy { ($0.capture?.lost ?? .zero) <= .milliseconds(100) })
        #expect(run.changes.count <= 2, "an overrun is not a loss of the microphone")
    }

    @Test("A1: an utterance with more than 200 ms missing can be distinguished from one with less")
    func gapInSpeech() async throws {
        // The reading thread is delayed by 700 ms: the device's buffer of 0.5 s overruns.
        let run = CaptureRun()
        try await run.run(until: .seconds(2))
        run.clock.pass(.milliseconds(900))
        try await run.run(until: .seconds(4))
        let gap = try #require(run.stream.status.gaps.first)
        let around = SpeechSpan(
            start: SamplePosition(gap.at.samples - 8_000), end: SamplePosition(gap.at.samples + 8_000))
        #expect(run.stream.status.lostAudio(in: around) > .milliseconds(200))
        #expect(
            run.stream.status.lostAudio(in: SpeechSpan(start: .zero, end: SamplePosition(gap.at.samples - 1))) == .zero)
        #expect(Self.splices(run.frames).unmarked == 0)
    }

    @Test("A1: a device that overruns repeatedly without a frame is reopened")
    func fruitless() async throws {
        let clock = VirtualTime()
        let source = AlwaysOverrun(), stream = CaptureStream(device: "x", frameSamples: 320, capacity: 16_000)
        let loop = CaptureLoop(source: source, stream: stream, clock: clock)
        for _ in 0..<60 { loop.step() }
        #expect(source.openings >= 2 && source.restarts >= 10)
        #expect(!stream.status.isAvailable)
    }

    @Test(
        "A2: after each of 20 suspends capture continues within 6 s, whatever the device supports",
        arguments: [(3, 0), (3, ENOSYS), (60, 0), (0, 0), (4, EIO)])
    func suspends(seconds: Int, result: Int32) async throws {
        let run = CaptureRun((0..<20).map { (.seconds(8 * $0 + 1), .suspend(.seconds(seconds), thenResume: result)) })
        try await run.run(until: .seconds(168))
        let back = (0..<20).map { index -> Duration in
            let at = Duration.seconds(8 * index + 1)
            return (run.firstReturn(after: at) ?? .seconds(1_000)) - at
        }
        #expect((back.max() ?? .zero) <= .seconds(6))
        #expect(run.stream.status.counters.suspensions == 20 && run.stream.status.isAvailable)
        #expect(Self.splices(run.frames).unmarked == 0)
    }

    @Test(
        "A3: 50 times unplugged and plugged in: detected within 2 s, recovered within 3 s, nothing left open",
        arguments: [ENODEV, EIO, ENOTTY])
    func unplugged(code: Int32) async throws {
        var random = SeededGenerator(seed: UInt64(code))
        var script: [(at: Duration, event: ScriptedSource.Event)] = [], cycles: [(out: Duration, back: Duration)] = []
        for index in 0..<50 {
            let out = Duration.milliseconds(9_000 * index + 1_000),
                back = out + .milliseconds(Int.random(in: 50...4_900, using: &random))
            cycles.append((out, back))
            script += [(out, .unplug(code)), (back, .plug)]
        }
        let run = CaptureRun(script)
        try await run.run(until: .seconds(454))
        for cycle in cycles {
            #expect((run.firstLoss(after: cycle.out).map { $0 - cycle.out } ?? .seconds(99)) <= .seconds(2))
            #expect((run.firstReturn(after: cycle.back).map { $0 - cycle.back } ?? .seconds(99)) <= .seconds(3))
        }
        #expect(run.stream.status.counters.losses == 50 && run.stream.status.counters.reopenings == 50)
        #expect(run.source.openings == 51 && run.source.closings == 50)
        #expect(Self.splices(run.frames).unmarked == 0)
        run.loop.end()
        #expect(run.source.openings == run.source.closings)
    }

    @Test(
        "A5: a device that stalls for an hour is detected within 2.5 s, 60 times of 60, and read again afterwards"
    )
    func stalls() async throws {
        let run = CaptureRun(
            (0..<60).flatMap { index -> [(at: Duration, event: ScriptedSource.Event)] in
                let begin = 3_620 * index + 10
                return [(.seconds(begin), .stall), (.seconds(begin + 3_600), .run)]
            })
        try await run.run(until: .seconds(3_620 * 60))
        for index in 0..<60 {
            let stalled = Duration.seconds(3_620 * index + 10), back = stalled + .seconds(3_600)
            let loss = run.firstLoss(after: stalled) ?? stalled + .seconds(99)
            #expect(loss - stalled <= .milliseconds(2_500))
            #expect(run.firstFault(after: stalled) == .stalled)
            let returned = run.firstReturn(after: back) ?? back + .seconds(99)
            #expect(returned - back <= .seconds(4))
        }
        let counters = run.stream.status.counters
        #expect(counters.stalls >= 60 && counters.rateFaults == 0, "a stall is no wrong rate")
    }

    @Test(
        "A5: a device that pauses for less than 2 s is awaited, and the gap is marked",
        arguments: [600, 1_000, 1_900])
    func pauses(milliseconds: Int) async throws {
        let run = CaptureRun([(.seconds(10), .stall), (.milliseconds(10_000 + milliseconds), .run)])
        try await run.run(until: .seconds(20))
        let status = run.stream.status
        #expect(
            status.isAvailable && status.counters.stalls == 0 && status.counters.rateFaults == 0
                && run.source.openings == 1)
        #expect(status.counters.gaps == 1)
        let gap = try #require(status.gaps.first)
        #expect(abs(gap.length.seconds - Double(milliseconds) / 1_000) < 0.03)
    }

    @Test(
        "A3: the mark of a gap waits for the first sample after it while the converter's filter fills"
    )
    func markAfterReopening() async throws {
        let run = CaptureRun(
            [(.seconds(1), .unplug(ENODEV)), (.milliseconds(1_500), .plug)],
            format: PCMFormat(rate: 48_000, periodFrames: 64, bufferFrames: 24_000))
        try await run.run(until: .seconds(3))
        let status = run.stream.status
        #expect(status.isAvailable && status.counters.reopenings == 1 && status.counters.gaps == 1)
        let gap = try #require(status.gaps.first)
        #expect(gap.length >= .milliseconds(500) && gap.length < .milliseconds(900))
    }

    @Test(
        "A6: audio at a wrong rate is a fault within 2 s and withheld, and the right rate is accepted again",
        arguments: [500.0, 3, 1.2, 0.8, 0.2])
    func wrongRate(speed: Double) async throws {
        let run = CaptureRun([(.seconds(10), .speed(speed)), (.seconds(30), .speed(1))])
        try await run.run(until: .seconds(29))
        let lost = try #require(run.firstLoss(after: .seconds(10)))
        #expect(lost <= .seconds(12))
        let until = run.stream.status.counters
        #expect(until.rateFaults >= 2, "each attempt is judged anew")
        let heardWhileWrong = run.frames.reduce(0) { $0 + $1.samples.count } - 160_000
        #expect(Double(heardWhileWrong) < 2.2 * 16_000 * min(speed, 1.3), "only what came before the verdict")
        guard case .unavailable(.wrongRate(let measured), _) = run.stream.status.availability else {
            Issue.record("\(run.stream.status.availability)")
            return
        }
        #expect(abs(Double(measured) / 16_000 / speed - 1) < 0.25)
        try await run.run(until: .seconds(36))
        #expect(run.stream.status.isAvailable)
        #expect((run.firstReturn(after: .seconds(30)) ?? .seconds(99)) <= .seconds(34))
    }

    @Test("A6: late reads in bursts on a busy machine are not a fault of the device")
    func lumps() async throws {
        var random = SeededGenerator(seed: 6)
        let run = CaptureRun()
        while run.elapsed < .seconds(120) {
            try await run.run(until: run.elapsed + .milliseconds(Int.random(in: 1...700, using: &random)))
            run.clock.pass(.milliseconds(Int.random(in: 0...400, using: &random)))
        }
        #expect(run.stream.status.counters == MicrophoneStatus.Counters())
        #expect(Self.splices(run.frames).unmarked == 0)
    }

    @Test("A9: a device that is busy when the service starts is open within 5 s, 300 starts of 300")
    func busy() async throws {
        var random = SeededGenerator(seed: 9)
        var open = 0
        for _ in 0..<300 {
            let run = CaptureRun([(.zero, .refuse(.milliseconds(Int.random(in: 0...3_000, using: &random)), EBUSY))])
            try await run.run(until: .seconds(5))
            open += run.stream.status.isAvailable ? 1 : 0
            if let first = run.changes.first?.availability, case .unavailable(let fault, _) = first {
                #expect(fault == .busy)
            }
        }
        #expect(open == 300)
    }

    @Test("A3: delays between attempts grow from 0.1 to 2 s and restart after a steady time")
    func backOff() {
        var machine = CaptureMachine()
        var now = Duration.zero, waits: [Duration] = []
        var action = machine.start()
        for _ in 0..<8 {
            #expect(action == .open)
            guard case .sleep(let until) = machine.openFailed(-ENOENT, message: "", at: now) else { return }
            waits.append(until - now)
            now = until
            action = machine.slept(at: now)
        }
        #expect(waits == [100, 200, 400, 800, 1_600, 2_000, 2_000, 2_000].map { .milliseconds($0) })
        _ = machine.opened(rate: 16_000, at: now)
        for _ in 0..<300 {
            now += .milliseconds(20)
            _ = machine.read(320, at: now)
        }
        #expect(machine.failed(-ENODEV, at: now) == .close)
        #expect(machine.closed(at: now) == .sleep(until: now + .milliseconds(100)))
    }

    @Test(
        "the reason why a device cannot be opened is reported",
        arguments: [
            (EBUSY, MicrophoneFault.busy), (ENOENT, .missing), (ENODEV, .missing), (EACCES, .denied),
            (EINVAL, .unsupported), (ENOMEM, .failed("words")),
        ])
    func reasons(code: Int32, fault: MicrophoneFault) {
        var machine = CaptureMachine()
        _ = machine.start()
        _ = machine.openFailed(-code, message: "words", at: .seconds(5))
        #expect(machine.availability == .unavailable(fault, since: .seconds(5)))
        #expect(!fault.reason.isEmpty)
    }
}

/// A device that overruns before every frame.
private final class AlwaysOverrun: PCMSource {
    private(set) var openings = 0
    private(set) var restarts = 0

    func open() throws(PCMFailure) -> PCMFormat {
        openings += 1
        return .speech
    }
    func wait(_ limit: Duration) -> PCMWait { .failed(-EPIPE) }
    func read(into bytes: inout [UInt8]) -> Int { Int(-EPIPE) }
    var pending: Int { 0 }
    func restart() -> Int32 {
        restarts += 1
        return 0
    }
    func resume() -> Int32 { 0 }
    func close() {}
}
