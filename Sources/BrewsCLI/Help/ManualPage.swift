extension CommandReference {
    /// The manual page brews(1), in the macros of `man`.
    var manualPage: String {
        var page = """
            .\\" Made by: brews help man
            .TH BREWS 1 "" "Brews" "User commands"
            .SH NAME
            brews \\- offline voice ordering for kiosks
            .SH SYNOPSIS
            .B brews
            .I COMMAND
            .RI [ options ]
            \\&.\\|.\\|.
            .SH DESCRIPTION
            Brews takes spoken orders without a network: it listens for a wake phrase, recognises the order,
            reads it back and stores it. A kiosk also takes orders by touch, on a page at http://127.0.0.1:8117.
            .SH COMMANDS

            """
        for entry in entries { page += section(entry) }
        page += ".TP\n.B \(other.name)\n\(Self.roff(other.summary))\n.SH COMMON OPTIONS\nMost take:\n"
        let common = CommandSpec(name: "", summary: "", examples: []).commonOptions
        page += common.map(Self.option).joined()
        for topic in HelpTopic.all {
            page += ".SH \(topic.name.uppercased().replacing("-", with: " "))\n.EX\n"
            page +=
                topic.text.split(separator: "\n", omittingEmptySubsequences: false)
                .map { Self.roff(String($0)) + "\n" }.joined() + ".EE\n"
        }
        return page + ".SH SEE ALSO\n.BR brews\\-install (8)"
    }

    private func section(_ entry: Entry) -> String {
        var text = ".TP\n.B \(entry.name)\n\(Self.roff(entry.spec.summary))\n.RS\n"
        if !entry.spec.operands.isEmpty { text += ".PP\n.I \(Self.roff(entry.spec.operands.onOneLine))\n" }
        text += entry.spec.options.map(Self.option).joined()
        text += ".PP\nExamples:\n.EX\n" + entry.spec.examples.map { Self.roff($0.command) + "\n" }.joined() + ".EE\n"
        return text + ".RE\n"
    }

    private static func option(_ option: OptionSpec) -> String {
        let value = option.value.map { " \\fI\(roff($0))\\fR" } ?? ""
        return ".TP\n\\fB\\-\\-\(roff(option.name))\\fR\(value)\n\(roff(option.help))\n"
    }

    /// Text that `man` shows as it is.
    static func roff(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
    }
}
