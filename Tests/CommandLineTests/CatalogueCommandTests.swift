internal import Catalogue
internal import Foundation
internal import TestSupport
internal import Testing

/// `brews catalogue` and `brews search` by their contract.
@Suite(.timeLimit(.minutes(10)))
struct CatalogueCommandTests {
    private static func file(_ text: String, _ name: String, in folder: TemporaryFolder) throws -> String {
        let path = folder.path(name)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test("a list is imported, listed, checked and searched; broken rows are named and skipped")
    func importAndSearch() throws {
        let folder = try TemporaryFolder(), catalogue = folder.path("c.sqlite")
        let list = try Self.file(
            "title,author,year,price\nThe Lamp Lighter,Ann Ode,1987,12.50\nBad,Row,soon,1\n"
                + "Night Ferry,Bo Lind,1990,8\n",
            "books.csv", in: folder)
        let imported = try Brews.run(["catalogue", "import", list, "--as", "books", "--catalogue", catalogue])
        #expect(imported.code == 0 && imported.output.hasPrefix("imported 2 books into "), "\(imported.errors)")
        #expect(imported.errors == "brews: \(list):3: skipped: the year 'soon' is not a year\n")
        let listed = try Brews.run(["catalogue", "list", "--catalogue", catalogue])
        #expect(listed.output.contains("2 books\n  The Lamp Lighter, Ann Ode (1987), $12.50\n"), "\(listed.output)")
        #expect(try Brews.run(["catalogue", "check", "--catalogue", catalogue]).output.contains("is sound: 2 items"))
        let found = try Brews.run(
            ["search", "the lamp lihgter", "--catalogue", catalogue, "--json", "--explain", "--limit", "1"])
        try #require(found.code == 0 && found.objects.count == 1, "\(found.errors)")
        let results = found.objects[0]["results"] as? [[String: Any]]
        #expect(results?.first?["title"] as? String == "The Lamp Lighter" && results?.first?["price"] as? Int == 1_250)
        #expect((results?.first?["reasons"] as? [String])?.contains { $0.contains("misspelt") } == true)
        let piped = try Brews.run(
            ["catalogue", "import", "-", "--as", "songs", "--format", "jsonl", "--catalogue", catalogue, "--json"],
            input: Data(#"{"title": "Ferry Song", "artist": "Bo"}"#.utf8))
        #expect(piped.code == 0 && piped.objects.first?["kept"] as? Int == 2, "\(piped.errors)")
        #expect(
            try Brews.run(["search", "songs by bo", "--catalogue", catalogue]).output.contains("songs   Ferry Song, Bo")
        )
    }

    @Test("without a catalogue the one for demonstrations is searched, and the menu")
    func demonstration() throws {
        let folder = try TemporaryFolder(), environment = ["XDG_STATE_HOME": folder.url.path, "STATE_DIRECTORY": ""]
        let book = try Brews.run(["search", "grate gatsbi"], environment: environment)
        #expect(
            book.code == 0 && book.output.contains("The Great Gatsby, F. Scott Fitzgerald (1925)"), "\(book.errors)")
        let item = try Brews.run(["search", "vanilla latte", "--limit", "1"], environment: environment)
        #expect(item.output.contains("menu    Vanilla latte, $4.75"), "\(item.output)\(item.errors)")
    }

    @Test("what is wrong is a sentence, with the command that mends it, and the contract's exit code")
    func errors() throws {
        let folder = try TemporaryFolder(), missing = folder.path("none.sqlite")
        let none = try Brews.run(["search", "x", "--catalogue", missing])
        #expect(none.code == 3 && none.errors.contains("brews catalogue import FILE --as books"), "\(none.errors)")
        let text = try Self.file("no database", "text.sqlite", in: folder)
        #expect(try Brews.run(["catalogue", "check", "--catalogue", text]).code == 3)
        let list = try Self.file("title\nA\n", "a.csv", in: folder)
        #expect(try Brews.run(["catalogue", "import", list, "--catalogue", missing]).code == 2)
        #expect(try Brews.run(["catalogue", "import", list, "--as", "menu", "--catalogue", missing]).code == 2)
        #expect(try Brews.run(["catalogue", "import", folder.path("no.csv"), "--as", "books"]).code == 3)
        #expect(try Brews.run(["catalogue", "burn"]).code == 2 && Brews.run(["search"]).code == 2)
        #expect(try Brews.run(["search", "x", "--listen"]).code == 2)
        let full = try Brews.run(["catalogue", "import", list, "--as", "books", "--catalogue", "/dev/full/c.sqlite"])
        #expect(full.code == 6 && full.errors.contains("cannot create"), "\(full.errors)")
        for command in ["search", "catalogue"] {
            #expect(try Brews.run([command, "--help"]).output.contains("examples:\n  brews \(command) "))
        }
    }

    @Test("an import that is killed at any of 100 moments leaves the old or the new catalogue, whole")
    func kills() throws {
        let folder = try TemporaryFolder(), catalogue = folder.path("c.sqlite"), rows = 1_500
        let lists = try ["old", "new"].map { name in
            try Self.file(
                "title,author\n" + (0..<rows).map { "\(name) book number \($0),\(name) author \($0 % 97)\n" }.joined(),
                name + ".csv", in: folder)
        }
        func words(_ list: String) -> [String] {
            ["catalogue", "import", list, "--as", "books", "--catalogue", catalogue]
        }
        let start = ContinuousClock.now
        #expect(try Brews.run(words(lists[0])).code == 0)
        let whole = Int((ContinuousClock.now - start) / .milliseconds(1))
        var random = SeededGenerator(seed: 47), states: [String: Int] = [:], mixtures = 0
        for round in 0..<100 {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: Brews.path)
            process.arguments = words(lists[(round + 1) % 2])
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            usleep(UInt32(Int.random(in: 0...whole * 1_100, using: &random)))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            let found = try Catalogue(path: catalogue)
            try found.check()
            var titles: Set<Substring> = [], last = 0, count = 0
            while let page = Optional(try found.items(after: last)), let newest = page.last {
                titles.formUnion(page.map { $0.title.prefix(3) })
                (last, count) = (newest.id, count + page.count)
            }
            if titles.count != 1 || count != rows { mixtures += 1 }
            states[titles.first.map(String.init) ?? "none", default: 0] += 1
        }
        print("import killed at 100 moments: \(states), \(mixtures) mixtures")
        #expect(mixtures == 0)
        #expect(try Brews.run(words(lists[1])).code == 0)
        // Nothing is left beside it.
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter { $0.hasPrefix("c.") }
        #expect(files.sorted() == ["c.sqlite", "c.sqlite.lock"])
    }
}
