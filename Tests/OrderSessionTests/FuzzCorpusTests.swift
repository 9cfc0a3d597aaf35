internal import Foundation
internal import OrderFuzzing
internal import TestSupport
internal import Testing

/// What the fuzzer found once stays found: its corpus, played without it.
struct FuzzCorpusTests {
    private static let corpus = Repository.root.appendingPathComponent("Tests/fuzz/corpus")

    static let names = ((try? FileManager.default.contentsOfDirectory(atPath: corpus.path)) ?? []).sorted()

    @Test("The corpus is there, and small")
    func corpusIsWhole() {
        #expect((50...300).contains(Self.names.count))
    }

    @Test("No input of the fuzzer's corpus breaks a rule", arguments: names)
    func plays(_ name: String) throws {
        try FuzzedOrder.play(Data(contentsOf: Self.corpus.appendingPathComponent(name)))
    }
}
