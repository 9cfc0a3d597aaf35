internal import Foundation
internal import TestSupport
internal import Testing

@testable internal import Catalogue

struct CatalogueImportTests {
    private static func source(_ text: String, block: Int = 7) -> BlockSource {
        let bytes = Array(text.utf8)
        return BlockSource(
            stride(from: 0, to: bytes.count, by: block).map { Array(bytes[$0..<min(bytes.count, $0 + block)]) })
    }

    private static func load(
        _ text: String, _ format: ListFormat = .csv, as kind: CatalogueKind = .books, into path: String,
        isFresh: Bool = false
    ) throws -> CatalogueImport.Report {
        try CatalogueImport(into: path, as: kind, isFresh: isFresh).run(format, source(text))
    }

    private static let books = """
        Title,Author,Year,ISBN,Subjects,Shelf,Price,Available
        "Emma",Jane Austen,1815,978-0-14-143958-7,comedy,A 3,9.50,yes
        "The ""Great"" Escape, and More",A. Author; B. Writer,1950,,"war, prison",B 1,12,no\r
        ,No Title,1900,,,,,
        Bad Year,X,nineteen,,,,,
        Too,Few

        Open "quote" inside,Y,1999,,,,3.999,
        "Never closed,Z,2000,,,,,
        Last,Z,2000,,,,,

        """

