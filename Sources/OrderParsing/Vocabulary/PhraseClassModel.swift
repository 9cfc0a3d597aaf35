/// Classes of phrases and how likely one follows another: how people order, without a menu's words in it.
///
/// From it come the counts of adjacent words, which is all that a recogniser's bigram language model keeps of any text.
struct PhraseClassModel {
    /// Marks the beginning and the end of an utterance.
    static let start = "<s>", end = "</s>"

    private var members: [String: [(words: [String], weight: Double)]] = [:]
    private var following: [String: [(name: String, weight: Double)]] = [:]
    /// Classes in the order they were made, so that sums come out the same every time.
    private(set) var names = [PhraseClassModel.start]

    /// Makes a class of phrases with relative weights. A class without phrases is left out, with every arc to it.
    mutating func addClass(_ name: String, _ phrases: [(text: String, weight: Double)]) {
        let members = phrases.map { (words: $0.text.split(separator: " ").map(String.init), weight: $0.weight) }.filter
        { !$0.words.isEmpty && $0.weight > 0 }
        guard !members.isEmpty else { return }
        self.members[name] = members
        names.append(name)
    }

    /// Lets `next` follow `name`; weights of one class's arcs are relative, and those of the same arc add up. Both
    /// classes must have been made.
    mutating func addArc(_ name: String, _ next: String, _ weight: Double) {
        guard weight > 0, name == Self.start || members[name] != nil, next == Self.end || members[next] != nil else {
            return
        }
        // One arc, not several: a search for the best way takes one of several and would lose the others' weight.
        if let known = following[name]?.firstIndex(where: { $0.name == next }) {
            following[name]?[known].weight += weight
        } else {
            following[name, default: []].append((next, weight))
        }
    }

    /// What may follow a class, with relative weights.
    func following(_ name: String) -> [(name: String, weight: Double)] { following[name] ?? [] }

    /// Expected counts of adjacent words in one utterance, the marks of its ends included.
    ///
    /// - Parameter joined: lets a word depend on the next, as "a" becomes "an" before a vowel.
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

    /// The phrases of a class with their shares.
    func phrases(_ name: String) -> [(words: [String], share: Double)] {
        if name == Self.start || name == Self.end { return [([name], 1)] }
        let members = members[name] ?? []
        let total = members.reduce(0) { $0 + $1.weight }
        return members.map { ($0.words, $0.weight / total) }
    }

    /// How often each class comes in one utterance, on average.
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

/// Two words, one after the other.
struct WordPair: Hashable, Comparable {
    let first: String
    let second: String

    init(_ first: String, _ second: String) {
        self.first = first
        self.second = second
    }

    static func < (a: Self, b: Self) -> Bool { (a.first, a.second) < (b.first, b.second) }
}
