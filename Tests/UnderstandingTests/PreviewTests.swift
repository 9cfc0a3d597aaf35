internal import Foundation
internal import OrderParsing
internal import OrderSets
internal import Ordering
internal import Testing

struct PreviewTests {
    @Test(
        "Cached results of earlier words change nothing: every prefix of every utterance is parsed as if it were new",
        arguments: ["cafe", "copper-kettle"])
    func sameAsWhole(_ name: String) throws {
        let set = try OrderSet(folder: Sets.folder.appendingPathComponent(name))
        let parser = try OrderParsingPipeline(menu: set.menu)
        var differences: [String] = []
        for turn in set.orders + set.corrections {
            var memory = ParsingMemory()
            let words = turn.say.split(separator: " ")
            for end in 1...words.count {
                let heard = words[..<end].joined(separator: " ")
                if parser.preview(heard, memory: &memory) != parser.parse(heard) { differences.append(heard) }
            }
            // A recogniser takes words back, too.
            let shorter = words.dropLast(2).joined(separator: " ") + " and a water"
            if parser.preview(shorter, memory: &memory) != parser.parse(shorter) { differences.append(shorter) }
        }
        #expect(differences.isEmpty, "\(differences.prefix(5))")
    }

    @Test("An item that was seen stays while its utterance grows", arguments: Sets.names)
    func itemsStay(_ name: String) throws {
        // Of plain orders: corrections are said to take items away.
        let set = try OrderSet(folder: Sets.folder.appendingPathComponent(name))
        let parser = try OrderParsingPipeline(menu: set.menu)
        var utterances = 0, steady = 0
        for turn in set.orders
        where turn.kind == "one" || turn.kind == "several" || turn.kind == "chatty" || turn.kind == nil {
            var memory = ParsingMemory()
            var count = 0, isSteady = true
            let words = turn.say.split(separator: " ")
            for end in 1...words.count {
                let items = parser.preview(words[..<end].joined(separator: " "), memory: &memory).items
                isSteady = isSteady && items.count >= count
                count = items.count
            }
            utterances += 1
            if isSteady { steady += 1 }
        }
        #expect(utterances > 50)
        #expect(Double(steady) / Double(utterances) > 0.95, "\(steady) of \(utterances)")
    }
}
