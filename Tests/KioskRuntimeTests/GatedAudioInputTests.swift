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
    private static func ears(
        _ whileSpeaking: KioskParts.Ears.WhileSpeaking = .drop, input: any AudioInput = PatientRoom(),
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
        let ears = try Self.ears()
        let first = try #require(await ears.nextFrame())
        #expect(!first.endsUtterance)
        ears.mute()
        let end = try #require(await ears.nextFrame())
        #expect(Self.isEnd(end) && end.start == first.end)
        // Muted again before anything was heard in between: nothing is open.
        ears.unmute(sounded: true)
        ears.mute()
        async let next = ears.nextFrame()
        while ears.frames < 6 { await Task.yield() }
        ears.unmute(sounded: false)
        let after = try #require(await next)
        #expect(!after.endsUtterance && after.start == end.end && !after.samples.isEmpty)
    }

    @Test(
        "A12: after speech 0.25 s are left out for its echo; where nothing sounded not a sample is",
        arguments: [true, false])
    func fades(sounded: Bool) async throws {
        let ears = try Self.ears()
        _ = try await ears.nextFrame()
        ears.mute()
        #expect(Self.isEnd(try await ears.nextFrame()))
        let heard = ears.frames
        ears.unmute(sounded: sounded)
        _ = try await ears.nextFrame()
        #expect(ears.frames - heard == (sounded ? 4 : 1))
    }

    @Test("A12: a prompt that fails leaves the echo of the one before to fade")
    func failing() async throws {
        let ears = try Self.ears()
        _ = try await ears.nextFrame()
        ears.mute()
        #expect(Self.isEnd(try await ears.nextFrame()))
        ears.unmute(sounded: true)
        ears.mute()
        ears.unmute(sounded: false)
        let heard = ears.frames
        _ = try await ears.nextFrame()
        #expect(ears.frames - heard == 4)
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
        let room = StartlingRoom(), clock = ManualClock(), ears = try Self.ears(.hold, input: room, clock: clock)
        let first = try #require(await ears.nextFrame())
        await room.startle { ears.mute() }
        async let next = ears.nextFrame()
        // It waits with the frame that it was given, however long.
        for _ in 0..<10 {
            await clock.sleepers()
            clock.advance(by: .milliseconds(20))
        }
        await clock.sleepers()
        let heard = ears.frames
        ears.unmute(sounded: true)
        clock.advance(by: .milliseconds(20))
        let after = try #require(await next)
        #expect(heard == 1 && !after.endsUtterance && after.start == first.end)
        let (original, second) = (QuietRoom(), after.samples)
        _ = await original.nextFrame()
        #expect(await original.nextFrame()?.samples == second)
    }

    @Test(
        "A12: with an echo that is cancelled by then, the kiosk's next prompt shuts the ears for no longer than the echo of the last"
    )
    func learnt() async throws {
        let isClear = Atomic<Bool>(false)
        let ears = try Self.ears(.listen { isClear.load(ordering: .acquiring) })
        _ = try await ears.nextFrame()
        ears.mute()
        #expect(Self.isEnd(try await ears.nextFrame()))
        ears.unmute(sounded: true)
        isClear.store(true, ordering: .releasing)
        ears.mute()
        let heard = ears.frames
        #expect(try await ears.nextFrame()?.samples.isEmpty == false)
        #expect(ears.frames - heard == 4)
    }
}
