internal import Foundation
internal import MenuLanguageModel
internal import Ordering
internal import Speech
internal import TestSupport
internal import Testing

@testable internal import VoskEngine

/// Models in the form of Vosk's small ones: the language model is of type `ngram`, and the words are in its symbol
/// table.
@Suite(.timeLimit(.minutes(60)))
struct SmallModelTests {
    /// Lives as long as the model in it is used.
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The bundled model with a language model that says nothing about the order of words, in that form.
    private func made() throws -> VoskModelDescription {
        let own = URL(fileURLWithPath: try Vosk.description().directory), files = FileManager.default
        let graph = folder.url.appendingPathComponent("graph")
        try files.createDirectory(at: graph, withIntermediateDirectories: true)
        for name in try files.contentsOfDirectory(atPath: own.path) where name != "graph" {
            try files.createSymbolicLink(
                at: folder.url.appendingPathComponent(name), withDestinationURL: own.appendingPathComponent(name))
        }
        for name in try files.contentsOfDirectory(atPath: own.path + "/graph")
        where name != "Gr.fst" && name != "words.txt" {
            try files.createSymbolicLink(
                at: graph.appendingPathComponent(name), withDestinationURL: own.appendingPathComponent("graph/" + name))
        }
        let words = try String(contentsOfFile: own.path + "/graph/words.txt", encoding: .utf8).split(separator: "\n")
            .compactMap { line -> (String, Int)? in
                let fields = line.split(separator: " ")
                return fields.count == 2 ? Int(fields[1]).map { (String(fields[0]), $0) } : nil
            }
        let spoken = try Set(Transducer(openFst: Self.bytes(own, "Gr.fst")).arcs.map(\.input)).subtracting([0])
        try Data(Self.file(words, spoken: spoken.sorted())).write(to: graph.appendingPathComponent("Gr.fst"))
        return VoskModelDescription(directory: folder.url.path, sampleRate: 16_000, runtimeGraph: true)
    }

