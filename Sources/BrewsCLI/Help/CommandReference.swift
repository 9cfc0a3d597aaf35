/// What the commands' specifications say, as pages of help, a manual page, and completions of shells. All of them come
/// from the same table, so none names an option that a command does not take.
struct CommandReference: Sendable {
    /// A command with its specification.
    struct Entry: Sendable {
        let name: String
        let spec: CommandSpec

        /// Every option, the command's own first.
        var options: [OptionSpec] { spec.options + spec.commonOptions }

        /// First words of the operands that are chosen from a list: `list`, `show`, `mark` of `brews orders`.
        var actions: [String] {
            spec.operands.onOneLine.split(separator: " | ").compactMap { alternative in
                let word = alternative.prefix { $0 != " " }
                guard !word.isEmpty, word.allSatisfy({ $0.isLowercase && $0.isLetter }) else { return nil }
                return String(word)
            }.uniqued
        }
    }

    let entries: [Entry]
    /// A command that is another program and has its own help.
    let other: (name: String, summary: String)

    /// Answers `brews help …`.
    ///
    /// - Parameter words: what follows `help`; at least one word.
    /// - Throws: `CLIError.usage` for what has no page.
    func page(_ words: [String]) throws(CLIError) -> String {
        switch (words.first ?? "topics", words.count) {
        case ("topics", 1): return topics
        case ("man", 1): return manualPage
        case ("completion", 2):
            guard let shell = Shell(rawValue: words[1]) else {
                throw .usage("there is no completion for '\(words[1])'; there are \(Shell.list)")
            }
            return completion(for: shell)
        case ("completion", _): throw .usage("brews help completion needs a shell: \(Shell.list)")
        case (let name, 1):
            if let entry = entries.first(where: { $0.name == name }) { return entry.spec.help }
            if let topic = HelpTopic.all.first(where: { $0.name == name }) { return topic.page }
            throw .usage("there is no help on '\(name)'; see: brews help topics")
        default: throw .usage("brews help takes one command or topic; see: brews help topics")
        }
    }

    private var topics: String {
        var page = "usage: brews help COMMAND|TOPIC\n\ntopics:\n"
        for topic in HelpTopic.all { page += "  \(topic.name.padded(to: 16))\(topic.summary)\n" }
        return page + """

            for packages:
              man             the manual page brews(1)
              completion \(Shell.list.replacing(", ", with: "|"))   completion for a shell

            examples:
              brews help menu
              brews help completion fish > ~/.config/fish/completions/brews.fish
            """
    }
}

extension Array where Element == String {
    /// The elements without repetitions, in order.
    var uniqued: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
