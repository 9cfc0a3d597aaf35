internal import Ordering
internal import Speech

/// An item in the JSON of every command; a contract (`JSONReference.md`).
struct ItemOutput: Encodable {
    struct Option: Encodable {
        let group: String
        let id: String
        let name: String
        /// Written, possibly null, for options that have amounts or counts.
        let measure: (amount: OptionAmount?, count: Int?)?
        let spoken: String

        private enum CodingKeys: String, CodingKey { case group, id, name, amount, count, spoken }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(group, forKey: .group)
            try container.encode(id, forKey: .id)
            try container.encode(name, forKey: .name)
            if let measure {
                try container.encode(measure.amount, forKey: .amount)
                try container.encode(measure.count, forKey: .count)
            }
            try container.encode(spoken, forKey: .spoken)
        }
    }

    let itemId: String
    let name: String
    let quantity: Int
    let spoken: String
    let nameSpoken: String
    let options: [Option]
    /// Diets and allergens to avoid; omitted when none were said.
    let diets: [String]?
    let unitPrice: Int
    let confidence: Double

    init(_ line: OrderLine, menu: Menu) {
        itemId = line.itemId
        name = menu.item(line.itemId)?.name ?? line.itemId
        quantity = line.quantity
        spoken = line.item.spoken
        nameSpoken = line.item.nameSpoken
        options = line.options.map { selected in
            let isMeasured =
                selected.amount != nil || selected.count != nil || menu.group(selected.option.group)?.amounts == true
            return Option(
                group: selected.option.group, id: selected.option.option,
                name: menu.option(selected.option)?.name ?? selected.option.option,
                measure: isMeasured ? (selected.amount, selected.count) : nil, spoken: selected.spoken)
        }
        diets = line.item.diets.isEmpty ? nil : line.item.diets
        unitPrice = (try? PriceList(menu: menu).unitPrice(of: line).minorUnits) ?? 0
        confidence = line.confidence.rounded(places: 3)
    }

    init(_ item: ParsedOrderItem, menu: Menu) { self.init(OrderLine(id: 0, item: item), menu: menu) }
}

/// A result in the JSON of `transcribe`.
struct TranscriptionOutput: Encodable {
    struct Word: Encodable {
        let text: String
        let startSeconds: Double
        let endSeconds: Double
        let confidence: Double

        init(_ word: TranscribedWord) {
            text = word.text
            startSeconds = word.span.start.seconds.rounded(places: 3)
            endSeconds = word.span.end.seconds.rounded(places: 3)
            confidence = word.confidence.rounded(places: 3)
        }
    }

    let file: String
    let startSeconds: Double
    let endSeconds: Double
    let text: String
    let isVolatile: Bool
    let utteranceEnd: String?
    let confidence: Double
    let words: [Word]
    let wallMilliseconds: Double

    init(_ result: VoiceTranscriptionResult, file: String, wall: Duration) {
        self.file = file
        startSeconds = result.span.start.seconds.rounded(places: 3)
        endSeconds = result.span.end.seconds.rounded(places: 3)
        text = result.text
        isVolatile = result.isVolatile
        utteranceEnd = result.utteranceEnd?.rawValue
        confidence = result.confidence.rounded(places: 3)
        words = result.words.map(Word.init)
        wallMilliseconds = wall.milliseconds.rounded(places: 2)
    }
}

extension Double {
    /// The number rounded to a number of decimals.
    func rounded(places: Int) -> Double {
        let factor = (0..<places).reduce(1.0) { product, _ in product * 10 }
        return (self * factor).rounded() / factor
    }
}

extension Int {
    /// A count with its noun: "1 order", "2 orders".
    func counted(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}
