internal import Foundation
internal import Glibc
internal import Speech
internal import TestSupport
internal import Testing

@testable internal import ALSAAudio

/// Playback on a scripted loudspeaker with virtual time.
@Suite(.timeLimit(.minutes(10)))
struct ClipPlayerTests {
    private static func ramp(_ count: Int) -> [Int16] { (0..<count).map { Int16($0 % 30_000 + 1) } }

    private struct Stage {
        let clock = VirtualTime()
        let sink: ScriptedSink
        let player: ClipPlayer
        let tape = EchoReferenceBuffer()

        init(rate: Int? = nil, channels: Int = 1) {
            sink = ScriptedSink(clock, rate: rate, channels: channels)
            player = ClipPlayer(device: "speaker", sink: sink, clock: clock, reference: tape)
        }

        func play(
            _ samples: [Int16], rate: Int = 16_000, gain: Double = 0, command: () -> ClipPlayer.Command = { .play }
        )
            throws(ALSAError) -> PlaybackEnd
        {
            try player.play(AudioClip(samples: samples, sampleRate: rate, gainDecibels: gain), command: command)
        }

        /// Plays what is in the device.
        func settle() {
            clock.pass(.seconds(1))
            _ = sink.delay()
        }
    }

    @Test(
        "a clip is played completely, and play returns when its last period starts",
        arguments: [1, 100, 320, 640, 16_000, 50_001])
    func whole(count: Int) throws {
        let stage = Stage()
        let began = stage.clock.now
        #expect(try stage.play(Self.ramp(count)) == .finished)
        let took = stage.clock.now - began, length = Duration.seconds(Double(count) / 16_000)
        #expect(took >= length - .milliseconds(21) && took <= length + .milliseconds(5))
        stage.settle()
        #expect(stage.sink.sounded == Self.ramp(count))
    }

