internal import Ordering
import ParserTraining
internal import TestSupport
internal import Testing

@testable internal import OrderParsing

@Suite(.timeLimit(.minutes(10)))
struct CRFModelTests {
    @Test("the built-in model is whole, for the built-in menu, and small")
    func builtIn() throws {
        let model = try Taggers.model.get()
        #expect(
            model.menuDigest == CRFModel.digest(of: try MenuLoader.builtIn()),
            "the menu changed: run scripts/train-parser")
        #expect(model.bytes.count < 300_000)
        #expect(model.weightCount > 1_000)
    }

    @Test(
        "the built-in model works as when it was trained: sentences and features have not changed since"
    )
    func accuracy() throws {
        let accuracy = try Taggers.training.get().accuracy(of: Taggers.model.get(), on: 400)
        #expect(accuracy.wordAccuracy > 0.96 && accuracy.spanAccuracy > 0.92, "\(accuracy): run scripts/train-parser")
    }

    @Test("a file is read as it was written")
    func roundTrip() throws {
        let model = try CRFModel(bytes: try Taggers.smallModel().bytes)
        #expect(try CRFModel(bytes: model.bytes) == model)
        #expect(try CRFModel(bytes: Taggers.model.get().bytes) == Taggers.model.get())
    }

    @Test("a file cut off anywhere is refused with a sentence")
    func cut() throws {
        let bytes = try Taggers.smallModel().bytes
        for count in bytes.indices {
            let error = #expect(throws: CRFModelError.self) { try CRFModel(bytes: Array(bytes[..<count])) }
            #expect(error?.description.contains("brews train") ?? false)
        }
        let large = try Taggers.model.get().bytes
        for count in stride(from: 0, to: large.count, by: 2_999) {
            #expect(throws: CRFModelError.self) { try CRFModel(bytes: Array(large[..<count])) }
        }
    }

    @Test("a file with any one bit changed, or more after its end, is refused")
    func flipped() throws {
        let bytes = try Taggers.smallModel().bytes
        for place in bytes.indices {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[place] ^= 1 << UInt8(bit)
                #expect(throws: CRFModelError.self) { try CRFModel(bytes: damaged) }
            }
        }
        #expect(throws: CRFModelError.self) { try CRFModel(bytes: bytes + [0]) }
        #expect(throws: CRFModelError.self) {
            try CRFModel(bytes: [UInt8](repeating: 0, count: CRFModel.largestFileBytes + 1))
        }
    }

    @Test("bytes changed under a right digest are refused or make a model that tags")
    func forged() throws {
        let bytes = try Taggers.smallModel().bytes
        let extractor = try FeatureExtractor(menu: MenuLoader.builtIn())
        var random = SeededGenerator(seed: 3)
        for round in 0..<1_500 {
            var body = Array(bytes.dropLast(8))
            if round % 3 == 0 { body.removeLast(Int.random(in: 0..<body.count, using: &random)) }
            for _ in 0...Int.random(in: 0..<4, using: &random) where !body.isEmpty {
                body[Int.random(in: body.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            var digest = Digest64()
            digest.add(body)
            let sealed = body + withUnsafeBytes(of: digest.value.littleEndian) { Array($0) }
            guard let model = try? CRFModel(bytes: sealed) else { continue }
            let tagging = CRFTagger(extractor: extractor, model: model).tag(["a", "large", "latte"])
            #expect((0...1).contains(tagging.probability))
        }
    }

    @Test("a model of another version says which")
    func version() throws {
        var bytes = Array(try Taggers.smallModel().bytes.dropLast(8))
        bytes[10] = 77
        var digest = Digest64()
        digest.add(bytes)
        bytes += withUnsafeBytes(of: digest.value.littleEndian) { Array($0) }
        #expect(throws: CRFModelError.otherVersion(found: 77, expected: Int(FeatureExtractor.version))) {
            try CRFModel(bytes: bytes)
        }
    }

    @Test("a file for another menu is used, with a note")
    func otherMenu() throws {
        let cafe = try MenuLoader.builtIn()
        let bytes = try Taggers.model.get().bytes
        #expect(try CRFModel.forMenu(cafe).note == nil)
        #expect(try CRFModel.forMenu(cafe, file: bytes).note == nil)
        let (model, note) = try CRFModel.forMenu(NoodleHouse.menu.get(), file: bytes)
        #expect(try model == Taggers.model.get())
        #expect(note?.contains("another menu") ?? false)
    }
}
