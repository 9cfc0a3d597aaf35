/// An option of a command.
public struct OptionSpec: Sendable {
    let name: String
    /// Name of the value in help; `nil` for a flag.
    let value: String?
    let help: String

    /// An option with a value, or a flag where `value` is `nil`.
    public init(_ name: String, value: String? = nil, _ help: String) {
        self.name = name
        self.value = value
        self.help = help
    }
}

/// Options and operands of a command, for parsing and help.
public struct CommandSpec: Sendable {
    /// Name of the command, for example `menu check`.
    public let name: String
    /// One sentence for the help.
    public let summary: String
    /// Operands in the usage line, for example `FILE.wav… | -`; empty for none.
    let operands: String
    let options: [OptionSpec]
    /// Common options, by name, that this command neither shows nor accepts.
    let without: Set<String>
    let examples: [(command: String, does: String)]

    /// A command with its operands, options and examples; `without` names options that it does not take.
    public init(
        name: String, summary: String, operands: String = "", options: [OptionSpec] = [], without: Set<String> = [],
        examples: [(command: String, does: String)]
    ) {
        self.name = name
        self.summary = summary
        self.operands = operands
        self.options = options
        self.without = without
        self.examples = examples
    }

    /// The common options that the command accepts.
    var commonOptions: [OptionSpec] { Self.common.filter { !without.contains($0.name) } }

    /// Options that every command accepts unless it excludes them.
    private static let common: [OptionSpec] = [
        OptionSpec("menu", value: "FILE", "menu to order from (default: the built-in café menu)"),
        OptionSpec("locale", value: "TAG", "language of the kiosk's sentences: en, es, fr or de (default: the menu's)"),
        OptionSpec("model", value: "DIR|NAME", "acoustic model (default: brews-en)"),
        OptionSpec(
            "config", value: "FILE",
            "settings file: JSON; brews config lists its keys"
        ),
        OptionSpec("json", "print one JSON object a line"),
        OptionSpec("verbose", "say more on standard error"),
        OptionSpec("help", "show this help"),
        OptionSpec("version", "show the version"),
    ]

    /// The command's help page.
    public var help: String {
        let usage = ["usage: \(name)", options.isEmpty ? nil : "[options]", operands.isEmpty ? nil : operands]
            .compactMap { $0 }.joined(separator: " ")
        func table(_ options: [OptionSpec]) -> String {
            options.map { option in
                let left = "  --\(option.name)" + (option.value.map { " \($0)" } ?? "")
                return left.padded(to: 26) + option.help
            }.joined(separator: "\n")
        }
        var page = "\(summary)\n\n\(usage)\n"
        if !options.isEmpty { page += "\noptions:\n\(table(options))\n" }
        page += "\ncommon options:\n\(table(commonOptions))\n\nexamples:\n"
        for example in examples { page += "  \(example.command)\n      \(example.does)\n" }
        return page
    }
}

/// A command line parsed into options and operands.
public struct Arguments: Sendable {
    private var values: [String: [String]] = [:]
    /// The operands in order.
    public private(set) var operands: [String] = []

    /// - Throws: `CLIError.usage` for anything the command does not accept.
    public init(_ words: [String], spec: CommandSpec) throws(CLIError) {
        let known = Dictionary(
            (spec.options + spec.commonOptions).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                break
            }
            // A lone "-" means standard input.
            guard word.hasPrefix("-"), word != "-" else {
                operands.append(word)
                continue
            }
            let short = ["-o": "output", "-h": "help"]
            let body = short[word] ?? (word.hasPrefix("--") ? String(word.dropFirst(2)) : word)
            let parts = body.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let name = parts.first, let option = known[name] else {
                throw .usage("unknown option \(word); see: \(spec.name) --help")
            }
            if option.value == nil {
                guard parts.count == 1 else { throw .usage("--\(name) takes no value") }
                values[name, default: []].append("")
            } else {
                guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
                    throw .usage("--\(name) needs a value: \(option.value ?? "")")
                }
                // "--output --mute" is a forgotten value; a value that begins so is given as --output=--mute.
                guard parts.count == 2 || !value.hasPrefix("--") else {
                    throw .usage("--\(name) needs a value: \(option.value ?? ""); '\(value)' is an option")
                }
                // An empty value is usually an empty variable of a script.
                guard !value.isEmpty else {
                    throw .usage("--\(name) needs a value, which is empty: \(option.value ?? "")")
                }
                values[name, default: []].append(value)
            }
        }
    }

    /// Whether an option was given.
    public func has(_ name: String) -> Bool { values[name] != nil }

    /// The last value of an option.
    public func value(_ name: String) -> String? { values[name]?.last }

    /// All values of a repeatable option.
    public func values(_ name: String) -> [String] { values[name] ?? [] }

    /// - Throws: `CLIError.usage` for a value that is not an integer of `range`.
    public func integer(_ name: String, in range: ClosedRange<Int>) throws(CLIError) -> Int? {
        guard let text = value(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw .usage(
                "--\(name) takes a whole number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
        }
        return number
    }
}

extension String {
    /// The text padded with at least one space to a width.
    public func padded(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
