internal import BrewsCLI
internal import Foundation

/// `brews-bench report`: runs the benchmarks one after the other and writes one file with all their figures.
struct ReportBenchmark {
    static let spec = CommandSpec(
        name: "brews-bench report",
        summary: "All benchmarks that fit in an hour, in one file: JSON, and a table of it in Markdown.", operands: "",
        options: [
            OptionSpec(
                "evaluation", value: "DIR", "recordings to measure against (default: ../shared/eval, where it is)"),
            OptionSpec("board", "only what needs nothing but the checkout, in about ten minutes"),
            OptionSpec("only", value: "NAME", "the benchmarks whose name contains this"),
            OptionSpec("output", value: "FILE", "the JSON file (default: brews-report.json); the table is beside it"),
        ],
        without: ["menu", "locale", "model", "config"],
        examples: [
            ("brews-bench report", "brews-report.json and brews-report.md, with today's machine, commit and model"),
            ("brews-bench report --board --output board.json", "on a board: the file to send back"),
            ("scripts/figures --add brews-report.json", "the tables of README and articles are written from it"),
        ])

    private enum Outcome {
        case done(ReportTable, seconds: Double)
        case failed(String)
        case leftOut(String)
    }

    private let arguments: Arguments
    private let console = Console(isVerbose: false)
    private let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()

    init(_ arguments: Arguments) { self.arguments = arguments }

    func run() throws {
        guard FileManager.default.fileExists(atPath: "Tests/UnderstandingTests/Sets") else {
            throw CLIError.usage("a report is made in the folder of the checkout, where Package.swift is")
        }
        let part = arguments.value("only") ?? ""
        let steps = ReportPlan.steps(
            evaluation: arguments.value("evaluation") ?? "../shared/eval", isForBoards: arguments.has("board")
        ).filter { part.isEmpty || $0.name.contains(part) }
        guard !steps.isEmpty else { throw CLIError.usage("no benchmark's name contains '\(part)'") }
        let output = arguments.value("output") ?? "brews-report.json"
        var outcomes: [(step: ReportStep, outcome: Outcome)] = []
        for (index, step) in steps.enumerated() {
            let place = "[\(index + 1) of \(steps.count)] \(step.name)"
            console.progress("\(place) …")
            let outcome = Self.run(step, in: folder)
            outcomes.append((step, outcome))
            console.progress("", isLast: false)
            console.note("\(place): \(Self.words(outcome))")
            // After each step: what an interrupted report has is kept.
            try write(outcomes, to: output)
        }
        console.line("\(output), and its table \(Self.table(output))")
        let failed = outcomes.filter { if case .failed = $0.outcome { true } else { false } }.map(\.step.name)
        if !failed.isEmpty { throw CLIError.library("these benchmarks failed: \(failed.joined(separator: ", "))") }
    }

    private static func run(_ step: ReportStep, in folder: URL) -> Outcome {
        if let missing = step.needs.first(where: { !FileManager.default.fileExists(atPath: $0) }) {
            return .leftOut("there is no \(missing)")
        }
        let program = folder.appendingPathComponent(step.words[0])
        guard FileManager.default.isExecutableFile(atPath: program.path) else {
            return .leftOut("there is no \(program.path); swift build -c release makes it")
        }
        let clock = ContinuousClock(), begin = clock.now
        let process = Process(), output = Pipe()
        (process.executableURL, process.standardOutput) = (program, output)
        process.arguments = Array(step.words.dropFirst()) + (step.words.contains("--json") ? [] : ["--json"])
        process.standardInput = FileHandle.nullDevice
        do { try process.run() } catch { return .failed("\(error.localizedDescription)") }
        let data = (try? output.fileHandleForReading.readToEnd()) ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { return .failed("exit code \(process.terminationStatus)") }
        let table = ReportTable(output: data)
        guard !table.rows.isEmpty else { return .failed("it printed no figures") }
        return .done(table, seconds: (clock.now - begin) / .seconds(1))
    }

    private static func words(_ outcome: Outcome) -> String {
        switch outcome {
        case .done(_, let seconds): "\(Int(seconds.rounded())) s"
        case .failed(let why): "failed, \(why)"
        case .leftOut(let why): "left out, \(why)"
        }
    }

    private static func table(_ output: String) -> String {
        URL(fileURLWithPath: output).deletingPathExtension().appendingPathExtension("md").relativePath
    }

    private func write(_ outcomes: [(step: ReportStep, outcome: Outcome)], to output: String) throws {
        let facts = [
            "build": Self.build, "machine": Machine.description, "version": BrewsTool.version, "commit": Self.commit,
            "model": Self.model(of: outcomes),
        ].compactMapValues { $0 }
        let steps: [[String: Any]] = outcomes.map { step, outcome in
            var value: [String: Any] = ["name": step.name, "command": step.words.joined(separator: " ")]
            switch outcome {
            case .done(let table, let seconds): (value["rows"], value["seconds"]) = (table.rows, seconds.rounded())
            case .failed(let why): value["failed"] = why
            case .leftOut(let why): value["leftOut"] = why
            }
            return value
        }
        var report: [String: Any] = facts
        report["steps"] = steps
        let options: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            try JSONSerialization.data(withJSONObject: report, options: options).write(to: URL(fileURLWithPath: output))
            try Self.markdown(facts, outcomes).write(toFile: Self.table(output), atomically: true, encoding: .utf8)
        } catch {
            throw CLIError.output(reason: "\(output): \(error.localizedDescription)")
        }
    }

    private static func markdown(
        _ facts: [String: String], _ outcomes: [(step: ReportStep, outcome: Outcome)]
    ) -> String {
        var parts = ["# Figures of Brews"]
        parts.append(facts.sorted { $0.key < $1.key }.map { "- \($0.key): \($0.value)" }.joined(separator: "\n"))
        for (step, outcome) in outcomes {
            parts.append("## \(step.name.prefix(1).uppercased())\(step.name.dropFirst())")
            parts.append("`\(step.words.joined(separator: " "))`, \(words(outcome))")
            if case .done(let table, _) = outcome { parts.append(table.markdown(step.columns)) }
        }
        return parts.joined(separator: "\n\n") + "\n"
    }

    #if DEBUG
        private static let build = "debug; figures of time count only with: swift build -c release"
    #else
        private static let build = "release"
    #endif

    /// The model that the benchmarks' own rows name.
    private static func model(of outcomes: [(step: ReportStep, outcome: Outcome)]) -> String? {
        for case .done(let table, _) in outcomes.map(\.outcome) {
            for case let row as [String: Any] in table.rows {
                if let model = row["model"] as? String, model.contains(" ") { return model }
            }
        }
        return nil
    }

    /// The commit that is checked out, with `+` where files were changed since.
    private static var commit: String? {
        guard let name = ProgramOutput.text(["git", "rev-parse", "--short=8", "HEAD"]) else { return nil }
        let isChanged = ProgramOutput.text(["git", "status", "--porcelain", "--untracked-files=no"]) != ""
        return name.trimmingCharacters(in: .whitespacesAndNewlines) + (isChanged ? "+" : "")
    }
}
