internal import Speech
internal import Testing

@testable internal import VoskEngine

/// Language models in OpenFst's `ngram` type, as in Vosk's small models.
struct NGramFileTests {
    /// Four contexts: none, "<s>" (1), "a" (2) and "<s> a"; word 3 is "b".
    private static let file: [UInt8] = {
        var bytes: [UInt8] = []
        func put(_ text: String) {
            bytes.append(littleEndian: Int32(text.utf8.count))
            bytes += Array(text.utf8)
        }
        bytes.append(littleEndian: Int32(2_125_659_606))
        put("ngram")
        put("standard")
        for number in [Int32(4), 3] { bytes.append(littleEndian: number) }  // version, flags: both symbol tables
        bytes.append(littleEndian: UInt64(0))
        for number in [Int64(1), 4, 0] { bytes.append(littleEndian: number) }  // start, states, arcs
        for _ in 0..<2 {
            bytes.append(littleEndian: Int32(2_125_658_996))
            put("words.txt")
            for number in [Int64(4), 4] { bytes.append(littleEndian: number) }
            for (label, word) in ["<eps>", "<s>", "a", "b"].enumerated() {
                put(word)
                bytes.append(littleEndian: Int64(label))
            }
        }
        for number in [UInt64(4), 5, 1] { bytes.append(littleEndian: number) }  // states, words, final states
        // The bits stand from the lowest on: 101100100, 0110101010, 0010.
        for number in [UInt64(0b0_0100_1101), 0b01_0101_0110, 0b0100] { bytes.append(littleEndian: number) }
        for word in [Int32(0), 1, 2, 1, 0] { bytes.append(littleEndian: word) }
        for word in [Int32(2), 3, 2, 3, 3] { bytes.append(littleEndian: word) }
        for cost in [Float(0), 0.5, 0.25, 0.125, 0, 4, 1, 2, 3, 5, 6, 0] {
            bytes.append(littleEndian: cost.bitPattern)
        }
        return bytes
    }()

    @Test("the words of a context lead to the longest known context, and back-off arcs to the shorter one")
    func transducer() throws {
        let graph = try Transducer(openFst: Self.file)
        func arc(_ source: Int32, _ label: Int32, _ cost: Float, _ target: Int32) -> Transducer.Arc {
            .init(source: source, label: label, cost: cost, target: target)
        }
        #expect(graph.start == 1)
        #expect(graph.finalCosts == [.infinity, .infinity, 4, .infinity])
        #expect(
            graph.arcs == [
                arc(0, 2, 1, 2), arc(0, 3, 2, 0), arc(1, 0, 0.5, 0), arc(1, 2, 3, 3), arc(2, 0, 0.25, 0),
                arc(2, 3, 5, 0), arc(3, 0, 0.125, 2), arc(3, 3, 6, 0),
            ])
    }

    @Test("the symbol table gives the words and their labels")
    func symbols() throws {
        #expect(try Transducer.symbols(openFst: Self.file) == ["<s>": 1, "a": 2, "b": 3])
    }

    @Test("a file cut anywhere or with changed bits is refused or read, and ends nothing")
    func damage() {
        for cut in Self.file.indices {
            #expect(throws: Transducer.Failure.self) { _ = try Transducer(openFst: Array(Self.file[..<cut])) }
        }
        for place in Self.file.indices {
            for bit in 0..<8 {
                var damaged = Self.file
                damaged[place] ^= 1 << bit
                _ = try? Transducer(openFst: damaged)
            }
        }
    }
}