    @Test("consecutive clips join without a gap, on a device opened once, at any rate")
    func joined() throws {
        let stage = Stage(rate: 48_000, channels: 2)
        for _ in 0..<20 { #expect(try stage.play([Int16](repeating: 5_000, count: 4_410), rate: 22_050) == .finished) }
        #expect(stage.sink.openings == 1 && stage.sink.starts.count == 1 && stage.player.underruns == 0)
        stage.settle()
        #expect(abs(stage.sink.sounded.count - 20 * 9_600) <= 40)
        // Where two clips meet, the converter's filter rings; between the joints the signal is the tone.
        #expect(stage.sink.sounded.filter { abs(Int($0) - 5_000) < 50 }.count > 18 * 9_600)
    }

    @Test("stopping takes at most 100 ms and returns how much was played", arguments: [0, 1, 30, 500, 1_234])
    func stopped(milliseconds: Int) throws {
        let stage = Stage()
        let began = stage.clock.now, stopAt = began + .milliseconds(milliseconds)
        let end = try stage.play(Self.ramp(48_000)) { stage.clock.now >= stopAt ? .stop : .play }
        #expect(stage.clock.now - stopAt <= .milliseconds(100))
        stage.settle()
        guard case .stopped(let after) = end else {
            Issue.record("\(end)")
            return
        }
        #expect(Int((after.seconds * 16_000).rounded()) == stage.sink.sounded.count)
        #expect(abs(after.seconds - Double(milliseconds) / 1_000) < 0.1)
        #expect(stage.sink.sounded == Array(Self.ramp(48_000).prefix(stage.sink.sounded.count)))
        // The next clip plays.
        let before = stage.sink.sounded.count
        #expect(try stage.play(Self.ramp(1_000)) == .finished)
        stage.settle()
        #expect(stage.sink.sounded.count == before + 1_000)
    }

    @Test("a pause is silence, and the clip continues at the same sample")
    func paused() throws {
        let stage = Stage()
        let began = stage.clock.now
        let end = try stage.play(Self.ramp(32_000)) {
            let time = stage.clock.now - began
            return time >= .milliseconds(700) && time < .seconds(5) ? .pause : .play
        }
        #expect(end == .finished)
        stage.settle()
        #expect(stage.sink.sounded == Self.ramp(32_000))
        #expect(stage.clock.now - began > .seconds(6))
        let silent = stage.tape.samples(16_000, from: EchoReferenceBuffer.index(began + .seconds(2)))
        #expect(silent.allSatisfy { $0 == 0 })
    }

    @Test("stopping a paused clip ends it")
    func stoppedInPause() throws {
        let stage = Stage()
        let began = stage.clock.now
        let end = try stage.play(Self.ramp(32_000)) {
            let time = stage.clock.now - began
            return time < .milliseconds(500) ? .play : time < .seconds(2) ? .pause : .stop
        }
        guard case .stopped(let after) = end else {
            Issue.record("\(end)")
            return
        }
        #expect(abs(after.seconds - 0.5) < 0.1)
    }

    @Test("A11: underruns on a busy machine are counted, and the clip is played completely")
    func underruns() throws {
        let stage = Stage()
        stage.sink.slowness = .milliseconds(45)
        #expect(try stage.play(Self.ramp(16_000)) == .finished)
        stage.settle()
        #expect(stage.player.underruns > 5)
        #expect(stage.sink.sounded == Self.ramp(16_000))
    }

    @Test("A11: a clip continues after the machine has stopped for one second")
    func heldUp() throws {
        let stage = Stage()
        let began = stage.clock.now
        var isHeldUp = false
        let end = try stage.play(Self.ramp(32_000)) {
            if !isHeldUp, stage.clock.now - began > .milliseconds(800) {
                stage.clock.pass(.seconds(1))
                isHeldUp = true
            }
            return .play
        }
        #expect(end == .finished && stage.player.underruns == 1 && stage.sink.openings == 1)
        stage.settle()
        #expect(stage.sink.sounded == Self.ramp(32_000))
    }

    @Test("after finish nothing of the clip is left in the device")
    func finished() throws {
        let stage = Stage()
        #expect(try stage.play(Self.ramp(5_000)) == .finished)
        #expect(stage.sink.sounded.count < 5_000)
        stage.player.finish()
        #expect(stage.sink.delay() <= 0 && stage.sink.sounded.count == 5_000)
    }

    @Test("A11: a device that accepts no more samples is an error within 300 ms", arguments: [0, 10, 400])
    func stalled(milliseconds: Int) throws {
        let stage = Stage()
        let stall = stage.clock.now + .milliseconds(milliseconds)
        stage.sink.stallsAt = stall
        #expect(throws: ALSAError.stalled(device: "speaker")) { () throws(ALSAError) in
            try stage.play(Self.ramp(32_000))
        }
        // It is unknown whether the buffer was played when the device stalled, so the wait starts with the last
        // accepted period.
        #expect(stage.clock.now - stall <= .milliseconds(300))
        #expect(stage.sink.closings == 1)
    }

    @Test(
        "A11: a busy, missing or denied device is an error at once, 100 times, and plays when it is available",
        arguments: [EBUSY, ENOENT, EACCES])
    func refused(code: Int32) throws {
        let stage = Stage()
        stage.sink.refusal = code
        let began = stage.clock.now
        for _ in 0..<100 {
            #expect(throws: ALSAError.self) { () throws(ALSAError) in try stage.play(Self.ramp(1_000)) }
        }
        #expect(stage.clock.now == began)
        stage.sink.refusal = nil
        #expect(try stage.play(Self.ramp(1_000)) == .finished)
    }

    @Test(
        "A11: a speaker unplugged during a clip is an error of that clip; plugged in again it plays"
    )
    func unplugged() throws {
        let stage = Stage()
        stage.sink.gone = (stage.clock.now + .milliseconds(300))..<(stage.clock.now + .seconds(2))
        let began = stage.clock.now
        #expect(throws: ALSAError.self) { () throws(ALSAError) in try stage.play(Self.ramp(16_000)) }
        #expect(stage.clock.now - began <= .milliseconds(600))
        stage.clock.pass(.seconds(3))
        #expect(try stage.play(Self.ramp(1_600)) == .finished)
        // Between two clips: removed and restored while nothing played.
        stage.sink.gone = (stage.clock.now + .milliseconds(500))..<(stage.clock.now + .milliseconds(900))
        stage.clock.pass(.seconds(2))
        stage.sink.close()
        #expect(try stage.play(Self.ramp(1_600)) == .finished)
        #expect(stage.sink.openings == 3)
    }

