internal import BrewsCLI
internal import EngineHost
internal import Foundation
internal import Glibc
internal import Speech

/// `brews-bench isolation`: what it costs to have the recogniser in a process of its own, and how soon it is back when
/// that dies.
struct IsolationBenchmark {
    static let spec = CommandSpec(
        name: "brews-bench isolation",
        summary: "Cost of an engine in a process of its own: time a block, start, recovery, memory.",
        operands: "FILE.wav…",
        options: [
            OptionSpec("rounds", value: "N", "times each recording is heard both ways (default: 20)"),
            OptionSpec("kills", value: "N", "processes killed in the middle of a recording (default: 20)"),
        ],
        examples: [
            ("brews-bench isolation Tests/Recordings/*.wav", "the bundled model on the bundled recordings"),
            ("brews-bench isolation --json Tests/Recordings/*.wav", "the same as JSON, one object a row"),
        ])

    private struct Row: Encodable {
        let measure: String
        let count: Int
        let p50Milliseconds: Double
        let p95Milliseconds: Double
        let p99Milliseconds: Double
        let maxMilliseconds: Double
        let machine: String
        let model: String
    }

    private let arguments: Arguments
    private let setup: Setup
    private let console = Console(isVerbose: false)
    private let clock = ContinuousClock()

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        setup = try Setup(arguments)
    }

    func run() async throws {
        guard !arguments.operands.isEmpty else {
            throw CLIError.usage("\(Self.spec.name) needs recordings; see: \(Self.spec.name) --help")
        }
        let rounds = try arguments.integer("rounds", in: 1...10_000) ?? 20,
            kills = try arguments.integer("kills", in: 1...500) ?? 20
        var recordings: [[Int16]] = []
        for path in arguments.operands { recordings.append(try await OrderCorpus.samples(path)) }
        if !setup.json { console.line("measure                        count   p50 ms   p95 ms   p99 ms   max ms") }
        let service = try await blocks(recordings, rounds)
        try starts()
        try await recoveries(recordings, kills)
        if !setup.json, let child = service.health.processIdentifiers.first {
            console.line("memory of the child: \(Self.megabytes(child))")
        }
    }

    /// Time from handing a block of 0.1 s over until the engine asks for the next, in this process and in a child by
    /// turns.
    private func blocks(_ recordings: [[Int16]], _ rounds: Int) async throws -> IsolatedVoiceService {
        let direct = try setup.engine(), isolated = try setup.isolatedRecognition()
        var inside = LatencyRecorder(capacity: 1_000_000), outside = LatencyRecorder(capacity: 1_000_000),
            overhead = LatencyRecorder(capacity: 1_000_000)
        for samples in recordings {
            // By block and round. The first round warms both up.
            var here: [[Duration]] = [], there: [[Duration]] = []
            for round in 0...rounds {
                let (a, b) = (try await times(samples, direct), try await times(samples, isolated))
                guard round > 0 else { continue }
                here.append(a)
                there.append(b)
            }
            for time in here.joined() { inside.record(time) }
            for time in there.joined() { outside.record(time) }
            // A block is the same work each time, so its median leaves out what else the machine did.
            for block in 0..<min(here[0].count, there[0].count) {
                overhead.record(Self.median(there.map { $0[block] }) - Self.median(here.map { $0[block] }))
            }
        }
        try show("block in this process", inside)
        try show("block in a child", outside)
        try show("difference of medians", overhead)
        return isolated
    }

    private static func median(_ times: [Duration]) -> Duration { times.sorted()[times.count / 2] }

    private func times(_ samples: [Int16], _ service: any VoiceService) async throws -> [Duration] {
        let input = TimedInput(samples)
        for try await _ in try await service.startListening(to: input, vocabulary: nil) {}
        return await input.times
    }

    /// Time until an engine is ready for audio.
    private func starts() throws {
        var inside = LatencyRecorder(), outside = LatencyRecorder()
        for _ in 0..<10 {
            inside.record(try clock.measure { _ = try setup.engine() })
            outside.record(try clock.measure { _ = try setup.isolatedRecognition() })
        }
        try show("start in this process", inside)
        try show("start of a child", outside)
    }

    /// Time from noticing that a child was killed until its successor has loaded and read again what was said so far.
    private func recoveries(_ recordings: [[Int16]], _ kills: Int) async throws {
        for spares in [0, 1] {
            let service = try setup.isolatedRecognition(
                settings: EngineHostSettings(mostLossesPerMinute: 1_000, spares: spares))
            for number in 0..<kills {
                let samples = recordings[number % recordings.count]
                let input = KillingInput(samples, at: samples.count * (number % 9 + 1) / 10) {
                    // The spare is the newer one.
                    if let process = service.health.processIdentifiers.first { kill(process, SIGKILL) }
                }
                for try await _ in try await service.startListening(to: input, vocabulary: nil) {}
            }
            let recoveries = service.health.recoveries
            if recoveries.count < kills {
                console.note("brews-bench: only \(recoveries.count) of \(kills) kills fell into a recognition")
            }
            try show(spares == 0 ? "recovery" : "recovery with a spare", recoveries)
        }
    }

    private static func megabytes(_ process: Int32) -> String {
        let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        let kilobytes =
            status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }?.split(separator: " ").dropFirst().first
            .flatMap { Double($0) } ?? 0
        return String(format: "%.0f MB", kilobytes / 1_024)
    }

    private func show(_ measure: String, _ recorder: LatencyRecorder) throws {
        func milliseconds(_ share: Double) -> Double {
            ((recorder.percentile(share)?.milliseconds ?? 0) * 1_000).rounded() / 1_000
        }
        let row = Row(
            measure: measure, count: recorder.count, p50Milliseconds: milliseconds(0.5),
            p95Milliseconds: milliseconds(0.95), p99Milliseconds: milliseconds(0.99),
            maxMilliseconds: milliseconds(1), machine: Machine.description,
            model: arguments.value("model") ?? "brews-en")
        if setup.json {
            try console.json(row)
        } else {
            let figures = String(
                format: "%6d %8.2f %8.2f %8.2f %8.2f", row.count, row.p50Milliseconds, row.p95Milliseconds,
                row.p99Milliseconds, row.maxMilliseconds)
            console.line(measure.padded(to: 29) + figures)
        }
    }
}

