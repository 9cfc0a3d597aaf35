/// `brews config`: the keys of the settings file.
enum ConfigCommand: Command {
    static let name = "config"
    static let spec = CommandSpec(
        name: "brews config", summary: "Lists the keys of the settings file of --config, or checks a file.",
        operands: "[FILE]",
        examples: [
            ("brews config", "every key with its values and meaning"),
            ("brews config brews.json", "check a settings file; exit 3 when it has an error"),
        ])

    private struct Key: Encodable {
        let key: String
        let value: String
        let meaning: String
    }

    static func run(_ arguments: Arguments, _ setup: Setup) async throws -> Int32 {
        guard arguments.operands.count <= 1 else {
            throw CLIError.usage("brews config takes one file at most; see: brews config --help")
        }
        if let file = arguments.operands.first {
            _ = try SettingsFile.read(file)
            setup.console.note("brews: note: \(file) is a settings file")
            return 0
        }
        for (key, value, meaning) in SettingsFile.described {
            if setup.json {
                try setup.console.json(Key(key: key, value: value, meaning: meaning))
            } else {
                setup.console.line(key.padded(to: 12) + value.padded(to: 26) + meaning)
            }
        }
        return 0
    }
}