    @Test("CSV: quotes, several authors, and broken rows with their lines and reasons")
    func csv() throws {
        let folder = try TemporaryFolder(), path = folder.path("books.sqlite")
        let report = try Self.load(Self.books, into: path)
        #expect(report.imported == 3)
        #expect(
            report.broken.map(\.description) == [
                "line 4: it has no title", "line 5: the Year 'nineteen' is not a year",
                "line 6: it has 2 fields, and the first line names 8",
                "line 8: the price '3.999' is not an amount like 12.50", "line 9: a quotation mark is not closed",
            ])
        let catalogue = try Catalogue(path: path)
        try catalogue.check()
        let items = try catalogue.items()
        #expect(items.map(\.title) == ["Emma", "The \"Great\" Escape, and More", "Last"])
        #expect(items[0].price == 950 && items[0].currency == "USD" && items[0].place == "A 3")
        #expect(items[1].creators == ["A. Author", "B. Writer"] && !items[1].isAvailable && items[1].price == 1_200)
        #expect(try catalogue.items(identifier: "978 0141439587").map(\.title) == ["Emma"])
    }

    @Test("The result does not depend on how the bytes arrive", arguments: [1, 2, 3, 50, 10_000])
    func blocks(_ size: Int) throws {
        var reader = ListReader(as: .books, format: .csv, source: Self.source("\u{FEFF}" + Self.books, block: size))
        var rows: [String] = []
        while let row = try reader.next() {
            switch row {
            case .item(let item): rows.append(item.title)
            case .broken(let row): rows.append("line \(row.line)")
            }
        }
        #expect(
            rows == [
                "Emma", "The \"Great\" Escape, and More", "line 4", "line 5", "line 6", "line 8", "line 9", "Last",
            ])
    }

    @Test("JSON lines: lists, numbers, and lines that are no objects")
    func jsonLines() throws {
        let folder = try TemporaryFolder(), path = folder.path("songs.sqlite")
        let report = try Self.load(
            """
            {"title": "Clair de lune", "artist": ["Claude Debussy"], "year": 1905, "album": "Suite bergamasque"}
            not json
            ["a list"]
            {"artist": "Nobody"}
            {"title": "Greensleeves", "artist": null, "price": 0.5}
            """, .jsonLines, as: .songs, into: path)
        #expect(report.imported == 2 && report.broken.map(\.line) == [2, 3, 4])
        let items = try Catalogue(path: path).items()
        #expect(items[0].creators == ["Claude Debussy"] && items[0].year == 1905)
        #expect(items[1].creators.isEmpty && items[1].price == 50)
    }

    @Test("Semicolons and tabs separate fields too", arguments: [";", "\t"])
    func separators(_ mark: String) throws {
        let folder = try TemporaryFolder(), path = folder.path("x.sqlite")
        #expect(try Self.load("name\(mark)price\nCup, large\(mark)3.5\n", as: .things, into: path).imported == 1)
        #expect(try Catalogue(path: path).items().first?.title == "Cup, large")
    }

    @Test("An import replaces its own kind and keeps the others")
    func kinds() throws {
        let folder = try TemporaryFolder(), path = folder.path("c.sqlite")
        _ = try Self.load("title\nA\nB\n", into: path)
        let songs = try Self.load("title\nS\n", as: .songs, into: path)
        #expect(songs.kept == 2)
        let again = try Self.load("title\nC\n", into: path)
        #expect(again.kept == 1)
        #expect(try Catalogue(path: path).counts() == [.books: 1, .songs: 1])
    }

    @Test("A list without rows or titles leaves the catalogue as it was")
    func nothing() throws {
        let folder = try TemporaryFolder(), path = folder.path("c.sqlite")
        _ = try Self.load("title\nA\n", into: path)
        for text in ["", "\n", "title\n", "titel\nA\n", "title\n\"", "title\n,,\n"] {
            #expect(throws: CatalogueError.self) { try Self.load(text, into: path) }
        }
        #expect(try Catalogue(path: path).items().map(\.title) == ["A"])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == [
                "c.sqlite", "c.sqlite.lock",
            ])
    }

    @Test("Files that are no catalogue, damaged or newer are told apart, and --fresh replaces them")
    func faults() throws {
        let folder = try TemporaryFolder(), path = folder.path("c.sqlite")
        #expect(throws: CatalogueError.missing(path: path)) { try Catalogue(path: path) }
        try Data("hello, this is a text and no database at all".utf8).write(to: URL(fileURLWithPath: path))
        #expect(throws: CatalogueError.notACatalogue(path: path)) { try Catalogue(path: path) }
        #expect(throws: CatalogueError.notACatalogue(path: path)) { try Self.load("title\nA\n", into: path) }
        #expect(try Self.load("title\nA\n", into: path, isFresh: true).imported == 1)
        let sound = try Data(contentsOf: URL(fileURLWithPath: path))
        var newer = sound
        newer[63] = 9  // user_version
        try newer.write(to: URL(fileURLWithPath: path))
        #expect(throws: CatalogueError.newer(version: 9, known: 1)) { try Catalogue(path: path) }
        // Damage: at every page, garbage or zeros. Nothing may crash, and a check finds it or everything is readable.
        var random = SeededGenerator(seed: 1)
        for _ in 0..<60 {
            var bytes = sound
            let start = Int.random(in: 100..<bytes.count - 600, using: &random)
            for index in start..<start + 600 { bytes[index] = UInt8.random(in: 0...255, using: &random) }
            try bytes.write(to: URL(fileURLWithPath: path))
            do throws(CatalogueError) {
                let catalogue = try Catalogue(path: path)
                try catalogue.check()
                _ = try catalogue.search(CatalogueQuery(text: "a"))
            } catch {
                #expect(error.description.contains("brews") || error.description.contains("SQLite"), "\(error)")
            }
        }
        try sound.prefix(sound.count / 2).write(to: URL(fileURLWithPath: path))
        #expect(throws: CatalogueError.self) { try Catalogue(path: path).check() }
        #expect(try Self.load("title\nA\n", into: path, isFresh: true).imported == 1)
    }

    @Test("Two imports at once: the second is refused")
    func concurrent() throws {
        let folder = try TemporaryFolder(), path = folder.path("c.sqlite")
        var inner: CatalogueError?, isFirst = true
        let source = BlockSource { () throws(CatalogueError) in
            guard isFirst else { return [] }
            isFirst = false
            do { _ = try Self.load("title\nB\n", into: path) } catch { inner = error as? CatalogueError }
            return Array("title\nA\n".utf8)
        }
        _ = try CatalogueImport(into: path, as: .books).run(.csv, source)
        #expect(inner == .importing(path: path))
        #expect(try Catalogue(path: path).items().map(\.title) == ["A"])
    }

    @Test("A list that breaks off in the middle leaves the catalogue as it was")
    func breakOff() throws {
        let folder = try TemporaryFolder(), path = folder.path("c.sqlite")
        _ = try Self.load("title\nA\n", into: path)
        var blocks = 0
        let source = BlockSource { () throws(CatalogueError) in
            blocks += 1
            if blocks > 3 { throw .file(action: "read", path: "list", reason: "the stick was pulled out") }
            return Array((blocks == 1 ? "title\n" : "B\nC\n").utf8)
        }
        #expect(throws: CatalogueError.self) { try CatalogueImport(into: path, as: .books).run(.csv, source) }
        #expect(try Catalogue(path: path).items().map(\.title) == ["A"])
    }
}
