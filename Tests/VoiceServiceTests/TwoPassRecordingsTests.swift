internal import AudioFiles
internal import Foundation
internal import MenuLanguageModel
internal import ModelCatalogue
internal import OrderParsing
internal import Ordering
internal import Speech
internal import Synchronization
internal import TestSupport
internal import Testing
internal import TwoPassEngine
internal import VoskEngine

/// The product's two passes (Vosk with the menu's graph, as spoken and then slower) on people's voices. `brews-bench
/// twopass` measures all of them.
@Suite(
    .enabled(if: Repository.recordings != nil, "recorded orders are not beside this checkout"), .timeLimit(.minutes(10))
)
struct TwoPassRecordingsTests {
    private static let clips = 10
    /// In this much noise the engines often disagree; speech and noise by their root mean squares.
    private static let decibels = 10.0

    @Test("in kitchen noise two passes hear at least as many of the labelled words as the first one alone")
    func neverWorse() async throws {
        let recordings = try #require(Repository.recordings)
        let menu = try MenuLoader.load(
            [UInt8](Data(contentsOf: Repository.root.appendingPathComponent("benchmarks/menus/coffee-orders.json"))))
        let parser = try OrderParsingPipeline(menu: menu)
        let model = try ModelDirectory(path: Repository.models.appendingPathComponent("brews-en").path).verify()
        let description = VoskModelDescription(
            directory: model.directory, sampleRate: model.manifest.sampleRate, runtimeGraph: model.manifest.runtimeGraph
        )
        let graph = try MenuWordGraph(menu: menu, canHear: try VoskWords(model: description).contains).graph
        let first = try VoskVoiceService(model: description, graph: graph, settings: .firstPass)
        let slow = TempoPerturbedRecognizer(VoskUtteranceRecognizer(sharing: first), speed: 0.91)
        let second = SecondPass(engine: slow, vocabulary: nil) { words in
            let parse = parser.parse(words.joined(separator: " "))
            return parse.intent == .unknown
                ? 0 : parse.confidence * (1 - min(1, Double(parse.unread.count) / Double(max(1, words.count))))
        }
        // The deadline is another test's; here a busy machine must change nothing.
        // What the first pass hears by itself is in the reports, so that each recording is recognised once.
        let alone = Mutex<[String]>([])
        let combiner = HypothesisCombiner.Settings(semanticWeight: 0.5, margin: 0, unit: .word)
        let both = TwoPassVoiceService(
            first: first, second: second, settings: .init(deadline: .seconds(300), combiner: combiner),
            clock: ContinuousClock()
        ) { report in alone.withLock { $0 += report.first.map(\.text) } }

        let labels = try JSONDecoder().decode(
            [String: [String: String]].self,
            from: Data(contentsOf: recordings.appendingPathComponent("coffee-orders/labels.json")))
        let names = labels.keys.sorted()
        let noise = try await Self.samples(recordings.appendingPathComponent("noise/kitchen.wav"))
        var withOne = 0, withTwo = 0, slots = 0
        for index in 0..<Self.clips {
            let name = names[index * names.count / Self.clips]
            let samples = Self.mix(
                try await Self.samples(recordings.appendingPathComponent("coffee-orders/" + name)), noise,
                at: index * 90_000)
            let wanted = Array((labels[name] ?? [:]).values)
            slots += wanted.count
            alone.withLock { $0 = [] }
            let contract = try await RecognitionContract(both.startListening(to: SampleInput(samples), vocabulary: nil))
            #expect(contract.violations.isEmpty, "\(contract.violations)")
            withOne += Self.found(wanted, in: alone.withLock { $0.joined(separator: " ") })
            withTwo += Self.found(wanted, in: contract.text)
        }
        #expect(slots > Self.clips && withOne > 0)
        #expect(withTwo >= withOne, "\(withTwo) of \(slots) slots with two passes, \(withOne) with one")
    }

    /// How many of the wanted phrases are in a text.
    private static func found(_ wanted: [String], in text: String) -> Int {
        wanted.count { " \(text) ".contains(" \($0) ") }
    }

    private static func samples(_ file: URL) async throws -> [Int16] {
        let recording = try RecordedAudio.open(path: file.path)
        var samples: [Int16] = []
        while let frame = try await recording.nextFrame() { samples += frame.samples }
        return samples
    }

    private static func mix(_ speech: [Int16], _ noise: [Int16], at start: Int) -> [Int16] {
        func power(_ samples: [Int16]) -> Double {
            samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(max(1, samples.count))
        }
        let stretch = speech.indices.map { noise[(start + $0) % noise.count] }
        let scale = (power(speech) / max(power(stretch), 1) / pow(10, decibels / 10)).squareRoot()
        return zip(speech, stretch).map { Int16(max(-32_767, min(32_767, Double($0) + Double($1) * scale))) }
    }
}
