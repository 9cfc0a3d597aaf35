internal import BrewsCLI
internal import Foundation

/// The benchmarks by name, and how the command line reaches them.
enum Benchmarks {
    private static let all: [(spec: CommandSpec, run: @Sendable (Arguments) async throws -> Void)] = [
        (OrdersBenchmark.spec, { try await OrdersBenchmark($0).run() }),
        (WordsBenchmark.spec, { try await WordsBenchmark($0).run() }),
        (SpokenBenchmark.spec, { try await SpokenBenchmark($0).run() }),
        (UnderstandingBenchmark.spec, { try UnderstandingBenchmark($0).run() }),
        (ParseBenchmark.spec, { try ParseBenchmark($0).run() }),
        (NoiseBenchmark.spec, { try await NoiseBenchmark($0).run() }),
        (VoiceActivityBenchmark.spec, { try await VoiceActivityBenchmark($0).run() }),
        (EndpointingBenchmark.spec, { try await EndpointingBenchmark($0).run() }),
        (PausesBenchmark.spec, { try await PausesBenchmark($0).run() }),
        (IsolationBenchmark.spec, { try await IsolationBenchmark($0).run() }),
        (LatencyBenchmark.spec, { try await LatencyBenchmark($0).run() }),
        (TwoPassBenchmark.spec, { try await TwoPassBenchmark($0).run() }),
        (WakeBenchmark.spec, { try await WakeBenchmark($0).run() }),
        (EchoBenchmark.spec, { try await EchoBenchmark($0).run() }),
        (ProductsBenchmark.spec, { try ProductsBenchmark($0).run() }),
        (SpeechBenchmark.spec, { try await SpeechBenchmark($0).run() }),
        (SearchBenchmark.spec, { try await SearchBenchmark($0).run() }),
        (ReportBenchmark.spec, { try ReportBenchmark($0).run() }),
    ]

    private static var help: String {
        """
        Brews benchmarks: accuracy and latency on this machine

        usage: brews-bench BENCHMARK [options] …

        benchmarks:

        """
            + all.map { "  \(name($0.spec).padded(to: 16))\($0.spec.summary)\n" }.joined()
            + "\nsee: brews-bench BENCHMARK --help"
    }

    private static func name(_ spec: CommandSpec) -> String { String(spec.name.split(separator: " ").last ?? "") }

    /// - Parameter words: the command line without the program's name.
    /// - Returns: the exit code.
    static func run(_ words: [String]) async -> Int32 {
        let console = Console(isVerbose: false)
        guard let first = words.first, first != "--help", first != "-h" else {
            console.line(help)
            return words.isEmpty ? 2 : 0
        }
        let version = "brews \(BrewsTool.version)"
        if first == "--version" {
            console.line(version)
            return 0
        }
        // Isolated engines are this very program, started again.
        if first == BrewsTool.childCommand { return await BrewsTool.run(words) }
        do {
            guard let benchmark = all.first(where: { name($0.spec) == first }) else {
                throw CLIError.usage("there is no benchmark '\(first)'; see: brews-bench --help")
            }
            let arguments = try Arguments(Array(words.dropFirst()), spec: benchmark.spec)
            if arguments.has("help") {
                console.line(benchmark.spec.help)
            } else if arguments.has("version") {
                console.line(version)
            } else {
                try await benchmark.run(arguments)
            }
            try Console.checkOutput()
            return 0
        } catch {
            return BrewsTool.fail(CLIError.from(error))
        }
    }
}
