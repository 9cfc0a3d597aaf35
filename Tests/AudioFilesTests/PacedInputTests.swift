internal import AudioFiles
internal import Speech
internal import TestSupport
internal import Testing

/// Pacing, on a clock that the test moves: no test waits for real time to pass.
@Suite(.timeLimit(.minutes(10)))
struct PacedInputTests {
    @Test("no frame comes before it would have been spoken, and each comes as soon as it has been")
    func paced() async throws {
        let clock = ManualClock()
        let paced = PacedInput(SampleInput([Int16](repeating: 1, count: 4_000)), clock: clock)
        for expected in [1_600, 3_200, 4_000] {
            let next = Task { try await paced.nextFrame() }
            await clock.sleepers()
            clock.advance(by: .seconds(SamplePosition(expected).seconds) - clock.now.offset - .milliseconds(1))
            #expect(clock.sleeperCount == 1, "the frame came a millisecond early")
            clock.advance(by: .milliseconds(1))
            #expect(try await next.value?.end == SamplePosition(expected))
        }
        #expect(try await paced.nextFrame() == nil)
    }

    @Test("a consumer that falls behind catches up without waiting")
    func catchesUp() async throws {
        let clock = ManualClock()
        let paced = PacedInput(SampleInput([Int16](repeating: 1, count: 16_000)), clock: clock)
        let first = Task { try await paced.nextFrame() }
        await clock.sleepers()
        clock.advance(by: .milliseconds(550))
        #expect(try await first.value?.start == .zero)
        for index in 1..<5 { #expect(try await paced.nextFrame()?.start.samples == index * 1_600) }
        let sixth = Task { try await paced.nextFrame() }
        await clock.sleepers()
        clock.advance(by: .milliseconds(50))
        #expect(try await sixth.value?.start.samples == 8_000)
    }

    @Test("pacing begins with the first frame asked for, however late that is")
    func lateStart() async throws {
        let clock = ManualClock()
        let paced = PacedInput(SampleInput([Int16](repeating: 1, count: 1_600)), clock: clock)
        clock.advance(by: .seconds(3_600))
        let first = Task { try await paced.nextFrame() }
        await clock.sleepers()
        clock.advance(by: .milliseconds(100))
        #expect(try await first.value?.samples.count == 1_600)
    }

    @Test("a cancelled consumer is released from its wait")
    func cancelled() async throws {
        let clock = ManualClock()
        let paced = PacedInput(SampleInput([Int16](repeating: 1, count: 1_600)), clock: clock)
        let next = Task { try await paced.nextFrame() }
        await clock.sleepers()
        next.cancel()
        await #expect(throws: CancellationError.self) { try await next.value }
    }

    @Test("the failure of the input is handed on")
    func fails() async throws {
        let paced = PacedInput(BreakingInput(frames: 0), clock: ManualClock())
        await #expect(throws: BreakingInput.Broken()) { try await paced.nextFrame() }
    }
}
