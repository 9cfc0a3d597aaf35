internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#endif

/// `brews bench …` is `brews-bench …`, the program beside this one.
enum BenchCommand: Command {
    static let name = "bench"
    static let spec = CommandSpec(
        name: "brews bench", summary: "Measures accuracy and latency: the same as brews-bench.", operands: "…",
        examples: [("brews bench orders recordings/", "acceptance of recorded orders; see: brews-bench --help")])

    static func run(_ arguments: Arguments, _ setup: Setup) async throws -> Int32 {
        let beside = (Bundle.main.executableURL ?? URL(fileURLWithPath: "brews")).deletingLastPathComponent().appendingPathComponent("brews-bench").path
        // Its own words are passed on as they came, options included.
        var words = [beside] + CommandLine.arguments.dropFirst(2)
        words.removeAll { $0 == "--" }
        var pointers = words.map { strdup($0) } + [nil]
        execv(beside, &pointers)
        throw CLIError.library("brews-bench is not beside brews; build it with: swift build")
    }
}
