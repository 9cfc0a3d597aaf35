internal import Speech
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import KioskRuntime
@testable internal import VoiceOrdering

/// A quiet room that lets everybody else have their turn between two frames, as a microphone does: who waits for the
/// kiosk to fall silent must not keep a thread from whoever would end it.
private actor PatientRoom: AudioInput {
    private let room = QuietRoom()

    func nextFrame() async -> AudioFrame? {
        await Task.yield()
        return await room.nextFrame()
    }
}

/// What the recogniser gets of a microphone while the kiosk speaks now and then; frames are 0.1 s.
@Suite(.timeLimit(.minutes(10)))
struct GatedAudioInputTests {
    private static func gate(
        _ whileSpeaking: KioskParts.VoiceInput.WhileSpeaking = .drop, input: any AudioInput = PatientRoom(),
        clock: ManualClock = ManualClock()
    ) throws -> GatedAudioInput {
        try GatedAudioInput(input, whileSpeaking: whileSpeaking, clock: MonotonicClock(clock)) { _ in }
    }

    /// Whether the next frame ends an utterance and has nothing in it.
    private static func isEnd(_ frame: AudioFrame?) -> Bool {
        frame?.endsUtterance == true && frame?.samples.isEmpty == true
    }

    @Test("A12: what was being said is over where the kiosk begins to speak, once, and positions go on without a gap")
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
        "A12: after speech 0.25 s are left out for its echo; where nothing sounded not a sample is",
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

    @Test("A12: a prompt that fails leaves the echo of the one before to fade")
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

    /// Makes the kiosk speak as a frame of it is under way.
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
        "a recorded guest whose frame is under way as the kiosk begins to speak loses nothing of it, and their sentence goes on afterwards"
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
        "A12: with an echo that is cancelled by then, the kiosk's next prompt closes the gate for no longer than the echo of the last"
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