    private static func bytes(_ model: URL, _ file: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: model.appendingPathComponent("graph/" + file)))
    }

    /// An `ngram` file of one context, the empty one, in which all words are equally likely.
    private static func file(_ words: [(String, Int)], spoken: [Int32]) -> [UInt8] {
        var bytes: [UInt8] = []
        func put(_ text: String) {
            bytes.append(littleEndian: Int32(text.utf8.count))
            bytes += Array(text.utf8)
        }
        bytes.append(littleEndian: Int32(2_125_659_606))
        put("ngram")
        put("standard")
        for number in [Int32(4), 1] { bytes.append(littleEndian: number) }  // version, flags: input symbols
        bytes.append(littleEndian: UInt64(0))
        for number in [Int64(0), 1, 0] { bytes.append(littleEndian: number) }  // start, states, arcs
        bytes.append(littleEndian: Int32(2_125_658_996))
        put("words.txt")
        for number in [Int64(words.count), Int64(words.count)] { bytes.append(littleEndian: number) }
        for (word, label) in words {
            put(word)
            bytes.append(littleEndian: Int64(label))
        }
        for number in [1, spoken.count, 1] { bytes.append(littleEndian: UInt64(number)) }
        func put(bits: [Bool]) {
            for start in stride(from: 0, to: bits.count, by: 64) {
                var word: UInt64 = 0
                for (place, bit) in bits[start..<min(bits.count, start + 64)].enumerated() where bit {
                    word |= 1 << UInt64(place)
                }
                bytes.append(littleEndian: word)
            }
        }
        put(bits: [true, false, false])
        put(bits: [false] + spoken.map { _ in true } + [false])
        put(bits: [true])
        for word in [0, 0] + spoken { bytes.append(littleEndian: word) }
        let cost = Float(log(Double(spoken.count)))
        // Back-off costs, final cost, and costs of the words with a last one that is not used.
        for cost in [0, 0, 2] + spoken.map({ _ in cost }) + [0] { bytes.append(littleEndian: cost.bitPattern) }
        return bytes
    }

    private static func graph(_ menu: Menu, _ model: VoskModelDescription) throws -> WordGraph {
        try MenuWordGraph(menu: menu, canHear: try VoskWords(model: model).contains).graph
    }

    private static func heard(_ samples: URL, by service: VoskVoiceService, _ vocabulary: RecognitionVocabulary? = nil)
        async throws -> String
    {
        var heard: [String] = []
        for try await result in try await service.startListening(to: Recording.open(samples), vocabulary: vocabulary)
        where !result.isVolatile { heard += result.words.map(\.text) }
        return heard.joined(separator: " ")
    }

    @Test("The words of a model without words.txt are those of its symbol table")
    func words() throws {
        let made = try VoskWords(model: made()), own = try VoskWords(model: Vosk.description())
        #expect(made.areFromGraph && !own.areFromGraph && made.count == own.count)
        for word in ["latte", "iced", "xyzzyq", "<eps>", ""] { #expect(made.contains(word) == own.contains(word)) }
        #expect(made.label("latte") == own.label("latte"))
    }

    @Test("A menu's graph is laid over such a model, and a recorded order heard word for word")
    func laidOver() async throws {
        let model = try made(), order = SpokenOrder.largeIcedLatte
        let service = try VoskVoiceService(model: model, graph: Self.graph(MenuLoader.builtIn(), model))
        #expect(service.canHear("latte") && !service.canHear("xyzzyq"))
        #expect(try await Self.heard(order.url, by: service) == order.rawValue)
    }

    @Test("A graph that is too large is written beside such a model's lexicon with the words it needs")
    func tooLarge() throws {
        let model = try made(), graph = try Self.graph(MenuLoader.builtIn(), model)
        let compiled = try GraphCompiler(model: model).directory(with: graph, in: nil, limit: 10_000)
        defer { try? FileManager.default.removeItem(at: compiled) }
        #expect(try Transducer(openFst: Self.bytes(compiled, "Gr.fst")).finalCosts.count > 100)
        let words = try VoskWords(
            model: VoskModelDescription(directory: compiled.path, sampleRate: 16_000, runtimeGraph: true))
        #expect(!words.areFromGraph && words.contains("latte"))
    }

    @Test(
        "The official small Korean model hears Korean orders with the menu's phrases",
        .enabled(if: ForeignCafe.koreanModel != nil, "needs the Korean model: see ForeignCafe"),
        arguments: KoreanOrder.allCases)
    func korean(_ order: KoreanOrder) async throws {
        let service = try Self.koreanService.get()
        let menu = try MenuLoader.load(ForeignCafe.korean.bytes(), languages: ["en"])
        let phrases = try MenuPhrases(menu: menu, canHear: service.canHear).phrases
        #expect(
            try await Self.heard(order.url, by: service, RecognitionVocabulary(phrases: phrases)) == order.rawValue)
    }

    @Test(
        "A Korean menu's graph is laid over that model, and the order heard",
        .enabled(if: ForeignCafe.koreanModel != nil, "needs the Korean model: see ForeignCafe"))
    func koreanGraph() async throws {
        let model = Self.koreanDescription()
        let menu = try MenuLoader.load(ForeignCafe.korean.bytes(), languages: ["en"])
        let words = try VoskWords(model: model)
        #expect(words.areFromGraph && words.contains("아메리카노") && !words.contains("오트밀크"))
        let service = try VoskVoiceService(model: model, graph: Self.graph(menu, model))
        for order in KoreanOrder.allCases {
            #expect(try await Self.heard(order.url, by: service) == order.rawValue)
        }
    }

    private static let koreanService = Result { try VoskVoiceService(model: koreanDescription()) }

    private static func koreanDescription() -> VoskModelDescription {
        VoskModelDescription(directory: ForeignCafe.koreanModel ?? "", sampleRate: 16_000, runtimeGraph: true)
    }
}
