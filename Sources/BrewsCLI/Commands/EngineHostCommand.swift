internal import EngineHost
internal import Foundation
internal import Speech

/// `brews engine-host`: the child process of `--isolated`; started by Brews itself and not listed in the help.
enum EngineHostCommand: Command {
    static let name = "engine-host"
    static let spec = CommandSpec(
        name: "brews engine-host", summary: "Serves an engine to the Brews process that started this one.",
        options: [
            OptionSpec(
                "serve", value: Setup.IsolatedPart.allCases.map(\.rawValue).joined(separator: "|"), "what to serve"),
            Setup.engineOption, Setup.secondOption, Setup.vocabularyOption,
            OptionSpec("voice", value: "NAME", "espeak-ng voice"),
            OptionSpec("rate", value: "WPM", "words per minute"),
            OptionSpec("pitch", value: "N", "0 to 99"),
            OptionSpec("volume", value: "PERCENT", "0 to 200"),
        ],
        examples: [("brews order --isolated guest.wav", "the command that makes use of it")])

    static func run(_ arguments: Arguments, _ setup: Setup) async throws -> Int32 {
        guard EngineHostServer.isChild, let part = arguments.value("serve").flatMap(Setup.IsolatedPart.init) else {
            throw CLIError.usage("\(spec.name) is started by Brews itself; see: brews order --help")
        }
        await EngineHostServer.serve(
            environment: ProcessInfo.processInfo.environment,
            describe: { error in
                let sorted = CLIError.from(error)
                return EngineFailure(code: sorted.exitCode, text: sorted.message)
            },
            load: {
                switch part {
                case .recognition:
                    let engine = try setup.engine()
                    return HostedEngine(name: engine.engineName, model: setup.modelName, voiceService: engine)
                case .speech:
                    return HostedEngine(name: "espeak", model: setup.voiceName(), synthesizer: try setup.synthesizer())
                }
            })
    }
}
