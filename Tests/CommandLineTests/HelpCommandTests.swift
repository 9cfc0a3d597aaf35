internal import Foundation
internal import TestSupport
internal import Testing

@testable internal import BrewsCLI

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

    @Test("each topic's article is there, and named")
    func articles() throws {
        let named = HelpTopic.all.filter { $0.article != nil }
        #expect(named.count > 5)
        for topic in named {
            let path = "Sources/Brews.docc/\(topic.article ?? "").md"
            #expect(
                FileManager.default.fileExists(atPath: Repository.root.appendingPathComponent(path).path), "\(path)")
            #expect(topic.page.contains("more: \(path)"))
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

    /// The part of a completion that is about a command.
    private static func part(of text: String, _ shell: String, _ command: String) -> String {
        if shell == "fish" {
            return text.split(separator: "\n").filter { $0.contains("from \(command)'") }.joined(separator: "\n")
        }
        let head = shell == "bash" ? "          \(command))\n" : "    \(command))\n"
        guard let start = text.firstRange(of: head)?.upperBound else { return "" }
        return String(text[start...].prefix(upTo: text[start...].firstRange(of: ";;")?.lowerBound ?? text.endIndex))
    }

    @Test("each completion names every option of every command beside it", arguments: ["bash", "zsh", "fish"])
    func options(shell: String) throws {
        let text = try Brews.run(["help", "completion", shell]).output
        var options = 0
        for command in try Self.commands() {
            let words = Self.part(of: text, shell, command).split { !($0.isLetter || $0 == "-") }
            for line in try Brews.run([command, "--help"]).output.split(separator: "\n") where line.hasPrefix("  --") {
                let option = line.drop { $0 == " " || $0 == "-" }.prefix { $0 == "-" || $0.isLetter }
                let word = shell == "fish" ? option : "--" + option
                #expect(words.contains(word), "\(shell) lacks --\(option) of \(command)")
                options += 1
            }
        }
        #expect(options > 200)
    }

    @Test("the manual page names every option of every command")
    func manual() throws {
        let text = try Brews.run(["help", "man"]).output.replacing("\\-", with: "-")
        for command in try Self.commands() {
            for line in try Brews.run([command, "--help"]).output.split(separator: "\n") where line.hasPrefix("  --") {
                let option = line.drop { $0 == " " }.prefix { $0 == "-" || $0.isLetter }
                let isNamed = text.contains("\\fB\(option)\\fR")
                #expect(isNamed, "the manual page lacks \(option) of \(command)")
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
