internal import Feedback
internal import OrderParsing
internal import Ordering
internal import Speech
internal import Testing

@testable internal import KioskRuntime
@testable internal import VoiceOrdering

/// The microphone check.
struct MicrophoneCheckTests {
    private static func run() throws -> MicrophoneCheckRun {
        let menu = try MenuLoader.builtIn()
        return try #require(
            MicrophoneCheckRun(menu: menu, parser: OrderParsingPipeline(menu: menu), writer: PromptWriter(menu: menu)))
    }

    /// A square wave of an amplitude, a second long.
    private static func second(_ amplitude: Int16, from: Int) -> AudioFrame {
        AudioFrame(
            start: SamplePosition(from * 16_000),
            samples: (0..<16_000).map { $0 / 20 % 2 == 0 ? amplitude : -amplitude })
    }

    private static func quiet(_ run: inout MicrophoneCheckRun, amplitude: Int16 = 33) {
        for index in 0..<3 { run.add(second(amplitude, from: index), isSpeech: false) }
    }

    @Test(
        "The room is measured first; then five orders of the menu are to be read, and those that are understood count")
    func whole() throws {
        var run = try Self.run()
        #expect(run.status.phase == .quiet)
        Self.quiet(&run)
        #expect(run.status.phase == .reading)
        #expect(abs((run.status.noiseFloor ?? 0) + 60) < 1)
        for index in 0..<5 {
            let sentence = try #require(run.status.sentence)
            run.add(Self.second(3_276, from: 10 + index), isSpeech: true)
            run.evaluate(index == 2 ? "a glass of water from the tap" : sentence)
        }
        let status = run.status
        #expect(status.phase == .finished && status.sentence == nil)
        #expect(status.readings.map(\.isRight) == [true, true, false, true, true])
        #expect(abs((status.speechLevel ?? 0) + 20) < 1)
        #expect(status.advice.isEmpty)
    }

    @Test(
        "What is wrong is said with what to do about it",
        arguments: [
            (Int16(3), Int16(3_000), "quieter"), (1_000, 3_000, "loud"), (33, 200, "faint"), (33, 32_767, "cut off"),
        ])
    func advice(_ room: Int16, _ voice: Int16, _ word: String) throws {
        var run = try Self.run()
        Self.quiet(&run, amplitude: room)
        run.add(Self.second(voice, from: 10), isSpeech: true)
        #expect(run.status.advice.contains { $0.contains(word) }, "\(run.status.advice)")
    }

    @Test("A reading that was disturbed is read again, and one may be left out")
    func again() throws {
        var run = try Self.run()
        Self.quiet(&run)
        let first = try #require(run.status.sentence)
        run.evaluate("crash")
        run.repeatSentence()
        #expect(run.status.sentence == first && run.status.readings.isEmpty)
        for _ in 0..<5 { run.skipSentence() }
        #expect(run.isOver && run.status.readings.allSatisfy { !$0.isRight })
    }
}