    @Test(
        "gain is applied and clipped at full scale",
        arguments: [(6.0, Int16(1_995)), (-20, 100), (0, 1_000), (60, 10_000), (.nan, 1_000)])
    func gain(decibels: Double, expected: Int16) throws {
        let stage = Stage()
        _ = try stage.play([Int16](repeating: 1_000, count: 100), gain: decibels)
        stage.settle()
        #expect(stage.sink.sounded.first == expected)
        #expect(AudioClip(samples: [.max, .min], sampleRate: 16_000, gainDecibels: 20).amplified == [.max, .min])
    }

    @Test(
        "the reference holds the played samples with their times, at 16 kHz whatever the device's rate",
        arguments: [nil, 48_000, 44_100])
    func tape(rate: Int?) throws {
        let stage = Stage(rate: rate)
        let tone = (0..<22_050).map { Int16(8_000 * sin(2 * .pi * 200 * Double($0) / 22_050)) }
        _ = try stage.play(tone, rate: 22_050)
        stage.settle()
        let began = try #require(stage.sink.starts.first)
        let heard = stage.tape.samples(16_000, from: EchoReferenceBuffer.index(began)).map(Double.init)
        let worst = heard.indices.dropFirst(200).dropLast(200).map { index in
            // Two periods are written before the device starts, and their times are as if it had started with the
            // first.
            abs(heard[index] - 8_000 * sin(2 * .pi * 200 * Double(index) / 16_000))
        }
        #expect((worst.max() ?? .infinity) < 200)
        #expect(stage.tape.samples(100, from: EchoReferenceBuffer.index(began) - 200).allSatisfy { $0 == 0 })
        let ends = try #require(stage.tape.playbackEnd)
        #expect(abs((ends - began).seconds - 1) < 0.002)
    }
}

/// The output with its thread, over a scripted device instead of real time: commands from other tasks.
@Suite(.timeLimit(.minutes(10)))
struct ALSAOutputOrderTests {
    private static func output() -> ALSAOutput {
        ALSAOutput { tape in
            let clock = VirtualTime()
            return ClipPlayer(device: "speaker", sink: ScriptedSink(clock), clock: clock, reference: tape)
        }
    }

    @Test("stopping ends the current clip and those that wait; later ones play; nothing is playing afterwards")
    func stops() async throws {
        let output = Self.output()
        output.pause()
        let clips = (0..<5).map { _ in
            Task {
                try await output.play(AudioClip(samples: [Int16](repeating: 1, count: 160_000), sampleRate: 16_000))
            }
        }
        // Paused, so that none can end by itself.
        while !output.isPlaying { await Task.yield() }
        let watch = Task {
            while !Task.isCancelled {
                output.stop()
                output.pause()
                await Task.yield()
            }
        }
        for clip in clips {
            guard case .stopped = try await clip.value else {
                Issue.record("a clip was not cut off")
                continue
            }
        }
        watch.cancel()
        await watch.value
        output.stop()
        #expect(!output.isPlaying)
        #expect(try await output.play(AudioClip(samples: [1, 2, 3], sampleRate: 16_000)) == .finished)
    }

    @Test("cancelling the task stops its clip and lets the next one play")
    func cancels() async throws {
        let output = Self.output()
        output.pause()
        let clip = Task {
            try await output.play(AudioClip(samples: [Int16](repeating: 1, count: 160_000), sampleRate: 16_000))
        }
        while !output.isPlaying { await Task.yield() }
        clip.cancel()
        await #expect(throws: CancellationError.self) { try await clip.value }
        output.resume()
        #expect(try await output.play(AudioClip(samples: [1, 2, 3], sampleRate: 16_000)) == .finished)
        #expect(!output.isPlaying)
    }
}
