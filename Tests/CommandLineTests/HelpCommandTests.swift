internal import Foundation
internal import TestSupport
internal import Testing

/// `brews help`: topics, the manual page and the completions of shells.
@Suite(.timeLimit(.minutes(10)))
struct HelpCommandTests {
    /// The commands that the help names, but the ones that are other programs.
    static func commands() throws -> [String] {
        let page = try Brews.run(["--help"]).output
        let lines = page.split(separator: "\n").drop { $0 != "commands:" }.dropFirst().prefix { $0.hasPrefix("  ") }
        return lines.compactMap { $0.split(separator: " ").first.map(String.init) }.filter { $0 != "bench" }
    }

    @Test("every topic that is listed has a page, and every command its help")
    func topics() throws {
        let list = try Brews.run(["help", "topics"])
        let lines = list.output.split(separator: "\n").drop { $0 != "topics:" }.dropFirst()
        let topics = lines.prefix { $0.hasPrefix("  ") }.compactMap { $0.split(separator: " ").first.map(String.init) }
        try #require(list.code == 0 && topics.count > 8, "\(list.output)")
        for topic in topics {
            let page = try Brews.run(["help", topic])
            #expect(page.code == 0 && page.output.hasPrefix(topic + ": "), "\(topic): \(page.errors)")
        }
        for command in try Self.commands() {
            #expect(try Brews.run(["help", command]).output == Brews.run([command, "--help"]).output)
        }
    }

    @Test("a topic's article is there")
    func articles() throws {
        for line in try Brews.run(["help", "menu-file"]).output.split(separator: "\n") where line.hasPrefix("more: ") {
            let path = try #require(line.dropFirst("more: ".count).split(separator: ",").first)
            #expect(
                FileManager.default.fileExists(atPath: Repository.root.appendingPathComponent(String(path)).path),
                "\(path)")
        }
    }

    @Test(
        "what has no help is exit 2",
        arguments: [
            ["help", "weather"], ["help", "completion"], ["help", "completion", "tcsh"], ["help", "files", "x"],
        ])
    func wrongUsage(words: [String]) throws {
        let run = try Brews.run(words)
        #expect(run.code == 2 && run.output.isEmpty && run.errors.hasPrefix("brews: "), "\(run.errors)")
    }

    @Test(
        "the files of the package are what the program writes",
        arguments: [
            ("man", "brews.1"), ("completion bash", "completion.bash"), ("completion zsh", "completion.zsh"),
            ("completion fish", "completion.fish"),
        ])
    func files(page: String, file: String) throws {
        let run = try Brews.run(["help"] + page.split(separator: " ").map(String.init))
        let kept = try String(
            contentsOfFile: Repository.root.appendingPathComponent("scripts/packaging/\(file)").path, encoding: .utf8)
        #expect(run.output == kept, "write it again: brews help \(page) > scripts/packaging/\(file)")
    }

    @Test("the manual page and each completion name every option of every command")
    func options() throws {
        let pages = try ["man", "completion bash", "completion zsh", "completion fish"].map { page in
            let text = try Brews.run(["help"] + page.split(separator: " ").map(String.init)).output
            return (page, text.replacing("\\-", with: "-"))
        }
        for command in try Self.commands() {
            for line in try Brews.run([command, "--help"]).output.split(separator: "\n") where line.hasPrefix("  --") {
                let option = line.drop { $0 == " " || $0 == "-" }.prefix { $0 == "-" || $0.isLetter }
                for (page, text) in pages {
                    let isNamed = text.contains(option)
                    #expect(isNamed, "\(page) lacks --\(option) of \(command)")
                }
            }
        }
    }

    @Test(
        "bash completes commands, actions, options and their values",
        arguments: [
            (["brews", "kio"], "kiosk"), (["brews", "orders", "ex"], "export"),
            (["brews", "kiosk", "--touch"], "--touch-only"), (["brews", "kiosk", "--confirm", "sel"], "selective"),
            (["brews", "help", "exit"], "exit-codes"),
        ])
    func bash(words: [String], completed: String) throws {
        let list = words.map { "'\($0)'" }.joined(separator: " ")
        let run = try Brews.shell(
            """
            source <("$0" help completion bash); COMP_WORDS=(\(list)); COMP_CWORD=\(words.count - 1); _brews
            echo "${COMPREPLY[@]}"
            """)
        #expect(run.output == completed + "\n", "\(run.errors)")
    }
}
