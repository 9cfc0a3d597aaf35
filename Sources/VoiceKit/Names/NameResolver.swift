internal import Ordering
internal import Phonetics

/// Which of the allowed names was heard.
public enum NameMatch: Equatable, Sendable {
    /// One name; `similarity` is 1 for its own words or a nickname, less for a misheard name, 0…1.
    case match(String, similarity: Double)
    /// Two or more names are as likely: ask which one, best first.
    case ambiguous([String])
    /// No name was heard.
    case unknown
}

/// Finds an allowed name in what was heard: by its words, by nicknames, and by sound and spelling when it was misheard.
///
/// In doubt it reports the candidates: a wrong name costs more than a question. A value without side effects; any
/// thread.
///
/// ```swift
/// let names = try NameResolver(allowed: ["Alice", "Robert", "Roberta"])
/// names.resolve("my name is bob")  // .match("Robert", similarity: 1)
/// ```
public struct NameResolver: Sendable {
    /// Most names; more are ignored.
    public static let mostNames = 5_000
    /// Least similarity of a misheard name.
    static let leastSimilarity = 0.74
    /// Names less than this behind the best one are as likely.
    static let margin = 0.1
    /// Similarity in sound by the rules of spelling from which on two names cannot be told apart by ear.
    static let sameSound = 0.995
    private static let mostWords = 4

    /// How a name may be said; lower is nearer to the name as given.
    private enum Form: Int, Comparable, Sendable {
        case whole, first, nickname

        static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    }

    private struct Way: Sendable {
        let name: Int
        let words: [String]
        let form: Form
    }

    /// The allowed names, without duplicates and without names that have no word.
    public let allowed: [String]
    private let ways: [Way]
    private let index: [[String]: [Int]]
    private let comparator: PhoneticComparator
    private let spoken: Bool
    private let names: GivenNames

    /// - Parameters:
    ///   - allowed: the names, as they are to be returned.
    ///   - spoken: whether the text comes from a recogniser, whose spelling of names that sound alike means nothing.
    /// - Throws: a decoding error if built-in data is damaged; a test excludes that.
    public init(allowed: [String], spoken: Bool = true) throws {
        let given = try GivenNames.english()
        var names: [String] = [], ways: [Way] = []
        for name in allowed.prefix(Self.mostNames) where !names.contains(name) {
            let words = SpokenWords(name).words
            guard let first = words.first else { continue }
            let number = names.count, rest = words.dropFirst()
            names.append(name)
            ways.append(Way(name: number, words: words, form: .whole))
            if !rest.isEmpty { ways.append(Way(name: number, words: [first], form: .first)) }
            for other in given.forms(of: first) {
                ways.append(Way(name: number, words: [other], form: .nickname))
                if !rest.isEmpty { ways.append(Way(name: number, words: [other] + rest, form: .nickname)) }
            }
        }
        // On a list with Bob, "bob" is nobody's nickname.
        let own = Set(ways.filter { $0.form != .nickname }.map(\.words))
        ways.removeAll { $0.form == .nickname && own.contains($0.words) }
        self.allowed = names
        self.ways = ways
        self.spoken = spoken
        self.names = given
        var index: [[String]: [Int]] = [:]
        for (number, way) in ways.enumerated() { index[way.words, default: []].append(number) }
        self.index = index
        comparator = try PhoneticComparator()
    }

    /// Every way of saying the names, alone and at the end of a sentence, in lower case, for a recogniser's grammar.
    public var phrases: [String] {
        let alone = Set(ways.map { $0.words.joined(separator: " ") }).sorted()
        return alone + names.leadIns.flatMap { start in alone.map { start + " " + $0 } }
    }

    /// Each name with every way of saying it.
    var waysOfSaying: [(answer: String, ways: [String])] {
        let said = Dictionary(grouping: ways, by: \.name)
        return allowed.enumerated().map { number, name in
            (name, (said[number] ?? []).map { $0.words.joined(separator: " ") })
        }
    }

    /// The name that was heard.
    public func resolve(_ heard: String) -> NameMatch {
        let words = SpokenWords(heard).words
        return exact(words) ?? similar(words)
    }

    /// All stretches of one to four words, longest first.
    private func windows(_ words: [String]) -> [Range<Int>] {
        (1...Self.mostWords).reversed().flatMap { length in
            words.count < length ? [] : (0...words.count - length).map { $0..<$0 + length }
        }
    }

    /// The names whose own words were heard; with several names in different places, all of them.
    private func exact(_ words: [String]) -> NameMatch? {
        var taken: [Range<Int>] = [], names: [Int] = []
        for window in windows(words) where !taken.contains(where: { $0.overlaps(window) }) {
            guard let found = index[Array(words[window])], let form = found.map({ ways[$0].form }).min() else {
                continue
            }
            taken.append(window)
            names += found.filter { ways[$0].form == form }.map { ways[$0].name }
            guard spoken else { continue }
            names += ways.filter { $0.form <= form && soundAlike($0.words, Array(words[window])) }.map(\.name)
        }
        return names.isEmpty ? nil : answer(unique(names), similarity: 1)
    }

    private func soundAlike(_ first: [String], _ second: [String]) -> Bool {
        guard first.count == second.count else { return false }
        return zip(first, second).allSatisfy { $0 == $1 || names.soundAlike($0, $1) }
            || comparator.soundSimilarity(first, second) >= Self.sameSound
    }

    private func similar(_ heard: [String]) -> NameMatch {
        var best: [Int: Double] = [:]
        for window in windows(heard) where window.count > 1 || !names.everyday.contains(heard[window.lowerBound]) {
            let words = Array(heard[window])
            for way in ways where abs(way.words.count - words.count) < 2 {
                let similarity = comparator.similarity(way.words, words)
                if similarity > best[way.name] ?? 0 { best[way.name] = similarity }
            }
        }
        let ranked = best.filter { $0.value >= Self.leastSimilarity }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        guard let first = ranked.first else { return .unknown }
        // Names below the least similarity may still be too near to the best one.
        let near = best.filter { $0.value > first.value - Self.margin }.sorted {
            ($1.value, $0.key) < ($0.value, $1.key)
        }
        return answer(near.map(\.key), similarity: first.value)
    }

    private func answer(_ names: [Int], similarity: Double) -> NameMatch {
        names.count == 1
            ? .match(allowed[names[0]], similarity: similarity)
            : names.isEmpty ? .unknown : .ambiguous(names.map { allowed[$0] })
    }

    private func unique(_ numbers: [Int]) -> [Int] {
        numbers.reduce(into: []) { kept, number in if !kept.contains(number) { kept.append(number) } }
    }
}
