internal import Speech
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import KioskRuntime
@testable internal import VoiceOrdering

/// A quiet room that yields between two frames, as a microphone does, so that other tasks can run while the input is
/// muted.
private actor PatientRoom: AudioInput {
    private let room = QuietRoom()

    func nextFrame() async -> AudioFrame? {
        await Task.yield()
        return await room.nextFrame()
    }
}

/// Frames that reach the recogniser while the kiosk speaks at times; frames are 0.1 s.
@Suite(.timeLimit(.minutes(10)))
struct GatedAudioInputTests {
    private static func gate(
        _ whileSpeaking: KioskParts.VoiceInput.WhileSpeaking = .drop, input: any AudioInput = PatientRoom(),
        clock: ManualClock = ManualClock()
    ) throws -> GatedAudioInput {
        try GatedAudioInput(input, whileSpeaking: whileSpeaking, clock: MonotonicClock(clock)) { _ in }
    }

    /// Whether a frame is empty and ends an utterance.
    private static func isEnd(_ frame: AudioFrame?) -> Bool {
        frame?.endsUtterance == true && frame?.samples.isEmpty == true
    }

    @Test("A12: the open utterance ends once where the kiosk begins to speak, and positions continue without a gap")
    func ends() async throws {
        let gate = try Self.gate()
        let input = try EndpointingInput(gate, endpointing: nil, locale: "en-US") { .zero }
        let first = try #require(await input.nextFrame())
        #expect(!first.endsUtterance)
        gate.mute()
        let end = try #require(await input.nextFrame())
        #expect(Self.isEnd(end) && end.start == first.end)
        // Muted again before anything was heard in between: nothing is open.
        gate.unmute(sounded: true)
        gate.mute()
        async let next = input.nextFrame()
        while gate.frames < 6 { await Task.yield() }
        gate.unmute(sounded: false)
        let after = try #require(await next)
        #expect(!after.endsUtterance && after.start == end.end && !after.samples.isEmpty)
    }

    @Test(
        "A12: after the kiosk's speech 0.25 s are dropped for its echo; without sound no sample is dropped",
        arguments: [true, false])
    func fades(sounded: Bool) async throws {
        let gate = try Self.gate()
        _ = try await gate.nextFrame()
        gate.mute()
        #expect(Self.isEnd(try await gate.nextFrame()))
        let heard = gate.frames
        gate.unmute(sounded: sounded)
        _ = try await gate.nextFrame()
        #expect(gate.frames - heard == (sounded ? 4 : 1))
    }

    @Test("A12: after a failed prompt the echo of the previous one is still dropped")
    func failing() async throws {
        let gate = try Self.gate()
        _ = try await gate.nextFrame()
        gate.mute()
        #expect(Self.isEnd(try await gate.nextFrame()))
        gate.unmute(sounded: true)
        gate.mute()
        gate.unmute(sounded: false)
        let heard = gate.frames
        _ = try await gate.nextFrame()
        #expect(gate.frames - heard == 4)
    }

    /// Calls a closure, once, while a frame is under way.
    private actor StartlingRoom: AudioInput {
        private let room = QuietRoom()
        private var startle: (@Sendable () -> Void)?

        func startle(_ body: @escaping @Sendable () -> Void) { startle = body }

        func nextFrame() async -> AudioFrame? {
            let frame = await room.nextFrame()
            startle?()
            startle = nil
            return frame
        }
    }

    @Test(
        "A recorded guest's frame in transit when the kiosk begins to speak is passed on later, without an end mark"
    )
    func held() async throws {
        let room = StartlingRoom(), clock = ManualClock(), gate = try Self.gate(.hold, input: room, clock: clock)
        let first = try #require(await gate.nextFrame())
        await room.startle { gate.mute() }
        async let next = gate.nextFrame()
        // It waits with the frame that it was given, however long.
        for _ in 0..<10 {
            await clock.sleepers()
            clock.advance(by: .milliseconds(20))
        }
        await clock.sleepers()
        let heard = gate.frames
        gate.unmute(sounded: true)
        clock.advance(by: .milliseconds(20))
        let after = try #require(await next)
        #expect(heard == 1 && !after.endsUtterance && after.start == first.end)
        let (original, second) = (QuietRoom(), after.samples)
        _ = await original.nextFrame()
        #expect(await original.nextFrame()?.samples == second)
    }

    @Test(
        "A12: once the echo is cancelled, the next prompt drops no more audio than the echo of the previous one"
    )
    func learnt() async throws {
        let isClear = Atomic<Bool>(false)
        let gate = try Self.gate(.bargeIn { isClear.load(ordering: .acquiring) })
        _ = try await gate.nextFrame()
        gate.mute()
        #expect(Self.isEnd(try await gate.nextFrame()))
        gate.unmute(sounded: true)
        isClear.store(true, ordering: .releasing)
        gate.mute()
        let heard = gate.frames
        #expect(try await gate.nextFrame()?.samples.isEmpty == false)
        #expect(gate.frames - heard == 4)
    }
}
