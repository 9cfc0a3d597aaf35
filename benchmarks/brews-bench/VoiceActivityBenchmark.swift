internal import BrewsCLI
internal import Foundation
internal import Speech
internal import VoiceActivity

#if canImport(Glibc)
    internal import Glibc
#endif

/// `brews-bench vad`: what listening for speech costs while nobody orders, as a share of one core.
struct VoiceActivityBenchmark {
    static let spec = CommandSpec(
        name: "brews-bench vad",
        summary: "Cost of voice activity, segments, level and signal watch, as a share of one core.",
        operands: "[FILE.wav]",
        options: [OptionSpec("minutes", value: "N", "audio to run through, 1 to 600 (default: 30)")],
        examples: [
            ("brews-bench vad kitchen.wav", "over a recording, again and again"),
            ("brews-bench vad", "over noise made up for it"),
        ])

    private struct Row: Encodable {
        let benchmark = "vad"
        let part: String
        let frameMilliseconds: Int
        let shareOfCore: Double
        let machine = Machine.description
    }

    private let arguments: Arguments

    init(_ arguments: Arguments) throws { self.arguments = arguments }

    func run() async throws {
        let minutes = try arguments.integer("minutes", in: 1...600) ?? 30
        let setup = try Setup(arguments)
        let samples: [Int16]
        if let file = arguments.operands.first {
            samples = try await OrderCorpus.samples(file)
            // Of nothing but a piece of a frame no time would ever pass.
            guard samples.count >= SampleRate.speech / 10 else {
                throw CLIError.input("\(file) is shorter than 0.1 s, the longest frame that is measured")
            }
        } else {
            var generator = SplitMix64(state: 1)
            samples = (0..<60 * SampleRate.speech).map { _ in Int16.random(in: -300...300, using: &generator) }
        }
        if !setup.json { setup.console.line("part                  frame ms   share of one core") }
        for milliseconds in [10, 100] {
            for (part, work) in try Self.parts() {
                let share = Self.share(
                    of: samples, frame: milliseconds * SampleRate.speech / 1_000, minutes: minutes, work)
                if setup.json {
                    try setup.console.json(Row(part: part, frameMilliseconds: milliseconds, shareOfCore: share))
                } else {
                    setup.console.line(part.padded(to: 22) + String(format: "%8d%14.4f %%", milliseconds, 100 * share))
                }
            }
        }
    }

    private static func parts() throws -> [(String, (AudioFrame) -> Void)] {
        var detector = try EnergyVoiceActivityDetector(), segmenter = try SpeechSegmenter(), meter = LevelMeter(),
            monitor = try SignalMonitor()
        return [
            ("voice activity", { _ = detector.process($0) }), ("segments", { _ = segmenter.process($0) }),
            ("level", { _ = meter.process($0) }),
            ("signal watch", { _ = monitor.process($0) }),
        ]
    }

    /// Processor time of this thread over audio time.
    private static func share(of samples: [Int16], frame: Int, minutes: Int, _ work: (AudioFrame) -> Void) -> Double {
        let frames = stride(from: 0, to: samples.count - frame + 1, by: frame).map { Array(samples[$0..<$0 + frame]) }
        let wanted = minutes * 60 * SampleRate.speech
        var position = 0
        let began = threadTime()
        while position < wanted {
            for block in frames {
                work(AudioFrame(start: SamplePosition(position), samples: block))
                position += frame
            }
        }
        return (threadTime() - began) / (Double(position) / Double(SampleRate.speech))
    }

    private static func threadTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
