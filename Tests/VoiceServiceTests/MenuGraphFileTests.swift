internal import Foundation
internal import MenuLanguageModel
internal import OrderParsing
internal import Ordering
internal import Speech
internal import TestSupport
internal import Testing

@testable internal import VoskEngine

/// A menu's orders in the decoding graph of libvosk.
@Suite(.timeLimit(.minutes(60)))
struct MenuGraphFileTests {
    private static func graph(_ menu: Menu) throws -> WordGraph {
        try MenuWordGraph(menu: menu, canHear: try VoskWords(model: Vosk.description()).contains).graph
    }

    private static func bytes(of file: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: try Vosk.description().directory + "/graph/" + file)))
    }

    @Test("The words that a model can hear are read as libvosk reads them")
    func words() throws {
        let words = try VoskWords(model: Vosk.description()), service = try Vosk.shared()
        for word in ["latte", "iced", "[unk]", "xyzzyq", "<eps>", "", "oat"] {
            #expect(words.contains(word) == service.canHear(word), "\(word)")
        }
    }

    @Test(
        "A file cut anywhere is refused with its reason, never read beyond its end", arguments: ["Gr.fst", "HCLr.fst"])
    func cutFiles(_ file: String) throws {
        // What comes behind a lexicon's arcs is not read.
        let whole = Array(try Self.bytes(of: file).prefix(file == "Gr.fst" ? .max : 800_000))
        if file == "Gr.fst" { #expect(try Transducer(openFst: whole).finalCosts.count > 1_000) }
        var cuts = Array(0..<160)
        var generator = SeededGenerator(seed: 3)
        cuts += (0..<60).map { _ in Int.random(in: 160..<whole.count, using: &generator) }
        for cut in cuts {
            #expect(throws: Transducer.Failure.self, "\(cut)") {
                _ = try Transducer(openFst: Array(whole[..<cut]))
            }
        }
    }

    @Test(
        "A byte flipped in the head of the file is refused or read, and ends nothing",
        arguments: ["Gr.fst", "HCLr.fst"])
    func flippedFiles(_ file: String) throws {
        let whole = try Self.bytes(of: file)
        for place in 0..<200 {
            var damaged = whole
            damaged[place] ^= 0xFF
            _ = try? Transducer(openFst: damaged)
        }
    }

    @Test("The open language is in the new file arc for arc, after it the menu's, sorted as libvosk wants it")
    func laidOver() throws {
        let open = try Transducer(openFst: Self.bytes(of: "Gr.fst"))
        let graph = try Self.graph(try MenuLoader.builtIn())
        let combined = try GraphCompiler(model: Vosk.description()).combined(graph, with: open)
        let count = open.finalCosts.count
        #expect(combined.finalCosts.count == count + graph.stateCount && combined.start == count + graph.start)
        #expect(Array(combined.finalCosts[..<count]) == open.finalCosts)
        // One more way out of the state that the open language backs off to, and nothing else.
        let changes = combined.arcs.filter { $0.source < count }.difference(from: open.arcs)
        #expect(changes.removals.isEmpty && changes.insertions.count == 1)
        for case .insert(_, let arc, _) in changes {
            #expect(arc.input == 0 && Int(arc.target) == count + graph.reentryState)
        }
        #expect(combined.arcs.count { $0.source >= count && $0.input != 0 } == graph.arcs.count)
        #expect(try Transducer(openFst: combined.openFstBytes()) == combined)
    }

    @Test("Recorded orders are heard word for word with the menu's graph", arguments: [SpokenOrder.largeIcedLatte])
    func recorded(_ order: SpokenOrder) async throws {
        let service = try Vosk.withMenuGraph()
        #expect(try await Self.heard(order, by: service) == order.rawValue)
    }

    @Test("A graph that would be too large is left to libvosk to compose, and heard with word for word")
    func tooLarge() async throws {
        let graph = try Self.graph(try MenuLoader.builtIn()), compiler = try GraphCompiler(model: Vosk.description())
        guard case .grammar(let bytes) = try compiler.compiled(graph, limit: 10_000) else { throw GraphCheck.composed }
        // What a folder for libvosk is made of is decided by the same value.
        let folder = try compiler.directory(with: graph, in: nil, limit: 10_000)
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try Data(contentsOf: folder.appendingPathComponent("graph/Gr.fst")) == Data(bytes))
        let description = VoskModelDescription(directory: folder.path, sampleRate: 16_000, runtimeGraph: true)
        let order = SpokenOrder.largeIcedLatte
        #expect(try await Self.heard(order, by: VoskVoiceService(model: description)) == order.rawValue)
    }

    @Test("A lexicon in a form that is not known is left to libvosk")
    func otherLexicon() throws {
        let own = try Vosk.description().directory + "/graph", folder = try TemporaryFolder()
        let graph = folder.url.appendingPathComponent("graph")
        try FileManager.default.createDirectory(at: graph, withIntermediateDirectories: true)
        for name in ["Gr.fst", "words.txt", "disambig_tid.int"] {
            try FileManager.default.copyItem(atPath: own + "/" + name, toPath: graph.appendingPathComponent(name).path)
        }
        try Data("no transducer".utf8).write(to: graph.appendingPathComponent("HCLr.fst"))
        let compiler = try GraphCompiler(
            model: VoskModelDescription(directory: folder.url.path, sampleRate: 16_000, runtimeGraph: true))
        guard case .grammar = try compiler.compiled(Self.graph(try MenuLoader.builtIn())) else {
            Issue.record("a graph was composed from what is no lexicon")
            return
        }
    }

    @Test("A model with a menu in its graph takes no grammar any more, and says so")
    func noGrammar() async throws {
        let service = try Vosk.withMenuGraph()
        await #expect(throws: VoskError.grammarNotSupported) {
            _ = try await service.startListening(
                to: Recording.open(SpokenOrder.largeIcedLatte.url),
                vocabulary: RecognitionVocabulary(phrases: ["a latte"]))
        }
    }

    private enum GraphCheck: Error { case composed }

    private static func heard(_ order: SpokenOrder, by service: VoskVoiceService) async throws -> String {
        var heard: [String] = []
        for try await result in try await service.startListening(to: Recording.open(order.url), vocabulary: nil)
        where !result.isVolatile {
            heard += result.words.map(\.text)
        }
        return heard.joined(separator: " ")
    }

    @Test("Nothing of the compiled graph stays on the disk")
    func leavesNothing() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "brews-graphs-of-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try VoskModel(Vosk.description(), graph: Self.graph(try MenuLoader.builtIn()), folder: folder)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("A compiled graph that a killed process has left is removed with the next one, that of a living one is not")
    func removesWhatTheDeadHaveLeft() throws {
        let folder = try TemporaryFolder(), files = FileManager.default
        let dead = Process()
        dead.executableURL = URL(fileURLWithPath: "/bin/true")
        try dead.run()
        dead.waitUntilExit()
        let own = "brews-graph-\(ProcessInfo.processInfo.processIdentifier)-"
        for name in ["brews-graph-\(dead.processIdentifier)-left", own + "loading", "brews-graph-", "another"] {
            try files.createDirectory(atPath: folder.path(name) + "/graph", withIntermediateDirectories: true)
        }
        let made = try GraphCompiler(model: Vosk.description()).directory(
            with: Self.graph(try MenuLoader.builtIn()), in: folder.url)
        #expect(made.lastPathComponent.hasPrefix(own))
        #expect(
            try Set(files.contentsOfDirectory(atPath: folder.url.path)) == [
                made.lastPathComponent, own + "loading", "brews-graph-", "another",
            ])
    }

    @Test("C6: the graphs of random menus are whole, and libvosk hears with them")
    func randomMenus() throws {
        let description = try Vosk.description()
        let words = try String(contentsOfFile: description.directory + "/graph/words.txt", encoding: .utf8).split(
            separator: "\n"
        ).compactMap {
            $0.split(separator: " ").first.map(String.init)
        }
        let known = try VoskWords(model: description), compiler = try GraphCompiler(model: description)
        var generator = SeededGenerator(seed: 23)
        let count = Repository.count("BREWS_MENUS", standard: Repository.rounds(12, full: 10_000))
        for number in 0..<count {
            let menu = try Self.menu(of: words + ["xyzzyq", "éclair", "7up"], using: &generator)
            guard
                case .staticGraph(let bytes) = try compiler.compiled(
                    MenuWordGraph(menu: menu, canHear: known.contains).graph)
            else {
                Issue.record("menu \(number) is not composed")
                continue
            }
            #expect(try Transducer(openFst: bytes).arcs.count > 50_000)
            guard number % (count < 100 ? 4 : 20) == 0 else { continue }
            let recognizer = try VoskRecognizer(
                model: try VoskModel(description, graph: MenuWordGraph(menu: menu, canHear: known.contains).graph),
                vocabulary: nil)
            _ = try recognizer.accept([Int16](repeating: 0, count: 4_800))
        }
    }

    /// A menu of random words: up to 60 items and six groups of options of any kind.
    private static func menu(of words: [String], using generator: inout SeededGenerator) throws -> Menu {
        func name(_ number: Int) -> String {
            ((0..<Int.random(in: 1...3, using: &generator)).map { _ in words.randomElement(using: &generator) ?? "" }
                + ["n\(number)"]).filter {
                    $0.first?.isLetter ?? false
                }
                .joined(separator: " ")
        }
        let groups = (0..<Int.random(in: 0...6, using: &generator)).map { group in
            [
                "id": "g\(group)", "name": "Group \(group)",
                "kind": OptionGroup.Kind.allCases.randomElement(using: &generator)?.rawValue ?? "free", "select": "one",
                "options": (0..<Int.random(in: 1...8, using: &generator)).map {
                    ["id": "o\($0)", "name": name($0), "price": 0] as [String: Any]
                },
            ] as [String: Any]
        }
        let items = (0..<Int.random(in: 1...60, using: &generator)).map {
            ["id": "i\($0)", "name": name($0), "category": "c", "price": 100, "groups": groups.compactMap { $0["id"] }]
                as [String: Any]
        }
        let file: [String: Any] = [
            "store": ["name": "Random", "currency": "USD", "locale": "en-US"], "optionGroups": groups, "items": items,
        ]
        return try MenuLoader.load([UInt8](try JSONSerialization.data(withJSONObject: file)))
    }
}