/// Samples in blocks of 0.1 s, with the time from giving each to being asked for the next.
private actor TimedInput: AudioInput {
    private static let block = 1_600

    private let samples: [Int16]
    private let clock = ContinuousClock()
    private var position = 0
    private var given: ContinuousClock.Instant?
    private(set) var times: [Duration] = []

    init(_ samples: [Int16]) { self.samples = samples }

    func nextFrame() -> AudioFrame? {
        if let given { times.append(clock.now - given) }
        given = nil
        guard position < samples.count else { return nil }
        let end = min(position + Self.block, samples.count)
        let frame = AudioFrame(start: SamplePosition(position), samples: Array(samples[position..<end]))
        position = end
        given = clock.now
        return frame
    }
}

/// Samples in blocks of 0.1 s, with something done once at a position.
private actor KillingInput: AudioInput {
    private static let block = 1_600

    private let samples: [Int16]
    private let moment: Int
    private let strike: @Sendable () -> Void
    private var position = 0
    private var hasStruck = false

    init(_ samples: [Int16], at moment: Int, strike: @escaping @Sendable () -> Void) {
        self.samples = samples
        self.moment = moment
        self.strike = strike
    }

    func nextFrame() -> AudioFrame? {
        guard position < samples.count else { return nil }
        if position >= moment, !hasStruck {
            hasStruck = true
            strike()
        }
        let end = min(position + Self.block, samples.count)
        let frame = AudioFrame(start: SamplePosition(position), samples: Array(samples[position..<end]))
        position = end
        return frame
    }
}
