internal import Foundation
internal import Speech
internal import TestSupport
internal import Testing

@testable internal import Moonshine

/// Encoder and decoder against an independent computation of the same; `Fixtures/README.md` says how it was made.
struct MoonshineModelTests {
    private struct Reference: Decodable {
        let frames: [Int]
        let vectors: [[Float]]
        let pieces: [String]
        let logLikelihoods: [Double]
    }

    private static let width = 288

    private static func reference() throws -> Reference {
        let file = Repository.root.appendingPathComponent("Tests/MoonshineTests/Fixtures/moonshine.json")
        return try JSONDecoder().decode(Reference.self, from: Data(contentsOf: file))
    }

    @Test("Vectors and log-likelihoods are those of an independent forward pass, also of one text beside others")
    func reference() throws {
        let reference = try Self.reference(), transformer = try Models.moonshine()
        let vectors = transformer.encoderStates(of: ReferenceClip.samples[...])
        #expect(vectors.count == 40 * Self.width && reference.frames.count == 4)
        for (frame, wanted) in zip(reference.frames, reference.vectors) {
            #expect(
                wanted.count == 12 && zip(vectors[(frame * Self.width)...], wanted).allSatisfy { abs($0 - $1) < 0.002 },
                "frame \(frame)")
        }
        let text = try #require(transformer.tokens(of: "Hey Brews")),
            other = try #require(transformer.tokens(of: "a large iced oat latte please"))
        for texts in [[text], [other, text, other]] {
            let found = try #require(
                transformer.logLikelihoods(of: texts, in: vectors).first { $0.count == text.count - 1 })
            #expect(
                reference.logLikelihoods.count == found.count + 1
                    && zip(found, reference.logLikelihoods).allSatisfy { abs($0 - $1) < 0.02 })
        }
    }

    @Test("What is said is likelier than what is not, however it is written")
    func likelihoods() async throws {
        let transformer = try Models.moonshine(), samples = try await Models.spoken("computer")
        func likelihood(_ texts: [String]) throws -> Double {
            try #require(
                transformer.logLikelihood(
                    of: texts.compactMap(transformer.tokens), in: transformer.encoderStates(of: samples[...])))
        }
        #expect(try likelihood(["Computer", "computer"]) > -3)
        #expect(try likelihood(["Come put her"]) < -6)
        #expect(try likelihood(["Alexa"]) < -12)
        #expect(try likelihood(["Alexa", "computer", "Computer"]) == likelihood(["Computer", "computer"]))
    }

    @Test("Too little sound, or no text, has no likelihood")
    func nothing() throws {
        let transformer = try Models.moonshine(), text = try #require(transformer.tokens(of: "Alexa")),
            clip = ReferenceClip.samples
        #expect(
            transformer.encoderStates(of: clip[..<(MoonshineEncoder.minSamples - 1)]).isEmpty
                && transformer.logLikelihood(of: [text], in: []) == nil)
        #expect(transformer.encoderStates(of: clip[..<MoonshineEncoder.minSamples]).count == Self.width)
        let vectors = transformer.encoderStates(of: [Int16](repeating: 0, count: 16_000)[...])
        #expect(transformer.logLikelihood(of: [], in: vectors) == nil)
        // Silence is heard as nothing in particular, and is finite.
        #expect(try #require(transformer.logLikelihood(of: [text], in: vectors)).isFinite)
    }

    @Test(
        "texts are tokenised by merging pairs in vocabulary order",
        arguments: [
            ("hug", ["_h", "ug"]), ("hugs", ["_h", "ug", "s"]), ("bun hug", ["_b", "un", "_h", "ug"]),
            ("ugh", ["_", "ugh"]), ("hub", nil),
        ]
            as [(String, [String]?)])
    func tokens(text: String, wanted: [String]?) throws {
        let all = ["<s>", "</s>", "_", "h", "u", "g", "n", "s", "ug", "un", "ugh", "_h", "_b"]
        let tokenizer = try #require(MoonshineTokenizer(all))
        #expect(tokenizer.tokens(of: text)?.map { all[$0] } == wanted)
        #expect(MoonshineTokenizer(["a"]) == nil)
    }

    @Test("A product without the processor's instructions is the same")
    func plainProduct() {
        var generator = SeededGenerator(seed: 3)
        let a = (0..<5 * 30).map { _ in Float.random(in: -1...1, using: &generator) },
            b = (0..<4 * 37).map { _ in Float.random(in: -1...1, using: &generator) }
        var quick = [Float](repeating: 9, count: 20), plain = quick
        // Rows of 37 that begin 28 apart, as a convolution has them.
        MatrixProduct.multiply(
            rows: 5, columns: 4, depth: 37, scale: 0.5, a, stride: 28, b, stride: 37, into: &quick, stride: 4)
        MatrixProduct.multiplyPortably(
            rows: 5, columns: 4, depth: 37, scale: 0.5, a, stride: 28, b, stride: 37, into: &plain, stride: 4)
        #expect(zip(quick, plain).allSatisfy { abs($0 - $1) < 1e-4 })
        var sum: Float = 0
        for place in 0..<37 { sum += a[28 * 2 + place] * b[37 * 3 + place] }
        #expect(abs(plain[2 * 4 + 3] - sum / 2) < 1e-4)
    }

    @Test("A file cut at 22 places is refused")
    func cut() throws {
        let bytes = try Models.bytes()
        for place in [
            0, 1, 2, 10, 20, 30, 40, 50, 60, 70, 80, 1_000, 70_000, 80_000, 3_500_000, 4_000_000, 9_000_000, 12_000_000,
            19_400_000, 20_000_000, bytes.count - 20,
            bytes.count - 1,
        ] {
            #expect(throws: AcousticModelError.self, "cut at \(place)") {
                try MoonshineModel(Array(bytes.prefix(place)))
            }
        }
    }

    @Test("Bytes changed in the head of the file are refused or give a transformer, and nothing else")
    func changed() throws {
        let bytes = try Models.bytes()
        var generator = SeededGenerator(seed: 6)
        var refused = 0
        for _ in 0..<16 {
            var damaged = bytes
            let place = Int.random(in: 0..<110, using: &generator)
            damaged[place] ^= UInt8.random(in: 1...255, using: &generator)
            do { _ = try MoonshineModel(damaged) } catch { refused += 1 }
        }
        #expect(refused > 4)
        #expect(throws: AcousticModelError.self) { try MoonshineModel(Models.networkBytes()) }
    }
}
