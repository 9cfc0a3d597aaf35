internal import Foundation
internal import Ordering
internal import SQLiteOrderStore
internal import TestSupport
internal import Testing

@testable internal import BrewsCLI

/// What a shell may hand to a command in place of a file, and what becomes of output that does not arrive.
@Suite(.timeLimit(.minutes(10)))
struct InputAndOutputTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path(name)))
        return folder.path(name)
    }

    /// One line of a person's words, without anything of the program's own.
    private func isSentence(_ errors: String) -> Bool {
        errors.hasPrefix("brews: ") && errors.split(separator: "\n").count == 1
            && !["bug", "Error", "Ordering.", "Swift.", "(line:", "Optional", "NSCocoa"].contains {
                errors.contains($0)
            }
    }

    @Test(
        "a folder or a closed descriptor as standard input is bad input",
        arguments: ["parse -", "replay -", "transcribe -"], ["</tmp", "<&-"])
    func unreadableInput(_ command: String, _ redirection: String) throws {
        let run = try Brews.shell("\"$0\" \(command) \(redirection)")
        #expect(run.code == 3 && run.output.isEmpty, "\(run.code) \(run.errors)")
        #expect(isSentence(run.errors) && run.errors.contains("standard input cannot be read"), "\(run.errors)")
    }

    @Test(
        "output that is lost is exit 6 and a line that says so",
        arguments: [
            "parse tea", "parse --json tea", "parse --json - <<< $'tea\\ntea'", "parse - <<< $'tea\\ntea'", "--help",
            "--version", "parse --help", "say --list-voices",
            "models list --json", "menu check \"$1\"",
        ])
    func lostOutput(_ command: String) throws {
        let menu = try write(String(decoding: MenuLoader.builtInFile, as: UTF8.self), to: "menu.json")
        let run = try Brews.shell("\"$0\" \(command) >/dev/full", menu)
        #expect(run.code == 6, "\(run.code) \(run.errors)")
        #expect(run.errors == "brews: standard output cannot be written: No space left on device\n")
    }

    @Test("closed output is lost as well, and no file gets its descriptor")
    func closedOutput() throws {
        let run = try Brews.shell("\"$0\" parse tea >&-")
        #expect(run.code == 6 && isSentence(run.errors), "\(run.errors)")
    }

    @Test("a reader that goes away is no failure to speak of", arguments: ["", "trap '' PIPE;"])
    func goneReader(_ before: String) throws {
        // The reader has gone before the writer begins.
        let run = try Brews.shell(
            "\(before) mkfifo \"$1\"; exec 3<>\"$1\" 4>\"$1\" 3>&-; \"$0\" parse --json tea >&4; echo $? >&2",
            folder.path("pipe"))
        #expect(run.errors == (before.isEmpty ? "141\n" : "0\n"), "\(run.errors)")
    }

    @Test(
        "menu, cart and event log may come through a pipe", arguments: ["<(cat \"$1\")", "/dev/stdin < <(cat \"$1\")"])
    func pipes(_ place: String) throws {
        let menu = try write(String(decoding: MenuLoader.builtInFile, as: UTF8.self), to: "menu.json")
        let cart = try write(#"{"items": [{"itemId": "latte"}]}"#, to: "cart.json")
        let parsed = try Brews.shell("\"$0\" parse --json \"a latte\" --menu \(place)", menu)
        #expect(parsed.code == 0 && (parsed.objects.first?["items"] as? [Any])?.count == 1, "\(parsed.errors)")
        let changed = try Brews.shell("\"$0\" parse --json \"make it two\" --cart \(place)", cart)
        #expect(
            changed.code == 0 && (changed.objects.first?["cart"] as? [[String: Any]])?.first?["quantity"] as? Int == 2,
            "\(changed.errors)")
        let replayed = try Brews.shell("\"$0\" replay \(place)", try write("", to: "log"))
        #expect(replayed.code == 0 && replayed.output.contains("0 entries"), "\(replayed.errors)")
        let checked = try Brews.shell("\"$0\" menu check \(place)", menu)
        #expect(checked.code == 0, "\(checked.output) \(checked.errors)")
    }

    @Test("an engine listens for a menu that comes through a pipe, but not in a process of its own")
    func engineOfPipe() throws {
        let menu = try write(String(decoding: MenuLoader.builtInFile, as: UTF8.self), to: "menu.json")
        let heard = try Brews.shell(
            "\"$0\" order --json \"$2\" --menu <(cat \"$1\")", menu, SpokenOrder.threeMuffins.url.path)
        #expect(heard.code == 0 && (heard.objects.first?["items"] as? [Any])?.count == 1, "\(heard.errors)")
        let isolated = try Brews.shell(
            "\"$0\" order --isolated --json \"$2\" --menu <(cat \"$1\")", menu, SpokenOrder.threeMuffins.url.path)
        #expect(
            isolated.code == 2 && isolated.errors.contains("pipe") && isSentence(isolated.errors), "\(isolated.errors)")
    }

    @Test("a kiosk takes no menu from a pipe, which it could read once")
    func kioskOfPipe() throws {
        let path = folder.path("pipe")
        try #require(mkfifo(path, 0o600) == 0)
        #expect(throws: CLIError.self) { try KioskMenu(path: path, lastGood: nil) }
    }

    @Test(
        "a folder in a file's place is called one",
        arguments: [
            "parse --menu \"$1\" tea", "parse --cart \"$1\" tea", "replay \"$1\"", "parse --config \"$1\" tea",
            "menu check \"$1\"",
        ])
    func folders(_ command: String) throws {
        let run = try Brews.shell("\"$0\" \(command)", folder.url.path)
        #expect(
            run.code == 3 && run.errors.contains("\(folder.url.path) cannot be read: it is a folder"), "\(run.errors)")
        #expect(isSentence(run.errors))
    }

    @Test(
        "a file that is not there is said to be missing",
        arguments: ["parse --menu \"$1\" tea", "parse --cart \"$1\" tea", "replay \"$1\""])
    func missing(_ command: String) throws {
        let run = try Brews.shell("\"$0\" \(command)", folder.path("none"))
        #expect(run.code == 3 && run.errors.contains("none cannot be read: there is no such file"), "\(run.errors)")
    }

    @Test("input without end is refused")
    func endless() throws {
        let run = try Brews.run(["parse", "--menu", "/dev/zero", "tea"])
        #expect(run.code == 3 && run.errors.contains("it is longer than 256 MiB"), "\(run.errors)")
    }

    @Test("-o leaves a link a link and a pipe a pipe")
    func outputFiles() throws {
        let files = FileManager.default
        try files.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "real")
        let linked = try Brews.shell("\"$0\" say tea -o \"$1\"", folder.path("link"))
        #expect(linked.code == 0, "\(linked.errors)")
        #expect(try files.destinationOfSymbolicLink(atPath: folder.path("link")) == "real")
        let piped = try Brews.shell(
            "mkfifo \"$1\"; cat \"$1\" >\"$2\" & \"$0\" say tea -o \"$1\" && wait && [ -p \"$1\" ]",
            folder.path("pipe"), folder.path("copy"))
        #expect(piped.code == 0, "\(piped.errors)")
        let real = try #require(files.contents(atPath: folder.path("real")))
        #expect(real.count > 1_000 && files.contents(atPath: folder.path("copy")) == real)
        let refused = try Brews.shell("\"$0\" say tea -o \"$1\"", folder.url.path)
        #expect(
            refused.code == 3 && refused.errors == "brews: \(folder.url.path) cannot be written: Is a directory\n",
            "\(refused.errors)")
    }

    @Test("the export of orders leaves a link a link and a pipe a pipe")
    func export() async throws {
        var settings = StoreSettings(.file(folder.path("orders.sqlite")))
        settings.acceptsAnyFileSystem = true
        settings.reserveBytes = 0
        let store = try await SQLiteOrderStore.open(settings, clock: StoreLocation.clock)
        await store.close()
        try FileManager.default.createSymbolicLink(atPath: folder.path("link.csv"), withDestinationPath: "real.csv")
        let run = try Brews.shell(
            """
            "$0" orders export --store "$1/orders.sqlite" -o "$1/link.csv" && mkfifo "$1/pipe" && \
            { cat "$1/pipe" >"$1/copy" & } \
            && "$0" orders export --store "$1/orders.sqlite" -o "$1/pipe" && wait && [ -p "$1/pipe" ] && \
            [ -L "$1/link.csv" ]
            """,
            folder.url.path)
        #expect(run.code == 0, "\(run.errors)")
        let table = FileManager.default.contents(atPath: folder.path("real.csv"))
        #expect(
            table?.starts(with: Data("sequence,".utf8)) == true
                && FileManager.default.contents(atPath: folder.path("copy")) == table)
    }

    @Test("a kiosk refuses a store that is none, and it is there afterwards")
    func foreignStore() throws {
        let path = try write("{}", to: "till.json"), menu = try TemporaryFolder(), file = menu.path("menu.json")
        try Data(MenuLoader.builtInFile).write(to: URL(fileURLWithPath: file))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)], ofItemAtPath: path)
        let run = try Brews.run(["kiosk", "--touch-only", "--port", "0", "--any-disk", "--menu", file, "--store", path])
        #expect(run.code == 6 && run.errors.contains("\(path) is no order store of Brews"), "\(run.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["till.json"])
        #expect(FileManager.default.contents(atPath: path) == Data("{}".utf8))
    }
}
