internal import Feedback
internal import ModelCatalogue
internal import Speech
internal import SpeechSynthesis
internal import WakeWord

/// `brews tune`: measures this machine and chooses the kiosk's options for it.
enum TuneCommand: Command {
    static let name = "tune"
    static let spec = CommandSpec(
        name: "brews tune",
        summary: "Measures how fast this machine recognises and speaks, and chooses the kiosk's options for it.",
        options: [
            OptionSpec(
                "write", value: "FILE",
                "write the options into the file of the kiosk's service, as /etc/brews/kiosk.conf; options there that "
                    + "the owner chose count more"),
            OptionSpec("phrase", value: "TEXT", "the wake phrase (default: hey brews); off: measure without one"),
            Setup.secondOption,
        ],
        examples: [
            ("brews tune", "a table of times on this machine, and the options that fit it"),
            (
                "sudo brews tune --menu /etc/brews/menu.json --write /etc/brews/kiosk.conf",
                "for the kiosk's menu and language; used when the kiosk starts again"
            ),
            ("brews tune --json > board.json", "the figures with machine and version, to send to the developers"),
        ])

    private struct Report: Encodable {
        let machine: BoardMachine
        let model: String
        let figures: BoardFigures
        let choice: BoardChoice
    }

    static func run(_ arguments: Arguments, _ setup: Setup) async throws -> Int32 {
        guard arguments.operands.isEmpty else { throw CLIError.usage("\(spec.name) takes no operands") }
        let phrase = arguments.value("phrase") ?? WakeWordSpotter.defaultPhrase
        let console = setup.console
        let model = try setup.verifiedModel().manifest
        let figures = try await BoardTrial(setup: setup).figures(phrase: phrase == "off" ? nil : phrase) {
            console.progress("measuring: \($0) …")
        }
        console.progress("measured", isLast: true)
        let voice = try EspeakSynthesizer.standardVoice(locale: setup.writer(for: setup.menu()).locale)
        let choice = BoardChoice(for: figures, voice: voice)
        let report = Report(
            machine: .this(), model: "\(model.name) \(model.version)", figures: figures, choice: choice)
        if let file = arguments.value("write") { try KioskOptionsFile.write(choice.options, to: file) }
        if setup.json {
            try console.json(report)
        } else {
            show(report, console)
        }
        if let file = arguments.value("write") {
            console.note("brews: note: \(file) has the options; they are used when the kiosk starts again")
        }
        return 0
    }

    private static func show(_ report: Report, _ console: Console) {
        let machine = report.machine, figures = report.figures
        console.line(
            "\(machine.machine), \(machine.architecture), \(machine.cores.counted("core")), "
                + "\(machine.memoryMegabytes) MB, model \(report.model)")
        func row(_ name: String, _ value: Double?, _ unit: String, places: Int = 0, limit: Double? = nil) {
            guard let value else { return }
            let isOver = limit.map { value > $0 } ?? false
            let bound = limit.map { "at most \($0.rounded(places: max(places, 2))) \(unit)" } ?? ""
            console.line(
                "  " + name.padded(to: 34) + "\(value.rounded(places: places)) \(unit)".padded(to: 16)
                    + console.styled(bound, isOver ? .yellow : .faint) + (isOver ? "  ←" : ""))
        }
        row("recogniser ready after", figures.loadSeconds, "s", places: 2)
        row(
            "1 s of speech is understood in", figures.recognitionFactor, "s", places: 3,
            limit: BoardChoice.Limits.recognitionFactor)
        row("slowest block of 0.1 s (p99)", figures.blockMilliseconds, "ms", places: 1)
        row(
            "second reading of 1 s of speech", figures.secondReadingFactor, "s", places: 3,
            limit: BoardChoice.Limits.secondReadingFactor)
        row("an order is understood in", figures.parseMilliseconds, "ms", places: 2)
        row("wake phrase, quiet room", figures.wakeQuietShare.map { $0 * 100 }, "% of a core", places: 1)
        row("wake phrase, people talking", figures.wakeTalkShare.map { $0 * 100 }, "% of a core", places: 1)
        row(
            "longest look at the wake phrase", figures.wakeLookMilliseconds, "ms",
            limit: BoardChoice.Limits.wakeLookMilliseconds)
        row("the same with --quick-wake", figures.quickWakeLookMilliseconds, "ms")
        row("first sound, espeak-ng", figures.espeakMilliseconds, "ms")
        row("first sound, Piper", figures.piperMilliseconds, "ms", limit: BoardChoice.Limits.piperMilliseconds)
        row("memory of all of this together", figures.memoryMegabytes, "MB")
        if report.choice.options.isEmpty {
            console.line("This machine is fast enough for the standard settings.")
        } else {
            for reason in report.choice.reasons { console.line("- \(reason)") }
            console.line("brews kiosk \(report.choice.options.joined(separator: " "))")
        }
    }
}
