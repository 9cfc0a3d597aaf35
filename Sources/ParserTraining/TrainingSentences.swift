internal import OrderParsing
internal import Ordering

/// Words with their labels.
struct LabelledSentence: Equatable, Sendable {
    var words: [String]
    var labels: [WordLabel]
}

/// A generator of training sentences: templates filled with a menu's names and aliases, then distorted by
/// `DisfluencyModel`.
///
/// The same menu, seed and index give the same sentence on every machine.
struct TrainingSentences: Sendable {
    private let data: TrainingData
    private let filler: MenuFiller
    private let utterances: WeightedTemplates
    private let rules: [String: WeightedTemplates]
    private let errors: DisfluencyModel
    private let itemPhrases: ItemPhrases

    /// - Throws: a decoding error if the built-in data is damaged; a test excludes that.
    init(menu: Menu) throws {
        let language = try Language.english()
        data = try TrainingData.english()
        filler = MenuFiller(menu: menu, language: language, data: data)
        utterances = WeightedTemplates(data.utterances)
        rules = data.rules.mapValues(WeightedTemplates.init)
        errors = DisfluencyModel(data: data)
        itemPhrases = ItemPhrases(menu: menu)
    }

    /// The sentences of a seed in order; a larger count extends a smaller one.
    func sentences(_ count: Int, seed: UInt64) -> [LabelledSentence] {
        (0..<count).map { sentence(seed: seed, index: $0) }
    }

    private func sentence(seed: UInt64, index: Int) -> LabelledSentence {
        var random = TrainingRandom(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(index))
        // A menu without syrups cannot fill their slots; another template is drawn.
        for _ in 0..<20 {
            guard let marked = fill(utterances.pick(&random).pieces, depth: 0, &random), !marked.isEmpty else {
                continue
            }
            let sentence = errors.damage(itemPhrases.join(Self.sentence(marked)), &random)
            if !sentence.words.isEmpty, sentence.words.count <= SpokenWords.mostWords { return sentence }
        }
        return LabelledSentence(words: ["please"], labels: [.outside])
    }

    /// A word and its span; words of one span share its number.
    private struct MarkedWord {
        var word: String
        var span: (label: SpanLabel, number: UInt64)?
    }

    private func fill(_ pieces: [SentenceTemplate.Piece], depth: Int, _ random: inout TrainingRandom) -> [MarkedWord]? {
        guard depth < 8 else { return nil }
        var words: [MarkedWord] = []
        for piece in pieces {
            switch piece {
            case .word(let word): words.append(MarkedWord(word: word))
            case .span(let label, let inner):
                guard let filled = fill(inner, depth: depth + 1, &random) else { return nil }
                let number = random.next()
                words += filled.map { MarkedWord(word: $0.word, span: (label, number)) }
            case .slot(let name):
                if let rule = rules[name] {
                    guard let filled = fill(rule.pick(&random).pieces, depth: depth + 1, &random) else { return nil }
                    words += filled
                } else {
                    guard let filled = filler.fill(name, &random) else { return nil }
                    let number = random.next()
                    words += SpokenWords(filled.text).words.map { word in
                        MarkedWord(word: word, span: filled.label.map { ($0, number) })
                    }
                }
            }
        }
        return words
    }

    private static func sentence(_ marked: [MarkedWord]) -> LabelledSentence {
        var labels: [WordLabel] = []
        for (index, word) in marked.enumerated() {
            let goesOn = index > 0 && word.span != nil && marked[index - 1].span?.number == word.span?.number
            labels.append(word.span.map { goesOn ? .inside($0.label) : .first(of: $0.label) } ?? .outside)
        }
        return LabelledSentence(words: marked.map(\.word), labels: labels)
    }
}

/// A seeded random number generator (SplitMix64, Steele, Lea and Flood, 2014).
struct TrainingRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to but not including `count`, which is 1 or more. The library's method could change between
    /// versions.
    mutating func below(_ count: Int) -> Int { Int(next() >> 33) % max(1, count) }

    /// True with a probability of `percent` in a hundred.
    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    mutating func pick<Value>(_ values: [Value]) -> Value? {
        values.isEmpty ? nil : values[below(values.count)]
    }
}

/// Weighted templates; at least one.
private struct WeightedTemplates: Sendable {
    private let templates: [SentenceTemplate]
    private let total: Int

    init(_ texts: [String]) {
        templates = texts.map(SentenceTemplate.init)
        total = templates.reduce(0) { $0 + max(1, $1.weight) }
    }

    func pick(_ random: inout TrainingRandom) -> SentenceTemplate {
        var left = random.below(total)
        for template in templates {
            left -= max(1, template.weight)
            if left < 0 { return template }
        }
        return SentenceTemplate("")
    }
}

/// Joins spans that form one item of the menu: "iced" and "coffee" become "iced coffee".
private struct ItemPhrases: Sendable {
    private let phrases: Set<[String]>
    private let longest: Int

    init(menu: Menu) {
        let names = menu.items.flatMap { [$0.name] + $0.aliases }.map { SpokenWords($0).words }
        phrases = Set(names + names.flatMap(Pluralizer.plurals)).filter { $0.count > 1 }
        longest = phrases.map(\.count).max() ?? 0
    }

    func join(_ sentence: LabelledSentence) -> LabelledSentence {
        var joined = sentence
        var start = 0
        while start < joined.words.count {
            let ends = stride(from: min(joined.words.count, start + longest), to: start + 1, by: -1)
            if let end = ends.first(where: { isOneItem(joined, start..<$0) }) {
                for place in start..<end { joined.labels[place] = place == start ? .first(of: .item) : .inside(.item) }
                start = end
            } else {
                start += 1
            }
        }
        return joined
    }

    /// Whether words are an item's name, split no span, and contain an item beside options and plain words.
    private func isOneItem(_ sentence: LabelledSentence, _ range: Range<Int>) -> Bool {
        guard phrases.contains(Array(sentence.words[range])) else { return false }
        let labels = sentence.labels
        func begins(_ place: Int) -> Bool { labels[place].span == nil || labels[place].isFirst }
        let isWhole = begins(range.lowerBound) && (range.upperBound == labels.count || begins(range.upperBound))
        return isWhole && range.contains { labels[$0].span == .item }
            && range.allSatisfy { [nil, .item, .option].contains(labels[$0].span) }
    }
}
