internal import Catalogue
internal import EmbeddedFiles
internal import Foundation
internal import OrderParsing
internal import Ordering

/// The words of searches, from `search-en.json`, with the numbers and allergens of the order parser.
struct SearchLanguage: Sendable {
    private struct File: Decodable {
        let leadIns: [String]
        let endings: [String]
        let any: Set<String>
        let kinds: [String: [String]]
        let about: [String]
        let creator: [String]
        let from: [String]
        let before: [String]
        let after: [String]
        let between: [String]
        let decades: [String: Int]
        let hundreds: Set<String>
        let century: Set<String>
        let centuries: [String: Int]
        let under: [String]
        let money: Set<String>
        let without: [String]
        let free: Set<String>
        let available: [String]
        let letters: [String: String]
    }

    /// What a phrase of the language begins.
    enum Mark: Sendable { case about, creator, from, before, after, between, under, without, available }

    let leadIns: WordTrie<Bool>
    /// The same as texts.
    let leadInTexts: [String]
    let endings: [[String]]
    /// Words for anything: "anything", "some".
    let any: Set<String>
    let kinds: [String: CatalogueKind]
    let marks: WordTrie<Mark>
    /// Phrases that may stand before a period, with `from` among them.
    let decades: [String: Int]
    let hundreds: Set<String>
    let century: Set<String>
    let centuries: [String: Int]
    let money: Set<String>
    let free: Set<String>
    /// Letters by their names: "ay", "bee".
    let letters: [String: String]
    /// Ids of allergens by their names.
    let allergens: [String: String]
    let numbers: NumeralParser
    /// Words of numbers: values below a hundred, "hundred", scales.
    let small: [String: Int]
    let hundred: String
    let scales: [String: Int]
    let and: String

    /// The English words; decoded once.
    ///
    /// - Throws: a decoding error if built-in data is damaged; a test excludes that.
    static func english() throws -> SearchLanguage { try made.get() }

    private static let made = Result { try SearchLanguage() }

    private init() throws {
        let file = try JSONDecoder().decode(File.self, from: Data(EmbeddedFile.searchEnglish.bytes))
        let language = try Language.english()
        func split(_ text: String) -> [String] { SpokenWords(text).words }
        var leadIns = WordTrie<Bool>()
        for phrase in file.leadIns { leadIns[split(phrase)] = true }
        self.leadIns = leadIns
        leadInTexts = file.leadIns
        endings = file.endings.map(split).sorted { $0.count > $1.count }
        any = file.any
        kinds = file.kinds.reduce(into: [:]) { all, kind in
            for word in kind.value { all[word] = CatalogueKind(rawValue: kind.key) }
        }
        var marks = WordTrie<Mark>()
        let phrases: [(Mark, [String])] = [
            (.about, file.about), (.creator, file.creator), (.from, file.from), (.before, file.before),
            (.after, file.after), (.between, file.between), (.under, file.under), (.without, file.without),
            (.available, file.available),
        ]
        for (mark, phrases) in phrases { for phrase in phrases { marks[split(phrase)] = mark } }
        self.marks = marks
        decades = file.decades
        hundreds = file.hundreds
        century = file.century
        centuries = file.centuries
        money = file.money
        free = file.free
        letters = file.letters
        allergens = language.allergens.reduce(into: [:]) { all, allergen in
            for name in [allergen.key] + allergen.value { all[name] = allergen.key }
            if allergen.key.hasSuffix("s") { all[String(allergen.key.dropLast())] = allergen.key }
        }
        numbers = NumeralParser(language.numbers)
        small = language.numbers.words
        hundred = language.numbers.hundred
        scales = language.numbers.scales
        and = language.numbers.and
    }
}
