internal import Foundation

/// The `brews` command: dispatches the command line and turns failures into a sentence and an exit code.
public enum BrewsTool {
    /// Version of the program.
    public static let version = "0.7.0"

    private static let commands: [any Command.Type] = [
        OrderCommand.self, ParseCommand.self, TranscribeCommand.self, VADCommand.self, WakeCommand.self,
        ListenCommand.self, SayCommand.self, VoicesCommand.self, MenuCommand.self, ModelsCommand.self,
        KioskCommand.self, ScreenCommand.self, OrdersCommand.self, NotebookCommand.self, ChatCommand.self,
        ReplayCommand.self, SearchCommand.self, CatalogueCommand.self,
        ConfigCommand.self, DoctorCommand.self, TuneCommand.self, SupportCommand.self,
    ]
    /// Commands that only Brews itself starts; they are not listed in the help.
    private static let hiddenCommands: [any Command.Type] = [EngineHostCommand.self]

    /// Name of the hidden command that serves an isolated engine. A program with isolated engines passes it to `run`
    /// when it is started again as their child.
    public static let childCommand = EngineHostCommand.name

    /// Runs the process's command line and ends the process.
    public static func main() async -> Never {
        exit(await run(Array(CommandLine.arguments.dropFirst())))
    }

    /// Runs one command.
    ///
    /// - Parameter words: the command line without the program's name.
    /// - Returns: the exit code.
    public static func run(_ words: [String]) async -> Int32 {
        let code = await dispatch(words)
        // Output that was lost makes a successful command fail.
        return Console.lostOutput.map(fail) ?? code
    }

    private static func dispatch(_ words: [String]) async -> Int32 {
        guard let name = words.first else {
            Console(isVerbose: false).note(help)
            return 2
        }
        if ["--help", "-h"].contains(name) || words == ["help"] { return show(help) }
        if name == "help" { return explain(Array(words.dropFirst())) }
        if name == "--version" { return show("brews \(version)") }
        // All words that follow belong to the other program, also those that look like options of this one.
        if name == BenchProgram.name { return fail(BenchProgram.become(Array(words.dropFirst()))) }
        guard let command = (commands + hiddenCommands).first(where: { $0.name == name }) else {
            return fail(.usage("there is no command '\(name)'; see: brews --help"))
        }
        return await run(command, Array(words.dropFirst()))
    }

    private static func run(_ command: any Command.Type, _ words: [String]) async -> Int32 {
        do {
            let arguments = try Arguments(words, spec: command.spec)
            if arguments.has("help") { return show(command.spec.help) }
            if arguments.has("version") { return show("brews \(version)") }
            return try await command.run(arguments, try Setup(arguments))
        } catch is CancellationError {
            return 130
        } catch CLIError.output {
            // Reported once, after the command has ended.
            return CLIError.output(reason: "").exitCode
        } catch {
            return fail(CLIError.from(error))
        }
    }

    /// Carries out `brews help …`.
    private static func explain(_ words: [String]) -> Int32 {
        let entries = commands.map { CommandReference.Entry(name: $0.name, spec: $0.spec) }
        let reference = CommandReference(entries: entries, other: (BenchProgram.name, BenchProgram.summary))
        do throws(CLIError) {
            return show(try reference.page(words))
        } catch {
            return fail(error)
        }
    }

    /// Prints a failure as `brews: sentence`, one line for each line of the sentence.
    public static func fail(_ error: CLIError) -> Int32 {
        let console = Console(isVerbose: false)
        for line in error.message.split(separator: "\n") { console.note("brews: \(line)") }
        return error.exitCode
    }

    private static func show(_ text: String) -> Int32 {
        Console(isVerbose: false).line(text)
        return 0
    }

    private static var help: String {
        var page = "Brews: offline voice ordering for kiosks\n\nusage: brews COMMAND [options] …\n\ncommands:\n"
        let summaries = commands.map { ($0.name, $0.spec.summary) } + [(BenchProgram.name, BenchProgram.summary)]
        for (name, summary) in summaries { page += "  \(name.padded(to: 12))\(summary)\n" }
        page += "\nsee: brews COMMAND --help, and brews help topics\n\nexamples:\n"
        page += "  brews order guest.wav\n      understand a recorded order, price it and answer\n"
        page += "  brews parse \"two large iced lattes with oat milk\"\n      understand text\n"
        return page
            + "\nexit codes: 0 done, 2 wrong usage, 3 bad input, 4 model or library missing or damaged, 5 audio "
            + "device, 6 store, or standard output that cannot be written, 70 a bug"
    }
}

/// One command of the tool.
protocol Command: Sendable {
    static var name: String { get }
    static var spec: CommandSpec { get }
    /// - Returns: the exit code of a command that did not throw.
    static func run(_ arguments: Arguments, _ setup: Setup) async throws -> Int32
}
