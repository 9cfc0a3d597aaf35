/// A class-based language model: classes of phrases and the probabilities of their order.
///
/// It also gives the expected counts of adjacent words, from which a recogniser estimates its bigram model.
struct PhraseClassModel {
    /// The begin and end of an utterance.
    static let start = "<s>", end = "</s>"

    private var members: [String: [(words: [String], weight: Double)]] = [:]
    private var following: [String: [(name: String, weight: Double)]] = [:]
    /// Classes in insertion order, so that sums are reproducible.
    private(set) var names = [PhraseClassModel.start]

    /// Adds a class of phrases with relative weights. A class without phrases is left out, with every arc to it.
    mutating func addClass(_ name: String, _ phrases: [(text: String, weight: Double)]) {
        let members = phrases.map { (words: $0.text.split(separator: " ").map(String.init), weight: $0.weight) }.filter
        { !$0.words.isEmpty && $0.weight > 0 }
        guard !members.isEmpty else { return }
        self.members[name] = members
        names.append(name)
    }

    /// Adds an arc from `name` to `next`. Weights are relative to the other arcs of the class; repeated arcs add up.
    /// Both classes must exist.
    mutating func addArc(_ name: String, _ next: String, _ weight: Double) {
        guard weight > 0, name == Self.start || members[name] != nil, next == Self.end || members[next] != nil else {
            return
        }
        // One arc instead of several: a Viterbi search would use only one of them and lose the others' weight.
        if let known = following[name]?.firstIndex(where: { $0.name == next }) {
            following[name]?[known].weight += weight
        } else {
            following[name, default: []].append((next, weight))
        }
    }

    /// The classes that may follow a class, with relative weights.
    func following(_ name: String) -> [(name: String, weight: Double)] { following[name] ?? [] }

    /// Expected counts of adjacent words in one utterance, including its begin and end.
    ///
    /// - Parameter joined: the form of a word before the next one, as "an" for "a" before a vowel.
    func pairCounts(joined: (_ word: String, _ next: String) -> String) -> [WordPair: Double] {
        let visits = expectedVisits()
        var counts: [WordPair: Double] = [:]
        for name in names {
            guard let visited = visits[name], visited > 0 else { continue }
            let heads = phrases(name)
            if name != Self.start {
                for (words, share) in heads {
                    for (first, second) in zip(words, words.dropFirst()) {
                        counts[WordPair(first, second), default: 0] += visited * share
                    }
                }
            }
            let arcs = following[name] ?? []
            let total = arcs.reduce(0) { $0 + $1.weight }
            for (next, weight) in arcs {
                for (words, share) in heads {
                    for (nextWords, nextShare) in phrases(next) {
                        guard let last = words.last, let first = nextWords.first else { continue }
                        counts[WordPair(joined(last, first), first), default: 0] +=
                            visited * weight / total * share * nextShare
                    }
                }
            }
        }
        return counts
    }

    /// The phrases of a class with their probabilities.
    func phrases(_ name: String) -> [(words: [String], share: Double)] {
        if name == Self.start || name == Self.end { return [([name], 1)] }
        let members = members[name] ?? []
        let total = members.reduce(0) { $0 + $1.weight }
        return members.map { ($0.words, $0.weight / total) }
    }

    /// Expected number of visits of each class in one utterance.
    func expectedVisits() -> [String: Double] {
        var visits: [String: Double] = [:]
        var current: [String: Double] = [Self.start: 1]
        let longestUtterance = 60
        for _ in 0..<longestUtterance {
            var next: [String: Double] = [:]
            for name in names {
                guard let share = current[name] else { continue }
                visits[name, default: 0] += share
                let arcs = following[name] ?? []
                let total = arcs.reduce(0) { $0 + $1.weight }
                for arc in arcs where arc.name != Self.end { next[arc.name, default: 0] += share * arc.weight / total }
            }
            current = next
        }
        return visits
    }
}

/// Two adjacent words.
struct WordPair: Hashable, Comparable {
    let first: String
    let second: String

    init(_ first: String, _ second: String) {
        self.first = first
        self.second = second
    }

    static func < (a: Self, b: Self) -> Bool { (a.first, a.second) < (b.first, b.second) }
}
