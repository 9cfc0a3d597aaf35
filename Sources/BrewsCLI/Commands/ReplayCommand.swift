internal import Foundation
internal import KioskRuntime
internal import OrderParsing
internal import VoiceOrdering

/// `brews replay`: replays a recorded session and shows which decisions would differ today.
enum ReplayCommand: Command {
    static let name = "replay"
    static let spec = CommandSpec(
        name: "brews replay", summary: "Decides a session's event log anew and shows what comes out otherwise.",
        operands: "FILE… | -",
        options: [
            OptionSpec("terminal", "the kiosk had a payment terminal"),
            Setup.confirmationOption,
            OptionSpec("all", "show every event, not only those decided otherwise"),
        ],
        examples: [
            ("brews orders show 12 --events > order-12.ndjson", "take a session's events out of the store"),
            ("brews replay order-12.ndjson", "decide them anew with this version and this menu"),
            ("brews replay --json --menu new-menu.json order-12.ndjson", "with another menu, an event a line"),
        ])

    private struct Line: Encodable {
        let file: String
        let milliseconds: Int
        let event: KioskEvent?
        let logged: [KioskDecision]
        let today: [KioskDecision]
        let isSame: Bool
    }

    /// - Returns: 0 when every decision is the same, 1 otherwise.
    static func run(_ arguments: Arguments, _ setup: Setup) async throws -> Int32 {
        guard !arguments.operands.isEmpty else {
            throw CLIError.usage("replay needs an event log, or - for standard input; see: brews replay --help")
        }
        let menu = try setup.menu()
        let parser = try OrderParsingPipeline(menu: menu), writer = try setup.writer(for: menu)
        var differences = 0
        for file in arguments.operands {
            let entries = try read(file)
            let machine = try KioskMachine(
                menu: menu, parser: parser, writer: writer, menuDigest: "", hasTerminal: arguments.has("terminal"),
                answersNotes: entries.contains { $0.hasAskedNotes }, confirmation: setup.confirmation)
            let replayed = KioskLog.replay(entries, with: machine)
            let different = replayed.count { !$0.isSame }
            differences += different
            for one in replayed where setup.json || arguments.has("all") || !one.isSame { try show(one, file, setup) }
            if !setup.json { setup.console.line("\(file): \(entries.count) entries, \(different) decided otherwise") }
        }
        return differences == 0 ? 0 : 1
    }

    private static func read(_ file: String) throws(CLIError) -> [KioskLogEntry] {
        let data = try InputFile.read(file, "the event log", takesInput: true)
        var entries: [KioskLogEntry] = []
        for (number, line) in String(decoding: data, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false
        ).enumerated() where !line.isEmpty {
            guard let entry = try? KioskLog.entry(String(line)) else {
                throw .input(
                    "\(file):\(number + 1): this is no entry of an event log; write one with: brews orders show "
                        + "NUMBER --events"
                )
            }
            entries.append(entry)
        }
        return entries
    }

    private static func show(_ one: KioskLog.Replayed, _ file: String, _ setup: Setup) throws {
        let milliseconds = one.logged?.milliseconds ?? one.today?.milliseconds ?? 0
        guard !setup.json else {
            return try setup.console.json(
                Line(
                    file: file, milliseconds: milliseconds, event: one.logged?.event ?? one.today?.event,
                    logged: one.logged?.decisions ?? [],
                    today: one.today?.decisions ?? [], isSame: one.isSame))
        }
        let mark = setup.console.styled(one.isSame ? "same" : "otherwise", one.isSame ? .faint : .yellow)
        let event = one.logged?.event.map { "\($0)" } ?? "time passed"
        setup.console.line("\(String(format: "%9.3f", Double(milliseconds) / 1_000)) s  \(mark)  \(event)")
        guard !one.isSame else { return }
        for decision in one.logged?.decisions ?? [] { setup.console.line("    then   \(decision)") }
        for decision in one.today?.decisions ?? [] { setup.console.line("    today  \(decision)") }
    }
}

extension KioskLogEntry {
    /// Whether the kiosk of the log had a notebook, and asked it here.
    fileprivate var hasAskedNotes: Bool { decisions.contains { if case .askNotes = $0 { true } else { false } } }
}
