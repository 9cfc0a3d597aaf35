extension CommandReference {
    /// A shell with completion.
    enum Shell: String, CaseIterable {
        case bash, zsh, fish

        static let list = allCases.map(\.rawValue).joined(separator: ", ")
    }

    /// The completion file of a shell: commands, their actions, options, and values of options that are a list.
    func completion(for shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    private var names: [(name: String, summary: String)] {
        entries.map { ($0.name, $0.spec.summary) } + [other, ("help", "Explains a command or a topic.")]
    }

    private static let helpWords =
        HelpTopic.all.map(\.name) + ["topics", "man", "completion"]

    private var bash: String {
        var text = """
            # bash completion for brews. Made by: brews help completion bash
            _brews() {
              local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words=
              if ((COMP_CWORD == 1)); then
                words="\(names.map(\.name).joined(separator: " "))"
              else
                case ${COMP_WORDS[1]}:$before in

            """
        for entry in entries {
            for option in entry.options where !option.choices.isEmpty {
                text += "      \(entry.name):--\(option.name)) words=\"\(option.choices.joined(separator: " "))\" ;;\n"
            }
        }
        text += "      *:*)\n        case ${COMP_WORDS[1]} in\n"
        for entry in entries {
            let options = entry.options.map { "--\($0.name)" }.joined(separator: " ")
            let actions = entry.actions.joined(separator: " ")
            text += "          \(entry.name))\n            if [[ $word == -* ]]; then words=\"\(options)\"\n"
            if !actions.isEmpty { text += "            elif ((COMP_CWORD == 2)); then words=\"\(actions)\"\n" }
            text += "            fi ;;\n"
        }
        let words = (entries.map(\.name) + Self.helpWords).joined(separator: " ")
        return text + """
                      help) ((COMP_CWORD > 2)) || words="\(words)" ;;
                    esac ;;
                esac
              fi
              mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
            }
            complete -o default -F _brews brews
            """
    }

    private var zsh: String {
        func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
        /// Text inside the brackets or before the colon of a specification.
        func plain(_ text: String) -> String {
            text.replacing("\\", with: "\\\\").replacing("[", with: "\\[").replacing("]", with: "\\]")
                .replacing(":", with: "\\:")
        }
        var text = "#compdef brews\n# zsh completion for brews. Made by: brews help completion zsh\n_brews() {\n"
        text += "  local -a commands\n  commands=(\n"
        for (name, summary) in names { text += "    \(quoted("\(name):\(plain(summary))"))\n" }
        text += """
              )
              if ((CURRENT == 2)); then
                _describe command commands
                return
              fi
              local command=$words[2]
              words=("${words[@]:1}")
              ((CURRENT--))
              case $command in

            """
        for entry in entries {
            text += "    \(entry.name))\n      _arguments"
            for option in entry.options {
                var specification = "*--\(option.name)[\(plain(option.help))]"
                if let value = option.value {
                    let choices = option.choices.joined(separator: " ")
                    specification += ":\(plain(value)):" + (choices.isEmpty ? "_files" : "(\(choices))")
                }
                text += " \\\n        \(quoted(specification))"
            }
            let actions = entry.actions.joined(separator: " ")
            if !actions.isEmpty { text += " \\\n        \(quoted("1:action:(\(actions))"))" }
            text += " \\\n        '*:file:_files' ;;\n"
        }
        let words = (entries.map(\.name) + Self.helpWords).joined(separator: " ")
        return text + "    help) _arguments \(quoted("1:topic:(\(words))")) ;;\n  esac\n}\n_brews \"$@\""
    }

    private var fish: String {
        func quoted(_ text: String) -> String {
            "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
        }
        var lines = ["# fish completion for brews. Made by: brews help completion fish"]
        for (name, summary) in names {
            lines.append("complete -c brews -f -n __fish_use_subcommand -a \(name) -d \(quoted(summary))")
        }
        for entry in entries {
            let here = "complete -c brews -n '__fish_seen_subcommand_from \(entry.name)'"
            for option in entry.options {
                var line = "\(here) -l \(option.name)"
                if option.value != nil { line += option.choices.isEmpty ? " -r" : " -x" }
                if !option.choices.isEmpty { line += " -a \(quoted(option.choices.joined(separator: " ")))" }
                lines.append(line + " -d \(quoted(option.help))")
            }
            if !entry.actions.isEmpty {
                lines.append("\(here) -a \(quoted(entry.actions.joined(separator: " ")))")
            }
        }
        let words = (entries.map(\.name) + Self.helpWords).joined(separator: " ")
        lines.append("complete -c brews -f -n '__fish_seen_subcommand_from help' -a \(quoted(words))")
        return lines.joined(separator: "\n")
    }
}

extension OptionSpec {
    /// The values to choose from, for an option whose value is a list of words: `always|selective|auto`.
    var choices: [String] {
        guard let value, value.contains("|") else { return [] }
        let words = value.split(separator: "|").map(String.init)
        return words.allSatisfy { $0.allSatisfy { $0.isLowercase && $0.isLetter } } ? words : []
    }
}
